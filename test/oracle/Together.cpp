// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Instructions that lanes of a warp execute together (shuffles, votes, matches, reductions), and barriers.

#include "Calls.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

namespace sectorscope::oracle {

static After waitForWarp(Machine &, Thread &, const Step &) { return After::WaitWarp; }

Handler togetherCall(llvm::StringRef name) {
  for (llvm::StringRef known : {"llvm.nvvm.shfl.sync.", "llvm.nvvm.vote.", "llvm.nvvm.match.", "llvm.nvvm.redux.sync.",
                                "llvm.nvvm.activemask", "llvm.nvvm.bar.warp.sync", "llvm.nvvm.elect.sync"})
    if (name.starts_with(known))
      return waitForWarp;
  return nullptr;
}

std::uint32_t wantedLanes(Machine &machine, Thread &thread, const Step &step) {
  llvm::StringRef name = step.callee->getName();
  // Every synchronised form has the mask first, but redux, which has it last.
  if (!name.contains(".sync") || step.operands.empty())
    return ~std::uint32_t(0);
  unsigned position = name.contains("redux") ? unsigned(step.operands.size()) - 1 : 0;
  const Cell &mask = machine.operand(thread, step, position);
  if (mask.flags & Poison)
    throw Stop{Outcome::Undefined, "an undefined lane mask"};
  return static_cast<std::uint32_t>(mask.lo);
}

namespace {

void shuffle(Machine &machine, const Step &step, const std::vector<Thread *> &group, llvm::StringRef mode) {
  std::array<const Thread *, 32> byLane{};
  for (Thread *thread : group)
    byLane[thread->lane] = thread;
  std::vector<Cell> values;
  std::vector<bool> inside;
  for (Thread *thread : group) {
    auto by = static_cast<std::uint32_t>(machine.operand(*thread, step, 2).lo) & 31;
    auto control = static_cast<std::uint32_t>(machine.operand(*thread, step, 3).lo);
    std::uint32_t segment = control >> 8 & 31, clamp = control & 31, lane = thread->lane;
    std::uint32_t last = (lane & segment) | (clamp & ~segment & 31), first = lane & segment;
    std::uint32_t source = 0;
    bool isInside = false;
    if (mode.starts_with("up")) {
      source = lane - by;
      isInside = static_cast<std::int32_t>(source) >= static_cast<std::int32_t>(last);
    } else if (mode.starts_with("down")) {
      source = lane + by;
      isInside = source <= last;
    } else if (mode.starts_with("bfly")) {
      source = lane ^ by;
      isInside = source <= last;
    } else {
      source = first | (by & ~segment & 31);
      isInside = source <= last;
    }
    if (!isInside)
      source = lane;
    Cell value = machine.operand(*thread, step, 1);
    if (source != lane) {
      if (const Thread *other = byLane[source & 31])
        value = machine.operand(*const_cast<Thread *>(other), step, 1);
      else
        value.flags |= Poison; // the lane is not here: nobody says what comes of it
    }
    values.push_back(value);
    inside.push_back(isInside);
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    machine.cell(*group[i], step.result) = values[i];
    if (step.result.count == 2)
      machine.cell(*group[i], step.result, 1) = Cell::of(inside[i]);
  }
}

void vote(Machine &machine, const Step &step, const std::vector<Thread *> &group, llvm::StringRef mode, bool hasMask) {
  std::uint32_t ballot = 0, members = 0, flags = 0;
  for (Thread *thread : group) {
    const Cell &predicate = machine.operand(*thread, step, hasMask ? 1 : 0);
    members |= std::uint32_t(1) << thread->lane;
    ballot |= predicate.lo ? std::uint32_t(1) << thread->lane : 0;
    flags |= predicate.flags;
  }
  std::uint64_t value = mode.starts_with("all")   ? ballot == members
                        : mode.starts_with("any") ? ballot != 0
                        : mode.starts_with("uni") ? ballot == 0 || ballot == members
                                                  : ballot;
  for (Thread *thread : group)
    machine.cell(*thread, step.result) = Cell::of(value, flags);
}

void match(Machine &machine, const Step &step, const std::vector<Thread *> &group, bool all) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> equal; // lanes with the same value, flags
  std::uint32_t members = 0;
  for (Thread *thread : group) {
    std::uint32_t lanes = 0, flags = 0;
    for (Thread *other : group) {
      const Cell &mine = machine.operand(*thread, step, 1), &theirs = machine.operand(*other, step, 1);
      lanes |= mine.bits() == theirs.bits() ? std::uint32_t(1) << other->lane : 0;
      flags |= theirs.flags;
    }
    members |= std::uint32_t(1) << thread->lane;
    equal.emplace_back(lanes, flags);
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    auto [lanes, flags] = equal[i];
    bool same = lanes == members;
    machine.cell(*group[i], step.result) = Cell::of(all && !same ? 0 : lanes, flags);
    if (step.result.count == 2)
      machine.cell(*group[i], step.result, 1) = Cell::of(same, flags);
  }
}

void reduce(Machine &machine, const Step &step, const std::vector<Thread *> &group, llvm::StringRef mode) {
  if (!step.ir->getType()->isIntegerTy(32))
    throw Stop{Outcome::CannotRun, "redux.sync of a type that is not known here"};
  Cell all = machine.operand(*group[0], step, 0);
  for (std::size_t i = 1; i < group.size(); ++i) {
    const Cell &next = machine.operand(*group[i], step, 0);
    U128 a = all.bits(), b = next.bits();
    bool isLess = asSigned(a, 32) < asSigned(b, 32);
    U128 value = mode.starts_with("add")    ? (a + b) & maskOf(32)
                 : mode.starts_with("umin") ? std::min(a, b)
                 : mode.starts_with("umax") ? std::max(a, b)
                 : mode.starts_with("min")  ? (isLess ? a : b)
                 : mode.starts_with("max")  ? (isLess ? b : a)
                 : mode.starts_with("and")  ? a & b
                 : mode.starts_with("or")   ? a | b
                                            : a ^ b;
    all = Cell::of(value, all.flags | next.flags);
  }
  for (Thread *thread : group)
    machine.cell(*thread, step.result) = all;
}

} // namespace

