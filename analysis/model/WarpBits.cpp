// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators on the bits of sums.

#include "model/ScalarOps.h"
#include "model/WarpEvaluator.h"

#include <algorithm>
#include <bit>

namespace sectorscope {
namespace {

constexpr unsigned kMostMixedBits = 20; ///< in which the lanes of two sums may differ

} // namespace

/// A sum shifted right so far that its terms would have to be known modulo too much: what the lanes have in common is
/// shifted as one unknown.
bool WarpEvaluator::shiftSum(ExprId id, const WarpValue &a, unsigned shift, WarpValue &out) {
  std::uint64_t differing = 0;
  for (const std::int64_t lane : a.lanes)
    differing |= static_cast<std::uint64_t>(lane) ^ static_cast<std::uint64_t>(a.lanes[0]);
  const auto bits = static_cast<unsigned>(std::bit_width(differing));
  WarpValue low;
  std::optional<Split> need;
  if (bits > kMostMixedBits || !lowBits(a, bits, low, need)) {
    if (!need)
      return giveUp(id, {&a}, out);
    pending = need;
    return false;
  }
  const std::optional<Split> instead = narrowAny({&a});
  out = derived(id, a.width, {&a}, bits > shift ? 1ULL << (bits - shift) : 1, 0,
                instead && symbols[instead->symbol].countable() ? instead : std::nullopt);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out.lanes[lane] += low.lanes[lane] >> shift;
  return true;
}

/// The low bits of a value lane by lane, if its terms do not reach into them; else what split would see to that.
bool WarpEvaluator::lowBits(const WarpValue &value, unsigned bits, WarpValue &out, std::optional<Split> &need) const {
  const std::uint64_t mask = bits >= 64 ? ~0ULL : (1ULL << bits) - 1;
  for (unsigned i = 0; i < value.termCount; ++i)
    if (static_cast<std::uint64_t>(value.terms[i].coef) & mask) {
      need = multipleOf(value.terms[i], mask + 1);
      return false;
    }
  out = constant(0, value.width);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out.lanes[lane] = static_cast<std::int64_t>(static_cast<std::uint64_t>(value.lanes[lane]) & mask);
  out.promised = NoSignedWrap | NoUnsignedWrap;
  return true;
}

/// And, or, xor of two sums, `i ^ (i >> 1)`: where the lanes differ in low bits alone and the terms do not reach into
/// these, the low bits are concrete, and what stands above them is the same for all lanes.
bool WarpEvaluator::computeBitsOfSums(ExprId id, const Expr &e, const WarpValue &a, const WarpValue &b,
                                      WarpValue &out) {
  std::uint64_t differing = 0;
  for (const WarpValue *side : {&a, &b})
    for (const std::int64_t lane : side->lanes)
      differing |= static_cast<std::uint64_t>(lane) ^ static_cast<std::uint64_t>(side->lanes[0]);
  const auto bits = static_cast<unsigned>(std::bit_width(differing));
  if (bits > kMostMixedBits)
    return giveUp(id, {&a, &b}, out);
  WarpValue low[2];
  for (const auto &[side, part] : {std::pair{&a, &low[0]}, std::pair{&b, &low[1]}}) {
    std::optional<Split> need;
    if (!lowBits(*side, bits, *part, need)) {
      if (!need)
        return giveUp(id, {&a, &b}, out);
      pending = need;
      return false;
    }
  }
  const std::optional<Split> instead = narrowAny({&a, &b});
  out = derived(id, e.width, {&a, &b}, 1ULL << bits, 0,
                instead && symbols[instead->symbol].countable() ? instead : std::nullopt);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::int64_t x = low[0].lanes[lane], y = low[1].lanes[lane];
    out.lanes[lane] += e.op == Op::And ? x & y : e.op == Op::Or ? x | y : x ^ y;
  }
  return true;
}

/// And, or, xor. One side must be concrete. Its bits up to the highest that differs from its sign are done lane by
/// lane on the low bits of the other side; a negative constant keeps or flips all bits above.
bool WarpEvaluator::computeBits(ExprId id, const Expr &e, const WarpValue &a, const WarpValue &b, WarpValue &out) {
  const WarpValue *sum = &a, *concrete = &b;
  if (b.termCount > 0)
    std::swap(sum, concrete);
  if (concrete->termCount > 0) {
    // Disjoint bits add: the low bits of one side are free, and the other side is small.
    if (e.op != Op::And)
      for (const auto &[high, low] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
        std::uint64_t used = 0;
        for (const std::int64_t lane : high->lanes)
          used |= static_cast<std::uint64_t>(lane);
        for (unsigned i = 0; i < high->termCount; ++i)
          used |= static_cast<std::uint64_t>(high->terms[i].coef);
        const std::uint64_t room = used & -used;
        const Interval range = intervalOf(*low);
        const auto [minLane, maxLane] = std::minmax_element(low->lanes.begin(), low->lanes.end());
        if (range.lo + *minLane >= 0 && static_cast<__int128>(room) > range.hi + *maxLane)
          return linear(out, *high, *low, 1) || giveUp(id, {&a, &b}, out);
      }
    return computeBitsOfSums(id, e, a, b, out);
  }
  unsigned bits = 0; // above these, every lane of `concrete` repeats its sign
  bool negative = false, positive = false;
  for (const std::int64_t lane : concrete->lanes) {
    bits = std::max(bits, static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(lane < 0 ? ~lane : lane))));
    (lane < 0 ? negative : positive) = true;
  }
  WarpValue low;
  std::optional<Split> need;
  if ((negative && positive) || !lowBits(*sum, bits, low, need))
    return need ? giveUp(id, {&a, &b}, out, need) : computeBitsOfSums(id, e, a, b, out);
  // value = high + low with high a multiple of 2^bits.
  const std::uint64_t mask = bits >= 64 ? ~0ULL : (1ULL << bits) - 1;
  WarpValue mixed = low;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto x = static_cast<std::uint64_t>(low.lanes[lane]);
    const std::uint64_t y = static_cast<std::uint64_t>(concrete->lanes[lane]) & mask;
    mixed.lanes[lane] = static_cast<std::int64_t>(e.op == Op::And ? x & y : e.op == Op::Or ? x | y : x ^ y);
  }
  WarpValue high;
  if (!linear(high, *sum, low, -1))
    return giveUp(id, {&a, &b}, out);
  if (e.op == Op::And && !negative) {
    out = mixed;
    return true;
  }
  if (e.op == Op::Or && negative) { // every bit above is set
    for (std::int64_t &lane : mixed.lanes)
      lane = static_cast<std::int64_t>(static_cast<std::uint64_t>(lane) | ~mask);
    out = mixed;
    out.promised = 0;
    return true;
  }
  if (e.op == Op::Xor && negative) { // ~high = -1 - high, and its low bits are all set: take them out again
    if (!scale(high, -1))
      return giveUp(id, {&a, &b}, out);
    for (std::int64_t &lane : high.lanes)
      lane -= static_cast<std::int64_t>(mask) + 1;
  }
  if (!linear(out, high, mixed, 1))
    return giveUp(id, {&a, &b}, out);
  return true;
}

} // namespace sectorscope
