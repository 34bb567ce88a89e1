// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that are stepped through, because their variables or exits have no closed form.

#include "model/ScalarOps.h"
#include "model/WarpEvaluator.h"

#include <algorithm>

namespace sectorscope {
namespace {

constexpr auto kMaxIterations = static_cast<std::int64_t>(UniformLoops::kFurthest); // that are stepped through

constexpr std::size_t kLongestCourse = 1024; // iterations in which a variable must repeat itself

} // namespace

/// A variable that repeats itself, at an iteration of which only a range is known: the iterations are told apart modulo
/// the period. False where it does not repeat itself; with `pending` set, the cell must be split.
bool WarpEvaluator::followCourse(const Expr &e, const WarpValue &iteration,
                                 const std::map<std::uint64_t, WarpValue> &starts, WarpValue &out) {
  const UniformLoops::Nature &nature = pool.uniformLoops().natureOf(e.payload);
  if (nature.lanes || nature.elsewhere || nature.arguments || nature.memory)
    return false;
  std::vector<std::int64_t> key;
  for (const auto &[index, value] : starts) {
    if (!value.known() || value.termCount > 0)
      return false;
    key.insert(key.end(), value.lanes.begin(), value.lanes.end());
  }
  const auto [place, isNew] = pool.courses.try_emplace({e.payload, key});
  Course &course = place->second;
  if (isNew) {
    std::map<std::vector<std::int64_t>, std::size_t> seen;
    std::map<std::uint64_t, WarpValue> current = starts;
    for (std::size_t step = 0; step <= kLongestCourse; ++step) {
      std::vector<std::int64_t> state;
      for (const auto &[index, value] : current)
        state.insert(state.end(), value.lanes.begin(), value.lanes.end());
      const auto [before, isFirst] = seen.try_emplace(std::move(state), step);
      if (!isFirst) {
        course.repeats = true;
        course.repeatsFrom = before->second;
        break;
      }
      course.values.push_back(current.at(e.payload).lanes);
      WarpEvaluator inner(graph, facts, symbols, pattern, cell, pool.inner(), effort);
      inner.boundRecurrences = current;
      inner.depth = depth;
      inner.reasons = reasons;
      std::map<std::uint64_t, WarpValue> next;
      for (const auto &[index, value] : current) {
        const Value *stepped = inner.eval(graph.recurrences[index].step);
        if (!stepped || !stepped->number.known() || stepped->number.termCount > 0)
          return false;
        next[index] = stepped->number;
      }
      current = std::move(next);
    }
  }
  if (!course.repeats)
    return false;
  const Term &term = iteration.terms[0];
  const auto period = static_cast<std::int64_t>(course.values.size() - course.repeatsFrom);
  const auto from = static_cast<std::int64_t>(course.repeatsFrom);
  const __int128 first = iteration.lanes[0] + intervalOf(iteration).lo;
  if (!symbols[term.symbol].countable() || term.coef <= 0)
    return false;
  if (first < from) { // the iterations before it repeats itself, one by one
    const SymbolState state = stateOf(term.symbol);
    pending = Split{Split::Kind::AtValue, term.symbol,
                    static_cast<std::int64_t>(state.modulus) * (steps(term.symbol).first + 1) + state.residue};
    return true;
  }
  if (term.coef % period != 0) {
    pending = multipleOf(term, static_cast<std::uint64_t>(period));
    return pending.has_value();
  }
  const std::int64_t at = from + ((iteration.lanes[0] - from) % period + period) % period;
  out.lanes = course.values[static_cast<std::size_t>(at)];
  return true;
}

bool WarpEvaluator::computeLoop(ExprId id, const Expr &e, Value &out) {
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
  const std::uint64_t loop = isGuard ? e.payload : graph.recurrences[e.payload].loop;
  UniformLoops &uniform = pool.uniformLoops();
  if (isGuard) {
    const auto end = uniform.holdsUntil(e.a, loop);
    if (end && *end < UniformLoops::kFurthest) // it held before this iteration if this one is not behind the end
      return compare(Op::Ule, iteration, constant(static_cast<std::int64_t>(*end), iteration.width), out.predicate);
  } else if (iteration.termCount == 0 && uniform.valueAt(e.payload, 0)) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const auto value = uniform.valueAt(e.payload, static_cast<std::uint64_t>(iteration.lanes[lane]));
      if (!value && lane == 0)
        return tooFar("loop is too long to be stepped through");
      // Lanes that have left the loop may stand at any number; theirs does not matter.
      out.number.lanes[lane] = signExtend(value.value_or(0), e.width);
    }
    return true;
  }
  const Interval terms = intervalOf(iteration);
  const auto [minLane, maxLane] = std::minmax_element(iteration.lanes.begin(), iteration.lanes.end());
  const __int128 surely = terms.lo + *maxLane; // every iteration before this one is behind every lane

  // A fresh evaluator per iteration: the same node has another value in each.
  std::map<std::uint64_t, WarpValue> current;
  if (!isGuard) {
    bool uniformStart = true;
    for (const std::uint64_t index : uniform.membersOf(e.payload)) {
      const Value *start = eval(graph.recurrences[index].start);
      if (!start)
        return false;
      current[index] = start->number;
      uniformStart &= start->number.known() && start->number.sameInAllLanes();
    }
    const UniformLoops::Nature &nature = uniform.natureOf(e.payload);
    if (uniformStart && !nature.lanes && (nature.arguments || nature.memory)) {
      // Steps of one value to another that nobody can name, `p = next[p]`: uniform, and no more is known.
      out.number = derived(id, e.width, {&current.at(e.payload)}, 1, 0, std::nullopt,
                           nature.memory ? graph.opaques[*nature.memory].reason : "");
      return true;
    }
    if (nature.memory) {
      out.number = unknown(e.width, Cause::Data, graph.opaques[*nature.memory].reason);
      return true;
    }
  }
  if (!isGuard && iteration.termCount == 1 && *minLane == *maxLane && followCourse(e, iteration, current, out.number))
    return !pending;
  if (iteration.termCount > 0 && terms.softLo)
    return tooFar("loop whose course is not known");
  if (surely > kMaxIterations)
    return tooFar("loop is too long to be stepped through");
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
