// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/PtxArithmetic.h"

#include "model/ScalarOps.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace sectorscope {
namespace {

/// "s32", "b64", "pred"; not "bf16" or "f32".
bool isIntegerType(llvm::StringRef type) {
  return type == "pred" || (ptxTypeBits(type) != 0 && type.front() != 'f' && type != "bf16" && type != "bf16x2");
}

/// Parts of opcodes that change nothing in how a value is computed.
bool isSilentPart(llvm::StringRef part) {
  static const llvm::StringSet<> parts = {"to",    "global", "shared", "shared::cta", "local", "const", "param::entry",
                                          "param", "lo",     "hi",     "wide",        "l",     "r",     "wrap",
                                          "clamp", "and",    "or",     "xor",         "eq",    "ne",    "lt",
                                          "le",    "gt",     "ge",     "ls",          "hs"};
  return parts.contains(part);
}

class Computation {
public:
  Computation(const PtxStatement &statement, ReadPtxOperand read, ExprGraph &graph)
      : statement(statement), read(read), graph(graph) {
    for (std::size_t i = 1; i < statement.opcode.size(); ++i)
      if (const llvm::StringRef part = statement.opcode[i]; ptxTypeBits(part) != 0)
        types.push_back(part);
      else
        understood &= isSilentPart(part);
    if (types.empty())
      return;
    width = ptxTypeBits(types.back());
    isSigned = types.back().front() == 's';
    const llvm::StringRef opcode = statement.opcode.front();
    const bool anyBits = opcode == "mov" || opcode == "selp"; // of numbers of any kind
    understood &= width <= 64 && std::all_of(types.begin(), types.end(),
                                             [&](llvm::StringRef type) { return anyBits || isIntegerType(type); });
  }

  ExprId run() {
    if (!understood || types.empty())
      return {};
    const llvm::StringRef opcode = statement.opcode.front();
    if (opcode == "setp")
      return compare();
    if (opcode == "selp")
      return sources({width, width, 1}) ? graph.select(values[2], values[0], values[1]) : ExprId{};
    if (opcode == "mul" || opcode == "mad")
      return multiply(opcode == "mad");
    if (opcode == "shl" || opcode == "shr")
      return sources({width, 32}) ? shift(opcode == "shl") : ExprId{};
    if (opcode == "bfe")
      return sources({width, 32, 32}) ? extractBits() : ExprId{};
    if (opcode == "bfi")
      return sources({width, width, 32, 32}) ? insertBits() : ExprId{};
    if (opcode == "lop3")
      return sources({32, 32, 32, 32}) ? logic() : ExprId{};
    if (opcode == "prmt" && statement.opcode.size() == 2)
      return sources({32, 32, 32})
                 ? graph.make({.op = Op::Prmt, .width = 32, .a = values[0], .b = values[1], .c = values[2]})
                 : ExprId{};
    if (opcode == "shf" && width == 32)
      return sources({32, 32, 32}) ? funnel() : ExprId{};
    if (const ExprId result = one(opcode))
      return result;
    return two(opcode);
  }

private:
  /// Reads the operands behind the first, in these widths; false where there are more or fewer, or one is not known.
  bool sources(std::initializer_list<unsigned> widths) {
    if (statement.operands.size() != widths.size() + 1)
      return false;
    values.clear();
    for (const unsigned w : widths) {
      const ExprId value = read(statement.operands[values.size() + 1], w);
      if (!value)
        return false;
      values.push_back(value);
    }
    return true;
  }

  ExprId number(std::uint64_t value) { return graph.constant(value, width); }
  std::optional<std::uint64_t> constant(std::size_t i) const {
    const Expr &e = graph[values[i]];
    return e.op == Op::Const ? std::optional(e.payload) : std::nullopt;
  }
  ExprId resized(ExprId expr, unsigned to, bool extendSign) {
    const unsigned from = graph[expr].width;
    return from == to ? expr : graph.unary(from > to ? Op::Trunc : extendSign ? Op::SExt : Op::ZExt, to, expr);
  }

