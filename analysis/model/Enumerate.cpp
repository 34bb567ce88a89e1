// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Enumerate.h"

#include "model/ScalarOps.h"
#include "model/WarpPatterns.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace sectorscope {
namespace {

constexpr std::size_t kEffortForBounds = 10000; ///< nodes, for a cell of which only bounds are wanted

/// Divides a cell; the parts are in ascending order. Empty parts are left out.
std::vector<Cell> divide(const Cell &cell, const Split &split, const SymbolState &state, bool countable) {
  std::vector<Cell> parts;
  const auto add = [&](const SymbolState &narrowed) {
    const __int128 m = narrowed.modulus;
    if (ceilDiv(static_cast<__int128>(narrowed.lo) - narrowed.residue, m) >
        floorDiv(static_cast<__int128>(narrowed.hi) - narrowed.residue, m))
      return;
    Cell part = cell;
    part.narrow(split.symbol, narrowed);
    if (!countable) {
      part.anySide = true;
      part.anySideSymbol = split.symbol;
    }
    parts.push_back(part);
  };
  if (split.kind == Split::Kind::AtValue) {
    SymbolState below = state, above = state;
    below.hi = split.value - 1;
    below.softHi = false;
    above.lo = split.value;
    above.softLo = false;
    add(below);
    add(above);
    return parts;
  }
  if (split.kind == Split::Kind::EachValue) {
    const auto m = static_cast<__int128>(state.modulus);
    const __int128 first = ceilDiv(static_cast<__int128>(state.lo) - state.residue, m);
    const __int128 last = floorDiv(static_cast<__int128>(state.hi) - state.residue, m);
    for (__int128 t = first; t <= last; ++t) {
      SymbolState one = state;
      one.lo = one.hi = static_cast<std::int64_t>(m * t + state.residue);
      one.softLo = one.softHi = false;
      add(one);
    }
    return parts;
  }
  for (std::uint64_t k = 0; k * state.modulus < split.modulus; ++k) {
    SymbolState part = state;
    part.modulus = split.modulus;
    part.residue = state.residue + static_cast<std::int64_t>(k * state.modulus);
    add(part);
  }
  return parts;
}

void keepExtremes(RequestCount &least, RequestCount &most, const RequestCount &count) {
  const auto widen = [&](unsigned RequestCount::*field) {
    least.*field = std::min(least.*field, count.*field);
    most.*field = std::max(most.*field, count.*field);
  };
  widen(&RequestCount::activeLanes);
  widen(&RequestCount::sectors);
  widen(&RequestCount::idealSectors);
  widen(&RequestCount::lines);
  widen(&RequestCount::distinctBytes);
  widen(&RequestCount::partialSectors);
  widen(&RequestCount::wavefronts);
  widen(&RequestCount::idealWavefronts);
  widen(&RequestCount::distinctAddresses);
}

/// One access in one cell.
class CellEvaluation {
public:
  CellEvaluation(const AccessSlice &slice, const RequestShape &shape, const TargetModel &target, bool coarse,
                 WarpEvaluator &evaluator, std::uint32_t live)
      : slice(slice), shape(shape), target(target), coarse(coarse), evaluator(evaluator), live(live) {}

  enum class Result { Executed, Idle, Split };

  Result run(CellOutcome &out) {
    if (slice.guardLeftOut) {
      mask = live;
      out.cause = Cause::RowTail;
      out.doubt = Doubt::Mask;
      out.reason = "condition too large to be followed";
    } else {
      const Value *guard = evaluator.eval(slice.guard);
      if (!guard)
        return Result::Split;
      readGuard(guard->predicate, out);
    }
    if (shape.reduction == WarpReduction::Always || (shape.reduction == WarpReduction::FullWarps && sure == kAllLanes))
      keepOneLane(out);
    if (mask == 0)
      return Result::Idle;
    if (slice.moves && !readMoves(out))
      return Result::Split;
    if (slice.into && !readDestination(out))
      return Result::Split;
    if (slice.addressLeftOut) {
      WarpValue unknown;
      unknown.cause = Cause::Limit;
      unknownAddress(unknown, out);
      out.reason = "address too large to be followed";
      return Result::Executed;
    }
    const Value *address = evaluator.eval(slice.address);
    if (!address)
      return Result::Split;
    if (address->number.inside)
      return boundedAddress(address->number, out) ? Result::Executed : Result::Split;
    if (!address->number.known()) {
      unknownAddress(address->number, out);
      return Result::Executed;
    }
    return knownAddress(address->number, out) ? Result::Executed : Result::Split;
  }

