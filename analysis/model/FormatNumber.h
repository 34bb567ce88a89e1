// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Numbers and block shapes as every text of the project writes them.

#ifndef SECTORSCOPE_ANALYSIS_MODEL_FORMATNUMBER_H
#define SECTORSCOPE_ANALYSIS_MODEL_FORMATNUMBER_H

#include "sectorscope/LaunchShape.h"

#include <string>

namespace sectorscope {

/// At most `decimals` decimals, no trailing zeros: 4, 4.71, 28.5.
std::string formatCount(double value, int decimals = 2);

/// Traffic over ideal: "1.0x", "1.25x", "8.0x".
std::string formatRatio(double ratio);

/// Three digits and a unit: "4.19 MB".
std::string formatBytes(double bytes);

/// The same from nanoseconds on: "3.02 us".
std::string formatSeconds(double seconds);

/// "256x1x1".
std::string formatDim3(const Dim3 &dims);

/// "f.cu:5:10"; the column is left out where it is 0, and the line too. "?" if the file is unknown.
std::string formatPlace(const SourcePlace &place);

} // namespace sectorscope

#endif
