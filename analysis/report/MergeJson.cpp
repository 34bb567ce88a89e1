// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/MergeJson.h"

#include "model/Fingerprints.h"
#include "model/RecordUses.h"
#include "report/JsonDocument.h"
#include "report/JsonPlaces.h"
#include "report/JsonRecords.h"
#include "report/WriteJson.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace sectorscope {

using nlohmann::ordered_json;

namespace {

/// Findings as they are written, each once: as mergeInto() does, the worse one of two.
class Findings {
public:
  void add(const ordered_json &from) {
    for (const ordered_json &item : from) {
      const JsonCursor cursor = cursorOf(item);
      const SourcePlace place = readPlace(cursor);
      const Weight weight(cursor["severity"].text() == "warning", cursor["wasted_sectors_per_request"].real());
      const auto [found, isNew] =
          known.try_emplace({cursor["rule"].text(), place.file, place.line, place.column}, items.size(), weight);
      auto &[at, heaviest] = found->second;
      if (isNew) {
        items.push_back(item);
      } else if (weight > heaviest) {
        items[at] = item;
        heaviest = weight;
      }
    }
  }

  /// Named anew: of what is alike in several files, each has a number.
  ordered_json named() const {
    std::vector<Finding> findings;
    for (const ordered_json &item : items) {
      const JsonCursor cursor = cursorOf(item);
      Finding &finding = findings.emplace_back();
      finding.rule = cursor["rule"].text();
      finding.place = readPlace(cursor);
      finding.kernel = cursor["kernel"].text();
      finding.function = cursor["function"].text();
      finding.statement = cursor["statement"].textOrNull();
    }
    nameFindings(findings);
    ordered_json all = ordered_json::array();
    for (std::size_t i = 0; i < items.size(); ++i) {
      all.push_back(items[i]);
      all.back()["fingerprint"] = findings[i].fingerprint;
    }
    return all;
  }

private:
  /// JsonCursor reads unordered documents; the copy lives as long as it is asked.
  JsonCursor cursorOf(const ordered_json &item) const {
    scratch = nlohmann::json(item);
    return JsonCursor(scratch, "findings");
  }
  mutable nlohmann::json scratch;
  std::vector<ordered_json> items;
  using Weight = std::pair<bool, double>;
  std::map<std::tuple<std::string, std::string, unsigned, unsigned>, std::pair<std::size_t, Weight>> known;
};

/// Texts, each once, in the order in which they come.
void appendNew(ordered_json &to, const ordered_json &from, std::set<std::string> &known) {
  for (const ordered_json &text : from)
    if (known.insert(text.get<std::string>()).second)
      to.push_back(text);
}

/// Writes the members of an object one by one, as writeJson() would write them all.
class ObjectWriter {
public:
  explicit ObjectWriter(std::ostream &out) : out(out) { out << '{'; }
  void member(const std::string &key, const ordered_json &value) {
    begin(key);
    writeJsonAt(value, key, 2, out);
  }
  void begin(const std::string &key) {
    out << (isFirst ? "\n  " : ",\n  ") << ordered_json(key).dump() << ": ";
    isFirst = false;
  }
  void end() { out << "\n}\n"; }

private:
  std::ostream &out;
  bool isFirst = true;
};

ordered_json readReport(const std::string &text) {
  auto report = parseDocument<ordered_json>(text, reportSchema);
  for (const char *key :
       {"tool", "target", "kernels", "findings", "silenced", "units", "assumptions", "notes", "coverage"})
    if (!report.contains(key))
      throw std::runtime_error(std::string("'") + key + "' is missing");
  return report;
}

/// The first number of "0.3" is that of the kernel.
void renumber(ordered_json &kernel, std::size_t ordinal) {
  for (ordered_json &launch : kernel.at("launches"))
    for (ordered_json &access : launch.at("accesses")) {
      const std::string id = access.at("id").get<std::string>();
      access["id"] = std::to_string(ordinal) + id.substr(std::min(id.find('.'), id.size()));
    }
}

} // namespace

void mergeJsonReports(const NextReport &next, std::ostream &out) {
  std::optional<std::string> text = next();
  if (!text)
    throw std::runtime_error("no report to merge");
  ObjectWriter document(out);
  Findings findings, silenced;
  ordered_json units = ordered_json::array(), assumptions = ordered_json::array(), notes = ordered_json::array();
  std::set<std::string> knownAssumptions, knownNotes;
  std::vector<RecordUse> records;
  ordered_json coverage;
  std::size_t kernels = 0;
  try {
    for (bool isFirst = true; text; isFirst = false) {
      ordered_json report = readReport(*text);
      text.reset();
      if (isFirst) {
        document.member("schema", report["schema"]);
        document.member("tool", report["tool"]);
        document.member("target", report["target"]);
        document.begin("kernels");
        out << '[';
        coverage = report["coverage"];
      } else {
        for (auto &[key, count] : coverage.items())
          count = count.get<std::size_t>() + report["coverage"].at(key).get<std::size_t>();
      }
      for (ordered_json &kernel : report["kernels"]) {
        renumber(kernel, kernels);
        out << (kernels++ ? ",\n    " : "\n    ");
        writeJsonAt(kernel, "", 4, out);
      }
      findings.add(report["findings"]);
      silenced.add(report["silenced"]);
      for (ordered_json &unit : report["units"])
        units.push_back(std::move(unit));
      if (report.contains("records")) { // of older ones there are none
        const nlohmann::json ofReport = report["records"];
        joinRecords(records, readRecords(JsonCursor(ofReport, "records")));
      }
      appendNew(assumptions, report["assumptions"], knownAssumptions);
      appendNew(notes, report["notes"], knownNotes);
      text = next();
    }
  } catch (const nlohmann::json::exception &) {
    throw std::runtime_error("is no report as sectorscope audit writes it");
  }
  out << (kernels ? "\n  ]" : "]");
  document.member("findings", findings.named());
  document.member("silenced", silenced.named());
  document.member("units", units);
  document.member("records", recordsJson(records));
  document.member("assumptions", assumptions);
  document.member("notes", notes);
  document.member("coverage", coverage);
  document.end();
}

} // namespace sectorscope
