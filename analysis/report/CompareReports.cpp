// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/CompareReports.h"

#include "model/Fingerprints.h"
#include "report/Baseline.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace sectorscope {

namespace {

/// Per request; of a bound without a mean, its upper end.
double countOf(const AccessSummary &access) {
  return std::isnan(access.count.mean) ? access.count.max : access.count.mean;
}

std::optional<AccessVerdict> verdictOf(const AccessSummary &before, const AccessSummary &after) {
  const bool isKnown = before.certainty != Certainty::Unknown && after.certainty != Certainty::Unknown;
  const double change = countOf(after) - after.ideal - (countOf(before) - before.ideal);
  constexpr double digitsOfReports = 1e-3;
  if (isKnown && std::abs(change) > digitsOfReports)
    return change > 0 ? AccessVerdict::Worse : AccessVerdict::Better;
  if (before.certainty != after.certainty) {
    const auto doubtOf = [](Certainty c) { return c == Certainty::Exact ? 0 : c == Certainty::Bounded ? 1 : 2; };
    return doubtOf(after.certainty) > doubtOf(before.certainty) ? AccessVerdict::LessSure : AccessVerdict::Surer;
  }
  return std::nullopt;
}

/// Copies of an unrolled loop, once.
std::vector<AccessSummary> withoutCopies(const std::vector<AccessSummary> &accesses) {
  std::vector<AccessSummary> different;
  const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  for (const AccessSummary &access : accesses) {
    const bool isCopy = std::ranges::any_of(different, [&](const AccessSummary &other) {
      return other.place == access.place && other.kind == access.kind && other.space == access.space &&
             other.bytesPerLane == access.bytesPerLane && other.certainty == access.certainty &&
             same(other.count.min, access.count.min) && same(other.count.mean, access.count.mean) &&
             same(other.count.max, access.count.max) && same(other.ideal, access.ideal);
    });
    if (!isCopy)
      different.push_back(access);
  }
  return different;
}

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// For each of `after`, its partner among `before`, or none.
std::vector<std::size_t> pairAccesses(const std::vector<AccessSummary> &before,
                                      const std::vector<AccessSummary> &after) {
  std::vector<std::size_t> partner(after.size(), none);
  std::vector<bool> taken(before.size());
  const auto keyOf = [](const AccessSummary &a) { return std::tie(a.statement, a.kind, a.space, a.bytesPerLane); };
  for (std::size_t j = 0; j < after.size(); ++j)
    for (std::size_t i = 0; i < before.size(); ++i)
      if (!taken[i] && keyOf(before[i]) == keyOf(after[j])) {
        partner[j] = i;
        taken[i] = true;
        break;
      }
  for (std::size_t j = 0; j < after.size(); ++j) {
    if (partner[j] != none)
      continue;
    std::size_t from = 0, to = before.size();
    for (std::size_t k = 0; k < after.size(); ++k)
      if (partner[k] != none && k < j)
        from = std::max(from, partner[k] + 1);
    for (std::size_t k = j + 1; k < after.size() && to == before.size(); ++k)
      if (partner[k] != none && partner[k] >= from)
        to = partner[k];
    for (std::size_t i = from; i < to && partner[j] == none; ++i)
      if (!taken[i] && before[i].kind == after[j].kind && before[i].space == after[j].space) {
        partner[j] = i;
        taken[i] = true;
      }
  }
  return partner;
}

class Comparer {
public:
  explicit Comparer(ReportComparison &result) : result(result) {}

  void compare(const KernelSummary &before, const KernelSummary &after) {
    std::vector<bool> taken(before.launches.size());
    std::vector<std::pair<const LaunchSummary *, const LaunchSummary *>> pairs;
    std::vector<const LaunchSummary *> rest;
    for (const LaunchSummary &launch : after.launches) {
      const auto same = std::ranges::find_if(before.launches, [&](const LaunchSummary &other) {
        return !taken[static_cast<std::size_t>(&other - before.launches.data())] && other.shape == launch.shape;
      });
      if (same == before.launches.end()) {
        rest.push_back(&launch);
        continue;
      }
      taken[static_cast<std::size_t>(same - before.launches.begin())] = true;
      pairs.emplace_back(&*same, &launch);
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < before.launches.size() && next < rest.size(); ++i)
      if (!taken[i])
        pairs.emplace_back(&before.launches[i], rest[next++]);
    for (const auto &[old, now] : pairs)
      compare(after.name, *old, *now);
  }

private:
  void compare(const std::string &kernel, const LaunchSummary &before, const LaunchSummary &after) {
    const auto sumOf = [](const LaunchSummary &launch) -> std::optional<double> {
      if (!launch.sectorsRead || !launch.sectorsWritten)
        return std::nullopt;
      return *launch.sectorsRead + *launch.sectorsWritten;
    };
    if (before.shape != after.shape || sumOf(before) != sumOf(after))
      result.launches.push_back({kernel, before.shape, after.shape, sumOf(before), sumOf(after)});
    const std::vector<AccessSummary> old = withoutCopies(before.accesses), now = withoutCopies(after.accesses);
    const std::vector<std::size_t> partner = pairAccesses(old, now);
    std::vector<bool> met(old.size());
    for (std::size_t j = 0; j < now.size(); ++j) {
      if (partner[j] == none) {
        add({AccessVerdict::New, {kernel}, std::nullopt, now[j]});
        continue;
      }
      met[partner[j]] = true;
      if (const auto verdict = verdictOf(old[partner[j]], now[j]))
        add({*verdict, {kernel}, old[partner[j]], now[j]});
      else
        ++result.unchanged;
    }
    for (std::size_t i = 0; i < old.size(); ++i)
      if (!met[i])
        add({AccessVerdict::Gone, {kernel}, old[i], std::nullopt});
  }

