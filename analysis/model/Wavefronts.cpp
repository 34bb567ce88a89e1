// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Wavefronts.h"

#include "model/ScalarOps.h"

#include <algorithm>
#include <vector>

namespace sectorscope {
namespace {

/// All lanes agree with the one whose number differs in the bits of `distance`; idle ones with any.
bool pairsAgree(const LaneAddresses &addresses, std::uint32_t mask, unsigned distance) {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const unsigned other = lane ^ distance;
    if ((mask >> lane & 1) && (mask >> other & 1) && addresses[lane] != addresses[other])
      return false;
  }
  return true;
}

/// Words of the lanes `first` to `last` - 1, each once unless every lane counts.
std::vector<std::int64_t> wordsOf(const LaneAddresses &addresses, std::uint32_t mask, unsigned first, unsigned last,
                                  unsigned bytes, std::int64_t bankBytes, bool everyLane) {
  std::vector<std::int64_t> words;
  for (unsigned lane = first; lane < last; ++lane)
    if (mask >> lane & 1) {
      const auto from = static_cast<std::int64_t>(floorDiv(addresses[lane], bankBytes));
      const auto to = static_cast<std::int64_t>(floorDiv(addresses[lane] + bytes - 1, bankBytes));
      for (std::int64_t word = from; word <= to; ++word)
        words.push_back(word);
    }
  if (!everyLane) {
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
  }
  return words;
}

} // namespace

WavefrontCount countWavefronts(const LaneAddresses &addresses, std::uint32_t mask, const RequestShape &shape,
                               const TargetModel &target) {
  const std::int64_t bankBytes = target.sharedBankBytes, banks = target.sharedBanks;
  const bool everyLane = shape.atomic == AtomicForm::PerLane || shape.atomic == AtomicForm::CompareAndSwap;
  unsigned parts = std::max<unsigned>(1, shape.bytes / target.sharedBankBytes);
  const bool joinsPairs = shape.kind == AccessKind::Load && !shape.isMatrix;
  if (parts > 1 && joinsPairs && (pairsAgree(addresses, mask, 1) || pairsAgree(addresses, mask, 2)))
    parts /= 2;
  const unsigned lanes = kLanes / parts;
  WavefrontCount count;
  std::vector<unsigned> onBank(static_cast<std::size_t>(banks));
  for (unsigned part = 0; part < parts; ++part) {
    std::fill(onBank.begin(), onBank.end(), 0);
    for (const std::int64_t word :
         wordsOf(addresses, mask, part * lanes, (part + 1) * lanes, shape.bytes, bankBytes, everyLane))
      ++onBank[static_cast<std::size_t>(word - floorDiv(word, banks) * banks)];
    const unsigned passes = *std::max_element(onBank.begin(), onBank.end());
    count.wavefronts += passes;
    count.ideal += passes > 0;
  }
  if (shape.atomic == AtomicForm::CompareAndSwap) {
    count.wavefronts *= 2;
    count.ideal *= 2;
  }
  return count;
}

} // namespace sectorscope
