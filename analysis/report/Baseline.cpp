// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Baseline.h"

#include "model/Fingerprints.h"
#include "report/JsonCursor.h"
#include "report/JsonDocument.h"
#include "report/WriteJson.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace sectorscope {

using nlohmann::ordered_json;

namespace {

constexpr const char *schemaName = "sectorscope-baseline/1";

} // namespace

Baseline readBaseline(const std::string &json) {
  const auto document = parseDocument(json, schemaName);
  const JsonCursor root(document);
  Baseline baseline;
  for (const std::string &file : root["files"].texts())
    baseline.files.insert(file);
  for (const JsonCursor &item : root["findings"].items()) {
    Finding &finding = baseline.findings.emplace_back();
    finding.rule = item["rule"].text();
    finding.place.file = item["file"].textOrNull();
    finding.function = item["function"].text();
    finding.statement = item["statement"].textOrNull();
    finding.fingerprint = item["fingerprint"].text();
  }
  return baseline;
}

void printBaseline(const Baseline &baseline, std::ostream &out) {
  ordered_json document;
  document["schema"] = schemaName;
  document["files"] = baseline.files;
  document["findings"] = ordered_json::array();
  for (const Finding &finding : baseline.findings) {
    ordered_json &item = document["findings"].emplace_back();
    item["rule"] = finding.rule;
    item["file"] = finding.place.file.empty() ? ordered_json() : ordered_json(finding.place.file);
    item["function"] = finding.function;
    item["statement"] = finding.statement.empty() ? ordered_json() : ordered_json(finding.statement);
    item["fingerprint"] = finding.fingerprint;
  }
  writeJson(document, out);
}

std::set<std::string> filesOf(const Report &report) {
  std::set<std::string> files;
  for (const AuditedUnit &unit : report.units)
    files.insert(unit.sourceFile);
  for (const KernelReport &kernel : report.kernels) {
    files.insert(kernel.place.file);
    for (const LaunchReport &launch : kernel.launches)
      for (const AccessReport &access : launch.accesses)
        files.insert(access.site.place.file);
  }
  for (const Finding &finding : report.findings)
    files.insert(finding.place.file);
  files.erase("");
  return files;
}

void compareWithBaseline(Report &report, const Baseline &baseline, const FileExists &exists) {
  std::multiset<std::string> known;
  for (const Finding &finding : baseline.findings)
    known.insert(finding.fingerprint);
  for (Finding &finding : report.findings) {
    const auto found = known.find(finding.fingerprint);
    finding.baseline = found == known.end() ? BaselineState::New : BaselineState::Unchanged;
    if (found != known.end())
      known.erase(found);
  }
  // What is left may be in a file that has got another name.
  std::map<std::string, unsigned> moved;
  for (const Finding &finding : baseline.findings)
    if (known.contains(finding.fingerprint) && !exists(finding.place.file))
      ++moved[identityInAnyFile(finding)];
  for (Finding &finding : report.findings) {
    if (finding.baseline != BaselineState::New || baseline.files.contains(finding.place.file))
      continue;
    const auto found = moved.find(identityInAnyFile(finding));
    if (found == moved.end() || found->second == 0)
      continue;
    --found->second;
    finding.baseline = BaselineState::Unchanged;
  }
}

Baseline updatedBaseline(const Baseline &old, const Report &report, const std::set<std::string> &looked,
                         const FileExists &exists) {
  Baseline baseline{report.findings, looked};
  const auto isKept = [&](const std::string &file) { return !looked.contains(file) && exists(file); };
  for (const std::string &file : old.files)
    if (isKept(file))
      baseline.files.insert(file);
  for (const Finding &finding : old.findings)
    if (isKept(finding.place.file))
      baseline.findings.push_back(finding);
  const auto keyOf = [](const Finding &finding) {
    return std::tie(finding.place.file, finding.function, finding.rule, finding.statement, finding.fingerprint);
  };
  std::sort(baseline.findings.begin(), baseline.findings.end(),
            [&](const Finding &a, const Finding &b) { return keyOf(a) < keyOf(b); });
  return baseline;
}

} // namespace sectorscope
