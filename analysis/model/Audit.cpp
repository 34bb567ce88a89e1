// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels in, report out: chooses the launches, asks for the footprint of each access, applies the rules.

#include "sectorscope/Audit.h"

#include "model/AccessJudge.h"
#include "model/Flops.h"
#include "model/FormatExpr.h"
#include "model/FormatNumber.h"
#include "model/JoinCalls.h"
#include "model/LaunchCamping.h"
#include "model/Neighbourhood.h"
#include "model/RecordUses.h"
#include "model/Roofline.h"
#include "model/Rules.h"
#include "model/Traffic.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace sectorscope {

namespace {

/// An access that takes its whole budget is rare. A kernel of which so many do is generated or unrolled beyond measure:
/// the accesses that are left get the smaller budget, which does for plain ones, so that it is done in fair time.
constexpr std::size_t kWholeBudgets = 32, kSmallBudget = 16; // of one launch; cells

/// Where data in shared, local or constant memory start does not matter, so that what is exact takes few cells.
constexpr std::size_t kPartOfBudget = 16;

AuditOptions withBudget(AuditOptions options, std::size_t budget) {
  options.budget = budget;
  return options;
}

/// "view+8" means what the report calls "view.stride".
template <typename Value> void nameFields(const Kernel &kernel, std::map<std::string, Value> &values) {
  for (const ParamLeaf &param : kernel.graph.params)
    if (auto byOffset = values.extract(param.offsetName())) {
      byOffset.key() = param.name;
      values.insert(std::move(byOffset));
    }
}

/// The launches to audit, by falling precedence of what is known: option, observation, attribute, host code,
/// assumption.
std::vector<LaunchShape> launchesFor(const Kernel &kernel, const TargetModel &target, const AuditOptions &options) {
  const LaunchShape assumed = assumedLaunch(kernel, target);
  std::vector<LaunchShape> launches;
  const bool given = options.block || options.anyBlock;
  if (!given && options.earlierLaunches)
    launches = options.earlierLaunches(kernel);
  const bool isDecided = !launches.empty();
  if (!given && !isDecided && options.hostLaunches)
    launches = options.hostLaunches(kernel);
  if (launches.empty())
    launches.push_back(assumed);
  for (LaunchShape &launch : launches) {
    if (given) {
      launch.origin = LaunchOrigin::Option;
      launch.block = options.block;
    } else if (isDecided) {
      // What the block rests on was found out before.
    } else if (launch.origin == LaunchOrigin::Observed) {
      // The kernel was launched with it, whatever it asks for.
    } else if (kernel.requiredBlock) {
      launch.origin = LaunchOrigin::Attribute;
      launch.place = kernel.place;
      launch.block = kernel.requiredBlock;
    } else if (!launch.block) {
      launch.origin = LaunchOrigin::Assumed;
      launch.block = assumed.block;
    }
    if (options.grid)
      launch.grid = options.grid;
    for (const auto &[name, value] : options.arguments)
      launch.arguments.insert_or_assign(name, value);
    for (const auto &[name, of] : options.multiples)
      launch.multiples.insert_or_assign(name, of);
    nameFields(kernel, launch.arguments);
    nameFields(kernel, launch.multiples);
    for (const auto &[name, value] : launch.arguments) // given in place of what was observed
      launch.pointers.erase(name);
  }
  return launches;
}

std::vector<LaunchShape> launchesOf(const Kernel &kernel, const TargetModel &target, const AuditOptions &options) {
  std::vector<LaunchShape> all;
  if (options.ownLaunches)
    for (const LaunchShape &own : options.ownLaunches(kernel)) {
      AuditOptions merged = options;
      if (own.block) {
        merged.block = own.block;
        merged.anyBlock = false;
      }
      if (own.grid)
        merged.grid = own.grid;
      for (const auto &[name, value] : own.arguments)
        merged.arguments.insert_or_assign(name, value);
      for (const auto &[name, of] : own.multiples)
        merged.multiples.insert_or_assign(name, of);
      const std::vector<LaunchShape> launches = launchesFor(kernel, target, merged);
      all.insert(all.end(), launches.begin(), launches.end());
    }
  return all.empty() ? launchesFor(kernel, target, options) : all;
}

/// A launch that the part or the kernel does not allow is audited all the same, and said.
void noteImpossibleBlock(const Kernel &kernel, const LaunchShape &launch, const TargetModel &target,
                         std::vector<std::string> &notes) {
  const std::uint64_t limit =
      std::min<std::uint64_t>(target.maxThreadsPerBlock, kernel.maxThreads.value_or(target.maxThreadsPerBlock));
  if (launch.block && countOf(*launch.block) > limit)
    notes.push_back(fmt::format("{}: block {} has {} threads, at most {} can be launched", kernel.name,
                                formatDim3(*launch.block), countOf(*launch.block), limit));
  if (launch.block && kernel.requiredBlock && *launch.block != *kernel.requiredBlock)
    notes.push_back(fmt::format("{}: block {} cannot be launched, the kernel requires {}", kernel.name,
                                formatDim3(*launch.block), formatDim3(*kernel.requiredBlock)));
}

/// What is believed of pointers that no run passed; empty if there are none.
std::string alignmentAssumption(const Report &report, std::uint64_t alignment) {
  bool anyObserved = false, anyOther = report.kernels.empty();
  for (const KernelReport &kernel : report.kernels)
    for (const LaunchReport &launch : kernel.launches) {
      anyObserved |= !launch.shape.pointers.empty();
      anyOther |= launch.shape.origin != LaunchOrigin::Observed ||
                  std::ranges::any_of(kernel.graph.params, [&](const ParamLeaf &param) {
                    return param.isPointer && !launch.shape.pointers.contains(param.name) &&
                           !launch.shape.arguments.contains(param.name);
                  });
    }
  if (!anyOther)
    return "";
  return fmt::format("global pointers are {}-byte aligned{}", alignment, anyObserved ? " where none was observed" : "");
}

void addTraffic(const Kernel &kernel, const TargetModel &target, const AuditOptions &options, LaunchReport &under) {
  std::vector<Footprint> footprints;
  for (const AccessReport &access : under.accesses)
    footprints.push_back(access.footprint);
  std::size_t budget = options.traffic;
  Traffic traffic = trafficOf(kernel, footprints, under.shape, target, options.pointerAlignment, budget);
  under.totals = std::move(traffic.totals);
  for (std::size_t s = 0; s < under.accesses.size(); ++s) {
    if (traffic.settled[s])
      under.accesses[s].footprint = *traffic.settled[s];
    under.accesses[s].footprint.joined = traffic.joined[s];
  }
}

void addWork(const Kernel &kernel, const TargetModel &target, const AuditOptions &options, LaunchReport &under) {
  FlopTotal work = flopOf(kernel, under.accesses, under.shape, target, options);
  LaunchTotals &totals = *under.totals;
  totals.flop = work.flop;
  totals.flopReason = std::move(work.reason);
  totals.flopPerThread = work.perThread;
  totals.assumes.insert(totals.assumes.end(), work.assumes.begin(), work.assumes.end());
  std::ranges::sort(totals.assumes);
  totals.assumes.erase(std::ranges::unique(totals.assumes).begin(), totals.assumes.end());
  under.roofline = rooflineOf(totals, target);
}

} // namespace

