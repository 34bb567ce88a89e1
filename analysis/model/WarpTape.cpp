// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/WarpTape.h"

#include "model/Reached.h"
#include "model/ScalarOps.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace sectorscope {
namespace {

constexpr std::int64_t kMostSteps = 1 << 20; // of a loop that is followed for its variables

LaneAddresses everywhere(std::int64_t value) {
  LaneAddresses lanes;
  lanes.fill(value);
  return lanes;
}

} // namespace

// ---------------------------------------------------------------------------------------------------------------------
// The plan

std::shared_ptr<const WarpTape::Plan> WarpTape::planFor(const ExprGraph &graph, const LaunchShape &launch) {
  auto plan = std::make_shared<Plan>(Plan{graph, launch, {}, {}, {}});
  plan->dependence.resize(graph.size());
  plan->obstacles.resize(graph.size());
  const auto leaf = [&](std::uint32_t index) {
    const Expr &e = graph[{index}];
    switch (e.op) {
    case Op::Ctaid:
      plan->dependence[index] = kOnBlock << e.payload;
      break;
    case Op::Tid:
    case Op::LaneId:
    case Op::WarpId:
      plan->dependence[index] = kOnWarp;
      break;
    case Op::Counter:
      plan->dependence[index] = onCounter(e.payload);
      break;
    case Op::RecurVar: // stands for another value in each iteration
      plan->dependence[index] = onCounter(graph.recurrences[e.payload].loop);
      break;
    case Op::Param: {
      const ParamLeaf &param = graph.params[e.payload];
      if (!param.isPointer && !launch.arguments.contains(param.name))
        plan->obstacles[index] = index;
      break;
    }
    case Op::Ntid:
      plan->obstacles[index] = launch.block ? 0 : index;
      break;
    case Op::Nctaid:
      plan->obstacles[index] = launch.grid ? 0 : index;
      break;
    case Op::Opaque:
    case Op::Loaded:
      plan->obstacles[index] = index;
      break;
    default:
      break;
    }
  };
  // What an operator hangs on stands before it; the step of a recurrence may not.
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t index = 1; index < graph.size(); ++index) {
      const Expr &e = graph[{index}];
      const Dependence before = plan->dependence[index];
      const std::uint32_t obstacleBefore = plan->obstacles[index];
      leaf(index);
      std::uint32_t &obstacle = plan->obstacles[index];
      Dependence &dependence = plan->dependence[index];
      const auto take = [&](ExprId operand, Dependence but = 0) {
        dependence |= plan->dependence[operand.index] & ~but;
        if (!obstacle)
          obstacle = plan->obstacles[operand.index];
      };
      if (e.op == Op::Recur) {
        const Recurrence &r = graph.recurrences[e.payload];
        const Dependence own = r.loop < kLoopsToldApart ? onCounter(r.loop) : 0;
        take(r.start);
        take(r.step, own);
        take(e.a);
      } else if (e.op == Op::AllBefore) {
        take(e.a, e.payload < kLoopsToldApart ? onCounter(e.payload) : 0);
        take(e.b);
      } else {
        for (const ExprId operand : {e.a, e.b, e.c})
          if (operand)
            take(operand);
      }
      if (e.op == Op::Shuffle)
        dependence |= kOnWarp;
      again |= (dependence != before || obstacle != obstacleBefore) && !graph.recurrences.empty();
    }
  }
  for (std::uint64_t r = 0; r < graph.recurrences.size(); ++r) {
    std::vector<std::uint64_t> members{r};
    for (std::size_t i = 0; i < members.size(); ++i) // grows
      forEachReached(graph, {graph.recurrences[members[i]].step}, [&](const Expr &e) {
        if (e.op == Op::RecurVar && graph.recurrences[e.payload].loop == graph.recurrences[r].loop &&
            std::find(members.begin(), members.end(), e.payload) == members.end())
          members.push_back(e.payload);
      });
    plan->members.push_back(std::move(members));
  }
  return plan;
}

