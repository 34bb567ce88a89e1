// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/RecordSplit.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace sectorscope {
namespace {

/// The most aligned fields come first, so that nothing is lost between them.
RecordPart packed(const RecordType &type, std::vector<unsigned> fields) {
  RecordPart part{.fields = std::move(fields), .offsets = {}};
  part.offsets.resize(part.fields.size());
  const auto alignmentOf = [&](std::size_t i) { return type.fields[part.fields[i]].alignment; };
  std::vector<std::size_t> order(part.fields.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(
      order, [&](std::size_t a, std::size_t b) { return std::pair(alignmentOf(b), a) < std::pair(alignmentOf(a), b); });
  const auto aligned = [&](std::uint64_t to) { part.bytes = (part.bytes + to - 1) / to * to; };
  for (const std::size_t i : order) {
    aligned(alignmentOf(i));
    part.offsets[i] = part.bytes;
    part.bytes += type.fields[part.fields[i]].bytes;
  }
  aligned(alignmentOf(order.front()));
  return part;
}

/// First bytes and ends of what `fields` have in an element of a part.
std::vector<std::pair<std::uint64_t, std::uint64_t>> rangesIn(const RecordPart &part, const RecordType &type,
                                                              const std::vector<unsigned> &fields) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (std::size_t i = 0; i < part.fields.size(); ++i)
    if (std::ranges::binary_search(fields, part.fields[i]))
      ranges.emplace_back(part.offsets[i], part.offsets[i] + type.fields[part.fields[i]].bytes);
  return ranges;
}

/// Sectors of one request: each once, however many fields lie in it.
std::size_t sectorsOf(const RecordRequest &request, const RecordType &type, const RecordPart &part,
                      std::uint64_t sectorBytes) {
  std::set<std::int64_t> sectors; // of elements from 0 on, whose addresses are not negative
  for (const TouchedElements &touched : request.touched)
    for (const auto &[from, to] : rangesIn(part, type, touched.fields))
      for (const std::int64_t element : touched.elements) {
        const std::uint64_t first =
            static_cast<std::uint64_t>(element) * part.bytes + (part.isWhole ? request.start : 0);
        for (std::uint64_t s = (first + from) / sectorBytes; s <= (first + to - 1) / sectorBytes; ++s)
          sectors.insert(static_cast<std::int64_t>(s));
      }
  return sectors.size();
}

/// Most sectors that the fields of one element lie in, wherever in the array it is.
std::size_t mostSectors(const ScatteredRequest &request, const RecordType &type, const RecordPart &part,
                        std::uint64_t sectorBytes) {
  const auto ranges = rangesIn(part, type, request.fields);
  const std::uint64_t start = part.isWhole ? request.start : 0;
  std::size_t most = 0;
  for (std::uint64_t element = 0; element < sectorBytes; ++element) { // then it begins again
    std::set<std::uint64_t> sectors;
    for (const auto &[from, to] : ranges)
      for (std::uint64_t s = (start + element * part.bytes + from) / sectorBytes;
           s <= (start + element * part.bytes + to - 1) / sectorBytes; ++s)
        sectors.insert(s);
    most = std::max(most, sectors.size());
  }
  return most;
}

} // namespace

RecordSplit wholeRecord(const RecordType &type) {
  RecordPart part{
      .fields = std::vector<unsigned>(type.fields.size()), .offsets = {}, .bytes = type.bytes, .isWhole = true};
  std::iota(part.fields.begin(), part.fields.end(), 0U);
  for (const FieldLayout &field : type.fields)
    part.offsets.push_back(field.offset);
  return {part};
}

RecordSplit fieldsApart(const RecordType &type) {
  RecordSplit split;
  for (unsigned f = 0; f < type.fields.size(); ++f)
    split.push_back(packed(type, {f}));
  return split;
}

RecordSplit usedTogether(const RecordUse &use) {
  std::map<std::vector<bool>, std::vector<unsigned>> alike; // fields by how each consumer uses them
  for (unsigned f = 0; f < use.type.fields.size(); ++f) {
    std::vector<bool> how;
    for (const RecordConsumer &consumer : use.consumers) {
      const FieldUse &of = consumer.uses[f];
      how.insert(how.end(), {of.loads > 0, of.stores > 0, of.atomics > 0});
    }
    alike[how].push_back(f);
  }
  RecordSplit split;
  for (auto &[how, fields] : alike)
    split.push_back(packed(use.type, std::move(fields)));
  std::ranges::sort(split, {}, [](const RecordPart &part) { return part.fields.front(); });
  return split;
}

std::optional<SplitCount> sectorsOf(const RecordType &type, const RecordConsumer &consumer, const RecordSplit &split,
                                    unsigned sectorBytes) {
  if (!consumer.reason.empty())
    return std::nullopt;
  SplitCount count{.isMost = consumer.isMost || !consumer.scattered.empty()};
  std::map<std::pair<unsigned, RecordAccess>, std::pair<double, double>> sums; // sectors, and requests
  for (const RecordRequest &request : consumer.requests) {
    auto &[sectors, requests] = sums[{request.group, request.access}];
    for (const RecordPart &part : split)
      sectors += static_cast<double>(request.times * sectorsOf(request, type, part, sectorBytes));
    requests += static_cast<double>(request.times);
  }
  for (const auto &[of, sum] : sums)
    count.sectors += sum.first / sum.second;
  for (const ScatteredRequest &request : consumer.scattered)
    for (const RecordPart &part : split)
      count.sectors += static_cast<double>(request.lanes * mostSectors(request, type, part, sectorBytes));
  return count;
}

std::uint64_t usedBytes(const RecordType &type, const RecordConsumer &consumer) {
  std::uint64_t bytes = 0;
  for (std::size_t f = 0; f < type.fields.size(); ++f)
    if (consumer.uses[f].isUsed())
      bytes += type.fields[f].bytes;
  return bytes;
}

} // namespace sectorscope
