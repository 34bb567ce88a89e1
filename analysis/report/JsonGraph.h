// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The expressions of one kernel as JSON, there and back.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_JSONGRAPH_H
#define SECTORSCOPE_ANALYSIS_REPORT_JSONGRAPH_H

#include "report/JsonCursor.h"
#include "sectorscope/AccessSite.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <vector>

namespace sectorscope {

/// Writes what is reachable of a graph, and all its tables:
///
///     {"params": [{"argument": 0, "offset": 0, "name": "in", "width": 64, "pointer": true, "modulus": 1, "residue":
///     0}],
///      "globals": [], "opaques": [], "recurrences": [],
///      "nodes": [{"op": "param", "width": 64}, {"op": "tid", "width": 32}, {"op": "zext", "width": 64, "of": [1]},
///                {"op": "add", "width": 64, "of": [0, 2]}]}
///
/// Nodes stand in the order of the graph, operands before their users. "payload", where it is not 0, is that of Expr:
/// an axis, a loop, a position in one of the tables. Constants have a "value", the signed reading of their width.
class GraphWriter {
public:
  /// `roots`: expressions that are needed besides those of the recurrences; empty ones are left out.
  GraphWriter(const ExprGraph &graph, std::vector<ExprId> roots);

  /// Position of a node among those that are written; null for no expression.
  nlohmann::ordered_json at(ExprId id) const;
  nlohmann::ordered_json graph() const;

private:
  const ExprGraph &from;
  std::vector<std::uint32_t> written;   ///< indices of the nodes, ascending
  std::vector<std::uint32_t> positions; ///< by index; unwritten nodes have none
};

/// Reads what GraphWriter wrote. Refuses what no translation makes, such as operands that come later or do not have the
/// width of their user, so that what evaluates the expressions need not look.
class GraphReader {
public:
  /// `loops`, `recordTypes`: how many the kernel has.
  GraphReader(const JsonCursor &from, std::size_t loops, std::size_t recordTypes = 0);

  /// The expression that a position stands for; none for null.
  ExprId at(const JsonCursor &position) const;
  ExprId at(const JsonCursor &position, unsigned width) const; ///< of that width, if any

  ExprGraph graph;

private:
  void readTables(const JsonCursor &from, std::size_t loops, std::size_t recordTypes);
  void readNode(const JsonCursor &from, std::size_t loops);
  void readRecurrences(const JsonCursor &from);
  std::vector<ExprId> nodes;
};

} // namespace sectorscope

#endif
