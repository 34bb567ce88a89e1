// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SECTORSCOPE_PLUGIN_ADAPTER_NEARESTNAME_H
#define SECTORSCOPE_PLUGIN_ADAPTER_NEARESTNAME_H

#include <string>
#include <vector>

namespace sectorscope {

/// The candidate that takes the fewest single-character edits from `name`. "blok" -> "block". Empty if none is near
/// enough to be meant (more than half of the name would change).
std::string nearestName(const std::string &name, const std::vector<std::string> &candidates);

/// "; did you mean 'block'?", or the list of candidates where none is near.
std::string suggestion(const std::string &name, const std::vector<std::string> &candidates);

} // namespace sectorscope

#endif
