// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `sectorscope-check profile`: measure, or take a recorded table, and write the profile.

#ifndef SECTORSCOPE_RUNTIME_CHECK_PROFILECOMMAND_H
#define SECTORSCOPE_RUNTIME_CHECK_PROFILECOMMAND_H

#include <string>

namespace sectorscope::check {

struct ProfileOptions {
  std::string output = "part.json";
  std::string from;    ///< a table recorded earlier; measured now where empty
  std::string measure; ///< sectorscope-measure; beside this program or on PATH where empty
  std::string raw;     ///< where to keep the table that was measured; nowhere where empty
  bool quick = false;
  unsigned device = 0;
};

/// Says on standard error what was left out and why.
/// \throws std::runtime_error with one line.
void runProfile(const ProfileOptions &options);

} // namespace sectorscope::check

#endif
