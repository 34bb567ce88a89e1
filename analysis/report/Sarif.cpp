// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Sarif.h"

#include "model/Rules.h"
#include "report/Json.h"
#include "report/WriteJson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>

namespace sectorscope {

using nlohmann::ordered_json;

namespace detail {

/// Written by cmake/EmbedFiles.cmake.
struct EmbeddedRulePage {
  const char *name;
  const char *text;
};
extern const EmbeddedRulePage embeddedRulePages[];
extern const unsigned embeddedRulePageCount;

} // namespace detail

namespace {

constexpr const char *root = "%SRCROOT%";

std::string pageOf(const std::string &rule) {
  for (unsigned i = 0; i != detail::embeddedRulePageCount; ++i)
    if (rule == detail::embeddedRulePages[i].name)
      return detail::embeddedRulePages[i].text;
  return "";
}

ordered_json ruleJson(const RuleEntry &rule, const std::string &pages) {
  const std::string silence = fmt::format("Silenced by // NOLINT(sectorscope-{}) on its line.", rule.name);
  ordered_json out;
  out["id"] = rule.name;
  out["shortDescription"] = {{"text", rule.summary}};
  if (!pages.empty())
    out["helpUri"] = fmt::format("{}{}{}.md", pages, pages.ends_with('/') ? "" : "/", rule.name);
  out["help"] = {{"text", fmt::format("{}. {}", rule.summary, silence)},
                 {"markdown", pageOf(rule.name) + "\n" + silence}};
  out["defaultConfiguration"] = {{"level", "warning"}};
  out["properties"] = {{"tags", {"performance", "cuda"}}};
  return out;
}

/// A relative file name as a URI.
std::string uriOf(const std::string &file) {
  constexpr std::string_view plain = "-._~/!$&'()*+,;=@";
  std::string uri;
  for (const char c : file) {
    const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                         plain.find(c) != std::string_view::npos;
    uri += isPlain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

ordered_json resultJson(const Finding &finding, bool isSilenced) {
  const std::vector<RuleEntry> &rules = allRules();
  const auto rule = std::ranges::find_if(rules, [&](const RuleEntry &entry) { return entry.name == finding.rule; });
  ordered_json out;
  out["ruleId"] = finding.rule;
  out["ruleIndex"] = rule - rules.begin();
  out["level"] = toString(finding.severity);
  std::string text = finding.message + ".";
  for (const std::string &more : {finding.evidence, finding.advice})
    if (!more.empty())
      text +=
          fmt::format(" {}{}.", static_cast<char>(std::toupper(static_cast<unsigned char>(more[0]))), more.substr(1));
  out["message"] = {{"text", text}};
  if (!finding.place.file.empty()) {
    ordered_json location;
    location["physicalLocation"]["artifactLocation"] = {{"uri", uriOf(finding.place.file)}, {"uriBaseId", root}};
    if (finding.place.line) {
      ordered_json &region = location["physicalLocation"]["region"];
      region["startLine"] = finding.place.line;
      if (finding.place.column)
        region["startColumn"] = finding.place.column;
    }
    location["logicalLocations"] = {{{"fullyQualifiedName", finding.kernel}, {"kind", "function"}}};
    out["locations"] = ordered_json::array({location});
  }
  out["partialFingerprints"] = {{"sectorscope/v1", finding.fingerprint}};
  if (finding.baseline != BaselineState::None)
    out["baselineState"] = toString(finding.baseline);
  if (isSilenced)
    out["suppressions"] = {{{"kind", "inSource"}}};
  return out;
}

std::size_t bytesOf(const ordered_json &document) {
  std::ostringstream text;
  writeJson(document, text);
  return text.str().size();
}

} // namespace

void printSarif(const Report &report, const SarifOptions &options, std::ostream &out) {
  ordered_json run;
  ordered_json &driver = run["tool"]["driver"];
  driver["name"] = "sectorscope";
  driver["version"] = toolVersion();
  driver["semanticVersion"] = toolVersion();
  driver["rules"] = ordered_json::array();
  for (const RuleEntry &rule : allRules())
    driver["rules"].push_back(ruleJson(rule, options.rulePages));
  run["invocations"] = {{{"executionSuccessful", true}}};
  run["originalUriBaseIds"][root] = {{"description", {{"text", "the root of the sources that were analysed"}}}};
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = ordered_json::array();

  constexpr std::size_t reserve = 4'096; // for what stands around the results
  std::size_t bytes = bytesOf(run) + reserve, leftOut = 0;
  const auto add = [&](const Finding &finding, bool isSilenced) {
    ordered_json result = resultJson(finding, isSilenced);
    // Indentation: deeper here than by itself, on every line.
    std::ostringstream text;
    writeJson(result, text);
    const std::string lines = text.str();
    const std::size_t size = lines.size() + 10 * static_cast<std::size_t>(std::ranges::count(lines, '\n'));
    if (leftOut || run["results"].size() == options.mostResults || bytes + size > options.mostBytes) {
      ++leftOut;
      return;
    }
    bytes += size;
    run["results"].push_back(std::move(result));
  };
  for (const Finding &finding : report.findings)
    add(finding, false);
  for (const Finding &finding : report.silenced)
    add(finding, true);
  if (leftOut)
    run["invocations"][0]["toolExecutionNotifications"] = {
        {{"level", "warning"},
         {"message",
          {{"text", fmt::format("{} results are left out: one upload takes {} results and {} bytes", leftOut,
                                options.mostResults, options.mostBytes)}}}}};
  ordered_json document;
  document["$schema"] = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
  document["version"] = "2.1.0";
  document["runs"] = ordered_json::array({std::move(run)});
  writeJson(document, out);
}

} // namespace sectorscope
