// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/RecordUses.h"

#include "model/FormatExpr.h"
#include "model/RecordPlaces.h"
#include "model/SampleBlock.h"
#include "model/Touched.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace sectorscope {
namespace {

constexpr std::int64_t kMostIterations = 8; ///< of the innermost loop: records may begin anywhere in a sector
constexpr std::int64_t kElementsPerPeriod = 32;

RecordAccess accessOf(const AccessSite &site) {
  return isRead(site)                     ? RecordAccess::Load
         : site.kind == AccessKind::Store ? RecordAccess::Store
                                          : RecordAccess::Atomic;
}

void count(FieldUse &use, RecordAccess access) {
  ++(access == RecordAccess::Load ? use.loads : access == RecordAccess::Store ? use.stores : use.atomics);
}

/// One launch of a kernel that has record types.
class ConsumerReader {
public:
  ConsumerReader(const KernelReport &kernel, const LaunchReport &launch, const TargetModel &target)
      : kernel(kernel), launch(launch), target(target), graph(kernel.graph), loops(kernel.loops),
        always(graph.constant(1, 1)), first(firstIterations(graph, kernel)), sample(graph, loops, launch.shape, target),
        drafts(kernel.recordTypes.size()) {
    for (std::size_t t = 0; t < drafts.size(); ++t)
      drafts[t].consumer.uses.resize(kernel.recordTypes[t].fields.size());
    // Of a loop whose end nobody knows, the first iterations stand for all.
    for (std::size_t l = 0; l < loops.size(); ++l)
      if (!isKnown(loops[l].entered) || !isKnown(loops[l].running)) {
        loops[l].entered = always;
        loops[l].running = first[l];
        openLoops.insert(static_cast<unsigned>(l));
      }
  }

  /// By record type; those that are not used as arrays are empty.
  std::vector<std::optional<RecordConsumer>> run() {
    for (const AccessSite &site : kernel.sites)
      if (isGlobal(site))
        read(site);
    std::vector<std::optional<RecordConsumer>> consumers(drafts.size());
    for (std::size_t t = 0; t < drafts.size(); ++t)
      if (drafts[t].isArray)
        consumers[t] = finished(drafts[t]);
    return consumers;
  }

private:
  /// Number of the group, kind, warp, iterations.
  using RequestKey = std::tuple<unsigned, RecordAccess, unsigned, std::vector<std::int64_t>>;

  struct Draft {
    RecordConsumer consumer;
    bool isArray = false;
    std::map<std::pair<std::uint64_t, std::vector<unsigned>>, unsigned> groups; ///< by object and loops
    std::map<RequestKey, std::map<std::int64_t, FieldSet>> requests;            ///< fields by element
    std::map<unsigned, std::uint64_t> starts;                                   ///< by group
    /// Fields and lanes by group, kind, the address but for the constant at its end, and the element by the constant.
    std::map<std::tuple<unsigned, RecordAccess, std::uint32_t, std::int64_t>, std::pair<FieldSet, unsigned>> scattered;
  };

  /// Of each loop: the iteration is one of the first.
  static std::vector<ExprId> firstIterations(ExprGraph &graph, const Kernel &kernel) {
    std::vector<ExprId> running;
    running.reserve(kernel.loops.size());
    for (std::size_t l = 0; l < kernel.loops.size(); ++l)
      running.push_back(
          graph.binary(Op::Ult, graph.leaf(Op::Counter, 64, l), graph.constant(std::uint64_t{kMostIterations}, 64)));
    return running;
  }

  bool isKnown(ExprId id) {
    AccessSite site;
    site.address = id;
    return !id || sample.walkOf(site).obstacle().empty();
  }

  /// Of a parameter or variable, by the number that WarpTape gives to what it leads to.
  std::optional<unsigned> recordOf(std::uint64_t object) const {
    const std::uint64_t params = graph.params.size();
    return object < params                          ? graph.params[object].record
           : object - params < graph.globals.size() ? graph.globals[object - params].record
                                                    : std::nullopt;
  }
  std::uint64_t objectOfBase(const Expr &base) const {
    return base.op == Op::Param ? base.payload : graph.params.size() + base.payload;
  }
  /// Bytes from a multiple of every sector to where it begins.
  std::uint64_t offsetOf(std::uint64_t object) const {
    if (object >= graph.params.size())
      return 0;
    const auto observed = launch.shape.pointers.find(graph.params[object].name);
    return observed == launch.shape.pointers.end() ? 0 : observed->second;
  }

