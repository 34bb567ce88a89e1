// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/JsonRecords.h"

#include "model/RecordSplit.h"
#include "model/Touched.h"
#include "report/JsonPlaces.h"
#include "report/WriteJson.h"

#include <algorithm>
#include <functional>

namespace sectorscope {

using nlohmann::ordered_json;

namespace {

constexpr std::int64_t kLastElement = std::int64_t{1} << 40; // of one request
constexpr std::int64_t kMostElements = 1 << 16;

/// {"first": 0, "step": 1, "count": 32} where they lie evenly, else a list.
ordered_json elementsJson(const std::vector<std::int64_t> &elements) {
  const std::int64_t step = elements.size() > 1 ? elements[1] - elements[0] : 1;
  for (std::size_t i = 1; i < elements.size(); ++i)
    if (elements[i] - elements[i - 1] != step)
      return elements;
  return {{"first", elements.front()}, {"step", step}, {"count", elements.size()}};
}

std::vector<std::int64_t> readElements(const JsonCursor &from) {
  std::vector<std::int64_t> elements;
  if (from.has("first")) {
    const auto first = from["first"].number<std::int64_t>(0, kLastElement);
    const auto count = from["count"].number<std::int64_t>(1, kMostElements);
    const auto step = from["step"].number<std::int64_t>(1, kLastElement / count);
    for (std::int64_t i = 0; i < count; ++i)
      elements.push_back(first + i * step);
    return elements;
  }
  for (const JsonCursor &element : from.items())
    elements.push_back(element.number<std::int64_t>(elements.empty() ? 0 : elements.back() + 1, kLastElement));
  if (elements.empty())
    from.fail("expected at least one element");
  return elements;
}

std::vector<unsigned> readFields(const JsonCursor &from, const RecordType &type) {
  std::vector<unsigned> fields;
  for (const JsonCursor &field : from.items())
    fields.push_back(
        field.number<unsigned>(fields.empty() ? 0 : fields.back() + 1, static_cast<unsigned>(type.fields.size()) - 1));
  return fields;
}

std::uint64_t readStart(const JsonCursor &from) {
  return from["start"].number<std::uint64_t>(0, kTouchedSectorBytes - 1);
}

RecordAccess readAccess(const JsonCursor &from) {
  const std::string name = from.text();
  for (const RecordAccess access : {RecordAccess::Load, RecordAccess::Store, RecordAccess::Atomic})
    if (name == toString(access))
      return access;
  from.fail("'" + name + "' is not load, store or atomic");
}

ordered_json shapeJson(const std::optional<Dim3> &shape) { return shape ? ordered_json(*shape) : ordered_json(); }

ordered_json sectorsJson(const RecordUse &use, const RecordConsumer &consumer) {
  const auto of = [&](const RecordSplit &split) { return sectorsOf(use.type, consumer, split, kTouchedSectorBytes); };
  const auto now = of(wholeRecord(use.type)), apart = of(fieldsApart(use.type)), together = of(usedTogether(use));
  if (!now || !apart || !together)
    return nullptr;
  return {{"now", rounded(now->sectors)},
          {"fields_apart", rounded(apart->sectors)},
          {"used_together", rounded(together->sectors)},
          {"at_most", now->isMost}};
}

ordered_json consumerJson(const RecordUse &use, const RecordConsumer &consumer) {
  ordered_json out;
  out["kernel"] = consumer.kernel;
  out["block"] = shapeJson(consumer.block);
  out["grid"] = shapeJson(consumer.grid);
  out["accesses"] = consumer.accesses;
  out["unplaced_accesses"] = consumer.unplaced;
  out["fields"] = ordered_json::array();
  for (std::size_t f = 0; f < consumer.uses.size(); ++f)
    if (const FieldUse &of = consumer.uses[f]; of.isUsed())
      out["fields"].push_back({{"field", f}, {"loads", of.loads}, {"stores", of.stores}, {"atomics", of.atomics}});
  out["bytes_used"] = usedBytes(use.type, consumer);
  out["sectors"] = sectorsJson(use, consumer);
  out["reason"] = consumer.reason.empty() ? ordered_json() : ordered_json(consumer.reason);
  out["stand_in"] = consumer.isStandIn;
  out["all_lanes"] = consumer.isMost;
  out["requests"] = ordered_json::array();
  for (const RecordRequest &request : consumer.requests) {
    ordered_json touched = ordered_json::array();
    for (const TouchedElements &of : request.touched)
      touched.push_back({{"fields", of.fields}, {"elements", elementsJson(of.elements)}});
    out["requests"].push_back({{"access", toString(request.access)},
                               {"group", request.group},
                               {"start", request.start},
                               {"times", request.times},
                               {"touched", std::move(touched)}});
  }
  out["scattered"] = ordered_json::array();
  for (const ScatteredRequest &request : consumer.scattered)
    out["scattered"].push_back({{"fields", request.fields}, {"lanes", request.lanes}, {"start", request.start}});
  return out;
}

RecordConsumer readConsumer(const JsonCursor &from, const RecordType &type) {
  RecordConsumer consumer;
  consumer.kernel = from["kernel"].text();
  consumer.block = readDim3(from["block"], largestBlock);
  consumer.grid = readDim3(from["grid"], largestGrid);
  consumer.accesses = from["accesses"].number<std::size_t>();
  consumer.unplaced = from["unplaced_accesses"].number<std::size_t>();
  consumer.uses.resize(type.fields.size());
  for (const JsonCursor &of : from["fields"].items())
    consumer.uses[of["field"].number<std::size_t>(0, type.fields.size() - 1)] = {
        of["loads"].number<std::size_t>(), of["stores"].number<std::size_t>(), of["atomics"].number<std::size_t>()};
  consumer.reason = from["reason"].textOrNull();
  consumer.isStandIn = from["stand_in"].flag();
  consumer.isMost = from["all_lanes"].flag();
  for (const JsonCursor &of : from["requests"].items()) {
    RecordRequest &request = consumer.requests.emplace_back();
    request.access = readAccess(of["access"]);
    request.group = of["group"].number<unsigned>();
    request.start = readStart(of);
    request.times = of["times"].number<std::uint64_t>(1);
    for (const JsonCursor &touched : of["touched"].items())
      request.touched.push_back({readFields(touched["fields"], type), readElements(touched["elements"])});
  }
  for (const JsonCursor &of : from["scattered"].items())
    consumer.scattered.push_back(
        {readFields(of["fields"], type), of["lanes"].number<unsigned>(1, kLanes), readStart(of)});
  return consumer;
}

} // namespace

ordered_json recordTypeJson(const RecordType &type) {
  ordered_json fields = ordered_json::array();
  for (const FieldLayout &field : type.fields)
    fields.push_back(
        {{"name", field.name}, {"offset", field.offset}, {"bytes", field.bytes}, {"alignment", field.alignment}});
  return {{"name", type.name}, {"bytes", type.bytes}, {"fields", std::move(fields)}};
}

RecordType readRecordType(const JsonCursor &from) {
  constexpr std::uint64_t largest = std::uint64_t{1} << 32;
  RecordType type;
  type.name = from["name"].text();
  type.bytes = from["bytes"].number<std::uint64_t>(1, largest);
  for (const JsonCursor &item : from["fields"].items()) {
    FieldLayout &field = type.fields.emplace_back();
    field.name = item["name"].text();
    field.offset = item["offset"].number<std::uint64_t>(0, type.bytes - 1);
    field.bytes = item["bytes"].number<std::uint64_t>(1, type.bytes - field.offset);
    field.alignment = item["alignment"].number<std::uint64_t>(1, largest);
  }
  if (type.fields.empty() || type.fields.size() > kMostFields)
    from["fields"].fail("expected 1 to " + std::to_string(kMostFields));
  return type;
}

ordered_json recordsJson(const std::vector<RecordUse> &records) {
  ordered_json all = ordered_json::array();
  for (const RecordUse &use : records) {
    ordered_json out = recordTypeJson(use.type);
    out["used_together"] = ordered_json::array();
    for (const RecordPart &part : usedTogether(use)) {
      ordered_json &names = out["used_together"].emplace_back(ordered_json::array());
      for (const unsigned f : part.fields)
        names.push_back(use.type.fields[f].name);
    }
    out["kernels"] = ordered_json::array();
    for (const RecordConsumer &consumer : use.consumers)
      out["kernels"].push_back(consumerJson(use, consumer));
    all.push_back(std::move(out));
  }
  return all;
}

std::vector<RecordUse> readRecords(const JsonCursor &from) {
  std::vector<RecordUse> records;
  for (const JsonCursor &item : from.items()) {
    RecordUse &use = records.emplace_back(RecordUse{readRecordType(item), {}});
    for (const JsonCursor &consumer : item["kernels"].items())
      use.consumers.push_back(readConsumer(consumer, use.type));
  }
  return records;
}

} // namespace sectorscope
