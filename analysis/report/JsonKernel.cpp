// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/JsonKernel.h"

#include "report/JsonGraph.h"
#include "report/JsonPlaces.h"
#include "report/JsonRecords.h"
#include "report/WriteJson.h"

namespace sectorscope {

using nlohmann::ordered_json;

namespace {

/// The enumerator up to `last` whose name stands there.
template <typename Enum> Enum named(const JsonCursor &from, Enum last) {
  const std::string name = from.text();
  std::string known;
  for (unsigned value = 0; value <= static_cast<unsigned>(last); ++value) {
    if (name == toString(static_cast<Enum>(value)))
      return static_cast<Enum>(value);
    known += std::string(value ? ", " : "") + toString(static_cast<Enum>(value));
  }
  from.fail("'" + name + "' is none of " + known);
}

std::vector<ExprId> rootsOf(const Kernel &kernel) {
  std::vector<ExprId> roots;
  for (const LoopSite &loop : kernel.loops)
    roots.insert(roots.end(), {loop.entered, loop.running});
  for (const AccessSite &site : kernel.sites)
    roots.insert(roots.end(), {site.copyStart, site.address, site.guard, site.moves, site.into});
  for (const WorkSite &work : kernel.work)
    roots.push_back(work.guard);
  return roots;
}

ordered_json siteJson(const AccessSite &site, const GraphWriter &graph) {
  ordered_json out;
  out["inline_stack"] = ordered_json::array();
  for (const InlineFrame &frame : site.inlineStack) {
    ordered_json &of = out["inline_stack"].emplace_back(ordered_json{{"function", frame.function}});
    addPlace(of, frame.place);
  }
  addPlace(out, site.place);
  out["in_system_header"] = site.inSystemHeader;
  out["kind"] = toString(site.kind);
  out["space"] = toString(site.space);
  out["bytes_per_lane"] = site.bytesPerLane;
  out["copy_bytes"] = site.copyBytes;
  out["copy_start"] = graph.at(site.copyStart);
  out["atomic"] = toString(site.atomic);
  out["reduction"] = toString(site.reduction);
  out["matrix"] = site.isMatrix;
  out["bypasses_l1"] = site.bypassesL1;
  out["address"] = graph.at(site.address);
  out["guard"] = graph.at(site.guard);
  out["moves"] = graph.at(site.moves);
  out["into"] = graph.at(site.into);
  out["loops"] = site.loops;
  out["called_instruction"] = site.calledInstruction;
  out["accessed"] = site.accessed;
  out["object_bytes"] = site.objectBytes;
  out["pitches"] = site.pitches;
  return out;
}

/// Numbers of the loops around something.
std::vector<unsigned> readLoops(const JsonCursor &from, const Kernel &kernel) {
  std::vector<unsigned> loops;
  for (const JsonCursor &loop : from.items()) {
    loops.push_back(loop.number<unsigned>());
    if (loops.back() >= kernel.loops.size())
      loop.fail("the kernel has " + std::to_string(kernel.loops.size()) + " loops");
  }
  return loops;
}

AccessSite readSite(const JsonCursor &from, const Kernel &kernel, const GraphReader &graph) {
  AccessSite site;
  for (const JsonCursor &frame : from["inline_stack"].items())
    site.inlineStack.push_back({frame["function"].text(), readPlace(frame)});
  site.place = readPlace(from);
  site.inSystemHeader = from["in_system_header"].flag();
  site.kind = named(from["kind"], AccessKind::Copy);
  site.space = named(from["space"], AddressSpace::Generic);
  site.bytesPerLane = from["bytes_per_lane"].number<unsigned>(1, 16);
  site.copyBytes = from["copy_bytes"].number<unsigned>();
  site.copyStart = graph.at(from["copy_start"]);
  site.atomic = named(from["atomic"], AtomicForm::Retried);
  site.reduction = named(from["reduction"], WarpReduction::FullWarps);
  site.isMatrix = from["matrix"].flag();
  site.bypassesL1 = from["bypasses_l1"].flag();
  site.address = graph.at(from["address"]);
  if (!site.address)
    from["address"].fail("expected the position of a node");
  site.guard = graph.at(from["guard"], 1);
  site.moves = graph.at(from["moves"], 1);
  site.into = graph.at(from["into"]);
  site.loops = readLoops(from["loops"], kernel);
  site.calledInstruction = from["called_instruction"].number<unsigned>();
  site.accessed = from["accessed"].text();
  site.objectBytes = from["object_bytes"].number<std::uint64_t>();
  for (const JsonCursor &pitch : from["pitches"].items())
    site.pitches.push_back(pitch.number<std::uint64_t>());
  return site;
}

ordered_json workJson(const WorkSite &work, const GraphWriter &graph) {
  return {{"guard", graph.at(work.guard)}, {"loops", work.loops}, {"flop_per_lane", flopJson(work.perLane)}};
}

WorkSite readWork(const JsonCursor &from, const Kernel &kernel, const GraphReader &graph) {
  const JsonCursor flop = from["flop_per_lane"];
  const auto count = [&](const char *type) { return static_cast<double>(flop[type].number<unsigned>()); };
  return {.guard = graph.at(from["guard"], 1),
          .loops = readLoops(from["loops"], kernel),
          .perLane = {.half = count("half"), .single = count("single"), .twice = count("double")}};
}

} // namespace

ordered_json notAnalysedJson(const std::vector<NotAnalysed> &items) {
  ordered_json out = ordered_json::array();
  for (const NotAnalysed &item : items) {
    ordered_json &entry = out.emplace_back();
    addPlace(entry, item.place);
    entry["what"] = item.what;
  }
  return out;
}

std::vector<NotAnalysed> readNotAnalysed(const JsonCursor &from) {
  std::vector<NotAnalysed> items;
  for (const JsonCursor &item : from.items())
    items.push_back({readPlace(item), item["what"].text()});
  return items;
}

ordered_json kernelSourceJson(const Kernel &kernel) {
  const GraphWriter graph(kernel.graph, rootsOf(kernel));
  ordered_json out;
  out["parameters"] = kernel.parameters;
  out["short_names"] = kernel.shortNames;
  out["required_block"] = kernel.requiredBlock ? ordered_json(*kernel.requiredBlock) : ordered_json();
  out["max_threads"] = kernel.maxThreads ? ordered_json(*kernel.maxThreads) : ordered_json();
  out["axes_used"] = kernel.axesUsed;
  if (!kernel.recordTypes.empty())
    out["record_types"] = ordered_json::array();
  for (const RecordType &type : kernel.recordTypes)
    out["record_types"].push_back(recordTypeJson(type));
  out["loops"] = ordered_json::array();
  for (const LoopSite &loop : kernel.loops) {
    ordered_json &of = out["loops"].emplace_back();
    addPlace(of, loop.place);
    of["entered"] = graph.at(loop.entered);
    of["running"] = graph.at(loop.running);
  }
  out["sites"] = ordered_json::array();
  for (const AccessSite &site : kernel.sites)
    out["sites"].push_back(siteJson(site, graph));
  out["work"] = ordered_json::array();
  for (const WorkSite &work : kernel.work)
    out["work"].push_back(workJson(work, graph));
  out["work_not_counted"] = notAnalysedJson(kernel.workNotCounted);
  out["divides_or_takes_roots"] = kernel.dividesOrTakesRoots;
  out["graph"] = graph.graph();
  return out;
}

void readKernelSource(const JsonCursor &from, Kernel &kernel) {
  kernel.parameters = from["parameters"].texts();
  kernel.shortNames = from["short_names"].texts();
  kernel.requiredBlock = readDim3(from["required_block"], largestBlock);
  if (!from["max_threads"].isNull())
    kernel.maxThreads = from["max_threads"].number<unsigned>(1);
  kernel.axesUsed = from["axes_used"].number<unsigned>(1, 3);
  if (from.has("record_types"))
    for (const JsonCursor &type : from["record_types"].items())
      kernel.recordTypes.push_back(readRecordType(type));
  const std::vector<JsonCursor> loops = from["loops"].items();
  GraphReader graph(from["graph"], loops.size(), kernel.recordTypes.size());
  for (const JsonCursor &loop : loops)
    kernel.loops.push_back({readPlace(loop), graph.at(loop["entered"], 1), graph.at(loop["running"], 1)});
  for (const JsonCursor &site : from["sites"].items())
    kernel.sites.push_back(readSite(site, kernel, graph));
  for (const JsonCursor &work : from["work"].items())
    kernel.work.push_back(readWork(work, kernel, graph));
  kernel.workNotCounted = readNotAnalysed(from["work_not_counted"]);
  kernel.dividesOrTakesRoots = from["divides_or_takes_roots"].flag();
  kernel.graph = std::move(graph.graph);
}

} // namespace sectorscope