  unsigned groupOf(Draft &draft, std::uint64_t object, const AccessSite &site) const {
    const auto number = static_cast<unsigned>(draft.groups.size());
    const unsigned group = draft.groups.try_emplace({object, site.loops}, number).first->second;
    draft.starts[group] = offsetOf(object) % target.sectorBytes;
    return group;
  }

  void read(const AccessSite &site) {
    const std::vector<Expr> bases = basesOf(graph, site.address);
    std::set<unsigned> types;
    for (const Expr &base : bases)
      if (const auto type = recordOf(objectOfBase(base)))
        types.insert(*type);
    if (types.empty())
      return;
    std::map<unsigned, FieldSet> touched; // by type
    bool isMost = std::any_of(site.loops.begin(), site.loops.end(), [&](unsigned l) { return openLoops.contains(l); });
    bool isFollowed = follow(site, types, touched);
    if (!isFollowed || touched.empty()) { // which lanes execute it is not known, or none in this block: all may
      AccessSite open = site;
      open.guard = open.moves = {};
      isFollowed = follow(open, types, touched);
      isMost = true;
    }
    const bool fixed = isOneElement(graph, site.address);
    for (const unsigned type : types) {
      Draft &draft = drafts[type];
      ++draft.consumer.accesses;
      draft.isArray |= !fixed;
      draft.consumer.isMost |= isFollowed && isMost;
      if (!touched.contains(type))
        touched[type] = placed(site, bases, type, !isFollowed);
      for (const unsigned f : positionsOf(touched[type]))
        count(draft.consumer.uses[f], accessOf(site));
    }
  }

  /// False where the address, or which lanes execute the access, hangs on what is not known.
  bool follow(const AccessSite &site, const std::set<unsigned> &types, std::map<unsigned, FieldSet> &touched) {
    LaunchWalk walk = sample.walkOf(site);
    if (!walk.obstacle().empty())
      return false;
    walk.setMostIterations(kMostIterations, 2);
    if (!sample.visit(walk, sample.index(), [&](const WalkedRequest &request) { take(site, request, touched); }))
      for (const unsigned type : types)
        drafts[type].consumer.reason = "the kernel is too large";
    return true;
  }

  /// One request of a followed access.
  void take(const AccessSite &site, const WalkedRequest &request, std::map<unsigned, FieldSet> &touched) {
    std::optional<std::uint64_t> known; // the object of the lanes before
    std::optional<unsigned> type;
    std::map<std::int64_t, FieldSet> *elements = nullptr;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (!(request.mask >> lane & 1))
        continue;
      const std::int64_t address = (*request.addresses)[lane];
      const std::uint64_t object = objectOf(address);
      if (known != object) {
        known = object;
        type = recordOf(object);
        if (type)
          elements =
              &drafts[*type]
                   .requests[{groupOf(drafts[*type], object, site), accessOf(site), request.warp, *request.iterations}];
      }
      if (type)
        touched[*type] |= add(kernel.recordTypes[*type],
                              address - startOfObject(object) - static_cast<std::int64_t>(offsetOf(object)),
                              site.bytesPerLane, *elements);
    }
  }

  /// What `bytes` from byte `at` of an array on touch, to the fields of its elements.
  static FieldSet add(const RecordType &record, std::int64_t at, unsigned bytes,
                      std::map<std::int64_t, FieldSet> &elements) {
    const auto size = static_cast<std::int64_t>(record.bytes);
    FieldSet all;
    for (std::int64_t from = at; from < at + bytes;) {
      const std::int64_t element = floorDivided(from, size);
      const std::int64_t end = std::min((element + 1) * size, at + bytes);
      const FieldSet fields =
          fieldsIn(record, static_cast<std::uint64_t>(from - element * size), static_cast<std::uint64_t>(end - from));
      if (fields.any()) // not padding
        elements[element] |= fields;
      all |= fields;
      from = end;
    }
    return all;
  }