void executeTogether(Machine &machine, const Step &step, const std::vector<Thread *> &group) {
  llvm::StringRef name = step.callee->getName();
  bool isSynchronised = name.contains(".sync");
  if (name.consume_front("llvm.nvvm.shfl.sync.")) {
    shuffle(machine, step, group, name);
  } else if (name.consume_front("llvm.nvvm.vote.")) {
    // Both spellings exist: vote.ballot.sync and vote.ballot.
    vote(machine, step, group, name, isSynchronised);
  } else if (name.consume_front("llvm.nvvm.match.")) {
    match(machine, step, group, name.starts_with("all"));
  } else if (name.consume_front("llvm.nvvm.redux.sync.")) {
    reduce(machine, step, group, name);
  } else if (name.starts_with("llvm.nvvm.activemask")) {
    std::uint32_t lanes = 0;
    for (Thread *thread : group)
      lanes |= std::uint32_t(1) << thread->lane;
    for (Thread *thread : group)
      machine.cell(*thread, step.result) = Cell::of(lanes);
  } else if (name.starts_with("llvm.nvvm.elect.sync")) {
    for (Thread *thread : group) {
      machine.cell(*thread, step.result) = Cell::of(group[0]->lane, MadeUp);
      machine.cell(*thread, step.result, 1) = Cell::of(thread == group[0], MadeUp);
    }
  }
}

void leaveBarrier(Machine &machine, const std::vector<Thread *> &waiting) {
  std::uint64_t holding = 0;
  std::uint32_t flags = 0;
  for (Thread *thread : waiting)
    if (thread->waiting->result.count) {
      // The predicate is the last operand of the whole-block forms, and the one before the thread count otherwise.
      const Step &step = *thread->waiting;
      bool counted = step.callee->getName().ends_with(".count");
      const Cell &predicate = machine.operand(*thread, step, unsigned(step.operands.size()) - (counted ? 2 : 1));
      holding += predicate.lo != 0;
      flags |= predicate.flags;
    }
  for (Thread *thread : waiting) {
    const Step &step = *thread->waiting;
    if (!step.result.count)
      continue;
    llvm::StringRef name = step.callee->getName();
    std::uint64_t value = name.contains(".and")  ? holding == waiting.size()
                          : name.contains(".or") ? holding != 0
                                                 : holding;
    machine.cell(*thread, step.result) = Cell::of(value, flags);
  }
}

} // namespace sectorscope::oracle
