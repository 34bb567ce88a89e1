// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Comparison.h"

#include "Differences.h"
#include "Oracle.h"
#include "TotalsComparison.h"

#include "ir/ReadModule.h"
#include "model/ListedLaunches.h"
#include "sectorscope/Audit.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace sectorscope::fuzz {

bool KernelResult::isWrong() const {
  return std::any_of(accesses.begin(), accesses.end(), [](const Compared &a) { return a.verdict == Verdict::Wrong; });
}

/// Where a pointer parameter starts, modulo 256: off the place where allocators let objects start, but on one that
/// every access can have. Of the launch, so that a kernel that is kept needs no number more.
static std::uint64_t residueOf(const RandomLaunch &launch, unsigned position) {
  if (launch.told != Knowledge::Observed)
    return 0;
  std::uint64_t sum = 5 * std::uint64_t{position};
  for (const auto &[name, value] : launch.scalars)
    sum += static_cast<std::uint64_t>(value);
  return 16 * (sum % 16);
}

/// Bases of pointer parameters, this far apart as a power of two.
static void placePointers(const RandomKernel &kernel, unsigned distanceBits, oracle::Launch &launch) {
  for (const llvm::Argument &argument : kernel.function->args())
    if (argument.getType()->isPointerTy() && !argument.hasByValAttr() && argument.hasName())
      launch.bases[argument.getName().str()] = 0x1000'0000'0100 + (std::uint64_t{argument.getArgNo()} << distanceBits) +
                                               residueOf(kernel.launch, argument.getArgNo());
}

static oracle::Launch oracleLaunch(const RandomKernel &kernel) {
  const RandomLaunch &from = kernel.launch;
  oracle::Launch launch;
  launch.block = from.block;
  launch.grid = from.grid;
  launch.scalars = from.scalars;
  launch.fields = from.fields;
  launch.maxSteps = 3'000'000;
  if (from.told == Knowledge::Observed)
    placePointers(kernel, 36, launch);
  return launch;
}

/// The same, for what its accesses do together. As the analyser assumes, module variables start on a line, and pointers
/// point to objects of their own: 4 TiB apart, since 32-bit indices of records may reach beyond 64 GiB.
static oracle::Launch wholeLaunch(const RandomKernel &kernel) {
  oracle::Launch launch = oracleLaunch(kernel);
  launch.keepRequests = true;
  launch.minGlobalAlignment = 256;
  placePointers(kernel, 42, launch);
  return launch;
}

void keepPromises(RandomKernel &kernel) {
  auto promises = [](const llvm::Instruction &instruction) {
    auto *wrapping = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction);
    return wrapping && (wrapping->hasNoSignedWrap() || wrapping->hasNoUnsignedWrap());
  };
  auto all = llvm::instructions(*kernel.function);
  if (std::none_of(all.begin(), all.end(), promises))
    return;
  if (oracle::run(*kernel.function, oracleLaunch(kernel)).outcome != oracle::Outcome::Undefined)
    return;
  for (llvm::Instruction &instruction : llvm::instructions(*kernel.function))
    if (promises(instruction))
      instruction.dropPoisonGeneratingFlags();
  kernel.features.erase("flag: nsw");
  kernel.features.erase("flag: nuw");
}

Program readProgram(const llvm::Module &module) { return readModule(module, {}); }

