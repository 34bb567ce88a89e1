// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/SharedLayouts.h"

#include "model/AccessJudge.h"
#include "sectorscope/Audit.h"

#include <algorithm>
#include <bit>

namespace sectorscope {
namespace {

constexpr std::size_t kMostAccesses = 24; ///< to one array; with more, the search would take longer than the audit
constexpr std::size_t kLayoutBudget = 64; ///< cells, for one access under one layout

/// The variable that an address begins at: the only one among its summands.
std::optional<ExprId> baseOf(const ExprGraph &graph, ExprId address) {
  const Expr &e = graph[address];
  switch (e.op) {
  case Op::Global:
    return address;
  case Op::ZExt:
  case Op::SExt:
  case Op::Trunc:
    return baseOf(graph, e.a);
  case Op::Add: {
    const auto left = baseOf(graph, e.a), right = baseOf(graph, e.b);
    return left && right ? std::nullopt : left ? left : right;
  }
  default:
    return std::nullopt;
  }
}

std::string arrayOf(const ExprGraph &graph, const AccessSite &site) {
  const auto base = baseOf(graph, site.address);
  return base ? graph.globals[graph[*base].payload].name : "";
}

/// The address of a byte that lies `offset` bytes into the array.
ExprId placed(ExprGraph &graph, ExprId offset, const SharedLayout &layout) {
  const unsigned width = graph[offset].width;
  const auto number = [&](std::uint64_t value) { return graph.constant(value, width); };
  const ExprId row = graph.binary(Op::UDiv, offset, number(layout.rowBytes));
  if (layout.padBytes)
    return graph.binary(Op::Add, offset, graph.binary(Op::Mul, row, number(layout.padBytes)));
  const ExprId columns = number(layout.rowBytes / layout.unitBytes);
  const ExprId turn = graph.binary(Op::Mul, graph.binary(Op::URem, row, columns), number(layout.unitBytes));
  return graph.binary(Op::Xor, offset, turn); // rows and units are powers of two
}

class Search {
public:
  Search(const KernelReport &kernel, const LaunchReport &launch, const TargetModel &target, const std::string &array)
      : launch(launch), target(target), scratch(kernel.graph) {
    for (const AccessReport &access : launch.accesses)
      if (access.site.space == AddressSpace::Shared && access.footprint.certainty == Certainty::Exact &&
          access.footprint.count().max > 0 && arrayOf(kernel.graph, access.site) == array)
        accesses.push_back(&access);
  }

  std::optional<BetterLayout> run() {
    if (accesses.empty() || accesses.size() > kMostAccesses)
      return std::nullopt;
    std::optional<BetterLayout> best;
    for (const SharedLayout &layout : candidates())
      if (const auto tried = attempt(layout); tried && tried->after < (best ? best->after : tried->before) - 1e-9)
        best = tried;
    return best;
  }

private:
  /// Rows as declared, else one pass over the banks; pads of what keeps the widest access aligned, doubled.
  std::vector<SharedLayout> candidates() const {
    std::vector<std::uint64_t> rows;
    unsigned widest = 1;
    for (const AccessReport *access : accesses) {
      widest = std::max(widest, access->site.bytesPerLane);
      for (auto pitch = access->site.pitches.rbegin(); pitch != access->site.pitches.rend(); ++pitch)
        rows.push_back(*pitch);
    }
    const std::uint64_t banks = std::uint64_t{target.sharedBanks} * target.sharedBankBytes;
    if (rows.empty())
      rows = {banks, 2 * banks, 4 * banks};
    std::vector<SharedLayout> all;
    std::vector<std::uint64_t> seen;
    for (const std::uint64_t row : rows)
      if (std::find(seen.begin(), seen.end(), row) == seen.end() && row % widest == 0) {
        seen.push_back(row);
        for (std::uint64_t pad = widest; pad <= 4 * kWidest; pad *= 2)
          all.push_back({row, pad, 0});
      }
    for (const std::uint64_t row : seen)
      if (std::has_single_bit(row) && row > widest)
        all.push_back({row, 0, std::max(widest, target.sharedBankBytes)});
    return all;
  }

  std::optional<BetterLayout> attempt(const SharedLayout &layout) {
    BetterLayout result{.layout = layout, .of = {}};
    AuditOptions options;
    options.budget = kLayoutBudget;
    for (const AccessReport *access : accesses) {
      AccessSite site = access->site;
      const ExprId base = *baseOf(scratch, site.address);
      const ExprId zero = scratch.constant(0, scratch[base].width);
      site.address = placed(scratch, scratch.substitute(site.address, base, zero), layout);
      Effort effort{.onlyExact = true};
      const Footprint f = AccessJudge(scratch, site, target, options)(launch.shape, effort);
      if (f.certainty != Certainty::Exact)
        return std::nullopt;
      result.before += access->footprint.count().mean;
      result.after += f.count().mean;
      result.of[access->id] = f.count().mean;
    }
    return result;
  }

  static constexpr std::uint64_t kWidest = 16; ///< bytes of one access

  const LaunchReport &launch;
  const TargetModel &target;
  ExprGraph scratch; ///< of the kernel, with addresses of other layouts
  std::vector<const AccessReport *> accesses;
};

} // namespace

const std::optional<BetterLayout> &SharedLayouts::betterFor(const AccessReport &access) {
  const std::string array = arrayOf(kernel.graph, access.site);
  const auto [entry, isNew] = known.try_emplace(array);
  if (isNew && !array.empty())
    entry->second = Search(kernel, launch, target, array).run();
  return entry->second;
}

} // namespace sectorscope
