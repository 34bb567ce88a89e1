// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/CellEvaluation.h"

#include "model/ScalarOps.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace sectorscope {
namespace {

void keepExtremes(RequestCount &least, RequestCount &most, const RequestCount &count) {
  const auto widen = [&](unsigned RequestCount::*field) {
    least.*field = std::min(least.*field, count.*field);
    most.*field = std::max(most.*field, count.*field);
  };
  widen(&RequestCount::activeLanes);
  widen(&RequestCount::sectors);
  widen(&RequestCount::idealSectors);
  widen(&RequestCount::lines);
  widen(&RequestCount::distinctBytes);
  widen(&RequestCount::partialSectors);
  widen(&RequestCount::wavefronts);
  widen(&RequestCount::idealWavefronts);
  widen(&RequestCount::distinctAddresses);
}

} // namespace

CellEvaluation::Result CellEvaluation::run(CellOutcome &out) {
  if (slice.guardLeftOut) {
    mask = live;
    out.cause = Cause::RowTail;
    out.doubt = Doubt::Mask;
    out.reason = "condition too large to be followed";
  } else {
    const Value *guard = evaluator.eval(slice.guard);
    if (!guard)
      return Result::Split;
    readGuard(guard->predicate, out);
  }
  if (shape.reduction == WarpReduction::Always || (shape.reduction == WarpReduction::FullWarps && sure == kAllLanes))
    keepOneLane(out);
  if (mask == 0)
    return Result::Idle;
  if (slice.moves && !readMoves(out))
    return Result::Split;
  if (slice.into && !readDestination(out))
    return Result::Split;
  if (slice.addressLeftOut) {
    WarpValue unknown;
    unknown.cause = Cause::Limit;
    unknownAddress(unknown, out);
    out.reason = "address too large to be followed";
    return Result::Executed;
  }
  const Value *address = evaluator.eval(slice.address);
  if (!address)
    return Result::Split;
  if (address->number.inside)
    return boundedAddress(address->number, out) ? Result::Executed : Result::Split;
  if (!address->number.known()) {
    unknownAddress(address->number, out);
    return Result::Executed;
  }
  return knownAddress(address->number, out) ? Result::Executed : Result::Split;
}

void CellEvaluation::bound(CellOutcome &out) {
  mask = live;
  sure = 0;
  anyDestination = static_cast<bool>(slice.into);
  if (slice.moves)
    surelyMoving = 0;
  const Value *address = slice.addressLeftOut ? nullptr : evaluator.eval(slice.address);
  if (!address || !address->number.known() || !knownAddress(address->number, out)) {
    WarpValue unknown;
    unknown.cause = Cause::Limit;
    unknownAddress(unknown, out);
  } else {
    out.cause = Cause::Param;
  }
  out.doubt = Doubt::Budget;
  out.reason = "enumeration exceeded its budget";
}

void CellEvaluation::readGuard(const WarpPredicate &p, CellOutcome &out) {
  const std::uint32_t yes = p.yes & live, maybe = p.maybe & live;
  mask = yes | maybe;
  sure = yes;
  if (!maybe)
    return;
  out.reason = evaluator.reason(p.why);
  if (p.cause == Cause::Uniform && !yes) {
    sure = mask; // all of them or no request at all
    out.maybeNotExecuted = true;
    // Of a grid whose size is known, the blocks that do not take part are no tail.
    out.executionHangsOnWarp = !p.onlyBlocks || slice.grid.has_value();
    return;
  }
  if (p.cause == Cause::Tail && p.lean > -2) {
    sure = mask;
    out.maybeNotExecuted = true;
    assumedTail = true;
    return;
  }
  // A guard that is not followed leaves the lanes where they are: bounds hold, whatever it is.
  out.cause = p.cause == Cause::Limit ? Cause::RowTail : std::max(p.cause, Cause::RowTail);
  out.doubt = Doubt::Mask;
  if (out.reason.empty())
    out.reason = "lanes switched off by a condition that is not known";
}

void CellEvaluation::keepOneLane(CellOutcome &out) {
  out.maybeNotExecuted |= sure == 0;
  out.lanesOpen = mask != kAllLanes;
  mask &= -mask;
  sure = mask;
  if (out.doubt == Doubt::Mask) {
    out.cause = Cause::None;
    out.doubt = Doubt::None;
  }
}

