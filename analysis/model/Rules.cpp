// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Rules.h"

#include "model/Fingerprints.h"
#include "model/FormatExpr.h"
#include "model/FormatNumber.h"
#include "model/LaunchWaste.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace sectorscope {

const std::vector<RuleEntry> &allRules() {
  static const std::vector<RuleEntry> rules = {
      {"atomic-contention", "all blocks do an atomic on the same few addresses", atomicContention},
      {"bank-conflict", "lanes of a request use different words of one bank of shared memory", bankConflict},
      {"chunk-per-thread",
       "each thread walks a chunk of its own, so that lanes lie far apart",
       chunkPerThread,
       {"excess-sectors"}},
      {"divergent-constant", "lanes of a request read different addresses of constant memory", divergentConstant},
      {"excess-sectors", "a request moves far more sectors than the bytes it asks for need", excessSectors},
      {"field-stride", "a load takes one field of an array of records, the rest of its sectors is not used",
       fieldStride},
      {"local-array", "an array of a thread is indexed at run time and lies in local memory", localArray},
      {"misaligned", "a request moves an extra sector because it starts off a sector boundary", misaligned},
      {"partial-write", "a store leaves sectors partly written, which DRAM has to fill up", partialWrite},
      {"power-of-two-stride",
       "blocks that run at a time meet on few L2 slices",
       powerOfTwoStride,
       {"atomic-contention"}},
      {"split-vector", "parts of an aligned vector are accessed one by one", splitVector},
      {"stage-in-shared", "the threads of a block read the same sectors many times", stageInShared},
      {"transposed-index",
       "with threadIdx.x and threadIdx.y swapped the access would be coalesced",
       transposedIndex,
       {"chunk-per-thread", "excess-sectors", "partial-write"}},
  };
  return rules;
}

bool hasUsualCount(const Footprint &footprint) {
  return footprint.certainty == Certainty::Bounded && !footprint.hangsOnData && !std::isnan(footprint.count().mean) &&
         footprint.count().mean > 0;
}

Judgement counted(const Footprint &footprint) {
  Judgement judgement{.measure = footprint.measure, .what = {}, .evidence = {}, .advice = {}};
  const bool isExact = footprint.certainty == Certainty::Exact;
  judgement.atMost = !isExact && hasUsualCount(footprint);
  judgement.atLeast = !isExact && !judgement.atMost;
  const Spread &count = footprint.count(), &ideal = footprint.idealCount();
  judgement.count = judgement.atLeast ? count.min : count.mean;
  judgement.ideal = judgement.atLeast ? ideal.max : ideal.mean;
  return judgement;
}

