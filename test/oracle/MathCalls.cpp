// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Floating-point calls: LLVM's, NVPTX's and those of the device library. Computed in double and rounded, so the last
/// bit may differ from the hardware; no address should depend on it.

#include "Calls.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"

#include <cmath>

namespace sectorscope::oracle {

namespace {

template <double (*f)(double)> After real1(Machine &machine, Thread &thread, const Step &step) {
  const llvm::Type *type = step.ir->getType()->getScalarType();
  for (unsigned i = 0; i < step.result.count; ++i) {
    Cell a = machine.operand(thread, step, 0, i);
    machine.cell(thread, step.result, i) = fromDouble(f(toDouble(a, type)), type, a.flags);
  }
  return After::Continue;
}

template <double (*f)(double, double)> After real2(Machine &machine, Thread &thread, const Step &step) {
  const llvm::Type *type = step.ir->getType()->getScalarType();
  for (unsigned i = 0; i < step.result.count; ++i) {
    Cell a = machine.operand(thread, step, 0, i), b = machine.operand(thread, step, 1, i);
    machine.cell(thread, step.result, i) = fromDouble(f(toDouble(a, type), toDouble(b, type)), type, a.flags | b.flags);
  }
  return After::Continue;
}

After fusedMultiplyAdd(Machine &machine, Thread &thread, const Step &step) {
  const llvm::Type *type = step.ir->getType()->getScalarType();
  for (unsigned i = 0; i < step.result.count; ++i) {
    Cell a = machine.operand(thread, step, 0, i), b = machine.operand(thread, step, 1, i),
         c = machine.operand(thread, step, 2, i);
    double x = toDouble(a, type), y = toDouble(b, type), z = toDouble(c, type);
    double exact = type->isFloatTy() ? std::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z))
                                     : std::fma(x, y, z);
    machine.cell(thread, step.result, i) = fromDouble(exact, type, a.flags | b.flags | c.flags);
  }
  return After::Continue;
}

/// powi and ldexp: the second operand is an integer, shared by all elements.
template <double (*f)(double, int)> After realAndInteger(Machine &machine, Thread &thread, const Step &step) {
  const llvm::Type *type = step.ir->getType()->getScalarType();
  Cell b = machine.operand(thread, step, 1);
  int by = static_cast<int>(asSigned(b.bits(), step.ir->getOperand(1)->getType()->getScalarSizeInBits()));
  for (unsigned i = 0; i < step.result.count; ++i) {
    Cell a = machine.operand(thread, step, 0, i);
    machine.cell(thread, step.result, i) = fromDouble(f(toDouble(a, type), by), type, a.flags | b.flags);
  }
  return After::Continue;
}

/// Conversions that clamp: llvm.fpto?i.sat and NVPTX's f2i and kin. The rounding mode is a part of the name.
template <bool isSigned> After toInteger(Machine &machine, Thread &thread, const Step &step) {
  const llvm::Type *type = step.ir->getOperand(0)->getType()->getScalarType();
  unsigned width = step.ir->getType()->getScalarSizeInBits();
  llvm::StringRef name = step.callee->getName();
  for (unsigned i = 0; i < step.result.count; ++i) {
    Cell a = machine.operand(thread, step, 0, i);
    double value = toDouble(a, type);
    value = name.contains(".rm")   ? std::floor(value)
            : name.contains(".rp") ? std::ceil(value)
            : name.contains(".rn") ? std::nearbyint(value)
                                   : std::trunc(value);
    double top = std::ldexp(1.0, static_cast<int>(width) - isSigned), bottom = isSigned ? -top : 0;
    U128 bits = 0;
    if (value >= top)
      bits = maskOf(width - isSigned);
    else if (value <= bottom)
      bits = isSigned ? U128(1) << (width - 1) : 0;
    else if (!std::isnan(value))
      bits = U128(S128(value)) & maskOf(width);
    machine.cell(thread, step.result, i) = Cell::of(bits, a.flags);
  }
  return After::Continue;
}

template <bool isSigned> After fromInteger(Machine &machine, Thread &thread, const Step &step) {
  Cell a = machine.operand(thread, step, 0);
  unsigned width = step.ir->getOperand(0)->getType()->getScalarSizeInBits();
  double value = isSigned ? static_cast<double>(asSigned(a.bits(), width)) : static_cast<double>(a.bits());
  machine.cell(thread, step.result) = fromDouble(value, step.ir->getType()->getScalarType(), a.flags);
  return After::Continue;
}

