// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/Render.h"

#include "report/Check.h"
#include "report/FindingLines.h"
#include "report/Json.h"
#include "report/Sarif.h"
#include "report/Statistics.h"
#include "report/Text.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace sectorscope {

namespace {

unsigned terminalWidth() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 60)
    return std::min<unsigned>(size.ws_col, 160);
  return TextOptions().width;
}

} // namespace

TextOptions textOptionsFor(const AuditCommand &command) {
  TextOptions options;
  options.records = command.records;
  if (command.output.empty() && ::isatty(STDOUT_FILENO)) {
    const char *noColor = std::getenv("NO_COLOR");
    options.color = !noColor || !*noColor;
    options.width = terminalWidth();
  }
  return options;
}

std::string render(const std::vector<TryColumn> &columns, const AuditCommand &command) {
  const Report &report = columns.front().report;
  std::ostringstream out;
  switch (command.format) {
  case ReportFormat::Json:
    if (command.tries.empty())
      printJson(report, out);
    else
      printTryJson(columns, out);
    break;
  case ReportFormat::Check:
    printCheck(report, out);
    break;
  case ReportFormat::Text:
    if (command.tries.empty())
      printText(report, textOptionsFor(command), out);
    else
      printTryText(columns, textOptionsFor(command), out);
    break;
  case ReportFormat::Statistics:
    printStatistics(report, textOptionsFor(command), out);
    break;
  case ReportFormat::Sarif:
    printSarif(report, {.rulePages = command.rulePages}, out);
    break;
  case ReportFormat::Gcc:
    printGcc(report, out);
    break;
  case ReportFormat::Rdjsonl:
    printRdjsonl(report, out);
    break;
  case ReportFormat::Remarks:
    printRemarks(report, out);
    break;
  }
  return out.str();
}

} // namespace sectorscope
