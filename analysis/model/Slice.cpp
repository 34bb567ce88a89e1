// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Slice.h"

#include "model/WarpValue.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <vector>

namespace sectorscope {
namespace {

/// Node indices; an access asks for a thousand at a time, so they lie side by side.
class IndexSet {
public:
  /// False if it was there. 0 is no node.
  bool insert(std::uint32_t index) {
    if (2 * ++count > table.size()) {
      std::vector<std::uint32_t> old(std::max<std::size_t>(64, 2 * table.size()));
      old.swap(table);
      for (const std::uint32_t entry : old)
        if (entry)
          place(entry) = entry;
    }
    std::uint32_t &at = place(index);
    if (at == index) {
      --count;
      return false;
    }
    at = index;
    return true;
  }

private:
  std::uint32_t &place(std::uint32_t index) {
    std::size_t at = index * 0x9e3779b97f4a7c15ULL >> 32;
    while (table[at & (table.size() - 1)] != 0 && table[at & (table.size() - 1)] != index)
      ++at;
    return table[at & (table.size() - 1)];
  }

  std::vector<std::uint32_t> table;
  std::size_t count = 0;
};

class Slicer {
public:
  Slicer(const ExprGraph &from, const AccessSite &site, const LaunchShape &launch, std::size_t most)
      : from(from), site(site), launch(launch), most(most) {}

  AccessSlice run() {
    for (const auto &[root, leftOut] :
         {std::pair{site.address, &out.addressLeftOut}, {site.guard, &out.guardLeftOut}}) {
      *leftOut = !collect(root);
      if (!*leftOut)
        roots.push_back(root);
      if (root == site.address && site.reduction != WarpReduction::None)
        out.sameForBlock = !*leftOut && std::none_of(reached.begin(), reached.end(), [&](std::uint32_t index) {
          const Op op = from[{index}].op;
          return op == Op::Tid || op == Op::LaneId || op == Op::WarpId || op == Op::Opaque;
        });
    }
    for (const ExprId root : {site.moves, site.into})
      if (root && collect(root))
        roots.push_back(root);
      else if (root)
        out.addressLeftOut = true;
    std::sort(reached.begin(), reached.end());
    out.graph.recurrences.resize(recurrences.size());
    out.block = launch.block;
    out.grid = launch.grid;
    out.byGlobalThread = hangsOnGlobalThreadOnly();
    if (out.byGlobalThread)
      rewriteBlocks();
    for (const std::uint32_t index : reached)
      copies.push_back(copy({index})); // operands stand before their users
    for (const auto &[old, position] : recurrences) {
      const Recurrence &r = from.recurrences[old];
      out.graph.recurrences[position] = {r.loop, now(r.start), now(r.step)};
    }
    out.address = out.addressLeftOut ? out.graph.constant(0, 64) : now(site.address);
    out.guard = out.guardLeftOut ? out.graph.constant(1, 1) : now(site.guard);
    if (!out.addressLeftOut && site.moves)
      out.moves = now(site.moves);
    if (!out.addressLeftOut && site.into)
      out.into = now(site.into);
    return std::move(out);
  }

private:
  /// Everything that the address or the guard hangs on. False, and nothing, if that is too much.
  bool collect(ExprId root) {
    std::vector<ExprId> work{root};
    const std::size_t before = reached.size(), recurrencesBefore = recurrences.size();
    while (!work.empty()) {
      const ExprId id = work.back();
      work.pop_back();
      if (!id || !seen.insert(id.index))
        continue;
      if (reached.size() - before == most) {
        reached.resize(before);
        seen = {};
        for (const std::uint32_t index : reached)
          seen.insert(index);
        std::erase_if(recurrences, [&](const auto &r) { return r.second >= recurrencesBefore; });
        return false;
      }
      reached.push_back(id.index);
      const Expr &e = from[id];
      if (e.op == Op::Recur || e.op == Op::RecurVar) {
        if (recurrences.try_emplace(e.payload, recurrences.size()).second) {
          work.push_back(from.recurrences[e.payload].start);
          work.push_back(from.recurrences[e.payload].step);
        }
      }
      work.insert(work.end(), {e.a, e.b, e.c});
    }
    return true;
  }

  // ---------------------------------------------------------------------------------------------------------------
  // The global thread number

  /// Below extensions, and truncations that keep every thread number apart.
  ExprId withoutExtension(ExprId id) const {
    while (from[id].op == Op::ZExt || from[id].op == Op::SExt || (from[id].op == Op::Trunc && from[id].width >= 32))
      id = from[id].a;
    return id;
  }

