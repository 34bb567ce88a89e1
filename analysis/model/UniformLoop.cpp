// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/UniformLoop.h"

#include "model/ScalarOps.h"

#include <algorithm>
#include <unordered_set>

namespace sectorscope {

UniformLoops::Series &UniformLoops::seriesOf(std::uint64_t recurrence) {
  const auto [place, isNew] = series.try_emplace(recurrence);
  Series &s = place->second;
  if (!isNew)
    return s;
  // The recurrences of the same loop that the step speaks of, and those that theirs do.
  const std::uint64_t loop = graph.recurrences[recurrence].loop;
  s.members = {recurrence};
  std::unordered_set<std::uint32_t> seen;
  for (std::size_t i = 0; i < s.members.size(); ++i) {
    std::vector<ExprId> work{graph.recurrences[s.members[i]].step};
    while (!work.empty()) {
      const ExprId id = work.back();
      work.pop_back();
      if (!id || !seen.insert(id.index).second)
        continue;
      const Expr &e = graph[id];
      s.nature.lanes |= e.op == Op::Tid || e.op == Op::LaneId || e.op == Op::WarpId || e.op == Op::Recur;
      s.nature.elsewhere |= e.op == Op::Ctaid || e.op == Op::Ntid || e.op == Op::Nctaid || e.op == Op::Global ||
                            e.op == Op::Counter || e.op == Op::AllBefore ||
                            (e.op == Op::RecurVar && graph.recurrences[e.payload].loop != loop);
      s.nature.arguments |= e.op == Op::Param || (e.op == Op::Opaque && !graph.opaques[e.payload].varying);
      if (!s.nature.memory && (e.op == Op::Loaded || (e.op == Op::Opaque && graph.opaques[e.payload].varying)))
        s.nature.memory = e.payload;
      if (e.op == Op::RecurVar && graph.recurrences[e.payload].loop == loop &&
          std::find(s.members.begin(), s.members.end(), e.payload) == s.members.end())
        s.members.push_back(e.payload);
      work.insert(work.end(), {e.a, e.b, e.c});
    }
  }
  Moment before{.loop = ~0ULL, .iteration = 0, .state = nullptr, .known = {}};
  State first;
  for (const std::uint64_t member : s.members) {
    const auto start = eval(graph.recurrences[member].start, before);
    s.isKnown &= start.has_value();
    first[member] = start.value_or(0);
  }
  s.states = {first};
  return s;
}

std::optional<std::uint64_t> UniformLoops::valueAt(std::uint64_t recurrence, std::uint64_t iteration) {
  Series &s = seriesOf(recurrence);
  while (s.isKnown && s.states.size() <= iteration && iteration <= kFurthest) {
    const State &now = s.states.back();
    Moment moment{
        .loop = graph.recurrences[recurrence].loop, .iteration = s.states.size() - 1, .state = &now, .known = {}};
    State next;
    for (const std::uint64_t member : s.members) {
      const auto value = eval(graph.recurrences[member].step, moment);
      s.isKnown &= value.has_value();
      next[member] = value.value_or(0);
    }
    s.states.push_back(std::move(next));
  }
  if (!s.isKnown || s.states.size() <= iteration)
    return std::nullopt;
  return s.states[iteration].at(recurrence);
}

std::optional<std::uint64_t> UniformLoops::holdsUntil(ExprId predicate, std::uint64_t loop) {
  const auto [place, isNew] = ends.try_emplace({predicate.index, loop});
  if (!isNew)
    return place->second;
  for (std::uint64_t iteration = 0; iteration <= kFurthest; ++iteration) {
    Moment moment{.loop = loop, .iteration = iteration, .state = nullptr, .known = {}};
    const auto holds = eval(predicate, moment);
    if (!holds)
      return std::nullopt;
    if (*holds == 0 || iteration == kFurthest)
      return ends[{predicate.index, loop}] = iteration;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> UniformLoops::eval(ExprId id, Moment &moment) {
  if (const auto found = moment.known.find(id.index); found != moment.known.end())
    return found->second;
  const auto value = compute(graph[id], moment);
  moment.known[id.index] = value;
  return value;
}

std::optional<std::uint64_t> UniformLoops::compute(const Expr &e, Moment &moment) {
  switch (e.op) {
  case Op::Const:
    return e.payload;
  case Op::Counter:
    return e.payload == moment.loop ? std::optional(moment.iteration) : std::nullopt;
  case Op::RecurVar:
    if (!moment.state)
      return std::nullopt;
    if (const auto found = moment.state->find(e.payload); found != moment.state->end())
      return found->second;
    return std::nullopt;
  case Op::Recur: {
    const auto iteration = eval(e.a, moment);
    return iteration ? valueAt(e.payload, *iteration) : std::nullopt;
  }
  case Op::AllBefore:
  case Op::Loaded:
    return std::nullopt;
  case Op::Shuffle:
    return eval(e.a, moment); // what has a value here has it in all lanes
  default:
    break;
  }
  if (operandCount(e.op) == 0)
    return std::nullopt; // hangs on thread, block or argument
  const auto a = eval(e.a, moment);
  const auto b = a && e.b ? eval(e.b, moment) : a;
  const auto c = b && e.c ? eval(e.c, moment) : b;
  if (!a || !b || !c)
    return std::nullopt;
  return evalScalar(e.op, e.width, graph[e.a].width, *a, e.b ? *b : 0, e.c ? *c : 0);
}

} // namespace sectorscope