  /// The fields of an access of which no request was seen. One that is not followed is executed by lanes with elements
  /// of their own.
  FieldSet placed(const AccessSite &site, const std::vector<Expr> &bases, unsigned type, bool isScattered) {
    Draft &draft = drafts[type];
    const bool isOfType =
        std::ranges::all_of(bases, [&](const Expr &base) { return recordOf(objectOfBase(base)) == type; });
    const Formula formula = formulaOf(graph, site.address, launch.shape, site.loops);
    const FieldSet fields = isOfType ? fieldsNamed(kernel.recordTypes[type], formula, site.bytesPerLane) : FieldSet();
    if (fields.none()) {
      ++draft.consumer.unplaced;
      draft.consumer.reason = "which fields an access touches is not known";
    } else if (isScattered) {
      const Expr &e = graph[site.address];
      const bool hasConstant = e.op == Op::Add && graph[e.b].op == Op::Const;
      const auto constant = hasConstant ? static_cast<std::int64_t>(graph[e.b].payload) : 0;
      const auto size = static_cast<std::int64_t>(kernel.recordTypes[type].bytes);
      auto &[all, lanes] = draft.scattered[{groupOf(draft, objectOfBase(bases.front()), site), accessOf(site),
                                            (hasConstant ? e.a : site.address).index, floorDivided(constant, size)}];
      all |= fields;
      lanes = isUniform(site) ? 1 : kLanes;
    } else if (draft.consumer.reason.empty()) {
      draft.consumer.reason = kNotExecuted;
    }
    return fields;
  }

  bool isUniform(const AccessSite &site) const {
    return std::ranges::any_of(launch.accesses, [&](const AccessReport &access) {
      return access.site.address == site.address && access.footprint.uniform;
    });
  }

  RecordConsumer finished(Draft &draft) const {
    RecordConsumer &out = draft.consumer;
    out.kernel = kernel.name;
    out.block = launch.shape.block;
    out.grid = launch.shape.grid;
    out.isStandIn = sample.isStandIn();
    std::vector<RecordRequest> &all = out.requests;
    for (const auto &[key, elements] : draft.requests) {
      if (elements.empty())
        continue;
      RecordRequest request{.access = std::get<1>(key), .group = std::get<0>(key)};
      request.start = draft.starts.at(request.group);
      const std::int64_t shift = floorDivided(elements.begin()->first, kElementsPerPeriod) * kElementsPerPeriod;
      std::map<std::vector<unsigned>, std::vector<std::int64_t>> byFields;
      for (const auto &[element, fields] : elements)
        byFields[positionsOf(fields)].push_back(element - shift);
      for (auto &[fields, of] : byFields)
        request.touched.push_back({fields, std::move(of)});
      const auto known = std::ranges::find_if(all, [&](const RecordRequest &other) {
        return other.access == request.access && other.group == request.group && other.touched == request.touched;
      });
      if (known != all.end()) {
        ++known->times;
      } else if (all.size() < kMostRequestKinds) {
        request.times = 1;
        all.push_back(std::move(request));
      } else {
        out.reason = "its requests are of too many kinds";
        break;
      }
    }
    for (const auto &[key, of] : draft.scattered)
      out.scattered.push_back({positionsOf(of.first), of.second, draft.starts.at(std::get<0>(key))});
    if (!out.reason.empty()) {
      out.requests.clear();
      out.scattered.clear();
    }
    return std::move(out);
  }

  const KernelReport &kernel;
  const LaunchReport &launch;
  const TargetModel &target;
  ExprGraph graph; ///< of the kernel, with ends of loops that have none
  std::vector<LoopSite> loops;
  ExprId always;
  std::vector<ExprId> first; ///< by loop: one of its first iterations
  SampleBlock sample;
  std::vector<Draft> drafts; ///< by record type
  std::set<unsigned> openLoops;
};

} // namespace

std::vector<RecordUse> recordUsesOf(const std::vector<KernelReport> &kernels, const TargetModel &target) {
  std::vector<RecordUse> all;
  if (target.sectorBytes != kTouchedSectorBytes)
    return all;
  for (const KernelReport &kernel : kernels) {
    if (kernel.recordTypes.empty())
      continue;
    for (const LaunchReport &launch : kernel.launches) {
      std::vector<std::optional<RecordConsumer>> consumers = ConsumerReader(kernel, launch, target).run();
      std::size_t type = 0;
      for (std::optional<RecordConsumer> &consumer : consumers) {
        if (consumer)
          joinRecords(all, {{kernel.recordTypes[type], {std::move(*consumer)}}});
        ++type;
      }
    }
  }
  return all;
}

void joinRecords(std::vector<RecordUse> &into, std::vector<RecordUse> from) {
  for (RecordUse &use : from) {
    const auto known = std::ranges::find(into, use.type, &RecordUse::type);
    if (known == into.end()) {
      into.push_back(std::move(use));
      continue;
    }
    for (RecordConsumer &consumer : use.consumers)
      if (std::ranges::find(known->consumers, consumer) == known->consumers.end())
        known->consumers.push_back(std::move(consumer));
  }
}

} // namespace sectorscope
