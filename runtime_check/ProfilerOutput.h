// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// From the text that Nsight Compute and the disassembler print to record values. Nothing here runs a program.
///
/// Three pages are needed, all exported from one report with `--csv --print-units base --print-kernel-base mangled`:
///   --page raw                                  one row a launch, one column a metric
///   --page source --print-source sass           one section a launch, one row a machine instruction
///   --page source --print-source cuda,sass      the same instructions below the source lines they come from
/// The last page alone would not do: it repeats instructions and does not say where a launch begins.

#ifndef SECTORSCOPE_RUNTIME_CHECK_PROFILEROUTPUT_H
#define SECTORSCOPE_RUNTIME_CHECK_PROFILEROUTPUT_H

#include "Record.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sectorscope::check {

/// Metrics needed beside section SourceCounters for the columns of machine instructions.
const std::vector<std::string> &instructionMetrics();

struct ProfilerPages {
  std::string raw;
  std::string sass;
  std::string source;
};

/// What an opcode does to memory; empty for one that touches none.
/// "LDG.E.64" gives load, global, 8 bytes a lane.
struct MemoryOperation {
  std::string kind;
  std::string space;
  unsigned bytesPerLane = 0;
  friend bool operator==(const MemoryOperation &, const MemoryOperation &) = default;
};
std::optional<MemoryOperation> memoryOperation(std::string_view opcode);

/// Inline stacks by mangled kernel name and code offset, innermost frame first.
using InlineFrames = std::map<std::pair<std::string, std::uint64_t>, std::vector<Place>>;

/// Reads `nvdisasm -gi -c` output of one cubin into \p frames.
void readDisassembly(std::string_view text, InlineFrames &frames);

/// Fills in kernels, part, arch, clocks and missing counters. \p root is taken off the front of file names.
/// \throws std::runtime_error with one line: a page is cut off, a needed column is missing, pages do not agree,
/// or no launch was profiled.
Record parseProfile(const ProfilerPages &pages, const InlineFrames &frames, const std::string &root);

/// The demangled form that reports use, "void f<2>(float const*)"; the argument itself if it is not mangled.
std::string demangle(const std::string &mangled);

} // namespace sectorscope::check

#endif
