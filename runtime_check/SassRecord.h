// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// From what the injected library counted to a record.

#ifndef SECTORSCOPE_RUNTIME_CHECK_SASSRECORD_H
#define SECTORSCOPE_RUNTIME_CHECK_SASSRECORD_H

#include "MachineCode.h"
#include "Record.h"
#include "Shards.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sectorscope::check {

/// The SASS metrics that a record of machine instructions is made of.
const std::vector<std::string> &sassMetrics();

/// Machine code by the checksum of its module.
using CodeOfModules = std::map<std::uint64_t, Disassembly>;

/// The launches that were counted, with part, arch, and the counters of whole launches under the record's names.
/// \p root is taken off the front of file names.
/// \throws std::runtime_error with one line: nothing was counted, a counter is missing, the machine code does not hold
/// an instruction that was counted, launches ran on different kinds of GPUs.
Record recordOf(const Shard &shard, const CodeOfModules &code, const std::string &root);

} // namespace sectorscope::check

#endif