  /// Of one operand.
  ExprId one(llvm::StringRef opcode) {
    static const llvm::StringMap<Op> unary = {{"popc", Op::Popcount}, {"clz", Op::Clz}, {"brev", Op::BitReverse}};
    const bool copies = opcode == "mov" || opcode == "cvta" || opcode == "cvt";
    const auto found = unary.find(opcode);
    if (!copies && found == unary.end() && opcode != "not" && opcode != "neg" && opcode != "abs")
      return {};
    if (!sources({width}))
      return {};
    const ExprId a = values[0];
    if (opcode == "cvt") // from the last type to the one before
      return types.size() == 2 ? resized(a, ptxTypeBits(types[0]), isSigned) : ExprId{};
    if (copies)
      return a;
    if (found != unary.end())
      return graph.unary(found->second, width, a);
    if (opcode == "not")
      return graph.binary(Op::Xor, a, number(~0ULL));
    const ExprId negative = graph.binary(Op::Sub, number(0), a);
    return opcode == "neg" ? negative : graph.binary(Op::SMax, a, negative);
  }

  /// Of two operands.
  ExprId two(llvm::StringRef opcode) {
    static const llvm::StringMap<std::pair<Op, Op>> binary = {
        // unsigned, signed
        {"add", {Op::Add, Op::Add}},   {"sub", {Op::Sub, Op::Sub}},   {"and", {Op::And, Op::And}},
        {"or", {Op::Or, Op::Or}},      {"xor", {Op::Xor, Op::Xor}},   {"min", {Op::UMin, Op::SMin}},
        {"max", {Op::UMax, Op::SMax}}, {"div", {Op::UDiv, Op::SDiv}}, {"rem", {Op::URem, Op::SRem}}};
    const auto found = binary.find(opcode);
    if (found == binary.end() || !sources({width, width}))
      return {};
    return graph.binary(isSigned ? found->second.second : found->second.first, values[0], values[1]);
  }

  ExprId multiply(bool adds) {
    const bool wide = statement.has("wide"), high = statement.has("hi");
    if (wide && width > 32)
      return {};
    const unsigned result = wide ? 2 * width : width;
    if (adds ? !sources({width, width, result}) : !sources({width, width}))
      return {};
    const Op op = !high ? Op::Mul : isSigned ? Op::SMulHi : Op::UMulHi;
    const ExprId a = resized(values[0], result, isSigned);
    const ExprId product = graph.binary(op, a, resized(values[1], result, isSigned));
    return adds ? graph.binary(Op::Add, product, values[2]) : product;
  }

  /// Shifts by more than the width leave nothing but the sign.
  ExprId shift(bool left) {
    const ExprId a = values[0], amount = values[1];
    const Op op = left ? Op::Shl : isSigned ? Op::AShr : Op::LShr;
    const ExprId beyond = op == Op::AShr ? graph.binary(op, a, number(width - 1)) : number(0);
    if (const auto by = constant(1))
      return *by < width ? graph.binary(op, a, number(*by)) : beyond;
    const ExprId fits = graph.binary(Op::Ult, amount, graph.constant(width, 32));
    return graph.select(fits, graph.binary(op, a, resized(amount, width, false)), beyond);
  }

  ExprId extractBits() {
    const auto from = constant(1), wanted = constant(2);
    if (!from || !wanted || *from >= width || *wanted == 0 || *wanted > width)
      return {};
    const std::uint64_t bits = std::min<std::uint64_t>(*wanted, width - *from);
    if (isSigned)
      return graph.binary(Op::AShr, graph.binary(Op::Shl, values[0], number(width - bits - *from)),
                          number(width - bits));
    return graph.binary(Op::And, graph.binary(Op::LShr, values[0], number(*from)),
                        number(lowMask(static_cast<unsigned>(bits))));
  }

  /// bfi d, a, b, position, length: the low bits of a into b.
  ExprId insertBits() {
    const auto at = constant(2), length = constant(3);
    if (!at || !length || *length == 0 || *at + *length > width)
      return {};
    const std::uint64_t mask = lowMask(static_cast<unsigned>(*length)) << *at;
    const ExprId kept = graph.binary(Op::And, values[1], number(~mask));
    const ExprId inserted = graph.binary(Op::And, graph.binary(Op::Shl, values[0], number(*at)), number(mask));
    return graph.binary(Op::Or, kept, inserted);
  }

  /// Any function of three bits is an exclusive or of products of them: 0x96 is a ^ b ^ c, 0x80 is a & b & c.
  ExprId logic() {
    const auto table = constant(3);
    if (!table)
      return {};
    unsigned terms = static_cast<unsigned>(*table & 0xff); // bit 4a + 2b + c is the value for a, b, c
    for (const unsigned variable : {1U, 2U, 4U})
      for (unsigned i = 0; i < 8; ++i)
        if (i & variable)
          terms ^= (terms >> (i ^ variable) & 1) << i;
    ExprId sum = number(terms & 1 ? ~0ULL : 0);
    for (unsigned term = 1; term < 8; ++term) {
      if (!(terms >> term & 1))
        continue;
      ExprId product = number(~0ULL);
      for (unsigned i = 0; i < 3; ++i)
        if (term >> (2 - i) & 1)
          product = graph.binary(Op::And, product, values[i]);
      sum = graph.binary(Op::Xor, sum, product);
    }
    return sum;
  }

