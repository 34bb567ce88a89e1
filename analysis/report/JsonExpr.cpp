// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/JsonExpr.h"

#include <algorithm>
#include <map>
#include <vector>

namespace sectorscope {

using nlohmann::ordered_json;

const char *toString(Op op) {
  switch (op) {
  case Op::Const:
    return "const";
  case Op::Tid:
    return "tid";
  case Op::Ctaid:
    return "ctaid";
  case Op::Ntid:
    return "ntid";
  case Op::Nctaid:
    return "nctaid";
  case Op::LaneId:
    return "laneid";
  case Op::WarpId:
    return "warpid";
  case Op::Param:
    return "param";
  case Op::Global:
    return "global";
  case Op::Counter:
    return "counter";
  case Op::Opaque:
    return "opaque";
  case Op::Loaded:
    return "loaded";
  case Op::ZExt:
    return "zext";
  case Op::SExt:
    return "sext";
  case Op::Trunc:
    return "trunc";
  case Op::Popcount:
    return "popcount";
  case Op::Clz:
    return "clz";
  case Op::Ctz:
    return "ctz";
  case Op::BitReverse:
    return "bitreverse";
  case Op::ByteSwap:
    return "byteswap";
  case Op::Add:
    return "add";
  case Op::Sub:
    return "sub";
  case Op::Mul:
    return "mul";
  case Op::UDiv:
    return "udiv";
  case Op::SDiv:
    return "sdiv";
  case Op::URem:
    return "urem";
  case Op::SRem:
    return "srem";
  case Op::Shl:
    return "shl";
  case Op::LShr:
    return "lshr";
  case Op::AShr:
    return "ashr";
  case Op::And:
    return "and";
  case Op::Or:
    return "or";
  case Op::Xor:
    return "xor";
  case Op::UMin:
    return "umin";
  case Op::UMax:
    return "umax";
  case Op::SMin:
    return "smin";
  case Op::SMax:
    return "smax";
  case Op::UMulHi:
    return "umulhi";
  case Op::SMulHi:
    return "smulhi";
  case Op::Shuffle:
    return "shuffle";
  case Op::Eq:
    return "eq";
  case Op::Ne:
    return "ne";
  case Op::Ult:
    return "ult";
  case Op::Ule:
    return "ule";
  case Op::Slt:
    return "slt";
  case Op::Sle:
    return "sle";
  case Op::Select:
    return "select";
  case Op::FshL:
    return "fshl";
  case Op::FshR:
    return "fshr";
  case Op::Prmt:
    return "prmt";
  case Op::Recur:
    return "recur";
  case Op::RecurVar:
    return "recurvar";
  case Op::AllBefore:
    return "allbefore";
  }
  return "?";
}

namespace {

std::int64_t signedValue(std::uint64_t value, unsigned width) {
  const unsigned shift = width >= 64 ? 0 : 64 - width;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

class Writer {
public:
  explicit Writer(const ExprGraph &graph) : graph(graph) {}

  /// Position of the node in `nodes`, after its operands.
  std::size_t write(ExprId id) {
    if (const auto known = positions.find(id.index); known != positions.end())
      return known->second;
    const Expr e = graph[id];
    ordered_json of = ordered_json::array();
    for (const ExprId operand : {e.a, e.b, e.c})
      if (operand)
        of.push_back(write(operand));
    ordered_json node{{"op", toString(e.op)}, {"width", e.width}};
    describe(e, node);
    if (!of.empty())
      node["of"] = std::move(of);
    nodes.push_back(std::move(node));
    return positions.emplace(id.index, nodes.size() - 1).first->second;
  }

  /// What the recurrences that were met begin with and how they go on. Their nodes may name more of them.
  ordered_json writeRecurrences() {
    ordered_json recurrences = ordered_json::array();
    for (std::size_t i = 0; i < met.size(); ++i) {
      const Recurrence &from = graph.recurrences[met[i]];
      ordered_json start = write(from.start), step = write(from.step);
      recurrences.push_back({{"loop", from.loop}, {"start", std::move(start)}, {"step", std::move(step)}});
    }
    return recurrences;
  }

  ordered_json nodes = ordered_json::array();

private:
  void describe(const Expr &e, ordered_json &node);

  /// Its position among those that were met.
  std::size_t meet(std::uint64_t recurrence) {
    const auto known = std::find(met.begin(), met.end(), recurrence);
    const auto position = static_cast<std::size_t>(known - met.begin());
    if (known == met.end())
      met.push_back(recurrence);
    return position;
  }

  const ExprGraph &graph;
  std::map<std::uint32_t, std::size_t> positions;
  std::vector<std::uint64_t> met;
};

void Writer::describe(const Expr &e, ordered_json &node) {
  static const char *const axes[] = {"x", "y", "z"};
  switch (e.op) {
  case Op::Const:
    // A predicate is 0 or 1, not 0 or -1.
    node["value"] = e.width == 1 ? static_cast<std::int64_t>(e.payload) : signedValue(e.payload, e.width);
    break;
  case Op::Tid:
  case Op::Ctaid:
  case Op::Ntid:
  case Op::Nctaid:
    node["axis"] = e.payload < 3 ? axes[e.payload] : "?";
    break;
  case Op::Param: {
    const ParamLeaf &param = graph.params[e.payload];
    node["name"] = param.name;
    node["argument"] = param.argument;
    if (param.offset)
      node["offset"] = param.offset;
    node["pointer"] = param.isPointer;
    if (param.modulus > 1) {
      node["modulus"] = param.modulus;
      node["residue"] = param.residue;
    }
    break;
  }
  case Op::Global:
    node["name"] = graph.globals[e.payload].name;
    node["alignment"] = graph.globals[e.payload].alignment;
    break;
  case Op::Opaque:
  case Op::Loaded: {
    const OpaqueLeaf &leaf = graph.opaques[e.payload];
    node["reason"] = leaf.reason;
    node["varying"] = leaf.varying;
    if (leaf.place.line) {
      node["file"] = leaf.place.file;
      node["line"] = leaf.place.line;
    }
    break;
  }
  case Op::Counter:
  case Op::AllBefore:
    node["loop"] = e.payload;
    break;
  case Op::Recur:
  case Op::RecurVar:
    node["recurrence"] = meet(e.payload);
    break;
  default:
    break;
  }
  if (e.flags & NoUnsignedWrap)
    node["nuw"] = true;
  if (e.flags & NoSignedWrap)
    node["nsw"] = true;
}

} // namespace

ordered_json exprToJson(const ExprGraph &graph, const AccessSite &site) {
  Writer writer(graph);
  ordered_json result{{"nodes", nullptr}, {"address", nullptr}, {"guard", nullptr}, {"loops", site.loops}};
  if (site.address)
    result["address"] = writer.write(site.address);
  if (site.guard)
    result["guard"] = writer.write(site.guard);
  if (site.moves)
    result["moves"] = writer.write(site.moves);
  if (site.into)
    result["into"] = writer.write(site.into);
  ordered_json recurrences = writer.writeRecurrences();
  if (!recurrences.empty())
    result["recurrences"] = std::move(recurrences);
  result["nodes"] = std::move(writer.nodes);
  return result;
}

} // namespace sectorscope
