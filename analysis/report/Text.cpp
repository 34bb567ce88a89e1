// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Text.h"

#include "model/FormatNumber.h"
#include "model/Rules.h"
#include "report/AccessText.h"
#include "report/RecordTables.h"
#include "report/Table.h"
#include "report/TotalsLines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

namespace sectorscope {

namespace {

/// From here on a row is coloured: a start off a sector boundary, then real waste.
constexpr double noticeableRatio = 1.1, wastefulRatio = 1.5;

class TextPrinter {
public:
  TextPrinter(const Report &report, const TextOptions &options, std::ostream &out)
      : report(report), options(options), color(options.color), width(std::max(60u, options.width)), out(out) {}

  void print() {
    head();
    for (const KernelReport &kernel : report.kernels)
      for (const LaunchReport &launch : kernel.launches)
        launchBlock(kernel, launch);
    if (options.records)
      printRecords(report.records, options, out);
    findings();
    silenced();
    notAnalysed();
    summary();
  }
  void findings();

private:
  void head();
  void launchBlock(const KernelReport &kernel, const LaunchReport &launch);
  void accessRow(const KernelReport &kernel, const AccessReport &access, std::size_t copies, Table &table);
  void silenced();
  void notAnalysed();
  void summary();

  void heading(const std::string &title) { out << '\n' << colored(title, Color::Bold, color) << '\n'; }
  void paragraph(const std::string &label, const std::string &text, Color labelColor = Color::Dim) {
    const unsigned at = 4 + 10;
    const std::vector<std::string> lines = wrapped(text, width - at);
    for (std::size_t n = 0; n < lines.size(); ++n)
      out << "    " << (n ? std::string(10, ' ') : colored(fmt::format("{:<10}", label), labelColor, color)) << lines[n]
          << '\n';
  }

