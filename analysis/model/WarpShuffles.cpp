// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shuffles: values that change lanes. The terms of a value are the same in all lanes and stay where they are.

#include "model/WarpEvaluator.h"

namespace sectorscope {

bool WarpEvaluator::computeShuffle(ExprId id, const WarpValue &value, const WarpValue &source, WarpValue &out) {
  if (value.known() && value.sameInAllLanes()) {
    out = value;
    return true;
  }
  if (!source.known())
    return giveUp(id, {&value, &source}, out);
  if (value.known() && source.termCount == 0) {
    out = value;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      out.lanes[lane] = value.lanes[static_cast<std::uint64_t>(source.lanes[lane]) % kLanes];
    return true;
  }
  if (value.known())
    if (const auto need = narrowAny({&source})) { // the source lane, a number in each part of the cell
      pending = need;
      return false;
    }
  if (!source.sameInAllLanes())
    return giveUp(id, {&value, &source}, out, std::nullopt, true);
  // A broadcast.
  const std::string reason = value.known() ? "value from another lane (shuffle)" : (*reasons)[value.why];
  out = derived(id, value.width, {&source}, 1, 0, std::nullopt, reason);
  for (unsigned i = 0; i < out.termCount; ++i) { // what the values of the lanes hang on is not in the source
    symbols[out.terms[i].symbol].onlyBlocks = false;
    symbols[out.terms[i].symbol].launchWide = false;
  }
  return true;
}

} // namespace sectorscope
