// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients and remainders of sums.

#include "model/ScalarOps.h"
#include "model/WarpEvaluator.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace sectorscope {
namespace {

constexpr unsigned kWidestShift = 32; ///< of a division that was prepared as a multiplication

/// The divisor d for which n * multiplier >> shift equals n / d for all n up to `largest`, if there is one.
/// n (2^shift + e) / (d 2^shift) exceeds n / d by less than 1 / d as long as n e < 2^shift.
/// Worked example: multiplier 0xAAAAAAAB, shift 33: d = 3 and e = 1, good for every n below 2^33.
std::optional<std::uint64_t> divisorOf(unsigned __int128 multiplier, unsigned shift, unsigned __int128 largest) {
  const unsigned __int128 power = static_cast<unsigned __int128>(1) << shift;
  if (multiplier == 0 || multiplier > power)
    return std::nullopt;
  const unsigned __int128 divisor = (power + multiplier - 1) / multiplier;
  const unsigned __int128 excess = multiplier * divisor - power;
  if (divisor >> 63 || excess * largest >= power)
    return std::nullopt;
  return static_cast<std::uint64_t>(divisor);
}

} // namespace

/// Division by a multiplication: mulhi(n, m), mulhi(n, m) >> s and (mulhi(n, m) + n) >> s, as divisions by a number
/// that the host prepared are written. True if the node is one and was computed; `pending` may then be set.
bool WarpEvaluator::computeReciprocal(ExprId id, const Expr &e, WarpValue &out) {
  unsigned shift = e.width;
  ExprId product = id;
  if (e.op == Op::LShr) {
    if (graph[e.b].op != Op::Const || graph[e.b].payload > kWidestShift)
      return false;
    shift += static_cast<unsigned>(graph[e.b].payload);
    product = e.a;
  } else if (e.op != Op::UMulHi) {
    return false;
  }
  ExprId added;
  if (const Expr &sum = graph[product]; e.op == Op::LShr && sum.op == Op::Add) {
    const bool left = graph[sum.a].op == Op::UMulHi;
    product = left ? sum.a : sum.b;
    added = left ? sum.b : sum.a;
  }
  const Expr &high = graph[product];
  if (high.op != Op::UMulHi || e.width > 32)
    return false;
  const bool constantRight = graph[high.b].op == Op::Const;
  const ExprId number = constantRight ? high.a : high.b, factor = constantRight ? high.b : high.a;
  if (graph[factor].op != Op::Const || (added && added != number))
    return false;
  const Value *value = eval(number);
  if (!value)
    return true;
  WarpValue n = value->number;
  if (!n.known() || n.termCount == 0)
    return false;
  if (!asNumber(n, false))
    return true;
  if (!n.known())
    return false;
  const Interval terms = intervalOf(n);
  const __int128 turn = static_cast<__int128>(1) << e.width;
  const __int128 most = std::min(terms.hi + *std::max_element(n.lanes.begin(), n.lanes.end()), turn - 1);
  if (terms.lo + *std::min_element(n.lanes.begin(), n.lanes.end()) < 0 && !terms.softLo)
    return false;
  const __int128 multiplier = static_cast<__int128>(graph[factor].payload) + (added ? turn : 0);
  if (added && !terms.softHi && (most * multiplier >> e.width) >= turn)
    return false; // the sum wraps
  const auto divisor =
      divisorOf(static_cast<unsigned __int128>(multiplier), shift, static_cast<unsigned __int128>(most));
  if (!divisor || *divisor < 2 || *divisor > static_cast<std::uint64_t>(turn / 2 - 1))
    return false;
  const Expr division{.op = Op::UDiv, .width = e.width, .flags = NoFlags, .a = number, .b = {}, .c = {}};
  computeDivision(id, division, value->number, constant(static_cast<std::int64_t>(*divisor), e.width), out);
  return true;
}

/// Division, remainder or right shift by a value that is the same in all lanes and that nobody told us. Lanes that lie
/// in one whole part of its known divisor have one quotient; else all but the warps in which a row ends do, as long as
/// the rows are longer than a warp.
/// Worked example: `i / w` of i = 32 t + lane: with w a multiple of 32 one quotient per warp; with any w one quotient
/// away from the ends of the rows, and `i % w` is lane + something.
bool WarpEvaluator::divideByUnknown(ExprId id, const Expr &e, const WarpValue &a, const WarpValue &b, WarpValue &out) {
  constexpr std::int64_t kWidest = 128; // of the lanes; rows are believed longer
  if (a.sameInAllLanes() || !b.sameInAllLanes())
    return giveUp(id, {&b, &a}, out);
  if (const auto need = narrowAny({&a, &b}))
    return giveUp(id, {&b, &a}, out, need);
  const bool isSigned = e.op == Op::SDiv || e.op == Op::SRem || e.op == Op::AShr;
  const bool isDivision = e.op == Op::UDiv || e.op == Op::SDiv, isRemainder = e.op == Op::URem || e.op == Op::SRem;
  WarpValue number = a;
  if (!asNumber(number, isSigned))
    return false;
  const auto [minLane, maxLane] = std::minmax_element(number.lanes.begin(), number.lanes.end());
  if (const Interval terms = intervalOf(number); !number.known() || (terms.lo + *minLane < 0 && !terms.softLo))
    return giveUp(id, {&b, &a}, out);
  std::int64_t divisor = isDivision || isRemainder ? b.lanes[0] : 1; // at least a factor of what divides
  if (isDivision || isRemainder)
    for (unsigned i = 0; i < b.termCount; ++i)
      divisor = std::gcd(divisor, b.terms[i].coef);
  bool isWhole = divisor > 1 && floorDiv(*minLane, divisor) == floorDiv(*maxLane, divisor);
  std::int64_t step = divisor;
  for (unsigned i = 0; i < number.termCount; ++i) {
    const Term &term = number.terms[i];
    if (isWhole && term.coef % divisor != 0) {
      if (symbols[term.symbol].countable() && wantMultiple(term, static_cast<std::uint64_t>(divisor)))
        return false;
      isWhole = false;
    }
    step = std::gcd(step, term.coef);
  }
  if (!isWhole && *maxLane - *minLane >= kWidest)
    return giveUp(id, {&b, &a}, out);
  out = derived(id, e.width, {&b, &a}, isRemainder ? static_cast<std::uint64_t>(std::max<std::int64_t>(step, 1)) : 1, 0,
                std::nullopt);
  if (isRemainder)
    for (unsigned lane = 0; lane < kLanes; ++lane)
      out.lanes[lane] += number.lanes[lane] - step * static_cast<std::int64_t>(floorDiv(*minLane, step));
  if (!isWhole) {
    const std::string name = out.termCount > 0 ? symbols[out.terms[0].symbol].name : "";
    out = out.holdingInside(addReason(name.empty() ? "a row ends inside the warp where a divisor says that is not known"
                                                   : "a row ends inside the warp where " + name + " says"));
  }
  return true;
}

