// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Traffic.h"

#include "model/FormatNumber.h"
#include "model/L2Timeline.h"
#include "model/LaunchWalk.h"
#include "model/ProgramClock.h"
#include "model/ScalarOps.h"
#include "model/Touched.h"
#include "model/WalkedFootprint.h"
#include "model/WarpFormula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sectorscope {
namespace {

bool isAtomic(const AccessSite &site) { return site.kind == AccessKind::Atomic || site.kind == AccessKind::Reduction; }

/// Some number is made of the bits of a pointer and not only of where it points: it hangs on where its object lies, of
/// which no more is known than an alignment.
bool usesBitsOfPointers(const ExprGraph &graph) {
  std::vector<bool> isPointer(graph.size());
  for (std::uint32_t index = 1; index < graph.size(); ++index) { // operands stand before their users
    const Expr &e = graph[{index}];
    const bool any = isPointer[e.a.index] || isPointer[e.b.index] || isPointer[e.c.index];
    switch (e.op) {
    case Op::Param:
      isPointer[index] = graph.params[e.payload].isPointer;
      break;
    case Op::Global:
      isPointer[index] = true;
      break;
    case Op::Add:
    case Op::Sub:
    case Op::Select:
    case Op::Shuffle:
    case Op::Recur:
    case Op::RecurVar:
      isPointer[index] = any && !(e.op == Op::Sub && isPointer[e.a.index] && isPointer[e.b.index]);
      break;
    default:
      if (any && !isComparison(e.op) && e.op != Op::Loaded)
        return true;
    }
  }
  return false;
}

class TrafficCounter {
public:
  TrafficCounter(const Kernel &kernel, const std::vector<Footprint> &footprints, const LaunchShape &launch,
                 const TargetModel &target, std::uint64_t pointerAlignment, std::size_t &budget)
      : kernel(kernel), footprints(footprints), launch(launch), target(target), pointerAlignment(pointerAlignment),
        budget(budget), tape(kernel.graph, launch) {}

  Traffic run() {
    traffic.joined.resize(kernel.sites.size());
    traffic.settled.resize(kernel.sites.size());
    for (std::size_t i = 0; i < kernel.sites.size(); ++i)
      if (isGlobal(kernel.sites[i]))
        global.push_back(i);
    if (!kernel.notAnalysed.empty())
      totals.assumes.push_back("what is not analysed moves nothing");
    settle();
    demand();
    if (prepareWalks() && touch()) {
      distinct();
      timeline();
      joinedStores();
    }
    std::sort(totals.assumes.begin(), totals.assumes.end());
    return std::move(traffic);
  }

private:
  /// Counts the requests of accesses that are not exact so far, where everything is known of them.
  void settle() {
    // Where data start must be known, as far as it decides.
    const auto isAligned = [&](const GlobalLeaf &variable) { return variable.alignment >= target.lineBytes; };
    const auto isPlaced = [&](const ParamLeaf &param) {
      return !param.isPointer || pointerAlignment >= target.lineBytes || launch.pointers.contains(param.name) ||
             launch.arguments.contains(param.name);
    };
    if (!launch.block || !launch.grid || target.sectorBytes != kTouchedSectorBytes ||
        !std::ranges::all_of(kernel.graph.params, isPlaced) || usesBitsOfPointers(kernel.graph) ||
        !std::all_of(kernel.graph.globals.begin(), kernel.graph.globals.end(), isAligned))
      return;
    for (const std::size_t i : global) {
      if (footprints[i].certainty == Certainty::Exact)
        continue;
      LaunchWalk walk(tape, kernel.graph, kernel.loops, kernel.sites[i], *launch.block);
      if (!walk.obstacle().empty())
        continue;
      traffic.settled[i] = walkedFootprint(walk, kernel.sites[i], footprints[i], *launch.grid, target, budget);
      if (traffic.settled[i])
        footprints[i] = *traffic.settled[i];
    }
  }

  // What the requests ask for one by one ------------------------------------------------------------------------------

