// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons, logic on predicates, select, minimum and maximum.

#include "model/ScalarOps.h"
#include "model/WarpEvaluator.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

namespace sectorscope {
namespace {

/// Joins the doubts of two predicates whose result may be true in `maybe`. Two doubts about unlike sets of lanes leave
/// a mask of which nobody knows the shape, even where each alone is all or nothing.
WarpPredicate join(const WarpPredicate &a, const WarpPredicate &b, std::uint32_t yes, std::uint32_t maybe) {
  WarpPredicate out{.yes = yes, .maybe = maybe};
  if (!maybe)
    return out;
  const bool doubtA = a.maybe & maybe, doubtB = b.maybe & maybe;
  const WarpPredicate &worse = !doubtB || (doubtA && a.cause >= b.cause) ? a : b;
  out.cause = worse.cause;
  out.why = worse.why;
  out.onlyBlocks = (!doubtA || a.onlyBlocks) && (!doubtB || b.onlyBlocks);
  const int leanA = doubtA ? a.lean : 2, leanB = doubtB ? b.lean : 2;
  out.lean = std::min(leanA, leanB); // of a conjunction
  if (doubtA && doubtB && (a.maybe & maybe) != (b.maybe & maybe))
    out.cause = std::max(out.cause, Cause::RowTail);
  return out;
}

WarpPredicate conjunction(const WarpPredicate &a, const WarpPredicate &b) {
  const std::uint32_t possible = (a.yes | a.maybe) & (b.yes | b.maybe);
  return join(a, b, a.yes & b.yes, possible & ~(a.yes & b.yes));
}

WarpPredicate negation(const WarpPredicate &p) {
  WarpPredicate out = p;
  out.yes = ~(p.yes | p.maybe);
  out.lean = -p.lean;
  return out;
}

WarpPredicate disjunction(const WarpPredicate &a, const WarpPredicate &b) {
  return negation(conjunction(negation(a), negation(b)));
}

} // namespace

bool WarpEvaluator::computePredicate(ExprId id, const Expr &e, Value &out) {
  WarpPredicate &p = out.predicate;
  if (isComparison(e.op)) {
    const Value *a = eval(e.a), *b = a ? eval(e.b) : nullptr;
    if (!b)
      return false;
    if (graph[e.a].width > 1)
      return compare(e.op, a->number, b->number, p);
    const WarpPredicate x = a->predicate, y = b->predicate; // of one bit each
    const WarpPredicate both = conjunction(x, y), neither = conjunction(negation(x), negation(y));
    const WarpPredicate equal = disjunction(both, neither);
    switch (e.op) {
    case Op::Eq:
      p = equal;
      break;
    case Op::Ne:
      p = negation(equal);
      break;
    case Op::Ult: // 0 < 1
      p = conjunction(negation(x), y);
      break;
    case Op::Ule:
      p = disjunction(negation(x), y);
      break;
    case Op::Slt: // -1 < 0
      p = conjunction(x, negation(y));
      break;
    default:
      p = disjunction(x, negation(y));
      break;
    }
    return true;
  }
  // What has to be stepped through comes last: the other side may end the loop, or settle the matter.
  const bool swaps = (e.op == Op::And || e.op == Op::Or) && graph[e.a].op == Op::AllBefore;
  const Value *a = eval(swaps ? e.b : e.a);
  if (!a)
    return false;
  const WarpPredicate x = a->predicate;
  if (e.op == Op::Trunc) {
    const WarpValue &number = a->number;
    if (!number.known()) {
      p = {.yes = 0, .maybe = kAllLanes, .cause = number.cause, .why = number.why};
      return true;
    }
    WarpValue low;
    std::optional<Split> need;
    if (!lowBits(number, 1, low, need)) {
      if (need && symbols[need->symbol].countable()) {
        pending = need;
        return false;
      }
      p = {.yes = 0, .maybe = kAllLanes, .cause = number.sameInAllLanes() ? Cause::Uniform : Cause::Param};
      return true;
    }
    for (unsigned lane = 0; lane < kLanes; ++lane)
      p.yes |= static_cast<std::uint32_t>(low.lanes[lane] & 1) << lane;
    return true;
  }
  // Short circuits: the other side may be hard to tell where it does not matter.
  const bool isAnd = e.op == Op::And || e.op == Op::Mul, isOr = e.op == Op::Or;
  if ((isAnd && !(x.yes | x.maybe)) || (isOr && x.yes == kAllLanes)) {
    p = x;
    return true;
  }
  if (e.op == Op::Select) {
    const Value *whenTrue = x.yes | x.maybe ? eval(e.b) : nullptr;
    const Value *whenFalse = !pending && (~x.yes | x.maybe) ? eval(e.c) : nullptr;
    if (pending)
      return false;
    const WarpPredicate none;
    p = disjunction(conjunction(x, whenTrue ? whenTrue->predicate : none),
                    conjunction(negation(x), whenFalse ? whenFalse->predicate : none));
    return true;
  }
  const Value *b = e.b ? eval(swaps ? e.a : e.b) : nullptr;
  if (pending)
    return false;
  if (isAnd)
    p = conjunction(x, b->predicate);
  else if (isOr)
    p = disjunction(x, b->predicate);
  else if (e.op == Op::Xor || e.op == Op::Add || e.op == Op::Sub)
    p = disjunction(conjunction(x, negation(b->predicate)), conjunction(negation(x), b->predicate));
  else {
    giveUp(id, {}, out.number);
    p = {.yes = 0, .maybe = kAllLanes, .cause = Cause::Limit, .why = out.number.why};
  }
  return true;
}

bool WarpEvaluator::compare(Op op, WarpValue a, WarpValue b, WarpPredicate &out) {
  out = {};
  const auto isUnknown = [&] {
    for (const WarpValue *side : {&a, &b})
      if (!side->known() && side->cause > out.cause)
        out = {.yes = 0, .maybe = kAllLanes, .cause = side->cause, .why = side->why, .onlyBlocks = false};
    return out.maybe != 0;
  };
  if (isUnknown())
    return true;
  const bool isEquality = op == Op::Eq || op == Op::Ne;
  const bool isSigned = isEquality || op == Op::Slt || op == Op::Sle;
  if (!asNumber(a, isSigned) || !asNumber(b, isSigned))
    return false;
  if (isUnknown()) // as the comparison reads it
    return true;
  WarpValue difference;
  if (!linear(difference, a, b, -1)) {
    out = {.yes = 0, .maybe = kAllLanes, .cause = Cause::Limit, .onlyBlocks = false};
    return true;
  }
  // Lanes in full precision: a 64-bit unsigned lane may lie above 2^63, where its sum is negative.
  const bool big = !isSigned && a.width == 64;
  const __int128 hiA = intervalOf(a).hi, hiB = intervalOf(b).hi;
  const auto number = [&](const WarpValue &value, __int128 hi, unsigned lane) {
    const __int128 v = value.lanes[lane];
    return big && v + hi < 0 ? v + (static_cast<__int128>(1) << 64) : v;
  };
  Interval terms = intervalOf(difference);
  if (!isSigned) { // a value that nobody told us may be above 2^(width-1), where its sum is negative
    const __int128 turn = static_cast<__int128>(1) << a.width;
    if (mayBeNegative(a))
      terms.hi += turn;
    if (mayBeNegative(b))
      terms.lo -= turn;
  }
  // The terms move in steps of their common divisor (2^width, where a sum may wrap, is one more term).
  std::int64_t stride = 0;
  for (unsigned i = 0; i < difference.termCount; ++i)
    stride = std::gcd(stride, difference.terms[i].coef);
  if (!isSigned && (mayBeNegative(a) || mayBeNegative(b)))
    stride = std::gcd(stride, std::int64_t{1} << std::min<unsigned>(a.width, 62));
  const __int128 threshold = isEquality || op == Op::Ult || op == Op::Slt ? 0 : 1; // an order is true below it
  std::uint32_t yes = 0, no = 0;
  std::optional<__int128> step; // in which the lanes that are not settled lie
  bool varies = false;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const __int128 lane0 = number(a, hiA, lane) - number(b, hiB, lane);
    const __int128 lo = lane0 + terms.lo, hi = lane0 + terms.hi;
    bool isTrue = false, isFalse = false;
    if (isEquality) {
      isTrue = lo == 0 && hi == 0;
      isFalse = lo > 0 || hi < 0 || (stride > 0 && lane0 % stride != 0);
    } else {
      isTrue = hi < threshold;
      isFalse = lo >= threshold;
    }
    yes |= static_cast<std::uint32_t>(isTrue) << lane;
    no |= static_cast<std::uint32_t>(isFalse) << lane;
    if (isTrue || isFalse)
      continue;
    // `32 * x + lane < 32 * n` holds in all lanes or in none.
    const __int128 here = stride > 0 ? floorDiv(lane0 - threshold, stride) : lane0;
    varies |= step && *step != here;
    step = here;
  }
  if (op == Op::Ne)
    std::swap(yes, no);
  out.yes = yes;
  out.maybe = ~(yes | no);
  if (!out.maybe)
    return true;
  bool countable = true;
  for (unsigned i = 0; i < difference.termCount; ++i) {
    const Symbol &symbol = symbols[difference.terms[i].symbol];
    countable &= symbol.countable() || symbol.instead.has_value();
  }
  if (countable && !isDiagonal(difference)) {
    pending = cutAt(difference, threshold, isEquality ? threshold + 1 : threshold);
    if (pending)
      return false;
    out.cause = Cause::Limit;
    out.onlyBlocks = false;
    return true;
  }
  varies |= isEquality && !difference.sameInAllLanes();
  if (isEquality && varies)
    out.lean = op == Op::Ne ? 2 : -2;
  else if (varies)
    out.lean = leanOf(difference);
  classify(difference, varies, out);
  return true;
}