namespace {

/// Finds "tid.x" as a word of its own: neither "ctaid.x" nor "ntid.x".
bool mentionsThreadX(const std::string &text) {
  for (std::size_t at = text.find("tid.x"); at != std::string::npos; at = text.find("tid.x", at + 1))
    if (at == 0 || text[at - 1] != 'n')
      return true;
  return false;
}

std::string blockPhrase(const LaunchReport &launch, const Footprint &footprint, const std::string &howToSetBlock) {
  const LaunchShape &shape = launch.shape;
  if (!shape.block)
    return "for every block of whole warps";
  const std::string block = "block " + formatDim3(*shape.block);
  switch (shape.origin) {
  case LaunchOrigin::Option:
    return block + " as given";
  case LaunchOrigin::Observed:
    return block + " as launched in the run";
  case LaunchOrigin::Attribute:
    return block + " required by the kernel";
  case LaunchOrigin::HostCode:
    return fmt::format("{} launched at {}:{}", block, shape.place.file, shape.place.line);
  case LaunchOrigin::Assumed:
    break;
  }
  if (footprint.anyBlockOfWholeWarps)
    return block + " assumed, the same for every block of whole warps";
  return fmt::format("{} assumed, {}", block, howToSetBlock);
}

/// From this share of what a kernel moves on, waste is worth a warning.
constexpr double kNoticeableShare = 0.02;

/// What is joined into one finding.
struct Joined {
  double wasted = 0, share = 0;
  bool isWhole = true;
  Judgement worst;
  std::string kernel, function;
  std::string block;
  unsigned bytesPerLane = 0;
  std::set<AccessKind> kinds;
  std::set<std::string> kernels; ///< mangled
  std::vector<std::string> insteadOf;
};

std::string kindsPhrase(const std::set<AccessKind> &kinds) {
  std::string text;
  for (const AccessKind kind : kinds)
    text += (text.empty() ? "" : " and ") + std::string(toString(kind));
  return text;
}

std::string messageOf(const Joined &joined) {
  const Judgement &j = joined.worst;
  const bool many = joined.kinds.size() > 1;
  const bool inSectors = j.measure == Measure::Sectors;
  std::string message =
      !j.what.empty() ? fmt::format("{}; {}", j.what, joined.block)
                      : fmt::format("{} of {} byte{} per lane {} {}{} {} per request, ideal {} ({}); {}",
                                    kindsPhrase(joined.kinds), joined.bytesPerLane, joined.bytesPerLane == 1 ? "" : "s",
                                    inSectors ? (many ? "move" : "moves") : (many ? "take" : "takes"),
                                    j.atLeast  ? "at least "
                                    : j.atMost ? "up to "
                                               : "",
                                    formatCount(j.count), toString(j.measure), formatCount(j.ideal),
                                    formatRatio(j.count / j.ideal), joined.block);
  if (joined.kernels.size() > 1)
    message +=
        fmt::format("; and in {} more kernel{}", joined.kernels.size() - 1, joined.kernels.size() > 2 ? "s" : "");
  return message;
}

/// The function that holds the place of an access, as far as debug information says.
std::string functionAt(const AccessSite &site) {
  for (const InlineFrame &frame : site.inlineStack)
    if (frame.place == site.place)
      return frame.function;
  return "";
}

using FindingKey = std::tuple<std::string, unsigned, unsigned, std::string>; // file, line, column, rule

/// Leaves out what a more special rule says at the same place.
void giveWay(std::map<FindingKey, Joined> &joined) {
  std::set<FindingKey> leftOut;
  for (auto &[key, what] : joined) {
    const auto &[file, line, column, name] = key;
    for (const RuleEntry &rule : allRules())
      if (rule.name == name)
        for (const std::string &general : rule.insteadOf)
          if (const auto found = joined.find({file, line, column, general});
              found != joined.end() && found->second.worst.severity <= what.worst.severity) {
            leftOut.insert(found->first);
            what.insteadOf.push_back(general);
          }
  }
  std::erase_if(joined, [&](const auto &entry) { return leftOut.contains(entry.first); });
}

double wasteOf(const Judgement &judgement) { return judgement.count - judgement.ideal; }

/// What the rules say of the accesses of one launch, joined with what they said of others at the same places.
void judgeLaunch(const KernelReport &kernel, const LaunchReport &launch, const TargetModel &target,
                 const std::string &howToSetBlock, std::map<FindingKey, Joined> &joined) {
  AlignedAccesses aligned(kernel, launch);
  SharedLayouts layouts(kernel, launch, target);
  VectorPieces pieces(kernel, launch, target);
  SwappedAxes swapped(kernel, launch, target);
  ThreadChunks chunks(kernel, launch, target);
  SharedTiles tiles(kernel, launch, target);
  const LaunchWaste whole = wasteOf(launch);
  std::map<FindingKey, double> wastedHere;
  for (const AccessReport &access : launch.accesses) {
    if (access.site.inSystemHeader)
      continue;
    const SourcePlace &place = access.site.place;
    for (const RuleEntry &rule : allRules()) {
      const std::optional<Judgement> judgement =
          rule.apply({kernel, launch, access, target, aligned, layouts, pieces, swapped, chunks, tiles});
      if (!judgement)
        continue;
      const FindingKey key{place.file, place.line, place.column, rule.name};
      Joined &into = joined[key];
      const bool isFirst = into.kernels.empty();
      if (isFirst ||
          std::pair(judgement->severity, wasteOf(*judgement)) > std::pair(into.worst.severity, wasteOf(into.worst))) {
        into.worst = *judgement;
        into.kernel = kernel.name;
        into.function = functionAt(access.site);
        into.block = blockPhrase(launch, access.footprint, howToSetBlock);
        into.bytesPerLane = access.site.bytesPerLane;
      }
      if (judgement->measure == Measure::Sectors)
        wastedHere[key] += whole.requests[launch.indexOf(access)] * wasteOf(*judgement);
      into.kinds.insert(access.site.kind);
      into.kernels.insert(kernel.mangled);
    }
  }
  for (const auto &[key, wasted] : wastedHere) {
    Joined &into = joined.at(key);
    into.wasted += wasted;
    into.isWhole &= whole.isWhole;
    into.share = std::max(into.share, whole.sectors > 0 ? wasted / whole.sectors : 1.0);
  }
}

/// All but the fingerprint and what the source adds.
Finding findingOf(const FindingKey &key, const Joined &what) {
  const auto &[file, line, column, rule] = key;
  Finding finding;
  finding.rule = rule;
  finding.insteadOf = what.insteadOf;
  finding.severity = what.worst.severity;
  finding.place = {file, line, column};
  finding.kernel = what.kernel;
  finding.function = what.function;
  finding.message = messageOf(what);
  finding.evidence = what.worst.evidence;
  finding.advice = what.worst.advice;
  if (what.worst.measure != Measure::Sectors)
    return finding;
  finding.wastedSectorsPerRequest = wasteOf(what.worst);
  finding.wastedSectors = what.wasted;
  finding.isWasteOfLaunch = what.isWhole;
  finding.wastedShare = what.share;
  // The ratio may be the worst there is: what hardly ever happens is not worth a warning. Where nothing is known of
  // how often it happens, it is.
  if (what.wasted > 0 && what.share < kNoticeableShare)
    finding.severity = Severity::Note;
  return finding;
}

} // namespace

