// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Diff.h"

#include "model/FormatNumber.h"
#include "report/JsonPlaces.h"
#include "report/WriteJson.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sectorscope {

using nlohmann::ordered_json;

namespace {

constexpr std::array verdicts = {AccessVerdict::Worse, AccessVerdict::Better, AccessVerdict::LessSure,
                                 AccessVerdict::Surer, AccessVerdict::New,    AccessVerdict::Gone};

/// "12", "1..32" or "?".
std::string countText(const AccessSummary &access) {
  if (access.certainty == Certainty::Unknown)
    return "?";
  if (std::isnan(access.count.mean) || access.certainty == Certainty::Bounded)
    return fmt::format("{}..{}", formatCount(access.count.min), formatCount(access.count.max));
  return formatCount(access.count.mean);
}

const AccessSummary &shownOf(const AccessChange &change) {
  const std::optional<AccessSummary> &shown = change.after ? change.after : change.before;
  return shown.value(); // one of the two is there
}

std::string accessText(const AccessSummary &access) {
  return fmt::format("{}{} of {} byte{} per lane", access.kind,
                     access.space == "global" ? "" : " (" + access.space + ")", access.bytesPerLane,
                     access.bytesPerLane == 1 ? "" : "s");
}

/// "12 sectors per request, 4 before (ideal 4)".
std::string countsText(const AccessChange &change) {
  const AccessSummary &shown = shownOf(change);
  const std::string per = fmt::format("{} per request", toString(shown.measure));
  const std::string ideal =
      shown.certainty == Certainty::Unknown ? "" : fmt::format(" (ideal {})", formatCount(shown.ideal));
  if (!change.before || !change.after)
    return fmt::format("{} {}{}", countText(shown), per, ideal);
  const auto sure = [&](const AccessSummary &access) {
    return change.before->certainty == change.after->certainty ? "" : fmt::format(" {}", toString(access.certainty));
  };
  return fmt::format("{}{} {}, {}{} before{}", countText(*change.after), sure(*change.after), per,
                     countText(*change.before), sure(*change.before), ideal);
}

std::string kernelsText(const std::vector<std::string> &kernels) {
  return kernels.size() == 1 ? kernels.front() : fmt::format("{} and {} more", kernels.front(), kernels.size() - 1);
}

std::string summaryText(const ReportComparison &comparison) {
  std::string text;
  for (const AccessVerdict verdict : verdicts) {
    const auto count = std::ranges::count(comparison.accesses, verdict, &AccessChange::verdict);
    if (count || verdict == AccessVerdict::Worse || verdict == AccessVerdict::Better)
      text += fmt::format("{} {}, ", count, toString(verdict));
  }
  return fmt::format("{}{} unchanged; {} new finding{}, {} gone", text, comparison.unchanged,
                     comparison.newFindings.size(), comparison.newFindings.size() == 1 ? "" : "s",
                     comparison.goneFindings.size());
}

/// "262,144 -> 131,072 sectors (-50 %)"; empty where one is not known.
std::string sectorsText(const LaunchChange &change, const char *arrow) {
  if (!change.sectorsBefore || !change.sectorsAfter)
    return "";
  const double before = *change.sectorsBefore, after = *change.sectorsAfter;
  std::string text = fmt::format("{} {} {} sectors", formatCount(before), arrow, formatCount(after));
  if (before > 0)
    text += fmt::format(" ({}{} %)", after >= before ? "+" : "", formatCount(100 * (after - before) / before, 1));
  return text;
}

/// In backticks, within a table.
std::string code(const std::string &text) {
  std::string out = "`";
  for (const char c : text)
    out += c == '|' ? "\\|" : c == '`' ? "'" : std::string(1, c);
  return out + "`";
}

/// Rows as long as there is room for them.
class Markdown {
public:
  explicit Markdown(std::ostream &out) : out(out) {}
  void line(const std::string &text) {
    out << text << '\n';
    used += text.size() + 1;
  }
  bool item(const std::string &text) {
    constexpr std::size_t room = 60'000; // of 65,536 characters
    if (used + text.size() > room) {
      ++leftOut;
      return false;
    }
    line(text);
    return true;
  }
  std::size_t leftOut = 0;

private:
  std::ostream &out;
  std::size_t used = 0;
};

void accessTable(Markdown &markdown, const ReportComparison &comparison, AccessVerdict verdict) {
  bool isFirst = true;
  for (const AccessChange &change : comparison.accesses) {
    if (change.verdict != verdict)
      continue;
    if (isFirst) {
      std::string title = toString(verdict);
      title[0] = static_cast<char>(title[0] - 'a' + 'A');
      markdown.line(fmt::format("\n**{}**\n\n| where | access | per request | kernel |\n|---|---|---|---|", title));
    }
    isFirst = false;
    const AccessSummary &shown = shownOf(change);
    markdown.item(fmt::format("| {} | {} | {} | {} |", code(formatPlace({shown.place.file, shown.place.line, 0})),
                              accessText(shown), countsText(change), code(kernelsText(change.kernels))));
  }
}

ordered_json accessJson(const std::optional<AccessSummary> &access) {
  if (!access)
    return nullptr;
  const bool known = access->certainty != Certainty::Unknown;
  ordered_json out;
  addPlace(out, access->place);
  out["kind"] = access->kind;
  out["space"] = access->space;
  out["bytes_per_lane"] = access->bytesPerLane;
  out["status"] = toString(access->certainty);
  out["measure"] = toString(access->measure);
  out["per_request"] = spreadJson(access->count, known);
  out["ideal_per_request"] = known ? ordered_json(rounded(access->ideal)) : ordered_json();
  return out;
}

ordered_json findingsJson(const std::vector<Finding> &findings) {
  ordered_json out = ordered_json::array();
  for (const Finding &finding : findings) {
    ordered_json item;
    item["rule"] = finding.rule;
    item["severity"] = toString(finding.severity);
    addPlace(item, finding.place);
    item["kernel"] = finding.kernel;
    item["message"] = finding.message;
    item["fingerprint"] = finding.fingerprint;
    out.push_back(std::move(item));
  }
  return out;
}

ordered_json numberJson(const std::optional<double> &number) {
  return number ? wholeOrRounded(*number) : ordered_json();
}

} // namespace

