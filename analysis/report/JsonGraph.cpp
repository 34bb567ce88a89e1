// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/JsonGraph.h"

#include "model/ScalarOps.h"
#include "report/JsonExpr.h"
#include "report/JsonPlaces.h"

#include <algorithm>
#include <optional>

namespace sectorscope {

using nlohmann::ordered_json;

namespace {

constexpr Op lastOp = Op::AllBefore;

std::optional<Op> opNamed(const std::string &name) {
  for (unsigned op = 0; op <= static_cast<unsigned>(lastOp); ++op)
    if (name == toString(static_cast<Op>(op)))
      return static_cast<Op>(op);
  return std::nullopt;
}

/// What is wrong with the widths of a node and its operands; empty if nothing is.
std::string widthProblem(const Expr &e, const ExprGraph &graph) {
  const unsigned width = e.width, a = graph[e.a].width, b = graph[e.b].width, c = graph[e.c].width;
  bool good = true;
  switch (e.op) {
  case Op::ZExt:
  case Op::SExt:
    good = a <= width;
    break;
  case Op::Trunc:
    good = a >= width;
    break;
  case Op::Loaded:
  case Op::Popcount:
  case Op::Clz:
  case Op::Ctz:
  case Op::Recur:
    break;
  case Op::ByteSwap:
    good = a == width && width % 8 == 0;
    break;
  case Op::Shuffle:
    good = a == width && b == 32;
    break;
  case Op::Select:
    good = a == 1 && b == width && c == width;
    break;
  case Op::Prmt:
    good = width == 32 && a == 32 && b == 32 && c == 32;
    break;
  case Op::AllBefore:
    good = width == 1 && a == 1;
    break;
  default:
    if (isComparison(e.op))
      good = width == 1 && a == b;
    else
      good = (!e.a || a == width) && (!e.b || b == width) && (!e.c || c == width);
  }
  return good ? "" : std::string("widths do not fit the operator ") + toString(e.op);
}

/// How many values the payload of a node can have.
std::size_t payloadEnd(Op op, const ExprGraph &graph, std::size_t loops) {
  switch (op) {
  case Op::Tid:
  case Op::Ctaid:
  case Op::Ntid:
  case Op::Nctaid:
    return 3;
  case Op::Param:
    return graph.params.size();
  case Op::Global:
    return graph.globals.size();
  case Op::Opaque:
  case Op::Loaded:
    return graph.opaques.size();
  case Op::Counter:
  case Op::AllBefore:
    return loops;
  case Op::Recur:
  case Op::RecurVar:
    return graph.recurrences.size();
  default:
    return 1;
  }
}

void addRecord(ordered_json &leaf, const std::optional<unsigned> &record) {
  if (record)
    leaf["record"] = *record;
}

std::optional<unsigned> readRecord(const JsonCursor &leaf, std::size_t recordTypes) {
  if (!leaf.has("record"))
    return std::nullopt;
  const auto record = leaf["record"].number<unsigned>();
  if (record >= recordTypes)
    leaf["record"].fail("the kernel has " + std::to_string(recordTypes) + " record types");
  return record;
}

} // namespace

GraphWriter::GraphWriter(const ExprGraph &graph, std::vector<ExprId> roots) : from(graph), positions(graph.size()) {
  for (const Recurrence &recurrence : graph.recurrences)
    roots.insert(roots.end(), {recurrence.start, recurrence.step});
  std::vector<bool> reached(graph.size());
  while (!roots.empty()) {
    const ExprId id = roots.back();
    roots.pop_back();
    if (!id || reached[id.index])
      continue;
    reached[id.index] = true;
    roots.insert(roots.end(), {graph[id].a, graph[id].b, graph[id].c});
  }
  for (std::uint32_t index = 0; index < reached.size(); ++index)
    if (reached[index]) {
      positions[index] = static_cast<std::uint32_t>(written.size());
      written.push_back(index);
    }
}

ordered_json GraphWriter::at(ExprId id) const { return id ? ordered_json(positions[id.index]) : ordered_json(); }

ordered_json GraphWriter::graph() const {
  ordered_json out;
  out["params"] = ordered_json::array();
  for (const ParamLeaf &param : from.params) {
    out["params"].push_back({{"argument", param.argument},
                             {"offset", param.offset},
                             {"name", param.name},
                             {"width", param.width},
                             {"pointer", param.isPointer},
                             {"modulus", param.modulus},
                             {"residue", param.residue}});
    addRecord(out["params"].back(), param.record);
  }
  out["globals"] = ordered_json::array();
  for (const GlobalLeaf &global : from.globals) {
    out["globals"].push_back({{"name", global.name}, {"alignment", global.alignment}, {"private", global.isPrivate}});
    addRecord(out["globals"].back(), global.record);
  }
  out["opaques"] = ordered_json::array();
  for (const OpaqueLeaf &leaf : from.opaques) {
    ordered_json &opaque = out["opaques"].emplace_back();
    opaque["reason"] = leaf.reason;
    opaque["varying"] = leaf.varying;
    addPlace(opaque, leaf.place);
  }
  out["recurrences"] = ordered_json::array();
  for (const Recurrence &recurrence : from.recurrences)
    out["recurrences"].push_back(
        {{"loop", recurrence.loop}, {"start", at(recurrence.start)}, {"step", at(recurrence.step)}});
  out["nodes"] = ordered_json::array();
  for (const std::uint32_t index : written) {
    const Expr &e = from[{index}];
    ordered_json &node = out["nodes"].emplace_back(ordered_json{{"op", toString(e.op)}, {"width", e.width}});
    if (e.op == Op::Const)
      node["value"] = signExtend(e.payload, e.width);
    else if (e.payload)
      node["payload"] = e.payload;
    for (const ExprId operand : {e.a, e.b, e.c})
      if (operand)
        node["of"].push_back(positions[operand.index]);
    if (e.flags & NoUnsignedWrap)
      node["nuw"] = true;
    if (e.flags & NoSignedWrap)
      node["nsw"] = true;
  }
  return out;
}

GraphReader::GraphReader(const JsonCursor &from, std::size_t loops, std::size_t recordTypes) {
  readTables(from, loops, recordTypes);
  for (const JsonCursor &node : from["nodes"].items())
    readNode(node, loops);
  readRecurrences(from["recurrences"]);
}

void GraphReader::readTables(const JsonCursor &from, std::size_t loops, std::size_t recordTypes) {
  for (const JsonCursor &param : from["params"].items()) {
    ParamLeaf &leaf = graph.params.emplace_back();
    leaf.argument = param["argument"].number<unsigned>();
    leaf.offset = param["offset"].number<std::uint64_t>();
    leaf.name = param["name"].text();
    leaf.width = param["width"].number<std::uint8_t>(1, 64);
    leaf.isPointer = param["pointer"].flag();
    leaf.modulus = param["modulus"].number<std::uint64_t>(1);
    leaf.residue = param["residue"].number<std::uint64_t>(0, leaf.modulus - 1);
    leaf.record = readRecord(param, recordTypes);
  }
  for (const JsonCursor &global : from["globals"].items())
    graph.globals.push_back({global["name"].text(), global["alignment"].number<std::uint64_t>(1),
                             global["private"].flag(), readRecord(global, recordTypes)});
  for (const JsonCursor &opaque : from["opaques"].items())
    graph.opaques.push_back({opaque["reason"].text(), readPlace(opaque), opaque["varying"].flag()});
  for (const JsonCursor &recurrence : from["recurrences"].items())
    graph.recurrences.push_back(
        {recurrence["loop"].number<unsigned>(0, static_cast<unsigned>(std::max<std::size_t>(loops, 1) - 1)), {}, {}});
}

void GraphReader::readNode(const JsonCursor &from, std::size_t loops) {
  const std::optional<Op> op = opNamed(from["op"].text());
  if (!op)
    from["op"].fail("unknown operator '" + from["op"].text() + "'");
  Expr e{.op = *op, .width = from["width"].number<std::uint8_t>(1, 64)};
  if (e.op == Op::Const)
    e.payload = static_cast<std::uint64_t>(from["value"].number<std::int64_t>()) & lowMask(e.width);
  else if (from.has("payload"))
    e.payload = from["payload"].number<std::uint64_t>();
  if (e.op != Op::Const && e.payload >= payloadEnd(e.op, graph, loops))
    from.fail("its payload stands for nothing");
  if (e.op == Op::Param && graph.params[e.payload].width != e.width)
    from.fail("is not as wide as its parameter");
  const std::vector<JsonCursor> operands = from.has("of") ? from["of"].items() : std::vector<JsonCursor>();
  if (operands.size() != operandCount(e.op))
    from.fail("has " + std::to_string(operands.size()) + " operands, expected " + std::to_string(operandCount(e.op)));
  ExprId *const places[] = {&e.a, &e.b, &e.c};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    *places[i] = at(operands[i]);
    if (!*places[i])
      operands[i].fail("expected the position of a node");
  }
  if (from.has("nuw") && from["nuw"].flag())
    e.flags |= NoUnsignedWrap;
  if (from.has("nsw") && from["nsw"].flag())
    e.flags |= NoSignedWrap;
  if (const std::string problem = widthProblem(e, graph); !problem.empty())
    from.fail(problem);
  nodes.push_back(graph.make(e));
}