/// Division, remainder and right shift by a constant. d*Q + l divides to Q + floor(l / d) once every coefficient is a
/// multiple of d; a signed division rounds towards zero, so it also needs the sign.
bool WarpEvaluator::computeDivision(ExprId id, const Expr &e, WarpValue a, const WarpValue &b, WarpValue &out) {
  const bool isShift = e.op == Op::LShr || e.op == Op::AShr;
  const bool isSigned = e.op == Op::SDiv || e.op == Op::SRem || e.op == Op::AShr;
  const bool isRemainder = e.op == Op::URem || e.op == Op::SRem;
  if (!b.isConstant())
    return divideByUnknown(id, e, a, b, out);
  std::int64_t divisor = b.lanes[0];
  if (isShift) {
    if (divisor < 0 || divisor >= 62)
      return giveUp(id, {&a, &b}, out);
    divisor = 1LL << divisor;
  } else if (divisor <= 0 || (e.op == Op::SDiv && divisor == 1)) {
    return giveUp(id, {&a, &b}, out); // by a negative number or one above 2^(width-1): not met in addresses
  }
  const WarpValue original = a;
  const bool powerOfTwo = std::has_single_bit(static_cast<std::uint64_t>(divisor));
  std::optional<Split> need;
  if (e.op == Op::URem && powerOfTwo) {
    if (lowBits(a, static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(divisor))), out, need))
      return true;
    return giveUp(id, {&original, &b}, out, need);
  }
  if (!asNumber(a, isSigned))
    return false;
  if (!a.known())
    return giveUp(id, {&a, &b}, out);
  const Interval terms = intervalOf(a);
  const auto [minLane, maxLane] = std::minmax_element(a.lanes.begin(), a.lanes.end());
  if (!isSigned && terms.lo + *minLane < 0 && !terms.softLo)
    return giveUp(id, {&original, &b}, out); // 64 bits wide and above 2^63
  bool negative = false;
  if (isSigned && e.op != Op::AShr && terms.lo + *minLane < 0 && !terms.softLo) {
    if (terms.hi + *maxLane <= 0)
      negative = true;
    else {
      pending = cutAt(a, 0, 0);
      if (pending)
        return false;
      if (a.termCount > 0)
        return giveUp(id, {&original, &b}, out);
    }
  } else if (isSigned && e.op != Op::AShr && terms.lo + *minLane < 0) {
    for (unsigned i = 0; i < a.termCount; ++i)
      if (const Symbol &symbol = symbols[a.terms[i].symbol]; !symbol.countable() && !symbol.name.empty())
        assumed.insert("non-negative " + symbol.name);
  }
  if (negative && !scale(a, -1))
    return giveUp(id, {&original, &b}, out);

  WarpValue quotient = constant(0, e.width);
  const Interval range = intervalOf(a);
  bool sameQuotient = true; // the terms are too small to matter
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    quotient.lanes[lane] = static_cast<std::int64_t>(floorDiv(a.lanes[lane] + range.lo, divisor));
    sameQuotient &= quotient.lanes[lane] == floorDiv(a.lanes[lane] + range.hi, divisor);
  }
  if (!sameQuotient) {
    for (unsigned i = 0; i < a.termCount && !need; ++i)
      if (a.terms[i].coef % divisor != 0) {
        need = multipleOf(a.terms[i], static_cast<std::uint64_t>(divisor));
        if (!need && powerOfTwo && !isRemainder && !negative)
          return shiftSum(id, a, static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(divisor))), out);
        if (!need)
          return giveUp(id, {&original, &b}, out);
      }
    if (need)
      return giveUp(id, {&original, &b}, out, need);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      quotient.lanes[lane] = static_cast<std::int64_t>(floorDiv(a.lanes[lane], divisor));
    for (unsigned i = 0; i < a.termCount; ++i)
      addTerm(quotient, a.terms[i].symbol, a.terms[i].coef / divisor);
  }
  if (isRemainder) {
    WarpValue product = quotient;
    if (!scale(product, divisor) || !linear(quotient, a, product, -1))
      return giveUp(id, {&original, &b}, out);
  }
  if (negative && !scale(quotient, -1))
    return giveUp(id, {&original, &b}, out);
  out = quotient;
  // A quotient or remainder of a number in range is in range; halved at least, an unsigned one also as signed.
  out.promised = NoUnsignedWrap;
  if (isSigned || divisor > 1)
    out.promised = isSigned ? NoSignedWrap : NoSignedWrap | NoUnsignedWrap;
  return true;
}

} // namespace sectorscope
