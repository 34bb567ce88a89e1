// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Flops.h"

#include "model/AccessJudge.h"
#include "model/FormatNumber.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace sectorscope {
namespace {

constexpr std::size_t kBudget = 256;           // cells for one place
constexpr std::size_t kWholeBudget = 16 * 256; // of one launch: a few milliseconds

/// Where lanes come by: a guard and the loops around it.
using Way = std::pair<std::uint32_t, std::vector<unsigned>>;

/// How many lanes come by in the whole launch, each as often as it does; or why that is not known.
struct Passes {
  std::optional<double> lanes;
  std::string reason;
  std::vector<std::string> assumes;
};

std::optional<double> lanesOf(const Footprint &f) {
  if (f.certainty != Certainty::Exact || !f.requests)
    return std::nullopt;
  const double lanes = *f.requests == 0 ? 0 : static_cast<double>(*f.requests) * f.activeLanes.mean;
  // A mean is a quotient of whole numbers, and not one itself.
  return std::isnan(lanes) ? std::nullopt : std::optional(std::round(lanes));
}

/// Every lane that executes it asks for bytes of its own, and the footprint is of this place alone.
bool speaksForItsLanes(const AccessReport &access) {
  const AccessSite &site = access.site;
  return (site.kind == AccessKind::Load || site.kind == AccessKind::Store) && !site.moves && !site.isMatrix &&
         access.calls.empty();
}

/// The first scalar argument that `root` hangs on and the launch does not say.
std::string unknownArgument(const ExprGraph &graph, ExprId root, const LaunchShape &launch) {
  std::vector<ExprId> work{root};
  std::set<std::uint32_t> seen;
  while (!work.empty()) {
    const ExprId at = work.back();
    work.pop_back();
    if (!at || !seen.insert(at.index).second)
      continue;
    const Expr &e = graph[at];
    if (e.op == Op::Param) {
      const ParamLeaf &param = graph.params[e.payload];
      if (!param.isPointer && !launch.arguments.contains(param.name))
        return param.name;
    }
    work.insert(work.end(), {e.c, e.b, e.a});
  }
  return "";
}

std::string whyNotCounted(const Kernel &kernel, ExprId guard, const LaunchShape &launch, const Footprint &f) {
  if (!launch.block)
    return "the block is not known: pass --block";
  if (!launch.grid)
    return "the grid is not known: pass --grid";
  if (f.hangsOnData)
    return f.reason;
  if (const std::string name = unknownArgument(kernel.graph, guard, launch); !name.empty())
    return name + " is not known: pass --assume " + name + "=...";
  return f.reason.empty() ? "how often its arithmetic is executed is not known" : f.reason;
}

FlopCount &operator+=(FlopCount &a, const FlopCount &b) {
  a.half += b.half;
  a.single += b.single;
  a.twice += b.twice;
  return a;
}

FlopCount operator*(double times, const FlopCount &a) { return {times * a.half, times * a.single, times * a.twice}; }

/// Counts each way once.
class WayCounter {
public:
  WayCounter(const Kernel &kernel, std::span<const AccessReport> accesses, const LaunchShape &launch,
             const TargetModel &target, const AuditOptions &options)
      : kernel(kernel), launch(launch), target(target), options(options) {
    this->options.budget = std::min(options.budget, kBudget);
    effort.patience = std::min(options.patience, kWholeBudget);
    if (launch.block && launch.grid) {
      graph = kernel.graph;
      nowhere = graph.constant(0, 64);
    }
    for (const AccessReport &access : accesses)
      if (const auto lanes = lanesOf(access.footprint); lanes && speaksForItsLanes(access))
        known.insert({wayOf(access.site.guard, access.site.loops), {lanes, "", access.footprint.assumes}});
  }

  const Passes &operator()(const WorkSite &work) {
    const auto [at, isNew] = known.try_emplace(wayOf(work.guard, work.loops));
    if (isNew)
      at->second = evaluate(work);
    return at->second;
  }

private:
  static Way wayOf(ExprId guard, const std::vector<unsigned> &loops) { return {guard.index, loops}; }

  Passes evaluate(const WorkSite &work) {
    if (!launch.block || !launch.grid)
      return {.reason = whyNotCounted(kernel, work.guard, launch, {})};
    if (effort.evaluated >= kWholeBudget)
      return {.reason = "too many conditions to count its arithmetic"};
    const AccessSite pretended{.bytesPerLane = 4, .address = nowhere, .guard = work.guard, .loops = work.loops};
    const Footprint f = AccessJudge(graph, pretended, target, options)(launch, effort);
    if (const auto lanes = lanesOf(f))
      return {lanes, "", f.assumes};
    return {.reason = whyNotCounted(kernel, work.guard, launch, f)};
  }

  const Kernel &kernel;
  const LaunchShape &launch;
  const TargetModel &target;
  AuditOptions options;
  ExprGraph graph; ///< that of the kernel, and an address
  ExprId nowhere;
  Effort effort{.onlyExact = true};
  std::map<Way, Passes> known;
};

} // namespace

FlopTotal flopOf(const Kernel &kernel, std::span<const AccessReport> accesses, const LaunchShape &launch,
                 const TargetModel &target, const AuditOptions &options) {
  FlopTotal total;
  if (!kernel.workNotCounted.empty()) {
    const NotAnalysed &first = kernel.workNotCounted.front();
    total.reason = first.what + " (" + formatPlace(first.place) + ") is not counted";
    return total;
  }
  if (std::ranges::all_of(kernel.work, [](const WorkSite &work) { return work.loops.empty(); })) {
    total.perThread.emplace();
    for (const WorkSite &work : kernel.work)
      *total.perThread += work.perLane;
  }
  WayCounter count(kernel, accesses, launch, target, options);
  FlopCount sum;
  std::set<std::string> assumes;
  if (kernel.dividesOrTakesRoots)
    assumes.insert("a division or root is one operation");
  for (const WorkSite &work : kernel.work) {
    const Passes &passes = count(work);
    if (!passes.lanes) {
      total.reason = passes.reason;
      return total;
    }
    sum += *passes.lanes * work.perLane;
    assumes.insert(passes.assumes.begin(), passes.assumes.end());
  }
  total.flop = sum;
  total.assumes.assign(assumes.begin(), assumes.end());
  return total;
}

} // namespace sectorscope