std::string WarpTape::obstacle(ExprId id) const {
  const std::uint32_t index = plan->obstacles[id.index];
  if (!index)
    return "";
  const Expr &e = plan->graph[{index}];
  switch (e.op) {
  case Op::Param:
    return fmt::format("value of {} is not known", plan->graph.params[e.payload].name);
  case Op::Ntid:
    return "block shape is not known";
  case Op::Nctaid:
    return "grid shape is not known";
  default: {
    const OpaqueLeaf &leaf = plan->graph.opaques[e.payload];
    const bool isPlaced = leaf.place.line == 0 || leaf.reason.find(leaf.place.file) != std::string::npos;
    return !isPlaced ? fmt::format("{} ({}:{})", leaf.reason, leaf.place.file, leaf.place.line) : leaf.reason;
  }
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// The warp at hand

WarpTape::WarpTape(const ExprGraph &graph, const LaunchShape &launch) : WarpTape(planFor(graph, launch)) {}

WarpTape::WarpTape(std::shared_ptr<const Plan> shared)
    : plan(std::move(shared)), valueOf(plan->graph.size()), isValid(plan->graph.size()) {
  setWarp(0);
}

void WarpTape::changed(Dependence what) {
  for (Dependence rest = what; rest != 0; rest &= rest - 1)
    for (const std::uint32_t node : evaluated[static_cast<unsigned>(std::countr_zero(rest))])
      isValid[node] = 0;
  for (auto &[node, state] : followed)
    state.isValid = state.isValid && !(state.dependence & what);
}

void WarpTape::setBlock(const Dim3 &index) {
  Dependence what = 0;
  for (unsigned axis = 0; axis < 3; ++axis)
    if (index[axis] != block[axis])
      what |= kOnBlock << axis;
  block = index;
  if (what)
    changed(what);
}

void WarpTape::setWarp(unsigned number) {
  if (number == warp && liveLanes)
    return;
  warp = number;
  const Dim3 shape = plan->launch.block.value_or(Dim3{kLanes, 1, 1});
  const std::uint64_t threads = countOf(shape);
  liveLanes = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t number64 = std::uint64_t{warp} * kLanes + lane;
    liveLanes |= static_cast<std::uint32_t>(number64 < threads) << lane;
    thread[0][lane] = static_cast<std::int64_t>(number64 % shape[0]);
    thread[1][lane] = static_cast<std::int64_t>(number64 / shape[0] % shape[1]);
    thread[2][lane] = static_cast<std::int64_t>(number64 / shape[0] / shape[1]);
  }
  changed(kOnWarp);
}

void WarpTape::setCounter(std::uint64_t loop, std::int64_t iteration) {
  const auto [place, isNew] = counters.try_emplace(loop, iteration);
  if (!isNew && place->second == iteration)
    return;
  place->second = iteration;
  changed(onCounter(loop));
}

const LaneAddresses &WarpTape::eval(ExprId id) {
  if (isValid[id.index])
    return *valueOf[id.index];
  const Expr &e = plan->graph[id];
  for (const ExprId operand : {e.a, e.b, e.c})
    if (operand && e.op != Op::AllBefore)
      eval(operand);
  LaneAddresses *&place = valueOf[id.index];
  if (!place) {
    place = &values.emplace_back();
    for (Dependence rest = plan->dependence[id.index]; rest != 0; rest &= rest - 1)
      evaluated[static_cast<unsigned>(std::countr_zero(rest))].push_back(id.index);
  }
  compute(e, *place);
  isValid[id.index] = 1;
  return *place;
}

std::uint32_t WarpTape::maskOf(ExprId id) {
  const LaneAddresses &lanes = eval(id);
  std::uint32_t mask = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    mask |= static_cast<std::uint32_t>(lanes[lane] & 1) << lane;
  return mask;
}

void WarpTape::compute(const Expr &e, LaneAddresses &out) {
  const ExprGraph &graph = plan->graph;
  const auto same = [&](std::uint64_t value) { out = everywhere(signExtend(value, e.width)); };
  const auto valueAt = [&](ExprId operand) { return operand ? valueOf[operand.index]->data() : nullptr; };
  switch (e.op) {
  case Op::Const:
    return same(e.payload);
  case Op::Tid:
    out = thread[e.payload];
    return;
  case Op::LaneId:
    for (unsigned lane = 0; lane < kLanes; ++lane)
      out[lane] = lane;
    return;
  case Op::WarpId:
    return same(warp);
  case Op::Ctaid:
    return same(block[e.payload]);
  case Op::Ntid:
    return same(plan->launch.block ? (*plan->launch.block)[e.payload] : 0);
  case Op::Nctaid:
    return same(plan->launch.grid ? (*plan->launch.grid)[e.payload] : 0);
  case Op::Param: {
    const ParamLeaf &param = graph.params[e.payload];
    const LaunchShape &launch = plan->launch;
    if (const auto known = launch.arguments.find(param.name); known != launch.arguments.end())
      return same(static_cast<std::uint64_t>(known->second));
    if (!param.isPointer)
      return same(0);
    const auto observed = launch.pointers.find(param.name);
    return same(static_cast<std::uint64_t>(startOfObject(e.payload)) +
                (observed != launch.pointers.end() ? observed->second : 0));
  }
  case Op::Global:
    return same(static_cast<std::uint64_t>(startOfObject(graph.params.size() + e.payload)));
  case Op::Counter: {
    const auto found = counters.find(e.payload);
    return same(found != counters.end() ? static_cast<std::uint64_t>(found->second) : 0);
  }
  case Op::RecurVar: {
    const auto found = bound.find(e.payload);
    out = found != bound.end() ? found->second : LaneAddresses{};
    return;
  }
  case Op::Opaque:
  case Op::Loaded:
    out = {}; // nobody asks: see obstacle()
    return;
  case Op::Recur:
    return computeRecurrence(e, out);
  case Op::AllBefore:
    return computeAllBefore(e, out);
  case Op::Shuffle: {
    const std::int64_t *value = valueAt(e.a), *from = valueAt(e.b);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      out[lane] = value[from[lane] & (kLanes - 1)];
    return;
  }
  default:
    evalLanes(e.op, e.width, graph[e.a].width, valueAt(e.a), valueAt(e.b), e.b ? graph[e.b].width : 1, valueAt(e.c),
              e.c ? graph[e.c].width : 1, out.data());
  }
}

WarpTape &WarpTape::at(std::uint64_t loop, std::int64_t iteration) {
  if (!inner)
    inner.reset(new WarpTape(plan));
  inner->setBlock(block);
  inner->setWarp(warp);
  for (const auto &[other, value] : counters)
    if (other != loop)
      inner->setCounter(other, value);
  for (const auto &[variable, value] : bound)
    if (plan->graph.recurrences[variable].loop != loop)
      if (const auto [place, isNew] = inner->bound.try_emplace(variable, value); !isNew && place->second != value) {
        place->second = value;
        inner->changed(onCounter(plan->graph.recurrences[variable].loop));
      }
  inner->setCounter(loop, iteration);
  return *inner;
}

void WarpTape::computeRecurrence(const Expr &e, LaneAddresses &out) {
  const ExprGraph &graph = plan->graph;
  const LaneAddresses wanted = *valueOf[e.a.index];
  const std::uint64_t loop = graph.recurrences[e.payload].loop;
  const std::vector<std::uint64_t> &members = plan->members[e.payload];
  std::int64_t last = 0, first = kMostSteps + 1;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (liveLanes >> lane & 1) {
      last = std::max(last, wanted[lane]);
      first = std::min(first, wanted[lane]);
    }
  if (last > kMostSteps) {
    hasFailed = true;
    out = {};
    return;
  }
  // Keyed by the recurrence: nodes that ask for other iterations of it go on where this one ended, if they can.
  Followed &state = followed[static_cast<std::uint32_t>(e.payload) << 1];
  if (!state.isValid || state.iteration > first) {
    state.dependence = 0;
    for (const std::uint64_t member : members) {
      state.states[member] = eval(graph.recurrences[member].start);
      state.dependence |= dependenceOf(graph.recurrences[member].start) |
                          (dependenceOf(graph.recurrences[member].step) & ~onCounter(loop));
    }
    state.iteration = 0;
    state.isValid = true;
  }
  const auto take = [&](std::int64_t iteration) {
    const LaneAddresses &now = state.states.at(e.payload);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (wanted[lane] == iteration || (iteration == 0 && wanted[lane] < 0))
        out[lane] = now[lane];
  };
  out = {};
  take(state.iteration);
  while (state.iteration < last && !hasFailed) {
    WarpTape &step = at(loop, state.iteration);
    for (const std::uint64_t member : members)
      step.bound[member] = state.states.at(member);
    step.changed(onCounter(loop));
    std::map<std::uint64_t, LaneAddresses> next;
    for (const std::uint64_t member : members)
      next[member] = step.eval(graph.recurrences[member].step);
    hasFailed |= step.hasFailed;
    state.states = std::move(next);
    take(++state.iteration);
  }
}

void WarpTape::computeAllBefore(const Expr &e, LaneAddresses &out) {
  const LaneAddresses wanted = eval(e.b);
  std::int64_t last = 0, first = kMostSteps + 1;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (liveLanes >> lane & 1) {
      last = std::max(last, wanted[lane]);
      first = std::min(first, wanted[lane]);
    }
  Followed &state = followed[e.a.index << 1 | 1];
  if (!state.isValid || state.iteration > first) {
    state.dependence = dependenceOf(e.a) & ~onCounter(e.payload);
    state.iteration = 0;
    state.held = liveLanes;
    state.isValid = true;
  }
  out = {};
  const auto take = [&](std::int64_t iteration) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if ((wanted[lane] == iteration || (iteration == 0 && wanted[lane] < 0)) && (state.held >> lane & 1))
        out[lane] = -1;
  };
  take(state.iteration);
  while (state.iteration < last && state.held && !hasFailed) {
    if (state.iteration > kMostSteps) {
      hasFailed = true;
      return;
    }
    WarpTape &before = at(e.payload, state.iteration);
    state.held &= before.maskOf(e.a);
    hasFailed |= before.hasFailed;
    take(++state.iteration);
  }
}

} // namespace sectorscope