  const Report &report;
  const TextOptions &options;
  bool color;
  unsigned width;
  std::ostream &out;
};

/// Sectors over ideal; for a bounded access the range that is certain.
std::string trafficText(const Footprint &footprint) {
  const Spread &count = footprint.count(), &ideal = footprint.idealCount();
  if (isNeverExecuted(footprint))
    return "-";
  if (footprint.certainty == Certainty::Unknown || ideal.max <= 0)
    return "?";
  if (footprint.certainty == Certainty::Exact)
    return formatRatio(ideal.mean > 0 ? count.mean / ideal.mean : 1);
  if (hasUsualCount(footprint) && count.mean == count.max && ideal.mean > 0)
    return (count.min == count.max ? "" : "<=") + formatRatio(count.mean / ideal.mean);
  const double low = std::max(1.0, count.min / ideal.max);
  const double high = ideal.min > 0 ? std::max(low, count.max / ideal.min) : count.max;
  const std::string lowText = formatRatio(low);
  return low == high ? lowText : fmt::format("{}..{}", lowText.substr(0, lowText.size() - 1), formatRatio(high));
}

Color trafficColor(const Footprint &footprint) {
  if ((footprint.certainty != Certainty::Exact && !hasUsualCount(footprint)) || footprint.idealCount().mean <= 0)
    return Color::None;
  const double ratio = footprint.count().mean / footprint.idealCount().mean;
  return ratio >= wastefulRatio ? Color::Red : ratio >= noticeableRatio ? Color::Yellow : Color::None;
}

Color certaintyColor(Certainty certainty) {
  return certainty == Certainty::Exact ? Color::None : certainty == Certainty::Bounded ? Color::Yellow : Color::Red;
}

std::string originText(const LaunchShape &shape) {
  switch (shape.origin) {
  case LaunchOrigin::Option:
    return "as given";
  case LaunchOrigin::Observed:
    return shape.times > 1 ? fmt::format("observed {} times", shape.times) : "observed";
  case LaunchOrigin::Attribute:
    return "required by the kernel";
  case LaunchOrigin::HostCode:
    return "launched at " + formatPlace(shape.place);
  case LaunchOrigin::Assumed:
    return "assumed: pass --block to change";
  }
  return "";
}

std::string launchText(const LaunchShape &shape) {
  std::string text =
      fmt::format("block {} ({})", shape.block ? formatDim3(*shape.block) : "of whole warps", originText(shape));
  text += shape.grid ? ", grid " + formatDim3(*shape.grid) : ", grid unknown";
  for (const std::string &passed : passedTexts(shape))
    text += ", " + passed;
  return text;
}

std::string plural(std::size_t count, const char *what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : std::string(what).back() == 's' ? "es" : "s");
}

void TextPrinter::head() {
  std::size_t accesses = 0;
  bool anyInWavefronts = false;
  for (const KernelReport &kernel : report.kernels)
    if (!kernel.launches.empty()) {
      accesses += kernel.launches.front().accesses.size();
      for (const AccessReport &access : kernel.launches.front().accesses)
        anyInWavefronts |= access.footprint.measure == Measure::Wavefronts;
    }
  const std::string head = fmt::format("Sectorscope: {}, {}, {}", plural(report.kernels.size(), "kernel"),
                                       plural(accesses, "access"), plural(report.findings.size(), "finding"));
  out << colored(head, Color::Bold, color) << fmt::format(" (target {}", report.arch)
      << (report.profileName.empty() || report.profileName == report.arch ? "" : ", " + report.profileName) << ")\n";
  std::string legend = "sectors: 32-byte pieces moved per request (one warp instruction), min/mean/max where they "
                       "differ; ideal: the fewest that hold the bytes asked for; traffic: sectors/ideal; lanes: "
                       "active ones.";
  if (anyInWavefronts)
    legend += " Shared memory is counted in wavefronts (w), passes over its banks; constant memory in one per address.";
  for (const std::string &line : wrapped(legend, width))
    out << colored(line, Color::Dim, color) << '\n';
}

/// "exactly 4 sectors if ld is a multiple of 8", or "sectors by stride: 1: 4, 2: 8, 4 to 4096: 16".
std::string hintText(const Hint &hint) {
  std::string text;
  if (!hint.exactIf.empty()) {
    text = fmt::format("exactly {} if ", formatCount(hint.countThen));
    for (std::size_t i = 0; i < hint.exactIf.size(); ++i)
      text += fmt::format("{}{}",
                          i == 0                         ? ""
                          : i + 1 == hint.exactIf.size() ? " and "
                                                         : ", ",
                          hint.exactIf[i].argument);
    return text + fmt::format(" {} of {}", hint.exactIf.size() == 1 ? "is a multiple" : "are multiples",
                              hint.exactIf.front().of);
  }
  text = fmt::format("sectors by {}:", hint.argument);
  for (const Hint::Row &row : hint.table)
    text += fmt::format("{} {}{}: {}", &row == &hint.table.front() ? "" : ",", row.from,
                        row.to == row.from ? "" : fmt::format(" to {}", row.to), formatCount(row.count));
  return text;
}

/// "one instruction for the calls at a.cu:12:3 and a.cu:15:3".
std::string callsText(const std::vector<SourcePlace> &calls) {
  constexpr std::size_t most = 6;
  std::string text = "one instruction, reached by the calls at ";
  for (std::size_t i = 0; i < std::min(most, calls.size()); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == calls.size() ? " and " : ", ", formatPlace(calls[i]));
  return calls.size() > most ? text + fmt::format(" and {} more", calls.size() - most) : text;
}

void TextPrinter::accessRow(const KernelReport &kernel, const AccessReport &access, std::size_t copies, Table &table) {
  const AccessSite &site = access.site;
  const Footprint &footprint = access.footprint;
  // Rows of the kernel's own file need no file name: it stands in the heading.
  const std::string place = rowPlaceText(site.place, kernel);
  std::string kind = kindText(site);
  if (copies > 1)
    kind += fmt::format(" x{}", copies);
  const Color traffic = trafficColor(footprint);
  const bool inWavefronts = footprint.measure == Measure::Wavefronts;
  const std::string unit = inWavefronts && footprint.certainty != Certainty::Unknown ? " w" : "";
  const std::string lanes = isNeverExecuted(footprint) ? "0"
                            : footprint.activeLanes.max > 0
                                ? footprint.certainty == Certainty::Exact && !std::isnan(footprint.activeLanes.mean)
                                      ? formatCount(footprint.activeLanes.mean)
                                      : spreadText(footprint.activeLanes, Certainty::Bounded, hasUsualCount(footprint))
                                : "?";
  table.row({{place},
             {kind},
             {countText(footprint), traffic},
             {(footprint.certainty == Certainty::Exact
                   ? formatCount(footprint.idealCount().mean)
                   : spreadText(footprint.idealCount(), footprint.certainty, hasUsualCount(footprint))) +
              unit},
             {trafficText(footprint), traffic},
             {lanes},
             {toString(footprint.certainty), certaintyColor(footprint.certainty)},
             {access.address}});
  if (isNeverExecuted(footprint))
    table.note("never executed in this launch");
  if (!footprint.reason.empty())
    table.note(fmt::format("{} because: {}", toString(footprint.certainty), footprint.reason));
  if (footprint.hint)
    table.note(hintText(*footprint.hint));
  if (!access.calls.empty())
    table.note(callsText(access.calls));
}

/// Unrolled copies of one access that move the same are one row.
bool isCopyOf(const AccessReport &a, const AccessReport &b) {
  return a.site.place == b.site.place && a.site.kind == b.site.kind && a.site.space == b.site.space &&
         a.site.bypassesL1 == b.site.bypassesL1 && a.site.bytesPerLane == b.site.bytesPerLane &&
         a.footprint.certainty == b.footprint.certainty && a.footprint.reason == b.footprint.reason &&
         a.footprint.count() == b.footprint.count() && a.footprint.idealCount() == b.footprint.idealCount() &&
         a.footprint.activeLanes == b.footprint.activeLanes;
}

/// The short words of `assumes`, said in full.
std::string assumptionText(const std::string &what) {
  constexpr std::string_view noWrap = "no-wrap ", multiple = "multiple ";
  if (what == "whole-periods")
    return "the grid covers whole periods of the pattern";
  if (what == "tail")
    return "all warps full but one at the end (tail)";
  if (what.starts_with(multiple))
    return what.substr(multiple.size()) + " = 0";
  if (what.starts_with(noWrap))
    return what.substr(noWrap.size()) + " does not overflow";
  return what;
}

bool isWordIn(const std::string &word, const std::string &text) {
  const auto isNameCharacter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !isNameCharacter(text[at - 1])) && (end == text.size() || !isNameCharacter(text[end])))
      return true;
  }
  return false;
}

