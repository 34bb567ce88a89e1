// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/RecordPlaces.h"

#include "model/Reached.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

namespace sectorscope {
namespace {

/// Parameters and variables that an address may begin at.
void addBases(const ExprGraph &graph, ExprId id, std::set<std::uint32_t> &seen, std::vector<Expr> &bases) {
  if (!id || !seen.insert(id.index).second)
    return;
  const Expr &e = graph[id];
  switch (e.op) {
  case Op::Param:
    if (graph.params[e.payload].isPointer)
      bases.push_back(e);
    return;
  case Op::Global:
    bases.push_back(e);
    return;
  case Op::Add:
    addBases(graph, e.b, seen, bases);
    [[fallthrough]];
  case Op::Sub:
  case Op::ZExt:
  case Op::SExt:
  case Op::Trunc:
    addBases(graph, e.a, seen, bases);
    return;
  case Op::Select:
    addBases(graph, e.b, seen, bases);
    addBases(graph, e.c, seen, bases);
    return;
  case Op::Recur:
    addBases(graph, graph.recurrences[e.payload].start, seen, bases);
    return;
  default:
    return;
  }
}

/// Of an access with an index of its own into a field: the long array that it begins in, or all elements of the array
/// of which it names one.
FieldSet elementsOf(const RecordType &record, const FieldSet &named, std::uint64_t step) {
  const std::vector<unsigned> positions = positionsOf(named);
  if (positions.size() != 1)
    return {};
  const FieldLayout &field = record.fields[positions.front()];
  if (field.bytes >= 2 * step)
    return named;
  const std::string array = field.name.substr(0, field.name.rfind('[') + 1);
  FieldSet all;
  for (std::size_t f = 0; f < record.fields.size() && !array.empty(); ++f)
    all[f] = record.fields[f].name.starts_with(array);
  return all;
}

} // namespace

std::vector<unsigned> positionsOf(const FieldSet &fields) {
  std::vector<unsigned> positions;
  for (unsigned f = 0; f < fields.size(); ++f)
    if (fields[f])
      positions.push_back(f);
  return positions;
}

FieldSet fieldsIn(const RecordType &type, std::uint64_t from, std::uint64_t bytes) {
  FieldSet fields;
  for (std::size_t f = 0; f < type.fields.size(); ++f) {
    const FieldLayout &field = type.fields[f];
    fields[f] = field.offset < from + bytes && from < field.offset + field.bytes;
  }
  return fields;
}

FieldSet fieldsNamed(const RecordType &record, const Formula &formula, unsigned bytes) {
  const auto size = static_cast<std::int64_t>(record.bytes);
  std::int64_t within = 0; // an index into a field
  unsigned bases = 0;
  for (const FormulaTerm &term : formula.terms) {
    if (term.coefficient == 1)
      ++bases;
    else if (term.coefficient % size != 0)
      within = std::max(within, std::abs(term.coefficient));
  }
  const std::int64_t at = formula.constant - floorDivided(formula.constant, size) * size;
  if (bases != 1 || at + bytes > size)
    return {};
  const FieldSet fields = fieldsIn(record, static_cast<std::uint64_t>(at), bytes);
  return within ? elementsOf(record, fields, static_cast<std::uint64_t>(within)) : fields;
}

std::vector<Expr> basesOf(const ExprGraph &graph, ExprId address) {
  std::vector<Expr> bases;
  std::set<std::uint32_t> seen;
  addBases(graph, address, seen, bases);
  return bases;
}

bool isOneElement(const ExprGraph &graph, ExprId address) {
  bool fixed = true;
  forEachReached(graph, {address}, [&](const Expr &e) {
    switch (e.op) {
    case Op::Tid:
    case Op::Ctaid:
    case Op::LaneId:
    case Op::WarpId:
    case Op::Counter:
    case Op::Opaque:
    case Op::Loaded:
    case Op::Recur:
      fixed = false;
      break;
    default:
      break;
    }
  });
  return fixed;
}

} // namespace sectorscope
