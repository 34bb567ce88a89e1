// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// SectorMap: something kept for each sector that a launch touches.

#ifndef SECTORSCOPE_MODEL_SECTORMAP_H
#define SECTORSCOPE_MODEL_SECTORMAP_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace sectorscope {

/// A value per sector number, in pages, since a launch touches stretches of memory. A value that was not written is
/// T{}. Worked example: map[5] |= 0xf; map.forEach visits page neighbours of 5 as well, with T{}.
template <typename T> class SectorMap {
public:
  static constexpr unsigned kPageBits = 10;
  static constexpr std::size_t kPageSize = std::size_t{1} << kPageBits;

  T &operator[](std::uint64_t sector) {
    const std::uint64_t number = sector >> kPageBits;
    if (number != lastNumber || !last) {
      std::unique_ptr<Page> &page = pages[number];
      if (!page)
        page = std::make_unique<Page>();
      last = page.get();
      lastNumber = number;
    }
    return (*last)[sector & (kPageSize - 1)];
  }

  /// forEach comes to the sector.
  bool has(std::uint64_t sector) const { return pages.contains(sector >> kPageBits); }

  /// T{} where nothing was written.
  T at(std::uint64_t sector) const {
    const auto found = pages.find(sector >> kPageBits);
    return found == pages.end() ? T{} : (*found->second)[sector & (kPageSize - 1)];
  }

  /// In no order.
  template <typename Visitor> void forEach(Visitor &&visitor) const {
    for (const auto &[number, page] : pages)
      for (std::size_t i = 0; i < kPageSize; ++i)
        visitor(number << kPageBits | i, (*page)[i]);
  }

  std::size_t bytes() const { return pages.size() * sizeof(Page); }

private:
  using Page = std::array<T, kPageSize>;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages;
  Page *last = nullptr;
  std::uint64_t lastNumber = 0;
};

} // namespace sectorscope

#endif
