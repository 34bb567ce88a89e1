// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HostArithmetic.h"

#include "clang/AST/Type.h"

#include <cmath>

namespace sectorscope {
namespace {

bool isInteger(clang::QualType type) { return !type.isNull() && type->isIntegralOrEnumerationType(); }

/// float and double; the wider and narrower ones do not decide launches.
bool isFloating(clang::QualType type) {
  return !type.isNull() && (type->isSpecificBuiltinType(clang::BuiltinType::Float) ||
                            type->isSpecificBuiltinType(clang::BuiltinType::Double));
}

HostValue binaryIntegers(clang::BinaryOperatorKind kind, const llvm::APSInt &a, const llvm::APSInt &b) {
  bool overflow = false;
  const bool isSigned = a.isSigned();
  const auto arithmetic = [&](const llvm::APInt &result) {
    return isSigned && overflow ? HostValue() : HostValue(llvm::APSInt(result, !isSigned));
  };
  switch (kind) {
  case clang::BO_Add:
    return arithmetic(isSigned ? a.sadd_ov(b, overflow) : static_cast<llvm::APInt>(a) + b);
  case clang::BO_Sub:
    return arithmetic(isSigned ? a.ssub_ov(b, overflow) : static_cast<llvm::APInt>(a) - b);
  case clang::BO_Mul:
    return arithmetic(isSigned ? a.smul_ov(b, overflow) : static_cast<llvm::APInt>(a) * b);
  case clang::BO_Div:
  case clang::BO_Rem:
    if (b.isZero() || (isSigned && a.isMinSignedValue() && b.isAllOnes()))
      return {};
    return kind == clang::BO_Div ? HostValue(a / b) : HostValue(a % b);
  case clang::BO_And:
    return HostValue(a & b);
  case clang::BO_Or:
    return HostValue(a | b);
  case clang::BO_Xor:
    return HostValue(a ^ b);
  default:
    return {};
  }
}

HostValue shifted(clang::BinaryOperatorKind kind, const llvm::APSInt &a, const llvm::APSInt &b) {
  if (b.isNegative() || b.uge(a.getBitWidth()))
    return {};
  const auto by = static_cast<unsigned>(b.getZExtValue());
  if (kind == clang::BO_Shr)
    return HostValue(a >> by);
  const llvm::APSInt result = a << by;
  return a.isSigned() && (a.isNegative() || (result >> by) != a) ? HostValue() : HostValue(result);
}

HostValue binaryFloats(clang::BinaryOperatorKind kind, llvm::APFloat a, const llvm::APFloat &b) {
  constexpr auto nearest = llvm::APFloat::rmNearestTiesToEven;
  switch (kind) {
  case clang::BO_Add:
    a.add(b, nearest);
    return a;
  case clang::BO_Sub:
    a.subtract(b, nearest);
    return a;
  case clang::BO_Mul:
    a.multiply(b, nearest);
    return a;
  case clang::BO_Div:
    a.divide(b, nearest);
    return a;
  default:
    return {};
  }
}

std::optional<bool> holds(clang::BinaryOperatorKind kind, bool less, bool equal, bool greater) {
  switch (kind) {
  case clang::BO_LT:
    return less;
  case clang::BO_GT:
    return greater;
  case clang::BO_LE:
    return less || equal;
  case clang::BO_GE:
    return greater || equal;
  case clang::BO_EQ:
    return equal;
  case clang::BO_NE:
    return !equal;
  default:
    return std::nullopt;
  }
}

/// Functions of one number. Those that round are exact; the others are what the C library of this machine says.
std::optional<double> unaryFunction(llvm::StringRef name, double x) {
  if (name == "ceil")
    return std::ceil(x);
  if (name == "floor")
    return std::floor(x);
  if (name == "round")
    return std::round(x);
  if (name == "trunc")
    return std::trunc(x);
  if (name == "sqrt")
    return std::sqrt(x);
  if (name == "fabs" || name == "abs")
    return std::fabs(x);
  if (name == "log2")
    return std::log2(x);
  if (name == "log")
    return std::log(x);
  if (name == "exp2")
    return std::exp2(x);
  return std::nullopt;
}

std::optional<double> binaryFunction(llvm::StringRef name, double x, double y) {
  if (name == "pow")
    return std::pow(x, y);
  if (name == "fmin")
    return std::fmin(x, y);
  if (name == "fmax")
    return std::fmax(x, y);
  return std::nullopt;
}

} // namespace

HostValue hostInteger(const clang::ASTContext &context, clang::QualType type, std::uint64_t value) {
  if (!isInteger(type))
    return {};
  llvm::APSInt result(llvm::APInt(64, value), type->isUnsignedIntegerOrEnumerationType());
  return llvm::APSInt(result.extOrTrunc(context.getIntWidth(type)), result.isUnsigned());
}

HostValue convertNumber(const clang::ASTContext &context, const HostValue &value, clang::QualType type) {
  if (const llvm::APSInt *number = value.integer()) {
    if (type->isBooleanType())
      return hostInteger(context, type, !number->isZero());
    if (isInteger(type))
      return llvm::APSInt(number->extOrTrunc(context.getIntWidth(type)), type->isUnsignedIntegerOrEnumerationType());
    if (isFloating(type)) {
      llvm::APFloat result(context.getFloatTypeSemantics(type));
      result.convertFromAPInt(*number, number->isSigned(), llvm::APFloat::rmNearestTiesToEven);
      return result;
    }
  }
  if (const llvm::APFloat *number = value.floating()) {
    if (type->isBooleanType())
      return hostInteger(context, type, !number->isZero());
    if (isInteger(type)) {
      llvm::APSInt result(context.getIntWidth(type), type->isUnsignedIntegerOrEnumerationType());
      bool isExact = false;
      const auto status = number->convertToInteger(result, llvm::APFloat::rmTowardZero, &isExact);
      return status & llvm::APFloat::opInvalidOp ? HostValue() : HostValue(result);
    }
    if (isFloating(type)) {
      llvm::APFloat result = *number;
      bool losesInfo = false;
      result.convert(context.getFloatTypeSemantics(type), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      return result;
    }
  }
  return {};
}

HostValue binaryNumber(const clang::ASTContext &context, clang::BinaryOperatorKind kind, const HostValue &a,
                       const HostValue &b, clang::QualType type) {
  const llvm::APSInt *x = a.integer(), *y = b.integer();
  if (x && y) {
    if (kind == clang::BO_Shl || kind == clang::BO_Shr)
      return shifted(kind, *x, *y);
    if (x->getBitWidth() != y->getBitWidth() || x->isSigned() != y->isSigned())
      return {};
    if (const auto answer = holds(kind, *x<*y, *x == *y, *x> * y))
      return hostInteger(context, type, *answer);
    return binaryIntegers(kind, *x, *y);
  }
  const llvm::APFloat *f = a.floating(), *g = b.floating();
  if (!f || !g || &f->getSemantics() != &g->getSemantics())
    return {};
  const auto order = f->compare(*g);
  if (order == llvm::APFloat::cmpUnordered)
    return {};
  if (const auto answer = holds(kind, order == llvm::APFloat::cmpLessThan, order == llvm::APFloat::cmpEqual,
                                order == llvm::APFloat::cmpGreaterThan))
    return hostInteger(context, type, *answer);
  return binaryFloats(kind, *f, *g);
}

std::optional<HostValue> mathFunction(const clang::ASTContext &context, llvm::StringRef name,
                                      const std::vector<HostValue> &arguments, clang::QualType type) {
  name.consume_front("__builtin_");
  const bool isMinimum = name == "min", isMaximum = name == "max";
  if (arguments.size() == 2 && (isMinimum || isMaximum)) {
    const HostValue less = binaryNumber(context, clang::BO_LT, arguments[0], arguments[1], context.IntTy);
    const auto isLess = less.truth();
    return isLess ? arguments[*isLess == isMinimum ? 0 : 1] : HostValue();
  }
  if (name == "abs" && arguments.size() == 1 && arguments[0].integer()) {
    const llvm::APSInt &number = *arguments[0].integer();
    return number.isSigned() && !number.isMinSignedValue() ? HostValue(llvm::APSInt(number.abs(), false)) : HostValue();
  }
  // sqrtf is sqrt of a float.
  llvm::StringRef stem = name;
  for (const bool isSuffixed : {false, true}) {
    if (isSuffixed && !stem.consume_back("f"))
      break;
    const bool isUnary = arguments.size() == 1 && unaryFunction(stem, 1).has_value();
    const bool isBinary = arguments.size() == 2 && binaryFunction(stem, 1, 1).has_value();
    if (!isUnary && !isBinary)
      continue;
    std::vector<double> numbers;
    for (const HostValue &argument : arguments) {
      const HostValue wide = convertNumber(context, argument, context.DoubleTy);
      if (!wide.floating())
        return HostValue();
      numbers.push_back(wide.floating()->convertToDouble());
    }
    const double result = isUnary ? *unaryFunction(stem, numbers[0]) : *binaryFunction(stem, numbers[0], numbers[1]);
    return convertNumber(context, HostValue(llvm::APFloat(result)), type);
  }
  return std::nullopt;
}

} // namespace sectorscope