  /// For a cell that may not be divided further: bounds over whatever lanes may be active.
  void bound(CellOutcome &out) {
    mask = live;
    sure = 0;
    anyDestination = static_cast<bool>(slice.into);
    if (slice.moves)
      surelyMoving = 0;
    const Value *address = slice.addressLeftOut ? nullptr : evaluator.eval(slice.address);
    if (!address || !address->number.known() || !knownAddress(address->number, out)) {
      WarpValue unknown;
      unknown.cause = Cause::Limit;
      unknownAddress(unknown, out);
    } else {
      out.cause = Cause::Param;
    }
    out.doubt = Doubt::Budget;
    out.reason = "enumeration exceeded its budget";
  }

  bool assumedTail = false;

private:
  void readGuard(const WarpPredicate &p, CellOutcome &out) {
    const std::uint32_t yes = p.yes & live, maybe = p.maybe & live;
    mask = yes | maybe;
    sure = yes;
    if (!maybe)
      return;
    out.reason = evaluator.reason(p.why);
    if (p.cause == Cause::Uniform && !yes) {
      sure = mask; // all of them or no request at all
      out.maybeNotExecuted = true;
      // Of a grid whose size is known, the blocks that do not take part are no tail.
      out.executionHangsOnWarp = !p.onlyBlocks || slice.grid.has_value();
      return;
    }
    if (p.cause == Cause::Tail && p.lean > -2) {
      sure = mask;
      out.maybeNotExecuted = true;
      assumedTail = true;
      return;
    }
    // A guard that is not followed leaves the lanes where they are: bounds hold, whatever it is.
    out.cause = p.cause == Cause::Limit ? Cause::RowTail : std::max(p.cause, Cause::RowTail);
    out.doubt = Doubt::Mask;
    if (out.reason.empty())
      out.reason = "lanes switched off by a condition that is not known";
  }

  /// Whichever lanes are active, one is left; where none is known to be, there may be no request.
  void keepOneLane(CellOutcome &out) {
    out.maybeNotExecuted |= sure == 0;
    out.lanesOpen = mask != kAllLanes;
    mask &= -mask;
    sure = mask;
    if (out.doubt == Doubt::Mask) {
      out.cause = Cause::None;
      out.doubt = Doubt::None;
    }
  }

  /// Which of the active lanes move anything. False where the cell must be split.
  bool readMoves(CellOutcome &out) {
    const Value *moves = evaluator.eval(slice.moves);
    if (!moves)
      return false;
    const WarpPredicate &p = moves->predicate;
    surelyMoving = p.yes;
    moving = p.yes | p.maybe;
    if (p.maybe & mask) {
      out.cause = std::max(out.cause, Cause::RowTail);
      out.doubt = std::max(out.doubt, Doubt::Mask);
      out.reason = evaluator.reason(p.why);
    }
    return true;
  }

  /// Where a copy past L1 goes, for every place in a sector at which its array may start. False where the cell must be
  /// split.
  bool readDestination(CellOutcome &out) {
    const Value *into = evaluator.eval(slice.into);
    if (!into)
      return false;
    if (into->number.inside || !into->number.known()) {
      anyDestination = true;
      out.cause = std::max(out.cause, Cause::Param);
      out.doubt = std::max(out.doubt, Doubt::Argument);
      out.reason = "where in shared memory the copy goes is not followed";
      return true;
    }
    const auto start = startOf(into->number, target.sectorBytes);
    if (!start)
      return false;
    for (std::int64_t offset = 0; offset < target.sectorBytes; offset += start->step) {
      destinations.push_back(into->number.lanes);
      for (std::int64_t &lane : destinations.back())
        lane = wrappingSum(lane, offset);
    }
    return true;
  }

