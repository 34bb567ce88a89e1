// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// For people: which kernel uses which fields of a record, and what splitting it would do to each.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_RECORDTABLES_H
#define SECTORSCOPE_ANALYSIS_REPORT_RECORDTABLES_H

#include "report/Text.h"

#include <ostream>
#include <vector>

namespace sectorscope {

/// A table for each record, a row for each kernel:
///
///     Particle  32 bytes
///       x  y  z  mass  used   now  apart  grouped  kernel
///       r  r  r  .     12/32  32   12     12       move(Particle*)
///       .  .  .  r     4/32   32   4      4        weigh(Particle const*, float*)
///       {x, y, z} | {mass}
///
/// Of many fields, those that the same kernels use in the same ways are one column.
void printRecords(const std::vector<RecordUse> &records, const TextOptions &options, std::ostream &out);

} // namespace sectorscope

#endif
