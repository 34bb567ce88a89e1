// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Expectations.h"

#include "model/FormatNumber.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>

namespace sectorscope {

namespace {

constexpr std::string_view marker = "sectorscope-expect:";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view() : text.substr(first, last + 1 - first);
}

Expectation read(std::string_view text) {
  Expectation expectation;
  expectation.text = text;
  const std::size_t at = text.find_first_of("<>=");
  expectation.word = trimmed(text.substr(0, at));
  if (at == std::string_view::npos) {
    if (expectation.word != "exact")
      expectation.problem = "write sectors<=4, wavefronts==1 or exact";
    return expectation;
  }
  const std::size_t number = text.find_first_not_of("<>=", at);
  expectation.op = text.substr(at, number == std::string_view::npos ? number : number - at);
  const std::string_view digits = number == std::string_view::npos ? "" : trimmed(text.substr(number));
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), expectation.number);
  const std::set<std::string> ops = {"<=", "<", "==", ">=", ">"};
  if (error != std::errc() || end != digits.data() + digits.size() || !ops.contains(expectation.op) ||
      (expectation.word != "sectors" && expectation.word != "wavefronts"))
    expectation.problem = "write sectors<=4, wavefronts==1 or exact";
  return expectation;
}

bool holds(double count, const std::string &op, double number) {
  return op == "<="   ? count <= number
         : op == "<"  ? count < number
         : op == ">=" ? count >= number
         : op == ">"  ? count > number
                      : count == number;
}

} // namespace

bool speaksOf(const Expectation &expectation, const std::string &file, const AccessSummary &access) {
  return access.place.file == file && access.place.line == expectation.line &&
         (expectation.op.empty() || expectation.word == toString(access.measure));
}

std::string failureOf(const Expectation &expectation, const AccessSummary &access) {
  const std::string who =
      fmt::format("{} of {} byte{} per lane", access.kind, access.bytesPerLane, access.bytesPerLane == 1 ? "" : "s");
  if (expectation.word == "exact")
    return access.certainty == Certainty::Exact ? "" : fmt::format("the {} is {}", who, toString(access.certainty));
  if (access.certainty == Certainty::Unknown)
    return fmt::format("the {} is unknown", who);
  const bool isExact = access.certainty == Certainty::Exact && !std::isnan(access.count.mean);
  // Four decimals are those of the reports.
  const double mean = std::round(access.count.mean * 1e4) / 1e4;
  const bool good = isExact ? holds(mean, expectation.op, expectation.number)
                            : holds(access.count.min, expectation.op, expectation.number) &&
                                  holds(access.count.max, expectation.op, expectation.number);
  if (good)
    return "";
  return isExact ? fmt::format("the {} takes {} {} per request", who, formatCount(mean, 4), toString(access.measure))
                 : fmt::format("the {} takes {} to {} {} per request", who, formatCount(access.count.min),
                               formatCount(access.count.max), toString(access.measure));
}

std::vector<Expectation> expectationsIn(const std::string &source) {
  std::vector<Expectation> all, waiting;
  unsigned number = 0;
  for (std::string_view rest = source; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    const std::size_t comment = line.find("//"), at = line.find(marker);
    const bool isOne = at != std::string_view::npos && comment != std::string_view::npos && comment < at &&
                       trimmed(line.substr(comment + 2, at - comment - 2)).empty();
    const bool isAlone = isOne && trimmed(line.substr(0, comment)).empty();
    if (!isAlone) {
      for (Expectation &expectation : waiting) {
        expectation.line = number;
        all.push_back(std::move(expectation));
      }
      waiting.clear();
    }
    if (!isOne)
      continue;
    std::string_view list = line.substr(at + marker.size());
    for (std::size_t from = 0; from <= list.size();) {
      const std::size_t comma = std::min(list.find(',', from), list.size());
      const std::string_view text = trimmed(list.substr(from, comma - from));
      Expectation expectation = read(text);
      expectation.line = expectation.textLine = number;
      expectation.textColumn = text.empty() ? at + marker.size() : static_cast<std::size_t>(text.data() - line.data());
      (isAlone ? waiting : all).push_back(std::move(expectation));
      from = comma + 1;
    }
  }
  all.insert(all.end(), waiting.begin(), waiting.end());
  return all;
}

std::vector<KernelSummary> accessesOf(const Report &report) {
  std::vector<KernelSummary> kernels;
  for (const KernelReport &from : report.kernels) {
    KernelSummary &kernel = kernels.emplace_back();
    kernel.name = from.name;
    kernel.place = from.place;
    for (const LaunchReport &launch : from.launches) {
      LaunchSummary &into = kernel.launches.emplace_back();
      for (const AccessReport &access : launch.accesses) {
        AccessSummary &summary = into.accesses.emplace_back();
        summary.place = access.site.place;
        summary.kind = toString(access.site.kind);
        summary.space = toString(access.site.space);
        summary.bytesPerLane = access.site.bytesPerLane;
        summary.certainty = access.footprint.certainty;
        summary.measure = access.footprint.measure;
        summary.count = access.footprint.count();
      }
    }
  }
  return kernels;
}

std::vector<std::string> brokenExpectations(const std::vector<KernelSummary> &kernels, const SourceReader &read,
                                            const std::set<std::string> &whole) {
  std::set<std::string> files = whole;
  for (const KernelSummary &kernel : kernels) {
    files.insert(kernel.place.file);
    for (const LaunchSummary &launch : kernel.launches)
      for (const AccessSummary &access : launch.accesses)
        files.insert(access.place.file);
  }
  files.erase("");
  std::vector<std::string> lines;
  for (const std::string &file : files) {
    const std::optional<std::string> source = read(file);
    if (!source || source->find(marker) == std::string::npos)
      continue;
    for (const Expectation &expectation : expectationsIn(*source)) {
      const std::string expected = fmt::format("{}:{}: expected {}", file, expectation.line, expectation.text);
      if (!expectation.problem.empty()) {
        lines.push_back(fmt::format("{}, which cannot be read: {}", expected, expectation.problem));
        continue;
      }
      bool any = false;
      for (const KernelSummary &kernel : kernels)
        for (const LaunchSummary &launch : kernel.launches)
          for (const AccessSummary &access : launch.accesses) {
            const bool isMeant = speaksOf(expectation, file, access);
            any |= isMeant;
            const std::string failure = isMeant ? failureOf(expectation, access) : "";
            const std::string line = fmt::format("{}, but {}; {}", expected, failure, kernel.name);
            if (!failure.empty() && std::ranges::find(lines, line) == lines.end())
              lines.push_back(line);
          }
      if (!any && whole.contains(file))
        lines.push_back(fmt::format("{}, but no such access stands there", expected));
    }
  }
  return lines;
}

} // namespace sectorscope
