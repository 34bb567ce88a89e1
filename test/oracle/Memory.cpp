// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory.h"

#include <bit>

namespace sectorscope::oracle {

static std::uint64_t windowOfSpace(unsigned space) {
  switch (space) {
  case 3:
    return flat::sharedWindow;
  case 5:
    return flat::localWindow;
  case 101:
    return flat::paramWindow;
  default:
    return 0;
  }
}

std::uint64_t castAddress(std::uint64_t address, unsigned fromSpace, unsigned toSpace) {
  return address + windowOfSpace(fromSpace) - windowOfSpace(toSpace);
}

Memory::Place Memory::placeOf(std::uint64_t address) {
  auto inside = [address](std::uint64_t window) { return address - window < flat::windowBytes; };
  if (inside(flat::sharedWindow))
    return {Space::Shared, address - flat::sharedWindow};
  if (inside(flat::localWindow))
    return {Space::Local, address - flat::localWindow};
  if (inside(flat::paramWindow))
    return {Space::Param, address - flat::paramWindow};
  return {Space::Global, address};
}

Memory::Page *Memory::pageAt(std::uint64_t number, bool create) {
  if (number == lastNumber && (lastPage || !create))
    return lastPage;
  auto found = pages.find(number);
  Page *page = found == pages.end() ? nullptr : found->second.get();
  if (!page && create) {
    if (pages.size() >= maxPages)
      throw Stop{Outcome::CannotRun, "the kernel writes to more than 65536 pages of 4096 bytes"};
    page = (pages[number] = std::make_unique<Page>()).get();
  }
  lastNumber = number;
  lastPage = page;
  return page;
}

WrittenBytes *Memory::windowOf(const Place &place, unsigned bytes, WrittenBytes &local) {
  constexpr std::uint64_t mostShared = 1 << 20, mostLocal = 512 << 10;
  WrittenBytes *window = nullptr;
  std::uint64_t most = 0;
  switch (place.space) {
  case Space::Global:
    return nullptr;
  case Space::Shared:
    window = &shared, most = mostShared;
    break;
  case Space::Local:
    window = &local, most = mostLocal;
    break;
  case Space::Param:
    window = &parameters, most = parameters.bytes.size();
    break;
  }
  if (place.offset + bytes > most)
    throw Stop{Outcome::Undefined, std::string("an address outside of ") + toString(place.space) + " memory"};
  if (place.space != Space::Param)
    window->grow(place.offset + bytes);
  return window;
}

Cell Memory::unwritten(const Place &place, unsigned bytes, bool isReal) const {
  if (launch.contents && place.space == Space::Global) {
    std::uint64_t fromFirst = place.offset - flat::firstBase;
    unsigned argument = static_cast<unsigned>(fromFirst / flat::baseStride);
    std::uint64_t offset = fromFirst % flat::baseStride;
    for (auto &[base, position] : argumentOfBase) // the nearest base below
      if (place.offset - base < flat::baseStride)
        argument = position, offset = place.offset - base;
    if (std::optional<std::uint64_t> given = launch.contents(argument, offset, bytes))
      return Cell::of(U128(*given) & maskOf(8 * bytes));
  }
  std::uint64_t hash = mix(mix(launch.seed, place.offset), bytes);
  std::uint64_t small = bytes == 1 ? hash & 0xff : hash & 0x3ff;
  if (!isReal)
    return Cell::of(small, MadeUp);
  double inUnit = static_cast<double>(small) / 1024;
  if (bytes == 4)
    return Cell::of(std::bit_cast<std::uint32_t>(static_cast<float>(inUnit)), MadeUp);
  if (bytes == 8)
    return Cell::of(std::bit_cast<std::uint64_t>(inUnit), MadeUp);
  return Cell::of(small, MadeUp); // a tiny half or bfloat
}

Cell Memory::read(const Place &place, unsigned bytes, bool isReal, WrittenBytes &local) {
  std::array<std::uint8_t, 16> data{};
  unsigned known = 0;
  std::uint32_t flags = 0;
  if (place.space == Space::Global || place.space == Space::Shared)
    flags |= FromMemory;
  std::array<bool, 16> isKnown{};
  if (WrittenBytes *window = windowOf(place, bytes, local)) {
    for (unsigned i = 0; i < bytes; ++i)
      if ((isKnown[i] = window->written[place.offset + i])) {
        data[i] = window->bytes[place.offset + i];
        if (window->madeUp[place.offset + i])
          flags |= MadeUp;
        ++known;
      }
  } else {
    for (unsigned i = 0; i < bytes; ++i) {
      std::uint64_t address = place.offset + i;
      Page *page = pageAt(address / pageBytes, false);
      if (page && (isKnown[i] = page->written[address % pageBytes])) {
        data[i] = page->bytes[address % pageBytes];
        if (page->madeUp[address % pageBytes])
          flags |= MadeUp;
        ++known;
      }
    }
  }
  if (known < bytes) {
    Cell invented = unwritten(place, bytes, isReal);
    flags |= invented.flags;
    for (unsigned i = 0; i < bytes; ++i)
      if (!isKnown[i])
        data[i] = static_cast<std::uint8_t>(invented.bits() >> (8 * i));
  }
  U128 bits = 0;
  for (unsigned i = 0; i < bytes; ++i)
    bits |= U128(data[i]) << (8 * i);
  return Cell::of(bits, flags);
}

void Memory::write(const Place &place, unsigned bytes, const Cell &value, WrittenBytes &local) {
  if (place.space == Space::Param)
    throw Stop{Outcome::Undefined, "a store to a by-value parameter"};
  U128 bits = value.bits();
  const bool isMadeUp = (value.flags & MadeUp) != 0;
  WrittenBytes *window = windowOf(place, bytes, local);
  for (unsigned i = 0; i < bytes; ++i) {
    auto byte = static_cast<std::uint8_t>(bits >> (8 * i));
    if (window) {
      window->bytes[place.offset + i] = byte;
      window->written[place.offset + i] = true;
      window->madeUp[place.offset + i] = isMadeUp;
      continue;
    }
    std::uint64_t address = place.offset + i;
    Page *page = pageAt(address / pageBytes, true);
    page->bytes[address % pageBytes] = byte;
    page->written[address % pageBytes] = true;
    page->madeUp[address % pageBytes] = isMadeUp;
  }
}

} // namespace sectorscope::oracle
