// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HostInterpreter.h"
#include "frontend/HostSyntax.h"

#include "clang/AST/Attr.h"
#include "clang/AST/StmtOpenMP.h"

#include <algorithm>

namespace sectorscope {
namespace {

constexpr unsigned kMostIterations = 64; // of a loop that is run as it is
constexpr std::size_t kLoopEffort = 300000;
constexpr unsigned kMostPasses = 8; // until a loop must have settled

/// The labels of a switch, in order, and the statement behind each chain of them.
bool isLabelChain(const clang::Stmt *statement, std::size_t &labels) {
  while (const auto *label = llvm::dyn_cast<clang::SwitchCase>(statement)) {
    ++labels;
    statement = label->getSubStmt();
  }
  return labels > 0;
}

bool isDestroyed(const clang::VarDecl *variable) {
  return variable && (variable->getType().isDestructedType() != clang::QualType::DK_none ||
                      variable->hasAttr<clang::CleanupAttr>());
}

} // namespace

void HostInterpreter::exec(const clang::Stmt *statement) {
  if (!statement || (!llvm::isa<clang::LabelStmt>(statement) && !step()))
    return;
  Level level;
  if (!descend(level))
    return;
  if (const auto *expr = llvm::dyn_cast<clang::Expr>(statement))
    return inFullExpression([&] { discard(*expr); });
  switch (statement->getStmtClass()) {
  case clang::Stmt::NullStmtClass:
    return;
  case clang::Stmt::CompoundStmtClass:
    return execCompound(llvm::cast<clang::CompoundStmt>(*statement));
  case clang::Stmt::DeclStmtClass:
    return execDeclaration(llvm::cast<clang::DeclStmt>(*statement));
  case clang::Stmt::AttributedStmtClass:
    return exec(llvm::cast<clang::AttributedStmt>(statement)->getSubStmt());
  case clang::Stmt::IfStmtClass:
    return inScope([&] { execIf(llvm::cast<clang::IfStmt>(*statement)); });
  case clang::Stmt::SwitchStmtClass:
    return inScope([&] { execSwitch(llvm::cast<clang::SwitchStmt>(*statement)); });
  case clang::Stmt::ForStmtClass: {
    const auto *loop = llvm::cast<clang::ForStmt>(statement);
    if (isDestroyed(loop->getConditionVariable()))
      return giveUp(); // after each iteration
    const auto test = [&]() -> std::optional<bool> {
      return loop->getCond() ? condition(loop->getConditionVariable(), loop->getCond()) : true;
    };
    return inScope([&] {
      exec(loop->getInit());
      execLoop({loop, true, test, [&] { execScoped(loop->getBody()); }, [&] { exec(loop->getInc()); }});
    });
  }
  case clang::Stmt::WhileStmtClass: {
    const auto *loop = llvm::cast<clang::WhileStmt>(statement);
    if (isDestroyed(loop->getConditionVariable()))
      return giveUp(); // after each iteration
    const auto test = [&] { return condition(loop->getConditionVariable(), loop->getCond()); };
    return execLoop({loop, true, test, [&] { execScoped(loop->getBody()); }, [] {}});
  }
  case clang::Stmt::DoStmtClass: {
    const auto *loop = llvm::cast<clang::DoStmt>(statement);
    const auto test = [&] { return condition(nullptr, loop->getCond()); };
    return execLoop({loop, false, test, [&] { execScoped(loop->getBody()); }, [] {}});
  }
  case clang::Stmt::CXXForRangeStmtClass:
    return inScope([&] { execRangeFor(llvm::cast<clang::CXXForRangeStmt>(*statement)); });
  case clang::Stmt::BreakStmtClass:
  case clang::Stmt::ContinueStmtClass: {
    const bool isBreak = llvm::isa<clang::BreakStmt>(statement);
    const auto jumps = std::find_if(frame->jumps.rbegin(), frame->jumps.rend(),
                                    [&](const Jumps &outer) { return isBreak || !outer.isSwitch; });
    if (jumps != frame->jumps.rend()) {
      leaveScopes(jumps->scopes, false);
      joinInto(isBreak ? jumps->breaks : jumps->continues);
    }
    live = false;
    return;
  }
  case clang::Stmt::ReturnStmtClass:
    return execReturn(llvm::cast<clang::ReturnStmt>(*statement));
  case clang::Stmt::GotoStmtClass: {
    // Only forwards, to a label of the function's outermost block: canFollow() sees to it.
    leaveScopes(1, false);
    const clang::LabelDecl *label = llvm::cast<clang::GotoStmt>(statement)->getLabel();
    if (const auto known = frame->gotos.find(label); live && known != frame->gotos.end())
      known->second.joinWith(state);
    else if (live)
      frame->gotos.try_emplace(label, state);
    live = false;
    return;
  }
  case clang::Stmt::LabelStmtClass: {
    const auto *label = llvm::cast<clang::LabelStmt>(statement);
    const auto arrive = [&](const HostMemory &from) {
      if (live)
        state.joinWith(from);
      else
        state = from;
      live = steps <= lastStep;
    };
    if (const auto from = frame->gotos.find(label->getDecl()); from != frame->gotos.end())
      arrive(from->second);
    if (frame->lost)
      arrive(*frame->lost);
    return exec(label->getSubStmt());
  }
  case clang::Stmt::CXXTryStmtClass:
    return execTry(llvm::cast<clang::CXXTryStmt>(*statement));
  case clang::Stmt::GCCAsmStmtClass:
    return execAsm(llvm::cast<clang::AsmStmt>(*statement));
  default:
    return giveUp(); // OpenMP regions, and what nobody writes
  }
}

/// A statement that is a scope, even without braces.
void HostInterpreter::execScoped(const clang::Stmt *statement) {
  inScope([&] { exec(statement); });
}

void HostInterpreter::execCompound(const clang::CompoundStmt &block) {
  inScope([&] {
    for (const clang::Stmt *statement : block.body())
      if (live || llvm::isa<clang::LabelStmt>(statement))
        exec(statement);
  });
}

void HostInterpreter::execDeclaration(const clang::DeclStmt &declaration) {
  for (const clang::Decl *item : declaration.decls())
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(item); variable && variable->hasLocalStorage() && live)
      declare(*variable);
}

