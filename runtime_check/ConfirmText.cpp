// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Prints confirmations for a terminal.

#include "Confirm.h"
#include "Diagnosis.h"
#include "SliceBalance.h"
#include "TrafficReplay.h"
#include "TwinText.h"

#include "model/FormatNumber.h"
#include "report/Table.h"
#include "sectorscope/TargetModel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <tuple>

namespace sectorscope::check {

namespace {

constexpr unsigned width = 160, indent = 2;

/// Verdicts as a person reads them. What stands on another line of the machine code, and is right there, is no change.
std::string verdictText(Verdict verdict, bool isElsewhere) {
  if (isElsewhere)
    return "agrees in sum, on another line";
  switch (verdict) {
  case Verdict::Right:
    return "agrees";
  case Verdict::Bounded:
    return "within its bounds";
  case Verdict::Wrong:
    return "prediction wrong";
  case Verdict::CompilerChanged:
    return "compiler changed it";
  default:
    return toString(verdict);
  }
}

/// Of what stands elsewhere, the report's side is shown, and the machine code's is not a second row.
bool isOtherSide(const Comparison &c) { return c.foundElsewhere && c.verdict == Verdict::NotPredicted; }

/// "4 x 2048", requests behind the sign where they are known; "3 to 5".
std::string predictedText(const Comparison &c) {
  const std::string unit = " " + c.unit;
  std::string text = c.predicted.substr(0, c.predicted.find(unit));
  if (text.empty())
    return "-";
  return c.predictedRequests ? fmt::format("{} x {:.6g}", text, *c.predictedRequests) : text;
}

std::string measuredText(const Comparison &c) {
  if (!c.measuredMean || !c.measuredRequests)
    return c.measured.empty() ? "-" : c.measured;
  return fmt::format("{:.6g} x {:.6g}", *c.measuredMean, *c.measuredRequests);
}

std::string differenceText(const Comparison &c) {
  if (!c.predictedMean || !c.measuredMean)
    return "-";
  const double predicted = *c.predictedMean * c.predictedRequests.value_or(c.measuredRequests.value_or(1));
  const double measured = *c.measuredMean * c.measuredRequests.value_or(1);
  if (predicted == measured)
    return "0";
  return measured == 0 ? "-" : fmt::format("{:+.3g} %", (predicted - measured) / measured * 100);
}

/// Rows of one kernel that differ in nothing that is printed.
struct Row {
  const Comparison *first;
  std::size_t launches;
};

std::vector<Row> rowsOf(const std::vector<const Comparison *> &comparisons) {
  std::vector<Row> rows;
  std::map<std::tuple<Place, std::string, std::string, std::string, std::string, Verdict, bool, std::string>,
           std::size_t>
      known;
  for (const Comparison *c : comparisons) {
    const auto [it, isNew] = known.try_emplace(
        {c->place, c->space, c->kind, c->predicted, c->measured, c->verdict, c->foundElsewhere, c->evidence},
        rows.size());
    if (isNew)
      rows.push_back({c, 0});
    ++rows[it->second].launches;
  }
  std::ranges::stable_sort(rows, [](const Row &a, const Row &b) { return a.first->place < b.first->place; });
  return rows;
}

void printPlaces(const std::vector<const Comparison *> &comparisons, bool all, std::ostream &out) {
  Table table({"place", "access", "unit", "predicted", "measured", "difference", "launches", "verdict"});
  bool isEmpty = true;
  for (const auto &[c, launches] : rowsOf(comparisons)) {
    if ((c->verdict == Verdict::Right && !all) || isOtherSide(*c))
      continue;
    isEmpty = false;
    const Color color = c->verdict == Verdict::Wrong ? Color::Red : Color::None;
    const auto orDash = [](const std::string &text) { return text.empty() ? "-" : text; };
    table.row({{c->place.line ? fmt::format("{}:{}", c->place.file, c->place.line) : "-"},
               {orDash(c->space + (c->space.empty() ? "" : " ") + c->kind)},
               {orDash(c->unit)},
               {predictedText(*c)},
               {measuredText(*c)},
               {differenceText(*c)},
               {fmt::format("{}", launches)},
               {verdictText(c->verdict, c->foundElsewhere) + (c->evidence.empty() ? "" : ": " + c->evidence), color}});
  }
  if (!isEmpty)
    table.print(out, indent, width, false);
}

/// ", DRAM reads as predicted"; within what every launch reads besides, that is as predicted. Empty where nothing was.
std::string dramText(const PredictedTotals *predicted, const MovedSectors &moved) {
  if (!predicted || !predicted->dramRead)
    return "";
  const double beyond = moved.dramRead - *predicted->dramRead;
  if (beyond >= 0 && beyond <= backgroundSectors)
    return ", DRAM reads as predicted";
  return fmt::format(", DRAM reads {:.0f} sectors, {:.0f} predicted", moved.dramRead, *predicted->dramRead);
}

/// One line a launch, and one for its padded twin; those that say the same are one.
/// \param slices of L2; 0 if they are not known.
void printWhole(const Confirmation &confirmation, const KernelRecord &kernel, unsigned slices, std::ostream &out) {
  std::vector<std::pair<std::string, std::size_t>> lines;
  const auto add = [&](const std::string &text) {
    const auto same = std::ranges::find(lines, text, &std::pair<std::string, std::size_t>::first);
    if (same == lines.end())
      lines.emplace_back(text, 1);
    else
      ++same->second;
  };
  for (const Launch &launch : kernel.launches) {
    const PredictedLaunch *whole = predictedFor(confirmation.report, kernel, launch);
    const PredictedTotals *predicted = whole ? &whole->totals : nullptr;
    const std::string shape = fmt::format("<<<{}, {}>>> ", formatDim3(launch.grid), formatDim3(launch.block));
    if (const auto moved = movedSectors(launch, predicted))
      add(shape + toText(*moved) + dramText(predicted, *moved) + toText(sliceBalance(launch, predicted, slices)));
    if (launch.twin)
      add(shape + toText(*launch.twin, whole));
  }
  for (const auto &[text, times] : lines)
    out << fmt::format("{:{}}{}{}\n", "", indent, text, times > 1 ? fmt::format(" ({} launches)", times) : "");
}

void printCounts(const std::vector<Comparison> &comparisons, std::ostream &out) {
  std::array<std::size_t, verdictCount> counts{};
  std::size_t elsewhere = 0;
  for (const Comparison &c : comparisons)
    if (!c.foundElsewhere)
      ++counts[static_cast<std::size_t>(c.verdict)];
    else if (!isOtherSide(c))
      ++elsewhere;
  for (std::size_t i = 0; i != verdictCount; ++i) {
    out << fmt::format("{:6} {}\n", counts[i], verdictText(static_cast<Verdict>(i), false));
    if (static_cast<Verdict>(i) == Verdict::Right)
      out << fmt::format("{:6} {}\n", elsewhere, verdictText(Verdict::Right, true));
  }
}

} // namespace

std::string toText(const Confirmation &confirmation, bool all) {
  std::ostringstream out;
  const Record &record = confirmation.record;
  out << fmt::format("{} on {}, {}, driver {}; {}\n", record.program, record.part, record.profiler, record.driver,
                     record.caches);
  const std::optional<TargetModel> part = builtinTarget(record.arch);
  const unsigned slices = part && part->name == record.part ? part->l2Slices.value_or(0) : 0;
  std::size_t next = 0;
  const std::vector<Comparison> &comparisons = confirmation.result.comparisons;
  for (const KernelRecord &kernel : record.kernels) {
    std::vector<const Comparison *> own;
    while (next != comparisons.size() && comparisons[next].kernel == kernel.name)
      own.push_back(&comparisons[next++]);
    const auto right = std::ranges::count_if(
        own, [](const Comparison *c) { return c->verdict == Verdict::Right || c->foundElsewhere; });
    out << fmt::format("\n{}: {}, {} of {} places agree exactly\n", kernel.name,
                       kernel.launches.size() == 1 ? "1 launch" : fmt::format("{} launches", kernel.launches.size()),
                       right, own.size());
    printPlaces(own, all, out);
    printWhole(confirmation, kernel, slices, out);
  }
  out << '\n';
  printCounts(comparisons, out);
  for (const std::string &note : confirmation.notes)
    out << "note: " << note << '\n';
  return out.str();
}

} // namespace sectorscope::check
