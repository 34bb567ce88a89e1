// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/LaunchCamping.h"

#include "model/FormatExpr.h"
#include "model/Rules.h"
#include "model/Strides.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace sectorscope {
namespace {

constexpr std::size_t kEffort = 1 << 16;         // warps for all accesses of a launch
constexpr std::size_t kEffortOfWindow = 1 << 12; // for one window
constexpr std::int64_t kFewestLines = 4;         // of a stride that leaves gaps: below, it is a start off a line
constexpr std::size_t kMostOthers = 16;          // accesses that a remedy must not harm: with more, it is not tried
constexpr double kNoticeable = 0.03;             // of a measured loss: below, another run may say otherwise

bool isPowerOfTwo(std::int64_t bytes) { return std::has_single_bit(static_cast<std::uint64_t>(std::abs(bytes))); }

} // namespace

LaunchCamping::LaunchCamping(const KernelReport &kernel, const LaunchReport &launch, const TargetModel &target,
                             double threshold)
    : kernel(kernel), launch(launch), target(target), threshold(threshold), shape(launch.shape),
      blocks(blocksInFlight(launch.shape, target)), loads(target), effort(kEffort) {
  if (!blocks || loads.model() == CampingModel::None)
    return;
  if (!shape.grid)
    shape.grid = Dim3{static_cast<unsigned>(blocks->most), 1, 1};
  window.emplace(kernel.graph, kernel.loops, shape, target);
}

// ---------------------------------------------------------------------------------------------------------------------
// Strides that leave gaps

std::optional<LaunchCamping::Gap> LaunchCamping::gapOf(const AccessReport &access, const AccessStrides &strides) const {
  const AccessSite &site = access.site;
  const Footprint &f = access.footprint;
  if (!launch.shape.block || f.lines.max <= 0)
    return std::nullopt;
  const double warps = warpsOf(*launch.shape.block);
  const auto lineBytes = static_cast<double>(target.lineBytes);
  const double perWarp = f.lines.max * lineBytes;
  const auto leavesGaps = [&](const std::optional<std::int64_t> &stride, double covered) {
    return stride && isPowerOfTwo(*stride) && std::abs(*stride) >= kFewestLines * target.lineBytes &&
           2 * covered <= static_cast<double>(std::abs(*stride));
  };
  // Blocks side by side may fill the rows.
  const auto isFilled = [&](std::int64_t pitch, double covered) {
    for (unsigned axis = 0; axis < 3; ++axis) {
      const double step = static_cast<double>(std::abs(strides.block[axis].value_or(0)));
      if (step > 0 && step <= 2 * covered)
        covered = launch.shape.grid ? std::max(covered, step * (*launch.shape.grid)[axis]) : HUGE_VAL;
    }
    return 2 * covered > static_cast<double>(std::abs(pitch));
  };
  // Lanes first, then warps: rows within a block.
  const auto lanes = laneStrideOf(formulaOf(kernel.graph, site.address, launch.shape, site.loops));
  if (lanes && f.lines.min > 1 && leavesGaps(lanes->bytes, lineBytes))
    return Gap{*lanes->bytes, isRead(site) ? "column_walk" : "column_store", isFilled(*lanes->bytes, lineBytes)};
  if (leavesGaps(strides.warp, perWarp))
    return Gap{*strides.warp, "transpose", isFilled(*strides.warp, perWarp)};
  double covered = perWarp * (strides.warp == 0 ? 1 : warps);
  for (unsigned axis = 0; axis < 3; ++axis) {
    const auto &stride = strides.block[axis];
    const unsigned extent = launch.shape.grid ? (*launch.shape.grid)[axis] : 0;
    if (stride == 0 || extent == 1)
      continue;
    if (leavesGaps(stride, covered))
      return Gap{*stride, walkOf(access, strides, *stride)};
    if (!stride || extent == 0) // without a grid: as many blocks side by side as it takes
      return std::nullopt;
    covered = std::max(covered, static_cast<double>(std::abs(*stride)) * extent);
  }
  return std::nullopt;
}

std::string LaunchCamping::walkOf(const AccessReport &access, const AccessStrides &strides, std::int64_t pitch) const {
  if (access.site.kind == AccessKind::Atomic || access.site.kind == AccessKind::Reduction)
    return "block_atomics";
  const auto isInRow = [&](const std::optional<std::int64_t> &step) {
    return step && *step != 0 && std::abs(*step) < std::abs(pitch);
  };
  if (std::ranges::none_of(strides.iterations, isInRow))
    return "burst";
  // Either few blocks take row after row, in step, or each row has a block of its own.
  const bool isOneRow = launch.shape.grid && blocks && countOf(*launch.shape.grid) > blocks->most;
  return isOneRow ? "block_reduction" : "row_walk";
}

// ---------------------------------------------------------------------------------------------------------------------
// Verdicts

void LaunchCamping::settle(Camping &camping, double loss) const {
  camping.loss = std::max(0.0, loss);
  camping.verdict = loss >= threshold     ? CampingVerdict::Camps
                    : loss >= kNoticeable ? CampingVerdict::Mild
                                          : CampingVerdict::Spread;
}

