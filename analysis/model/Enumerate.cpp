// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Enumerate.h"

#include "model/WarpPatterns.h"

#include <algorithm>

namespace sectorscope {
namespace {

constexpr std::size_t kEffortForBounds = 10000; ///< nodes, for a cell of which only bounds are wanted

/// At most so many parts come of it. A mask of 24 bits has 2^24 residues: to write them down takes more than any
/// memory.
__int128 partsOf(const Split &split, const SymbolState &state) {
  if (split.kind == Split::Kind::AtValue)
    return 2;
  const __int128 values = stepsOf(state).count();
  return split.kind == Split::Kind::EachValue ? values
                                              : std::min(values, static_cast<__int128>(split.modulus / state.modulus));
}

/// Divides a cell; the parts are in ascending order. Empty parts are left out.
std::vector<Cell> divide(const Cell &cell, const Split &split, const SymbolState &state, bool countable) {
  std::vector<Cell> parts;
  const auto add = [&](const SymbolState &narrowed) {
    if (stepsOf(narrowed).count() < 1)
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
    const Steps steps = stepsOf(state);
    for (__int128 t = steps.first; t <= steps.last; ++t) {
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

/// The block axes that the access hangs on, among those that may exceed one block.
LaunchFacts factsOf(const AccessSlice &slice, std::uint64_t pointerAlignment) {
  LaunchFacts facts{
      .block = slice.block, .grid = slice.grid, .pointerAlignment = pointerAlignment, .isObserved = slice.isObserved};
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
  count *= static_cast<long double>(stepsOf(state).count());
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
      const Split &split = *evaluator.split();
      result.budgetSpent |= partsOf(split, evaluator.stateOf(split.symbol)) > static_cast<__int128>(budget);
      if (result.budgetSpent) {
        if (!coarse) {
          work.clear();
          break;
        }
        refill();
        WarpEvaluator again(slice.graph, facts, result.symbols, pattern, cell, pool, effort);
        CellEvaluation bounds(slice, shape, target, coarse, again, pattern.live);
        outcome = {};
        bounds.bound(outcome);
        result.add(std::move(outcome), cell);
        break;
      }
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
