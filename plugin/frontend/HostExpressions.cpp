// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HostArithmetic.h"
#include "frontend/HostInterpreter.h"
#include "frontend/HostSyntax.h"

namespace sectorscope {

HostValue HostInterpreter::value(const clang::Expr *expr) {
  if (!expr || !step() || expr->isTypeDependent() || expr->isValueDependent())
    return {};
  Level level;
  if (!descend(level))
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
    const auto run = [&] {
      for (const Stmt *statement : body->body()) {
        const auto *last = statement == body->body_back() ? dyn_cast<Expr>(statement) : nullptr;
        if (last && !last->getType()->isVoidType())
          result = value(last);
        else
          exec(statement);
      }
    };
    inScope([&] { inFullExpression(run); });
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
  state.forgetGlobals(); // delete runs a destructor
  return {};
}

/// An expression for what it does only.
void HostInterpreter::discard(const clang::Expr &expr) {
  const clang::Expr *inner = unwrapped(&expr);
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(inner); cast && cast->getCastKind() == clang::CK_ToVoid)
    return discard(*cast->getSubExpr());
  if (inner->isGLValue() && !choiceIn(inner))
    place(inner);
  else if (isObject(inner->getType(), context))
    materialise(*inner, *inner, clang::SD_FullExpression);
  else
    value(inner);
}

HostValue HostInterpreter::castValue(const clang::CastExpr &cast) {
  const clang::Expr *inner = cast.getSubExpr();
  switch (cast.getCastKind()) {
  case clang::CK_LValueToRValue:
    if (const auto *choice = choiceIn(inner))
      return conditionalValue(*choice);
    if (const MaybePlace from = place(inner); !inner->getType().isVolatileQualified())
      return read(from);
    else
      state.escapeWithin(read(from));
    return {};
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

/// A side of a condition that was not known tells what it was: behind `n == 4`, n is 4.
void HostInterpreter::assume(const clang::Expr &condition, bool holds) {
  const clang::Expr *inner = unwrapped(&condition)->IgnoreParenImpCasts();
  if (const auto *negation = llvm::dyn_cast<clang::UnaryOperator>(inner);
      negation && negation->getOpcode() == clang::UO_LNot)
    return assume(*negation->getSubExpr(), !holds);
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(inner);
  if (!operation)
    return;
  if (operation->getOpcode() == (holds ? clang::BO_LAnd : clang::BO_LOr)) {
    assume(*operation->getLHS(), holds);
    assume(*operation->getRHS(), holds);
  }
  if (operation->getOpcode() != (holds ? clang::BO_EQ : clang::BO_NE))
    return;
  for (const bool isLeft : {true, false}) {
    const clang::Expr *constant = isLeft ? operation->getRHS() : operation->getLHS();
    clang::Expr::EvalResult result;
    if (constant->getType()->isIntegralOrEnumerationType() && constant->EvaluateAsInt(result, context))
      assumeEqual(*(isLeft ? operation->getLHS() : operation->getRHS()), result.Val.getInt());
  }
}

void HostInterpreter::assumeEqual(const clang::Expr &variable, const llvm::APSInt &value) {
  const auto *use = llvm::dyn_cast<clang::DeclRefExpr>(variable.IgnoreParenImpCasts());
  const auto *named = use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
  if (!named || !variable.getType()->isIntegralOrEnumerationType())
    return;
  const clang::QualType type = named->getType().getNonReferenceType();
  const MaybePlace place = placeOf(*named);
  const bool isNumber = type->isIntegralOrEnumerationType() && !type.isVolatileQualified();
  if (!isNumber || !place || read(place).isKnown() ||
      context.getIntWidth(variable.getType()) < context.getIntWidth(type))
    return;
  // A value that the variable cannot hold is met on no path.
  const HostValue held = convertNumber(context, HostValue(value), type);
  if (convertNumber(context, held, variable.getType()) == HostValue(value))
    write(place, held);
}

/// Makes the object where it is to be, so that who keeps its address keeps the right one.
void HostInterpreter::initialise(const HostPlace &place, clang::QualType type, const clang::Expr &initial) {
  const clang::Expr *inner = unwrapped(&initial);
  if (const auto *byDefault = llvm::dyn_cast<clang::CXXDefaultInitExpr>(inner))
    inner = unwrapped(byDefault->getExpr());
  for (const auto *cast = llvm::dyn_cast<clang::CastExpr>(inner);
       cast && (cast->getCastKind() == clang::CK_ConstructorConversion ||
                (cast->getCastKind() == clang::CK_NoOp && !cast->isGLValue()));
       cast = llvm::dyn_cast<clang::CastExpr>(inner))
    inner = unwrapped(cast->getSubExpr());
  if (context.hasSameUnqualifiedType(type, inner->getType()) && !inner->isGLValue()) {
    if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(inner))
      return this->construct(*construct, place);
    if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(inner); list && initialiseParts(place, *list))
      return;
    if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(inner); choice && type->isRecordType())
      return choose(
          value(choice->getCond()).truth(), [&] { initialise(place, type, *choice->getTrueExpr()); },
          [&] { initialise(place, type, *choice->getFalseExpr()); });
  }
  write(place, value(inner));
}

/// False for lists of what has no parts that are followed.
bool HostInterpreter::initialiseParts(const HostPlace &place, const clang::InitListExpr &syntactic) {
  const clang::InitListExpr &list =
      syntactic.isSemanticForm() || !syntactic.getSemanticForm() ? syntactic : *syntactic.getSemanticForm();
  const std::vector<clang::QualType> types = partTypesOf(list.getType());
  if (types.empty() || list.isTransparent())
    return false;
  const MaybePlace outer = frame->self;
  for (unsigned i = 0; i < types.size() && live; ++i) {
    const clang::Expr *initial = i < list.getNumInits() ? list.getInit(i) : list.getArrayFiller();
    const HostPlace part = place.at(i, list.getType()->isArrayType());
    if (!initial)
      continue;
    if (types[i]->isReferenceType()) {
      const MaybePlace named = this->place(initial);
      write(part, named ? HostValue(*named) : HostValue());
      continue;
    }
    if (llvm::isa<clang::CXXDefaultInitExpr>(initial))
      frame->self = place; // *this is the struct that is being made
    initialise(part, types[i], *initial);
    frame->self = outer;
  }
  return true;
}

/// The object of a prvalue, which ends with the full expression, or with the scope if a reference holds on to it.
HostPlace HostInterpreter::materialise(const clang::Stmt &key, const clang::Expr &initial,
                                       clang::StorageDuration duration) {
  const clang::QualType type = initial.getType();
  const HostPlace made = temporary(key, type, HostValue());
  initialise(made, type, initial);
  if (live && type.isDestructedType() != clang::QualType::DK_none) {
    if (duration == clang::SD_FullExpression)
      frame->temporariesToEnd.push_back({made, type});
    else if (duration == clang::SD_Automatic && !frame->scopes.empty())
      frame->scopes.back().push_back({made, type});
  }
  return made;
}

} // namespace sectorscope
