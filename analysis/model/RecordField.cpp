// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/RecordField.h"

#include "model/Rules.h"

#include <fmt/format.h>

#include <numeric>

namespace sectorscope {
namespace {

std::uint64_t alignmentOf(const ExprGraph &graph, const LaunchShape &launch, const std::string &name) {
  if (const auto observed = launch.pointers.find(name); observed != launch.pointers.end())
    return std::gcd(pointerPeriod, observed->second);
  for (const ParamLeaf &param : graph.params)
    if (param.isPointer && param.name == name)
      return AuditOptions{}.pointerAlignment;
  for (const GlobalLeaf &global : graph.globals)
    if (global.name == name)
      return global.alignment;
  return 1;
}

} // namespace

std::optional<RecordField> recordFieldOf(const ExprGraph &graph, const Formula &formula, const LaunchShape &launch) {
  const std::optional<LaneStride> stride = laneStrideOf(formula);
  if (!stride || stride->bytes.value_or(0) <= 0)
    return std::nullopt;
  RecordField field;
  field.recordBytes = *stride->bytes;
  bool hasBase = false;
  for (const FormulaTerm &term : formula.terms) {
    field.array += fmt::format("{}*{}\n", term.coefficient, term.text);
    if (term.coefficient % field.recordBytes == 0)
      continue;
    if (hasBase || term.coefficient != 1)
      return std::nullopt;
    hasBase = true;
    field.baseAlignment = alignmentOf(graph, launch, term.text);
  }
  field.offset = formula.constant % field.recordBytes;
  if (field.offset < 0)
    field.offset += field.recordBytes;
  return field;
}

std::optional<RecordField> recordFieldOf(const KernelReport &kernel, const LaunchReport &launch,
                                         const AccessReport &access) {
  return recordFieldOf(kernel.graph, formulaOf(kernel.graph, access.site.address, launch.shape, access.site.loops),
                       launch.shape);
}

} // namespace sectorscope