/// The sum is below zero for some value of a symbol that is not counted over.
bool WarpEvaluator::mayBeNegative(const WarpValue &value) const {
  bool given = false;
  for (unsigned i = 0; i < value.termCount; ++i)
    given |= !symbols[value.terms[i].symbol].countable();
  return given && intervalOf(value).lo + *std::min_element(value.lanes.begin(), value.lanes.end()) < 0;
}

/// Two quantities without an end run against each other, `k <= blockIdx.x`: however often the cell is divided, their
/// border passes through a part of it.
bool WarpEvaluator::isDiagonal(const WarpValue &difference) const {
  bool rises = false, falls = false;
  for (unsigned i = 0; i < difference.termCount; ++i) {
    const Term &term = difference.terms[i];
    if (symbols[term.symbol].instead)
      return false;
    if (stateOf(term.symbol).softHi)
      (term.coef > 0 ? rises : falls) = true;
  }
  return rises && falls;
}

/// Whether a sum is below its bound where the values that nobody told us are large: 1 yes, -1 no, 0 who knows.
int WarpEvaluator::leanOf(const WarpValue &difference) const {
  bool rises = false, falls = false;
  for (unsigned i = 0; i < difference.termCount; ++i)
    if (!symbols[difference.terms[i].symbol].countable())
      (difference.terms[i].coef > 0 ? rises : falls) = true;
  return falls - rises;
}