void GraphReader::readRecurrences(const JsonCursor &from) {
  const std::vector<JsonCursor> items = from.items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    graph.recurrences[i].start = at(items[i]["start"]);
    graph.recurrences[i].step = at(items[i]["step"]);
  }
  for (std::uint32_t index = 1; index < graph.size(); ++index) {
    const Expr &e = graph[{index}];
    if (e.op != Op::Recur && e.op != Op::RecurVar)
      continue;
    const Recurrence &recurrence = graph.recurrences[e.payload];
    // It begins with what was there before.
    if (!recurrence.start || !recurrence.step || recurrence.start.index >= index ||
        graph[recurrence.start].width != e.width || graph[recurrence.step].width != e.width)
      items[e.payload].fail("is no recurrence of the nodes that name it");
  }
}

ExprId GraphReader::at(const JsonCursor &position) const {
  if (position.isNull())
    return {};
  const auto at = position.number<std::size_t>();
  if (at >= nodes.size())
    position.fail("no node " + std::to_string(at) + " stands before it");
  return nodes[at];
}

ExprId GraphReader::at(const JsonCursor &position, unsigned width) const {
  const ExprId id = at(position);
  if (id && graph[id].width != width)
    position.fail("expected an expression of " + std::to_string(width) + " bits");
  return id;
}

} // namespace sectorscope
