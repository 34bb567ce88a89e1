// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The values that `--try` compares.

#ifndef SECTORSCOPE_PLUGIN_CLI_TRIES_H
#define SECTORSCOPE_PLUGIN_CLI_TRIES_H

#include "cli/CommandLine.h"
#include "report/TryTable.h"

#include <string>
#include <vector>

namespace sectorscope {

/// Parses what stood behind each `--try`: "block=32x8,16x16", "ld=1024,1025". At most two names, and as many
/// combinations as a table can hold. Throws UsageError.
std::vector<Try> parseTries(const std::vector<std::string> &texts);

/// Whether block shapes are compared.
bool triesBlock(const AuditCommand &command);

/// One combination, and the command that audits it: what is tried wins over what is given for all or for one kernel.
struct Variant {
  std::vector<TriedValue> tried;
  AuditCommand command;
};

/// Every combination, the values of the first name outermost. {} where nothing is tried: the command as it is.
std::vector<Variant> variantsOf(const AuditCommand &command);

} // namespace sectorscope

#endif