double reciprocal(double x) { return 1 / x; }
double reciprocalRoot(double x) { return 1 / std::sqrt(x); }
double exp10(double x) { return std::pow(10.0, x); }
double clampToUnit(double x) { return x > 0 ? std::fmin(x, 1) : 0; }
double same(double x) { return x; }
double sum(double a, double b) { return a + b; }
double difference(double a, double b) { return a - b; }
double product(double a, double b) { return a * b; }
double quotient(double a, double b) { return a / b; }
double minimum(double a, double b) { return std::isnan(a) || std::isnan(b) ? a + b : std::fmin(a, b); }
double maximum(double a, double b) { return std::isnan(a) || std::isnan(b) ? a + b : std::fmax(a, b); }
double integerPower(double a, int b) { return std::pow(a, b); }
double scale(double a, int b) { return std::ldexp(a, b); }

} // namespace

const CallTable &mathCalls() {
  static const CallTable table = {
      {"sqrt", {real1<std::sqrt>}},
      {"rsqrt", {real1<reciprocalRoot>}},
      {"rcp", {real1<reciprocal>}},
      {"sin", {real1<std::sin>}},
      {"cos", {real1<std::cos>}},
      {"tan", {real1<std::tan>}},
      {"asin", {real1<std::asin>}},
      {"acos", {real1<std::acos>}},
      {"atan", {real1<std::atan>}},
      {"sinh", {real1<std::sinh>}},
      {"cosh", {real1<std::cosh>}},
      {"tanh", {real1<std::tanh>}},
      {"exp", {real1<std::exp>}},
      {"exp2", {real1<std::exp2>}},
      {"exp10", {real1<exp10>}},
      {"ex2", {real1<std::exp2>}},
      {"lg2", {real1<std::log2>}},
      {"log", {real1<std::log>}},
      {"log2", {real1<std::log2>}},
      {"log10", {real1<std::log10>}},
      {"log1p", {real1<std::log1p>}},
      {"expm1", {real1<std::expm1>}},
      {"erf", {real1<std::erf>}},
      {"erfc", {real1<std::erfc>}},
      {"cbrt", {real1<std::cbrt>}},
      {"fabs", {real1<std::fabs>}},
      {"floor", {real1<std::floor>}},
      {"ceil", {real1<std::ceil>}},
      {"trunc", {real1<std::trunc>}},
      {"rint", {real1<std::nearbyint>}},
      {"nearbyint", {real1<std::nearbyint>}},
      {"roundeven", {real1<std::nearbyint>}},
      {"round", {real1<std::round>}},
      {"saturate", {real1<clampToUnit>}},
      {"canonicalize", {real1<same>}},
      {"pow", {real2<std::pow>}},
      {"atan2", {real2<std::atan2>}},
      {"hypot", {real2<std::hypot>}},
      {"fmod", {real2<std::fmod>}},
      {"copysign", {real2<std::copysign>}},
      {"minnum", {real2<std::fmin>}},
      {"maxnum", {real2<std::fmax>}},
      {"minimumnum", {real2<std::fmin>}},
      {"maximumnum", {real2<std::fmax>}},
      {"minimum", {real2<minimum>}},
      {"maximum", {real2<maximum>}},
      {"fmin", {real2<std::fmin>}},
      {"fmax", {real2<std::fmax>}},
      {"add", {real2<sum>}},
      {"sub", {real2<difference>}},
      {"mul", {real2<product>}},
      {"div", {real2<quotient>}},
      {"fma", {fusedMultiplyAdd}},
      {"fmuladd", {fusedMultiplyAdd}},
      {"powi", {realAndInteger<integerPower>}},
      {"ldexp", {realAndInteger<scale>}},
      {"fptosi.sat", {toInteger<true>}},
      {"fptoui.sat", {toInteger<false>}},
      {"f2i", {toInteger<true>}},
      {"d2i", {toInteger<true>}},
      {"f2ll", {toInteger<true>}},
      {"d2ll", {toInteger<true>}},
      {"f2ui", {toInteger<false>}},
      {"d2ui", {toInteger<false>}},
      {"f2ull", {toInteger<false>}},
      {"d2ull", {toInteger<false>}},
      {"i2f", {fromInteger<true>}},
      {"i2d", {fromInteger<true>}},
      {"ll2f", {fromInteger<true>}},
      {"ll2d", {fromInteger<true>}},
      {"ui2f", {fromInteger<false>}},
      {"ui2d", {fromInteger<false>}},
      {"ull2f", {fromInteger<false>}},
      {"ull2d", {fromInteger<false>}},
  };
  return table;
}

} // namespace sectorscope::oracle
