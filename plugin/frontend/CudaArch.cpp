// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/CudaArch.h"
#include "frontend/ClangShim.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace sectorscope {

namespace {

/// 90 for "sm_90", "sm_90a" and "sm_90f"; nothing for another form.
std::optional<unsigned> numberOf(llvm::StringRef arch) {
  unsigned number = 0;
  if (!arch.consume_front("sm_") || arch.consumeInteger(10, number))
    return std::nullopt;
  if (!arch.empty() && arch != "a" && arch != "f")
    return std::nullopt;
  return number;
}

/// Every plain "sm_NN" that the Clang in use can compile for, in ascending order. Clang offers no list, so all
/// numbers that a part could have are asked; those below 50 need toolkits that no supported Clang reads.
std::vector<unsigned> knownNumbers() {
  std::vector<unsigned> known;
  for (unsigned number = 50; number < 200; ++number)
    if (isKnownArch("sm_" + std::to_string(number)))
      known.push_back(number);
  return known;
}

std::string nearestName(llvm::StringRef arch, const std::vector<unsigned> &known) {
  std::string nearest;
  unsigned best = std::numeric_limits<unsigned>::max();
  for (unsigned number : known) {
    std::string name = "sm_" + std::to_string(number);
    const unsigned distance = arch.edit_distance_insensitive(name);
    if (distance < best) {
      best = distance;
      nearest = std::move(name);
    }
  }
  return nearest;
}

} // namespace

ArchChoice chooseArch(const std::string &arch) {
  if (numberOf(arch).value_or(0) >= 50 && isKnownArch(arch))
    return {arch, "", ""};
  const std::vector<unsigned> known = knownNumbers();
  const std::optional<unsigned> number = numberOf(arch);
  // Below the newest part that clang knows, a number that it does not know is that of no part; those before sm_50 it
  // has forgotten.
  const bool isKnown = number && std::find(known.begin(), known.end(), *number) != known.end(); // sm_100f is sm_100
  const bool isNone =
      number && !isKnown && (*number < 20 || (*number >= 50 && *number < known.back()) || *number > 999);
  if (!number || isNone) {
    // "compute_90", "90" and "sm90" all mean sm_90: compare what is left of them.
    llvm::StringRef digits = llvm::StringRef(arch).drop_while([](char c) { return !llvm::isDigit(c); });
    const std::string meant = digits.empty() ? arch : "sm_" + digits.str();
    return {"", "", arch + ": unknown architecture; did you mean " + nearestName(meant, known) + "?"};
  }
  unsigned chosen = known.front();
  for (unsigned candidate : known)
    if (candidate <= *number)
      chosen = candidate;
  const std::string name = "sm_" + std::to_string(chosen);
  return {name, arch + " is not known to LLVM " + std::to_string(LLVM_VERSION_MAJOR) + ": compiled for " + name, ""};
}

} // namespace sectorscope