/// Scalar parameters whose values would make bounded numbers exact: those that a reason names.
std::set<std::string> parametersToGive(const Report &report) {
  std::set<std::string> names;
  for (const KernelReport &kernel : report.kernels)
    for (const LaunchReport &launch : kernel.launches)
      for (const AccessReport &access : launch.accesses)
        for (const ParamLeaf &param : kernel.graph.params)
          if (!param.isPointer && access.footprint.certainty != Certainty::Exact &&
              isWordIn(param.name, access.footprint.reason))
            names.insert(param.name);
  return names;
}

void TextPrinter::launchBlock(const KernelReport &kernel, const LaunchReport &launch) {
  out << '\n' << colored(kernel.name, Color::Cyan, color);
  if (kernel.place.line)
    out << "  " << fmt::format("{}:{}", kernel.place.file, kernel.place.line);
  out << '\n';
  for (const std::string &line : wrapped(launchText(launch.shape), width - 2))
    out << "  " << line << '\n';
  if (launch.accesses.empty()) {
    out << (kernel.notAnalysed.empty()
                ? "  no access to global memory\n"
                : fmt::format("  no access that can be told; {} not analysed, see below\n", kernel.notAnalysed.size()));
    return;
  }
  Table table({"line", "access", "sectors", "ideal", "traffic", "lanes", "sure", "address"});
  std::set<std::string> assumes;
  const std::vector<AccessReport> &accesses = launch.accesses;
  for (auto access = accesses.begin(); access != accesses.end(); ++access) {
    const auto isCopy = [&](const AccessReport &other) { return isCopyOf(other, *access); };
    for (const std::string &what : access->footprint.assumes)
      assumes.insert(assumptionText(what));
    if (std::any_of(accesses.begin(), access, isCopy))
      continue;
    // The shortest formula stands for all: that of the loop rather than that of its remainder.
    const AccessReport *shown = &*access;
    std::size_t copies = 0;
    for (auto other = access; other != accesses.end(); ++other)
      if (isCopy(*other)) {
        ++copies;
        if (other->address.size() < shown->address.size())
          shown = &*other;
      }
    accessRow(kernel, *shown, copies, table);
  }
  table.print(out, 2, width, color);
  for (const LabelledLine &line : totalsLines(kernel, launch, report.sectorBytes))
    paragraph(line.label, line.text);
  if (assumes.empty())
    return;
  std::string text = "assumes:";
  for (const std::string &what : assumes)
    text += (text.back() == ':' ? " " : ", ") + what;
  for (const std::string &line : wrapped(text, width - 2))
    out << "  " << colored(line, Color::Dim, color) << '\n';
}

