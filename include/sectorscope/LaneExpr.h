// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// LaneExpr: an address, a guard or a trip count as a function of the lane.
///
/// A lane expression is a node of a hash-consed graph. Every node has a bit width and wraps exactly as the
/// instruction it was translated from. Nothing here knows LLVM; analysis/ir builds the graph, analysis/model
/// evaluates it, and analysis/report prints and serialises it.
///
/// Worked example. `in[2 * (blockIdx.x * blockDim.x + threadIdx.x)]` with 4-byte elements becomes
///
///     add i64 (Param 0 "in"),
///             (shl i64 (sext i64 (shl i32 (add i32 (mul i32 Ctaid.x, Ntid.x), Tid.x), 1)), 2)
///
/// and evaluates, for a warp of a 256-thread block, to 32 addresses 8 bytes apart: 8 sectors.

#ifndef SECTORSCOPE_LANEEXPR_H
#define SECTORSCOPE_LANEEXPR_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// Operators of a lane expression. Comparisons and logic on predicates have width 1.
enum class Op : std::uint8_t {
  // Leaves.
  Const,   ///< payload: the value, zero-extended
  Tid,     ///< payload: axis 0, 1, 2
  Ctaid,   ///< payload: axis
  Ntid,    ///< payload: axis
  Nctaid,  ///< payload: axis
  LaneId,  ///< thread number within the warp, 0..31
  WarpId,  ///< number of the warp within the block
  Param,   ///< payload: index into ExprGraph::params
  Global,  ///< address of a global variable; payload: index into ExprGraph::globals
  Counter, ///< iteration number of a loop, 0 in the first; payload: loop number within the kernel
  Opaque,  ///< cannot be known; payload: index into ExprGraph::opaques
  // One operand.
  Loaded, ///< value loaded from address a, the same for all lanes that share the address; payload: index into opaques
  ZExt,
  SExt,
  Trunc,
  Popcount,
  Clz,
  Ctz,
  BitReverse,
  ByteSwap,
  // Two operands.
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
  UMin,
  UMax,
  SMin,
  SMax,
  UMulHi,
  SMulHi,
  Shuffle, ///< what a is in lane b; b of width 32
  Eq,
  Ne,
  Ult,
  Ule,
  Slt,
  Sle,
  // Three operands.
  Select, ///< a ? b : c, a of width 1
  FshL,   ///< funnel shifts as LLVM's llvm.fshl and llvm.fshr
  FshR,
  Prmt, ///< NVPTX byte permute, default mode
  // Loops.
  Recur,     ///< value of a loop-carried variable at iteration a; payload: index into ExprGraph::recurrences
  RecurVar,  ///< inside the step of a recurrence: the value at the iteration before; same payload
  AllBefore, ///< predicate a held at every iteration of loop `payload` before iteration b; a speaks of the loop's
             ///< Counter
};

/// Index of a node in its graph. Value 0 is reserved for "no expression".
struct ExprId {
  std::uint32_t index = 0;
  explicit operator bool() const { return index != 0; }
  friend bool operator==(ExprId, ExprId) = default;
};

/// Promises of the instruction: the result does not wrap when read as unsigned / as signed.
enum ExprFlags : std::uint8_t { NoFlags = 0, NoUnsignedWrap = 1, NoSignedWrap = 2 };

/// One node. Operands that an operator does not use are empty.
struct Expr {
  Op op = Op::Const;
  std::uint8_t width = 0; ///< bits, 1..64
  std::uint8_t flags = NoFlags;
  ExprId a, b, c;
  std::uint64_t payload = 0;
  friend bool operator==(const Expr &, const Expr &) = default;
};

/// A place in the user's source. `line` 0 means unknown.
struct SourcePlace {
  std::string file; ///< relative to the project root where one is known
  unsigned line = 0;
  unsigned column = 0;
  friend bool operator==(const SourcePlace &, const SourcePlace &) = default;
};