LaunchShape assumedLaunch(const Kernel &kernel, const TargetModel &target) {
  LaunchShape launch;
  launch.origin = LaunchOrigin::Assumed;
  Dim3 block = kernel.axesUsed >= 3 ? Dim3{32, 4, 2} : kernel.axesUsed == 2 ? Dim3{32, 8, 1} : Dim3{256, 1, 1};
  std::uint64_t limit = target.maxThreadsPerBlock;
  if (kernel.maxThreads)
    limit = std::min<std::uint64_t>(limit, *kernel.maxThreads);
  // Halved from the outermost axis on; whole warps along x for as long as the limit allows.
  while (countOf(block) > limit) {
    unsigned &axis = block[2] > 1 ? block[2] : block[1] > 1 ? block[1] : block[0];
    if (axis <= 1)
      break;
    axis /= 2;
  }
  launch.block = block;
  return launch;
}

Report audit(const Program &program, const TargetModel &target, const AuditOptions &options) {
  Report report;
  report.llvmVersion = program.llvmVersion;
  report.arch = program.arch.empty() ? target.arch : program.arch;
  report.profileName = target.name;
  report.sectorBytes = target.sectorBytes;
  if (program.unoptimised)
    report.notes.push_back(
        fmt::format("{} is not optimised (-O0): needs -O1 or more, addresses hide in local variables",
                    program.sourceFile.empty() ? "the module" : program.sourceFile));

  std::vector<const Kernel *> kernels;
  for (const Kernel &kernel : program.kernels)
    if (!options.kernelFilter || options.kernelFilter(kernel))
      kernels.push_back(&kernel);
  std::stable_sort(kernels.begin(), kernels.end(), [](const Kernel *a, const Kernel *b) {
    return std::tie(a->place.file, a->place.line) < std::tie(b->place.file, b->place.line);
  });

  for (std::size_t ordinal = 0; ordinal < kernels.size(); ++ordinal) {
    const Kernel &kernel = *kernels[ordinal];
    KernelReport &out = report.kernels.emplace_back();
    static_cast<Kernel &>(out) = kernel;
    for (LaunchShape &launch : launchesOf(kernel, target, options)) {
      noteImpossibleBlock(kernel, launch, target, report.notes);
      LaunchReport &under = out.launches.emplace_back();
      under.shape = std::move(launch);
      Effort effort{.patience = options.patience};
      const std::size_t small = std::min(options.budget, kSmallBudget);
      const AuditOptions hurried = withBudget(options, small);
      const AuditOptions modest = withBudget(options, std::max(small, options.budget / kPartOfBudget));
      for (std::size_t s = 0; s < kernel.sites.size(); ++s) {
        const AccessSite &site = kernel.sites[s];
        AccessReport &access = under.accesses.emplace_back();
        access.id = fmt::format("{}.{}", ordinal, s);
        access.site = site;
        access.address = formatExpr(kernel.graph, site.address, under.shape, site.loops);
        const bool inTime = effort.evaluated < kWholeBudgets * options.budget;
        const bool takesFew = !isGlobal(site) && !under.shape.grid;
        const AuditOptions &own = !inTime ? hurried : takesFew ? modest : options;
        access.footprint = judgeAccess(kernel, site, under.shape, target, own, effort);
      }
      if (options.traffic > 0) {
        addTraffic(kernel, target, options, under);
        addWork(kernel, target, options, under);
      }
      under.accesses = joinCalls(std::move(under.accesses));
      findNeighbours(out, target, under);
      judgeCamping(out, target, options.campingLoss, under);
    }
  }

  report.units.push_back({.sourceFile = program.sourceFile,
                          .arch = report.arch,
                          .profileName = report.profileName,
                          .llvmVersion = report.llvmVersion,
                          .unoptimised = program.unoptimised,
                          .pointerAlignment = options.pointerAlignment,
                          .trafficEffort = options.traffic,
                          .kernels = kernels.size()});

  report.records = recordUsesOf(report.kernels, target);
  report.findings = findingsOf(report, target, options.howToSetBlock);
  if (const std::string aligned = alignmentAssumption(report, options.pointerAlignment); !aligned.empty())
    report.assumptions.push_back(aligned);
  report.assumptions.push_back("lanes that part at a branch meet again where its paths join");
  return report;
}

Coverage coverageOf(const Report &report) {
  Coverage coverage;
  for (const KernelReport &kernel : report.kernels) {
    coverage.notAnalysed += kernel.notAnalysed.size();
    for (const LaunchReport &launch : kernel.launches)
      for (const AccessReport &access : launch.accesses)
        switch (access.footprint.certainty) {
        case Certainty::Exact:
          ++coverage.exact;
          break;
        case Certainty::Bounded:
          ++coverage.bounded;
          break;
        case Certainty::Unknown:
          ++coverage.unknown;
          break;
        }
  }
  return coverage;
}

} // namespace sectorscope
