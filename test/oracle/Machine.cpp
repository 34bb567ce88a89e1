// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Setting up a launch, and the order in which threads run.

#include "Machine.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace sectorscope::oracle {

const char *toString(Outcome outcome) {
  switch (outcome) {
  case Outcome::Ok:
    return "ok";
  case Outcome::BadLaunch:
    return "bad launch";
  case Outcome::CannotRun:
    return "cannot run";
  case Outcome::TooLong:
    return "too long";
  case Outcome::Undefined:
    return "undefined behaviour";
  }
  return "?";
}

const char *toString(Space space) {
  switch (space) {
  case Space::Global:
    return "global";
  case Space::Shared:
    return "shared";
  case Space::Local:
    return "local";
  case Space::Param:
    return "param";
  }
  return "?";
}

const SiteResult *Result::onLine(unsigned line) const {
  const SiteResult *found = nullptr;
  for (const SiteResult &site : sites)
    if (site.line == line) {
      if (found)
        return nullptr;
      found = &site;
    }
  return found;
}

Result run(const llvm::Function &kernel, const Launch &launch) {
  Result result;
  if (kernel.isDeclaration()) {
    result.outcome = Outcome::CannotRun;
    result.message = "the kernel has no body";
    return result;
  }
  try {
    Machine machine(kernel, launch, result);
    machine.run();
  } catch (const Stop &stop) {
    result.outcome = stop.outcome;
    result.message = stop.message;
  }
  return result;
}

Machine::Machine(const llvm::Function &kernel, const Launch &launch, Result &result)
    : launch(launch), result(result), memory(launch), kernel(kernel), layout(kernel.getParent()->getDataLayout()),
      decoder(
          layout, [this](const llvm::GlobalValue &global) { return globalAddresses.lookup(&global); }, result.sites),
      recorder(result, launch.keepRequests) {}

void Machine::placeGlobals() {
  std::uint64_t shared = 0, global = flat::globals, function = flat::functions;
  for (const llvm::Function &one : *kernel.getParent()) {
    globalAddresses[&one] = function;
    functionsByAddress[function] = &one;
    function += 16;
  }
  std::vector<const llvm::GlobalVariable *> dynamicShared;
  for (const llvm::GlobalVariable &variable : kernel.getParent()->globals()) {
    if (!variable.getValueType()->isSized())
      continue;
    std::uint64_t bytes = layout.getTypeAllocSize(variable.getValueType()).getFixedValue();
    std::uint64_t alignment = layout.getPreferredAlign(&variable).value();
    if (auto declared = variable.getAlign())
      alignment = declared->value();
    if (variable.getAddressSpace() == 3) {
      if (bytes == 0) {
        dynamicShared.push_back(&variable);
        continue;
      }
      shared = llvm::alignTo(shared, alignment);
      globalAddresses[&variable] = shared;
      shared += bytes;
      continue;
    }
    // Not more aligned than promised, so that a reader who assumes more is caught.
    alignment = std::max(alignment, launch.minGlobalAlignment);
    global = llvm::alignTo(global, std::max<std::uint64_t>(4096, 2 * alignment)) + alignment;
    globalAddresses[&variable] = global;
    if (variable.hasInitializer() && !variable.isExternallyInitialized())
      initialise(*variable.getInitializer(), variable.getValueType(), global);
    global += bytes;
  }
  sharedBytes = shared;
  for (const llvm::GlobalVariable *variable : dynamicShared)
    globalAddresses[variable] = llvm::alignTo(shared, 16);
}

void Machine::initialise(const llvm::Constant &value, llvm::Type *type, std::uint64_t address) {
  constexpr std::uint64_t mostBytes = 1 << 16;
  std::uint64_t bytes = layout.getTypeAllocSize(type).getFixedValue();
  if (llvm::isa<llvm::UndefValue>(value))
    return;
  if (bytes > mostBytes) {
    note("a variable of more than 64 KiB keeps made-up contents");
    return;
  }
  WrittenBytes none;
  if (value.isNullValue()) {
    for (std::uint64_t i = 0; i < bytes; ++i)
      memory.write({Space::Global, address + i}, 1, Cell{}, none);
    return;
  }
  if (type->isArrayTy() || type->isStructTy()) {
    std::uint64_t count = type->isArrayTy() ? type->getArrayNumElements() : type->getStructNumElements();
    for (unsigned i = 0; i < count; ++i) {
      llvm::Type *element = type->isArrayTy() ? type->getArrayElementType() : type->getStructElementType(i);
      std::uint64_t offset =
          type->isArrayTy()
              ? i * layout.getTypeAllocSize(element).getFixedValue()
              : layout.getStructLayout(llvm::cast<llvm::StructType>(type))->getElementOffset(i).getFixedValue();
      if (const llvm::Constant *part = value.getAggregateElement(i))
        initialise(*part, element, address + offset);
    }
    return;
  }
  std::vector<Cell> cells;
  decoder.evaluate(value, cells);
  unsigned each = static_cast<unsigned>(layout.getTypeStoreSize(type->getScalarType()).getFixedValue());
  for (std::size_t i = 0; i < cells.size(); ++i)
    memory.write({Space::Global, address + i * each}, each, cells[i], none);
}

