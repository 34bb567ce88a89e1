// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What analysis/ir reads out of a module and everything later works on: kernels and their access sites.

#ifndef SECTORSCOPE_ACCESSSITE_H
#define SECTORSCOPE_ACCESSSITE_H

#include "sectorscope/LaneExpr.h"
#include "sectorscope/LaunchTotals.h"
#include "sectorscope/Records.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

enum class AccessKind : std::uint8_t { Load, Store, Atomic, Reduction, Copy };
enum class AddressSpace : std::uint8_t { Global, Shared, Local, Constant, Generic };

/// "load", "store", ... and "global", "shared", ... as the JSON report spells them.
const char *toString(AccessKind kind);
const char *toString(AddressSpace space);

/// What the machine makes of an atomic on shared memory, as far as that decides how often its banks are passed.
enum class AtomicForm : std::uint8_t {
  None,           ///< no atomic, or not on shared memory
  PerLane,        ///< every lane takes a pass of its own on its bank
  CompareAndSwap, ///< the same, with two passes
  Counted,        ///< plus one without a result: lanes of one word are counted first
  Retried,        ///< a loop that repeats until it succeeds: floating-point sums, 64-bit sums, minima and maxima
};

/// Whether the assembler does an atomic once for all lanes of a warp where it sees that they share the address: their
/// values are added up (or the like) first, and one lane is left. (Seen in sm_90 machine code of ptxas 13.0.)
enum class WarpReduction : std::uint8_t {
  None,
  Always,    ///< 32-bit integer operations without a result, and sums of a constant
  FullWarps, ///< 32-bit integer sums with a result: only where all lanes are active
};

/// "none", "per-lane", "compare-and-swap", ... and "none", "always", "full-warps".
const char *toString(AtomicForm form);
const char *toString(WarpReduction reduction);

/// One frame of an inline stack.
struct InlineFrame {
  std::string function; ///< demangled
  SourcePlace place;
  friend bool operator==(const InlineFrame &, const InlineFrame &) = default;
};

/// One memory instruction of the final IR, as the code generator will issue it.
struct AccessSite {
  std::vector<InlineFrame> inlineStack; ///< outermost first
  SourcePlace place;                    ///< the user's line: the innermost frame outside system headers
  bool inSystemHeader = false;          ///< no frame lies outside system headers
  AccessKind kind = AccessKind::Load;
  AddressSpace space = AddressSpace::Global;
  unsigned bytesPerLane = 0; ///< 1..16
  unsigned copyBytes = 0;    ///< of the copy or fill of which this is a piece; 0 for whole accesses
  ExprId copyStart;          ///< where it starts
  AtomicForm atomic = AtomicForm::None;
  WarpReduction reduction = WarpReduction::None;
  bool isMatrix = false;   ///< ldmatrix, stmatrix: each lane that gives an address moves a row of 16 bytes
  bool bypassesL1 = false; ///< volatile, acquire, .cg, .cv: served at L2, whatever lies in L1
  ExprId address;          ///< width 64 (or the width of the address space), in bytes
  ExprId guard;            ///< width 1: the lane executes the instruction in this iteration
  /// Width 1: of the lanes that execute it, those whose bytes move; none where all do. ldmatrix takes addresses of the
  /// first lanes alone; cp.async reads nothing where the number of its source bytes is 0.
  ExprId moves;
  /// Where in shared memory a copy that goes past L1 (cp.async.cg) puts the bytes; none for other accesses.
  ExprId into;
  std::vector<unsigned> loops; ///< numbers of the enclosing loops, outermost first
  /// The same number for the copies of one instruction of a function that the compiler did not inline, one copy per
  /// call; 0 for an instruction of its own.
  unsigned calledInstruction = 0;
  std::string accessed;          ///< best name of the accessed object: parameter or variable, else empty
  std::uint64_t objectBytes = 0; ///< of a private variable
  /// Of a shared variable that is declared as an array: bytes of one element of each of its dimensions but the last.
  /// float tile[16][8][33] has {1056, 132}.
  std::vector<std::uint64_t> pitches;
};

/// Global memory, or what cannot be told from it.
inline bool isGlobal(const AccessSite &site) {
  return site.space == AddressSpace::Global || site.space == AddressSpace::Generic;
}

/// It leaves memory as it is: a load, or the reading side of an asynchronous copy.
inline bool isRead(const AccessSite &site) { return site.kind == AccessKind::Load || site.kind == AccessKind::Copy; }

/// A loop of the kernel. Of an iteration that its Counter names, in the iterations that those of the loops around it
/// name:
struct LoopSite {
  SourcePlace place;
  ExprId entered; ///< width 1: the lane enters the loop; says nothing of its own iterations
  ExprId running; ///< width 1: a lane that entered reaches the iteration; once false, false for good
};

/// The floating-point arithmetic of one basic block.
///
/// Worked example: `if (i < n) y[i] = a * x[i] + y[i];` on floats: the guard is i < n, no loops, single = 2.
struct WorkSite {
  ExprId guard;                ///< width 1: the lane executes the block in this iteration
  std::vector<unsigned> loops; ///< numbers of the enclosing loops, outermost first
  FlopCount perLane;           ///< operations of one lane each time it comes by
};

/// Something in the kernel that touches memory or hides code and is not analysed.
struct NotAnalysed {
  SourcePlace place;
  std::string what; ///< "inline assembly: ld.global.cg.f32 ...", "call to f(int)"
  friend bool operator==(const NotAnalysed &, const NotAnalysed &) = default;
};

/// One kernel as read from IR.
struct Kernel {
  std::string name; ///< demangled
  std::string mangled;
  std::vector<std::string> shortNames; ///< other names for it: "ns::f<float>", "ns::f", "f<float>", "f"
  std::vector<std::string> parameters; ///< "n", or "arg2" where no name is known
  SourcePlace place;                   ///< of the function
  std::optional<std::array<unsigned, 3>> requiredBlock; ///< reqntid-like attribute
  std::optional<unsigned> maxThreads;                   ///< __launch_bounds__: a bound, not a shape
  unsigned axesUsed = 1; ///< 1, 2 or 3: highest thread axis that the kernel reads, plus one
  ExprGraph graph;
  std::vector<RecordType> recordTypes; ///< that pointers and variables of the graph speak of
  std::vector<LoopSite> loops;
  std::vector<AccessSite> sites; ///< in source order, then program order
  std::vector<NotAnalysed> notAnalysed;
  std::vector<WorkSite> work;              ///< in program order
  std::vector<NotAnalysed> workNotCounted; ///< arithmetic that `work` lacks: tensor cores, calls that stay calls
  bool dividesOrTakesRoots = false;        ///< `work` counts each as one operation, the machine needs several
};

/// What was read from one module.
struct Program {
  std::string sourceFile; ///< as the report should call it
  std::string arch;       ///< "sm_90", from the module; empty if it does not say
  std::string llvmVersion;
  bool unoptimised = false; ///< -O0 IR: addresses hide in allocas
  std::vector<Kernel> kernels;
};

} // namespace sectorscope

#endif