/// What is known of a scalar or pointer that the launch passes in.
struct ParamLeaf {
  unsigned argument = 0;     ///< position in the kernel's signature, from 0
  std::uint64_t offset = 0;  ///< bytes into a by-value struct, else 0
  std::string name;          ///< "n", "view.ld", "view+8", "view+8..15", or "arg2" where no name is known
  std::uint8_t width = 0;    ///< bits
  bool isPointer = false;    ///< pointers are aligned to AuditOptions::pointerAlignment
  std::uint64_t modulus = 1; ///< congruence from llvm.assume and attributes: value = residue mod modulus
  std::uint64_t residue = 0;
  std::optional<unsigned> record = {}; ///< of a pointer to records: their position in Kernel::recordTypes

  /// "view+8" for a field of a by-value struct, whatever it is called; else the name.
  std::string offsetName() const;
  /// "view+8..15", by its bytes: a read of several fields at once, of which none is what is given for one of them.
  static std::string spanName(const std::string &parameter, std::uint64_t offset, unsigned width);
};

/// A module-level variable, with what its declaration promises.
struct GlobalLeaf {
  std::string name;
  std::uint64_t alignment = 1;         ///< bytes
  bool isPrivate = false;              ///< each thread has one of its own
  std::optional<unsigned> record = {}; ///< of an array of records: their position in Kernel::recordTypes
};

/// Something that the kernel does not say, with a reason that a person can act on.
struct OpaqueLeaf {
  std::string reason; ///< "index loaded from memory", "result of a call to f()"
  SourcePlace place;
  bool varying = true; ///< may differ between the lanes of one warp
};

/// A loop-carried variable without a closed form: `start` at iteration 0, then `step` of the value before.
struct Recurrence {
  unsigned loop = 0;
  ExprId start;
  ExprId step; ///< speaks of RecurVar leaves and of the loop's Counter, which is the iteration being left
};

/// The expressions of one kernel. Append-only; equal nodes get equal ids.
class ExprGraph {
public:
  ExprGraph();

  /// Returns the id of the node, adding it if it is new. Folds constants and the identities that keep ids small
  /// (x+0, x*1, x&~0, select of equal sides ...). Never changes the value for any lane.
  ExprId make(Expr node);

  ExprId constant(std::uint64_t value, unsigned width);
  ExprId leaf(Op op, unsigned width, std::uint64_t payload = 0);
  ExprId unary(Op op, unsigned width, ExprId a);
  ExprId binary(Op op, ExprId a, ExprId b, std::uint8_t flags = NoFlags); ///< width of a; comparisons give width 1
  ExprId select(ExprId condition, ExprId whenTrue, ExprId whenFalse);
  ExprId logicalNot(ExprId predicate);
  ExprId opaque(OpaqueLeaf what, unsigned width);
  ExprId loaded(ExprId address, unsigned width, OpaqueLeaf what);
  ExprId param(const ParamLeaf &what); ///< one leaf per (argument, offset, width)

  /// Replaces every use of the leaf `from` by `to` (same width) in `root`. A Counter that AllBefore binds stays.
  ExprId substitute(ExprId root, ExprId from, ExprId to);

  /// `root` in lanes where `predicate` is `holds`. What a shuffle takes from other lanes stays as it is.
  ExprId assume(ExprId root, ExprId predicate, bool holds);

  /// The same graph for a kernel in which two axes change roles: thread and block index, block and grid size. An id
  /// names the same expression in both.
  ExprGraph withAxesSwapped(unsigned one, unsigned other) const;

  const Expr &operator[](ExprId id) const { return nodes[id.index]; }
  std::size_t size() const { return nodes.size(); }

  std::vector<ParamLeaf> params;
  std::vector<GlobalLeaf> globals;
  std::vector<OpaqueLeaf> opaques;
  std::vector<Recurrence> recurrences;

private:
  ExprId highHalf(const Expr &shift);
  bool isSameInAllLanes(const Expr &leaf) const;
  ExprId replace(ExprId root, ExprId from, ExprId to, bool inOtherLanes);
  void growTable();
  void fillTable();

  std::vector<Expr> nodes;
  std::vector<std::uint32_t> table; ///< of indices by hash, with open addressing; 0 is empty, the size a power of two
};

} // namespace sectorscope

#endif