  void demand() {
    double requests = 0, atL2 = 0;
    for (const std::size_t i : global) {
      const AccessSite &site = kernel.sites[i];
      const Footprint &f = footprints[i];
      if (!f.requests || f.certainty != Certainty::Exact) {
        missing(fmt::format("the requests of {} are not known{}{}", formatPlace(site.place),
                            f.reason.empty() ? "" : ": ", f.reason));
        totals.formula = warpFormula(kernel, footprints);
        totals.requests.reset();
        totals.read.sectors = totals.read.idealSectors = totals.read.usefulBytes = totals.read.lines = std::nullopt;
        totals.written.sectors = totals.written.idealSectors = totals.written.usefulBytes = totals.written.lines =
            std::nullopt;
        return;
      }
      const auto count = static_cast<double>(*f.requests);
      if (*f.requests == 0)
        continue;
      Moved &moved = isRead(site) ? totals.read : totals.written;
      const auto add = [&](std::optional<double> &sum, double perRequest) {
        sum = sum.value_or(0) + count * perRequest;
      };
      requests += count;
      add(moved.sectors, f.sectors.mean);
      add(moved.idealSectors, f.idealSectors.mean);
      add(moved.usefulBytes, f.distinctBytes.mean);
      add(moved.lines, f.lines.mean);
      if (site.bypassesL1 && isRead(site))
        atL2 += count * f.sectors.mean;
    }
    totals.requests = requests;
    totals.sectorsServedAtL2 = atL2;
    for (Moved *moved : {&totals.read, &totals.written}) {
      for (std::optional<double> *sum : {&moved->sectors, &moved->idealSectors, &moved->usefulBytes, &moved->lines}) {
        *sum = sum->value_or(0);
        if (std::isnan(**sum))
          sum->reset();
      }
    }
  }

  // What they touch together ------------------------------------------------------------------------------------------

  bool prepareWalks() {
    if (!launch.block || !launch.grid || target.sectorBytes != kTouchedSectorBytes) {
      missing(!launch.grid    ? "the grid is not known"
              : !launch.block ? "the block is not known"
                              : "sectors of this size are not gone through");
      return false;
    }
    for (const std::size_t i : global) {
      const AccessSite &site = kernel.sites[i];
      if (footprints[i].requests == 0)
        continue; // never executed
      Walked &walked = walks.emplace_back(Walked{i, LaunchWalk(tape, kernel.graph, kernel.loops, site, *launch.block)});
      if (!walked.walk.obstacle().empty()) {
        missing(fmt::format("where {} points is not known: {}", formatPlace(site.place), walked.walk.obstacle()));
        return false;
      }
    }
    // What a thread adds to it has read before.
    std::stable_partition(walks.begin(), walks.end(),
                          [&](const Walked &walked) { return isRead(kernel.sites[walked.site]); });
    return true;
  }

  /// Along axes that the access does not hang on, one block does what all do.
  Dim3 blocksOf(const LaunchWalk &walk) const {
    Dim3 blocks = *launch.grid;
    for (unsigned axis = 0; axis < 3; ++axis)
      if (!walk.hangsOnBlock(axis))
        blocks[axis] = 1;
    return blocks;
  }

  bool tooLarge() {
    missing(tape.failed() ? "a loop is too long to be stepped through"
                          : "the launch is too large to go through its requests one by one");
    return false;
  }

  bool touch() {
    // Not begun where it will not end: one warp of each block at least.
    std::uint64_t fewest = 0;
    for (Walked &walked : walks) {
      const Dim3 blocks = blocksOf(walked.walk);
      fewest += countOf(blocks) * walked.walk.warpsPerBlock();
    }
    if (fewest > budget)
      return tooLarge();
    for (Walked &walked : walks) {
      const AccessSite &site = kernel.sites[walked.site];
      walked.walk.skipRepetitions(Skipped::All);
      const bool done = forBlocks(blocksOf(walked.walk), [&](const Dim3 &block) {
        return walked.walk.visit(block, budget, [&](const WalkedRequest &request) { touched.add(site, request); });
      });
      walked.walk.skipRepetitions(Skipped::None);
      if (!done || touched.bytes() > kMostMemory)
        return tooLarge();
    }
    return true;
  }