void HostInterpreter::declare(const clang::VarDecl &variable) {
  const clang::Expr *initial = variable.getInit();
  if (variable.getType()->isReferenceType())
    return inFullExpression([&] {
      const MaybePlace named = initial ? place(initial) : std::nullopt;
      frame->variables[&variable] = named;
    });
  MaybePlace &known = frame->variables[&variable];
  if (!known) {
    known = HostPlace{++lastObject, {}};
    frame->objects.push_back(known->object);
  }
  const HostPlace here = *known;
  state.create(here.object, variable.getType(), HostValue());
  if (initial)
    inFullExpression([&] { initialise(here, variable.getType(), *initial); });
  if (!frame->scopes.empty() && isDestroyed(&variable) && live)
    frame->scopes.back().push_back({here, variable.getType(), &variable});
}

std::optional<bool> HostInterpreter::condition(const clang::VarDecl *variable, const clang::Expr *expr) {
  if (variable)
    declare(*variable);
  std::optional<bool> known;
  inFullExpression([&] { known = value(expr).truth(); });
  return known;
}

/// One side or, where that is not known, both.
void HostInterpreter::choose(std::optional<bool> condition, llvm::function_ref<void()> whenTrue,
                             llvm::function_ref<void()> whenFalse) {
  if (!live)
    return;
  if (condition)
    return *condition ? whenTrue() : whenFalse();
  steps += state.size() / 8;
  HostMemory before = state;
  const std::size_t temporaries = frame->temporariesToEnd.size();
  const std::size_t held = frame->scopes.empty() ? 0 : frame->scopes.back().size();
  whenTrue();
  std::optional<HostMemory> after;
  joinInto(after);
  state = std::move(before);
  live = steps <= lastStep;
  whenFalse();
  for (std::size_t i = temporaries; i < frame->temporariesToEnd.size(); ++i)
    frame->temporariesToEnd[i].isMaybe = true;
  for (std::size_t i = held; !frame->scopes.empty() && i < frame->scopes.back().size(); ++i)
    frame->scopes.back()[i].isMaybe = true;
  if (!after)
    return;
  if (live)
    after->joinWith(state);
  state = std::move(*after);
  live = steps <= lastStep;
}

