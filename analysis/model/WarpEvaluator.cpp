// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/WarpEvaluator.h"

#include "model/ScalarOps.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sectorscope {
namespace {

constexpr unsigned kMaxDepth = 3000;          // of the recursion over an expression
constexpr std::uint64_t kMaxClasses = 4096;   // residue classes or values that one symbol is split into
constexpr std::uint64_t kMaxGuesses = 128;    // the same for a value that nobody told us
constexpr std::uint64_t kMaxValues = 1 << 17; // of a symbol that is taken value by value
constexpr std::int64_t kMaxGrid = (1LL << 31) - 1;
constexpr std::int64_t kEndless = 1LL << 62;

std::uint64_t symbolKey(Op op, std::uint64_t payload) { return static_cast<std::uint64_t>(op) << 32 | payload; }

} // namespace

WarpEvaluator::WarpEvaluator(const ExprGraph &graph, const LaunchFacts &facts, SymbolTable &symbols,
                             const WarpPattern &pattern, const Cell &cell, EvaluationPool &pool, std::size_t &effort)
    : graph(graph), facts(facts), symbols(symbols), pattern(pattern), cell(cell), pool(pool), effort(effort) {
  pool.restart();
}

const Value *WarpEvaluator::eval(ExprId id) {
  if (pending)
    return nullptr;
  if (const Value *known = pool.find(id))
    return known;
  Value &value = pool.room();
  value.number.cause = Cause::None;
  value.number.promised = 0;
  value.number.inside = false;
  value.number.termCount = 0;
  value.number.why = 0;
  value.predicate = {};
  if (effort > 0)
    --effort;
  if (++depth > kMaxDepth || effort == 0) {
    value.number =
        unknown(graph[id].width, Cause::Limit, effort == 0 ? "enumeration exceeded its budget" : "expression too deep");
    value.predicate = {.yes = 0, .maybe = kAllLanes, .cause = Cause::Limit, .why = value.number.why};
  } else if (!compute(id, value)) {
    --depth;
    return nullptr;
  }
  --depth;
  value.number.width = graph[id].width;
  // What is fixed in this cell may differ in the next.
  value.predicate.onlyBlocks = value.predicate.onlyBlocks && !pool.variesWithinBlock(id);
  return pool.keep(id, value);
}

bool WarpEvaluator::compute(ExprId id, Value &out) {
  const Expr &e = graph[id];
  if (e.op < Op::Loaded || e.op == Op::RecurVar)
    return computeLeaf(id, e, out);
  if (e.op == Op::Loaded)
    return computeLoad(id, e, out);
  if (e.op == Op::Recur || e.op == Op::AllBefore)
    return computeLoop(id, e, out);
  if (e.width == 1)
    return computePredicate(id, e, out);
  return computeArithmetic(id, e, out);
}

// ---------------------------------------------------------------------------------------------------------------------
// Symbols

SymbolState WarpEvaluator::stateOf(std::uint32_t symbol) const {
  if (const SymbolState *narrowed = cell.find(symbol))
    return *narrowed;
  if (const auto own = derivedStates.find(symbol); own != derivedStates.end())
    return own->second;
  return symbols[symbol].initial;
}

std::pair<std::int64_t, std::int64_t> WarpEvaluator::steps(std::uint32_t symbol) const {
  const Steps steps = stepsOf(stateOf(symbol));
  return {static_cast<std::int64_t>(steps.first), static_cast<std::int64_t>(steps.last)};
}

Interval WarpEvaluator::intervalOf(const WarpValue &value, std::optional<std::int64_t> soft) const {
  Interval sum;
  for (unsigned i = 0; i < value.termCount; ++i) {
    const Term &term = value.terms[i];
    const SymbolState s = stateOf(term.symbol);
    auto [lo, hi] = steps(term.symbol);
    if (soft && s.softLo)
      lo = std::min(std::max<std::int64_t>(lo, 0), hi);
    if (soft && s.softHi)
      hi = std::max(std::min(hi, *soft / static_cast<std::int64_t>(s.modulus)), lo);
    const bool up = term.coef > 0;
    sum.lo += static_cast<__int128>(term.coef) * (up ? lo : hi);
    sum.hi += static_cast<__int128>(term.coef) * (up ? hi : lo);
    sum.softLo |= up ? s.softLo : s.softHi;
    sum.softHi |= up ? s.softHi : s.softLo;
  }
  return sum;
}