bool CellEvaluation::readMoves(CellOutcome &out) {
  const Value *moves = evaluator.eval(slice.moves);
  if (!moves)
    return false;
  const WarpPredicate &p = moves->predicate;
  surelyMoving = p.yes;
  moving = p.yes | p.maybe;
  if (p.maybe & mask) {
    out.cause = std::max(out.cause, Cause::RowTail);
    out.doubt = std::max(out.doubt, Doubt::Mask);
    out.reason = evaluator.reason(p.why);
  }
  return true;
}

bool CellEvaluation::readDestination(CellOutcome &out) {
  const Value *into = evaluator.eval(slice.into);
  if (!into)
    return false;
  if (into->number.inside || !into->number.known()) {
    anyDestination = true;
    out.cause = std::max(out.cause, Cause::Param);
    out.doubt = std::max(out.doubt, Doubt::Argument);
    out.reason = "where in shared memory the copy goes is not followed";
    return true;
  }
  const auto start = startOf(into->number, target.sectorBytes);
  if (!start)
    return false;
  for (std::int64_t offset = 0; offset < target.sectorBytes; offset += start->step) {
    destinations.push_back(into->number.lanes);
    for (std::int64_t &lane : destinations.back())
      lane = wrappingSum(lane, offset);
  }
  return true;
}

RequestCount CellEvaluation::countOf(const LaneAddresses &addresses, std::uint32_t lanes,
                                     const LaneAddresses *into) const {
  RequestCount count = countRequest(addresses, lanes & moving, shape, target, into);
  count.activeLanes = static_cast<unsigned>(std::popcount(lanes));
  return count;
}

void CellEvaluation::unknownAddress(const WarpValue &address, CellOutcome &out) {
  const unsigned active = static_cast<unsigned>(std::popcount(mask));
  const unsigned fewest = sure ? static_cast<unsigned>(std::popcount(sure)) : 1;
  const RequestRange any = anyRequest(fewest, active, shape, target);
  out.least = (surelyMoving & mask) ? any.least : any.least.withoutMoving();
  out.most = any.most;
  out.usual = out.most;
  out.alignedSectors = out.most.sectors;
  out.cause = std::max(out.cause, address.cause);
  out.doubt = address.cause == Cause::Limit  ? Doubt::NotFollowed
              : address.cause == Cause::Data ? Doubt::Data
                                             : Doubt::Argument;
  out.reason = evaluator.reason(address.why);
}

bool CellEvaluation::boundedAddress(const WarpValue &address, CellOutcome &out) {
  CellOutcome any = out;
  unknownAddress(address, any);
  if (!knownAddress(address.awayFromBound(), out))
    return false;
  out.least = any.least;
  out.most = any.most;
  out.sameAddress = false;
  out.doubt = std::max(out.doubt, Doubt::Bound);
  out.cause = std::max(out.cause, address.cause);
  if (out.doubt == Doubt::Bound)
    out.reason = evaluator.reason(address.why);
  return true;
}

std::optional<CellEvaluation::Start> CellEvaluation::startOf(const WarpValue &value, std::int64_t period) {
  Start start{period};
  for (unsigned i = 0; i < value.termCount; ++i) {
    const Term &term = value.terms[i];
    if (term.coef % period == 0)
      continue;
    const Symbol &symbol = evaluator.symbolTable()[term.symbol];
    if (splits(symbol) && !coarse && evaluator.wantMultiple(term, static_cast<std::uint64_t>(period)))
      return std::nullopt;
    start.step = std::gcd(start.step, term.coef);
    start.open = &symbol;
  }
  return start;
}

