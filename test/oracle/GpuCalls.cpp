// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Special registers, barriers, memory intrinsics and hints, and the lookup of all known calls.

#include "Calls.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

namespace sectorscope::oracle {

namespace {

/// The result is the first operand, or nothing.
After nothing(Machine &machine, Thread &thread, const Step &step) {
  if (step.result.count && !step.operands.empty() && step.operands[0].count == step.result.count)
    for (unsigned i = 0; i < step.result.count; ++i)
      machine.cell(thread, step.result, i) = Cell(machine.operand(thread, step, 0, i));
  return After::Continue;
}

After assume(Machine &machine, Thread &thread, const Step &step) {
  const Cell &condition = machine.operand(thread, step, 0);
  if (condition.flags & Poison || condition.lo == 0)
    throw Stop{Outcome::Undefined, "an assumption of the kernel does not hold for this launch"};
  return After::Continue;
}

After leave(Machine &, Thread &, const Step &) { return After::Exit; }

After trap(Machine &machine, Thread &, const Step &) {
  machine.note("a thread trapped");
  return After::Exit;
}

After waitForBlock(Machine &, Thread &, const Step &) { return After::WaitBlock; }

enum class Register {
  Tid,
  Ntid,
  Ctaid,
  Nctaid,
  LaneId,
  WarpId,
  NWarpId,
  WarpSize,
  MaskEq,
  MaskLe,
  MaskLt,
  MaskGe,
  MaskGt,
  SharedBytes,
  DynamicSharedBytes,
  Zero,
  One,
};

template <Register which, unsigned axis> After special(Machine &machine, Thread &thread, const Step &step) {
  const Launch &launch = machine.launch;
  std::uint64_t lane = thread.lane, bit = std::uint64_t(1) << lane, value = 0;
  std::uint64_t threads = std::uint64_t(launch.block[0]) * launch.block[1] * launch.block[2];
  switch (which) {
  case Register::Tid:
    value = thread.id[axis];
    break;
  case Register::Ntid:
    value = launch.block[axis];
    break;
  case Register::Ctaid:
    value = machine.blockIndex[axis];
    break;
  case Register::Nctaid:
    value = launch.grid[axis];
    break;
  case Register::LaneId:
    value = lane;
    break;
  case Register::WarpId:
    value = thread.warp;
    break;
  case Register::NWarpId:
    value = (threads + 31) / 32;
    break;
  case Register::WarpSize:
    value = 32;
    break;
  case Register::MaskEq:
    value = bit;
    break;
  case Register::MaskLt:
    value = bit - 1;
    break;
  case Register::MaskLe:
    value = 2 * bit - 1;
    break;
  case Register::MaskGe:
    value = ~(bit - 1) & 0xffffffff;
    break;
  case Register::MaskGt:
    value = ~(2 * bit - 1) & 0xffffffff;
    break;
  case Register::SharedBytes:
    value = machine.sharedBytes + launch.dynamicSharedBytes;
    break;
  case Register::DynamicSharedBytes:
    value = launch.dynamicSharedBytes;
    break;
  case Register::Zero:
    value = 0;
    break;
  case Register::One:
    value = 1;
    break;
  }
  machine.cell(thread, step.result) = Cell::of(value);
  return After::Continue;
}

/// Clocks, multiprocessor numbers: the CPU cannot know them.
After unknowable(Machine &machine, Thread &thread, const Step &step) {
  for (unsigned i = 0; i < step.result.count; ++i)
    machine.cell(thread, step.result, i) = Cell::of(0, MadeUp);
  machine.note("a clock or a hardware number was made up");
  return After::Continue;
}

After isConstant(Machine &machine, Thread &thread, const Step &step) {
  machine.cell(thread, step.result) = Cell::of(0);
  return After::Continue;
}

template <Space space> After isSpace(Machine &machine, Thread &thread, const Step &step) {
  Cell a = machine.operand(thread, step, 0);
  machine.cell(thread, step.result) = Cell::of(Memory::placeOf(a.lo).space == space, a.flags);
  return After::Continue;
}

/// Old casts between address spaces.
After castPointer(Machine &machine, Thread &thread, const Step &step) {
  Cell a = machine.operand(thread, step, 0);
  unsigned from = step.ir->getOperand(0)->getType()->getPointerAddressSpace();
  machine.cell(thread, step.result) =
      Cell::of(castAddress(a.lo, from, step.ir->getType()->getPointerAddressSpace()), a.flags);
  return After::Continue;
}

After maskPointer(Machine &machine, Thread &thread, const Step &step) {
  Cell a = machine.operand(thread, step, 0), b = machine.operand(thread, step, 1);
  machine.cell(thread, step.result) = Cell::of(a.bits() & b.bits(), a.flags | b.flags);
  return After::Continue;
}

unsigned spaceOf(const Step &step, unsigned which) {
  return step.ir->getOperand(which)->getType()->getPointerAddressSpace();
}

/// ldg and ldu of older LLVM.
After loadGlobal(Machine &machine, Thread &thread, const Step &step) {
  Cell pointer = machine.operand(thread, step, 0);
  std::uint64_t flat = machine.addressOf(thread, step, pointer, spaceOf(step, 0));
  machine.load(thread, step, machine.touch(thread, step, flat, pointer));
  return After::Continue;
}

constexpr std::uint64_t mostCopied = 1 << 16;

void copyBytes(Machine &machine, Thread &thread, std::uint64_t to, std::uint64_t from, std::uint64_t bytes,
               std::uint64_t zeroFrom) {
  std::vector<Cell> data;
  for (std::uint64_t i = 0; i < bytes; ++i)
    data.push_back(i < zeroFrom ? machine.memory.read(Memory::placeOf(from + i), 1, false, thread.local) : Cell{});
  for (std::uint64_t i = 0; i < bytes; ++i)
    machine.memory.write(Memory::placeOf(to + i), 1, data[i], thread.local);
}

std::uint64_t copyLength(Machine &machine, Thread &thread, const Step &step) {
  const Cell &length = machine.operand(thread, step, 2);
  if (length.flags & Poison || length.bits() > mostCopied)
    throw Stop{Outcome::CannotRun, "a copy of more than 64 KiB by one thread"};
  return length.lo;
}

After copyMemory(Machine &machine, Thread &thread, const Step &step) {
  std::uint64_t to = machine.addressOf(thread, step, machine.operand(thread, step, 0), spaceOf(step, 0));
  std::uint64_t from = machine.addressOf(thread, step, machine.operand(thread, step, 1), spaceOf(step, 1));
  std::uint64_t bytes = copyLength(machine, thread, step);
  copyBytes(machine, thread, to, from, bytes, bytes);
  machine.note("llvm.memcpy or llvm.memmove executed but not counted");
  return After::Continue;
}

After setMemory(Machine &machine, Thread &thread, const Step &step) {
  std::uint64_t to = machine.addressOf(thread, step, machine.operand(thread, step, 0), spaceOf(step, 0));
  Cell value = machine.operand(thread, step, 1);
  std::uint64_t bytes = copyLength(machine, thread, step);
  for (std::uint64_t i = 0; i < bytes; ++i)
    machine.memory.write(Memory::placeOf(to + i), 1, value, thread.local);
  machine.note("llvm.memset executed but not counted");
  return After::Continue;
}

/// cp.async: copies at once; what waits for it later finds the data.
After copyAsync(Machine &machine, Thread &thread, const Step &step) {
  Cell source = machine.operand(thread, step, 1);
  std::uint64_t to = machine.addressOf(thread, step, machine.operand(thread, step, 0), spaceOf(step, 0));
  std::uint64_t from = machine.addressOf(thread, step, source, spaceOf(step, 1));
  std::uint64_t bytes = step.access.bytes;
  std::uint64_t given = step.operands.size() > 3 ? machine.operand(thread, step, 2).lo : bytes; // ".s" variants
  machine.touch(thread, step, from, source);
  copyBytes(machine, thread, to, from, bytes, std::min(given, bytes));
  return After::Continue;
}

} // namespace

const CallTable &gpuCalls() {
  static const CallTable table = {
      {"llvm.nvvm.read.ptx.sreg.tid.x", {special<Register::Tid, 0>}},
      {"llvm.nvvm.read.ptx.sreg.tid.y", {special<Register::Tid, 1>}},
      {"llvm.nvvm.read.ptx.sreg.tid.z", {special<Register::Tid, 2>}},
      {"llvm.nvvm.read.ptx.sreg.ntid.x", {special<Register::Ntid, 0>}},
      {"llvm.nvvm.read.ptx.sreg.ntid.y", {special<Register::Ntid, 1>}},
      {"llvm.nvvm.read.ptx.sreg.ntid.z", {special<Register::Ntid, 2>}},
      {"llvm.nvvm.read.ptx.sreg.ctaid.x", {special<Register::Ctaid, 0>}},
      {"llvm.nvvm.read.ptx.sreg.ctaid.y", {special<Register::Ctaid, 1>}},
      {"llvm.nvvm.read.ptx.sreg.ctaid.z", {special<Register::Ctaid, 2>}},
      {"llvm.nvvm.read.ptx.sreg.nctaid.x", {special<Register::Nctaid, 0>}},
      {"llvm.nvvm.read.ptx.sreg.nctaid.y", {special<Register::Nctaid, 1>}},
      {"llvm.nvvm.read.ptx.sreg.nctaid.z", {special<Register::Nctaid, 2>}},
      {"llvm.nvvm.read.ptx.sreg.laneid", {special<Register::LaneId, 0>}},
      {"llvm.nvvm.read.ptx.sreg.warpid", {special<Register::WarpId, 0>}},
      {"llvm.nvvm.read.ptx.sreg.nwarpid", {special<Register::NWarpId, 0>}},
      {"llvm.nvvm.read.ptx.sreg.warpsize", {special<Register::WarpSize, 0>}},
      {"llvm.nvvm.read.ptx.sreg.lanemask.eq", {special<Register::MaskEq, 0>}},
      {"llvm.nvvm.read.ptx.sreg.lanemask.le", {special<Register::MaskLe, 0>}},
      {"llvm.nvvm.read.ptx.sreg.lanemask.lt", {special<Register::MaskLt, 0>}},
      {"llvm.nvvm.read.ptx.sreg.lanemask.ge", {special<Register::MaskGe, 0>}},
      {"llvm.nvvm.read.ptx.sreg.lanemask.gt", {special<Register::MaskGt, 0>}},
      {"llvm.nvvm.read.ptx.sreg.total_smem_size", {special<Register::SharedBytes, 0>}},
      {"llvm.nvvm.read.ptx.sreg.dynamic_smem_size", {special<Register::DynamicSharedBytes, 0>}},
      {"llvm.nvvm.read.ptx.sreg.cluster.ctaid", {special<Register::Zero, 0>}},
      {"llvm.nvvm.read.ptx.sreg.cluster.ctarank", {special<Register::Zero, 0>}},
      {"llvm.nvvm.read.ptx.sreg.cluster.nctaid", {special<Register::One, 0>}},
      {"llvm.nvvm.read.ptx.sreg.cluster.nctarank", {special<Register::One, 0>}},
      {"llvm.nvvm.read.ptx.sreg.clock", {unknowable}},
      {"llvm.nvvm.read.ptx.sreg.clock64", {unknowable}},
      {"llvm.nvvm.read.ptx.sreg.globaltimer", {unknowable}},
      {"llvm.nvvm.read.ptx.sreg.smid", {unknowable}},
      {"llvm.nvvm.read.ptx.sreg.nsmid", {unknowable}},
      {"llvm.nvvm.read.ptx.sreg.gridid", {unknowable}},
      {"llvm.readcyclecounter", {unknowable}},
      {"llvm.readsteadycounter", {unknowable}},
      {"llvm.nvvm.barrier0", {waitForBlock}}, // .popc, .and, .or too
      {"llvm.nvvm.barrier.sync", {waitForBlock}},
      {"llvm.nvvm.barrier.n", {waitForBlock}},
      {"llvm.nvvm.barrier", {waitForBlock}},
      {"llvm.nvvm.bar.sync", {waitForBlock}},
      {"llvm.nvvm.barrier.cta.sync", {waitForBlock}},
      {"llvm.nvvm.barrier.cta.red", {waitForBlock}},
      {"llvm.nvvm.barrier.cta.arrive", {nothing}},
      {"llvm.nvvm.barrier.cluster", {nothing}},
      {"llvm.nvvm.membar", {nothing}},
      {"llvm.nvvm.fence", {nothing}},
      {"llvm.nvvm.nanosleep", {nothing}},
      {"llvm.nvvm.exit", {leave}},
      {"llvm.trap", {trap}},
      {"llvm.debugtrap", {nothing}},
      {"__assertfail", {trap}},
      {"llvm.nvvm.isspacep.global", {isSpace<Space::Global>}},
      {"llvm.nvvm.isspacep.shared", {isSpace<Space::Shared>}},
      {"llvm.nvvm.isspacep.local", {isSpace<Space::Local>}},
      {"llvm.nvvm.ptr.global.to.gen", {castPointer}},
      {"llvm.nvvm.ptr.shared.to.gen", {castPointer}},
      {"llvm.nvvm.ptr.local.to.gen", {castPointer}},
      {"llvm.nvvm.ptr.constant.to.gen", {castPointer}},
      {"llvm.nvvm.ptr.param.to.gen", {castPointer}},
      {"llvm.nvvm.ptr.gen.to.global", {castPointer}},
      {"llvm.nvvm.ptr.gen.to.shared", {castPointer}},
      {"llvm.nvvm.ptr.gen.to.local", {castPointer}},
      {"llvm.nvvm.ptr.gen.to.constant", {castPointer}},
      {"llvm.nvvm.ptr.gen.to.param", {castPointer}},
      {"llvm.nvvm.internal.addrspace.wrap", {castPointer}},
      {"llvm.ptrmask", {maskPointer}},
      {"llvm.nvvm.ldg.global", {loadGlobal, true, Kind::Load, 0}},
      {"llvm.nvvm.ldu.global", {loadGlobal, true, Kind::Load, 0}},
      {"llvm.nvvm.cp.async.ca.shared.global.4", {copyAsync, true, Kind::Copy, 4}},
      {"llvm.nvvm.cp.async.ca.shared.global.8", {copyAsync, true, Kind::Copy, 8}},
      {"llvm.nvvm.cp.async.ca.shared.global.16", {copyAsync, true, Kind::Copy, 16}},
      {"llvm.nvvm.cp.async.cg.shared.global.16", {copyAsync, true, Kind::Copy, 16}},
      {"llvm.nvvm.cp.async.commit.group", {nothing}},
      {"llvm.nvvm.cp.async.wait.group", {nothing}},
      {"llvm.nvvm.cp.async.wait.all", {nothing}},
      {"llvm.memcpy", {copyMemory}}, // .inline too
      {"llvm.memmove", {copyMemory}},
      {"llvm.memset", {setMemory}},
      {"llvm.assume", {assume}},
      {"llvm.expect", {nothing}},
      {"llvm.annotation", {nothing}},
      {"llvm.ptr.annotation", {nothing}},
      {"llvm.var.annotation", {nothing}},
      {"llvm.launder.invariant.group", {nothing}},
      {"llvm.strip.invariant.group", {nothing}},
      {"llvm.invariant.start", {nothing}},
      {"llvm.invariant.end", {nothing}},
      {"llvm.ssa.copy", {nothing}},
      {"llvm.arithmetic.fence", {nothing}},
      {"llvm.lifetime.start", {nothing}},
      {"llvm.lifetime.end", {nothing}},
      {"llvm.experimental.noalias.scope.decl", {nothing}},
      {"llvm.donothing", {nothing}},
      {"llvm.sideeffect", {nothing}},
      {"llvm.pseudoprobe", {nothing}},
      {"llvm.prefetch", {nothing}},
      {"llvm.nvvm.prefetch", {nothing}},
      {"llvm.is.constant", {isConstant}},
      {"llvm.dbg", {nothing}},
      {"vprintf", {isConstant}},
  };
  return table;
}

static const KnownCall *find(const CallTable &table, llvm::StringRef name) {
  while (!name.empty()) {
    auto entry = table.find(std::string_view(name.data(), name.size()));
    if (entry != table.end())
      return &entry->second;
    name = name.rsplit('.').first == name ? llvm::StringRef() : name.rsplit('.').first;
  }
  return nullptr;
}

KnownCall knownCall(llvm::StringRef name) {
  if (Handler together = togetherCall(name))
    return {together};
  for (const CallTable *table : {&gpuCalls(), &integerCalls()})
    if (const KnownCall *known = find(*table, name))
      return *known;
  llvm::StringRef bare = name;
  for (llvm::StringRef prefix : {"llvm.nvvm.", "llvm.", "__nv_fast_", "__nv_"})
    if (bare.consume_front(prefix))
      break;
  if (bare == name)
    return {};
  const KnownCall *known = find(mathCalls(), bare);
  if (!known && bare.consume_back("f")) // sinf and sin
    known = find(mathCalls(), bare);
  return known ? *known : KnownCall{};
}

} // namespace sectorscope::oracle