  /// Lanes that do not move anything are active all the same.
  RequestCount countOf(const LaneAddresses &addresses, std::uint32_t lanes, const LaneAddresses *into) const {
    RequestCount count = countRequest(addresses, lanes & moving, shape, target, into);
    count.activeLanes = static_cast<unsigned>(std::popcount(lanes));
    return count;
  }

  void unknownAddress(const WarpValue &address, CellOutcome &out) {
    const unsigned active = static_cast<unsigned>(std::popcount(mask));
    const unsigned fewest = sure ? static_cast<unsigned>(std::popcount(sure)) : 1;
    const RequestRange any = anyRequest(fewest, active, shape, target);
    out.least = (surelyMoving & mask) ? any.least : any.least.withoutMoving();
    out.most = any.most;
    out.usual = out.most;
    out.alignedSectors = out.most.sectors;
    out.cause = std::max(out.cause, address.cause);
    out.doubt = address.cause == Cause::Limit  ? Doubt::NotFollowed
                : address.cause == Cause::Data ? Doubt::Data
                                               : Doubt::Argument;
    out.reason = evaluator.reason(address.why);
  }

  /// Away from a bound that nobody told us the address is known; a warp that meets it may do whatever. False where the
  /// cell must be split.
  bool boundedAddress(const WarpValue &address, CellOutcome &out) {
    CellOutcome any = out;
    unknownAddress(address, any);
    if (!knownAddress(address.awayFromBound(), out))
      return false;
    out.least = any.least;
    out.most = any.most;
    out.sameAddress = false;
    out.doubt = std::max(out.doubt, Doubt::Bound);
    out.cause = std::max(out.cause, address.cause);
    if (out.doubt == Doubt::Bound)
      out.reason = evaluator.reason(address.why);
    return true;
  }

  /// Where data start modulo a period: known but for multiples of `step`, for the sake of `open` among others.
  struct Start {
    std::int64_t step;
    const Symbol *open = nullptr;
  };
  static bool splits(const Symbol &symbol) { return symbol.countable() || symbol.instead; }

  /// Nothing where the cell must be split.
  std::optional<Start> startOf(const WarpValue &value, std::int64_t period) {
    Start start{period};
    for (unsigned i = 0; i < value.termCount; ++i) {
      const Term &term = value.terms[i];
      if (term.coef % period == 0)
        continue;
      const Symbol &symbol = evaluator.symbolTable()[term.symbol];
      if (splits(symbol) && !coarse && evaluator.wantMultiple(term, static_cast<std::uint64_t>(period)))
        return std::nullopt;
      start.step = std::gcd(start.step, term.coef);
      start.open = &symbol;
    }
    return start;
  }