void WarpEvaluator::addSymbol(WarpValue &value, std::uint32_t symbol, std::int64_t factor) {
  const SymbolState s = stateOf(symbol);
  const auto [lo, hi] = steps(symbol);
  const auto m = static_cast<std::int64_t>(s.modulus);
  const std::int64_t base = lo == hi ? m * lo + s.residue : s.residue;
  for (std::int64_t &lane : value.lanes)
    lane += factor * base;
  if (lo != hi)
    addTerm(value, symbol, factor * m);
}

bool WarpEvaluator::addTerm(WarpValue &value, std::uint32_t symbol, std::int64_t coef) {
  Term *const end = value.terms.data() + value.termCount;
  Term *const place = std::find_if(value.terms.data(), end, [&](const Term &term) { return term.symbol >= symbol; });
  if (place != end && place->symbol == symbol) {
    place->coef = wrappingSum(place->coef, coef);
    if (place->coef == 0) {
      std::copy(place + 1, end, place);
      --value.termCount;
    }
    return true;
  }
  if (coef == 0)
    return true;
  if (value.termCount == WarpValue::kMaxTerms)
    return false;
  std::copy_backward(place, end, end + 1);
  *place = {symbol, coef};
  ++value.termCount;
  return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Sums

WarpValue WarpEvaluator::constant(std::int64_t value, unsigned width) const {
  WarpValue out;
  out.width = static_cast<std::uint8_t>(width);
  out.lanes.fill(signExtend(static_cast<std::uint64_t>(value), width));
  return out;
}

WarpValue WarpEvaluator::unknown(unsigned width, Cause cause, std::string why) {
  WarpValue out;
  out.width = static_cast<std::uint8_t>(width);
  out.cause = cause;
  out.why = addReason(std::move(why));
  return out;
}

std::uint32_t WarpEvaluator::addReason(std::string why) {
  reasons->push_back(std::move(why));
  return static_cast<std::uint32_t>(reasons->size() - 1);
}

bool WarpEvaluator::linear(WarpValue &out, const WarpValue &a, const WarpValue &b, std::int64_t factorB) {
  out = a;
  out.promised = 0;
  for (unsigned i = 0; i < kLanes; ++i)
    out.lanes[i] =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(a.lanes[i]) +
                                  static_cast<std::uint64_t>(b.lanes[i]) * static_cast<std::uint64_t>(factorB));
  for (unsigned i = 0; i < b.termCount; ++i)
    if (!addTerm(out, b.terms[i].symbol,
                 static_cast<std::int64_t>(static_cast<std::uint64_t>(b.terms[i].coef) *
                                           static_cast<std::uint64_t>(factorB))))
      return false;
  return true;
}

bool WarpEvaluator::scale(WarpValue &value, std::int64_t factor) {
  const WarpValue copy = value;
  value = constant(0, copy.width);
  return linear(value, constant(0, copy.width), copy, factor);
}

