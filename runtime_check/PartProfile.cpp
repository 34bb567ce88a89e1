// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The frame of a profile: facts of the header, sources, and the order of the derivations.

#include "PartProfile.h"

#include "Derivations.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace sectorscope::check {

namespace {

/// A whole number of the header.
template <typename Whole = unsigned> Whole whole(const RawTable &raw, std::string_view name) {
  const double value = raw.headNumber(name);
  if (value < 1 || value != std::floor(value) || value > 1e15)
    throw std::runtime_error(fmt::format("the header's '{}' of {} is no count", raw.head(name), name));
  return static_cast<Whole>(value);
}

/// "13000" -> "13.0"
std::string versionOf(double number) {
  const auto value = static_cast<unsigned>(number);
  return fmt::format("{}.{}", value / 1000, value % 1000 / 10);
}

std::string originOf(const RawTable &raw) {
  std::string origin = raw.head("part");
  origin += fmt::format(", driver {}", raw.head("driver"));
  origin += fmt::format(", CUDA {}", versionOf(raw.headNumber("runtime")));
  return origin + ", " + raw.head("date");
}

constexpr const char *kGuide = "CUDA C++ Programming Guide, technical specifications per compute capability";

void deriveHeader(ProfileDraft &draft) {
  TargetModel &target = draft.profile.target;
  target.arch = draft.raw.head("arch");
  target.name = draft.raw.head("part");
  target.warpSize = whole(draft.raw, "warp_size");
  target.maxThreadsPerBlock = whole(draft.raw, "threads_per_block");
  target.sharedBytesPerBlock = whole(draft.raw, "shared_bytes_per_block");
  target.multiprocessors = whole(draft.raw, "multiprocessors");
  target.threadsPerMultiprocessor = whole(draft.raw, "threads_per_multiprocessor");
  target.l2Bytes = whole<std::uint64_t>(draft.raw, "l2_bytes");
  for (const char *field : {"warpSize", "maxThreadsPerBlock", "sharedBytesPerBlock", "multiprocessors",
                            "threadsPerMultiprocessor", "l2Bytes"})
    draft.measured(field, "device attribute");
  if (draft.raw.header.contains("blocks_per_multiprocessor")) { // older tables lack it
    target.blocksPerMultiprocessor = whole(draft.raw, "blocks_per_multiprocessor");
    draft.measured("blocksPerMultiprocessor", "device attribute");
  }
  // The same on every part since 2017; no program can ask for them.
  target.sectorBytes = 32;
  target.lineBytes = 128;
  target.sharedBanks = 32;
  target.sharedBankBytes = 4;
  for (const char *field : {"sharedBanks", "sharedBankBytes"})
    draft.documented(field, kGuide);
  for (const char *field : {"sectorBytes", "lineBytes"})
    draft.documented(field, "Nsight Compute, hardware model: L1 and L2 cache lines of four sectors of 32 bytes");
}

} // namespace

ProfileDraft::ProfileDraft(const RawTable &table) : raw(table), origin(originOf(table)) {}

void ProfileDraft::measured(const std::string &field, const std::string &how) {
  profile.target.sources[field] = fmt::format("measured: {}: {}", origin, how);
}

void ProfileDraft::documented(const std::string &field, const std::string &where) {
  profile.target.sources[field] = "documented: " + where;
}

void ProfileDraft::unmeasured(const std::string &field, const std::string &what) {
  profile.target.sources[field] = "unmeasured: " + what;
  profile.missing.push_back(field + ": " + what);
}

void ProfileDraft::uncounted(const std::string &field, const std::string &experiment) {
  const std::string &counters = raw.head("counters");
  unmeasured(field, counters.starts_with("no: ") ? counters.substr(4) : fmt::format("no experiment '{}'", experiment));
}

double rateOf(const RawRow &row, double amount) {
  const double seconds = row.median();
  if (seconds <= 0)
    throw std::runtime_error(fmt::format("experiment '{}' took no time", row.experiment));
  return amount / seconds;
}

double rounded(double value, int digits) {
  if (value == 0 || !std::isfinite(value))
    return value;
  // A power of ten with a negative exponent has no exact value: multiply or divide, whichever takes the other.
  const double power = digits - 1 - std::floor(std::log10(std::abs(value)));
  const double scale = std::pow(10.0, std::abs(power));
  return power > 0 ? std::round(value * scale) / scale : std::round(value / scale) * scale;
}

PartProfile deriveProfile(const RawTable &table) {
  ProfileDraft draft(table);
  deriveHeader(draft);
  if (table.head("mode") != "full")
    draft.profile.missing.emplace_back("exactness: measured with --quick, to see that everything works");
  derivePeak(draft);
  deriveClocks(draft);
  deriveCeilings(draft);
  deriveGranules(draft);
  deriveCache(draft);
  deriveSliceHash(draft);
  deriveStrides(draft);
  deriveAtomics(draft);
  return std::move(draft.profile);
}

} // namespace sectorscope::check