void Machine::structArgument(llvm::Type *type, unsigned argument, std::uint64_t offset, std::uint64_t at) {
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      structArgument(structure->getElementType(i), argument,
                     offset + layout.getStructLayout(structure)->getElementOffset(i).getFixedValue(), at);
    return;
  }
  if (type->isArrayTy() || type->isVectorTy()) {
    llvm::Type *element = type->isArrayTy() ? type->getArrayElementType() : type->getScalarType();
    std::uint64_t count = type->isArrayTy() ? type->getArrayNumElements() : cellsOf(type);
    for (std::uint64_t i = 0; i < count; ++i)
      structArgument(element, argument, offset + i * layout.getTypeAllocSize(element).getFixedValue(), at);
    return;
  }
  std::uint64_t value = 0;
  auto given = launch.fields.find({argument, offset});
  if (given != launch.fields.end())
    value = static_cast<std::uint64_t>(given->second);
  else if (type->isPointerTy())
    value = madeUpBase(static_cast<unsigned>(kernel.arg_size()) + extraBases++);
  std::uint64_t bytes = layout.getTypeStoreSize(type).getFixedValue();
  for (std::uint64_t i = 0; i < bytes && at + offset + i < memory.parameters.bytes.size(); ++i)
    memory.parameters.bytes[at + offset + i] = i < 8 ? static_cast<std::uint8_t>(value >> (8 * i)) : 0;
}

void Machine::makeArguments() {
  constexpr unsigned mostArguments = 256;
  if (kernel.arg_size() > mostArguments)
    throw Stop{Outcome::CannotRun, "a kernel with more than 256 parameters"};
  for (const llvm::Argument &argument : kernel.args()) {
    unsigned position = argument.getArgNo();
    std::string name = argument.hasName() ? argument.getName().str() : "arg" + std::to_string(position);
    llvm::Type *type = argument.getType();
    std::vector<Cell> cells;
    if (argument.hasByValAttr()) {
      llvm::Type *value = argument.getParamByValType();
      std::uint64_t bytes = layout.getTypeAllocSize(value).getFixedValue();
      std::uint64_t at = llvm::alignTo(memory.parameters.bytes.size(), 16);
      if (at + bytes > 1 << 16)
        throw Stop{Outcome::CannotRun, "parameters of more than 64 KiB"};
      memory.parameters.grow(at + bytes);
      memory.parameters.written.assign(at + bytes, true);
      structArgument(value, position, 0, at);
      cells = {Cell::of(castAddress(at, 101, type->getPointerAddressSpace()))};
    } else if (type->isPointerTy()) {
      auto given = launch.bases.find(name);
      std::uint64_t base = given == launch.bases.end() ? madeUpBase(position) : given->second;
      if (given != launch.bases.end())
        memory.argumentOfBase[base] = position;
      cells = {Cell::of(castAddress(base, 0, type->getPointerAddressSpace()))};
    } else if (type->isIntegerTy()) {
      auto given = launch.scalars.find(name);
      if (given == launch.scalars.end())
        throw Stop{Outcome::BadLaunch, "parameter '" + name + "' has no value: add it to Launch::scalars"};
      unsigned width = type->getIntegerBitWidth();
      cells = {Cell::of(U128(S128(given->second)) & maskOf(width))};
    } else if (type->isFloatingPointTy() && cellsOf(type) == 1) {
      auto given = launch.reals.find(name);
      cells = {fromDouble(given == launch.reals.end() ? 1.0 : given->second, type, 0)};
    } else {
      cells.resize(cellsOf(type));
    }
    arguments.push_back(std::move(cells));
  }
}

void Machine::run() {
  std::uint64_t threads = std::uint64_t(launch.block[0]) * launch.block[1] * launch.block[2];
  std::uint64_t blocks = std::uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  constexpr std::uint64_t mostThreads = 1024;
  if (threads == 0 || blocks == 0)
    throw Stop{Outcome::BadLaunch, "the launch has no threads"};
  if (threads > mostThreads || launch.block[0] > mostThreads || launch.block[1] > mostThreads)
    throw Stop{Outcome::BadLaunch, "the block has more than 1024 threads"};
  placeGlobals();
  makeArguments();
  decoder.decode(kernel); // finds what cannot be run before anything runs
  for (blockIndex[2] = 0; blockIndex[2] < launch.grid[2]; ++blockIndex[2])
    for (blockIndex[1] = 0; blockIndex[1] < launch.grid[1]; ++blockIndex[1])
      for (blockIndex[0] = 0; blockIndex[0] < launch.grid[0]; ++blockIndex[0]) {
        memory.startBlock();
        runBlock();
        recorder.endBlock(blockIndex);
      }
  if (recorder.sawRepeatedLane)
    note("a lane came twice within one iteration: each time counts as a request of its own");
  result.notes.assign(notes.begin(), notes.end());
}