void HostInterpreter::execIf(const clang::IfStmt &choice) {
  exec(choice.getInit());
  if (!live)
    return;
  const std::optional<bool> known = choice.isConsteval() ? std::optional<bool>(choice.isNegatedConsteval())
                                                         : condition(choice.getConditionVariable(), choice.getCond());
  const auto side = [&](const clang::Stmt *statement, bool holds) {
    if (!known && choice.getCond() && !choice.getCond()->HasSideEffects(context)) // nothing changed meanwhile
      assume(*choice.getCond(), holds);
    exec(statement);
  };
  choose(known, [&] { side(choice.getThen(), true); }, [&] { side(choice.getElse(), false); });
}

void HostInterpreter::execSwitch(const clang::SwitchStmt &choice) {
  exec(choice.getInit());
  if (choice.getConditionVariable() && live)
    declare(*choice.getConditionVariable());
  HostValue selector;
  inFullExpression([&] { selector = value(choice.getCond()); });
  if (!live)
    return;
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(choice.getBody());
  std::size_t labels = 0, seen = 0;
  for (const clang::SwitchCase *label = choice.getSwitchCaseList(); label; label = label->getNextSwitchCase())
    ++labels;
  if (body)
    for (const clang::Stmt *statement : body->body()) {
      std::size_t chain = 0;
      if (isLabelChain(statement, chain))
        seen += chain;
    }
  if (!body || seen != labels) // labels inside other statements
    return giveUp();
  const std::optional<std::int64_t> wanted = selector.number();
  // Whether a label is taken: of known selectors, default only where no other is.
  const auto takes = [&](const clang::CaseStmt &label) -> bool {
    if (!wanted)
      return true;
    const llvm::APSInt low = label.getLHS()->EvaluateKnownConstInt(context);
    const std::int64_t from = HostValue(low).number().value_or(0);
    const std::int64_t to =
        label.getRHS() ? HostValue(label.getRHS()->EvaluateKnownConstInt(context)).number().value_or(0) : from;
    return *wanted >= from && *wanted <= to;
  };
  bool hasDefault = false, anyTaken = false;
  for (const clang::SwitchCase *label = choice.getSwitchCaseList(); label; label = label->getNextSwitchCase()) {
    const auto *number = llvm::dyn_cast<clang::CaseStmt>(label);
    hasDefault |= !number;
    anyTaken |= number && takes(*number);
  }
  const bool takesDefault = !wanted || !anyTaken;
  const HostMemory before = state;
  live = false;
  frame->jumps.push_back({.scopes = frame->scopes.size(), .isSwitch = true});
  frame->scopes.emplace_back();
  for (const clang::Stmt *statement : body->body()) {
    while (const auto *label = llvm::dyn_cast<clang::SwitchCase>(statement)) {
      const auto *number = llvm::dyn_cast<clang::CaseStmt>(label);
      if (number ? takes(*number) : takesDefault) {
        std::optional<HostMemory> above;
        joinInto(above);
        state = before;
        live = steps <= lastStep;
        if (number && !number->getRHS() && !wanted)
          assumeEqual(*choice.getCond(), number->getLHS()->EvaluateKnownConstInt(context));
        if (above)
          state.joinWith(*above);
      }
      statement = label->getSubStmt();
    }
    if (live)
      exec(statement);
  }
  leaveScopes(frame->scopes.size() - 1, true);
  Jumps jumps = std::move(frame->jumps.back());
  frame->jumps.pop_back();
  std::optional<HostMemory> after = std::move(jumps.breaks);
  joinInto(after);
  if (!hasDefault && takesDefault) {
    if (after)
      after->joinWith(before);
    else
      after = before;
  }
  live = after.has_value() && steps <= lastStep;
  if (after)
    state = std::move(*after);
}

