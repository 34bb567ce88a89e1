// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Strides and slices of one access in JSON.

#ifndef SECTORSCOPE_REPORT_JSONCAMPING_H
#define SECTORSCOPE_REPORT_JSONCAMPING_H

#include "sectorscope/Report.h"

#include <nlohmann/json.hpp>

namespace sectorscope {

/// "block_stride_bytes", of all accesses, and of those to global memory "stride_reason", "warp_stride_bytes" and
/// "iteration_stride_bytes".
void addStrides(nlohmann::ordered_json &out, const AccessReport &access);

/// The verdict, what it rests on, and that DRAM is not modelled.
nlohmann::ordered_json campingJson(const Camping &camping);

} // namespace sectorscope

#endif