void Machine::runBlock() {
  std::vector<Thread> threads(std::size_t(launch.block[0]) * launch.block[1] * launch.block[2]);
  const Code &code = decoder.decode(kernel);
  for (unsigned i = 0; i < threads.size(); ++i) {
    Thread &thread = threads[i];
    thread.id = {i % launch.block[0], i / launch.block[0] % launch.block[1], i / (launch.block[0] * launch.block[1])};
    thread.warp = i / 32;
    thread.lane = i % 32;
    pushFrame(thread, code, 0);
    for (std::size_t a = 0; a < arguments.size(); ++a)
      std::copy(arguments[a].begin(), arguments[a].end(), thread.frames[0].cells.begin() + code.arguments[a].first);
    runThread(thread);
  }
  while (release(threads))
    for (Thread &thread : threads)
      if (thread.state == Thread::Ready)
        runThread(thread);
}

/// Lets waiting threads go on where that is possible: first lanes whose whole group has arrived, then groups that can
/// never be whole, then the barrier of the block. Returns whether any thread may run.
bool Machine::release(std::vector<Thread> &threads) {
  auto together = [&](bool whole) {
    bool any = false;
    for (std::size_t first = 0; first < threads.size(); ++first) {
      Thread &leader = threads[first];
      if (leader.state != Thread::AtWarp)
        continue;
      std::size_t begin = first / 32 * 32, end = std::min(begin + 32, threads.size());
      std::uint32_t wanted = wantedLanes(*this, leader, *leader.waiting), arrived = 0, alive = 0;
      std::vector<Thread *> group;
      for (std::size_t i = begin; i < end; ++i) {
        alive |= threads[i].state != Thread::Done ? std::uint32_t(1) << (i - begin) : 0;
        if (threads[i].state == Thread::AtWarp && threads[i].waiting == leader.waiting &&
            threads[i].waitingWhere == leader.waitingWhere) {
          group.push_back(&threads[i]);
          arrived |= std::uint32_t(1) << (i - begin);
        }
      }
      if (whole && (wanted & alive & ~arrived))
        continue;
      if (!whole)
        note("lanes meet at a warp-wide instruction without all that it names");
      const Step &step = *leader.waiting;
      executeTogether(*this, step, group);
      for (Thread *thread : group) {
        thread->state = Thread::Ready;
        thread->waiting = nullptr;
      }
      any = true;
      if (!whole)
        break; // what was released may complete the other groups
    }
    return any;
  };
  if (together(true) || together(false))
    return true;
  std::vector<Thread *> waiting;
  for (Thread &thread : threads)
    if (thread.state == Thread::AtBlockBarrier)
      waiting.push_back(&thread);
  if (waiting.empty())
    return false;
  leaveBarrier(*this, waiting);
  for (Thread *thread : waiting) {
    thread->state = Thread::Ready;
    thread->waiting = nullptr;
  }
  return true;
}

void Machine::pushFrame(Thread &thread, const Code &code, std::uint64_t path) {
  constexpr std::size_t deepest = 64;
  if (thread.frames.size() >= deepest)
    throw Stop{Outcome::CannotRun, "calls more than 64 deep"};
  Frame frame;
  frame.code = &code;
  frame.cells = code.frame;
  frame.iteration.resize(code.loopCount);
  frame.path = path;
  frame.localTop = thread.localTop;
  thread.frames.push_back(std::move(frame));
}

std::uint64_t Machine::whereOf(const Thread &thread, const Step &step) const {
  const Frame &frame = thread.frames.back();
  std::uint64_t where = frame.path;
  for (std::uint32_t loop : step.loops)
    where = mix(where, frame.iteration[loop]);
  return where;
}

std::vector<std::uint32_t> Machine::iterationOf(const Thread &thread, const Step &step) const {
  std::vector<std::uint32_t> iteration;
  for (const Frame &frame : thread.frames) {
    const Step &current = &frame == &thread.frames.back() ? step : frame.code->steps[frame.next - 1];
    for (std::uint32_t loop : current.loops)
      iteration.push_back(frame.iteration[loop]);
  }
  return iteration;
}

} // namespace sectorscope::oracle
