// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Strides.h"

#include "model/FormatExpr.h"
#include "model/Hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace sectorscope {
namespace {

/// What stands in for sizes that are not known the second time: odd, so that nothing divides it by accident.
constexpr std::int64_t kOtherArgument = 4099;
constexpr Dim3 kGrid{64, 64, 64}, kOtherGrid{61, 59, 53};
constexpr std::size_t kEffort = 1 << 15;      // requests that are compared for all accesses of a launch
constexpr std::size_t kEffortOfAccess = 4096; // for one
constexpr unsigned kIterations = 3;           // that are compared with the one before

/// As long as it does not wrap, it moves by the same for each step of its operands.
bool isStraight(const WarpTape &tape, const Expr &e) {
  switch (e.op) {
  case Op::Ctaid:
  case Op::Tid:
  case Op::WarpId:
  case Op::LaneId:
  case Op::Counter:
  case Op::Add:
  case Op::Sub:
  case Op::SExt:
  case Op::ZExt:
  case Op::Trunc:
    return true;
  case Op::Mul:
    return tape.dependenceOf(e.a) == 0 || tape.dependenceOf(e.b) == 0;
  case Op::Shl:
    return tape.dependenceOf(e.b) == 0;
  default:
    return false;
  }
}

LaunchShape standInFor(const ExprGraph &graph, LaunchShape shape, std::int64_t argument, const Dim3 &grid) {
  for (const ParamLeaf &param : graph.params)
    if (!param.isPointer)
      shape.arguments.try_emplace(param.name, argument);
  if (!shape.grid)
    shape.grid = grid;
  return shape;
}

bool isAllKnown(const ExprGraph &graph, const LaunchShape &shape) {
  return shape.grid && std::ranges::all_of(graph.params, [&](const ParamLeaf &param) {
           return param.isPointer || shape.arguments.contains(param.name);
         });
}

/// What stands in front of `leaf` in a sum: "4*ld" of 4*ld*(8*ctaid.y + tid.y) and 8 times that for ctaid.y. Empty
/// where it is not told by looking.
std::string factorOf(const Formula &formula, const std::string &leaf) {
  const FormulaTerm *only = nullptr;
  for (const FormulaTerm &term : formula.terms)
    if (term.text.find(leaf) != std::string::npos) {
      if (only)
        return "";
      only = &term;
    }
  if (!only)
    return "";
  const std::string &text = only->text;
  const std::size_t star = text.find('*');
  if (star == std::string::npos)
    return "";
  const std::string factor = text.substr(0, star);
  std::string rest = text.substr(star + 1);
  if (factor.find_first_of("()&|/% ") != std::string::npos)
    return "";
  std::int64_t times = only->coefficient;
  if (rest != leaf) {
    if (rest.front() != '(' || rest.back() != ')' || rest.find_first_of("()&|/%?,^<>", 1) != rest.size() - 1)
      return "";
    const std::size_t at = rest.find(leaf);
    if (at > 1 && rest[at - 1] == '*') {
      const std::size_t begin = rest.find_last_of("( ", at) + 1;
      const std::string number = rest.substr(begin, at - 1 - begin);
      if (number.empty() || number.size() > 9 || number.find_first_not_of("0123456789") != std::string::npos)
        return "";
      times *= std::stoll(number);
    }
  }
  return times == 1 ? factor : fmt::format("{}*{}", times, factor);
}

} // namespace

void StrideReader::Distance::add(const Seen &from, const Seen &to) {
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (from.lanes & to.lanes & 1U << lane) {
      const std::int64_t found = to.addresses[lane] - from.addresses[lane];
      isEven &= !bytes || *bytes == found;
      bytes = found;
    }
}

StrideReader::StrideReader(const KernelReport &kernel, const LaunchReport &launch)
    : kernel(kernel), launch(launch), standsIn(!isAllKnown(kernel.graph, launch.shape)), effort(kEffort) {
  if (!launch.shape.block)
    return; // --block any: what the enumeration says is all there is
  stands.emplace_back(kernel.graph, standInFor(kernel.graph, launch.shape, kUsualArgument, kGrid));
  if (standsIn)
    stands.emplace_back(kernel.graph, standInFor(kernel.graph, launch.shape, kOtherArgument, kOtherGrid));
  findBends();
}

