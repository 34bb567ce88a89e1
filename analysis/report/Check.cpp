// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Check.h"

#include "model/FormatNumber.h"

#include <fmt/format.h>

namespace sectorscope {

namespace {

/// min/mean/max of an exact number, min..max of a bounded one, ? of an unknown one: a bound never looks exact.
std::string spreadText(const Spread &spread, Certainty certainty) {
  switch (certainty) {
  case Certainty::Exact:
    return fmt::format("{}/{}/{}", formatCount(spread.min), formatCount(spread.mean, 4), formatCount(spread.max));
  case Certainty::Bounded:
    return fmt::format("{}..{}", formatCount(spread.min, 4), formatCount(spread.max, 4));
  case Certainty::Unknown:
    break;
  }
  return "?";
}

std::string meanText(const Spread &spread, Certainty certainty) {
  return certainty == Certainty::Exact && !std::isnan(spread.mean) ? formatCount(spread.mean, 4)
                                                                   : spreadText(spread, certainty);
}

std::string lineOf(const SourcePlace &place) { return formatPlace({place.file, place.line, 0}); }

} // namespace

void printCheck(const Report &report, std::ostream &out) {
  out << "sectorscope-check-format 1\n";
  for (const KernelReport &kernel : report.kernels) {
    for (const LaunchReport &launch : kernel.launches)
      for (const AccessReport &access : launch.accesses) {
        const Footprint &footprint = access.footprint;
        const Certainty certainty = footprint.certainty;
        out << fmt::format("{} {} ", lineOf(access.site.place), toString(access.site.kind));
        if (access.site.space != AddressSpace::Global)
          out << toString(access.site.space) << ' ';
        out << fmt::format("{}B {}={} ideal={} lanes={} {} block={} kernel={}\n", access.site.bytesPerLane,
                           toString(footprint.measure), spreadText(footprint.count(), certainty),
                           meanText(footprint.idealCount(), certainty), meanText(footprint.activeLanes, certainty),
                           toString(certainty), launch.shape.block ? formatDim3(*launch.shape.block) : "any",
                           kernel.name);
      }
    for (const NotAnalysed &item : kernel.notAnalysed)
      out << fmt::format("{} not-analysed kernel={} what={}\n", lineOf(item.place), kernel.name, item.what);
  }
}

} // namespace sectorscope
