// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loop-carried variables, trip counts, and joins.

#include "ir/Translator.h"

#include "model/ScalarOps.h"

#include "llvm/IR/CFG.h"

#include <algorithm>

namespace sectorscope {
namespace {

constexpr std::int64_t kLongestStep = 1 << 16; // of a 32-bit number that is believed not to wrap in its loop

} // namespace

// ---------------------------------------------------------------------------------------------------------------------
// Phis

ExprId Translator::computePhi(const llvm::PHINode &phi) {
  const llvm::BasicBlock *block = phi.getParent();
  const llvm::Loop *loop = loopInfo.getLoopFor(block);
  const bool isNumber =
      phi.getType()->isPointerTy() || (phi.getType()->isIntegerTy() && phi.getType()->getIntegerBitWidth() <= 64);
  if (loop && loop->getHeader() == block) {
    if (!isNumber || !loop->getLoopPreheader() || !loop->getLoopLatch())
      return opaque(phi, "value carried around a loop");
    solveHeader(*loop);
    return translate(&phi);
  }
  if (!isNumber)
    return unknownFunctionOf(phi, "computed value");
  // One incoming value per edge; values that come out of a loop are its last ones.
  std::optional<ExprId> result;
  const auto *node = dominators.getNode(block);
  if (!node || !node->getIDom())
    return opaque(phi, "unreachable value");
  const llvm::BasicBlock *root = outOfLoops(node->getIDom()->getBlock(), block);
  for (unsigned i = phi.getNumIncomingValues(); i-- > 0;) {
    const llvm::BasicBlock *from = phi.getIncomingBlock(i);
    if (deadEnds.contains(from))
      continue;
    ExprId value = translate(phi.getIncomingValue(i));
    for (const llvm::Loop *left = loopInfo.getLoopFor(from); left && !left->contains(block);
         left = left->getParentLoop())
      value = atExit(value, *left);
    if (!result || *result == value)
      result = value;
    else if (root)
      result = graph.select(edgePath(root, from, block), value, *result);
    else
      return opaque(phi, "value that hangs on the way taken");
  }
  return result ? *result : opaque(phi, "unreachable value");
}

/// Solves all loop-carried numbers of a header at once: their values after one iteration are translated with each
/// variable standing for itself, and then told apart into closed forms and true recurrences.
void Translator::solveHeader(const llvm::Loop &loop) {
  const llvm::BasicBlock *preheader = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  const unsigned number = numberOf.lookup(&loop);
  struct Variable {
    const llvm::PHINode *phi;
    ExprId start, self, step;
    std::uint64_t index;
    ExprId value; ///< at the iteration that the counter names
  };
  std::vector<Variable> variables;
  for (const llvm::PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isPointerTy() || (phi.getType()->isIntegerTy() && phi.getType()->getIntegerBitWidth() <= 64)) {
      const ExprId start = translate(phi.getIncomingValueForBlock(preheader));
      const std::uint64_t index = graph.recurrences.size();
      graph.recurrences.push_back({number, start, {}});
      variables.push_back({&phi, start, graph.leaf(Op::RecurVar, graph[start].width, index), {}, index, {}});
    }
  known.emplace_back();
  paths.emplace_back();
  for (const Variable &v : variables)
    known.back()[v.phi] = v.self;
  for (Variable &v : variables) {
    v.step = translate(v.phi->getIncomingValueForBlock(latch));
  }
  // The step is taken only where the loop goes on: `j + (goesOn ? stride : 0)` is `j + stride`.
  const ExprId goesOn = edgeCondition(latch, loop.getHeader());
  for (Variable &v : variables)
    v.step = assuming(v.step, goesOn);
  known.pop_back();
  paths.pop_back();
  // In rounds: a step that speaks of a variable whose values are known by now may have a closed form itself.
  const ExprId k = counter(loop), first = graph.binary(Op::Eq, k, graph.constant(0, 64));
  for (bool progress = true; progress;) {
    progress = false;
    for (Variable &v : variables) {
      if (v.value)
        continue;
      for (const Variable &other : variables)
        if (other.value && mentions(v.step, other.self))
          v.step = graph.substitute(v.step, other.self, other.value);
      if (const auto closed = closedForm(v.start, v.step, v.self, loop))
        v.value = *closed;
      else if (!mentionsRecurVar(v.step, number)) // what the iteration before left, whatever it is
        v.value =
            graph.select(first, v.start, graph.substitute(v.step, k, graph.binary(Op::Sub, k, graph.constant(1, 64))));
      progress |= static_cast<bool>(v.value);
    }
  }
  for (Variable &v : variables) {
    graph.recurrences[v.index].step = v.step;
    if (!v.value && graph[v.start].width == 1)
      v.value = opaque(*v.phi, "flag carried around a loop");
    else if (!v.value)
      v.value = graph.make({.op = Op::Recur, .width = graph[v.start].width, .a = k, .payload = v.index});
    known.back()[v.phi] = v.value;
  }
}

/// The expression where a predicate is known to hold.
ExprId Translator::assuming(ExprId expr, ExprId predicate) {
  const Expr e = graph[predicate];
  if (e.op == Op::Const)
    return expr;
  if (e.op == Op::And)
    return assuming(assuming(expr, e.a), e.b);
  if (e.op == Op::Xor && e.width == 1 && graph[e.b].op == Op::Const && graph[e.b].payload == 1)
    return graph.assume(expr, e.a, false);
  return graph.assume(expr, predicate, true);
}

/// start + k * increment, if one iteration adds something that the loop does not change.
std::optional<ExprId> Translator::closedForm(ExprId start, ExprId step, ExprId variable, const llvm::Loop &loop) {
  const unsigned number = numberOf.lookup(&loop);
  if (step == variable)
    return start;
  // Peel the additions around the variable.
  std::optional<ExprId> increment;
  std::uint8_t flags = NoUnsignedWrap | NoSignedWrap;
  const auto add = [&](ExprId part, bool negative) {
    const ExprId signedPart = negative ? graph.binary(Op::Sub, graph.constant(0, graph[part].width), part) : part;
    increment = increment ? graph.binary(Op::Add, *increment, signedPart) : signedPart;
  };
  ExprId rest = step;
  while (rest != variable) {
    const Expr e = graph[rest];
    if (e.op == Op::Add && !dependsOnLoop(e.b, number)) {
      add(e.b, false);
      rest = e.a;
    } else if (e.op == Op::Add && !dependsOnLoop(e.a, number)) {
      add(e.a, false);
      rest = e.b;
    } else if (e.op == Op::Sub && !dependsOnLoop(e.b, number)) {
      add(e.b, true);
      rest = e.a;
      flags &= static_cast<std::uint8_t>(~NoUnsignedWrap);
    } else {
      return std::nullopt;
    }
    flags &= e.flags;
  }
  if (dependsOnMemory(*increment) && loop.getLoopPreheader() && dependsOnLoop(*increment, number))
    return std::nullopt;
  const ExprId trips = resized(counter(loop), graph[start].width);
  return graph.binary(Op::Add, start, graph.binary(Op::Mul, trips, *increment), flags);
}

// ---------------------------------------------------------------------------------------------------------------------
// What an expression hangs on

bool Translator::dependsOnLoop(ExprId expr, unsigned loop) {
  if (!expr)
    return false;
  const auto [position, isNew] = loopDependence.try_emplace({expr.index, loop}, false);
  if (!isNew)
    return position->second;
  const Expr e = graph[expr];
  bool depends = e.op == Op::Counter && e.payload == loop;
  if (e.op == Op::RecurVar || e.op == Op::Recur)
    depends |= graph.recurrences[e.payload].loop == loop && e.op == Op::RecurVar;
  for (const ExprId operand : {e.a, e.b, e.c})
    depends |= dependsOnLoop(operand, loop);
  // A value loaded inside the loop may change from iteration to iteration even at one address; it stays one unknown.
  return loopDependence[{expr.index, loop}] = depends;
}

bool Translator::dependsOnMemory(ExprId expr) {
  return reaches(expr, [](const Expr &e) { return e.op == Op::Loaded || e.op == Op::Opaque; });
}

bool Translator::mentionsPrivate(ExprId expr) {
  return reaches(expr, [&](const Expr &e) { return e.op == Op::Global && graph.globals[e.payload].isPrivate; });
}

bool Translator::mentions(ExprId expr, ExprId leaf) {
  return reaches(expr, [&](const Expr &e) { return e == graph[leaf]; });
}

bool Translator::mentionsRecurVar(ExprId expr, unsigned loop) {
  return reaches(expr,
                 [&](const Expr &e) { return e.op == Op::RecurVar && graph.recurrences[e.payload].loop == loop; });
}

/// Some node below the expression, recurrences included, is wanted.
bool Translator::reaches(ExprId expr, llvm::function_ref<bool(const Expr &)> isWanted) {
  std::vector<ExprId> work{expr};
  llvm::DenseMap<unsigned, bool> seen;
  while (!work.empty()) {
    const ExprId id = work.back();
    work.pop_back();
    if (!id || !seen.try_emplace(id.index, true).second)
      continue;
    const Expr &e = graph[id];
    if (isWanted(e))
      return true;
    if (e.op == Op::Recur) {
      work.push_back(graph.recurrences[e.payload].start);
      work.push_back(graph.recurrences[e.payload].step);
    }
    work.insert(work.end(), {e.a, e.b, e.c});
  }
  return false;
}

/// Whether the expression rises (1), falls (-1) or stays (0) from iteration to iteration; empty if neither is plain.
/// Products with an unknown are taken to rise: a loop that steps by a negative amount does not end at `<`.
std::optional<int> Translator::slope(ExprId expr, unsigned loop) {
  if (!dependsOnLoop(expr, loop))
    return 0;
  const Expr e = graph[expr];
  const auto joined = [](std::optional<int> a, std::optional<int> b) -> std::optional<int> {
    if (!a || !b || (*a && *b && *a != *b))
      return std::nullopt;
    return *a ? a : b;
  };
  const auto negated = [](std::optional<int> a) { return a ? std::optional<int>(-*a) : a; };
  switch (e.op) {
  case Op::Counter:
    return 1;
  case Op::ZExt:
  case Op::SExt:
  case Op::Trunc:
    return slope(e.a, loop);
  case Op::Add:
    return joined(slope(e.a, loop), slope(e.b, loop));
  case Op::Sub:
    return joined(slope(e.a, loop), negated(slope(e.b, loop)));
  case Op::Shl:
    return dependsOnLoop(e.b, loop) ? std::nullopt : slope(e.a, loop);
  case Op::Mul: {
    const bool left = dependsOnLoop(e.a, loop);
    if (left && dependsOnLoop(e.b, loop))
      return std::nullopt;
    const Expr &factor = graph[left ? e.b : e.a];
    const auto moving = slope(left ? e.a : e.b, loop);
    return factor.op == Op::Const && signExtend(factor.payload, factor.width) < 0 ? negated(moving) : moving;
  }
  default:
    return std::nullopt;
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Iterations

/// What the expression gains per iteration, if that is one constant other than zero.
std::optional<std::int64_t> Translator::incrementOf(ExprId expr, const llvm::Loop &loop) {
  const unsigned number = numberOf.lookup(&loop);
  const Expr e = graph[expr];
  const auto sum = [](std::optional<std::int64_t> a, std::optional<std::int64_t> b) -> std::optional<std::int64_t> {
    return a && b ? std::optional(*a + *b) : std::nullopt;
  };
  if (!dependsOnLoop(expr, number))
    return 0;
  switch (e.op) {
  case Op::Counter:
    return 1;
  case Op::Trunc:
    return incrementOf(e.a, loop);
  case Op::Add:
    return sum(incrementOf(e.a, loop), incrementOf(e.b, loop));
  case Op::Sub: {
    const auto b = incrementOf(e.b, loop);
    return sum(incrementOf(e.a, loop), b ? std::optional(-*b) : std::nullopt);
  }
  case Op::Mul: {
    const auto a = incrementOf(e.a, loop);
    const Expr factor = graph[e.b];
    if (!a || factor.op != Op::Const)
      return std::nullopt;
    const std::int64_t f = signExtend(factor.payload, factor.width);
    return std::abs(*a) < (1LL << 31) && std::abs(f) < (1LL << 31) ? std::optional(*a * f) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

/// The predicate held in every iteration before this one.
ExprId Translator::allBefore(ExprId predicate, const llvm::Loop &loop) {
  const unsigned number = numberOf.lookup(&loop);
  const ExprId k = counter(loop), zero = graph.constant(0, 64);
  const ExprId first = graph.binary(Op::Eq, k, zero);
  const auto orFirst = [&](ExprId p) { return graph.binary(Op::Or, first, p); };
  const Expr e = graph[predicate];
  if (e.op == Op::And) {
    const ExprId left = allBefore(e.a, loop);
    return graph.binary(Op::And, left, allBefore(e.b, loop));
  }
  if (!dependsOnLoop(predicate, number) || dependsOnMemory(predicate))
    return orFirst(predicate);
  // not (a == b) and not (a < b) as comparisons.
  Expr c = e;
  if (e.op == Op::Xor && e.width == 1 && graph[e.b].op == Op::Const && graph[e.b].payload == 1) {
    c = graph[e.a];
    switch (c.op) {
    case Op::Eq:
      c.op = Op::Ne;
      break;
    case Op::Ne:
      c.op = Op::Eq;
      break;
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle:
      std::swap(c.a, c.b);
      c.op = c.op == Op::Ult ? Op::Ule : c.op == Op::Ule ? Op::Ult : c.op == Op::Slt ? Op::Sle : Op::Slt;
      break;
    default:
      c.op = Op::Const;
      break;
    }
  }
  const auto at = [&](ExprId expr, ExprId iteration) { return graph.substitute(expr, k, iteration); };
  const ExprId before = graph.binary(Op::Sub, k, graph.constant(1, 64));
  const bool leftMoves = dependsOnLoop(c.a, number), rightMoves = dependsOnLoop(c.b, number);
  const std::optional<std::int64_t> increment =
      leftMoves != rightMoves && graph[c.a].width > 1 ? incrementOf(leftMoves ? c.a : c.b, loop) : std::nullopt;
  if (increment && *increment == 0)
    return orFirst(at(predicate, zero));
  if (c.op == Op::Ne && increment) {
    // The first equality is after distance / increment iterations, exactly: no wrap needs to be excluded.
    const ExprId fixed = leftMoves ? c.b : c.a, start = at(leftMoves ? c.a : c.b, zero);
    const ExprId distance = *increment > 0 ? graph.binary(Op::Sub, fixed, start) : graph.binary(Op::Sub, start, fixed);
    const ExprId size = graph.constant(static_cast<std::uint64_t>(std::abs(*increment)), 64);
    return graph.binary(Op::Ule, graph.binary(Op::Mul, k, size, NoUnsignedWrap | NoSignedWrap), resized(distance, 64));
  }
  const bool isOrder = c.op == Op::Ult || c.op == Op::Ule || c.op == Op::Slt || c.op == Op::Sle;
  // A step that wraps after few iterations is followed as it goes: `k * 1981045722 < bound`.
  const bool leaps = increment && graph[c.a].width < 64 && std::abs(*increment) > kLongestStep;
  if (isOrder && increment && !leaps) {
    // a + k * s against b in numbers that do not wrap: beyond the exit, the narrow ones might, and hold again.
    const bool isSigned = c.op == Op::Slt || c.op == Op::Sle, falls = *increment < 0;
    const ExprId moving = leftMoves ? c.a : c.b, fixed = leftMoves ? c.b : c.a;
    const ExprId start = resized(at(moving, zero), 64, isSigned), bound = resized(fixed, 64, isSigned);
    const ExprId walked =
        graph.binary(Op::Mul, before, graph.constant(static_cast<std::uint64_t>(*increment), 64), NoSignedWrap);
    const ExprId now = graph.binary(Op::Add, start, walked, NoSignedWrap);
    const Op wide = c.op == Op::Ult ? Op::Slt : c.op == Op::Ule ? Op::Sle : c.op;
    const bool ends = leftMoves != falls; // it moves towards the bound; else it holds for good once it held
    // A step that jumps over the numbers behind the bound wraps and goes on: only a step of one surely does not.
    if (!ends)
      return orFirst(at(graph.binary(c.op, c.a, c.b), zero));
    if (isSigned || !falls || *increment == -1)
      return orFirst(leftMoves ? graph.binary(wide, now, bound) : graph.binary(wide, bound, now));
  } else if (isOrder && !leaps) {
    const auto left = slope(c.a, number), right = slope(c.b, number);
    // An unsigned difference that falls passes zero and is large again.
    const bool turns = (c.op == Op::Ult || c.op == Op::Ule) && (left.value_or(0) < 0 || right.value_or(0) < 0);
    if (left && right && *left - *right != 0 && !turns) {
      const ExprId plain = graph.binary(c.op, c.a, c.b);
      // a rises against b: once false, false for good. Falls: once true, true for good.
      return orFirst(at(plain, *left - *right > 0 ? before : zero));
    }
  }
  return graph.make({.op = Op::AllBefore, .width = 1, .a = predicate, .b = k, .payload = number});
}

/// The iteration `k` of the loop is reached by a lane that entered it.
ExprId Translator::loopGuard(const llvm::Loop &loop) {
  if (const auto found = loopGuards.find(&loop); found != loopGuards.end())
    return found->second;
  const llvm::BasicBlock *latch = loop.getLoopLatch();
  if (!latch || !openGuards.insert(&loop).second)
    return graph.opaque({.reason = "loop with several ways round", .place = {}}, 1);
  const ExprId path = pathFrom(loop.getHeader(), latch);
  const ExprId again = graph.binary(Op::And, path, edgeCondition(latch, loop.getHeader()));
  const ExprId guard = allBefore(again, loop);
  openGuards.erase(&loop);
  if (known.size() == 1)
    loopGuards[&loop] = guard;
  return guard;
}

/// Number of the iteration in which the loop's only exit is taken, if it has a closed form.
std::optional<ExprId> Translator::iterationsOf(const llvm::Loop &loop) {
  const llvm::BasicBlock *exiting = loop.getExitingBlock();
  if (!exiting)
    return std::nullopt;
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(exiting->getTerminator());
  if (!branch || !branch->isConditional())
    return std::nullopt;
  const unsigned number = numberOf.lookup(&loop);
  const bool staysWhenTrue = loop.contains(branch->getSuccessor(0));
  ExprId stays = translate(branch->getCondition());
  if (!staysWhenTrue)
    stays = graph.logicalNot(stays);
  // Reuse the forms that allBefore finds: k iterations are reached while  k * size <= distance.
  const Expr before = graph[allBefore(stays, loop)];
  const ExprId k = counter(loop);
  if (before.op == Op::Ule && graph[before.a].op == Op::Mul && graph[before.a].a == k)
    return graph.binary(Op::UDiv, before.b, graph[before.a].b);
  if (before.op == Op::Ule && before.a == k)
    return before.b;
  // a(k) < b with a constant increment: the first k with a(0) + k * s >= b.
  Expr c = graph[stays];
  if (c.op == Op::Xor && graph[c.b].op == Op::Const) {
    c = graph[c.a];
    if (c.op != Op::Ult && c.op != Op::Ule && c.op != Op::Slt && c.op != Op::Sle)
      return std::nullopt;
    std::swap(c.a, c.b);
    c.op = c.op == Op::Ult ? Op::Ule : c.op == Op::Ule ? Op::Ult : c.op == Op::Slt ? Op::Sle : Op::Slt;
  }
  const bool isSigned = c.op == Op::Slt || c.op == Op::Sle;
  if ((c.op != Op::Ult && !(c.op == Op::Ule) && !isSigned) || dependsOnLoop(c.b, number) || !dependsOnLoop(c.a, number))
    return std::nullopt;
  const std::int64_t increment = incrementOf(c.a, loop).value_or(0);
  if (increment <= 0 || (graph[c.a].width < 64 && increment > kLongestStep))
    return std::nullopt;
  const ExprId start = graph.substitute(c.a, k, graph.constant(0, 64));
  const bool orEqual = c.op == Op::Ule || c.op == Op::Sle;
  const ExprId ahead =
      graph.binary(orEqual ? (isSigned ? Op::Sle : Op::Ule) : (isSigned ? Op::Slt : Op::Ult), start, c.b);
  // ceil((b - start) / s), for `<=` floor + 1.
  const ExprId distance = graph.binary(Op::Sub, c.b, start);
  const std::uint64_t bias = static_cast<std::uint64_t>(orEqual ? increment : increment - 1);
  const ExprId rounded = graph.binary(Op::Add, resized(distance, 64), graph.constant(bias, 64), NoUnsignedWrap);
  const ExprId trips = graph.binary(Op::UDiv, rounded, graph.constant(static_cast<std::uint64_t>(increment), 64));
  return graph.select(ahead, trips, graph.constant(0, 64));
}

/// The value that an expression of the loop has when the loop is left.
ExprId Translator::atExit(ExprId expr, const llvm::Loop &loop) {
  const unsigned number = numberOf.lookup(&loop);
  if (!dependsOnLoop(expr, number))
    return expr;
  const auto last = iterationsOf(loop);
  // A shuffle in the last iteration of this lane took what another lane had in that iteration, not in its own last one.
  const auto varies = [&](const Expr &e) {
    return e.op == Op::Tid || e.op == Op::LaneId || (e.op == Op::Opaque && graph.opaques[e.payload].varying);
  };
  const auto isOfOther = [&](const Expr &e) { return e.op == Op::Shuffle && dependsOnLoop(e.a, number); };
  const bool leaveApart = last && reaches(expr, isOfOther) && reaches(*last, varies);
  if (last && !leaveApart)
    return graph.substitute(expr, counter(loop), *last);
  return graph.opaque({.reason = leaveApart ? "value from another lane (shuffle) in a loop that lanes leave apart"
                                            : "value after a loop whose number of iterations has no closed form",
                       .place = places.placeOf(*loop.getHeader()->getTerminator())},
                      graph[expr].width);
}

} // namespace sectorscope
