// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Cell: one scalar of a running thread, and the stop that ends a run.

#ifndef SECTORSCOPE_TEST_ORACLE_CELL_H
#define SECTORSCOPE_TEST_ORACLE_CELL_H

#include "Oracle.h"

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class Type;
}

namespace sectorscope::oracle {

__extension__ typedef unsigned __int128 U128;
__extension__ typedef __int128 S128;

/// What is known about where a value came from. Flags flow from operands to results.
enum CellFlags : std::uint32_t {
  Poison = 1, ///< poison, undef, lanes missing from a shuffle; stops the run where it decides an address or a branch
  FromMemory = 2, ///< read from global or shared memory
  MadeUp = 4,     ///< the CPU cannot know it: clocks, memory whose contents nobody gave
};

/// One scalar: an integer of up to 128 bits, a pointer, or the bits of a floating-point value. Bits above the
/// type's width are zero.
struct Cell {
  std::uint64_t lo = 0, hi = 0;
  std::uint32_t flags = 0;

  U128 bits() const { return U128(hi) << 64 | lo; }
  static Cell of(U128 value, std::uint32_t flags = 0) {
    return {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64), flags};
  }
};

/// Ends the run; caught in run().
struct Stop {
  Outcome outcome;
  std::string message;
};

inline U128 maskOf(unsigned width) { return width >= 128 ? ~U128(0) : (U128(1) << width) - 1; }

/// Sign-extends the low `width` bits.
inline S128 asSigned(U128 value, unsigned width) {
  unsigned unused = 128 - width;
  return S128(value << unused) >> unused;
}

/// Cells that a value of this type takes: one per scalar. Throws Stop on types without a fixed layout.
unsigned cellsOf(const llvm::Type *type);

/// Appends the scalar types of `type` in order.
void flatten(llvm::Type *type, std::vector<llvm::Type *> &scalars);

/// Integer operators. `opcode` is an llvm::Instruction::BinaryOps; a broken promise gives poison.
enum Promises : std::uint8_t { Nuw = 1, Nsw = 2, ExactDivision = 4, DisjointBits = 8, NonNegative = 16, SameSign = 32 };
Cell integerBinary(unsigned opcode, unsigned width, std::uint8_t promises, const Cell &a, const Cell &b);

/// Comparison by llvm::CmpInst::Predicate of integers.
bool integerCompare(unsigned predicate, unsigned width, const Cell &a, const Cell &b);

/// The value of a floating-point cell of type half, bfloat, float or double, and back with rounding to nearest.
double toDouble(const Cell &cell, const llvm::Type *type);
Cell fromDouble(double value, const llvm::Type *type, std::uint32_t flags);

Cell floatBinary(unsigned opcode, const llvm::Type *type, const Cell &a, const Cell &b);
bool floatCompare(unsigned predicate, double a, double b);

/// One scalar conversion by llvm::Instruction::CastOps.
/// `promises`: Nuw and Nsw of a trunc, NonNegative of a zext or uitofp.
Cell convert(unsigned opcode, std::uint8_t promises, const Cell &a, const llvm::Type *from, unsigned fromWidth,
             const llvm::Type *to, unsigned toWidth);

/// A well-mixed 64-bit hash.
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t z = a ^ (b + 0x9e3779b97f4a7c15ULL + (a << 6) + (a >> 2));
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

} // namespace sectorscope::oracle

#endif