  void distinct() {
    const TouchedCount count = touched.count(target);
    hasPartialLine = count.partialLines > 0;
    partialFills = static_cast<double>(count.partialFills);
    totals.read.distinctSectors = count.read;
    totals.written.distinctSectors = count.written;
    if (target.dramDemandGranuleBytes && target.fillsPartialWrites) {
      totals.fillSectors = partialFills + count.atomicFills;
      totals.read.dramSectors = static_cast<double>(count.demanded) + *totals.fillSectors;
      totals.written.dramSectors = static_cast<double>(count.written);
    }
    totals.assumes.push_back("pointers point to objects of their own");
  }

  // With the L2 of the part -------------------------------------------------------------------------------------------

  void timeline() {
    if (!totals.fillSectors || !target.l2Bytes || !target.multiprocessors || !target.threadsPerMultiprocessor)
      return;
    const auto nothingLeaves = [&] {
      totals.read.dramSectorsOfPart = *totals.read.dramSectors - partialFills;
      totals.written.dramSectorsOfPart = 0;
      totals.fillSectorsOfPart = *totals.fillSectors - partialFills;
    };
    const double touchedBytes = static_cast<double>(touched.lines(target)) * target.lineBytes;
    if (touchedBytes * kForgetsBeyond <= static_cast<double>(*target.l2Bytes))
      return nothingLeaves();
    std::uint64_t warps = 0;
    for (const Walked &walked : walks)
      warps += walked.walk.warpsPerBlock();
    const auto blocks = static_cast<double>(countOf(*launch.grid));
    if (blocks * static_cast<double>(warps) > static_cast<double>(budget))
      return;
    const auto threads = static_cast<unsigned>(countOf(*launch.block));
    const double resident =
        std::min(blocks, static_cast<double>(*target.multiprocessors) *
                             std::max(1U, std::min(kMostBlocks, *target.threadsPerMultiprocessor / threads)));
    const double waves = std::ceil(blocks / resident);
    const bool hasLoops = std::any_of(walks.begin(), walks.end(),
                                      [&](const Walked &walked) { return !kernel.sites[walked.site].loops.empty(); });
    ProgramClock clock(kernel);
    if (!forEachWalk([&](Walked &walked) {
          return walked.walk.visit(
              {0, 0, 0}, budget, [&](const WalkedRequest &request) { clock.see(kernel.sites[walked.site], request); });
        }))
      return;
    const std::optional<double> bytesOfWave = lineBytesOfWave(clock, resident);
    if (!bytesOfWave)
      return;
    L2Timeline l2(target);
    std::uint64_t number = 0;
    struct Event {
      double time;
      const AccessSite *site;
      std::uint64_t sector;
      std::uint32_t bytes;
    };
    std::vector<Event> events; // of one block
    const bool done = forBlocks(*launch.grid, [&](const Dim3 &block) {
      const double wave = std::floor(static_cast<double>(number++) / resident);
      events.clear();
      if (!forEachWalk([&](Walked &walked) {
            const AccessSite &site = kernel.sites[walked.site];
            return walked.walk.visit(block, budget, [&](const WalkedRequest &request) {
              const double time = *bytesOfWave * (wave + clock.timeOf(site, request));
              forSectors(site, request, [&](std::uint64_t sector, std::uint32_t bytes) {
                events.push_back({time, &site, sector, bytes});
              });
            });
          }))
        return false;
      if (hasLoops)
        std::stable_sort(events.begin(), events.end(), [](const Event &a, const Event &b) { return a.time < b.time; });
      for (const Event &event : events)
        if (isRead(*event.site))
          l2.read(event.sector, event.bytes, event.time);
        else if (isAtomic(*event.site))
          l2.update(event.sector, event.time);
        else
          l2.write(event.sector, event.bytes, event.time);
      return true;
    });
    if (!done)
      return;
    l2.finish(*bytesOfWave * waves);
    totals.read.dramSectorsOfPart = l2.sectorsRead();
    totals.written.dramSectorsOfPart = l2.sectorsWritten();
    totals.fillSectorsOfPart = l2.fills();
    totals.assumes.push_back(
        fmt::format("blocks run in order, {:.0f} at a time ({} wave{})", resident, waves, waves == 1 ? "" : "s"));
  }

