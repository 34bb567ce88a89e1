// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HostArithmetic.h"
#include "frontend/HostInterpreter.h"

#include "clang/AST/Expr.h"

#include <limits>

namespace sectorscope {
namespace {

/// Without what only wraps an expression.
const clang::Expr *unwrapped(const clang::Expr *expr) {
  for (;;) {
    expr = expr->IgnoreParens();
    if (const auto *full = llvm::dyn_cast<clang::FullExpr>(expr))
      expr = full->getSubExpr();
    else if (const auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expr))
      expr = bound->getSubExpr();
    else if (const auto *argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expr))
      expr = argument->getExpr();
    else if (const auto *replaced = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(expr))
      expr = replaced->getReplacement();
    else if (const auto *rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(expr))
      expr = rewritten->getSemanticForm();
    else
      return expr;
  }
}

/// Those that choose between places rather than values.
const clang::AbstractConditionalOperator *choiceIn(const clang::Expr *expr) {
  return llvm::dyn_cast<clang::AbstractConditionalOperator>(unwrapped(expr));
}

} // namespace

HostValue HostInterpreter::value(const clang::Expr *expr) {
  if (!expr || !step() || expr->isTypeDependent() || expr->isValueDependent())
    return {};
  expr = unwrapped(expr);
  if (expr->isGLValue())
    return read(place(expr));
  HostValue result = computeValue(*expr);
  return live ? result : HostValue();
}

HostValue HostInterpreter::computeValue(const clang::Expr &expr) {
  using namespace clang;
  if (const auto *cast = dyn_cast<CastExpr>(&expr))
    return castValue(*cast);
  if (const auto *binary = dyn_cast<BinaryOperator>(&expr))
    return binaryValue(*binary);
  if (const auto *choice = dyn_cast<AbstractConditionalOperator>(&expr))
    return conditionalValue(*choice);
  if (const auto *construct = dyn_cast<CXXConstructExpr>(&expr))
    return constructed(*construct);
  if (const auto *called = dyn_cast<CallExpr>(&expr)) {
    MaybePlace ignored;
    return call(*called, ignored);
  }
  switch (expr.getStmtClass()) {
  case Stmt::UnaryOperatorClass:
    return unaryValue(cast<UnaryOperator>(expr));
  case Stmt::IntegerLiteralClass:
    return llvm::APSInt(cast<IntegerLiteral>(expr).getValue(), expr.getType()->isUnsignedIntegerOrEnumerationType());
  case Stmt::CXXBoolLiteralExprClass:
    return hostInteger(context, expr.getType(), cast<CXXBoolLiteralExpr>(expr).getValue());
  case Stmt::CharacterLiteralClass:
    return hostInteger(context, expr.getType(), cast<CharacterLiteral>(expr).getValue());
  case Stmt::FloatingLiteralClass:
    return convertNumber(context, HostValue(cast<FloatingLiteral>(expr).getValue()), expr.getType());
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
    return HostPlace{};
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return zeroOf(expr.getType());
  case Stmt::InitListExprClass:
    return listValue(cast<InitListExpr>(expr));
  case Stmt::CXXDefaultInitExprClass:
    return value(cast<CXXDefaultInitExpr>(expr).getExpr());
  case Stmt::LambdaExprClass:
    return lambdaValue(cast<LambdaExpr>(expr));
  case Stmt::CXXNewExprClass:
    return newValue(cast<CXXNewExpr>(expr));
  case Stmt::CXXThisExprClass: {
    if (!frame->capturedThis)
      return frame->self ? HostValue(*frame->self) : HostValue();
    if (!frame->self)
      return {};
    const HostPlace captured = frame->self->at(frame->capturedThis->getFieldIndex());
    return frame->capturedThis->getType()->isPointerType() ? read(captured) : HostValue(captured);
  }
  case Stmt::DeclRefExprClass:
    if (const auto *named = dyn_cast<EnumConstantDecl>(cast<DeclRefExpr>(expr).getDecl()))
      return convertNumber(context, HostValue(named->getInitVal()), expr.getType());
    return {};
  case Stmt::StmtExprClass: {
    const CompoundStmt *body = cast<StmtExpr>(expr).getSubStmt();
    HostValue result;
    frame->scopes.emplace_back();
    for (const Stmt *statement : body->body()) {
      const auto *last = statement == body->body_back() ? dyn_cast<Expr>(statement) : nullptr;
      if (last && !last->getType()->isVoidType())
        result = value(last);
      else
        exec(statement);
    }
    leaveScopes(frame->scopes.size() - 1, true);
    return result;
  }
  case Stmt::CXXThrowExprClass:
    if (const Expr *thrown = cast<CXXThrowExpr>(expr).getSubExpr())
      state.escapeWithin(value(thrown));
    live = false;
    return {};
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::OffsetOfExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::CXXNoexceptExprClass: { // their operands are not evaluated
    Expr::EvalResult result;
    return expr.EvaluateAsInt(result, context) ? HostValue(result.Val.getInt()) : HostValue();
  }
  default:
    return notUnderstood(expr);
  }
}

