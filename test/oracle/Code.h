// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Code: one function made ready to run. Every value has a fixed range of cells in a frame, constants included.

#ifndef SECTORSCOPE_TEST_ORACLE_CODE_H
#define SECTORSCOPE_TEST_ORACLE_CODE_H

#include "Cell.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instruction.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace llvm {
class BasicBlock;
class CallBase;
class Constant;
class Function;
class GlobalValue;
class Loop;
class LoopInfo;
class Value;
} // namespace llvm

namespace sectorscope::oracle {

struct Step;
class Machine;
struct Thread;

/// What a step asks of the scheduler.
enum class After : std::uint8_t {
  Continue,
  WaitBlock, ///< at a barrier of the block
  WaitWarp,  ///< at an instruction that the lanes of a warp execute together
  Exit,
};

/// Runs one call to an intrinsic.
using Handler = After (*)(Machine &, Thread &, const Step &);

/// Cells of one operand: the first, and how many.
struct Slots {
  std::uint32_t first = 0, count = 0;
};

/// Layout of one scalar of an access.
struct Piece {
  std::uint32_t offset = 0; ///< bytes from the address
  std::uint32_t bytes = 0;
  std::uint32_t width = 0; ///< bits of the value
  bool isReal = false;
};

/// A memory instruction.
struct Access {
  unsigned site = 0; ///< index into Result::sites
  unsigned bytes = 0;
  std::vector<Piece> pieces;
};

/// A step. Only what its opcode needs is filled.
struct Step {
  const llvm::Instruction *ir = nullptr;
  unsigned opcode = 0;
  std::uint8_t promises = 0;
  unsigned width = 0;                            ///< bits of one scalar of the result, or of the compared operands
  unsigned toWidth = 0;                          ///< of a conversion
  llvm::Type *type = nullptr, *toType = nullptr; ///< scalar types
  Slots result;
  std::vector<Slots> operands;
  Access access;                     ///< load, store, atomics, allocas (bytes)
  std::uint64_t constant = 0;        ///< of an address computation; alignment of an alloca
  std::vector<std::uint64_t> scales; ///< of the variable parts of an address computation
  std::vector<std::uint32_t> edges;  ///< of a terminator, by successor
  std::vector<U128> cases;           ///< of a switch; edge 0 is the default
  Handler handler = nullptr;         ///< of an intrinsic
  const llvm::Function *callee = nullptr;
  std::vector<std::uint32_t> loops; ///< enclosing loops, outermost first; of accesses and calls
};

/// A control-flow edge: the cells that phis copy, and the loop whose iteration it counts.
struct Edge {
  std::uint32_t target = 0; ///< step number
  struct Copy {
    std::uint32_t to, from, count;
  };
  std::vector<Copy> copies;
  enum { Nothing, Enter, Again } loopAction = Nothing;
  std::uint32_t loop = 0;
};

/// A function ready to run.
struct Code {
  const llvm::Function *function = nullptr;
  std::vector<Cell> frame; ///< initial cells: constants in place
  std::vector<Slots> arguments;
  std::vector<Step> steps;
  std::vector<Edge> edges;
  std::uint32_t loopCount = 0;
};

/// Turns functions into code. Memory instructions are numbered in `sites` as they are met.
class Decoder {
public:
  /// `addressOf`: flat address (or offset in its window) of a global value.
  Decoder(const llvm::DataLayout &layout, std::function<std::uint64_t(const llvm::GlobalValue &)> addressOf,
          std::vector<SiteResult> &sites)
      : layout(layout), addressOf(std::move(addressOf)), sites(sites) {}

  /// Throws Stop where the function holds something that cannot be run. Decoded once per function.
  const Code &decode(const llvm::Function &function);

  /// Cells of a constant.
  void evaluate(const llvm::Constant &constant, std::vector<Cell> &cells);

  unsigned widthOf(const llvm::Type *scalar) const;

  const llvm::DataLayout &layout;

private:
  struct Local;
  Slots slotsOf(const llvm::Value &value, Local &local);
  void step(const llvm::Instruction &instruction, Local &local);
  void addressStep(const llvm::Instruction &instruction, Step &step, Local &local);
  void callStep(const llvm::CallBase &call, Step &step, Local &local);
  void accessOf(const llvm::Instruction &instruction, llvm::Type *type, Kind kind, Step &step);
  void loopsOf(const llvm::Instruction &instruction, Step &step, Local &local);
  void addEdges(const llvm::Instruction &terminator, Step &step, Local &local);
  std::uint64_t offsetOf(const llvm::Constant &address, U128 &base);

  std::function<std::uint64_t(const llvm::GlobalValue &)> addressOf;
  std::vector<SiteResult> &sites;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Code>> done;
};

/// The handler of an intrinsic or of a known library function by name; null if it is not known. `access` tells
/// whether calls to it are memory instructions of `bytes` bytes (0: the size of the result).
struct KnownCall {
  Handler handler = nullptr;
  bool access = false;
  Kind kind = Kind::Load;
  unsigned bytes = 0;
};
KnownCall knownCall(llvm::StringRef name);

} // namespace sectorscope::oracle

#endif
