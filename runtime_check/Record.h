// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Record: what a profiler counted, per kernel, launch and machine instruction, as values and as JSON
/// (schema "sectorscope-record/1").

#ifndef SECTORSCOPE_RUNTIME_CHECK_RECORD_H
#define SECTORSCOPE_RUNTIME_CHECK_RECORD_H

#include "Twin.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope::check {

using Dim3 = std::array<unsigned, 3>;

/// A source line; line 0 where the binary has no line table.
struct Place {
  std::string file; ///< relative to the recorded program's sources where that root is known
  unsigned line = 0;
  friend auto operator<=>(const Place &, const Place &) = default;
};

/// One machine instruction that touches memory, summed over all warps of one launch.
/// Sectors per request, as reports print it, is sectors / executed.
struct Instruction {
  std::uint64_t offset = 0;   ///< bytes from the start of the kernel's code
  std::string opcode;         ///< "LDG.E.64"
  bool predicated = false;    ///< issued under a predicate: `executed` also counts warps in which no lane took part
  Place place;                ///< innermost frame
  std::vector<Place> callers; ///< where that was inlined, innermost first; empty if not inlined or not known
  std::string kind;           ///< "load", "store", "atomic", "reduction", "copy", as in a report
  std::string space;          ///< "global", "shared", "local", "generic"
  unsigned bytesPerLane = 0;
  std::uint64_t executed = 0; ///< warps that issued it
  std::uint64_t lanes = 0;    ///< thread instructions whose predicate was on
  std::uint64_t sectors = 0;  ///< 32-byte sectors; 0 for shared memory
  std::uint64_t idealSectors = 0;
  std::uint64_t lines = 0;      ///< L1 tag requests, one a 128-byte line
  std::uint64_t wavefronts = 0; ///< shared memory only
  std::uint64_t idealWavefronts = 0;
  friend bool operator==(const Instruction &, const Instruction &) = default;
};

/// One launch. Counters by the names of `launchCounters()`; one that the profiler did not give is absent.
struct Launch {
  unsigned order = 0; ///< position among all launches of the program
  Dim3 grid{}, block{};
  std::map<std::string, std::uint64_t> counters;
  std::vector<Instruction> instructions; ///< by offset
  std::optional<Twin> twin;              ///< where one was to be launched
  friend bool operator==(const Launch &, const Launch &) = default;

  /// Empty where the profiler did not give it.
  std::optional<double> counter(const std::string &name) const {
    const auto found = counters.find(name);
    return found == counters.end() ? std::nullopt : std::optional(static_cast<double>(found->second));
  }
};

struct KernelRecord {
  std::string name; ///< demangled
  std::string mangled;
  std::vector<Launch> launches; ///< in the order of the program
  friend bool operator==(const KernelRecord &, const KernelRecord &) = default;
};

/// One profiled run.
struct Record {
  std::string program;  ///< file name of the executable
  std::string compiler; ///< as the user stated it; may be empty
  std::string part;     ///< "NVIDIA H200"
  std::string arch;     ///< "sm_90"
  std::string driver;
  std::string toolkit;               ///< CUDA version of the driver interface, "13.0"
  std::string profiler;              ///< "Nsight Compute 2025.3.1.0"
  std::string clocks;                ///< how clocks were handled, and the card's highest ones
  std::string caches;                ///< how caches were handled
  std::string frames;                ///< where inline frames come from; "none" if the tools gave none
  std::string date;                  ///< "2026-11-29"
  std::vector<std::string> missing;  ///< counters that this part or profiler does not have
  std::vector<KernelRecord> kernels; ///< in the order of first launch
  friend bool operator==(const Record &, const Record &) = default;
};

/// Writes one instruction a line, so that two records can be compared with diff.
std::string toJson(const Record &record);

/// \throws std::runtime_error with one line that names what is wrong: not JSON, another schema, a field missing.
Record recordFromJson(const std::string &json);

} // namespace sectorscope::check

#endif