  /// One entry for all kernels and launches in which it is the same.
  void add(AccessChange change) {
    const auto keyOf = [](const std::optional<AccessSummary> &a) {
      return a ? std::tuple(a->place.file, a->place.line, a->place.column, a->kind, a->bytesPerLane, countOf(*a),
                            a->certainty)
               : std::tuple(std::string(), 0U, 0U, std::string(), 0U, 0.0, Certainty::Unknown);
    };
    for (AccessChange &other : result.accesses)
      if (other.verdict == change.verdict && keyOf(other.before) == keyOf(change.before) &&
          keyOf(other.after) == keyOf(change.after)) {
        if (std::ranges::find(other.kernels, change.kernels.front()) == other.kernels.end())
          other.kernels.push_back(change.kernels.front());
        return;
      }
    result.accesses.push_back(std::move(change));
  }

  ReportComparison &result;
};

/// Findings of `now` that `then` does not have, under whatever name of its file.
std::vector<Finding> onlyIn(const ReportSummary &now, const ReportSummary &then) {
  const std::set<std::string> files = filesOf(now);
  Report report;
  report.findings = now.findings;
  compareWithBaseline(report, {then.findings, filesOf(then)},
                      [&](const std::string &file) { return files.contains(file); });
  std::erase_if(report.findings, [](const Finding &finding) { return finding.baseline != BaselineState::New; });
  return report.findings;
}

} // namespace

const char *toString(AccessVerdict verdict) {
  switch (verdict) {
  case AccessVerdict::Worse:
    return "worse";
  case AccessVerdict::Better:
    return "better";
  case AccessVerdict::LessSure:
    return "less sure";
  case AccessVerdict::Surer:
    return "surer";
  case AccessVerdict::New:
    return "new";
  case AccessVerdict::Gone:
    return "gone";
  }
  return "?";
}

ReportComparison compareReports(const ReportSummary &before, const ReportSummary &after) {
  ReportComparison result;
  Comparer comparer(result);
  std::vector<bool> oldMet(before.kernels.size()), newMet(after.kernels.size());
  // By full name first: an instance of a template is compared with itself where it was there.
  const auto pairBy = [&](auto nameOf) {
    std::multimap<std::string, std::size_t> olds;
    for (std::size_t i = 0; i < before.kernels.size(); ++i)
      if (!oldMet[i])
        olds.emplace(nameOf(before.kernels[i]), i);
    for (std::size_t j = 0; j < after.kernels.size(); ++j) {
      const auto found = newMet[j] ? olds.end() : olds.find(nameOf(after.kernels[j]));
      if (found == olds.end())
        continue;
      oldMet[found->second] = newMet[j] = true;
      comparer.compare(before.kernels[found->second], after.kernels[j]);
      olds.erase(found);
    }
  };
  pairBy([](const KernelSummary &kernel) { return kernel.place.file + '\n' + kernel.mangled; });
  pairBy([](const KernelSummary &kernel) { return kernel.mangled; });
  pairBy([](const KernelSummary &kernel) { return baseNameOf(kernel.name); });
  for (std::size_t j = 0; j < after.kernels.size(); ++j)
    if (!newMet[j])
      result.newKernels.push_back(after.kernels[j].name);
  for (std::size_t i = 0; i < before.kernels.size(); ++i)
    if (!oldMet[i])
      result.goneKernels.push_back(before.kernels[i].name);
  std::stable_sort(result.accesses.begin(), result.accesses.end(),
                   [](const AccessChange &a, const AccessChange &b) { return a.verdict < b.verdict; });
  result.newFindings = onlyIn(after, before);
  result.goneFindings = onlyIn(before, after);
  return result;
}

} // namespace sectorscope
