// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The words of nvcc's command line.

#ifndef SECTORSCOPE_PLUGIN_PROJECT_NVCCOPTIONS_H
#define SECTORSCOPE_PLUGIN_PROJECT_NVCCOPTIONS_H

#include <cstdint>
#include <string>
#include <vector>

namespace sectorscope {

enum class NvccMeaning : std::uint8_t {
  Clang,   ///< clang has a word for it
  Arch,    ///< names architectures
  Host,    ///< for the host compiler
  Nothing, ///< has no bearing on the IR: outputs, phases, debug information
  Dropped, ///< has one, or may have one, and is not followed
};

struct NvccOption {
  std::string name;  ///< as nvcc's manual has it, "--use_fast_math"; empty for a file
  std::string value; ///< of the option, or the file
  NvccMeaning meaning = NvccMeaning::Dropped;
  std::vector<std::string> clangArgs;
};

/// Reads the option that begins at arguments[at], and moves `at` to its last word: nvcc takes values behind `=`, in the
/// next word and, for options of one letter, in the same.
NvccOption readNvccOption(const std::vector<std::string> &arguments, std::size_t &at);

} // namespace sectorscope

#endif
