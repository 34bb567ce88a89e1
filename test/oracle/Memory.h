// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Memory of a launch: sparse global memory with made-up contents, shared memory of the running block, local memory
/// of each thread, and the by-value parameters.

#ifndef SECTORSCOPE_TEST_ORACLE_MEMORY_H
#define SECTORSCOPE_TEST_ORACLE_MEMORY_H

#include "Cell.h"

#include <bitset>
#include <memory>
#include <unordered_map>

namespace sectorscope::oracle {

/// Bytes of which each was written or not, and if so, with something made up or not.
struct WrittenBytes {
  std::vector<std::uint8_t> bytes;
  std::vector<bool> written, madeUp;
  void grow(std::uint64_t size) {
    if (size > bytes.size()) {
      bytes.resize(size);
      written.resize(size);
      madeUp.resize(size);
    }
  }
};

/// The flat address space. Pointer parameter `i` points at firstBase + i * baseStride unless the caller says
/// otherwise; shared, local and parameter memory are windows.
namespace flat {
constexpr std::uint64_t firstBase = 0x1000'0000'0100; ///< 256 but not 512 bytes aligned
constexpr std::uint64_t baseStride = 1ULL << 36;
constexpr std::uint64_t globals = 0x3000'0000'0000;
constexpr std::uint64_t functions = 0x4000'0000'0000;
constexpr std::uint64_t paramWindow = 0x7d00'0000'0000;
constexpr std::uint64_t localWindow = 0x7e00'0000'0000;
constexpr std::uint64_t sharedWindow = 0x7f00'0000'0000;
constexpr std::uint64_t windowBytes = 1ULL << 32;
} // namespace flat

/// NVPTX address spaces: 0 generic, 1 global, 3 shared, 4 constant, 5 local, 101 param.
std::uint64_t castAddress(std::uint64_t address, unsigned fromSpace, unsigned toSpace);

class Memory {
public:
  /// An address taken apart.
  struct Place {
    Space space = Space::Global;
    std::uint64_t offset = 0; ///< in its window; the flat address in global memory
  };
  static Place placeOf(std::uint64_t flatAddress);

  explicit Memory(const Launch &launch) : launch(launch) {}

  /// Reads a scalar of up to 16 bytes. Bytes that nobody wrote are made up.
  Cell read(const Place &place, unsigned bytes, bool isReal, WrittenBytes &local);
  void write(const Place &place, unsigned bytes, const Cell &value, WrittenBytes &local);

  /// Forgets the contents of shared memory before the next block.
  void startBlock() { shared = {}; }

  std::unordered_map<std::uint64_t, unsigned> argumentOfBase; ///< bases that the caller gave, for Launch::contents
  WrittenBytes parameters;

private:
  static constexpr std::uint64_t pageBytes = 4096;
  static constexpr std::size_t maxPages = 1 << 16;
  struct Page {
    std::array<std::uint8_t, pageBytes> bytes{};
    std::bitset<pageBytes> written, madeUp;
  };
  Page *pageAt(std::uint64_t number, bool create);
  /// What the caller gave for these bytes, else a hash that carries the flag MadeUp.
  Cell unwritten(const Place &place, unsigned bytes, bool isReal) const;
  WrittenBytes *windowOf(const Place &place, unsigned bytes, WrittenBytes &local);

  const Launch &launch;
  WrittenBytes shared;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages;
  std::uint64_t lastNumber = ~std::uint64_t(0);
  Page *lastPage = nullptr;
};

} // namespace sectorscope::oracle

#endif
