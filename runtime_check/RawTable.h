// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of raw measurements that sectorscope-measure prints. docs/profiles.md describes it.

#ifndef SECTORSCOPE_RUNTIME_CHECK_RAWTABLE_H
#define SECTORSCOPE_RUNTIME_CHECK_RAWTABLE_H

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sectorscope::check {

/// One configuration of one experiment: what was measured, and a sample of each run.
struct RawRow {
  std::string experiment; ///< "bandwidth"
  std::string quantity;   ///< "seconds", "dram_sectors_read"
  std::map<std::string, std::string, std::less<>> parameters;
  std::vector<double> samples; ///< at least one

  /// \throws std::runtime_error naming the experiment if there is no such parameter, or it is no number.
  double number(std::string_view parameter) const;
  const std::string &text(std::string_view parameter) const;
  /// Of the samples; the mean of the two in the middle where their number is even.
  double median() const;
};

struct RawTable {
  std::map<std::string, std::string, std::less<>> header; ///< name -> value, "part" -> "NVIDIA H200"
  std::vector<RawRow> rows;                               ///< in the order of the table

  /// \throws std::runtime_error if the header does not hold it.
  const std::string &head(std::string_view name) const;
  double headNumber(std::string_view name) const;
  /// Empty where it was not measured.
  std::vector<const RawRow *> of(std::string_view experiment, std::string_view quantity) const;
};

/// Whole numbers and decimals with a point, whatever the locale says. Empty if \p text is none, or has something after
/// it.
std::optional<double> numberOf(std::string_view text);

/// \throws std::runtime_error with one line that names the row and what is wrong with it: no table of
/// sectorscope-measure, another version, a row cut off, a sample that is no number, the last line missing.
///
/// Worked example: "# sectorscope-measure\t1\n# part\tNVIDIA H200\npages\tseconds\tstride=128 words=256\t4e-06\n#
/// end\t1\n".
RawTable rawFromTsv(std::string_view text);

} // namespace sectorscope::check

#endif
