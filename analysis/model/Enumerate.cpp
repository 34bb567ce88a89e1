// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Enumerate.h"

#include "model/WarpPatterns.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace sectorscope {
namespace {

constexpr std::size_t kNodesPerCell = 64; ///< evaluated on average, before the budget counts as spent

/// Divides a cell; the parts are in ascending order. Empty parts are left out.
std::vector<Cell> divide(const Cell &cell, const Split &split, const SymbolState &state, bool countable) {
  std::vector<Cell> parts;
  const auto add = [&](const SymbolState &narrowed) {
    const __int128 m = narrowed.modulus;
    if (ceilDiv(static_cast<__int128>(narrowed.lo) - narrowed.residue, m) >
        floorDiv(static_cast<__int128>(narrowed.hi) - narrowed.residue, m))
      return;
    Cell part = cell;
    part.narrowed[split.symbol] = narrowed;
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
}

/// One access in one cell.
class CellEvaluation {
public:
  CellEvaluation(const AccessSite &site, const TargetModel &target, bool coarse, WarpEvaluator &evaluator,
                 std::uint32_t live)
      : site(site), target(target), coarse(coarse), evaluator(evaluator), live(live) {}

  enum class Result { Executed, Idle, Split };

  Result run(CellOutcome &out) {
    const Value *guard = evaluator.eval(site.guard);
    if (!guard)
      return Result::Split;
    readGuard(guard->predicate, out);
    if (mask == 0)
      return Result::Idle;
    const Value *address = evaluator.eval(site.address);
    if (!address)
      return Result::Split;
    if (!address->number.known()) {
      unknownAddress(address->number, out);
      return Result::Executed;
    }
    return knownAddress(address->number, out) ? Result::Executed : Result::Split;
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
      out.executionHangsOnWarp = !p.onlyBlocks;
      return;
    }
    if (p.cause == Cause::Tail && p.lean >= 0) {
      sure = mask;
      out.maybeNotExecuted = true;
      assumedTail = true;
      return;
    }
    out.cause = std::max(p.cause, Cause::RowTail);
    out.doubt = Doubt::Mask;
    if (out.reason.empty())
      out.reason = "lanes switched off by a condition that is not known";
  }

  void unknownAddress(const WarpValue &address, CellOutcome &out) {
    const unsigned active = static_cast<unsigned>(std::popcount(mask));
    const unsigned fewest = sure ? static_cast<unsigned>(std::popcount(sure)) : 1;
    const unsigned perLane = (site.bytesPerLane + target.sectorBytes - 1) / target.sectorBytes;
    const auto ideal = [&](unsigned bytes) { return (bytes + target.sectorBytes - 1) / target.sectorBytes; };
    out.least = {.activeLanes = fewest,
                 .sectors = perLane,
                 .idealSectors = ideal(site.bytesPerLane),
                 .lines = 1,
                 .distinctBytes = site.bytesPerLane,
                 .partialSectors = 0};
    out.most = {.activeLanes = active,
                .sectors = active * perLane,
                .idealSectors = ideal(active * site.bytesPerLane),
                .lines = active,
                .distinctBytes = active * site.bytesPerLane,
                .partialSectors = active * perLane};
    out.usual = out.most;
    out.alignedSectors = out.most.sectors;
    out.cause = std::max(out.cause, address.cause);
    out.doubt = address.cause == Cause::Limit  ? Doubt::NotFollowed
                : address.cause == Cause::Data ? Doubt::Data
                                               : Doubt::Argument;
    out.reason = evaluator.reason(address.why);
  }

  /// False where the cell must be split.
  bool knownAddress(const WarpValue &address, CellOutcome &out) {
    const std::int64_t line = target.lineBytes;
    const SymbolTable &symbols = evaluator.symbolTable();
    std::int64_t step = line; // the start of the data is known modulo the line but for multiples of this
    for (unsigned i = 0; i < address.termCount; ++i) {
      const Term &term = address.terms[i];
      if (term.coef % line == 0)
        continue;
      const Symbol &symbol = symbols[term.symbol];
      const bool splits = symbol.countable() || symbol.instead;
      if (splits && !coarse && evaluator.wantMultiple(term, target.lineBytes))
        return false;
      step = std::gcd(step, term.coef);
      out.cause = std::max(out.cause, Cause::Param);
      out.doubt = std::max(out.doubt, Doubt::StartOfData);
      if (splits)
        out.reason = "start of the data changes from block to block or iteration to iteration";
      else
        out.reason = symbol.name.empty() ? "start of the data hangs on a uniform value that is not followed"
                                         : "start of the data hangs on " + symbol.name;
    }
    const auto count = [&](std::int64_t offset, std::uint32_t lanes) {
      auto addresses = address.lanes;
      for (std::int64_t &lane : addresses)
        lane += offset;
      return countRequest(addresses, lanes, site.bytesPerLane, target.sectorBytes, target.lineBytes);
    };
    out.usual = count(0, mask);
    out.least = out.most = out.usual;
    for (std::int64_t offset = step; offset < line; offset += step)
      keepExtremes(out.least, out.most, count(offset, mask));
    if (sure != mask) {
      const std::uint32_t fewest = sure ? sure : mask & -mask;
      const std::int64_t range = sure ? line : step; // any single lane moves what the first one moves, at least
      for (std::int64_t offset = 0; offset < range; offset += step)
        keepExtremes(out.least, out.most, count(offset, fewest));
    } else if (out.least == out.most) {
      out.cause = Cause::None; // every start moves the same
      out.doubt = Doubt::None;
    }
    const auto first = static_cast<unsigned>(std::countr_zero(mask));
    std::int64_t lowest = address.lanes[first];
    out.sameAddress = true;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (mask >> lane & 1) {
        lowest = std::min(lowest, address.lanes[lane]);
        out.sameAddress &= address.lanes[lane] == address.lanes[first];
      }
    out.alignedSectors = count(-lowest, mask).sectors;
    readBlockStride(address, out);
    return true;
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

  const AccessSite &site;
  const TargetModel &target;
  const bool coarse;
  WarpEvaluator &evaluator;
  const std::uint32_t live;
  std::uint32_t mask = 0, sure = 0;
};

bool patternUses(const WarpPattern &pattern, std::uint32_t symbol) {
  return std::any_of(pattern.warpId.begin(), pattern.warpId.end(),
                     [&](const auto &term) { return term.first == symbol; });
}

} // namespace

Enumeration enumerate(const ExprGraph &graph, const AccessSite &site, const LaunchFacts &facts,
                      const TargetModel &target, std::size_t budget, bool coarse) {
  Enumeration result;
  result.patterns = warpPatterns(facts.block, result.symbols);
  std::vector<Cell> work;
  for (std::size_t i = result.patterns.size(); i-- > 0;)
    work.push_back({.pattern = static_cast<std::uint32_t>(i)});
  std::size_t evaluated = 0;
  std::size_t effort = budget * kNodesPerCell;
  while (!work.empty()) {
    const Cell cell = work.back();
    work.pop_back();
    if (++evaluated > budget || effort == 0) {
      result.budgetSpent = true;
      return result;
    }
    const WarpPattern &pattern = result.patterns[cell.pattern];
    WarpEvaluator evaluator(graph, facts, result.symbols, pattern, cell, effort);
    CellEvaluation evaluation(site, target, coarse, evaluator, pattern.live);
    CellOutcome outcome{.cell = cell};
    switch (evaluation.run(outcome)) {
    case CellEvaluation::Result::Split: {
      const Split &split = *evaluator.split();
      auto parts = divide(cell, split, evaluator.stateOf(split.symbol), result.symbols[split.symbol].countable());
      work.insert(work.end(), parts.rbegin(), parts.rend());
      break;
    }
    case CellEvaluation::Result::Executed:
      if (effort == 0 && outcome.doubt == Doubt::NotFollowed)
        outcome.doubt = Doubt::Budget;
      if (evaluation.assumedTail)
        result.assumptions.insert("tail");
      result.outcomes.push_back(outcome);
      [[fallthrough]];
    case CellEvaluation::Result::Idle:
      result.assumptions.insert(evaluator.assumptions().begin(), evaluator.assumptions().end());
      break;
    }
  }
  return result;
}

Enumeration::Weight Enumeration::weightOf(const CellOutcome &outcome) const {
  Weight weight{.order = 0, .count = 1};
  const WarpPattern &pattern = patterns[outcome.cell.pattern];
  for (std::uint32_t s = 0; s < symbols.size(); ++s) {
    const Symbol &symbol = symbols[s];
    if (!symbol.countable() || (symbol.kind == SymbolKind::Warp && !patternUses(pattern, s)))
      continue;
    const auto narrowed = outcome.cell.narrowed.find(s);
    const SymbolState &state = narrowed == outcome.cell.narrowed.end() ? symbol.initial : narrowed->second;
    if (state.softHi) {
      ++weight.order;
      weight.count /= static_cast<long double>(state.modulus);
      weight.openCounter |= symbol.kind == SymbolKind::Counter;
      weight.openGrid |= symbol.kind == SymbolKind::Block;
      continue;
    }
    const __int128 m = state.modulus;
    weight.count *= static_cast<long double>(floorDiv(static_cast<__int128>(state.hi) - state.residue, m) -
                                             ceilDiv(static_cast<__int128>(state.lo) - state.residue, m) + 1);
  }
  return weight;
}

} // namespace sectorscope