  /// False where the cell must be split.
  bool knownAddress(const WarpValue &address, CellOutcome &out) {
    const std::int64_t line = periodOf(shape, target);
    const auto start = startOf(address, line);
    if (!start)
      return false;
    std::int64_t step = start->step;
    if (start->open) {
      out.doubt = std::max(out.doubt, Doubt::StartOfData);
      if (out.cause <= Cause::Param) { // else the guard has the graver reason
        out.cause = Cause::Param;
        if (splits(*start->open))
          out.reason = "start of the data changes from block to block or iteration to iteration";
        else
          out.reason = start->open->name.empty() ? "start of the data hangs on a uniform value that is not followed"
                                                 : "start of the data hangs on " + start->open->name;
      }
    }
    const auto moved = [&](std::int64_t offset) {
      LaneAddresses addresses = address.lanes;
      for (std::int64_t &lane : addresses)
        lane = wrappingSum(lane, offset);
      return addresses;
    };
    const LaneAddresses *usualDestination = destinations.empty() ? nullptr : &destinations.front();
    const auto count = [&](std::int64_t offset, std::uint32_t lanes) {
      return countOf(moved(offset), lanes, usualDestination);
    };
    const auto first = static_cast<unsigned>(std::countr_zero(mask));
    // The hardware reads and writes words of 2^n bytes at multiples of it only: the data starts where that is so.
    std::int64_t nearest = 0;
    for (std::int64_t offset = 0; offset < line; offset += step)
      if (wrappingSum(address.lanes[first], offset) % shape.bytes == 0) {
        nearest = offset;
        step = std::lcm(step, static_cast<std::int64_t>(shape.bytes));
        break;
      }
    out.usual = count(nearest, mask);
    out.least = out.most = out.usual;
    for (std::int64_t offset = nearest + step; offset < line; offset += step)
      keepExtremes(out.least, out.most, count(offset, mask));
    widenByDestination(moved(nearest), out);
    if (surelyMoving != moving)
      keepExtremes(out.least, out.most, countOf(moved(nearest), mask, usualDestination).withoutMoving());
    if (sure != mask) {
      const std::uint32_t fewest = sure ? sure : mask & -mask;
      const std::int64_t range = sure ? line : nearest + step; // any single lane moves what the first moves, at least
      for (std::int64_t offset = nearest; offset < range; offset += step)
        keepExtremes(out.least, out.most, count(offset, fewest));
    } else {
      RequestCount most = out.most;
      most.lines = out.least.lines;
      if (out.least == most) { // every start moves the same sectors, if not in the same lines
        out.cause = Cause::None;
        out.doubt = Doubt::None;
        if (!out.maybeNotExecuted)
          out.reason.clear();
      }
    }
    std::int64_t lowest = address.lanes[first];
    out.sameAddress = true;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (mask >> lane & 1) {
        lowest = std::min(lowest, address.lanes[lane]);
        out.sameAddress &= address.lanes[lane] == address.lanes[first];
      }
    out.alignedSectors = count(wrappingSum(~lowest, 1), mask).sectors;
    readBlockStride(address, out);
    return true;
  }

  /// The sectors of a copy past L1 hang on where its array starts, if it is not aligned to whole sectors.
  void widenByDestination(const LaneAddresses &addresses, CellOutcome &out) const {
    const RequestCount least = out.least, most = out.most;
    for (std::size_t i = 1; i < destinations.size(); ++i)
      keepExtremes(out.least, out.most, countOf(addresses, mask, &destinations[i]));
    if (anyDestination)
      out.most.sectors = std::max(out.most.sectors, static_cast<unsigned>(std::popcount(mask & moving)));
    if ((out.least == least && out.most == most) || anyDestination)
      return;
    out.cause = std::max(out.cause, Cause::Param);
    out.doubt = std::max(out.doubt, Doubt::StartOfData);
    if (out.reason.empty())
      out.reason = "hangs on where in a 32-byte piece of shared memory its array starts: align it to 32 bytes";
  }

  void readBlockStride(const WarpValue &address, CellOutcome &out) const {
    const SymbolTable &symbols = evaluator.symbolTable();
    out.blockStride = {0, 0, 0};
    for (std::uint32_t s = 0; s < symbols.size(); ++s)
      if (symbols[s].kind == SymbolKind::Block && evaluator.steps(s).first == evaluator.steps(s).second)
        out.blockStride[symbols[s].axis].reset(); // of a single block nobody can tell
    for (unsigned i = 0; i < address.termCount; ++i) {
      const Term &term = address.terms[i];
      const Symbol &symbol = symbols[term.symbol];
      const auto modulus = static_cast<std::int64_t>(evaluator.stateOf(term.symbol).modulus);
      if (symbol.kind == SymbolKind::Block) {
        if (term.coef % modulus == 0)
          out.blockStride[symbol.axis] = term.coef / modulus;
        else
          out.blockStride[symbol.axis].reset();
      }
      for (unsigned axis = 0; axis < 3; ++axis)
        if (symbol.blockAxes >> axis & 1)
          out.blockStride[axis].reset();
    }
  }

