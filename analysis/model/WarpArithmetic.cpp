// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators on numbers: what stays a sum stays one, and what cannot says what it needs.

#include "model/ScalarOps.h"
#include "model/WarpEvaluator.h"

#include <algorithm>
#include <array>

namespace sectorscope {
namespace {

constexpr std::int64_t kModest = 1024; ///< that blocks, iterations and arguments stay below this, nobody may assume

} // namespace

/// Makes the sum equal to the value as the instruction reads it (unsigned or signed), lane by lane: lanes that wrap
/// are moved by a multiple of 2^width; a cell in which a lane wraps only here and there is split; wrapping that only
/// a soft end of a range allows is assumed away and listed.
bool WarpEvaluator::asNumber(WarpValue &value, bool isSigned) {
  const unsigned width = value.width;
  if (value.termCount == 0) {
    for (std::int64_t &lane : value.lanes) {
      const auto bits = static_cast<std::uint64_t>(lane);
      lane = isSigned || width == 64 ? signExtend(bits, width) : static_cast<std::int64_t>(bits & lowMask(width));
    }
    return true;
  }
  if (value.promised & (isSigned ? NoSignedWrap : NoUnsignedWrap))
    return true;
  const Interval terms = intervalOf(value), usual = intervalOf(value, kModest);
  const __int128 modulus = static_cast<__int128>(1) << width;
  const __int128 least = isSigned ? -(modulus / 2) : 0, most = isSigned ? modulus / 2 - 1 : modulus - 1;
  bool soft = false;
  for (std::int64_t &lane : value.lanes) {
    __int128 lo = lane + terms.lo, hi = lane + terms.hi;
    if (lo >= least && hi <= most)
      continue;
    // The end that is certain tells which turn it is; with none, what is usual does.
    const bool isOpen = terms.softLo && terms.softHi;
    const bool fits = isOpen && lane + usual.hi >= least && lane + usual.lo <= most;
    const __int128 turns = floorDiv((isOpen ? lane + usual.lo : terms.softLo ? hi : lo) - least, modulus);
    if (width < 64 && turns != 0 && !fits) {
      lane = static_cast<std::int64_t>(lane - turns * modulus);
      lo -= turns * modulus;
      hi -= turns * modulus;
      value.promised = 0; // what was promised spoke of the other reading
      if (lo >= least && hi <= most)
        continue;
    }
    if (width == 64 && !isSigned && lo >= -(modulus / 2) && hi < 0)
      continue; // all of it above 2^63: callers compare such lanes as they are
    if ((lo < least && !terms.softLo) || (hi > most && !terms.softHi)) {
      const __int128 edge = lo < least && !terms.softLo ? least : most + 1;
      pending = cutAt(value, edge, edge);
      if (pending)
        return false;
      value = unknown(width, Cause::Param, "a sum wraps around, at a place that is not known");
      return true;
    }
    // What has no certain end is not believed to be negative where it is read as unsigned.
    if (((isSigned || !isOpen) && lane + usual.lo < least) || lane + usual.hi > most) {
      value = unknown(width, Cause::Param, "a sum wraps around in any launch of some size");
      return true;
    }
    soft = true;
  }
  if (soft)
    for (unsigned i = 0; i < value.termCount; ++i) {
      const Symbol &symbol = symbols[value.terms[i].symbol];
      if (symbol.instead) { // it can be known: do not assume
        pending = symbol.instead;
        return false;
      }
      // Less something that nobody told us, and unsigned: that it stays above zero is more than can be assumed.
      if (!isSigned && value.terms[i].coef < 0 && !symbol.countable() && !value.sameInAllLanes()) {
        value = value.holdingInside(addReason(symbol.name.empty() ? "hangs on a uniform value that is not followed"
                                                                  : symbol.name + " unknown"));
        return true;
      }
      const SymbolState state = stateOf(value.terms[i].symbol);
      if ((state.softLo || state.softHi) && !symbol.name.empty())
        assumed.insert("no-wrap " + symbol.name);
    }
  return true;
}

/// What the flags of an instruction promise of the sum: an instruction that does not wrap as unsigned says nothing of a
/// sum in which -26 stands for 2^32 - 26. Both operands must stand there as they are read.
std::uint8_t WarpEvaluator::keptPromises(std::uint8_t flags, const WarpValue &a, const WarpValue &b) const {
  for (const WarpValue *operand : {&a, &b}) {
    const std::uint8_t open = flags & static_cast<std::uint8_t>(~operand->promised);
    if (!open)
      continue;
    const Interval terms = intervalOf(*operand);
    const auto [minLane, maxLane] = std::minmax_element(operand->lanes.begin(), operand->lanes.end());
    const __int128 lo = terms.lo + *minLane, hi = terms.hi + *maxLane;
    const __int128 half = static_cast<__int128>(1) << (operand->width - 1);
    if ((open & NoSignedWrap) && (lo < -half || hi >= half))
      flags &= static_cast<std::uint8_t>(~NoSignedWrap);
    if ((open & NoUnsignedWrap) && (lo < 0 || hi >= 2 * half))
      flags &= static_cast<std::uint8_t>(~NoUnsignedWrap);
  }
  return flags;
}

/// All operands concrete: the operator itself, lane by lane. A lane without a defined result (a division by zero
/// behind a guard) gets zero; if it is active, the program has no meaning.
bool WarpEvaluator::computeConcrete(const Expr &e, const WarpValue *a, const WarpValue *b, const WarpValue *c,
                                    WarpValue &out) {
  for (const WarpValue *operand : {a, b, c})
    if (operand && (!operand->known() || operand->termCount > 0))
      return false;
  evalLanes(e.op, e.width, a->width, a->lanes.data(), b ? b->lanes.data() : nullptr, b ? b->width : 1,
            c ? c->lanes.data() : nullptr, c ? c->width : 1, out.lanes.data());
  return true;
}

bool WarpEvaluator::computeArithmetic(ExprId id, const Expr &e, Value &out) {
  if (computeReciprocal(id, e, out.number))
    return !pending;
  if (e.op == Op::Select) {
    const Value *condition = eval(e.a);
    if (!condition)
      return false;
    const WarpPredicate p = condition->predicate;
    const bool needTrue = p.yes | p.maybe, needFalse = ~p.yes | p.maybe;
    const Value *whenTrue = needTrue ? eval(e.b) : nullptr;
    const Value *whenFalse = needFalse && !pending ? eval(e.c) : nullptr;
    if (pending)
      return false;
    return computeSelect(id, p, whenTrue ? &whenTrue->number : nullptr, whenFalse ? &whenFalse->number : nullptr,
                         Op::Select, out.number);
  }
  const Value *first = eval(e.a);
  if (!first)
    return false;
  if (graph[e.a].width == 1) { // zext or sext of a predicate
    const std::int64_t whenTrue = e.op == Op::SExt ? -1 : 1;
    return predicateToNumber(id, first->predicate, whenTrue, e.width, out.number);
  }
  const Value *second = e.b ? eval(e.b) : nullptr;
  const Value *third = e.c && !pending ? eval(e.c) : nullptr;
  if (pending)
    return false;
  const auto number = [](const Value *value) { return value ? &value->number : nullptr; };
  const std::array<const WarpValue *, 3> operands = {number(first), number(second), number(third)};
  const WarpValue *bounded = nullptr; // holds away from a bound only
  bool allInside = true;
  for (const WarpValue *operand : operands) {
    allInside &= !operand || operand->knownInside();
    if (operand && operand->inside)
      bounded = operand;
  }
  if (!bounded || !allInside)
    return applyOperator(id, e, *operands[0], operands[1], operands[2], out.number);
  std::array<WarpValue, 3> away;
  std::array<const WarpValue *, 3> there{};
  for (std::size_t i = 0; i < 3; ++i)
    if (operands[i]) {
      away[i] = operands[i]->awayFromBound();
      there[i] = &away[i];
    }
  if (!applyOperator(id, e, *there[0], there[1], there[2], out.number))
    return false;
  if (out.number.known())
    out.number = out.number.holdingInside(bounded->why);
  return true;
}

bool WarpEvaluator::applyOperator(ExprId id, const Expr &e, const WarpValue &first, const WarpValue *b,
                                  const WarpValue *c, WarpValue &out) {
  if (e.op == Op::Shuffle)
    return computeShuffle(id, first, *b, out);
  WarpValue a = first;
  if (computeConcrete(e, &a, b, c, out))
    return true;
  if (!a.known() || (b && !b->known()) || (c && !c->known())) {
    // x & mask and x % m of an unknown x stay unknown, but a zero factor settles a product.
    if (e.op == Op::Mul)
      for (const WarpValue *zero : std::initializer_list<const WarpValue *>{&a, b})
        if (zero->isConstant() && zero->lanes[0] == 0)
          return out = *zero, true;
    if (b && c)
      return giveUp(id, {&a, b, c}, out);
    return b ? giveUp(id, {&a, b}, out) : giveUp(id, {&a}, out);
  }
  const auto finish = [&](bool fits) {
    if (!fits)
      return giveUp(id, std::initializer_list<const WarpValue *>{&a, b}, out);
    out.promised = keptPromises(e.flags, a, *b);
    return true;
  };
  switch (e.op) {
  case Op::Add:
    return finish(linear(out, a, *b, 1));
  case Op::Sub:
    return finish(linear(out, a, *b, -1));
  case Op::Mul:
    if (!multiply(id, a, *b, out))
      return false;
    out.promised = keptPromises(e.flags, a, *b);
    return true;
  case Op::Shl:
    if (b->isConstant() && b->lanes[0] >= 0 && b->lanes[0] < e.width) {
      WarpValue factor = constant(0, e.width);
      factor.lanes.fill(signExtend(1ULL << b->lanes[0], e.width));
      if (!multiply(id, a, factor, out))
        return false;
      out.promised = keptPromises(e.flags, a, *b);
      return true;
    }
    return giveUp(id, {&a, b}, out);
  case Op::Trunc:
    out = a;
    out.promised = 0;
    return true;
  case Op::ZExt:
  case Op::SExt: {
    if (!asNumber(a, e.op == Op::SExt))
      return false;
    out = a;
    out.promised = NoSignedWrap | (e.op == Op::ZExt ? NoUnsignedWrap : NoFlags);
    return true; // a number that cannot be read so stays unknown
  }
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
  case Op::LShr:
  case Op::AShr:
    return computeDivision(id, e, a, *b, out);
  case Op::UMulHi: // as a division by a number that the host prepared
    return a.sameInAllLanes() ? divideByUnknown(id, e, *b, a, out) : divideByUnknown(id, e, a, *b, out);
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return computeBits(id, e, a, *b, out);
  case Op::UMin:
  case Op::UMax:
  case Op::SMin:
  case Op::SMax:
    return computeMinMax(id, e, a, *b, out);
  default:
    break;
  }
  if (c)
    return giveUp(id, {&a, b, c}, out);
  return b ? giveUp(id, {&a, b}, out) : giveUp(id, {&a}, out);
}

} // namespace sectorscope
