// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators on numbers: what stays a sum stays one, and what cannot says what it needs.

#include "model/ScalarOps.h"
#include "model/WarpEvaluator.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace sectorscope {
namespace {

constexpr std::int64_t kModest = 1024;  ///< that blocks, iterations and arguments stay below this, nobody may assume
constexpr unsigned kMostMixedBits = 20; ///< in which the lanes of two sums may differ

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

/// Division by a multiplication: mulhi(n, m), mulhi(n, m) >> s and (mulhi(n, m) + n) >> s, as divisions by a number
/// that the host prepared are written. True if the node is one and was computed; `pending` may then be set.
bool WarpEvaluator::computeReciprocal(ExprId id, const Expr &e, WarpValue &out) {
  unsigned shift = e.width;
  ExprId product = id;
  if (e.op == Op::LShr) {
    if (graph[e.b].op != Op::Const || graph[e.b].payload > kMostMixedBits + 12)
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