std::string LaunchCamping::windowObstacle(const AccessSite &site) const {
  if (!window)
    return launch.shape.block ? "the number of multiprocessors is not known" : "the block is not known";
  if (std::string obstacle = window->obstacle(site); !obstacle.empty())
    return obstacle;
  if (!launch.shape.grid && (window->dependenceOf(site) & (kOnBlock << 1 | kOnBlock << 2)))
    return "the grid is not known";
  return "";
}

std::optional<SliceLoad> LaunchCamping::loadOf(const AccessSite &site, std::uint64_t count,
                                               const Construction &change) {
  const WeightedLines lines = window->lines(site, count, kEffortOfWindow, change);
  if (lines.empty())
    return std::nullopt;
  return loads.of(lines);
}

void LaunchCamping::judgeByWindow(const AccessReport &access, Camping &camping) {
  camping.reason = windowObstacle(access.site);
  if (camping.reason.empty() && effort < kEffortOfWindow)
    camping.reason = "too many accesses to look at the lines of each";
  if (!camping.reason.empty())
    return;
  effort -= std::min<std::size_t>(kEffortOfWindow, blocks->most * warpsOf(*shape.block));
  camping.load = loadOf(access.site, blocks->most);
  if (!camping.load) {
    camping.reason = "not executed by the first blocks";
    return;
  }
  double loss = camping.load->loss();
  // Whatever registers and shared memory allow: the least of both ends.
  if (loss > 0 && blocks->fewest < blocks->most) {
    const std::optional<SliceLoad> few = loadOf(access.site, blocks->fewest);
    loss = few ? std::min(loss, few->loss()) : 0;
  }
  if (!launch.shape.grid)
    camping.reason = "a grid of as many blocks as are in flight is assumed";
  settle(camping, loss);
}

void LaunchCamping::judgeByCurve(const Gap &gap, Camping &camping) const {
  camping.pattern = gap.pattern;
  const auto pitch = static_cast<double>(std::abs(gap.bytes));
  for (const StrideCurve &curve : target.strides)
    if (const MeasuredLoss *loss = curve.pattern == gap.pattern ? curve.at(pitch) : nullptr)
      if (!curve.warm || fitsL2())
        (curve.warm ? camping.measuredInL2 : camping.measured) = *loss;
  if (!camping.measured && !camping.measuredInL2) {
    camping.reason = fmt::format("{} at a pitch of {} bytes was not measured on {}", gap.pattern, pitch, target.name);
    return;
  }
  const auto source = target.sources.find("strides");
  camping.reason = source == target.sources.end() ? "as the profile has it" : source->second;
  if (camping.measured) {
    settle(camping, camping.measured->least); // against the slowest twin: the usual one may have been a lucky draw
    camping.loss = std::max(0.0, camping.measured->usual);
  }
  const bool isNoticed = camping.measured && camping.measured->usual >= kNoticeable;
  const bool mayCamp = camping.measuredInL2 && camping.measuredInL2->least >= threshold;
  if (camping.verdict != CampingVerdict::Camps && (isNoticed || mayCamp))
    camping.verdict = CampingVerdict::Mild;
}

bool LaunchCamping::fitsL2() const {
  if (!launch.totals)
    return true; // nobody knows
  const auto &read = launch.totals->read.distinctSectors, &written = launch.totals->written.distinctSectors;
  const double bytes = static_cast<double>((read.value_or(0) + written.value_or(0)) * target.sectorBytes);
  if (target.l2ForgetsReads)
    return target.l2ForgetsReads->at(bytes) < 0.5;
  return !target.l2Bytes || bytes <= static_cast<double>(*target.l2Bytes);
}

Camping LaunchCamping::of(const AccessReport &access, AccessStrides strides) {
  const AccessSite &site = access.site;
  const Copy copy{site.place.file, site.place.line,    site.place.column,
                  site.kind,       site.loops,         strides.block,
                  strides.warp,    strides.iterations, access.footprint.requests == 0};
  if (const auto known = judged.find(copy); known != judged.end()) {
    Camping camping = known->second;
    camping.strides = std::move(strides);
    return camping;
  }
  return judged[copy] = judge(access, std::move(strides));
}

Camping LaunchCamping::judge(const AccessReport &access, AccessStrides strides) {
  Camping camping{.strides = std::move(strides), .reason = {}, .blocks = blocks, .pattern = {}};
  if (access.footprint.requests == 0) {
    camping.reason = "never executed in this launch";
    return camping;
  }
  const std::optional<Gap> gap = gapOf(access, camping.strides);
  camping.model = loads.model();
  const bool isByCurve = camping.model == CampingModel::None && !target.strides.empty();
  if (gap && (isByCurve || !gap->isFilled))
    camping.gapStride = gap->bytes;
  if (camping.model != CampingModel::None) {
    judgeByWindow(access, camping);
  } else if (isByCurve) {
    camping.model = CampingModel::MeasuredCurve;
    if (gap)
      judgeByCurve(*gap, camping);
    else
      camping.reason = "no stride that is a power of two and leaves gaps";
  } else {
    camping.reason = fmt::format("neither a slice hash nor a stride curve of {} is known", target.name);
  }
  return camping;
}