bool WarpEvaluator::multiply(ExprId id, const WarpValue &a, const WarpValue &b, WarpValue &out) {
  const unsigned width = a.width;
  for (const auto &[x, y] : {std::pair{&a, &b}, std::pair{&b, &a}})
    if (y->isConstant()) {
      out = *x;
      if (!scale(out, y->lanes[0]))
        break;
      for (unsigned i = 0; i < out.termCount; ++i) // -1 in 32 bits is -1, not 2^32 - 1: keep intervals narrow
        out.terms[i].coef = signExtend(static_cast<std::uint64_t>(out.terms[i].coef), width);
      return true;
    }
  if (!a.sameInAllLanes() || !b.sameInAllLanes())
    return giveUp(id, {&a, &b}, out);
  // Both uniform: (x + g s)(y + h t) = xy mod gcd(xh, yg, gh). Wrapping keeps the power of two in it.
  const auto gcdOf = [](const WarpValue &v) {
    std::int64_t g = 0;
    for (unsigned i = 0; i < v.termCount; ++i)
      g = std::gcd(g, v.terms[i].coef);
    return g;
  };
  const std::uint64_t x = static_cast<std::uint64_t>(a.lanes[0]), y = static_cast<std::uint64_t>(b.lanes[0]);
  const std::uint64_t g = static_cast<std::uint64_t>(gcdOf(a)), h = static_cast<std::uint64_t>(gcdOf(b));
  const std::uint64_t both = x * h | y * g | g * h | (1ULL << std::min(width, 30U));
  const std::uint64_t modulus = both & -both;
  out = derived(id, width, {&a, &b}, modulus, static_cast<std::int64_t>(x * y & (modulus - 1)), narrowAny({&a, &b}));
  if (out.termCount == 1) {
    Symbol &product = symbols[out.terms[0].symbol];
    // A block index times something; not a quotient of it, `(i / w) * w`, in which blocks repeat.
    const auto isOfBlocks = [&](const WarpValue &factor) {
      return factor.termCount > 0 &&
             std::all_of(factor.terms.begin(), factor.terms.begin() + factor.termCount, [&](const Term &term) {
               return symbols[term.symbol].kind == SymbolKind::Block || symbols[term.symbol].blockProduct;
             });
    };
    const auto hangsOnBlocks = [&](const WarpValue &factor) {
      return std::any_of(factor.terms.begin(), factor.terms.begin() + factor.termCount, [&](const Term &term) {
        return symbols[term.symbol].kind == SymbolKind::Block || symbols[term.symbol].blockAxes != 0;
      });
    };
    product.blockProduct = (isOfBlocks(a) && !hangsOnBlocks(b)) || (isOfBlocks(b) && !hangsOnBlocks(a));
    for (const auto &[grid, counter] : {std::pair{&a, &b}, std::pair{&b, &a}})
      if (grid->termCount == 1 && counter->termCount == 1 && grid->lanes[0] == 0 &&
          symbols[grid->terms[0].symbol].isGridSize && symbols[counter->terms[0].symbol].kind == SymbolKind::Counter) {
        product.gridAxis = symbols[grid->terms[0].symbol].axis;
        product.gridSteps = grid->terms[0].coef * counter->terms[0].coef;
      }
  }
  return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Where a sum is not enough

WarpValue WarpEvaluator::derived(ExprId id, unsigned width, std::initializer_list<const WarpValue *> from,
                                 std::uint64_t modulus, std::int64_t residue, std::optional<Split> instead,
                                 const std::string &name) {
  Symbol prototype{.kind = SymbolKind::Derived, .name = name};
  prototype.onlyBlocks = !pool.variesWithinBlock(id);
  prototype.launchWide = prototype.onlyBlocks;
  std::string inherited;
  for (const WarpValue *value : from)
    for (unsigned i = 0; i < value->termCount; ++i) {
      const Symbol &s = symbols[value->terms[i].symbol];
      if (s.kind == SymbolKind::Block)
        prototype.blockAxes |= static_cast<std::uint8_t>(1U << s.axis);
      prototype.blockAxes |= s.blockAxes;
      prototype.launchWide &= s.launchWide && !s.countable();
      if (inherited.empty() && !s.countable())
        inherited = s.name;
    }
  if (prototype.name.empty())
    prototype.name = inherited;
  std::uint64_t key = id.index; // the same node has another value in each step of a loop
  for (const auto &[loop, step] : boundCounters)
    key = (key ^ (loop + 1) * 0x9e3779b97f4a7c15ULL) + static_cast<std::uint64_t>(step + 1) * 0xd1b54a32d192ed03ULL;
  const std::uint32_t symbol = symbols.get(SymbolKind::Derived, key, prototype);
  symbols[symbol].instead = instead;
  symbols[symbol].blockAxes |= prototype.blockAxes; // an axis that was fixed in the cell before
  symbols[symbol].launchWide &= prototype.launchWide;
  const std::int64_t reach = width >= 63 ? kEndless : 1LL << (width - 1);
  SymbolState state{
      .lo = -reach, .hi = reach - 1, .softLo = true, .softHi = true, .modulus = modulus, .residue = residue};
  derivedStates[symbol] = state;
  WarpValue out = constant(0, width);
  addSymbol(out, symbol, 1);
  return out;
}

std::optional<Split> WarpEvaluator::multipleOf(const Term &term, std::uint64_t divisor) const {
  const Symbol &symbol = symbols[term.symbol];
  if (symbol.instead)
    return symbol.instead;
  const std::uint64_t classes = divisor / std::gcd(divisor, static_cast<std::uint64_t>(std::abs(term.coef)));
  const auto [lo, hi] = steps(term.symbol);
  const SymbolState state = stateOf(term.symbol);
  const bool few = !state.softHi && !state.softLo && static_cast<std::uint64_t>(hi - lo) < classes;
  if (few) // fewer values than classes: take the values
    return Split{Split::Kind::EachValue, term.symbol};
  if (classes > (symbol.countable() ? kMaxClasses : kMaxGuesses))
    return std::nullopt;
  return Split{Split::Kind::Modulo, term.symbol, 0, state.modulus * classes};
}

bool WarpEvaluator::wantMultiple(const Term &term, std::uint64_t divisor) {
  pending = multipleOf(term, divisor);
  return pending.has_value();
}

std::optional<Split> WarpEvaluator::narrowAny(std::initializer_list<const WarpValue *> from) const {
  std::optional<Split> best;
  std::uint64_t fewest = kMaxValues;
  for (const WarpValue *value : from)
    for (unsigned i = 0; i < value->termCount; ++i) {
      const Term &term = value->terms[i];
      if (symbols[term.symbol].instead)
        return symbols[term.symbol].instead;
      const SymbolState state = stateOf(term.symbol);
      const auto [lo, hi] = steps(term.symbol);
      if (!symbols[term.symbol].countable())
        return std::nullopt; // no split makes the result a number
      if (state.softHi || state.softLo || static_cast<std::uint64_t>(hi - lo) >= fewest)
        continue;
      fewest = static_cast<std::uint64_t>(hi - lo);
      best = fewest < kMaxClasses
                 ? Split{Split::Kind::EachValue, term.symbol}
                 : Split{Split::Kind::AtValue, term.symbol,
                         static_cast<std::int64_t>(state.modulus) * (lo + (hi - lo + 1) / 2) + state.residue};
    }
  return best;
}

bool WarpEvaluator::giveUp(ExprId id, std::initializer_list<const WarpValue *> from, WarpValue &out,
                           std::optional<Split> need, bool lanesMix) {
  const unsigned width = graph[id].width;
  const WarpValue *worst = nullptr;
  bool uniform = !lanesMix;
  for (const WarpValue *value : from) {
    if (!value->known() && (!worst || value->cause > worst->cause))
      worst = value;
    uniform &= value->known() && value->sameInAllLanes();
  }
  if (worst) {
    out = *worst;
    out.inside = false;
    out.width = static_cast<std::uint8_t>(width);
    return true;
  }
  if (!need)
    need = narrowAny(from);
  if (uniform) {
    out = derived(id, width, from, 1, 0, need && symbols[need->symbol].countable() ? need : std::nullopt);
    return true;
  }
  if (need) {
    pending = need;
    return false;
  }
  for (const WarpValue *value : from)
    for (unsigned i = 0; i < value->termCount; ++i) {
      const Symbol &symbol = symbols[value->terms[i].symbol];
      if (symbol.kind == SymbolKind::Block) {
        out = unknown(width, Cause::Param, "grid unknown: pass --grid");
        continue;
      }
      out = symbol.name.empty() ? unknown(width, Cause::Limit, "hangs on a uniform value that is not followed")
                                : unknown(width, Cause::Param, symbol.name + " unknown");
      if (!symbol.countable())
        return true;
    }
  if (out.known())
    out = unknown(width, Cause::Limit, "operation not followed lane by lane");
  return true;
}

std::optional<Split> WarpEvaluator::cutAt(const WarpValue &value, __int128 from, __int128 to) const {
  const auto [minLane, maxLane] = std::minmax_element(value.lanes.begin(), value.lanes.end());
  const Term *widest = nullptr;
  __int128 extent = 0;
  for (unsigned i = 0; i < value.termCount; ++i) {
    const Term &term = value.terms[i];
    if (symbols[term.symbol].instead)
      return symbols[term.symbol].instead;
    if (!symbols[term.symbol].countable())
      continue;
    const auto [lo, hi] = steps(term.symbol);
    const __int128 reach = static_cast<__int128>(std::abs(term.coef)) * (static_cast<__int128>(hi) - lo);
    if (reach > extent)
      extent = reach, widest = &term;
  }
  if (!widest)
    return std::nullopt;
  auto [lo, hi] = steps(widest->symbol);
  Interval rest = intervalOf(value);
  const bool up = widest->coef > 0;
  const __int128 coef = up ? widest->coef : -static_cast<__int128>(widest->coef);
  rest.lo -= static_cast<__int128>(widest->coef) * (up ? lo : hi);
  rest.hi -= static_cast<__int128>(widest->coef) * (up ? hi : lo);
  // In u = t or -t, so that the sum rises with u: certainly below up to `below`, certainly not from `above` on.
  const __int128 first = up ? lo : -static_cast<__int128>(hi), last = up ? hi : -static_cast<__int128>(lo);
  const __int128 below = floorDiv(from - 1 - rest.hi - *maxLane, coef);
  const __int128 above = ceilDiv(to - rest.lo - *minLane, coef);
  __int128 cut = first + (last - first + 1) / 2;
  if (first < below + 1 && below + 1 <= last)
    cut = below + 1;
  else if (first < above && above <= last)
    cut = above;
  const __int128 start = up ? cut : -cut + 1;
  const SymbolState state = stateOf(widest->symbol);
  return Split{Split::Kind::AtValue, widest->symbol,
               static_cast<std::int64_t>(static_cast<__int128>(state.modulus) * start + state.residue)};
}

// ---------------------------------------------------------------------------------------------------------------------
// Leaves

bool WarpEvaluator::computeLeaf(ExprId id, const Expr &e, Value &out) {
  WarpValue &v = out.number;
  v = constant(0, e.width);
  const auto blockSymbol = [&](Op op, const char *name, bool countable) {
    static const char *const axes[] = {".x", ".y", ".z"};
    Symbol s{.kind = countable ? SymbolKind::Block : SymbolKind::Given,
             .axis = static_cast<unsigned>(e.payload),
             .name = std::string(name) + axes[e.payload]};
    s.isGridSize = op == Op::Nctaid;
    s.initial = {.lo = countable ? 0 : 1, .hi = kMaxGrid, .softHi = true};
    if (countable && facts.grid)
      s.initial.hi = static_cast<std::int64_t>((*facts.grid)[e.payload]) - 1, s.initial.softHi = false;
    return symbols.get(s.kind, symbolKey(op, e.payload), s);
  };
  switch (e.op) {
  case Op::Const:
    if (e.width == 1)
      out.predicate.yes = e.payload ? kAllLanes : 0;
    else
      v = constant(static_cast<std::int64_t>(e.payload), e.width);
    return true;
  case Op::Tid: {
    const WarpPattern::Axis &axis = pattern.tid[e.payload];
    v.lanes = axis.lanes;
    if (axis.term)
      addSymbol(v, axis.term->first, axis.term->second);
    return true;
  }
  case Op::LaneId:
    std::iota(v.lanes.begin(), v.lanes.end(), 0);
    return true;
  case Op::WarpId:
    v.lanes.fill(pattern.warpIdBase);
    for (const auto &[symbol, coef] : pattern.warpId)
      addSymbol(v, symbol, coef);
    return true;
  case Op::Ctaid:
    addSymbol(v, blockSymbol(e.op, "blockIdx", true), 1);
    return true;
  case Op::Ntid:
    if (facts.block)
      v.lanes.fill((*facts.block)[e.payload]);
    else if (e.payload > 0)
      v.lanes.fill(1); // an unknown block is one-dimensional and of whole warps
    else {
      const std::uint32_t symbol = blockSymbol(e.op, "blockDim", false);
      symbols[symbol].initial = {.lo = kLanes, .hi = 1024, .softHi = true, .modulus = kLanes};
      addSymbol(v, symbol, 1);
    }
    return true;
  case Op::Nctaid:
    if (facts.grid)
      v.lanes.fill((*facts.grid)[e.payload]);
    else
      addSymbol(v, blockSymbol(e.op, "gridDim", false), 1);
    return true;
  case Op::Param: {
    const ParamLeaf &param = graph.params[e.payload];
    Symbol s{.kind = SymbolKind::Given, .name = param.name};
    const std::int64_t reach = e.width >= 63 ? kEndless : 1LL << (e.width - 1);
    s.initial = {.lo = -reach,
                 .hi = reach - 1,
                 .softLo = true,
                 .softHi = true,
                 .modulus = param.modulus,
                 .residue = static_cast<std::int64_t>(param.residue)};
    if (e.payload < facts.isObserved.size() && facts.isObserved[e.payload]) {
      if (e.width == 64) { // an address, even where the kernel reads it as a number
        s.initial.lo = 1;
        s.initial.softLo = false;
      }
    } else if (param.isPointer) {
      s.initial.lo = 0;
      s.initial.modulus = std::max<std::uint64_t>(param.modulus, facts.pointerAlignment);
      s.initial.residue = 0;
    }
    if (e.width == 1)
      out.predicate = {.yes = 0, .maybe = kAllLanes, .cause = Cause::Uniform};
    else
      addSymbol(v, symbols.get(s.kind, symbolKey(e.op, e.payload), s), 1);
    return true;
  }
  case Op::Global: {
    Symbol s{.kind = SymbolKind::Given, .name = graph.globals[e.payload].name};
    s.initial = {
        .lo = 0, .hi = kEndless, .softLo = true, .softHi = true, .modulus = graph.globals[e.payload].alignment};
    addSymbol(v, symbols.get(s.kind, symbolKey(e.op, e.payload), s), 1);
    return true;
  }
  case Op::Counter: {
    if (const auto bound = boundCounters.find(e.payload); bound != boundCounters.end()) {
      v.lanes.fill(bound->second);
      return true;
    }
    Symbol s{.kind = SymbolKind::Counter, .axis = static_cast<unsigned>(e.payload), .name = "loop counter"};
    s.initial = {.lo = 0, .hi = kEndless, .softHi = true};
    addSymbol(v, symbols.get(s.kind, symbolKey(e.op, e.payload), s), 1);
    return true;
  }
  case Op::RecurVar:
    v = boundRecurrences.at(e.payload);
    return true;
  default: { // Opaque
    const OpaqueLeaf &what = graph.opaques[e.payload];
    v = what.varying ? unknown(e.width, Cause::Data, what.reason)
                     : derived(id, e.width, {}, 1, 0, std::nullopt, what.reason);
    out.predicate = {.yes = 0, .maybe = kAllLanes, .cause = what.varying ? Cause::Data : Cause::Uniform, .why = v.why};
    return true;
  }
  }
}

bool WarpEvaluator::computeLoad(ExprId id, const Expr &e, Value &out) {
  const Value *address = eval(e.a);
  if (!address)
    return false;
  const OpaqueLeaf &what = graph.opaques[e.payload];
  const bool uniform = address->number.known() && address->number.sameInAllLanes();
  if (uniform)
    out.number = derived(id, e.width, {&address->number}, 1, 0, std::nullopt, what.reason);
  else
    out.number = unknown(e.width, Cause::Data, what.reason);
  out.predicate = {.yes = 0,
                   .maybe = kAllLanes,
                   .cause = uniform ? Cause::Uniform : Cause::Data,
                   .why = out.number.why,
                   .onlyBlocks = false};
  return true;
}

} // namespace sectorscope