namespace {

Compared compareAccess(const AccessReport &claimed, const oracle::SiteResult &counted, Knowledge told) {
  const Footprint &f = claimed.footprint;
  Compared result;
  result.line = counted.line;
  result.dependsOnMemory = counted.addressFromMemory || counted.pathFromMemory;
  result.reason = f.reason;
  Differences differences;
  if (claimed.site.bytesPerLane != counted.bytesPerLane)
    differences.add(fmt::format("{} bytes per lane, not {}", claimed.site.bytesPerLane, counted.bytesPerLane));
  if (f.certainty == Certainty::Exact ? !f.reason.empty() : f.reason.empty())
    differences.add("a reason goes with what is not exact, and only with that");
  if (f.certainty != Certainty::Unknown && f.requests && *f.requests != counted.requests)
    differences.add(fmt::format("{} requests but the oracle counts {}", *f.requests, counted.requests));
  bool isStore = counted.kind == oracle::Kind::Store;
  const bool hasIdeal = counted.space == oracle::Space::Global; // elsewhere it is not a number of bytes
  // The oracle knows nothing of what the assembler does to atomics.
  const bool hasLanes = !f.reducedByAssembler, hasWavefronts = hasLanes;
  bool hasTail = std::find(f.assumes.begin(), f.assumes.end(), "tail") != f.assumes.end();
  if (counted.requests && f.certainty != Certainty::Unknown && hasTail) {
    differences.notAbove("sectors", f.sectors, counted.sectors);
    if (hasWavefronts)
      differences.notAbove("wavefronts", f.wavefronts, counted.wavefronts);
    differences.notAbove("lines", f.lines, counted.lines);
    if (hasIdeal)
      differences.notAbove("ideal sectors", f.idealSectors, counted.ideal);
    if (hasLanes)
      differences.notAbove("active lanes", f.activeLanes, counted.activeLanes);
  } else if (counted.requests && f.certainty == Certainty::Exact && told >= Knowledge::Grid) {
    differences.equal("sectors", f.sectors, counted.sectors, counted.requests);
    if (hasWavefronts)
      differences.equal("wavefronts", f.wavefronts, counted.wavefronts, counted.requests);
    if (std::isnan(f.lines.mean))
      differences.within("lines", f.lines, counted.lines);
    else
      differences.equal("lines", f.lines, counted.lines, counted.requests);
    if (hasIdeal)
      differences.equal("ideal sectors", f.idealSectors, counted.ideal, counted.requests);
    if (hasLanes)
      differences.equal("active lanes", f.activeLanes, counted.activeLanes, counted.requests);
    if (isStore && hasIdeal) {
      differences.equal("partial sectors", f.partialSectors, counted.partialSectors, counted.requests);
      const oracle::RealTally &covered = counted.coveredPerSector;
      differences.equal("bytes covered per sector", f.bytesCoveredPerSector,
                        {covered.min, covered.sum / double(counted.requests), covered.max});
    }
  } else if (counted.requests && f.certainty != Certainty::Unknown) {
    differences.within("sectors", f.sectors, counted.sectors);
    if (hasWavefronts)
      differences.within("wavefronts", f.wavefronts, counted.wavefronts);
    differences.within("lines", f.lines, counted.lines);
    if (hasIdeal)
      differences.within("ideal sectors", f.idealSectors, counted.ideal);
    if (hasLanes)
      differences.within("active lanes", f.activeLanes, counted.activeLanes);
  }
  if (!differences.text.empty()) {
    result.verdict = Verdict::Wrong;
    result.reason = differences.text;
    for (const std::string &assumed : f.assumes)
      result.reason += "; assumed: " + assumed;
  } else if (f.certainty == Certainty::Unknown) {
    result.verdict = Verdict::Unknown;
  } else if (counted.requests == 0 && !f.requests) {
    result.verdict = Verdict::NotRun;
  } else {
    result.verdict = f.certainty == Certainty::Bounded ? Verdict::Bounded : hasTail ? Verdict::Tail : Verdict::Exact;
  }
  return result;
}

/// The launch as a run records it.
ListedLaunch observedLaunch(const RandomKernel &kernel) {
  const RandomLaunch &from = kernel.launch;
  ListedLaunch listed;
  listed.shape.origin = LaunchOrigin::Observed;
  listed.shape.block = from.block;
  listed.shape.grid = from.grid;
  listed.shape.times = 1;
  const auto put = [](ObservedParameter &to, std::uint64_t at, std::int64_t value, unsigned bytes) {
    to.bytes.resize(std::max<std::size_t>(to.bytes.size(), at + bytes));
    for (unsigned i = 0; i < bytes; ++i)
      to.bytes[at + i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i));
  };
  for (const llvm::Argument &argument : kernel.function->args()) {
    ObservedParameter &to = listed.parameters.emplace_back();
    const unsigned position = argument.getArgNo();
    if (argument.hasByValAttr()) {
      to.pointers[0] = 0; // the struct begins with one, which the oracle aligns
      for (const auto &[where, value] : from.fields)
        if (where.first == position)
          put(to, where.second, value, 4);
    } else if (argument.getType()->isPointerTy()) {
      to.pointers[0] = residueOf(from, position);
    } else if (const auto scalar = from.scalars.find(argument.getName().str()); scalar != from.scalars.end()) {
      put(to, 0, scalar->second, (argument.getType()->getIntegerBitWidth() + 7) / 8);
    }
  }
  return listed;
}