  const AccessSlice &slice;
  const RequestShape &shape;
  const TargetModel &target;
  const bool coarse;
  WarpEvaluator &evaluator;
  const std::uint32_t live;
  std::uint32_t mask = 0, sure = 0;
  std::uint32_t moving = kAllLanes, surelyMoving = kAllLanes; ///< of the active lanes
  std::vector<LaneAddresses> destinations;                    ///< of a copy past L1: one for every start of its array
  bool anyDestination = false;                                ///< of such a copy that is not followed
};

/// The block axes that the access hangs on, among those that may exceed one block.
LaunchFacts factsOf(const AccessSlice &slice, std::uint64_t pointerAlignment) {
  LaunchFacts facts{.block = slice.block, .grid = slice.grid, .pointerAlignment = pointerAlignment};
  for (std::uint32_t index = 1; index < slice.graph.size(); ++index)
    if (const Expr &e = slice.graph[{index}]; e.op == Op::Ctaid && (!slice.grid || (*slice.grid)[e.payload] > 1))
      facts.blockAxes |= static_cast<std::uint8_t>(1U << e.payload);
  return facts;
}

bool patternUses(const WarpPattern &pattern, std::uint32_t symbol) {
  return std::any_of(pattern.warpId.begin(), pattern.warpId.end(),
                     [&](const auto &term) { return term.first == symbol; });
}

} // namespace

void Weight::multiply(const Symbol &symbol, const SymbolState &state) {
  if (state.softHi) {
    ++order;
    count /= static_cast<long double>(state.modulus);
    openCounter |= symbol.kind == SymbolKind::Counter;
    openGrid |= symbol.kind == SymbolKind::Block;
    return;
  }
  const __int128 m = state.modulus;
  count *= static_cast<long double>(floorDiv(static_cast<__int128>(state.hi) - state.residue, m) -
                                    ceilDiv(static_cast<__int128>(state.lo) - state.residue, m) + 1);
}

/// The symbol runs over the cells of the pattern.
static bool isCountedIn(const WarpPattern &pattern, const SymbolTable &symbols, std::uint32_t symbol) {
  return symbols[symbol].countable() && (symbols[symbol].kind != SymbolKind::Warp || patternUses(pattern, symbol));
}

void Enumeration::add(CellOutcome outcome, const Cell &cell) {
  if (cell.anySide)
    outcome.anySide = cell.anySideSymbol;
  for (const auto &[symbol, state] : cell.narrowed)
    outcome.isBlockPeriod |= symbols[symbol].kind == SymbolKind::Block && state.modulus > 1;
  std::uint64_t hash = 0;
  for (const RequestCount &count : {outcome.usual, outcome.least, outcome.most})
    for (const unsigned part : {count.activeLanes, count.sectors, count.wavefronts, count.lines, count.distinctBytes})
      hash = (hash ^ part) * 0x9e3779b97f4a7c15ULL;
  std::vector<std::size_t> &alike = byCounts[hash];
  const auto same =
      std::find_if(alike.begin(), alike.end(), [&](std::size_t index) { return outcomes[index] == outcome; });
  std::size_t index = outcomes.size();
  if (same != alike.end()) {
    index = *same;
  } else {
    alike.push_back(index);
    outcomes.push_back(std::move(outcome));
    shares.emplace_back();
  }
  Share share{.weight = {.order = 0, .count = 1}, .symbols = symbols.size(), .pattern = cell.pattern};
  for (std::uint32_t s = 0; s < symbols.size(); ++s)
    if (isCountedIn(patterns[cell.pattern], symbols, s)) {
      const SymbolState *narrowed = cell.find(s);
      share.weight.multiply(symbols[s], narrowed ? *narrowed : symbols[s].initial);
    }
  for (Share &known : shares[index]) {
    Weight &weight = known.weight;
    if (known.symbols == share.symbols && known.pattern == share.pattern && weight.order == share.weight.order &&
        weight.openCounter == share.weight.openCounter && weight.openGrid == share.weight.openGrid) {
      weight.count += share.weight.count;
      return;
    }
  }
  shares[index].push_back(share);
}