void StrideReader::findBends() {
  const ExprGraph &graph = kernel.graph;
  const WarpTape &tape = stands.front().tape;
  bends.resize(graph.size());
  for (std::uint32_t index = 1; index < graph.size(); ++index) { // operands stand before their users
    const Expr &e = graph[{index}];
    bends[index] = bends[e.a.index] | bends[e.b.index] | bends[e.c.index];
    if (!isStraight(tape, e))
      bends[index] |= tape.dependenceOf({index});
  }
}

/// Of the warp, block and iterations at hand.
StrideReader::Seen StrideReader::see(Stand &stand, const AccessSite &site) {
  Seen seen{stand.tape.live(), stand.tape.eval(site.address)};
  if (site.guard && stand.tape.obstacle(site.guard).empty())
    seen.lanes &= stand.tape.maskOf(site.guard);
  return seen;
}

StrideReader::Distance StrideReader::alongAxis(const AccessSite &site, unsigned axis) {
  Distance distance;
  for (Stand &stand : stands) {
    const Dim3 &grid = *stand.shape.grid;
    if (grid[axis] < 2)
      continue;
    // Sizes that stand in end somewhere: from the inside.
    const unsigned last = grid[axis] - 2;
    const std::set<unsigned> positions =
        standsIn ? std::set{std::min(1U, last), std::min(2U, last)} : std::set{0U, last / 2, last};
    for (const unsigned warp : {0U, warpsOf(*stand.shape.block) - 1}) {
      stand.tape.setWarp(warp);
      for (const unsigned at : positions) {
        Dim3 block = blockFor(stand);
        block[axis] = at;
        stand.tape.setBlock(block);
        const Seen here = see(stand, site);
        ++block[axis];
        stand.tape.setBlock(block);
        distance.add(here, see(stand, site));
      }
    }
    distance.isEven &= !stand.tape.failed();
  }
  return distance;
}

StrideReader::Distance StrideReader::betweenWarps(const AccessSite &site) {
  Distance distance;
  for (Stand &stand : stands) {
    WarpTape &tape = stand.tape;
    tape.setBlock(blockFor(stand));
    std::optional<Seen> before;
    for (unsigned warp = 0; warp < warpsOf(*stand.shape.block); ++warp) {
      tape.setWarp(warp);
      const Seen now = see(stand, site);
      if (before)
        distance.add(*before, now);
      before = now;
    }
    distance.isEven &= !tape.failed();
  }
  return distance;
}

StrideReader::Distance StrideReader::betweenIterations(const AccessSite &site, unsigned loop) {
  Distance distance;
  for (Stand &stand : stands) {
    WarpTape &tape = stand.tape;
    tape.setWarp(0);
    tape.setBlock(blockFor(stand));
    std::optional<Seen> before;
    for (unsigned iteration = 0; iteration <= kIterations; ++iteration) {
      tape.setCounter(loop, iteration);
      const Seen now = see(stand, site);
      if (before)
        distance.add(*before, now);
      before = now;
    }
    tape.setCounter(loop, 0);
    distance.isEven &= !tape.failed();
  }
  return distance;
}

Dim3 StrideReader::blockFor(const Stand &stand) const {
  Dim3 block{};
  for (unsigned axis = 0; axis < 3 && standsIn; ++axis)
    block[axis] = std::min(1U, (*stand.shape.grid)[axis] - 1);
  return block;
}

/// Of the whole launch, where it is known and small enough.
std::optional<StrideReader::Requests> StrideReader::allRequests(const AccessSite &site) {
  if (standsIn)
    return std::nullopt;
  Stand &stand = stands.front();
  LaunchWalk walk(stand.tape, kernel.graph, kernel.loops, site, *stand.shape.block);
  std::size_t budget = std::min(effort, kEffortOfAccess);
  const std::size_t before = budget;
  Requests requests;
  const bool done = walk.obstacle().empty() && countOf(*stand.shape.grid) * walk.warpsPerBlock() <= budget &&
                    forBlocks(*stand.shape.grid, [&](const Dim3 &block) {
                      return walk.visit(block, budget, [&](const WalkedRequest &request) {
                        requests[{block, request.warp, *request.iterations}] = {request.mask, *request.addresses};
                      });
                    });
  effort -= before - budget;
  return done ? std::optional(std::move(requests)) : std::nullopt;
}