/// The term is the step of a grid-stride loop: one more iteration moves the value as far as all blocks together do, so
/// no two iterations meet the same value.
bool WarpEvaluator::isGridStride(const Term &term, const WarpValue &sum) const {
  const Symbol &step = symbols[term.symbol];
  if (!step.gridAxis && step.kind != SymbolKind::Counter)
    return false;
  for (unsigned i = 0; i < sum.termCount; ++i) {
    const Term &other = sum.terms[i];
    const Symbol &block = symbols[other.symbol];
    if (block.kind != SymbolKind::Block)
      continue;
    const __int128 perStep =
        static_cast<__int128>(term.coef) * (step.gridAxis ? step.gridSteps : 1) * stateOf(other.symbol).modulus;
    const __int128 perBlock = static_cast<__int128>(other.coef) * stateOf(term.symbol).modulus;
    if (step.gridAxis && block.axis == *step.gridAxis && perStep == perBlock)
      return true;
    if (!step.gridAxis && !block.initial.softHi && perStep == perBlock * (block.initial.hi + 1))
      return true;
  }
  return false;
}

/// Names the doubt about a comparison that no split can settle.
void WarpEvaluator::classify(const WarpValue &difference, bool varies, WarpPredicate &out) {
  std::uint8_t covered = 0;
  bool launchWide = true;
  __int128 span = 0;
  const auto [minLane, maxLane] = std::minmax_element(difference.lanes.begin(), difference.lanes.end());
  span = static_cast<__int128>(*maxLane) - *minLane;
  std::string name;
  for (unsigned i = 0; i < difference.termCount; ++i) {
    const Term &term = difference.terms[i];
    const Symbol &symbol = symbols[term.symbol];
    out.onlyBlocks &= symbol.onlyBlocks && symbol.kind != SymbolKind::Warp && symbol.kind != SymbolKind::Counter;
    if (symbol.blockProduct)
      covered |= symbol.blockAxes;
    else if (symbol.kind == SymbolKind::Counter)
      launchWide &= !stateOf(term.symbol).softHi || isGridStride(term, difference);
    else if (!isGridStride(term, difference))
      launchWide &= symbol.countable() || symbol.launchWide;
    if (symbol.kind == SymbolKind::Warp) {
      const auto perWarp = static_cast<__int128>(std::abs(term.coef)) / stateOf(term.symbol).modulus;
      span += perWarp * (static_cast<__int128>(symbol.initial.hi) - symbol.initial.lo);
    }
    if (name.empty() && !symbol.countable())
      name = symbol.name;
  }
  // Along each axis a block must lie beyond all that the axes before it reach.
  std::vector<std::pair<__int128, std::uint32_t>> blocks;
  for (unsigned i = 0; i < difference.termCount; ++i)
    if (const Term &term = difference.terms[i]; symbols[term.symbol].kind == SymbolKind::Block)
      blocks.emplace_back(static_cast<__int128>(std::abs(term.coef)) / stateOf(term.symbol).modulus, term.symbol);
  std::sort(blocks.begin(), blocks.end());
  for (const auto &[perBlock, symbol] : blocks) {
    if (perBlock < span)
      break;
    covered |= static_cast<std::uint8_t>(1U << symbols[symbol].axis);
    if (symbols[symbol].initial.softHi)
      break;
    span += perBlock * symbols[symbol].initial.hi;
  }
  if (!varies) {
    out.cause = Cause::Uniform;
    return;
  }
  // Blocks that do not overlap along the compared quantity meet its bound once in the whole launch.
  const bool once = launchWide && covered != 0 && (facts.blockAxes & ~covered) == 0;
  out.cause = once ? Cause::Tail : Cause::RowTail;
  out.why = addReason(name.empty() ? "lanes cut off by a bound that is not known"
                                   : "lanes cut off by a bound that hangs on " + name);
}