/// Arrays and lists are followed element by element, other containers are not known.
void HostInterpreter::execRangeFor(const clang::CXXForRangeStmt &loop) {
  exec(loop.getInit());
  const clang::Expr *range = loop.getRangeInit()->IgnoreImplicit();
  const auto *list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(range);
  if (!list)
    exec(loop.getRangeStmt());
  const clang::VarDecl *begin =
      loop.getBeginStmt() ? llvm::cast<clang::VarDecl>(loop.getBeginStmt()->getSingleDecl()) : nullptr;
  if (!live || !begin)
    return;
  MaybePlace array;
  if (list)
    array = place(list->getSubExpr());
  else if (range->getType()->isConstantArrayType())
    array = placeOf(*llvm::cast<clang::VarDecl>(loop.getRangeStmt()->getSingleDecl()));
  else if (const MaybePlace whole = placeOf(*llvm::cast<clang::VarDecl>(loop.getRangeStmt()->getSingleDecl())))
    state.escape(*whole); // its iterators are not followed
  const clang::QualType arrayType = array ? typeAt(*array) : clang::QualType();
  const std::size_t count = arrayType.isNull() || !arrayType->isConstantArrayType() ? 0 : partTypesOf(arrayType).size();
  MaybePlace at;
  if (count) {
    const HostValue first(array->at(0, true));
    at = temporary(loop, begin->getType(), first);
    frame->variables[begin] = at;
  }
  const auto test = [&]() -> std::optional<bool> {
    const HostValue pointer = read(at);
    if (!count || !pointer.pointer() || pointer.pointer()->isWithin || pointer.pointer()->path.empty())
      return std::nullopt;
    return pointer.pointer()->path.back().index < count;
  };
  const auto body = [&] {
    inScope([&] {
      exec(loop.getLoopVarStmt());
      exec(loop.getBody());
    });
  };
  const auto next = [&] {
    if (count)
      write(at, movedPointer(read(at), HostValue(llvm::APSInt::get(1)), false));
  };
  execLoop({&loop, true, test, body, next});
}

/// A local variable may live on as what is returned, or be copied and destroyed: compilers are free to choose.
void HostInterpreter::execReturn(const clang::ReturnStmt &statement) {
  const clang::VarDecl *local = statement.getNRVOCandidate();
  if (!local || !isObject(local->getType(), context))
    return leaveFunction(statement, nullptr);
  choose(std::nullopt, [&] { leaveFunction(statement, local); }, [&] { leaveFunction(statement, nullptr); });
}

void HostInterpreter::leaveFunction(const clang::ReturnStmt &statement, const clang::VarDecl *elided) {
  const clang::Expr *returned = statement.getRetValue();
  const std::size_t temporaries = frame->temporariesToEnd.size();
  HostValue result;
  MaybePlace where;
  const bool isReference = frame->function->getReturnType()->isReferenceType();
  if (elided)
    result = read(placeOf(*elided));
  else if (returned && isReference)
    where = place(returned);
  else if (returned && !returned->getType()->isVoidType())
    result = value(returned);
  else if (returned)
    discard(*returned);
  endTemporaries(temporaries);
  for (std::size_t i = temporaries; live && i-- > 0;) // around a statement expression
    end(Ending(frame->temporariesToEnd[i]));
  frame->elided = elided;
  leaveScopes(0, false);
  frame->elided = nullptr;
  if (!live)
    return;
  if (frame->returned) {
    result = state.joinedValues(frame->result, result);
    if (isReference && where != frame->resultPlace) {
      // Who gets it may write there; through a reference to const, nobody does.
      const clang::QualType referred = frame->function->getReturnType()->getPointeeType();
      if (!referred.isConstQualified() || hasMutableParts(referred))
        for (const MaybePlace &lost : {where, frame->resultPlace})
          if (lost)
            state.escape(*lost);
      where = std::nullopt;
    }
  }
  frame->result = result;
  frame->resultPlace = where;
  joinInto(frame->returned);
  live = false;
}

