// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sectorscope/LaneExpr.h"

#include "model/ScalarOps.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace sectorscope {

static std::size_t hashOf(const Expr &e) {
  std::uint64_t h = static_cast<std::uint64_t>(e.op) | static_cast<std::uint64_t>(e.width) << 8 |
                    static_cast<std::uint64_t>(e.flags) << 16;
  for (const std::uint64_t part :
       {std::uint64_t{e.a.index}, std::uint64_t{e.b.index}, std::uint64_t{e.c.index}, e.payload})
    h = (h ^ part) * 0x9e3779b97f4a7c15ULL, h ^= h >> 29;
  return h;
}

ExprGraph::ExprGraph() { nodes.emplace_back(); } // index 0: no expression

ExprId ExprGraph::constant(std::uint64_t value, unsigned width) {
  return leaf(Op::Const, width, value & lowMask(width));
}

ExprId ExprGraph::leaf(Op op, unsigned width, std::uint64_t payload) {
  return make({.op = op, .width = static_cast<std::uint8_t>(width), .payload = payload});
}

ExprId ExprGraph::unary(Op op, unsigned width, ExprId a) {
  return make({.op = op, .width = static_cast<std::uint8_t>(width), .a = a});
}

ExprId ExprGraph::binary(Op op, ExprId a, ExprId b, std::uint8_t flags) {
  const std::uint8_t width = isComparison(op) ? 1 : nodes[a.index].width;
  return make({.op = op, .width = width, .flags = flags, .a = a, .b = b});
}

ExprId ExprGraph::select(ExprId condition, ExprId whenTrue, ExprId whenFalse) {
  return make({.op = Op::Select, .width = nodes[whenTrue.index].width, .a = condition, .b = whenTrue, .c = whenFalse});
}

ExprId ExprGraph::logicalNot(ExprId predicate) { return binary(Op::Xor, predicate, constant(1, 1)); }

ExprId ExprGraph::opaque(OpaqueLeaf what, unsigned width) {
  opaques.push_back(std::move(what));
  return leaf(Op::Opaque, width, opaques.size() - 1);
}

ExprId ExprGraph::loaded(ExprId address, unsigned width, OpaqueLeaf what) {
  opaques.push_back(std::move(what));
  return make(
      {.op = Op::Loaded, .width = static_cast<std::uint8_t>(width), .a = address, .payload = opaques.size() - 1});
}

std::string ParamLeaf::offsetName() const {
  const std::size_t end = name.find_first_of(".+");
  const bool isSpan = name.find("..") != std::string::npos;
  return end == std::string::npos || isSpan ? name : name.substr(0, end) + "+" + std::to_string(offset);
}

std::string ParamLeaf::spanName(const std::string &parameter, std::uint64_t offset, unsigned width) {
  return parameter + "+" + std::to_string(offset) + ".." + std::to_string(offset + width / 8 - 1);
}

ExprId ExprGraph::param(const ParamLeaf &what) {
  const auto same = std::find_if(params.begin(), params.end(), [&](const ParamLeaf &p) {
    return p.argument == what.argument && p.offset == what.offset && p.width == what.width;
  });
  const auto index = static_cast<std::uint64_t>(same - params.begin());
  if (same == params.end())
    params.push_back(what);
  return leaf(Op::Param, what.width, index);
}

/// The upper half of a product that was made in twice the width, `(uint64_t)x * y >> 32`, as the multiplication for it;
/// no expression for anything else.
ExprId ExprGraph::highHalf(const Expr &shift) {
  const Expr product = nodes[shift.a.index], by = nodes[shift.b.index];
  if (product.op != Op::Mul || by.op != Op::Const || nodes[product.a.index].op != Op::ZExt)
    return {};
  const ExprId x = nodes[product.a.index].a;
  const unsigned width = nodes[x.index].width;
  const Expr right = nodes[product.b.index];
  ExprId y;
  if (right.op == Op::ZExt && nodes[right.a.index].width == width)
    y = right.a;
  else if (right.op == Op::Const && right.payload <= lowMask(width))
    y = constant(right.payload, width);
  if (!y || width < 8 || shift.width < 2 * width || by.payload < width || by.payload >= 2ULL * width)
    return {};
  const ExprId half = binary(Op::UMulHi, x, y);
  return unary(Op::ZExt, shift.width, binary(Op::LShr, half, constant(by.payload - width, width)));
}

/// A leaf that is, whatever the launch.
bool ExprGraph::isSameInAllLanes(const Expr &leaf) const {
  switch (leaf.op) {
  case Op::Const:
  case Op::Ctaid:
  case Op::Ntid:
  case Op::Nctaid:
  case Op::WarpId:
  case Op::Param:
  case Op::Global:
    return true;
  case Op::Opaque:
    return !opaques[leaf.payload].varying;
  default:
    return false;
  }
}

