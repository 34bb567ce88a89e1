// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The analyser against the CPU witness on one kernel.

#ifndef SECTORSCOPE_TEST_FUZZ_COMPARISON_H
#define SECTORSCOPE_TEST_FUZZ_COMPARISON_H

#include "RandomKernel.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace sectorscope {
struct Program;
}

namespace sectorscope::fuzz {

enum class Verdict : std::uint8_t {
  Exact,   ///< exact, and every number equals the oracle's
  Tail,    ///< exact but for boundary warps that the analyser says it cannot see, and the rest agrees
  Bounded, ///< bounded, and the oracle stays inside
  Unknown, ///< no number claimed
  Wrong,   ///< a number, a bound, a missing or an invented site
  NotRun,  ///< a claim about an access that no thread executes: nothing to compare with
  Split,   ///< less aligned than wide: the code generator makes several instructions of it, the oracle counts one
};

/// One access under comparison.
struct Compared {
  Verdict verdict = Verdict::Unknown;
  unsigned line = 0;
  std::string reason;           ///< the analyser's where it is not exact; what differs where it is wrong
  bool dependsOnMemory = false; ///< the oracle saw data in its address or on its path: nobody could be exact
};

struct KernelResult {
  std::string name;
  std::string notCompared;        ///< why the oracle gave no answer; empty if it did
  std::vector<Compared> accesses; ///< what is wrong with all of them together has line 0
  enum class Totals : std::uint8_t {
    NotCompared, ///< the analyser is not told all, or does not follow all
    Known,       ///< distinct sectors are given
    HangOnData,  ///< they are not, and an address was computed from data
    Missing,     ///< they are not for another reason
  } totals = Totals::NotCompared;
  std::string totalsReason;   ///< the analyser's
  std::size_t neighbours = 0; ///< accesses whose neighbours were compared
  std::size_t strides = 0;    ///< block strides that were compared
  bool isWrong() const;
};

/// Drops the wrap promises of a kernel whose launch breaks one.
void keepPromises(RandomKernel &kernel);

/// The analyser's reading of a finished module.
Program readProgram(const llvm::Module &module);

/// Compares one kernel of a finished module.
KernelResult compareKernel(const Program &program, const RandomKernel &kernel);

/// A smaller module with a wrong access, as text that parseKept() reads.
std::string reduceWrong(const RandomKernel &kernel);

/// The text of a kernel with its launch in the first line.
std::string withLaunch(const llvm::Module &module, const RandomKernel &kernel);

/// A kernel read back from such a text.
struct Kept {
  std::unique_ptr<llvm::Module> module;
  RandomKernel kernel;
};

/// Throws std::runtime_error with one line on anything else.
Kept parseKept(const std::string &text, llvm::LLVMContext &context);

} // namespace sectorscope::fuzz

#endif