Weight Enumeration::weightOf(std::size_t outcome) const {
  Weight sum;
  for (const Share &share : shares[outcome]) {
    Weight weight = share.weight;
    for (auto s = static_cast<std::uint32_t>(share.symbols); s < symbols.size(); ++s)
      if (isCountedIn(patterns[share.pattern], symbols, s))
        weight.multiply(symbols[s], symbols[s].initial);
    if (weight.order > sum.order)
      sum.order = weight.order, sum.count = 0;
    if (weight.order == sum.order)
      sum.count += weight.count;
    sum.openCounter |= weight.openCounter;
    sum.openGrid |= weight.openGrid;
  }
  return sum;
}

Enumeration enumerate(const AccessSlice &slice, const RequestShape &shape, std::uint64_t pointerAlignment,
                      const TargetModel &target, std::size_t budget, bool coarse) {
  Enumeration result;
  result.patterns = warpPatterns(slice.block, result.symbols);
  const LaunchFacts facts = factsOf(slice, pointerAlignment);
  EvaluationPool pool(slice.graph);
  std::vector<Cell> work;
  for (std::size_t i = result.patterns.size(); i-- > 0;)
    work.push_back({.pattern = static_cast<std::uint32_t>(i)});
  std::size_t evaluated = 0;
  const std::size_t allowed = budget * kNodesPerCell;
  std::size_t effort = allowed, forBounds = allowed;
  // What is left when the budget is spent is bounded, without being divided; in the end without being looked at.
  const auto refill = [&] {
    effort = std::min(forBounds, kEffortForBounds);
    forBounds -= effort;
  };
  while (!work.empty()) {
    const Cell cell = std::move(work.back());
    work.pop_back();
    if (++evaluated > budget || effort == 0) {
      result.budgetSpent = true;
      if (!coarse)
        break;
      refill();
    }
    const WarpPattern &pattern = result.patterns[cell.pattern];
    WarpEvaluator evaluator(slice.graph, facts, result.symbols, pattern, cell, pool, effort);
    CellEvaluation evaluation(slice, shape, target, coarse, evaluator, pattern.live);
    CellOutcome outcome;
    switch (evaluation.run(outcome)) {
    case CellEvaluation::Result::Split: {
      if (result.budgetSpent) {
        refill();
        WarpEvaluator again(slice.graph, facts, result.symbols, pattern, cell, pool, effort);
        CellEvaluation bounds(slice, shape, target, coarse, again, pattern.live);
        outcome = {};
        bounds.bound(outcome);
        result.add(std::move(outcome), cell);
        break;
      }
      const Split &split = *evaluator.split();
      auto parts = divide(cell, split, evaluator.stateOf(split.symbol), result.symbols[split.symbol].countable());
      work.insert(work.end(), std::make_move_iterator(parts.rbegin()), std::make_move_iterator(parts.rend()));
      break;
    }
    case CellEvaluation::Result::Executed:
      if (effort == 0 && outcome.doubt == Doubt::NotFollowed)
        outcome.doubt = Doubt::Budget;
      if (evaluation.assumedTail)
        result.assumptions.insert("tail");
      result.add(std::move(outcome), cell);
      [[fallthrough]];
    case CellEvaluation::Result::Idle:
      result.assumptions.insert(evaluator.assumptions().begin(), evaluator.assumptions().end());
      break;
    }
  }
  result.evaluated = result.budgetSpent ? budget : std::max(evaluated, (allowed - effort) / kNodesPerCell);
  return result;
}

} // namespace sectorscope