bool WarpEvaluator::predicateToNumber(ExprId id, const WarpPredicate &p, std::int64_t whenTrue, unsigned width,
                                      WarpValue &out) {
  const WarpValue one = constant(whenTrue, width), zero = constant(0, width);
  return computeSelect(id, p, &one, &zero, Op::ZExt, out);
}

/// Per lane `a` where the condition holds, else `b`; null where no lane takes that side.
bool WarpEvaluator::computeSelect(ExprId id, const WarpPredicate &condition, const WarpValue *a, const WarpValue *b,
                                  Op op, WarpValue &out) {
  if (!a || !b) {
    out = a ? *a : *b;
    return true;
  }
  std::uint32_t takeA = condition.yes;
  if (condition.maybe && condition.cause == Cause::Tail && op == Op::Select) {
    // The boundary itself concerns a few warps. Away from it the interior side is the one that follows the lane.
    const bool variesA = a->known() && !a->sameInAllLanes(), variesB = b->known() && !b->sameInAllLanes();
    const bool fewLanes = std::abs(condition.lean) == 2;
    if (fewLanes || variesA != variesB) {
      if (fewLanes ? condition.lean > 0 : variesA)
        takeA |= condition.maybe;
      assumed.insert("tail");
    } else {
      return selectInside(id, condition, *a, *b, out);
    }
  } else if (condition.maybe && condition.cause == Cause::RowTail && op == Op::Select) {
    return selectInside(id, condition, *a, *b, out);
  } else if (condition.maybe) {
    if (condition.cause == Cause::Uniform && condition.maybe == kAllLanes && a->known() && b->known()) {
      // One side or the other for all lanes: if they differ by the same in every lane, only an offset is unknown.
      WarpValue difference;
      if (linear(difference, *a, *b, -1) && difference.sameInAllLanes()) {
        std::uint64_t common = static_cast<std::uint64_t>(difference.lanes[0]);
        for (unsigned i = 0; i < difference.termCount; ++i)
          common |= static_cast<std::uint64_t>(difference.terms[i].coef);
        const std::uint64_t modulus = common ? std::min<std::uint64_t>(common & -common, 1ULL << 30) : 1ULL << 30;
        const WarpValue offset = derived(id, graph[id].width, {a, b, &difference}, modulus, 0, std::nullopt);
        if (!offset.known()) {
          out = offset;
          return true;
        }
        if (offset.termCount == 1) { // nothing, or the difference
          const Interval terms = intervalOf(difference);
          SymbolState &state = derivedStates.at(offset.terms[0].symbol);
          const auto within = [&](__int128 end) {
            return static_cast<std::int64_t>(std::clamp<__int128>(end, state.lo, state.hi));
          };
          const std::int64_t lo = within(std::min<__int128>(0, difference.lanes[0] + terms.lo));
          const std::int64_t hi = within(std::max<__int128>(0, difference.lanes[0] + terms.hi));
          state = {lo, hi, terms.softLo && lo < 0, terms.softHi && hi > 0, state.modulus, state.residue};
        }
        return linear(out, *b, offset, 1) || giveUp(id, {a, b}, out);
      }
    }
    const Cause cause = condition.cause == Cause::Uniform ? Cause::Param : condition.cause;
    out = unknown(graph[id].width, std::max(cause, Cause::Param), (*reasons)[condition.why]);
    return true;
  }
  if (takeA == kAllLanes || takeA == 0) {
    out = takeA ? *a : *b;
    return true;
  }
  // Lanes of both sides: the terms must be the same ones.
  WarpValue difference;
  if (a->known() && b->known() && linear(difference, *a, *b, -1) && difference.termCount == 0) {
    out = *b;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (takeA >> lane & 1)
        out.lanes[lane] = a->lanes[lane];
    out.promised = a->promised & b->promised;
    return true;
  }
  return giveUp(id, {a, b}, out, std::nullopt, true);
}