std::optional<LaneStride> laneStrideOf(const RuleInput &input) {
  const AccessSite &site = input.access.site;
  return laneStrideOf(formulaOf(input.kernel.graph, site.address, input.launch.shape, site.loops));
}

std::optional<LaneStride> laneStrideOf(const Formula &formula) {
  const FormulaTerm *only = nullptr;
  for (const FormulaTerm &term : formula.terms)
    if (mentionsThreadX(term.text)) {
      if (only)
        return std::nullopt;
      only = &term;
    }
  if (!only)
    return std::nullopt;
  if (only->text == "tid.x")
    return LaneStride{fmt::format("{}", only->coefficient), only->coefficient};
  // n*tid.x or n*(256*ctaid.x + tid.x): one uniform factor in front of a sum in which tid.x stands bare.
  const std::size_t star = only->text.find('*');
  if (star == std::string::npos || star == 0)
    return std::nullopt;
  const std::string factor = only->text.substr(0, star), rest = only->text.substr(star + 1);
  const bool plainFactor = factor.find_first_of("()&|/% ") == std::string::npos && !mentionsThreadX(factor);
  const bool plainRest = rest == "tid.x" || (rest.front() == '(' && rest.back() == ')' &&
                                             rest.find_first_of("&|/%?,", 1) == std::string::npos &&
                                             rest.find("*tid.x") == std::string::npos);
  if (!plainFactor || !plainRest)
    return std::nullopt;
  return LaneStride{only->coefficient == 1 ? factor : fmt::format("{}*{}", only->coefficient, factor), std::nullopt};
}

std::string linesOf(const LaunchReport &launch, const std::vector<std::size_t> &accesses, const SourcePlace &here) {
  constexpr std::size_t most = 4;
  std::set<std::pair<std::string, unsigned>> places;
  for (const std::size_t i : accesses)
    if (const SourcePlace &place = launch.accesses[i].site.place; place.line)
      places.emplace(place.file, place.line);
  places.erase({here.file, here.line});
  const bool inOneFile =
      std::all_of(places.begin(), places.end(), [&](const auto &place) { return place.first == here.file; });
  std::string text;
  std::size_t count = 0;
  for (const auto &[file, line] : places) {
    const bool isLast = ++count == places.size();
    if (count > most) {
      text += " and others";
      break;
    }
    text += fmt::format("{}{}",
                        count == 1 ? ""
                        : isLast   ? " and "
                                   : ", ",
                        inOneFile ? fmt::format("{}", line) : formatPlace({file, line, 0}));
  }
  return text.empty() || !inOneFile ? text : (places.size() == 1 ? "line " : "lines ") + text;
}

std::vector<Finding> findingsOf(const Report &report, const TargetModel &target, const std::string &howToSetBlock) {
  std::map<FindingKey, Joined> joined;
  for (const KernelReport &kernel : report.kernels)
    for (const LaunchReport &launch : kernel.launches)
      judgeLaunch(kernel, launch, target, howToSetBlock, joined);
  giveWay(joined);
  std::vector<Finding> findings;
  for (const auto &[key, what] : joined)
    findings.push_back(findingOf(key, what));
  nameFindings(findings);
  std::stable_sort(findings.begin(), findings.end(), [](const Finding &a, const Finding &b) {
    return std::pair(a.severity, a.wastedSectors) > std::pair(b.severity, b.wastedSectors);
  });
  return findings;
}

} // namespace sectorscope