ExprId ExprGraph::make(Expr e) {
  const auto isConst = [&](ExprId id, std::uint64_t value) {
    return nodes[id.index].op == Op::Const && nodes[id.index].payload == value;
  };
  const unsigned operands = operandCount(e.op);
  const auto constOperand = [&](ExprId id) { return !id || nodes[id.index].op == Op::Const; };
  if (operands > 0 && constOperand(e.a) && constOperand(e.b) && constOperand(e.c) && e.op != Op::Loaded) {
    const auto value = [&](ExprId id) { return id ? nodes[id.index].payload : 0; };
    if (const auto folded = evalScalar(e.op, e.width, nodes[e.a.index].width, value(e.a), value(e.b), value(e.c)))
      return constant(*folded, e.width);
  }
  // Constants to the right, so that equal sums meet.
  const bool commutes = e.op == Op::Add || e.op == Op::Mul || e.op == Op::And || e.op == Op::Or || e.op == Op::Xor ||
                        e.op == Op::Eq || e.op == Op::Ne;
  if (commutes && nodes[e.a.index].op == Op::Const)
    std::swap(e.a, e.b);

  const std::uint64_t ones = lowMask(e.width);
  switch (e.op) {
  case Op::Add:
  case Op::Sub:
  case Op::Shl:
  case Op::AShr:
    if (isConst(e.b, 0))
      return e.a;
    break;
  case Op::LShr:
    if (isConst(e.b, 0))
      return e.a;
    if (const ExprId high = highHalf(e))
      return high;
    break;
  case Op::Mul:
    if (isConst(e.b, 1))
      return e.a;
    if (isConst(e.b, 0))
      return e.b;
    break;
  case Op::UDiv:
  case Op::SDiv:
    if (isConst(e.b, 1) && e.width > 1)
      return e.a;
    break;
  case Op::And:
    if (isConst(e.b, ones) || e.a == e.b)
      return e.a;
    if (isConst(e.b, 0))
      return e.b;
    break;
  case Op::Or:
    if (isConst(e.b, 0) || e.a == e.b)
      return e.a;
    if (isConst(e.b, ones))
      return e.b;
    break;
  case Op::Xor:
    if (isConst(e.b, 0))
      return e.a;
    if (e.a == e.b)
      return constant(0, e.width);
    // not(not x)
    if (isConst(e.b, ones) && nodes[e.a.index].op == Op::Xor && isConst(nodes[e.a.index].b, ones))
      return nodes[e.a.index].a;
    break;
  case Op::Select:
    if (e.b == e.c || isConst(e.a, 1))
      return e.b;
    if (isConst(e.a, 0))
      return e.c;
    if (e.width == 1 && isConst(e.b, 1) && isConst(e.c, 0))
      return e.a;
    break;
  case Op::ZExt:
  case Op::SExt:
  case Op::Trunc:
    if (nodes[e.a.index].width == e.width)
      return e.a;
    break;
  case Op::Eq:
  case Op::Ule:
  case Op::Sle:
    if (e.a == e.b)
      return constant(1, 1);
    break;
  case Op::Ne:
  case Op::Ult:
  case Op::Slt:
    if (e.a == e.b)
      return constant(0, 1);
    break;
  case Op::Shuffle:
    if (nodes[e.b.index].op == Op::LaneId || isSameInAllLanes(nodes[e.a.index]))
      return e.a;
    break;
  case Op::AllBefore:
    if (isConst(e.a, 1))
      return e.a;
    break;
  default:
    break;
  }
  if (2 * nodes.size() >= table.size())
    growTable();
  for (std::size_t at = hashOf(e);; ++at) {
    std::uint32_t &index = table[at & (table.size() - 1)];
    if (index == 0) {
      index = static_cast<std::uint32_t>(nodes.size());
      nodes.push_back(e);
      return {index};
    }
    if (nodes[index] == e)
      return {index};
  }
}

void ExprGraph::growTable() {
  table.resize(std::max<std::size_t>(64, 2 * table.size()));
  fillTable();
}

void ExprGraph::fillTable() {
  table.assign(table.size(), 0);
  for (std::uint32_t index = 1; index < nodes.size(); ++index) {
    std::size_t at = hashOf(nodes[index]);
    while (table[at & (table.size() - 1)] != 0)
      ++at;
    table[at & (table.size() - 1)] = index;
  }
}

ExprGraph ExprGraph::withAxesSwapped(unsigned one, unsigned other) const {
  ExprGraph result = *this;
  for (Expr &e : result.nodes)
    if (e.op == Op::Tid || e.op == Op::Ctaid || e.op == Op::Ntid || e.op == Op::Nctaid)
      e.payload = e.payload == one ? other : e.payload == other ? one : e.payload;
  result.fillTable();
  return result;
}

ExprId ExprGraph::substitute(ExprId root, ExprId from, ExprId to) { return replace(root, from, to, true); }

ExprId ExprGraph::assume(ExprId root, ExprId predicate, bool holds) {
  return replace(root, predicate, constant(holds, 1), false);
}

ExprId ExprGraph::replace(ExprId root, ExprId from, ExprId to, bool inOtherLanes) {
  // Children have smaller ids than their parents, so one ascending sweep over the reachable nodes suffices.
  std::vector<std::uint32_t> reachable{root.index};
  std::unordered_map<std::uint32_t, ExprId> replaced;
  for (std::size_t i = 0; i < reachable.size(); ++i) {
    if (!replaced.try_emplace(reachable[i], ExprId{reachable[i]}).second)
      continue;
    const Expr &e = nodes[reachable[i]];
    for (const ExprId operand : {e.a, e.b, e.c})
      if (operand)
        reachable.push_back(operand.index);
  }
  std::sort(reachable.begin(), reachable.end());
  reachable.erase(std::unique(reachable.begin(), reachable.end()), reachable.end());
  replaced[from.index] = to;
  for (const std::uint32_t index : reachable) {
    if (index == from.index)
      continue;
    Expr e = nodes[index];
    bool changed = false;
    const bool binds = e.op == Op::Shuffle ? !inOtherLanes
                                           : e.op == Op::AllBefore && nodes[from.index].op == Op::Counter &&
                                                 nodes[from.index].payload == e.payload;
    for (ExprId *operand : {&e.a, &e.b, &e.c}) {
      if (!*operand || (binds && operand == &e.a))
        continue;
      const ExprId now = replaced[operand->index];
      changed |= now != *operand;
      *operand = now;
    }
    if (changed)
      replaced[index] = make(e);
  }
  return replaced[root.index];
}

} // namespace sectorscope
