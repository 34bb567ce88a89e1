// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/BulkCopies.h"

#include "llvm/ADT/SmallVector.h"

namespace sectorscope {
namespace {

/// "2d" is 2.
unsigned dimensionsOf(llvm::StringRef part) {
  return part.size() == 2 && part[0] >= '1' && part[0] <= '5' && part[1] == 'd' ? static_cast<unsigned>(part[0] - '0')
                                                                                : 0;
}

std::string spaceName(llvm::StringRef part) {
  if (part == "global" || part == "shared")
    return part.str();
  if (part == "shared::cta")
    return "shared";
  return part == "shared::cluster" ? "shared of the cluster" : "";
}

/// What one part of a name says, whatever its place: "reduce", "prefetch", "2d".
void readPart(BulkCopy &copy, llvm::StringRef part) {
  copy.reduces |= part == "reduce";
  copy.prefetches |= part == "prefetch";
  if (const unsigned dimensions = dimensionsOf(part))
    copy.dimensions = dimensions;
  if (copy.prefetches) {
    copy.from = "global";
    copy.to = "L2";
  }
}

} // namespace

BulkCopy bulkCopyOf(const std::vector<std::string> &opcode, std::optional<std::uint64_t> bytes) {
  BulkCopy copy{.bytes = bytes};
  std::vector<std::string> spaces;
  for (const std::string &part : opcode) {
    readPart(copy, part);
    if (std::string space = spaceName(part); !space.empty())
      spaces.push_back(std::move(space));
  }
  if (!copy.prefetches && spaces.size() == 2) {
    copy.to = spaces[0];
    copy.from = spaces[1];
    if (copy.from == "global") // its own block unless a mask says more
      copy.to = "shared";
  }
  return copy;
}

BulkCopy bulkCopyOf(llvm::StringRef intrinsic) {
  BulkCopy copy;
  llvm::SmallVector<llvm::StringRef, 12> parts;
  intrinsic.split(parts, '.');
  for (const llvm::StringRef part : parts)
    readPart(copy, part);
  if (copy.prefetches)
    return copy;
  if (intrinsic.contains(".g2s.") || intrinsic.contains("global.to.shared")) {
    copy.from = "global";
    copy.to = "shared";
  } else if (intrinsic.contains("cta.to.cluster")) {
    copy.from = "shared";
    copy.to = "shared of the cluster";
  } else if (copy.reduces || intrinsic.contains(".s2g.") || intrinsic.contains("to.global")) {
    copy.from = "shared";
    copy.to = "global";
  }
  return copy;
}

std::string describeBulkCopy(const BulkCopy &copy) {
  std::string text = copy.dimensions ? "tensor " : "bulk ";
  text += copy.prefetches ? "prefetch" : copy.reduces ? "reduction" : "copy";
  if (copy.dimensions)
    text += " (TMA), " + std::to_string(copy.dimensions) + (copy.dimensions == 1 ? " dimension" : " dimensions");
  if (!copy.from.empty())
    text += (copy.dimensions ? ", " : " ") + copy.from + " to " + copy.to;
  if (copy.bytes)
    text += ", " + std::to_string(*copy.bytes) + " bytes";
  return text;
}

} // namespace sectorscope