/// The side of a choice that is taken away from the bound on which it hangs.
bool WarpEvaluator::selectInside(ExprId id, const WarpPredicate &condition, const WarpValue &a, const WarpValue &b,
                                 WarpValue &out) {
  const bool variesA = a.knownInside() && !a.sameInAllLanes(), variesB = b.knownInside() && !b.sameInAllLanes();
  int lean = condition.lean;
  if (std::abs(lean) < 2 && variesA != variesB)
    lean = variesA ? 1 : -1; // `min(i, n - 1)`: the side that follows the lanes
  out = unknown(graph[id].width, Cause::Param, (*reasons)[condition.why]);
  if (lean == 0 || !(lean > 0 ? a : b).knownInside())
    return true;
  WarpPredicate settled = condition;
  settled.maybe = 0;
  if (lean > 0)
    settled.yes |= condition.maybe;
  const WarpValue insideA = a.awayFromBound(), insideB = b.awayFromBound();
  WarpValue value;
  if (!computeSelect(id, settled, settled.yes ? &insideA : nullptr, ~settled.yes ? &insideB : nullptr, Op::Select,
                     value))
    return false;
  if (value.known())
    out = value.holdingInside(condition.why);
  return true;
}

bool WarpEvaluator::computeMinMax(ExprId id, const Expr &e, WarpValue a, WarpValue b, WarpValue &out) {
  const bool isSigned = e.op == Op::SMin || e.op == Op::SMax;
  if (!asNumber(a, isSigned) || !asNumber(b, isSigned))
    return false;
  WarpPredicate less;
  if (!compare(isSigned ? Op::Slt : Op::Ult, a, b, less))
    return false;
  const bool wantsLess = e.op == Op::SMin || e.op == Op::UMin;
  return computeSelect(id, wantsLess ? less : negation(less), &a, &b, Op::Select, out);
}

} // namespace sectorscope
