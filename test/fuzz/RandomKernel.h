// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Random kernels: LLVM IR over every operator, guard shape, loop shape, block shape, width and type that the
/// analyser claims to understand, and some that it cannot. The same seed gives the same kernel on every platform.
///
/// Inputs are only read and outputs only written, so that no value depends on the order in which threads run.

#ifndef SECTORSCOPE_TEST_FUZZ_RANDOMKERNEL_H
#define SECTORSCOPE_TEST_FUZZ_RANDOMKERNEL_H

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sectorscope::fuzz {

/// splitmix64: small, fast, and the same everywhere.
class Random {
public:
  explicit Random(std::uint64_t seed) : state(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  /// 0 .. bound - 1; the slight unevenness does no harm here.
  unsigned below(unsigned bound) { return static_cast<unsigned>(next() >> 16) % bound; }
  int between(int low, int high) { return low + static_cast<int>(below(static_cast<unsigned>(high - low + 1))); }
  bool percent(unsigned chance) { return below(100) < chance; }

private:
  std::uint64_t state;
};

/// What the analyser is told of a launch. Told less it may claim less, but what it claims must hold: bounds, and the
/// range of what it calls exact. Warps: that blocks are one-dimensional and of whole warps, where they are. Observed:
/// all, as a run tells it, and pointers that start anywhere.
enum class Knowledge : std::uint8_t { Warps, Block, Grid, All, Observed };

/// A launch of one kernel.
struct RandomLaunch {
  Knowledge told = Knowledge::All;
  std::array<unsigned, 3> block{32, 1, 1}, grid{1, 1, 1};
  std::map<std::string, std::int64_t> scalars;                       ///< by parameter name
  std::map<std::pair<unsigned, std::uint64_t>, std::int64_t> fields; ///< (parameter, byte offset) of by-value structs
};

/// A kernel and the launch that it is meant for.
struct RandomKernel {
  llvm::Function *function = nullptr;
  RandomLaunch launch;
  std::set<std::string> features; ///< "loop: grid stride", "operator: udiv", ...
};

/// An empty NVPTX module for random kernels.
void prepareModule(llvm::Module &module);

/// Adds the kernel of `seed` to a prepared module.
RandomKernel addRandomKernel(llvm::Module &module, std::uint64_t seed);

/// Gives every memory instruction of the module a line of its own (file "random.cu"), so that results can be matched.
/// Call it after the last pass.
void numberAccesses(llvm::Module &module);

} // namespace sectorscope::fuzz

#endif
