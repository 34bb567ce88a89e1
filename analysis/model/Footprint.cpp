// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sectorscope/Footprint.h"

#include "model/AccessJudge.h"
#include "model/Enumerate.h"
#include "model/Hints.h"
#include "sectorscope/Audit.h"

#include <algorithm>
#include <array>
#include <limits>

namespace sectorscope {
namespace {

/// Minimum and maximum over all outcomes, mean over those that weigh most.
class Statistic {
public:
  void add(double least, double most, double usual, long double weight) {
    spread.min = count == 0 ? least : std::min(spread.min, least);
    spread.max = count == 0 ? most : std::max(spread.max, most);
    ++count;
    sum += weight * static_cast<long double>(usual);
    total += weight;
  }
  Spread result() const {
    Spread s = spread;
    s.mean = total > 0 ? static_cast<double>(sum / total) : std::numeric_limits<double>::quiet_NaN();
    return s;
  }

private:
  Spread spread;
  std::size_t count = 0;
  long double sum = 0, total = 0;
};

/// What is counted of each request; the means of these are not known where the access is not.
constexpr std::array kCounts = {&Footprint::activeLanes,     &Footprint::sectors,          &Footprint::idealSectors,
                                &Footprint::lines,           &Footprint::distinctBytes,    &Footprint::wavefronts,
                                &Footprint::idealWavefronts, &Footprint::distinctAddresses};

/// What arguments are where the report shows what is usual, besides kUsualArgument.
constexpr std::int64_t kOddArgument = 4095; ///< for what only runs on a remainder
constexpr Dim3 kUsualGrid = {64, 64, 64};

/// Replaces the means of a bounded footprint, which hangs on scalars of the launch, by those for large ones.
void showUsual(Footprint &f, const Footprint &usual) {
  const bool known = usual.certainty == Certainty::Exact && usual.count().max > 0;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto field : kCounts)
    (f.*field).mean = known ? (usual.*field).mean : nan;
  f.sectorsIfAligned = known ? usual.sectorsIfAligned : 0;
}

/// The verdict over all cells.
Footprint summarise(const Enumeration &cells, const AccessSite &site, const AccessSlice &slice) {
  Footprint f;
  f.measure = measureOf(site.space);
  if (cells.outcomes.empty()) {
    f.certainty = cells.budgetSpent ? Certainty::Unknown : Certainty::Exact;
    f.doubt = cells.budgetSpent ? Doubt::Budget : Doubt::None;
    f.reason = cells.budgetSpent ? "enumeration exceeded its budget" : "";
    if (!cells.budgetSpent)
      f.requests = 0;
    return f;
  }
  std::vector<Weight> weights;
  unsigned order = 0;
  for (std::size_t i = 0; i < cells.outcomes.size(); ++i) {
    weights.push_back(cells.weightOf(i));
    order = std::max(order, weights.back().order);
  }
  Statistic active, sectors, ideal, lines, bytes, covered, partial, wavefronts, idealWavefronts, addresses;
  long double total = 0, requests = 0, aligned = 0;
  bool linesOpen = false, openCounter = false, sameStep = true, executionUnknown = false, anySide = false,
       counted = true, lanesOpen = false;
  const CellOutcome *doubtful = nullptr;
  f.uniform = true;
  const auto sectorBytes = [](const RequestCount &c) {
    return c.sectors ? static_cast<double>(c.distinctBytes) / c.sectors : 0.0;
  };
  for (std::size_t i = 0; i < cells.outcomes.size(); ++i) {
    const CellOutcome &o = cells.outcomes[i];
    const long double weight = weights[i].order == order ? weights[i].count : 0;
    active.add(o.least.activeLanes, o.most.activeLanes, o.usual.activeLanes, weight);
    sectors.add(o.least.sectors, o.most.sectors, o.usual.sectors, weight);
    ideal.add(o.least.idealSectors, o.most.idealSectors, o.usual.idealSectors, weight);
    lines.add(o.least.lines, o.most.lines, o.usual.lines, weight);
    bytes.add(o.least.distinctBytes, o.most.distinctBytes, o.usual.distinctBytes, weight);
    wavefronts.add(o.least.wavefronts, o.most.wavefronts, o.usual.wavefronts, weight);
    idealWavefronts.add(o.least.idealWavefronts, o.most.idealWavefronts, o.usual.idealWavefronts, weight);
    addresses.add(o.least.distinctAddresses, o.most.distinctAddresses, o.usual.distinctAddresses, weight);
    const double a = sectorBytes(o.least), b = sectorBytes(o.most);
    covered.add(std::min(a, b), std::max(a, b), sectorBytes(o.usual), weight);
    partial.add(o.least.partialSectors, o.most.partialSectors, o.usual.partialSectors, weight);
    aligned += weight * o.alignedSectors;
    total += weight;
    requests += weights[i].count;
    openCounter |= weights[i].openCounter;
    executionUnknown |= o.executionHangsOnWarp;
    anySide |= o.anySide.has_value();
    counted &= weights[i].order == 0 && !o.maybeNotExecuted && o.cause == Cause::None && !o.anySide;
    f.uniform &= o.sameAddress;
    lanesOpen |= o.lanesOpen;
    linesOpen |= o.least.lines != o.most.lines;
    sameStep &= o.usual == cells.outcomes.front().usual;
    if (o.cause != Cause::None && (!doubtful || o.cause > doubtful->cause))
      doubtful = &o;
    f.doubt = std::max(f.doubt, o.doubt);
  }
  f.activeLanes = active.result();
  f.sectors = sectors.result();
  f.idealSectors = ideal.result();
  f.lines = lines.result();
  f.distinctBytes = bytes.result();
  f.wavefronts = wavefronts.result();
  f.idealWavefronts = idealWavefronts.result();
  f.distinctAddresses = addresses.result();
  if (lanesOpen) // in a branch that only some lanes take, ptxas reduces one kernel and not another
    f.activeLanes = {1, std::numeric_limits<double>::quiet_NaN(), kLanes};
  if (linesOpen)
    f.lines.mean = std::numeric_limits<double>::quiet_NaN();
  if (site.kind == AccessKind::Store && isGlobal(site)) {
    f.bytesCoveredPerSector = covered.result();
    f.partialSectors = partial.result();
  }
  f.sectorsIfAligned = total > 0 ? static_cast<double>(aligned / total) : 0;
  f.assumes.assign(cells.assumptions.begin(), cells.assumptions.end());
  for (unsigned axis = 0; axis < 3; ++axis) {
    std::optional<std::int64_t> stride;
    bool isOne = true; // what two cells disagree on, no third one settles
    for (const CellOutcome &o : cells.outcomes)
      if (const auto &own = o.blockStride[axis]) {
        isOne &= stride.value_or(*own) == *own;
        stride = own;
      }
    if (isOne)
      f.blockStrideBytes[axis] = stride;
  }

  f.certainty = Certainty::Bounded;
  if (doubtful) {
    if (doubtful->cause == Cause::Limit)
      f.certainty = Certainty::Unknown;
    f.reason = doubtful->reason;
    if (doubtful->cause == Cause::Data) {
      f.hangsOnData = true;
      f.reason = "data-dependent: " + (f.reason.empty() ? "a condition on data" : f.reason);
      for (const auto field : kCounts)
        if (Spread &s = f.*field; s.min != s.max)
          s.mean = std::numeric_limits<double>::quiet_NaN();
    }
  } else if (sameStep) {
    f.certainty = Certainty::Exact;
  } else if (anySide) {
    std::string name;
    for (const CellOutcome &o : cells.outcomes)
      if (o.anySide && name.empty())
        name = cells.symbols[*o.anySide].name;
    f.doubt = Doubt::Argument;
    f.reason = name.empty() ? "hangs on a uniform value that is not followed" : "hangs on " + name;
  } else if (openCounter) {
    f.doubt = Doubt::Iteration;
    f.reason = "differs between the iterations of a loop whose length is not known";
  } else if (executionUnknown) {
    f.doubt = Doubt::Iteration;
    f.reason = "differs between warps, and which of them execute it is not known";
  } else {
    f.certainty = Certainty::Exact;
    if (std::any_of(weights.begin(), weights.end(), [](const auto &w) { return w.openGrid; }) &&
        std::any_of(cells.outcomes.begin(), cells.outcomes.end(), [](const auto &o) { return o.isBlockPeriod; }))
      f.assumes.push_back("whole-periods");
  }
  if (f.certainty != Certainty::Exact && f.reason.empty())
    f.reason = "a condition that is not followed";
  if (counted && slice.grid && slice.block) {
    // Axes of the grid that the access does not speak of multiply the count.
    for (unsigned axis = 0; axis < 3; ++axis) {
      bool present = false;
      for (std::uint32_t s = 0; s < cells.symbols.size(); ++s)
        present |= cells.symbols[s].kind == SymbolKind::Block && cells.symbols[s].axis == axis;
      if (!present)
        requests *= (*slice.grid)[axis];
    }
    unsigned counters = 0;
    for (std::uint32_t s = 0; s < cells.symbols.size(); ++s)
      counters += cells.symbols[s].kind == SymbolKind::Counter &&
                  std::count(site.loops.begin(), site.loops.end(), cells.symbols[s].axis) > 0;
    if (counters == site.loops.size())
      f.requests = static_cast<std::uint64_t>(requests + 0.5L);
  }
  std::sort(f.assumes.begin(), f.assumes.end());
  return f;
}

} // namespace