AuditOptions optionsFor(const Program &program, const RandomKernel &kernel, const std::string &name) {
  AuditOptions options;
  options.kernelFilter = [name](const Kernel &one) { return one.mangled == name; };
  const auto [x, y, z] = kernel.launch.block;
  if (kernel.launch.told == Knowledge::Warps && x % 32 == 0 && y == 1 && z == 1) {
    options.anyBlock = true;
    return options;
  }
  if (kernel.launch.told == Knowledge::Observed) {
    options.hostLaunches = [listed = observedLaunch(kernel)](const Kernel &one) {
      return std::vector<LaunchShape>{meet(one, listed)};
    };
    return options;
  }
  options.block = kernel.launch.block;
  if (kernel.launch.told <= Knowledge::Block)
    return options;
  options.grid = kernel.launch.grid;
  if (kernel.launch.told == Knowledge::Grid) {
    for (const auto &[name, value] : kernel.launch.scalars) // and what power of two each argument is a multiple of
      if (const std::int64_t power = value & -value; power > 1)
        options.multiples[name] = static_cast<std::uint64_t>(power);
    return options;
  }
  options.arguments = kernel.launch.scalars;
  for (const Kernel &one : program.kernels)
    if (one.mangled == name)
      for (const ParamLeaf &leaf : one.graph.params)
        if (auto field = kernel.launch.fields.find({leaf.argument, leaf.offset}); field != kernel.launch.fields.end())
          options.arguments[leaf.name] = field->second;
  return options;
}

} // namespace

KernelResult compareKernel(const Program &program, const RandomKernel &kernel) {
  KernelResult result;
  result.name = kernel.function->getName().str();
  const oracle::Result truth = oracle::run(*kernel.function, oracleLaunch(kernel));
  if (truth.outcome != oracle::Outcome::Ok) {
    result.notCompared = std::string(oracle::toString(truth.outcome)) + ": " + truth.message;
    return result;
  }
  static const TargetModel target = builtinTarget("sm_90").value();
  const Report report = audit(program, target, optionsFor(program, kernel, result.name));
  std::vector<const AccessReport *> claims;
  bool hasGaps = false;
  for (const KernelReport &one : report.kernels) {
    hasGaps |= !one.notAnalysed.empty();
    for (const LaunchReport &launch : one.launches)
      for (const AccessReport &access : launch.accesses)
        claims.push_back(&access);
  }
  for (const oracle::SiteResult &site : truth.sites) {
    if (site.mixedSpaces || site.space == oracle::Space::Param)
      continue;
    auto isHere = [&](const AccessReport *claim) { return claim->site.place.line == site.line; };
    if (site.alignment < site.bytesPerLane) {
      std::erase_if(claims, isHere);
      result.accesses.push_back({Verdict::Split, site.line, "", false});
      continue;
    }
    auto first = std::find_if(claims.begin(), claims.end(), isHere);
    if (first == claims.end()) {
      if (hasGaps || site.requests == 0 || site.space == oracle::Space::Local)
        continue; // in registers, since its index is known; said to be not analysed; or its space is not known to the
                  // oracle either
      result.accesses.push_back({Verdict::Wrong, site.line, "the access is missing from the report", false});
      continue;
    }
    result.accesses.push_back(compareAccess(**first, site, kernel.launch.told));
    claims.erase(first);
    if (std::any_of(claims.begin(), claims.end(), isHere))
      result.accesses.push_back({Verdict::Wrong, site.line, "the access is reported more than once", false});
  }
  for (const AccessReport *claim : claims)
    if (!truth.onLine(claim->site.place.line)) {
      // The oracle sees nothing of a function that is never called.
      const Footprint &f = claim->footprint;
      const bool isRun = f.certainty == Certainty::Exact && f.requests.value_or(0) > 0;
      if (claim->site.calledInstruction && !isRun)
        continue;
      result.accesses.push_back({Verdict::Wrong, claim->site.place.line, "there is no such access", false});
    }
  if (!hasGaps && kernel.launch.told >= Knowledge::All) {
    const oracle::Result whole = oracle::run(*kernel.function, wholeLaunch(kernel));
    for (const KernelReport &one : report.kernels)
      for (const LaunchReport &launch : one.launches) {
        compareTotals(launch, whole, target, result);
        compareNeighbours(launch, whole, kernel, result);
        compareStrides(launch, whole, result);
      }
  }
  return result;
}

} // namespace sectorscope::fuzz
