// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/Shuffles.h"

#include "model/WarpValue.h"

namespace sectorscope {

std::optional<ShuffleResult> shuffled(llvm::StringRef mode, ExprId value, ExprId by, ExprId control, ExprGraph &graph) {
  constexpr std::uint64_t kLaneBits = kLanes - 1;
  const auto number = [&](std::uint64_t n) { return graph.constant(n, 32); };
  const auto bitsOf = [&](ExprId from, unsigned at) {
    return graph.binary(Op::And, graph.binary(Op::LShr, from, number(at)), number(kLaneBits));
  };
  const ExprId self = graph.leaf(Op::LaneId, 32);
  const ExprId distance = bitsOf(by, 0), clamp = bitsOf(control, 0), segment = bitsOf(control, 8);
  const ExprId free = graph.binary(Op::Xor, segment, number(kLaneBits)); // bits that tell the lanes of a segment apart
  const ExprId first = graph.binary(Op::And, self, segment);
  const auto within = [&](ExprId lanes) {
    return free == number(kLaneBits) ? lanes : graph.binary(Op::And, lanes, free);
  };
  const ExprId bound = graph.binary(Op::Or, first, within(clamp));
  ExprId lane, isWithin;
  if (mode == "up") {
    lane = graph.binary(Op::Sub, self, distance);
    isWithin = graph.binary(Op::Sle, bound, lane);
  } else if (mode == "down" || mode == "bfly" || mode == "idx") {
    lane = mode == "down"   ? graph.binary(Op::Add, self, distance)
           : mode == "bfly" ? graph.binary(Op::Xor, self, distance)
                            : graph.binary(Op::Or, first, within(distance));
    const bool allAllowed = graph[clamp].op == Op::Const && graph[clamp].payload == kLaneBits;
    // Within the warp there is nothing beyond its last lane, and within a segment nothing beyond that one's.
    const bool isCertain = allAllowed && (mode == "idx" || (mode == "bfly" && first == number(0)));
    isWithin = isCertain ? graph.constant(1, 1) : graph.binary(Op::Sle, lane, bound);
  } else {
    return std::nullopt;
  }
  const ExprId source = graph.select(isWithin, lane, self);
  const auto width = graph[value].width;
  return ShuffleResult{graph.make({.op = Op::Shuffle, .width = width, .a = value, .b = source}), isWithin};
}

} // namespace sectorscope