/// Fills in what bends, from all requests.
void StrideReader::compareAll(const AccessSite &site, AccessStrides &strides) {
  const Dependence bent = bends[site.address.index];
  const std::optional<Requests> requests = bent ? allRequests(site) : std::nullopt;
  const auto distanceTo = [&](auto &&next) {
    Distance distance;
    for (auto from = requests->begin(); from != requests->end() && distance.isEven; ++from) {
      auto place = from->first;
      next(place);
      if (const auto to = requests->find(place); to != requests->end())
        distance.add(from->second, to->second);
    }
    return distance.result();
  };
  const auto fill = [&](std::optional<std::int64_t> &stride, auto &&next) {
    stride = requests ? distanceTo(next) : std::nullopt;
  };
  for (unsigned axis = 0; axis < 3; ++axis)
    if (bent & (kOnBlock << axis))
      fill(strides.block[axis], [&](auto &place) { ++std::get<0>(place)[axis]; });
  if (bent & kOnWarp)
    fill(strides.warp, [](auto &place) { ++std::get<1>(place); });
  for (std::size_t depth = 0; depth < site.loops.size(); ++depth)
    if (bent & onCounter(site.loops[depth]))
      fill(strides.iterations[depth], [&](auto &place) { ++std::get<2>(place)[depth]; });
}

std::string StrideReader::reasonFor(const AccessReport &access, unsigned axis, const std::string &obstacle) const {
  const std::string leaf = fmt::format("ctaid.{}", "xyz"[axis]);
  const AccessSite &site = access.site;
  const std::string factor = factorOf(formulaOf(kernel.graph, site.address, launch.shape, site.loops), leaf);
  if (!factor.empty())
    return fmt::format("{} along {}", factor, "xyz"[axis]);
  return fmt::format("{} along {}",
                     obstacle.empty() ? "not the same between all blocks, or too many to compare" : obstacle,
                     "xyz"[axis]);
}

// What several calls reach has several addresses: what all of them have in common was found before.
bool StrideReader::isCompared(const AccessReport &access) const {
  return !stands.empty() && stands.front().tape.obstacle(access.site.address).empty() && access.calls.size() < 2;
}

AccessStrides StrideReader::of(const AccessReport &access) {
  const AccessSite &site = access.site;
  AccessStrides strides;
  strides.block = access.footprint.blockStrideBytes;
  strides.iterations.resize(site.loops.size());
  if (stands.empty())
    return strides;
  const WarpTape &tape = stands.front().tape;
  const std::string obstacle = tape.obstacle(site.address); // only contents of memory are left
  const Dependence dependence = tape.dependenceOf(site.address);
  if (isCompared(access)) {
    for (unsigned axis = 0; axis < 3; ++axis)
      if (!(dependence & (kOnBlock << axis)))
        strides.block[axis] = 0;
      else if (const Distance distance = alongAxis(site, axis); distance.bytes) // else no two samples execute it
        strides.block[axis] = distance.result();
    strides.warp = betweenWarps(site).result();
    for (std::size_t depth = 0; depth < site.loops.size(); ++depth)
      strides.iterations[depth] =
          dependence & onCounter(site.loops[depth]) ? betweenIterations(site, site.loops[depth]).result() : 0;
    compareAll(site, strides);
  } else if (!obstacle.empty()) {
    strides.block.fill(std::nullopt); // what memory holds may be another for each block
  }
  for (unsigned axis = 0; axis < 3 && strides.reason.empty(); ++axis)
    if (!strides.block[axis])
      strides.reason = launch.shape.grid && (*launch.shape.grid)[axis] == 1
                           ? fmt::format("the grid has one block along {}", "xyz"[axis])
                           : reasonFor(access, axis, obstacle);
  return strides;
}

} // namespace sectorscope