// ---------------------------------------------------------------------------------------------------------------------
// Remedies

std::optional<SliceLoad> LaunchCamping::attempt(const AccessReport &access, const Construction &change,
                                                const std::function<bool(const AccessReport &)> &changes) {
  const std::optional<SliceLoad> load = loadOf(access.site, blocks->most, change);
  if (!load || load->maxOverAverage > load->random + load->randomDeviation)
    return std::nullopt;
  std::size_t tried = 0;
  for (const AccessReport &other : launch.accesses) {
    if (&other == &access || !isGlobal(other.site) || !other.camping.load || other.camping.load->isUneven() ||
        !changes(other))
      continue;
    const std::optional<SliceLoad> then = loadOf(other.site, blocks->most, change);
    if (++tried > kMostOthers || !then || then->isUneven())
      return std::nullopt;
  }
  return load;
}

std::vector<CampingRemedy> LaunchCamping::remediesFor(const AccessReport &access) {
  std::vector<CampingRemedy> remedies;
  const AccessSite &site = access.site;
  const AccessStrides &strides = access.camping.strides;
  if (!windowObstacle(site).empty())
    return remedies;
  const std::uint64_t line = target.lineBytes;
  const auto toSameArray = [&](const AccessReport &other) { return other.site.accessed == site.accessed; };
  const auto anywhere = [](const AccessReport &) { return true; };

  // An offset for each block: of where its walk begins, or of where its data lies.
  bool isRotated = false;
  for (std::size_t depth = site.loops.size(); depth-- > 0 && !isRotated;) {
    const std::int64_t step = strides.iterations[depth].value_or(0);
    const std::int64_t row = access.camping.gapStride.value_or(0);
    if (step == 0 || std::abs(step) >= std::abs(row))
      continue;
    const unsigned loop = site.loops[depth];
    const auto isInLoop = [&](const AccessReport &other) { return std::ranges::count(other.site.loops, loop) > 0; };
    const auto iterations = static_cast<std::uint64_t>(std::abs(row / step));
    if (const auto load = attempt(access, {.rotatedLoop = loop, .iterations = iterations}, isInLoop)) {
      remedies.push_back({fmt::format("let block b begin its walk at step b % {} and go around", iterations), *load});
      isRotated = true;
    }
  }
  const bool isFlat = (*shape.grid)[1] == 1 && (*shape.grid)[2] == 1; // then it is what a longer row is
  if (!isRotated && !isFlat)
    if (const auto load = attempt(access, {.offsetBytes = line}, toSameArray))
      remedies.push_back({fmt::format("let the data of block b begin b * {} bytes later", line), *load});

  std::vector<std::uint64_t> rows;
  for (const auto &stride : strides.block)
    if (stride && std::abs(*stride) >= static_cast<std::int64_t>(line))
      rows.push_back(static_cast<std::uint64_t>(std::abs(*stride)));
  if (access.camping.gapStride)
    rows.push_back(static_cast<std::uint64_t>(std::abs(*access.camping.gapStride)));
  std::ranges::sort(rows, std::greater<>());
  for (const std::uint64_t row : rows) { // the longest first: it costs least
    const std::uint64_t padded = row / line * line + (row / line % 2 == 0 ? line : 2 * line);
    if (const auto load = attempt(access, {.rowBytes = row, .padBytes = padded - row}, toSameArray)) {
      remedies.push_back(
          {fmt::format("a pitch of {} instead of {} bytes ({} lines, an odd number; {:.2g} % more memory)", padded, row,
                       padded / line, 100.0 * static_cast<double>(padded - row) / static_cast<double>(row)),
           *load});
      break;
    }
  }

  for (const auto &[order, column] :
       {std::pair(Construction::Order::ColumnsFirst, "b / gridDim.y"),
        std::pair(Construction::Order::Diagonal, "(b / gridDim.y + b % gridDim.y) % gridDim.x")})
    if ((*shape.grid)[1] > 1)
      if (const auto load = attempt(access, {.order = order}, anywhere)) {
        remedies.push_back({fmt::format("let block b = blockIdx.x + gridDim.x * blockIdx.y take row b % gridDim.y and "
                                        "column {}",
                                        column),
                            *load});
        break;
      }
  return remedies;
}

void judgeCamping(const KernelReport &kernel, const TargetModel &target, double threshold, LaunchReport &launch) {
  StrideReader strides(kernel, launch);
  LaunchCamping camping(kernel, launch, target, threshold);
  for (AccessReport &access : launch.accesses)
    if (isGlobal(access.site)) {
      access.camping = camping.of(access, strides.of(access));
      // What the closed form said of each part of a launch need not hold from one to the next.
      for (unsigned axis = 0; axis < 3 && strides.isCompared(access); ++axis)
        if (!access.camping.strides.block[axis])
          access.footprint.blockStrideBytes[axis].reset();
    }
}

} // namespace sectorscope
