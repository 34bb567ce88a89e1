// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Statistics.h"

#include "model/FormatNumber.h"
#include "report/Table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace sectorscope {

namespace {

constexpr std::size_t leadingReasons = 10; ///< of each kind that are printed

/// The reason without what differs between like ones: where a value was loaded, and which parameter it is. Both are
/// known from the kernel's graph; the names of parameters stand only where the evaluation puts them.
std::string common(std::string reason, const ExprGraph &graph) {
  for (const OpaqueLeaf &leaf : graph.opaques) {
    const std::string at = fmt::format(" at {}:{}", leaf.place.file, leaf.place.line);
    for (std::size_t found = reason.find(at); found != std::string::npos; found = reason.find(at)) {
      const std::size_t end = found + at.size();
      if (end < reason.size() && reason[end] >= '0' && reason[end] <= '9')
        break; // line 3 of line 31
      reason.erase(found, at.size());
    }
  }
  for (const ParamLeaf &param : graph.params)
    for (const auto &[before, after] :
         {std::pair<std::string_view, std::string_view>{"hangs on ", ""}, {"", " unknown"}}) {
      const std::string named = fmt::format("{}{}{}", before, param.name, after);
      const bool isWord = before.empty() ? reason == named || reason.ends_with(": " + named) : reason.ends_with(named);
      if (isWord) {
        reason.erase(reason.size() - named.size());
        return fmt::format("{}{}a parameter{}", reason, before, after);
      }
    }
  return reason;
}

void count(std::vector<ReasonGroup> &groups, const ReasonGroup &one) {
  const auto same = std::find_if(groups.begin(), groups.end(), [&](const ReasonGroup &group) {
    return group.doubt == one.doubt && group.reason == one.reason;
  });
  if (same == groups.end())
    groups.push_back(one);
  else
    same->count += one.count;
}

std::array<std::size_t, 4> partsOf(const Coverage &c) { return {c.exact, c.bounded, c.unknown, c.notAnalysed}; }

std::size_t sumOf(const Coverage &c) { return c.exact + c.bounded + c.unknown + c.notAnalysed; }

std::string percent(double share) { return formatCount(100 * share, 1) + " %"; }

double shareOf(std::size_t part, std::size_t all) {
  return all ? static_cast<double>(part) / static_cast<double>(all) : 0.0;
}

void printGroups(const char *title, const std::vector<ReasonGroup> &groups, std::size_t all, const TextOptions &options,
                 std::ostream &out) {
  if (groups.empty())
    return;
  std::size_t sum = 0, rest = 0;
  for (const ReasonGroup &group : groups)
    sum += group.count;
  out << '\n' << colored(fmt::format("{} ({})", title, sum), Color::Bold, options.color) << '\n';
  const bool hasDoubt = groups.front().doubt != Doubt::None;
  Table table(hasDoubt ? std::vector<std::string>{"count", "share", "open", "reason"}
                       : std::vector<std::string>{"count", "share", "what"});
  for (std::size_t n = 0; n < groups.size(); ++n) {
    const ReasonGroup &group = groups[n];
    if (n >= leadingReasons) {
      rest += group.count;
      continue;
    }
    std::vector<TableCell> cells{{fmt::format("{}", group.count)}, {percent(shareOf(group.count, all))}};
    if (hasDoubt)
      cells.push_back({toString(group.doubt)});
    cells.push_back({group.reason});
    table.row(std::move(cells));
    const std::string place = "such as " + formatPlace(group.example);
    table.note(group.exampleReason == group.reason ? place : fmt::format("{}: {}", place, group.exampleReason));
  }
  table.print(out, 2, std::max(60U, options.width), options.color);
  if (rest)
    out << fmt::format("  and {} more for {} other reasons\n", rest, groups.size() - leadingReasons);
}

} // namespace

Statistics statisticsOf(const Report &report) {
  Statistics result;
  result.accesses = coverageOf(report);
  for (const KernelReport &kernel : report.kernels) {
    Coverage own{.notAnalysed = kernel.notAnalysed.size()};
    for (const NotAnalysed &item : kernel.notAnalysed)
      count(result.notAnalysed, {Doubt::None, item.what, 1, item.place, item.what});
    for (const LaunchReport &launch : kernel.launches)
      for (const AccessReport &access : launch.accesses) {
        const Footprint &footprint = access.footprint;
        if (footprint.certainty == Certainty::Exact) {
          ++own.exact;
          continue;
        }
        const bool isBounded = footprint.certainty == Certainty::Bounded;
        ++(isBounded ? own.bounded : own.unknown);
        count(isBounded ? result.bounded : result.unknown,
              {footprint.doubt, common(footprint.reason, kernel.graph), 1, access.site.place, footprint.reason});
      }
    if (sumOf(own) == 0)
      continue;
    ++result.kernels;
    for (std::size_t n = 0; n < result.meanOverKernels.size(); ++n)
      result.meanOverKernels[n] += shareOf(partsOf(own)[n], sumOf(own));
  }
  for (double &share : result.meanOverKernels)
    share /= static_cast<double>(std::max<std::size_t>(1, result.kernels));
  for (std::vector<ReasonGroup> *groups : {&result.bounded, &result.unknown, &result.notAnalysed})
    std::stable_sort(groups->begin(), groups->end(),
                     [](const ReasonGroup &a, const ReasonGroup &b) { return a.count > b.count; });
  return result;
}

void printStatistics(const Report &report, const TextOptions &options, std::ostream &out) {
  const Statistics statistics = statisticsOf(report);
  const std::array<std::size_t, 4> parts = partsOf(statistics.accesses);
  const std::size_t all = sumOf(statistics.accesses);
  out << colored(fmt::format("Sectorscope: how sure, over {} accesses in {} kernels", all, statistics.kernels),
                 Color::Bold, options.color)
      << fmt::format(" (target {})\n", report.arch);
  constexpr const char *row = "  {:<18}{:>9}{:>10}{:>10}{:>14}\n";
  out << fmt::format(row, "", "exact", "bounded", "unknown", "not analysed");
  out << fmt::format(row, "accesses", parts[0], parts[1], parts[2], parts[3]);
  out << fmt::format(row, "share", percent(shareOf(parts[0], all)), percent(shareOf(parts[1], all)),
                     percent(shareOf(parts[2], all)), percent(shareOf(parts[3], all)));
  const std::array<double, 4> &mean = statistics.meanOverKernels;
  out << fmt::format(row, "mean over kernels", percent(mean[0]), percent(mean[1]), percent(mean[2]), percent(mean[3]));
  printGroups("Bounded", statistics.bounded, all, options, out);
  printGroups("Unknown", statistics.unknown, all, options, out);
  printGroups("Not analysed", statistics.notAnalysed, all, options, out);
  for (const std::string &note : report.notes)
    out << "note: " << note << '\n';
}

} // namespace sectorscope
