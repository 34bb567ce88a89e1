// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The CPU witness: runs a kernel's own NVPTX IR for every thread of a small launch and counts what each memory
/// instruction asked for. It includes nothing of analysis/ and shares no code with it, so that a mistake there
/// cannot hide here.
///
/// The reconvergence model: lanes of one warp that execute the same instruction, on the same call path, in the same
/// iteration of every enclosing loop, form one request.
///
/// Worked example. `in[3 * threadIdx.x]` with 4-byte words and one warp: one request, 32 active lanes, 12 sectors,
/// 3 lines, ideal 4 sectors, 128 bytes covered, 12 partial sectors.

#ifndef SECTORSCOPE_TEST_ORACLE_H
#define SECTORSCOPE_TEST_ORACLE_H

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace sectorscope::oracle {

using Dim = std::array<unsigned, 3>;

/// Where an executed address lies. Param: by-value kernel parameters, which are no memory traffic.
enum class Space : std::uint8_t { Global, Shared, Local, Param };

/// Copy: asynchronous copies from global to shared memory; the addresses recorded are the global ones.
enum class Kind : std::uint8_t { Load, Store, Atomic, Copy };

enum class Outcome : std::uint8_t {
  Ok,
  BadLaunch, ///< the launch does not fit the kernel: no threads, an argument without a value
  CannotRun, ///< the kernel holds something that this interpreter does not know, named in the message
  TooLong,   ///< more steps than Launch::maxSteps
  Undefined, ///< the kernel's behaviour is undefined for this launch: poison decides an address or a branch
};

const char *toString(Outcome outcome);
const char *toString(Space space);

/// A launch and its arguments. Arguments are named as in the IR, or "arg2" by position where the name was discarded.
struct Launch {
  Dim block{32, 1, 1};
  Dim grid{1, 1, 1};
  std::map<std::string, std::int64_t> scalars; ///< integer parameters; each needs a value
  std::map<std::string, double> reals;         ///< floating-point parameters; 1.0 where not given
  /// Scalars inside by-value structs: (argument position, byte offset) -> value; zero where not given.
  /// Pointers inside are made up like pointer parameters.
  std::map<std::pair<unsigned, std::uint64_t>, std::int64_t> fields;
  /// Pointer parameters with a base of the caller's; others get one that is 256 but not 512 bytes aligned, 64 GiB
  /// from the next.
  std::map<std::string, std::uint64_t> bases;
  /// Integer contents of memory that no thread wrote: (argument position, byte offset, bytes) -> value.
  /// Empty, or no value returned: a hash of the address, below 1024 (reals: in [0, 1)); counts that hang on it are
  /// marked (SiteResult::dependsOnMadeUp).
  std::function<std::optional<std::uint64_t>(unsigned, std::uint64_t, unsigned)> contents;
  std::uint64_t dynamicSharedBytes = 0;
  /// Module-level variables of global memory are placed exactly as aligned as declared, but at least this much.
  std::uint64_t minGlobalAlignment = 1;
  std::uint64_t maxSteps = 50'000'000; ///< executed IR instructions of the whole launch
  std::uint64_t seed = 0;              ///< of the made-up contents
  bool keepRequests = false;           ///< fill Result::requests
};

/// Sum, smallest and largest of one count over the requests of a site. `min` is meaningless without requests.
struct Tally {
  std::uint64_t sum = 0;
  std::uint64_t min = ~std::uint64_t(0);
  std::uint64_t max = 0;
  void add(std::uint64_t value) {
    sum += value;
    min = value < min ? value : min;
    max = value > max ? value : max;
  }
};

/// The same for a ratio.
struct RealTally {
  double sum = 0, min = 0, max = 0;
  bool isEmpty = true;
  void add(double value) {
    sum += value;
    min = isEmpty || value < min ? value : min;
    max = isEmpty || value > max ? value : max;
    isEmpty = false;
  }
};

/// What one memory instruction asked for during the launch.
struct SiteResult {
  const llvm::Instruction *instruction = nullptr;
  unsigned line = 0, column = 0; ///< its innermost debug location
  Kind kind = Kind::Load;
  Space space = Space::Global; ///< of the first executed address
  unsigned bytesPerLane = 0;
  std::uint64_t alignment = 0; ///< promised by the instruction; below bytesPerLane the code generator splits it
  std::uint64_t requests = 0;
  Tally activeLanes;
  Tally sectors;                  ///< 32-byte sectors; shared memory: 0
  Tally ideal;                    ///< ceil(distinct bytes / 32)
  Tally lines;                    ///< 128-byte lines; shared memory: 0
  Tally wavefronts;               ///< shared memory only, see wavefrontsOf()
  Tally coveredBytes;             ///< distinct bytes asked for
  Tally partialSectors;           ///< sectors of which some byte is not asked for
  RealTally coveredPerSector;     ///< covered bytes / sectors of each request; none in shared memory
  Tally coveredInSector;          ///< bytes asked for, one entry per sector instead of one per request
  bool addressFromMemory = false; ///< some address was computed from a value read from memory
  bool pathFromMemory = false;    ///< some lane came here after a branch on a value read from memory (or made up)
  bool dependsOnMadeUp = false;   ///< an address or a way here hung on something that the CPU cannot know
  bool mixedSpaces = false;       ///< executed with addresses of more than one space

  double mean(const Tally &tally) const { return requests ? double(tally.sum) / double(requests) : 0; }
};

/// One request, for tests that look closer.
struct Request {
  const llvm::Instruction *instruction = nullptr;
  Dim block{};
  unsigned warp = 0;
  std::vector<std::uint32_t> iteration; ///< of the enclosing loops, outermost first, along the call path
  std::uint32_t activeMask = 0;
  std::array<std::uint64_t, 32> addresses{}; ///< flat; offsets from the start of the window in shared and local memory
  Space space = Space::Global;
  unsigned bytesPerLane = 0;
};

struct Result {
  Outcome outcome = Outcome::Ok;
  std::string message;            ///< one line; empty if and only if Ok
  std::vector<SiteResult> sites;  ///< every memory instruction met while decoding, executed or not, in program order
  std::vector<Request> requests;  ///< block by block, in order of first execution within the block
  std::vector<std::string> notes; ///< sorted: "llvm.memcpy executed but not counted", "shuffle without all its lanes"
  std::uint64_t steps = 0;

  /// The only site on a line; null if there is none or more than one.
  const SiteResult *onLine(unsigned line) const;
};

/// Runs every thread of the launch. Never throws, never crashes on odd IR: what cannot be run is said.
Result run(const llvm::Function &kernel, const Launch &launch);

/// Shared-memory wavefronts of one request: 32 banks of 4 bytes. Accesses of up to 4 bytes are served for the whole
/// warp at once, of 8 bytes by half warps, of 16 bytes by quarter warps; each such group takes as many wavefronts as
/// the bank with the most distinct words needs. Groups without an active lane take none.
///
/// Worked example: 4-byte words 8 bytes apart: 2; 33 words apart: 1; 32 words apart: 32; all lanes one word: 1;
/// contiguous 16-byte accesses: 4.
unsigned wavefrontsOf(std::uint32_t activeMask, const std::array<std::uint64_t, 32> &addresses, unsigned bytesPerLane,
                      Kind kind);

} // namespace sectorscope::oracle

#endif