void TextPrinter::findings() {
  if (report.findings.empty()) {
    heading("No findings");
    return;
  }
  const auto known = std::ranges::count(report.findings, BaselineState::Unchanged, &Finding::baseline);
  const bool isCompared = report.findings.front().baseline != BaselineState::None;
  heading(isCompared ? fmt::format("Findings ({}, {} of them new)", report.findings.size(),
                                   static_cast<std::ptrdiff_t>(report.findings.size()) - known)
                     : fmt::format("Findings ({})", report.findings.size()));
  for (std::size_t n = 0; n < report.findings.size(); ++n) {
    const Finding &finding = report.findings[n];
    const Finding *before = n > 0 ? &report.findings[n - 1] : nullptr;
    const Finding *after = n + 1 < report.findings.size() ? &report.findings[n + 1] : nullptr;
    const Color severity = finding.severity == Severity::Warning ? Color::Red : Color::Yellow;
    out << "\n  " << colored(formatPlace(finding.place), Color::Bold, color) << "  "
        << colored(toString(finding.severity), severity, color) << "  [" << finding.rule << "]"
        << (finding.baseline == BaselineState::Unchanged ? "  in the baseline\n" : "\n");
    for (const std::string &line : wrapped(finding.message, width - 4))
      out << "    " << line << '\n';
    // What neighbours have in common is said once: the kernel by the first, the advice by the last.
    if (!before || before->kernel != finding.kernel)
      paragraph("kernel", finding.kernel);
    if (!finding.evidence.empty())
      paragraph("evidence", finding.evidence);
    if (!finding.advice.empty() && !(after && after->advice == finding.advice && after->kernel == finding.kernel))
      paragraph("advice", finding.advice);
  }
}

void TextPrinter::silenced() {
  if (report.silenced.empty())
    return;
  heading(fmt::format("Silenced ({})", report.silenced.size()));
  for (const Finding &finding : report.silenced)
    out << fmt::format("  {}  {}  [{}]\n", formatPlace(finding.place), toString(finding.severity), finding.rule);
}

void TextPrinter::notAnalysed() {
  std::size_t count = 0;
  for (const KernelReport &kernel : report.kernels)
    count += kernel.notAnalysed.size();
  if (count == 0)
    return;
  heading(fmt::format("Not analysed ({})", count));
  for (const KernelReport &kernel : report.kernels)
    for (const NotAnalysed &item : kernel.notAnalysed) {
      const std::string text = fmt::format("{}: {} (in {})", formatPlace(item.place), item.what, kernel.name);
      const std::vector<std::string> lines = wrapped(text, width - 4);
      for (std::size_t n = 0; n < lines.size(); ++n)
        out << (n ? "    " : "  ") << lines[n] << '\n';
    }
}

void TextPrinter::summary() {
  const Coverage coverage = coverageOf(report);
  const std::size_t all = coverage.exact + coverage.bounded + coverage.unknown + coverage.notAnalysed;
  const auto share = [&](std::size_t part) {
    return fmt::format("{} ({} %)", part,
                       formatCount(all ? 100.0 * static_cast<double>(part) / static_cast<double>(all) : 0, 1));
  };
  heading("How sure");
  const std::string shares = fmt::format("exact {}, bounded {}, unknown {}, not analysed {}", share(coverage.exact),
                                         share(coverage.bounded), share(coverage.unknown), share(coverage.notAnalysed));
  for (const std::string &line : wrapped(shares, width - 2))
    out << "  " << line << '\n';
  std::string hint;
  for (const std::string &name : parametersToGive(report))
    hint += fmt::format("{} --assume {}=VALUE", hint.empty() ? "more is exact with" : "", name);
  if (!hint.empty())
    for (const std::string &line : wrapped(hint, width - 2))
      out << "  " << line << '\n';
  for (const std::string &assumption : report.assumptions)
    for (const std::string &line : wrapped("assumed: " + assumption, width - 2))
      out << "  " << line << '\n';
  for (const std::string &note : report.notes)
    for (const std::string &line : wrapped("note: " + note, width - 2))
      out << "  " << colored(line, Color::Yellow, color) << '\n';
}

} // namespace

void printFindings(const Report &report, const TextOptions &options, std::ostream &out) {
  TextPrinter(report, options, out).findings();
}

void printText(const Report &report, const TextOptions &options, std::ostream &out) {
  TextPrinter(report, options, out).print();
}

} // namespace sectorscope
