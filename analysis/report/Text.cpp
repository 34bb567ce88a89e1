// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Text.h"

#include "model/FormatNumber.h"
#include "report/Table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace sectorscope {

namespace {

/// From here on a row is coloured: a start off a sector boundary, then real waste.
constexpr double noticeableRatio = 1.1, wastefulRatio = 1.5;

class TextPrinter {
public:
  TextPrinter(const Report &report, const TextOptions &options, std::ostream &out)
      : report(report), color(options.color), width(std::max(60u, options.width)), out(out) {}

  void print() {
    head();
    for (const KernelReport &kernel : report.kernels)
      for (const LaunchReport &launch : kernel.launches)
        launchBlock(kernel, launch);
    findings();
    notAnalysed();
    summary();
  }

private:
  void head();
  void launchBlock(const KernelReport &kernel, const LaunchReport &launch);
  void accessRow(const KernelReport &kernel, const AccessReport &access, Table &table);
  void findings();
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
  bool color;
  unsigned width;
  std::ostream &out;
};

std::string spreadText(const Spread &spread, Certainty certainty) {
  if (certainty == Certainty::Unknown)
    return "?";
  if (spread.min == spread.max)
    return formatCount(spread.min);
  if (certainty == Certainty::Bounded)
    return fmt::format("{}..{}", formatCount(spread.min), formatCount(spread.max));
  return fmt::format("{}/{}/{}", formatCount(spread.min), formatCount(spread.mean), formatCount(spread.max));
}

/// Sectors over ideal; for a bounded access the range that is certain.
std::string trafficText(const Footprint &footprint) {
  const Spread &sectors = footprint.sectors, &ideal = footprint.idealSectors;
  if (footprint.certainty == Certainty::Unknown || ideal.max <= 0)
    return "?";
  if (footprint.certainty == Certainty::Exact)
    return formatRatio(ideal.mean > 0 ? sectors.mean / ideal.mean : 1);
  const double low = std::max(1.0, sectors.min / ideal.max);
  const double high = ideal.min > 0 ? std::max(low, sectors.max / ideal.min) : sectors.max;
  const std::string lowText = formatRatio(low);
  return low == high ? lowText : fmt::format("{}..{}", lowText.substr(0, lowText.size() - 1), formatRatio(high));
}

Color trafficColor(const Footprint &footprint) {
  if (footprint.certainty != Certainty::Exact || footprint.idealSectors.mean <= 0)
    return Color::None;
  const double ratio = footprint.sectors.mean / footprint.idealSectors.mean;
  return ratio >= wastefulRatio ? Color::Red : ratio >= noticeableRatio ? Color::Yellow : Color::None;
}

Color certaintyColor(Certainty certainty) {
  return certainty == Certainty::Exact ? Color::None : certainty == Certainty::Bounded ? Color::Yellow : Color::Red;
}

std::string originText(const LaunchShape &shape) {
  switch (shape.origin) {
  case LaunchOrigin::Option:
    return "as given";
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
  for (const auto &[name, value] : shape.arguments)
    text += fmt::format(", {} = {}", name, value);
  return text;
}

std::string plural(std::size_t count, const char *what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : std::string(what).back() == 's' ? "es" : "s");
}

void TextPrinter::head() {
  std::size_t accesses = 0;
  for (const KernelReport &kernel : report.kernels)
    if (!kernel.launches.empty())
      accesses += kernel.launches.front().accesses.size();
  const std::string head = fmt::format("Sectorscope: {}, {}, {}", plural(report.kernels.size(), "kernel"),
                                       plural(accesses, "access"), plural(report.findings.size(), "finding"));
  out << colored(head, Color::Bold, color) << fmt::format(" (target {}", report.arch)
      << (report.profileName.empty() || report.profileName == report.arch ? "" : ", " + report.profileName) << ")\n";
  const std::string legend =
      "sectors: 32-byte pieces moved per request (one warp instruction), min/mean/max where they "
      "differ; ideal: the fewest that hold the bytes asked for; traffic: sectors/ideal; lanes: "
      "active ones.";
  for (const std::string &line : wrapped(legend, width))
    out << colored(line, Color::Dim, color) << '\n';
}

void TextPrinter::accessRow(const KernelReport &kernel, const AccessReport &access, Table &table) {
  const AccessSite &site = access.site;
  const Footprint &footprint = access.footprint;
  // Rows of the kernel's own file need no file name: it stands in the heading.
  const std::string place = site.place.line == 0 ? "?"
                            : site.place.file == kernel.place.file
                                ? fmt::format("{}:{}", site.place.line, site.place.column)
                                : formatPlace(site.place);
  std::string kind = fmt::format("{} {} B", toString(site.kind), site.bytesPerLane);
  if (site.space != AddressSpace::Global)
    kind += fmt::format(" {}", toString(site.space));
  const Color traffic = trafficColor(footprint);
  const std::string lanes = footprint.activeLanes.max > 0 ? footprint.certainty == Certainty::Exact
                                                                ? formatCount(footprint.activeLanes.mean)
                                                                : spreadText(footprint.activeLanes, Certainty::Bounded)
                                                          : "?";
  table.row({{place},
             {kind},
             {spreadText(footprint.sectors, footprint.certainty), traffic},
             {footprint.certainty == Certainty::Exact ? formatCount(footprint.idealSectors.mean)
                                                      : spreadText(footprint.idealSectors, footprint.certainty)},
             {trafficText(footprint), traffic},
             {lanes},
             {toString(footprint.certainty), certaintyColor(footprint.certainty)},
             {access.address}});
  if (!footprint.reason.empty())
    table.note(fmt::format("{} because: {}", toString(footprint.certainty), footprint.reason));
}

void TextPrinter::launchBlock(const KernelReport &kernel, const LaunchReport &launch) {
  out << '\n' << colored(kernel.name, Color::Cyan, color);
  if (kernel.place.line)
    out << "  " << fmt::format("{}:{}", kernel.place.file, kernel.place.line);
  out << '\n';
  for (const std::string &line : wrapped(launchText(launch.shape), width - 2))
    out << "  " << line << '\n';
  if (launch.accesses.empty()) {
    out << "  no access to global memory\n";
    return;
  }
  Table table({"line", "access", "sectors", "ideal", "traffic", "lanes", "sure", "address"});
  std::set<std::string> assumes;
  for (const AccessReport &access : launch.accesses) {
    accessRow(kernel, access, table);
    assumes.insert(access.footprint.assumes.begin(), access.footprint.assumes.end());
  }
  table.print(out, 2, width, color);
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
  heading(fmt::format("Findings ({})", report.findings.size()));
  for (const Finding &finding : report.findings) {
    const Color severity = finding.severity == Severity::Warning ? Color::Red : Color::Yellow;
    out << "\n  " << colored(formatPlace(finding.place), Color::Bold, color) << "  "
        << colored(toString(finding.severity), severity, color) << "  [" << finding.rule << "]\n";
    for (const std::string &line : wrapped(finding.message, width - 4))
      out << "    " << line << '\n';
    paragraph("kernel", finding.kernel);
    if (!finding.evidence.empty())
      paragraph("evidence", finding.evidence);
    if (!finding.advice.empty())
      paragraph("advice", finding.advice);
  }
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
  for (const std::string &assumption : report.assumptions)
    for (const std::string &line : wrapped("assumed: " + assumption, width - 2))
      out << "  " << line << '\n';
  for (const std::string &note : report.notes)
    for (const std::string &line : wrapped("note: " + note, width - 2))
      out << "  " << colored(line, Color::Yellow, color) << '\n';
}

} // namespace

void printText(const Report &report, const TextOptions &options, std::ostream &out) {
  TextPrinter(report, options, out).print();
}

} // namespace sectorscope
