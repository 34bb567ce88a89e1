// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The launches of the corpus, from launches.json.

#ifndef SECTORSCOPE_TEST_CORPUS_LAUNCHES_H
#define SECTORSCOPE_TEST_CORPUS_LAUNCHES_H

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sectorscope::witness {

struct CorpusLaunch {
  std::string file, mangled;
  std::array<unsigned, 3> grid{}, block{};
  std::map<std::string, std::int64_t> integers; ///< "n"; "view+8" for a field of a struct
  std::map<std::string, double> reals;
  std::map<std::string, std::string> buffers; ///< pointer parameter -> "in", "out" or "index"
};

/// In the order of the program. Throws std::runtime_error or a JSON exception.
std::vector<CorpusLaunch> corpusLaunches(const std::filesystem::path &launchesJson);

/// Byte `offset` of the buffer `index` of corpus_main.cu.
std::uint8_t byteOfIndex(std::uint64_t offset);

} // namespace sectorscope::witness

#endif