void printDiffText(const ReportComparison &comparison, std::ostream &out) {
  out << "Accesses: " << summaryText(comparison) << '\n';
  for (const AccessChange &change : comparison.accesses) {
    const AccessSummary &shown = shownOf(change);
    out << fmt::format("{:<10}{}: {}: {}; {}\n", toString(change.verdict), formatPlace(shown.place), accessText(shown),
                       countsText(change), kernelsText(change.kernels));
  }
  for (const std::string &kernel : comparison.newKernels)
    out << "new       kernel " << kernel << '\n';
  for (const std::string &kernel : comparison.goneKernels)
    out << "gone      kernel " << kernel << '\n';
  for (const LaunchChange &change : comparison.launches) {
    out << fmt::format("launch    {}: {}", change.kernel, change.shapeAfter);
    if (change.shapeBefore != change.shapeAfter)
      out << ", before " << change.shapeBefore;
    if (const std::string sectors = sectorsText(change, "->"); !sectors.empty())
      out << ": " << sectors;
    out << '\n';
  }
  for (const Finding &finding : comparison.newFindings)
    out << fmt::format("finding   new: {}: {}: {} [{}]\n", formatPlace(finding.place), toString(finding.severity),
                       finding.message, finding.rule);
  for (const Finding &finding : comparison.goneFindings)
    out << fmt::format("finding   gone: {}: {}: {} [{}]\n", formatPlace(finding.place), toString(finding.severity),
                       finding.message, finding.rule);
}

void printDiffMarkdown(const ReportComparison &comparison, std::ostream &out) {
  Markdown markdown(out);
  markdown.line("### Memory accesses of CUDA kernels\n");
  markdown.line(summaryText(comparison) + ".");
  for (const AccessVerdict verdict : verdicts)
    accessTable(markdown, comparison, verdict);
  if (!comparison.launches.empty())
    markdown.line("\n**Launches**\n\n| kernel | launch | sectors moved |\n|---|---|---|");
  for (const LaunchChange &change : comparison.launches) {
    const std::string shape = change.shapeBefore == change.shapeAfter
                                  ? change.shapeAfter
                                  : fmt::format("{} (before {})", change.shapeAfter, change.shapeBefore);
    markdown.item(fmt::format("| {} | {} | {} |", code(change.kernel), shape, sectorsText(change, "→")));
  }
  const auto list = [&](const char *title, const auto &items, auto textOf) {
    if (!items.empty())
      markdown.line(fmt::format("\n**{}**\n", title));
    for (const auto &item : items)
      markdown.item("- " + textOf(item));
  };
  const auto findingText = [](const Finding &finding) {
    return fmt::format("{} {} ({}): {}", code(formatPlace({finding.place.file, finding.place.line, 0})),
                       code(finding.rule), toString(finding.severity), finding.message);
  };
  list("New kernels", comparison.newKernels, code);
  list("Kernels gone", comparison.goneKernels, code);
  list("New findings", comparison.newFindings, findingText);
  list("Findings gone", comparison.goneFindings, findingText);
  if (markdown.leftOut)
    markdown.line(fmt::format("\n{} more lines are left out.", markdown.leftOut));
}

void printDiffJson(const ReportComparison &comparison, std::ostream &out) {
  ordered_json document;
  document["schema"] = "sectorscope-diff/1";
  document["accesses"] = ordered_json::array();
  for (const AccessChange &change : comparison.accesses)
    document["accesses"].push_back({{"verdict", toString(change.verdict)},
                                    {"kernels", change.kernels},
                                    {"before", accessJson(change.before)},
                                    {"after", accessJson(change.after)}});
  document["unchanged"] = comparison.unchanged;
  document["new_kernels"] = comparison.newKernels;
  document["gone_kernels"] = comparison.goneKernels;
  document["launches"] = ordered_json::array();
  for (const LaunchChange &change : comparison.launches)
    document["launches"].push_back({{"kernel", change.kernel},
                                    {"shape_before", change.shapeBefore},
                                    {"shape_after", change.shapeAfter},
                                    {"sectors_before", numberJson(change.sectorsBefore)},
                                    {"sectors_after", numberJson(change.sectorsAfter)}});
  document["new_findings"] = findingsJson(comparison.newFindings);
  document["gone_findings"] = findingsJson(comparison.goneFindings);
  writeJson(document, out);
}

} // namespace sectorscope
