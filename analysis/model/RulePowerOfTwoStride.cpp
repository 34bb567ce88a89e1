// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/FormatNumber.h"
#include "model/LaunchCamping.h"
#include "model/Rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdlib>

namespace sectorscope {
namespace {

/// Of a stride that is a power of two, on a part of which nothing is known: below, no part was ever seen to mind.
constexpr std::int64_t kWorthANote = 4096;

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

/// "8 to 14 %", or "8 %".
std::string percent(const MeasuredLoss &loss) {
  const double least = std::round(100 * loss.least) + 0.0, most = std::round(100 * loss.most) + 0.0; // never -0
  return least == most ? fmt::format("{} %", least) : fmt::format("{} to {} %", least, most);
}

std::string loadText(const SliceLoad &load) {
  return fmt::format("{:.2f} times the average, lines at random {:.2f}", load.maxOverAverage, load.random);
}

/// "neighbouring blocks are 4096 (x) and 132096 (y) bytes apart".
std::string stridesText(const AccessStrides &strides) {
  std::vector<std::string> parts;
  for (unsigned axis = 0; axis < 3; ++axis)
    if (const auto &stride = strides.block[axis]; stride && *stride != 0)
      parts.push_back(fmt::format("{} ({})", *stride, "xyz"[axis]));
  return parts.empty() ? "all blocks use the same addresses"
                       : fmt::format("neighbouring blocks are {} bytes apart", fmt::join(parts, " and "));
}

std::string blocksText(const Camping &camping) {
  if (!camping.blocks)
    return "";
  const auto &[fewest, most] = *camping.blocks;
  return fewest == most ? fmt::format("{} blocks", most) : fmt::format("{} to {} blocks", fewest, most);
}

Judgement judgeByWindow(const RuleInput &input) {
  const Camping &camping = input.access.camping;
  const SliceLoad &load = *camping.load;
  Judgement judgement;
  judgement.count = load.maxOverAverage;
  judgement.ideal = load.random;
  const bool isHash = camping.model == CampingModel::XorMasks;
  const bool isGrouped = isHash && input.target.sliceHash->slicesPerGroup > 1;
  judgement.what = fmt::format("blocks that run at a time meet on few {}: the busiest of {} gets {} +- {:.2f}; by this "
                               "model at least {} of the bandwidth is lost",
                               isGrouped ? "groups of L2 slices"
                               : isHash  ? "L2 slices"
                                         : "memory partitions",
                               load.slices, loadText(load), load.randomDeviation, percent(*camping.loss));
  judgement.evidence = fmt::format("address {}: {}; {} in flight ask for {} lines at "
                                   "a time{}",
                                   input.access.address, stridesText(camping.strides), blocksText(camping), load.lines,
                                   camping.reason.empty() ? "" : ", " + camping.reason);
  LaunchCamping model(input.kernel, input.launch, input.target, 0);
  std::vector<std::string> remedies;
  for (const CampingRemedy &remedy : model.remediesFor(input.access))
    remedies.push_back(fmt::format("{}: then {}", remedy.text, loadText(remedy.load)));
  judgement.advice = remedies.empty()
                         ? "neither an offset for each block nor an odd row pitch nor another order of the "
                           "blocks would spread the lines"
                         : fmt::format("{}", fmt::join(remedies, "; or "));
  return judgement;
}

Judgement judgeByCurve(const RuleInput &input) {
  const Camping &camping = input.access.camping;
  const std::int64_t pitch = std::abs(*camping.gapStride);
  const std::int64_t line = input.target.lineBytes;
  Judgement judgement;
  judgement.count = 1 / (1 - camping.loss.value_or(0));
  judgement.ideal = 1;
  std::string inL2;
  if (camping.measuredInL2)
    inL2 = (camping.measured ? ", " + percent(*camping.measuredInL2) : "") + " where the data lay in L2";
  judgement.what = fmt::format(
      "a pitch of {} bytes, walked like this ({}), lost {} of the bandwidth against padded ones on {}{}", pitch,
      camping.pattern, percent(camping.measured ? *camping.measured : *camping.measuredInL2), input.target.name, inL2);
  judgement.evidence = fmt::format("address {}: {}, {} in flight; {}", input.access.address,
                                   stridesText(camping.strides), blocksText(camping), camping.reason);
  judgement.advice =
      fmt::format("a pitch of {} bytes ({} lines, an odd number; {:.2g} % more memory) is one of those that it was "
                  "measured against",
                  pitch + line, pitch / line + 1, 100.0 * static_cast<double>(line) / static_cast<double>(pitch));
  return judgement;
}

Judgement judgeByStride(const RuleInput &input) {
  const Camping &camping = input.access.camping;
  const std::int64_t pitch = std::abs(*camping.gapStride);
  Judgement judgement;
  judgement.count = judgement.ideal = 1;
  judgement.what = fmt::format("a stride of {} bytes is a power of two; whether it costs anything is not known: {}",
                               pitch, camping.reason);
  judgement.evidence = fmt::format("address {}: {}", input.access.address, stridesText(camping.strides));
  judgement.advice = fmt::format("measure it beside a pitch of {} bytes; sectorscope-check profile does so for a part",
                                 pitch + input.target.lineBytes);
  return judgement;
}

} // namespace

std::optional<Judgement> powerOfTwoStride(const RuleInput &input) {
  const Camping &camping = input.access.camping;
  if (!isGlobal(input.access.site))
    return std::nullopt;
  const bool isJudged = camping.verdict == CampingVerdict::Camps || camping.verdict == CampingVerdict::Mild;
  const bool isOpen = camping.verdict == CampingVerdict::NotJudged && camping.model == CampingModel::None &&
                      std::abs(camping.gapStride.value_or(0)) >= kWorthANote;
  if (!isJudged && !isOpen)
    return std::nullopt;
  Judgement judgement = !isJudged ? judgeByStride(input) : camping.load ? judgeByWindow(input) : judgeByCurve(input);
  judgement.measure = Measure::Wavefronts; // what is lost is time, not sectors
  judgement.severity = camping.verdict == CampingVerdict::Camps ? Severity::Warning : Severity::Note;
  return judgement;
}

} // namespace sectorscope
