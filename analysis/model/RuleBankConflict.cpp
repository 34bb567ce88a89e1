// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/FormatNumber.h"
#include "model/Rules.h"
#include "model/SharedLayouts.h"

#include <fmt/format.h>

namespace sectorscope {
namespace {

/// From here on a conflict is worth a note, and a warning. Two ways cost one more pass.
constexpr double kNoticeable = 1.5, kSevere = 4;

std::string layoutText(const SharedLayout &layout, bool hasRows) {
  if (layout.padBytes && hasRows)
    return fmt::format("pad each row of {} bytes by {}", layout.rowBytes, layout.padBytes);
  if (layout.padBytes)
    return fmt::format("leave {} bytes unused after every {}", layout.padBytes, layout.rowBytes);
  return fmt::format("swizzle: xor the column, counted in {} bytes, with the row of {} bytes", layout.unitBytes,
                     layout.rowBytes);
}

} // namespace

std::optional<Judgement> bankConflict(const RuleInput &input) {
  const Footprint &f = input.access.footprint;
  if (input.access.site.space != AddressSpace::Shared || f.certainty == Certainty::Unknown || f.hangsOnData)
    return std::nullopt;
  Judgement judgement = counted(f);
  if (judgement.ideal <= 0 || judgement.count < kNoticeable * judgement.ideal)
    return std::nullopt;
  judgement.severity = judgement.count < kSevere * judgement.ideal ? Severity::Note : Severity::Warning;
  const bool isAtomic = input.access.site.atomic != AtomicForm::None;
  judgement.evidence =
      fmt::format("address {}: {}", input.access.address,
                  isAtomic ? "lanes of an atomic on one bank take turns" : "lanes use different words of one bank");
  if (const auto &better = input.layouts.betterFor(input.access); better && better->of.contains(input.access.id))
    judgement.advice = fmt::format("{}: then {} here, and {} instead of {} in the {} access{} to the array together",
                                   layoutText(better->layout, !input.access.site.pitches.empty()),
                                   formatCount(better->of.at(input.access.id)), formatCount(better->after),
                                   formatCount(better->before), better->of.size(), better->of.size() == 1 ? "" : "es");
  else if (isAtomic)
    judgement.advice = "let the lanes of a warp use different words, or combine within the warp first";
  else
    judgement.advice = "let neighbouring lanes use neighbouring words, or pad the rows by one word";
  return judgement;
}

} // namespace sectorscope
