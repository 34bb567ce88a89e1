// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Machine: runs the threads of one launch. Blocks run one after the other; the threads of a block run one after the
/// other up to a barrier or an instruction that lanes execute together, then the next phase begins.

#ifndef SECTORSCOPE_TEST_ORACLE_MACHINE_H
#define SECTORSCOPE_TEST_ORACLE_MACHINE_H

#include "Code.h"
#include "Memory.h"
#include "Requests.h"

#include <set>

namespace sectorscope::oracle {

/// One function activation.
struct Frame {
  const Code *code = nullptr;
  std::uint32_t next = 0; ///< step to execute
  std::vector<Cell> cells;
  std::vector<std::uint32_t> iteration; ///< per loop of the function: completed trips of the current activation
  std::uint64_t path = 0;               ///< hash of the call path and its iterations
  std::uint64_t localTop = 0;           ///< local memory in use when the frame was made
  Slots result;                         ///< in the caller
};

struct Thread {
  enum State : std::uint8_t { Ready, AtBlockBarrier, AtWarp, Done };
  Dim id{};
  unsigned warp = 0, lane = 0;
  State state = Ready;
  std::vector<Frame> frames;
  WrittenBytes local;
  std::uint64_t localTop = 0;
  bool pathFromMemory = false, pathMadeUp = false;
  const Step *waiting = nullptr;  ///< where it waits
  std::uint64_t waitingWhere = 0; ///< hash of call path and iteration there
};

class Machine {
public:
  Machine(const llvm::Function &kernel, const Launch &launch, Result &result);
  void run(); ///< throws Stop

  // For the handlers of calls.
  Cell &cell(Thread &thread, Slots slots, unsigned i = 0) { return thread.frames.back().cells[slots.first + i]; }
  const Cell &operand(Thread &thread, const Step &step, unsigned which, unsigned i = 0) {
    return cell(thread, step.operands[which], i);
  }
  void note(const std::string &what) { notes.insert(what); }

  /// Address of a pointer operand, flat. Throws Stop if it is poison.
  std::uint64_t addressOf(Thread &thread, const Step &step, const Cell &pointer, unsigned addressSpace);
  /// Records the access of `step` at `flat` and returns its place.
  Memory::Place touch(Thread &thread, const Step &step, std::uint64_t flat, const Cell &pointer);
  void load(Thread &thread, const Step &step, const Memory::Place &place);

  const Launch &launch;
  Result &result;
  Memory memory;
  Dim blockIndex{};
  std::uint64_t sharedBytes = 0; ///< static shared memory

private:
  void placeGlobals();
  void initialise(const llvm::Constant &value, llvm::Type *type, std::uint64_t address);
  void makeArguments();
  void structArgument(llvm::Type *type, unsigned argument, std::uint64_t offset, std::uint64_t at);
  std::uint64_t madeUpBase(unsigned number) const { return flat::firstBase + number * flat::baseStride; }

  void runBlock();
  bool release(std::vector<Thread> &threads);
  void runThread(Thread &thread);
  void pushFrame(Thread &thread, const Code &code, std::uint64_t path);
  After execute(Thread &thread, const Step &step);
  After call(Thread &thread, const Step &step);
  void followEdge(Thread &thread, const Step &step, unsigned successor);
  bool decide(Thread &thread, const Step &step, const Cell &condition);
  void branch(Thread &thread, const Step &step);
  void elementwise(Thread &thread, const Step &step);
  void moveElements(Thread &thread, const Step &step);
  void bitcast(Thread &thread, const Step &step);
  void computeAddress(Thread &thread, const Step &step);
  void storeStep(Thread &thread, const Step &step);
  void atomicStep(Thread &thread, const Step &step);
  void reserve(Thread &thread, const Step &step);
  std::uint64_t whereOf(const Thread &thread, const Step &step) const;
  std::vector<std::uint32_t> iterationOf(const Thread &thread, const Step &step) const;

  const llvm::Function &kernel;
  llvm::DataLayout layout;
  llvm::DenseMap<const llvm::GlobalValue *, std::uint64_t> globalAddresses;
  std::unordered_map<std::uint64_t, const llvm::Function *> functionsByAddress;
  Decoder decoder;
  Recorder recorder;
  std::vector<std::vector<Cell>> arguments;
  unsigned extraBases = 0;
  std::vector<Cell> scratch;
  std::set<std::string> notes;
};

/// Executes an instruction that the lanes of a warp execute together. `group` holds the lanes that wait at it, by
/// rising lane; it is never empty.
void executeTogether(Machine &machine, const Step &step, const std::vector<Thread *> &group);

/// Lanes that must arrive before executeTogether() may run: the mask operand, or all lanes.
std::uint32_t wantedLanes(Machine &machine, Thread &thread, const Step &step);

/// Ends a barrier of the block for all its threads; computes the reductions of barrier.red and its kin.
void leaveBarrier(Machine &machine, const std::vector<Thread *> &waiting);

} // namespace sectorscope::oracle

#endif
