// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The derivations that deriveProfile puts together, by subject. Each fills in what its experiments show and adds the
/// tables behind it.

#ifndef SECTORSCOPE_RUNTIME_CHECK_DERIVATIONS_H
#define SECTORSCOPE_RUNTIME_CHECK_DERIVATIONS_H

#include "PartProfile.h"

#include <string_view>

namespace sectorscope::check {

/// The profile in the making: how facts, their sources and what is missing are put down.
class ProfileDraft {
public:
  explicit ProfileDraft(const RawTable &table);
  const RawTable &raw;
  PartProfile profile;

  /// \p how: "load: DRAM sectors read for each word".
  void measured(const std::string &field, const std::string &how);
  void documented(const std::string &field, const std::string &where);
  /// \p what is missing: an experiment, or counters.
  void unmeasured(const std::string &field, const std::string &what);
  /// The same, for what only counters show: says why there are none.
  void uncounted(const std::string &field, const std::string &experiment);

private:
  std::string origin; ///< "NVIDIA H200, driver 580.95.05, CUDA 13.0, 2026-11-30"
};

/// Amount over the median of its seconds. \throws std::runtime_error if they are zero.
double rateOf(const RawRow &row, double amount);

/// To so many significant digits, as a sample deserves.
double rounded(double value, int digits = 4);

// In DerivedCeilings.cpp, DerivedMemory.cpp and DerivedPatterns.cpp.
void deriveCeilings(ProfileDraft &draft); ///< bytes, lines, sectors, operations per second
void derivePeak(ProfileDraft &draft);
void deriveClocks(ProfileDraft &draft);
void deriveGranules(ProfileDraft &draft); ///< of DRAM, and L2 over time
void deriveCache(ProfileDraft &draft);    ///< capacity, slices, pages, persistence
void deriveSliceHash(ProfileDraft &draft);
void deriveStrides(ProfileDraft &draft);
void deriveAtomics(ProfileDraft &draft);

} // namespace sectorscope::check

#endif