bool CellEvaluation::knownAddress(const WarpValue &address, CellOutcome &out) {
  const std::int64_t line = periodOf(shape, target);
  const auto start = startOf(address, line);
  if (!start)
    return false;
  std::int64_t step = start->step;
  if (start->open) {
    out.doubt = std::max(out.doubt, Doubt::StartOfData);
    if (out.cause <= Cause::Param) { // else the guard has the graver reason
      out.cause = Cause::Param;
      if (splits(*start->open))
        out.reason = "start of the data changes from block to block or iteration to iteration";
      else
        out.reason = start->open->name.empty() ? "start of the data hangs on a uniform value that is not followed"
                                               : "start of the data hangs on " + start->open->name;
    }
  }
  const auto moved = [&](std::int64_t offset) {
    LaneAddresses addresses = address.lanes;
    for (std::int64_t &lane : addresses)
      lane = wrappingSum(lane, offset);
    return addresses;
  };
  const LaneAddresses *usualDestination = destinations.empty() ? nullptr : &destinations.front();
  const auto count = [&](std::int64_t offset, std::uint32_t lanes) {
    return countOf(moved(offset), lanes, usualDestination);
  };
  const auto first = static_cast<unsigned>(std::countr_zero(mask));
  // The hardware reads and writes words of 2^n bytes at multiples of it only: the data starts where that is so.
  std::int64_t nearest = 0;
  for (std::int64_t offset = 0; offset < line; offset += step)
    if (wrappingSum(address.lanes[first], offset) % shape.bytes == 0) {
      nearest = offset;
      step = std::lcm(step, static_cast<std::int64_t>(shape.bytes));
      break;
    }
  out.usual = count(nearest, mask);
  out.least = out.most = out.usual;
  for (std::int64_t offset = nearest + step; offset < line; offset += step)
    keepExtremes(out.least, out.most, count(offset, mask));
  widenByDestination(moved(nearest), out);
  if (surelyMoving != moving)
    keepExtremes(out.least, out.most, countOf(moved(nearest), mask, usualDestination).withoutMoving());
  if (sure != mask) {
    const std::uint32_t fewest = sure ? sure : mask & -mask;
    const std::int64_t range = sure ? line : nearest + step; // any single lane moves what the first moves, at least
    for (std::int64_t offset = nearest; offset < range; offset += step)
      keepExtremes(out.least, out.most, count(offset, fewest));
  } else {
    RequestCount most = out.most;
    most.lines = out.least.lines;
    if (out.least == most) { // every start moves the same sectors, if not in the same lines
      out.cause = Cause::None;
      out.doubt = Doubt::None;
      if (!out.maybeNotExecuted)
        out.reason.clear();
    }
  }
  std::int64_t lowest = address.lanes[first];
  out.sameAddress = true;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1) {
      lowest = std::min(lowest, address.lanes[lane]);
      out.sameAddress &= address.lanes[lane] == address.lanes[first];
    }
  out.alignedSectors = count(wrappingSum(~lowest, 1), mask).sectors;
  readBlockStride(address, out);
  return true;
}

void CellEvaluation::widenByDestination(const LaneAddresses &addresses, CellOutcome &out) const {
  const RequestCount least = out.least, most = out.most;
  for (std::size_t i = 1; i < destinations.size(); ++i)
    keepExtremes(out.least, out.most, countOf(addresses, mask, &destinations[i]));
  if (anyDestination)
    out.most.sectors = std::max(out.most.sectors, static_cast<unsigned>(std::popcount(mask & moving)));
  if ((out.least == least && out.most == most) || anyDestination)
    return;
  out.cause = std::max(out.cause, Cause::Param);
  out.doubt = std::max(out.doubt, Doubt::StartOfData);
  if (out.reason.empty())
    out.reason = "hangs on where in a 32-byte piece of shared memory its array starts: align it to 32 bytes";
}

void CellEvaluation::readBlockStride(const WarpValue &address, CellOutcome &out) const {
  const SymbolTable &symbols = evaluator.symbolTable();
  out.blockStride = {0, 0, 0};
  for (std::uint32_t s = 0; s < symbols.size(); ++s)
    if (symbols[s].kind == SymbolKind::Block && evaluator.steps(s).first == evaluator.steps(s).second)
      out.blockStride[symbols[s].axis].reset(); // of a single block nobody can tell
  for (unsigned i = 0; i < address.termCount; ++i) {
    const Term &term = address.terms[i];
    const Symbol &symbol = symbols[term.symbol];
    const auto modulus = static_cast<std::int64_t>(evaluator.stateOf(term.symbol).modulus);
    if (symbol.kind == SymbolKind::Block) {
      if (term.coef % modulus == 0)
        out.blockStride[symbol.axis] = term.coef / modulus;
      else
        out.blockStride[symbol.axis].reset();
    }
    for (unsigned axis = 0; axis < 3; ++axis)
      if (symbol.blockAxes >> axis & 1)
        out.blockStride[axis].reset();
  }
}

} // namespace sectorscope
