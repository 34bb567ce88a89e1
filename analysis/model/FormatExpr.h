// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lane expressions written for people.
///
/// The formula is for reading: extensions and truncations that a reader would not write are dropped, shifts by
/// constants are products, and block dimensions that are known are numbers. It is not for computing; the graph is.

#ifndef SECTORSCOPE_ANALYSIS_MODEL_FORMATEXPR_H
#define SECTORSCOPE_ANALYSIS_MODEL_FORMATEXPR_H

#include "sectorscope/LaneExpr.h"
#include "sectorscope/LaunchShape.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sectorscope {

/// One summand of a formula: coefficient times what `text` says.
struct FormulaTerm {
  std::int64_t coefficient = 0;
  std::string text; ///< "tid.x", "n*(8*ctaid.y + tid.y)"
};

/// A formula as a sum. `4 * (256*ctaid.x + tid.x) + in + 8` has the terms {1, in}, {1024, ctaid.x}, {4, tid.x} and the
/// constant 8.
struct Formula {
  std::vector<FormulaTerm> terms; ///< in the order in which they are printed
  std::int64_t constant = 0;

  /// The coefficient of exactly this text, 0 if it is no summand.
  std::int64_t coefficientOf(const std::string &text) const;
};

/// Splits `id` into summands. `loops` are the numbers of the enclosing loops, outermost first: they name the counters.
Formula formulaOf(const ExprGraph &graph, ExprId id, const LaunchShape &launch, const std::vector<unsigned> &loops);

/// Writes `id`: "in + 4*(256*ctaid.x + tid.x)". At most about 160 characters; what is deeper becomes "...".
std::string formatExpr(const ExprGraph &graph, ExprId id, const LaunchShape &launch,
                       const std::vector<unsigned> &loops = {});

} // namespace sectorscope

#endif