/// Whatever it does, it can do it to its operands and to what they lead to.
HostValue HostInterpreter::notUnderstood(const clang::Expr &expr) {
  for (const clang::Stmt *child : expr.children()) {
    const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child);
    if (!operand)
      continue;
    if (!operand->isGLValue()) {
      state.escapeWithin(value(operand));
    } else if (const MaybePlace touched = place(operand)) {
      state.escape(*touched);
      write(touched, HostValue());
    }
  }
  state.forgetEscaped();
  return {};
}

/// An expression for what it does only.
void HostInterpreter::discard(const clang::Expr &expr) {
  const clang::Expr *inner = unwrapped(&expr);
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(inner); cast && cast->getCastKind() == clang::CK_ToVoid)
    return discard(*cast->getSubExpr());
  if (inner->isGLValue() && !choiceIn(inner))
    place(inner);
  else
    value(inner);
}

HostValue HostInterpreter::castValue(const clang::CastExpr &cast) {
  const clang::Expr *inner = cast.getSubExpr();
  switch (cast.getCastKind()) {
  case clang::CK_LValueToRValue:
    if (const auto *choice = choiceIn(inner))
      return conditionalValue(*choice);
    return read(place(inner));
  case clang::CK_NoOp:
  case clang::CK_UserDefinedConversion:
  case clang::CK_ConstructorConversion:
    return value(inner);
  case clang::CK_IntegralCast:
  case clang::CK_IntegralToBoolean:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingToBoolean:
  case clang::CK_FloatingCast:
    return convertNumber(context, value(inner), cast.getType());
  case clang::CK_NullToPointer:
    value(inner);
    return HostPlace{};
  case clang::CK_PointerToBoolean: {
    const std::optional<bool> known = value(inner).truth();
    return known ? hostInteger(context, cast.getType(), *known) : HostValue();
  }
  case clang::CK_FunctionToPointerDecay: {
    const auto *use = llvm::dyn_cast<clang::DeclRefExpr>(unwrapped(inner));
    if (const auto *named = use ? llvm::dyn_cast<clang::FunctionDecl>(use->getDecl()) : nullptr)
      return named;
    if (const auto *deref = llvm::dyn_cast<clang::UnaryOperator>(unwrapped(inner));
        deref && deref->getOpcode() == clang::UO_Deref)
      return value(deref->getSubExpr());
    return {};
  }
  case clang::CK_ArrayToPointerDecay: {
    const MaybePlace array = place(inner);
    return array ? HostValue(array->at(0, true)) : HostValue();
  }
  case clang::CK_BitCast:
    // Pointers keep what they point to; target() asks for the type where one is used.
    if (cast.getType()->isPointerType() && inner->getType()->isPointerType())
      return value(inner);
    break;
  case clang::CK_UncheckedDerivedToBase:
  case clang::CK_DerivedToBase: {
    const HostValue pointer = value(inner);
    if (!pointer.pointer() || !pointer.pointer()->object || !cast.getType()->isPointerType())
      return {};
    const MaybePlace base = baseOf(*pointer.pointer(), cast, inner->getType()->getPointeeType());
    return base ? HostValue(*base) : HostValue();
  }
  case clang::CK_ToVoid:
    discard(*inner);
    return {};
  default:
    break;
  }
  return notUnderstood(cast);
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

HostValue HostInterpreter::unaryValue(const clang::UnaryOperator &operation) {
  const clang::Expr *inner = operation.getSubExpr();
  switch (operation.getOpcode()) {
  case clang::UO_AddrOf: {
    const auto *use = llvm::dyn_cast<clang::DeclRefExpr>(unwrapped(inner));
    if (const auto *named = use ? llvm::dyn_cast<clang::FunctionDecl>(use->getDecl()) : nullptr)
      return named;
    const MaybePlace target = inner->isGLValue() ? place(inner) : std::nullopt;
    return target ? HostValue(*target) : HostValue();
  }
  case clang::UO_PostInc:
  case clang::UO_PostDec: {
    HostValue before;
    increment(operation, before);
    return before;
  }
  case clang::UO_Plus:
    return value(inner);
  case clang::UO_Minus:
    if (HostValue number = value(inner); number.floating()) {
      llvm::APFloat negative = *number.floating();
      negative.changeSign();
      return negative;
    } else {
      return binaryNumber(context, clang::BO_Sub, zeroOf(operation.getType()), number, operation.getType());
    }
  case clang::UO_Not: {
    const HostValue number = value(inner);
    return number.integer() ? HostValue(~*number.integer()) : HostValue();
  }
  case clang::UO_LNot: {
    const std::optional<bool> known = value(inner).truth();
    return known ? hostInteger(context, operation.getType(), !*known) : HostValue();
  }
  case clang::UO_Extension:
    return value(inner);
  default:
    return notUnderstood(operation);
  }
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

HostValue HostInterpreter::binaryValue(const clang::BinaryOperator &operation) {
  if (operation.isAssignmentOp()) // a value in C only
    return read(assign(operation));
  if (operation.isLogicalOp())
    return logicalValue(operation);
  if (operation.getOpcode() == clang::BO_Comma) {
    discard(*operation.getLHS());
    return value(operation.getRHS());
  }
  if (operation.isPtrMemOp())
    return notUnderstood(operation);
  const HostValue a = value(operation.getLHS());
  const HostValue b = value(operation.getRHS());
  const bool isPointer = operation.getType()->isPointerType();
  if (isPointer && operation.isAdditiveOp()) {
    const bool isLeft = operation.getLHS()->getType()->isPointerType();
    return movedPointer(isLeft ? a : b, isLeft ? b : a, operation.getOpcode() == clang::BO_Sub);
  }
  if (operation.isEqualityOp() && a.pointer() && b.pointer() && (!a.pointer()->object || !b.pointer()->object))
    return hostInteger(context, operation.getType(),
                       (a.pointer()->object == b.pointer()->object) == (operation.getOpcode() == clang::BO_EQ));
  return binaryNumber(context, operation.getOpcode(), a, b, operation.getType());
}

HostValue HostInterpreter::logicalValue(const clang::BinaryOperator &operation) {
  const bool isAnd = operation.getOpcode() == clang::BO_LAnd;
  const std::optional<bool> left = value(operation.getLHS()).truth();
  std::optional<bool> right;
  const auto takeRight = [&] { right = value(operation.getRHS()).truth(); };
  const auto skip = [] {};
  choose(left ? std::optional<bool>(*left == isAnd) : std::nullopt, takeRight, skip);
  if (left && *left != isAnd)
    return hostInteger(context, operation.getType(), *left);
  if (left ? right.has_value() : right == !isAnd)
    return hostInteger(context, operation.getType(), *right);
  return {};
}

HostValue HostInterpreter::conditionalValue(const clang::AbstractConditionalOperator &choice) {
  if (llvm::isa<clang::BinaryConditionalOperator>(choice)) // a ?: b
    return notUnderstood(choice);
  const std::optional<bool> known = value(choice.getCond()).truth();
  HostValue a, b;
  bool isLeft = false, isRight = false; // whether the side comes to its end
  choose(
      known,
      [&] {
        a = value(choice.getTrueExpr());
        isLeft = live;
      },
      [&] {
        b = value(choice.getFalseExpr());
        isRight = live;
      });
  return isLeft && isRight ? state.joinedValues(a, b) : isLeft ? a : b;
}

HostValue HostInterpreter::listValue(const clang::InitListExpr &syntactic) {
  const clang::InitListExpr &list =
      syntactic.isSemanticForm() || !syntactic.getSemanticForm() ? syntactic : *syntactic.getSemanticForm();
  const clang::QualType type = list.getType();
  if (!type->isRecordType() && !type->isArrayType())
    return list.getNumInits() == 1 ? value(list.getInit(0)) : zeroOf(type);
  const std::vector<clang::QualType> types = partTypesOf(type);
  if (types.empty() || list.isTransparent()) {
    if (list.isTransparent())
      return value(list.getInit(0));
    return notUnderstood(list);
  }
  HostValue::Parts parts(types.size());
  const MaybePlace outer = frame->self;
  unsigned next = 0;
  for (unsigned i = 0; i < types.size(); ++i) {
    const clang::Expr *initial = next < list.getNumInits() ? list.getInit(next++) : list.getArrayFiller();
    if (!initial)
      continue;
    if (types[i]->isReferenceType()) {
      const MaybePlace named = place(initial);
      parts[i] = named ? HostValue(*named) : HostValue();
      continue;
    }
    if (llvm::isa<clang::CXXDefaultInitExpr>(initial))
      frame->self = std::nullopt; // *this is the struct that is being made
    parts[i] = value(initial);
    frame->self = outer;
  }
  return parts;
}

HostValue HostInterpreter::lambdaValue(const clang::LambdaExpr &lambda) {
  const std::vector<clang::QualType> types = partTypesOf(lambda.getType());
  HostValue::Parts parts(types.size());
  std::size_t i = 0;
  for (const clang::Expr *initial : lambda.capture_inits()) {
    if (i >= types.size() || !initial)
      break;
    if (types[i]->isReferenceType()) {
      const MaybePlace named = place(initial);
      parts[i] = named ? HostValue(*named) : HostValue();
    } else {
      parts[i] = value(initial);
    }
    ++i;
  }
  return parts;
}

HostValue HostInterpreter::newValue(const clang::CXXNewExpr &creation) {
  for (const clang::Expr *argument : creation.placement_arguments())
    state.escapeWithin(value(argument));
  const bool isPlain = !creation.isArray() && creation.getNumPlacementArgs() == 0;
  if (!isPlain) {
    if (creation.isArray() && creation.getArraySize())
      value(*creation.getArraySize());
    if (const clang::Expr *initial = creation.getInitializer(); initial && !creation.isArray())
      state.escapeWithin(value(initial));
    state.forgetEscaped();
    return {};
  }
  const HostPlace place{++lastObject, {}};
  state.create(place.object, creation.getAllocatedType(), HostValue());
  if (const clang::Expr *initial = creation.getInitializer())
    initialise(place, creation.getAllocatedType(), *initial);
  return place;
}

void HostInterpreter::initialise(const HostPlace &place, clang::QualType type, const clang::Expr &initial) {
  const clang::Expr *inner = unwrapped(&initial);
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(inner);
      cast && cast->getCastKind() == clang::CK_ConstructorConversion)
    inner = unwrapped(cast->getSubExpr());
  const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
  if (construct && context.hasSameUnqualifiedType(type, construct->getType()))
    return this->construct(*construct, place);
  write(place, value(inner));
}

MaybePlace HostInterpreter::place(const clang::Expr *expr) {
  if (!expr || !step() || expr->isTypeDependent() || expr->isValueDependent())
    return std::nullopt;
  expr = unwrapped(expr);
  if (!expr->isGLValue()) {
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
    const Expr *inner = cast<MaterializeTemporaryExpr>(expr).getSubExpr();
    const HostPlace made = temporary(expr, inner->getType(), HostValue());
    initialise(made, inner->getType(), *inner);
    return made;
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
  const MaybePlace inner = place(cast.getSubExpr());
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

/// From an element of an array to another one.
MaybePlace HostInterpreter::moved(const HostPlace &place, std::optional<std::int64_t> by) {
  if (by == 0 || place.isWithin)
    return place;
  HostPlace result = place;
  if (!place.path.empty() && place.path.back().isElement) {
    const std::int64_t index = by ? std::int64_t{place.path.back().index} + *by : -1;
    if (index >= 0 && index <= std::numeric_limits<int>::max()) {
      result.path.back().index = static_cast<unsigned>(index);
      return result;
    }
    result.path.pop_back();
  }
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

} // namespace sectorscope
