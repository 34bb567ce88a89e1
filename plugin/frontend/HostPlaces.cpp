// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HostArithmetic.h"
#include "frontend/HostInterpreter.h"
#include "frontend/HostSyntax.h"

#include <limits>

namespace sectorscope {

MaybePlace HostInterpreter::place(const clang::Expr *expr) {
  if (!expr || !step() || expr->isTypeDependent() || expr->isValueDependent())
    return std::nullopt;
  Level level;
  if (!descend(level))
    return std::nullopt;
  expr = unwrapped(expr);
  if (!expr->isGLValue()) {
    if (isObject(expr->getType(), context))
      return materialise(*expr, *expr, clang::SD_FullExpression);
    const HostValue made = value(expr);
    return temporary(*expr, expr->getType(), made);
  }
  return computePlace(*expr);
}

MaybePlace HostInterpreter::computePlace(const clang::Expr &expr) {
  using namespace clang;
  if (const auto *cast = dyn_cast<CastExpr>(&expr))
    return castPlace(*cast);
  if (const auto *called = dyn_cast<CallExpr>(&expr)) {
    MaybePlace result;
    call(*called, result);
    return result;
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(&expr)) {
    if (binary->isAssignmentOp())
      return assign(*binary);
    if (binary->getOpcode() == BO_Comma) {
      discard(*binary->getLHS());
      return place(binary->getRHS());
    }
  }
  switch (expr.getStmtClass()) {
  case Stmt::DeclRefExprClass: {
    const ValueDecl *named = cast<DeclRefExpr>(expr).getDecl();
    if (const auto *binding = dyn_cast<BindingDecl>(named))
      return binding->getHoldingVar() ? std::nullopt : place(binding->getBinding());
    return placeOf(*named);
  }
  case Stmt::MemberExprClass:
    return memberPlace(cast<MemberExpr>(expr));
  case Stmt::ArraySubscriptExprClass: {
    const auto &element = cast<ArraySubscriptExpr>(expr);
    const HostValue base = value(element.getBase());
    const HostValue index = value(element.getIdx());
    return target(movedPointer(base, index, false), expr.getType());
  }
  case Stmt::MaterializeTemporaryExprClass: {
    const auto &temporary = cast<MaterializeTemporaryExpr>(expr);
    return materialise(expr, *temporary.getSubExpr(), temporary.getStorageDuration());
  }
  case Stmt::CompoundLiteralExprClass: {
    const Expr *inner = cast<CompoundLiteralExpr>(expr).getInitializer();
    return temporary(expr, inner->getType(), value(inner));
  }
  case Stmt::UnaryOperatorClass: {
    const auto &operation = cast<UnaryOperator>(expr);
    HostValue before;
    if (operation.isIncrementDecrementOp())
      return increment(operation, before);
    if (operation.getOpcode() == UO_Deref)
      return target(value(operation.getSubExpr()), expr.getType());
    if (operation.getOpcode() == UO_Extension)
      return place(operation.getSubExpr());
    break;
  }
  case Stmt::ConditionalOperatorClass: {
    const auto &choice = cast<ConditionalOperator>(expr);
    MaybePlace a, b;
    const std::optional<bool> known = value(choice.getCond()).truth();
    choose(known, [&] { a = place(choice.getTrueExpr()); }, [&] { b = place(choice.getFalseExpr()); });
    if (known || a == b)
      return known.value_or(true) ? a : b;
    for (const MaybePlace &either : {a, b})
      if (either)
        state.escape(*either);
    return std::nullopt;
  }
  case Stmt::InitListExprClass:
    if (const auto &list = cast<InitListExpr>(expr); list.getNumInits() == 1)
      return place(list.getInit(0));
    break;
  case Stmt::CXXDefaultInitExprClass:
    return place(cast<CXXDefaultInitExpr>(expr).getExpr());
  case Stmt::StringLiteralClass:
  case Stmt::PredefinedExprClass:
  case Stmt::CXXTypeidExprClass:
    return std::nullopt;
  default:
    break;
  }
  notUnderstood(expr);
  return std::nullopt;
}

MaybePlace HostInterpreter::castPlace(const clang::CastExpr &cast) {
  MaybePlace inner = place(cast.getSubExpr());
  switch (cast.getCastKind()) {
  case clang::CK_NoOp:
  case clang::CK_UserDefinedConversion:
  case clang::CK_ConstructorConversion:
    return inner;
  case clang::CK_UncheckedDerivedToBase:
  case clang::CK_DerivedToBase:
    return baseOf(inner, cast, cast.getSubExpr()->getType());
  default:
    break;
  }
  if (inner) {
    state.escape(*inner);
    state.forgetEscaped();
  }
  return std::nullopt;
}

MaybePlace HostInterpreter::memberPlace(const clang::MemberExpr &member) {
  if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(member.getMemberDecl())) {
    discard(*member.getBase());
    return placeOf(*variable);
  }
  const auto *field = llvm::dyn_cast<clang::FieldDecl>(member.getMemberDecl());
  const clang::Expr *base = member.getBase();
  const MaybePlace whole = member.isArrow() ? target(value(base), base->getType()->getPointeeType()) : place(base);
  if (!field || !whole)
    return std::nullopt;
  const clang::RecordDecl *record = field->getParent();
  unsigned bases = 0;
  if (const auto *derived = llvm::dyn_cast<clang::CXXRecordDecl>(record))
    bases = derived->getNumBases();
  if (record->isUnion() || field->isBitField()) { // overlaps others
    HostPlace within = *whole;
    within.isWithin = true;
    return within;
  }
  const HostPlace inner = whole->at(bases + field->getFieldIndex());
  return field->getType()->isReferenceType() ? target(read(inner), field->getType()->getPointeeType())
                                             : MaybePlace(inner);
}