/// A handler may begin after any part of what was tried.
void HostInterpreter::execTry(const clang::CXXTryStmt &statement) {
  HostMemory atThrow = state;
  exec(statement.getTryBlock());
  std::optional<HostMemory> after;
  joinInto(after);
  atThrow.joinWith(state); // for the addresses that went somewhere meanwhile
  for (unsigned i = 0; i < statement.getNumHandlers(); ++i) {
    state = atThrow;
    state.forgetAll();
    live = steps <= lastStep;
    exec(statement.getHandler(i)->getHandlerBlock());
    state.forgetEscaped(); // the exception is destroyed
    state.forgetGlobals();
    joinInto(after);
  }
  live = after.has_value() && steps <= lastStep;
  if (after)
    state = std::move(*after);
}

void HostInterpreter::execAsm(const clang::AsmStmt &assembly) {
  for (unsigned i = 0; i < assembly.getNumInputs(); ++i)
    state.escapeWithin(value(assembly.getInputExpr(i)));
  for (unsigned i = 0; i < assembly.getNumOutputs(); ++i)
    write(place(assembly.getOutputExpr(i)), HostValue());
  state.forgetEscaped();
}

void HostInterpreter::takeContinues() {
  std::optional<HostMemory> &continues = frame->jumps.back().continues;
  if (!continues)
    return;
  if (live)
    state.joinWith(*continues);
  else
    state = std::move(*continues);
  continues.reset();
  live = steps <= lastStep;
}

void HostInterpreter::execLoop(const Loop &loop) {
  if (!live)
    return;
  frame->jumps.push_back({.scopes = frame->scopes.size()});
  bool isConditionFirst = loop.isConditionFirst;
  if (longLoops.contains(loop.statement) || !unroll(loop, isConditionFirst))
    widen(loop, isConditionFirst);
  Jumps jumps = std::move(frame->jumps.back());
  frame->jumps.pop_back();
  joinInto(jumps.breaks);
  live = jumps.breaks.has_value() && steps <= lastStep;
  if (jumps.breaks)
    state = std::move(*jumps.breaks);
}

/// Runs the loop as it is. False where it must be gone on with by widen(), from the state that it leaves.
bool HostInterpreter::unroll(const Loop &loop, bool &isConditionFirst) {
  const HostMemory before = state;
  const std::size_t launchesBefore = launches.size(), stepsBefore = steps;
  for (unsigned iteration = 0;; ++iteration) {
    if (iteration > 0 || isConditionFirst) {
      const HostMemory beforeCondition = state;
      const std::size_t launchesBeforeCondition = launches.size();
      const std::optional<bool> goesOn = loop.condition();
      if (!live)
        return true;
      if (!goesOn) {
        state = beforeCondition;
        launches.resize(launchesBeforeCondition);
        isConditionFirst = true;
        return false;
      }
      if (!*goesOn)
        return true;
    }
    if (iteration == kMostIterations || steps - stepsBefore > kLoopEffort) {
      longLoops.insert(loop.statement);
      state = before;
      launches.resize(launchesBefore);
      frame->jumps.back().breaks.reset();
      return false;
    }
    loop.body();
    takeContinues();
    if (!live)
      return true;
    loop.next();
  }
}

/// Runs the loop for all of its iterations at once: again and again until what holds before an iteration holds after
/// it. Only the launches of that last pass count.
void HostInterpreter::widen(const Loop &loop, bool isConditionFirst) {
  for (unsigned pass = 0;; ++pass) {
    const std::size_t launchesBefore = launches.size();
    const HostMemory entry = state;
    std::optional<HostMemory> exit;
    const auto test = [&] {
      const std::optional<bool> goesOn = loop.condition();
      if (!goesOn || !*goesOn)
        joinInto(exit);
      live = live && goesOn.value_or(true);
    };
    if (isConditionFirst)
      test();
    if (live)
      loop.body();
    takeContinues();
    if (live)
      loop.next();
    if (live && !isConditionFirst)
      test();
    if (steps > lastStep) {
      launches.resize(launchesBefore);
      live = false;
      return;
    }
    HostMemory joined = entry;
    if (live)
      joined.joinWith(state);
    if (joined == entry) {
      live = exit.has_value();
      if (exit)
        state = std::move(*exit);
      return;
    }
    launches.resize(launchesBefore);
    state = std::move(joined);
    live = true;
    if (pass == kMostPasses)
      state.forgetAll();
  }
}

} // namespace sectorscope