Measure measureOf(AddressSpace space) {
  return space == AddressSpace::Shared || space == AddressSpace::Constant ? Measure::Wavefronts : Measure::Sectors;
}

Footprint AccessJudge::operator()(const LaunchShape &launch, Effort &effort) const {
  const AccessSlice slice = sliceFor(graph, site, launch, options.budget * kNodesPerCell);
  const RequestShape shape{.space = site.space,
                           .kind = site.kind,
                           .bytes = site.bytesPerLane,
                           .atomic = site.atomic,
                           .isMatrix = site.isMatrix,
                           .reduction = slice.sameForBlock ? site.reduction : WarpReduction::None};
  // Only where everything can be counted does it pay to count long.
  const std::size_t more = launch.grid ? effort.patience : 0;
  Enumeration cells = enumerate(slice, shape, options.pointerAlignment, target, options.budget + more, false);
  if (cells.evaluated > options.budget)
    effort.patience -= std::min(effort.patience, cells.evaluated - options.budget);
  effort.evaluated += std::min(cells.evaluated, options.budget);
  const bool tooMany = cells.budgetSpent;
  if (tooMany && effort.onlyExact)
    return {.doubt = Doubt::Budget, .reason = "enumeration exceeded its budget", .measure = measureOf(site.space)};
  if (tooMany) {
    cells = enumerate(slice, shape, options.pointerAlignment, target, options.budget, true);
    effort.evaluated += cells.evaluated;
  }
  Footprint f = summarise(cells, site, slice);
  f.reducedByAssembler = shape.reduction != WarpReduction::None;
  if (tooMany && f.certainty == Certainty::Exact && f.count().min != f.count().max) {
    f.certainty = Certainty::Bounded;
    f.doubt = Doubt::Budget;
    f.reason = "enumeration exceeded its budget: the mean is an estimate";
  }
  if (site.atomic == AtomicForm::Retried && f.requests != 0) {
    f.certainty = Certainty::Unknown;
    f.doubt = Doubt::NotFollowed;
    f.reason = "the machine repeats this atomic on shared memory until it succeeds: add up in registers first, or use "
               "32-bit integers";
    f.requests.reset();
  }
  if (slice.byGlobalThread) {
    auto &stride = f.blockStrideBytes[0];
    if (slice.warpsPerBlock && stride && !(launch.grid && (*launch.grid)[0] == 1))
      *stride *= *slice.warpsPerBlock;
    else
      stride.reset();
  }
  f.anyBlockOfWholeWarps = f.certainty == Certainty::Exact && !launch.grid && slice.byGlobalThread;
  for (const ParamLeaf &param : slice.graph.params)
    if (const auto multiple = launch.multiples.find(param.name); multiple != launch.multiples.end())
      f.assumes.push_back("multiple " + param.name + " % " + std::to_string(multiple->second));
  std::sort(f.assumes.begin(), f.assumes.end());
  return f;
}