MaybePlace HostInterpreter::assign(const clang::BinaryOperator &operation) {
  HostValue assigned = value(operation.getRHS());
  const MaybePlace where = place(operation.getLHS());
  if (const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(&operation)) {
    const auto kind = clang::BinaryOperator::getOpForCompoundAssignment(operation.getOpcode());
    const clang::QualType type = operation.getLHS()->getType();
    const HostValue before = read(where);
    if (type->isPointerType()) {
      assigned = movedPointer(before, assigned, kind == clang::BO_Sub);
    } else {
      const HostValue left = convertNumber(context, before, compound->getComputationLHSType());
      assigned = binaryNumber(context, kind, left, assigned, compound->getComputationResultType());
      assigned = convertNumber(context, assigned, type);
    }
  }
  write(where, std::move(assigned));
  return where;
}

/// What a pointer to `pointee` points to. Behind a pointer of another type lies something within the same object.
MaybePlace HostInterpreter::target(const HostValue &pointer, clang::QualType pointee) {
  const HostPlace *there = pointer.pointer();
  if (!there || !there->object)
    return std::nullopt;
  if (there->isWithin)
    return *there;
  const clang::QualType held = typeAt(*there);
  if (!held.isNull() && context.hasSameUnqualifiedType(held, pointee))
    return *there;
  return HostPlace{there->object, {}, true};
}

/// From an element of an array to another one, up to its end. Beyond, and from what is no element, anything of the
/// object may be meant; an unknown distance stays in the array, with all of its dimensions.
MaybePlace HostInterpreter::moved(const HostPlace &place, std::optional<std::int64_t> by) {
  if (by == 0 || place.isWithin)
    return place;
  HostPlace result = place;
  const bool isElement = !place.path.empty() && place.path.back().isElement;
  if (isElement && by) {
    const std::int64_t index = std::int64_t{place.path.back().index} + *by;
    HostPlace array = place;
    array.path.pop_back();
    const clang::QualType type = typeAt(array);
    const auto *known = type.isNull() ? nullptr : context.getAsConstantArrayType(type);
    if (index >= 0 && index <= std::numeric_limits<int>::max() &&
        (!known || known->getSize().uge(static_cast<std::uint64_t>(index)))) {
      result.path.back().index = static_cast<unsigned>(index);
      return result;
    }
  }
  if (isElement && !by)
    while (!result.path.empty() && result.path.back().isElement)
      result.path.pop_back();
  else
    result.path.clear();
  result.isWithin = true;
  return result;
}

HostValue HostInterpreter::movedPointer(const HostValue &pointer, const HostValue &by, bool isBackwards) {
  if (!pointer.pointer() || !pointer.pointer()->object)
    return {};
  std::optional<std::int64_t> distance = by.number();
  if (distance && (*distance > std::numeric_limits<int>::max() || *distance < std::numeric_limits<int>::min()))
    distance.reset();
  if (distance && isBackwards)
    distance = -*distance;
  const MaybePlace there = moved(*pointer.pointer(), distance);
  return there ? HostValue(*there) : HostValue();
}

/// ++ and --; `before` is what was there.
MaybePlace HostInterpreter::increment(const clang::UnaryOperator &operation, HostValue &before) {
  const MaybePlace where = place(operation.getSubExpr());
  const clang::QualType type = operation.getSubExpr()->getType();
  before = read(where);
  const HostValue one(hostInteger(context, context.IntTy, 1));
  HostValue after;
  if (type->isPointerType()) {
    after = movedPointer(before, one, operation.isDecrementOp());
  } else {
    // Of narrow types, arithmetic is that of int.
    const bool isNarrow = type->isIntegerType() && context.getIntWidth(type) < context.getIntWidth(context.IntTy);
    const clang::QualType wide = isNarrow ? context.IntTy : type;
    after = binaryNumber(context, operation.isIncrementOp() ? clang::BO_Add : clang::BO_Sub,
                         convertNumber(context, before, wide), convertNumber(context, one, wide), wide);
    after = convertNumber(context, after, type);
  }
  write(where, after);
  return where;
}

/// From an object to one of its base classes.
MaybePlace HostInterpreter::baseOf(MaybePlace place, const clang::CastExpr &cast, clang::QualType from) {
  for (const clang::CXXBaseSpecifier *base : cast.path()) {
    const clang::CXXRecordDecl *derived = from->getAsCXXRecordDecl();
    derived = derived ? derived->getDefinition() : nullptr;
    if (!derived || !place || base->isVirtual())
      break;
    unsigned index = 0;
    for (const clang::CXXBaseSpecifier &candidate : derived->bases()) {
      if (&candidate == base || context.hasSameUnqualifiedType(candidate.getType(), base->getType()))
        break;
      ++index;
    }
    place = place->at(index);
    from = base->getType();
  }
  return place;
}

} // namespace sectorscope
