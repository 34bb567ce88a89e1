// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/NearestName.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace sectorscope {

namespace {

std::size_t editDistance(const std::string &a, const std::string &b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

} // namespace

std::string nearestName(const std::string &name, const std::vector<std::string> &candidates) {
  std::string best;
  std::size_t bestDistance = name.size() / 2 + 1;
  for (const std::string &candidate : candidates)
    if (const std::size_t distance = editDistance(name, candidate); distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  return best;
}

std::string suggestion(const std::string &name, const std::vector<std::string> &candidates) {
  const std::string nearest = nearestName(name, candidates);
  return nearest.empty() ? fmt::format("; known: {}", fmt::join(candidates, ", "))
                         : fmt::format("; did you mean '{}'?", nearest);
}

} // namespace sectorscope