Footprint judgeAccess(const Kernel &kernel, const AccessSite &site, const LaunchShape &launch,
                      const TargetModel &target, const AuditOptions &options, Effort &effort) {
  const AccessJudge judge(kernel.graph, site, target, options);
  Effort more{.onlyExact = true}; // and without patience
  Footprint f = judge(launch, effort);
  if (f.certainty == Certainty::Bounded && !f.hangsOnData) {
    LaunchShape usual = launch;
    if (!usual.grid)
      usual.grid = kUsualGrid;
    Footprint shown;
    for (const std::int64_t argument : {kUsualArgument, kOddArgument}) {
      for (const ParamLeaf &param : kernel.graph.params)
        if (!param.isPointer && !launch.arguments.contains(param.name))
          usual.arguments[param.name] = argument;
      shown = judge(usual, more);
      if (shown.certainty != Certainty::Exact || shown.count().max > 0)
        break;
    }
    showUsual(f, shown);
    if (options.hints)
      f.hint = hintFor(judge, kernel, site, launch);
  }
  // Does it hold for every block whose x is a multiple of the warp size?
  if (f.certainty == Certainty::Exact && !f.anyBlockOfWholeWarps && launch.block && kernel.axesUsed == 1 &&
      (*launch.block)[0] % kLanes == 0 && (*launch.block)[1] == 1 && (*launch.block)[2] == 1 && !launch.grid) {
    LaunchShape any = launch;
    any.block.reset();
    const Footprint general = judge(any, more);
    f.anyBlockOfWholeWarps = general.certainty == Certainty::Exact && general.count() == f.count();
  }
  effort.evaluated += more.evaluated;
  return f;
}

Footprint footprintOf(const Kernel &kernel, const AccessSite &site, const LaunchShape &launch,
                      const TargetModel &target, const AuditOptions &options, std::size_t &patience) {
  Effort effort{.patience = patience};
  const Footprint f = judgeAccess(kernel, site, launch, target, options, effort);
  patience = effort.patience;
  return f;
}

Footprint footprintOf(const Kernel &kernel, const AccessSite &site, const LaunchShape &launch,
                      const TargetModel &target, const AuditOptions &options) {
  std::size_t patience = options.patience;
  return footprintOf(kernel, site, launch, target, options, patience);
}

} // namespace sectorscope
