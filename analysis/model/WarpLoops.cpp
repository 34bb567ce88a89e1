// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that are stepped through, because their variables or exits have no closed form.

#include "model/WarpEvaluator.h"

#include <algorithm>

namespace sectorscope {
namespace {

constexpr std::int64_t kMaxIterations = 1 << 16; // of a loop that is stepped through

} // namespace

bool WarpEvaluator::computeLoop(const Expr &e, Value &out) {
  const bool isGuard = e.op == Op::AllBefore;
  const Value *at = eval(isGuard ? e.b : e.a);
  if (!at)
    return false;
  WarpValue iteration = at->number;
  const auto tooFar = [&](const char *why) {
    out.number = unknown(e.width, Cause::Limit, why);
    out.predicate = {.yes = 0, .maybe = kAllLanes, .cause = Cause::Limit, .why = out.number.why, .onlyBlocks = false};
    return true;
  };
  if (!iteration.known()) {
    out.number = iteration;
    out.predicate = {.yes = 0, .maybe = kAllLanes, .cause = iteration.cause, .why = iteration.why};
    return true;
  }
  const Interval terms = intervalOf(iteration);
  const auto [minLane, maxLane] = std::minmax_element(iteration.lanes.begin(), iteration.lanes.end());
  const __int128 surely = terms.lo + *maxLane; // every iteration before this one is behind every lane
  if (iteration.termCount > 0 && terms.softLo)
    return tooFar("loop whose course is not known");
  if (surely > kMaxIterations)
    return tooFar("loop is too long to be stepped through");
  const std::uint64_t loop = isGuard ? e.payload : graph.recurrences[e.payload].loop;

  // A fresh evaluator per iteration: the same node has another value in each.
  std::map<std::uint64_t, WarpValue> current;
  if (!isGuard) {
    std::vector<std::uint64_t> wanted{e.payload};
    for (std::uint64_t index = 0; index < graph.recurrences.size(); ++index)
      if (index != e.payload && graph.recurrences[index].loop == loop)
        wanted.push_back(index);
    for (const std::uint64_t index : wanted) {
      const Value *start = eval(graph.recurrences[index].start);
      if (!start)
        return false;
      current[index] = start->number;
    }
  }
  std::uint32_t alive = kAllLanes;
  WarpPredicate doubt;
  WarpValue result = isGuard ? WarpValue{} : current.at(e.payload);
  const std::int64_t last = static_cast<std::int64_t>(surely);
  for (std::int64_t step = 0; step < last; ++step) {
    if (effort == 0)
      return tooFar("enumeration exceeded its budget");
    WarpEvaluator inner(graph, facts, symbols, pattern, cell, pool.inner(), effort);
    inner.boundCounters = boundCounters;
    inner.boundCounters[loop] = step;
    inner.boundRecurrences = boundRecurrences;
    for (const auto &[index, value] : current)
      inner.boundRecurrences[index] = value;
    inner.depth = depth;
    inner.reasons = reasons;
    bool finished = true;
    if (isGuard) {
      // The predicate speaks of Recur nodes at the counter's iteration; they are evaluated inside.
      const Value *holds = inner.eval(e.a);
      if (holds) {
        const WarpPredicate &p = holds->predicate;
        for (unsigned lane = 0; lane < kLanes; ++lane)
          if (iteration.lanes[lane] + terms.lo > step && !((p.yes | p.maybe) >> lane & 1))
            alive &= ~(1U << lane);
        doubt.maybe |= p.maybe;
        if (p.maybe && p.cause > doubt.cause)
          doubt.cause = p.cause, doubt.why = p.why;
        doubt.onlyBlocks &= p.onlyBlocks || !p.maybe;
        finished = alive == 0;
      } else
        finished = false;
    } else {
      std::map<std::uint64_t, WarpValue> next;
      for (const auto &[index, value] : current) {
        const Value *stepped = inner.eval(graph.recurrences[index].step);
        if (!stepped)
          break;
        next[index] = stepped->number;
      }
      current = std::move(next);
      finished = false;
      if (!inner.pending) {
        const WarpValue &now = current.at(e.payload);
        if (result.known() && now.known() && result.termCount == now.termCount &&
            std::equal(result.terms.begin(), result.terms.begin() + result.termCount, now.terms.begin(),
                       [](const Term &x, const Term &y) { return x.symbol == y.symbol && x.coef == y.coef; })) {
          for (unsigned lane = 0; lane < kLanes; ++lane)
            if (iteration.lanes[lane] + terms.lo > step)
              result.lanes[lane] = now.lanes[lane];
        } else if (*minLane == *maxLane || !now.known() || !result.known())
          result = now;
        else
          result = unknown(e.width, Cause::Limit, "lanes leave the loop with unlike values");
      }
    }
    assumed.insert(inner.assumed.begin(), inner.assumed.end());
    if (inner.pending) {
      pending = inner.pending;
      return false;
    }
    if (finished)
      break;
  }
  if (isGuard && alive == 0) {
    out.predicate = {};
    return true;
  }
  if (isGuard && terms.lo != terms.hi && (doubt.maybe & alive)) { // nothing will settle it
    doubt.maybe = alive;
    out.predicate = doubt;
    return true;
  }
  if (terms.lo != terms.hi) { // not one iteration but many: take the first of them by itself
    for (unsigned i = 0; i < iteration.termCount; ++i) {
      const Term &term = iteration.terms[i];
      const SymbolState state = stateOf(term.symbol);
      const auto [lo, hi] = steps(term.symbol);
      if (!symbols[term.symbol].countable() || term.coef <= 0)
        continue;
      pending =
          Split{Split::Kind::AtValue, term.symbol, static_cast<std::int64_t>(state.modulus) * (lo + 1) + state.residue};
      return false;
    }
    return tooFar("loop whose course is not known");
  }
  if (isGuard) {
    doubt.maybe &= alive;
    doubt.yes = alive & ~doubt.maybe;
    out.predicate = doubt;
  } else {
    out.number = result;
    out.number.width = e.width;
  }
  return true;
}

} // namespace sectorscope