  bool isLeaf(ExprId id, Op op) const { return from[id].op == op && from[id].payload == 0; }

  bool isBlockSize(ExprId id) const {
    id = withoutExtension(id);
    const Expr &e = from[id];
    return isLeaf(id, Op::Ntid) || (launch.block && e.op == Op::Const && e.payload == (*launch.block)[0]);
  }

  /// blockIdx.x * blockDim.x, as a product or a shift.
  bool isFirstThread(ExprId id) const {
    const Expr &e = from[withoutExtension(id)];
    const auto isBlock = [&](ExprId operand) { return isLeaf(withoutExtension(operand), Op::Ctaid); };
    if (e.op == Op::Mul)
      return (isBlock(e.a) && isBlockSize(e.b)) || (isBlock(e.b) && isBlockSize(e.a));
    const unsigned size = launch.block ? (*launch.block)[0] : 0;
    return e.op == Op::Shl && isBlock(e.a) && std::has_single_bit(size) && from[e.b].op == Op::Const &&
           from[e.b].payload == static_cast<std::uint64_t>(std::countr_zero(size));
  }

  bool isGlobalThread(const Expr &e) const {
    const auto isThread = [&](ExprId operand) { return isLeaf(withoutExtension(operand), Op::Tid); };
    return e.op == Op::Add && ((isThread(e.a) && isFirstThread(e.b)) || (isThread(e.b) && isFirstThread(e.a)));
  }

  /// blockDim.x * gridDim.x of a grid that nobody told us: the step of a grid-stride loop.
  bool isGridSize(const Expr &e) const {
    const auto isBlocks = [&](ExprId operand) { return isLeaf(withoutExtension(operand), Op::Nctaid); };
    return !launch.grid && e.op == Op::Mul &&
           ((isBlocks(e.a) && isBlockSize(e.b)) || (isBlocks(e.b) && isBlockSize(e.a)));
  }

  /// threadIdx.x & 31: the lane, in blocks of whole warps.
  bool isLaneOfThread(const Expr &e) const {
    const auto isConst = [&](std::uint64_t value) { return from[e.b].op == Op::Const && from[e.b].payload == value; };
    return (e.op == Op::And && isConst(kLanes - 1) && isLeaf(withoutExtension(e.a), Op::Tid)) ||
           (e.op == Op::URem && isConst(kLanes) && isLeaf(withoutExtension(e.a), Op::Tid));
  }

  bool hangsOnGlobalThreadOnly() const {
    if (launch.block && ((*launch.block)[0] % kLanes != 0 || (*launch.block)[1] != 1 || (*launch.block)[2] != 1))
      return false;
    if (launch.block && (*launch.block)[0] == kLanes)
      return false; // nothing to gain
    if (launch.block && launch.grid && std::uint64_t{(*launch.grid)[0]} * (*launch.block)[0] / kLanes > UINT32_MAX)
      return false;
    // From the roots down, not into global thread numbers and lanes: no other use of thread, block or warp may be met.
    std::vector<ExprId> work = roots;
    for (const auto &[old, position] : recurrences) {
      work.push_back(from.recurrences[old].start);
      work.push_back(from.recurrences[old].step);
    }
    IndexSet visited;
    while (!work.empty()) {
      const ExprId id = work.back();
      work.pop_back();
      if (!id || !visited.insert(id.index))
        continue;
      const Expr &e = from[id];
      if (isGlobalThread(e) || isGridSize(e) || isLaneOfThread(e))
        continue;
      if (isLeaf(id, Op::Tid) || isLeaf(id, Op::Ctaid) || e.op == Op::WarpId || (!launch.block && isLeaf(id, Op::Ntid)))
        return false;
      work.insert(work.end(), {e.a, e.b, e.c});
    }
    return true;
  }

  void rewriteBlocks() {
    if (launch.block)
      out.warpsPerBlock = (*launch.block)[0] / kLanes;
    out.block = Dim3{kLanes, 1, 1};
    if (out.grid && out.warpsPerBlock)
      (*out.grid)[0] *= *out.warpsPerBlock;
    else
      out.grid.reset();
  }

