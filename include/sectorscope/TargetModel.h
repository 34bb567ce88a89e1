// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// TargetModel: facts of one GPU part, loaded from a profile. No algorithm holds a hardware number of its own.

#ifndef SECTORSCOPE_TARGETMODEL_H
#define SECTORSCOPE_TARGETMODEL_H

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sectorscope {

/// A value by bytes or counts: straight between the points, the first and the last beyond them. They ascend.
struct Curve {
  std::vector<std::pair<double, double>> points;
  /// Worked example: points (8, 0) and (16, 1): at(12) == 0.5, at(4) == 0, at(20) == 1.
  double at(double bytes) const;
};

/// Rates that a part was seen to reach and not to exceed. What was not measured is empty. Bytes are those from and to
/// DRAM, of caches that hold nothing useful.
///
/// Worked example: the H200 reads 4681e9, writes 4458e9, copies 4047e9 and does the triad with 4261e9 bytes a second.
struct Ceilings {
  std::string measured; ///< part, driver and date: "NVIDIA H200, driver 580, 2026-11"
  std::optional<double> readBytesPerSecond;
  std::optional<double> writeBytesPerSecond;
  std::optional<double> copyBytesPerSecond;  ///< as many bytes read as written; both directions summed
  std::optional<double> triadBytesPerSecond; ///< two bytes read for each one written; both directions summed
  std::optional<Curve> mixBytesPerSecond; ///< further mixes, by the share of bytes that is read; both directions summed
  /// Bytes read per second by the bytes that loads have in flight at a time, all multiprocessors together.
  std::optional<Curve> bytesInFlight;
  std::optional<double> l1LinesPerSecond;    ///< 128-byte lines of the requests to global memory, of all SMs together
  std::optional<double> l2SectorsPerSecond;  ///< 32-byte sectors between the SMs and L2, both directions summed
  std::optional<double> halfFlopPerSecond;   ///< 16 bits; a fused multiply-add is two; without tensor cores
  std::optional<double> singleFlopPerSecond; ///< 32 bits
  std::optional<double> doubleFlopPerSecond; ///< 64 bits
};

/// What the interface to DRAM could carry if it never paused: context for the ceilings, not one of them.
///
/// Worked example: the H200 has 6016 bits at 3201 MHz and two transfers a clock: 2 x 3201e6 x 6016 / 8 = 4814e9.
struct Peak {
  unsigned busBits = 0; ///< of all channels together
  double memoryHertz = 0;
  unsigned transfersPerClock = 0;
  double bytesPerSecond = 0;
  std::string ecc; ///< "off", "on, beside the data", "on, within the data", "on, unknown where"
};

/// From an address to a slice of L2, or to a group of slices, as somebody found by measuring: bit i of its number is
/// the parity of the address under mask i. Bits outside of lowestBit..highestBit were not observed.
struct SliceHash {
  std::vector<std::uint64_t> masks;
  unsigned lowestBit = 0, highestBit = 0;
  unsigned slicesPerGroup = 1;
};

/// Memory that is dealt out to partitions in turn, `bytes` at a time, with no hash: the oldest parts.
struct Partitions {
  unsigned count = 0, bytes = 0;
};

/// Share of the rate that a pitch loses against padded ones: 0.09 where those are 9 % faster; below 0 where they are
/// slower. Which slices and banks a pitch meets is a draw of the part's hash and of where the data lie, and so it is
/// for each padded twin: what holds against the slowest of them holds again.
///
/// Worked example: 10 ms at the pitch, 9.2, 8.8 and 8.7 ms at its twins: usual 0.12, least 0.08, most 0.13.
struct MeasuredLoss {
  double usual = 0;           ///< against the median of the padded twins
  double least = 0, most = 0; ///< against the slowest and the fastest; both are `usual` where no one told
  friend bool operator==(const MeasuredLoss &, const MeasuredLoss &) = default;
};

/// What a pitch that is a power of two costs against pitches a few lines longer, in one access pattern.
struct StrideCurve {
  std::string pattern;                                 ///< "row_walk"; docs/profiles.md describes each
  bool warm = false;                                   ///< on data in L2
  std::vector<std::pair<double, MeasuredLoss>> losses; ///< by pitch in bytes, ascending
  /// Null where that pitch was not measured.
  const MeasuredLoss *at(double pitch) const;
};

/// Atomics of all multiprocessors together on data in L2.
struct AtomicRates {
  std::string operation; ///< "red" without a result, "atom" with one
  std::string type;      ///< "u32", "u64", "f32", "f64"
  unsigned strideBytes = 0;
  Curve perSecond; ///< lane operations by the number of distinct addresses, that many bytes apart
};

/// Facts of one part. Sizes in bytes. A fact that nobody has measured or documented is empty, never guessed.
struct TargetModel {
  std::string arch; ///< "sm_90"
  std::string name; ///< "NVIDIA H200", or the architecture where the profile is generic
  unsigned warpSize = 0;
  unsigned sectorBytes = 0;
  unsigned lineBytes = 0;
  unsigned maxThreadsPerBlock = 0;
  unsigned sharedBanks = 0;                       ///< of shared memory
  unsigned sharedBankBytes = 0;                   ///< width of one
  std::optional<unsigned> sharedBytesPerBlock;    ///< of static shared memory, without opting in to more
  std::optional<unsigned> dramDemandGranuleBytes; ///< what a demand read fetches from DRAM
  std::optional<unsigned> dramFillGranuleBytes;   ///< what the fill of a partly written sector fetches
  std::optional<bool> fillsPartialWrites;         ///< a sector that leaves L2 partly written costs a DRAM read
  std::optional<unsigned> multiprocessors;
  std::optional<unsigned> threadsPerMultiprocessor; ///< that can be resident at a time
  std::optional<unsigned> blocksPerMultiprocessor;  ///< likewise
  std::optional<std::uint64_t> l2Bytes;
  /// DRAM sectors read again, of those read before, by the bytes of other lines that were touched since.
  std::optional<Curve> l2ForgetsReads;
  /// Fills of a sector whose halves are written with so many bytes of other lines in between: up to 1 it is filled
  /// before the second half comes, up to 2 it is gone by then and filled a second time.
  std::optional<Curve> l2FillsHalves;
  /// DRAM sectors that an atomic on a sector not in L2 fetches, where nothing else of its granule is touched.
  std::optional<double> sectorsPerColdAtomic;
  std::optional<unsigned> l2Slices;
  std::optional<SliceHash> sliceHash;
  std::optional<Partitions> partitions;
  std::optional<Ceilings> ceilings;
  std::optional<Peak> peak;
  std::vector<StrideCurve> strides; ///< empty where not measured
  std::vector<AtomicRates> atomics; ///< empty where not measured
  unsigned sectorsOfLine() const { return lineBytes / sectorBytes; }
  /// That a demand read fetches from DRAM together, a power of two; 1 where the granule is not known.
  unsigned sectorsOfDemand() const { return std::max(1U, dramDemandGranuleBytes.value_or(sectorBytes) / sectorBytes); }
  /// Where each fact comes from, by field name: "measured: H200, driver 580, 2026-11" or "unmeasured: ...".
  std::map<std::string, std::string> sources;
};

/// The built-in profile for an architecture name such as "sm_90"; empty if there is none.
std::optional<TargetModel> builtinTarget(const std::string &arch);

/// Architectures with a built-in profile, ascending.
std::vector<std::string> builtinTargetNames();

/// Parses a profile document. Its field "measured" may hold anything: the tables behind the facts, for people. Throws
/// std::runtime_error with one line that names the wrong field.
TargetModel parseTarget(const std::string &json);

} // namespace sectorscope

#endif
