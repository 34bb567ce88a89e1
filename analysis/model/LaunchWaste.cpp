// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/LaunchWaste.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sectorscope {

LaunchWaste wasteOf(const LaunchReport &launch) {
  LaunchWaste waste;
  waste.isWhole = std::all_of(launch.accesses.begin(), launch.accesses.end(), [](const AccessReport &access) {
    return !isGlobal(access.site) || access.footprint.requests.has_value();
  });
  for (const AccessReport &access : launch.accesses) {
    const Footprint &f = access.footprint;
    double requests = 0;
    if (isGlobal(access.site) && waste.isWhole)
      requests = static_cast<double>(*f.requests);
    else if (isGlobal(access.site) && access.neighbours.obstacle.empty())
      requests = static_cast<double>(access.neighbours.requests);
    const double sectors = std::isnan(f.sectors.mean) ? f.sectors.max : f.sectors.mean;
    const double ideal = std::isnan(f.idealSectors.mean) ? f.idealSectors.max : f.idealSectors.mean;
    waste.requests.push_back(requests);
    waste.wasted.push_back(requests * std::max(0.0, sectors - ideal));
    waste.sectors += requests * sectors;
  }
  return waste;
}

LaunchExcess excessOf(const LaunchReport &launch) {
  const LaunchWaste waste = wasteOf(launch);
  return {waste.sectors, waste.sectors - std::accumulate(waste.wasted.begin(), waste.wasted.end(), 0.0), waste.isWhole};
}

} // namespace sectorscope