  /// `ctaid.x * ntid.x + tid.x` or `ntid.x * nctaid.x` anew, for blocks of one warp, extensions where they were.
  ExprId globalThread(ExprId id) {
    const Expr e = from[id];
    const unsigned width = e.width;
    if (isBlockSize(id) && withoutExtension(id) == id)
      return out.graph.constant(kLanes, width);
    if (isLeaf(id, Op::Tid) || isLeaf(id, Op::Ctaid) || isLeaf(id, Op::Nctaid))
      return out.graph.make(e);
    if (e.op == Op::ZExt || e.op == Op::SExt || e.op == Op::Trunc)
      return out.graph.unary(e.op, width, globalThread(e.a));
    const ExprId a = globalThread(e.a);
    if (e.op == Op::Shl)
      return out.graph.binary(Op::Mul, a, out.graph.constant(kLanes, width), e.flags);
    return out.graph.binary(e.op, a, globalThread(e.b), e.flags);
  }

  // ---------------------------------------------------------------------------------------------------------------
  // Copying

  ExprId now(ExprId id) const {
    return copies[static_cast<std::size_t>(std::lower_bound(reached.begin(), reached.end(), id.index) -
                                           reached.begin())];
  }

  template <typename T> std::uint64_t moved(std::uint64_t old, const std::vector<T> &table, std::vector<T> &into) {
    auto &places = moves[static_cast<const void *>(&table)];
    const auto [place, isNew] = places.try_emplace(old, into.size());
    if (isNew)
      into.push_back(table[old]);
    return place->second;
  }

  ExprId copy(ExprId id) {
    Expr e = from[id];
    ExprGraph &to = out.graph;
    if (out.byGlobalThread && (isGlobalThread(e) || isGridSize(e)))
      return globalThread(id);
    if (out.byGlobalThread && isLaneOfThread(e))
      return to.leaf(Op::LaneId, e.width);
    const bool oneDimensional = launch.block && (*launch.block)[1] == 1 && (*launch.block)[2] == 1;
    switch (e.op) {
    case Op::Tid:
      if (e.payload > 0 && (oneDimensional || (launch.block && (*launch.block)[e.payload] == 1)))
        return to.constant(0, e.width);
      break;
    case Op::Ntid:
      if (launch.block)
        return to.constant((*launch.block)[e.payload], e.width);
      break;
    case Op::Nctaid:
      if (launch.grid)
        return to.constant((*launch.grid)[e.payload], e.width);
      break;
    case Op::Param: {
      const auto known = launch.arguments.find(from.params[e.payload].name);
      if (known != launch.arguments.end())
        return to.constant(static_cast<std::uint64_t>(known->second), e.width);
      e.payload = moved(e.payload, from.params, to.params);
      ParamLeaf &param = to.params[e.payload];
      if (const auto pointer = launch.pointers.find(param.name); pointer != launch.pointers.end()) {
        param.modulus = pointerPeriod;
        param.residue = pointer->second;
        out.isObserved.resize(to.params.size());
        out.isObserved[e.payload] = true;
      } else if (const auto multiple = launch.multiples.find(param.name);
                 multiple != launch.multiples.end() && multiple->second % param.modulus == 0 && !param.isPointer) {
        param.modulus = multiple->second;
        param.residue = 0;
      }
      break;
    }
    case Op::Global:
      e.payload = moved(e.payload, from.globals, to.globals);
      break;
    case Op::Opaque:
    case Op::Loaded:
      e.payload = moved(e.payload, from.opaques, to.opaques);
      break;
    case Op::Recur:
    case Op::RecurVar:
      e.payload = recurrences.at(e.payload);
      break;
    default:
      break;
    }
    for (ExprId *operand : {&e.a, &e.b, &e.c})
      if (*operand)
        *operand = now(*operand);
    return to.make(e);
  }

  const ExprGraph &from;
  const AccessSite &site;
  const LaunchShape &launch;
  const std::size_t most;
  AccessSlice out;
  std::vector<ExprId> roots; ///< address and guard, but for those left out
  IndexSet seen;
  std::vector<std::uint32_t> reached;
  std::vector<ExprId> copies;                                   ///< of the nodes of `reached`
  std::unordered_map<std::uint64_t, std::uint64_t> recurrences; ///< old index -> new
  std::unordered_map<const void *, std::unordered_map<std::uint64_t, std::uint64_t>> moves;
};

} // namespace

AccessSlice sliceFor(const ExprGraph &graph, const AccessSite &site, const LaunchShape &launch, std::size_t most) {
  return Slicer(graph, site, launch, most).run();
}

} // namespace sectorscope