  /// Bytes of lines that the first blocks touch, as many as run at a time. A line counts once for each moment of the
  /// clock at which it is touched.
  std::optional<double> lineBytesOfWave(const ProgramClock &clock, double resident) {
    SectorMap<float> last; // by line: the moment of the last touch, and 1
    const std::uint64_t sectorsOfLine = target.sectorsOfLine();
    std::uint64_t lines = 0, number = 0;
    bool done = true;
    forBlocks(*launch.grid, [&](const Dim3 &block) {
      done = forEachWalk([&](Walked &walked) {
        const AccessSite &site = kernel.sites[walked.site];
        return walked.walk.visit(block, budget, [&](const WalkedRequest &request) {
          const auto moment = static_cast<float>(1 + clock.timeOf(site, request));
          forSectors(site, request, [&](std::uint64_t sector, std::uint32_t) {
            float &before = last[sector / sectorsOfLine];
            lines += before != moment;
            before = moment;
          });
        });
      });
      return done && static_cast<double>(++number) < resident;
    });
    if (!done)
      return std::nullopt;
    return static_cast<double>(lines) * target.lineBytes;
  }

  template <typename Visitor> bool forEachWalk(Visitor &&visitor) {
    return std::all_of(walks.begin(), walks.end(), visitor);
  }

  // Store by store ----------------------------------------------------------------------------------------------------

  void joinedStores() {
    const auto whole = static_cast<double>(target.sectorBytes), line = static_cast<double>(target.lineBytes);
    for (Walked &walked : walks) {
      const AccessSite &site = kernel.sites[walked.site];
      if (site.kind != AccessKind::Store)
        continue;
      if (!hasPartialLine) {
        traffic.joined[walked.site] = JoinedStore{{whole, whole, whole}, {line, line, line}, {0, 0, 0}};
        continue;
      }
      JoinedCount count(touched, target);
      walked.walk.skipRepetitions(Skipped::Even);
      if (forBlocks(blocksOf(walked.walk), [&](const Dim3 &block) {
            return walked.walk.visit(block, budget, [&](const WalkedRequest &request) { count.add(site, request); });
          }))
        traffic.joined[walked.site] = count.result();
    }
  }

  void missing(std::string why) {
    if (totals.reason.empty())
      totals.reason = std::move(why);
  }

  static constexpr double kForgetsBeyond = 16; // of what is touched, as parts of L2: nothing is written back early
  static constexpr std::size_t kMostMemory = std::size_t{1} << 30; // bytes
  static constexpr unsigned kMostBlocks = 32;                      // of one multiprocessor

  struct Walked {
    std::size_t site;
    LaunchWalk walk;
  };

  const Kernel &kernel;
  std::vector<Footprint> footprints;
  const LaunchShape &launch;
  const TargetModel &target;
  const std::uint64_t pointerAlignment;
  std::size_t &budget;
  WarpTape tape;
  std::vector<std::size_t> global; ///< sites
  std::vector<Walked> walks;
  Touched touched;
  double partialFills = 0;    ///< of stores, which come when a sector leaves L2
  bool hasPartialLine = true; ///< some line is written in part
  Traffic traffic;
  LaunchTotals &totals = traffic.totals;
};

} // namespace

Traffic trafficOf(const Kernel &kernel, const std::vector<Footprint> &footprints, const LaunchShape &launch,
                  const TargetModel &target, std::uint64_t pointerAlignment, std::size_t &budget) {
  return TrafficCounter(kernel, footprints, launch, target, pointerAlignment, budget).run();
}

} // namespace sectorscope