  ExprId funnel() {
    const auto by = constant(2);
    if (statement.has("clamp") && (!by || *by >= width))
      return {};
    return funnelShift(statement.has("l") ? Op::FshL : Op::FshR, values[1], values[0], values[2], graph);
  }

  /// setp.lt{.and}.u32 p, a, b{, c}
  ExprId compare() {
    const bool joins = statement.has("and") || statement.has("or") || statement.has("xor");
    if (joins ? !sources({width, width, 1}) : !sources({width, width}))
      return {};
    const ExprId a = values[0], b = values[1];
    const llvm::StringRef how = statement.opcode[1];
    const Op less = isSigned ? Op::Slt : Op::Ult, lessOrEqual = isSigned ? Op::Sle : Op::Ule;
    ExprId result;
    if (how == "eq" || how == "ne")
      result = graph.binary(how == "eq" ? Op::Eq : Op::Ne, a, b);
    else if (how == "lt" || how == "lo")
      result = graph.binary(less, a, b);
    else if (how == "le" || how == "ls")
      result = graph.binary(lessOrEqual, a, b);
    else if (how == "gt" || how == "hi")
      result = graph.binary(less, b, a);
    else if (how == "ge" || how == "hs")
      result = graph.binary(lessOrEqual, b, a);
    if (!joins || !result)
      return result;
    return graph.binary(statement.has("and") ? Op::And : statement.has("or") ? Op::Or : Op::Xor, result, values[2]);
  }

  const PtxStatement &statement;
  ReadPtxOperand read;
  ExprGraph &graph;
  llvm::SmallVector<llvm::StringRef, 2> types;
  unsigned width = 0; ///< of the last type
  bool isSigned = false, understood = true;
  llvm::SmallVector<ExprId, 4> values; ///< of the operands behind the first
};

} // namespace

ExprId computePtx(const PtxStatement &statement, ReadPtxOperand read, ExprGraph &graph) {
  return Computation(statement, read, graph).run();
}

bool writesSigned(const PtxStatement &statement) {
  for (std::size_t i = 1; i < statement.opcode.size(); ++i)
    if (ptxTypeBits(statement.opcode[i]) != 0)
      return statement.opcode[i].front() == 's'; // the first of two is that of the result
  return false;
}

bool isFunctionOfOperands(const PtxStatement &statement) {
  static const llvm::StringSet<> opcodes = {
      "abs",   "add",  "and",   "bfe",  "bfi",   "bfind", "bmsk", "brev", "clz",  "cnot",    "copysign", "cos",
      "cvt",   "cvta", "div",   "dp2a", "dp4a",  "ex2",   "fma",  "fns",  "lg2",  "lop3",    "mad",      "mad24",
      "max",   "min",  "mov",   "mul",  "mul24", "neg",   "not",  "or",   "popc", "prmt",    "rcp",      "rem",
      "rsqrt", "sad",  "selp",  "set",  "setp",  "shf",   "shl",  "shr",  "sin",  "slct",    "sqrt",     "sub",
      "szext", "tanh", "testp", "vadd", "vmax",  "vmin",  "vset", "vsub", "xor",  "isspacep"};
  // Carries come from another instruction.
  return opcodes.contains(statement.opcode.front()) && !statement.has("cc");
}

ExprId funnelShift(Op op, ExprId high, ExprId low, ExprId amount, ExprGraph &graph) {
  const unsigned width = graph[high].width;
  const Expr by = graph[amount];
  if (by.op != Op::Const)
    return graph.make({.op = op, .width = static_cast<std::uint8_t>(width), .a = high, .b = low, .c = amount});
  const auto right = static_cast<unsigned>(by.payload % width);
  if (right == 0)
    return op == Op::FshL ? high : low;
  const unsigned left = op == Op::FshL ? right : width - right;
  const ExprId upper = graph.binary(Op::Shl, high, graph.constant(left, width));
  return graph.binary(Op::Or, upper, graph.binary(Op::LShr, low, graph.constant(width - left, width)));
}

} // namespace sectorscope
