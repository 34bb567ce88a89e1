// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A list of launches, written by a person or recorded in a run, and what it says of the kernels of a program.

#ifndef SECTORSCOPE_MODEL_LISTEDLAUNCHES_H
#define SECTORSCOPE_MODEL_LISTEDLAUNCHES_H

#include "sectorscope/AccessSite.h"
#include "sectorscope/LaunchShape.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sectorscope {

/// What a run passed as one parameter.
struct ObservedParameter {
  std::vector<std::uint8_t> bytes; ///< as they lie in memory; what is behind their end is not known
  /// Addresses in allocations of the device, by their offset in bytes: modulo pointerPeriod. What `bytes` has in their
  /// place means nothing.
  std::map<std::uint64_t, std::uint64_t> pointers;
};

/// One launch of a list, before it met its kernel.
struct ListedLaunch {
  LaunchShape shape;                         ///< but for what the parameters say
  std::vector<ObservedParameter> parameters; ///< by position; those behind its end are not known
  std::uint64_t order = 0;                   ///< of the first launch that it stands for, among those of the run
};

struct LaunchList {
  std::string name;                                          ///< of its file, to speak of it
  std::map<std::string, std::vector<ListedLaunch>> byKernel; ///< by mangled name, in the order of the file
};

/// Of what was passed, the kernel's graph decides what it means: integers and pointers, fields of structs passed by
/// value, or several of them at once. What no access, loop or operation hangs on is left out.
///
/// Worked example: a kernel `f(float *a, int n)` that stores to a[n + i], and parameters {a pointer 16 past a multiple
/// of 256, bytes ff ff ff ff}: pointers {a: 16}, arguments {n: -1}. A null pointer is an argument, {a: 0}.
LaunchShape meet(const Kernel &kernel, const ListedLaunch &launch);

/// Launches by the mangled name of the kernel.
using LaunchesByKernel = std::map<std::string, std::vector<LaunchShape>>;

/// What a list says of the kernels of one program.
struct MetLaunches {
  LaunchesByKernel byKernel;      ///< by the names of the program, without kernels that the list does not have
  std::set<std::string> names;    ///< in the list, of the kernels that were met
  std::vector<std::string> notes; ///< what is left out, and which kernels the run did not launch
};

/// How many results a kernel gets for the launches of a run, where nobody says.
constexpr std::size_t usualLaunchesPerKernel = 16;

/// Holds the list against the kernels of `program`. Observed launches that are the same to the kernel become one, with
/// the sum of their `times`; at most `most` of them are taken: those that were made most often, then first. What a
/// person listed is taken as it is. No note speaks of kernels that `filter` does not want; empty: it wants all.
MetLaunches meet(const Program &program, const LaunchList &list, std::size_t most = usualLaunchesPerKernel,
                 const std::function<bool(const Kernel &)> &filter = {});

/// A note on the kernels of the list that are not in `met`; empty if there are none, or if nothing was observed.
std::string strangersNote(const LaunchList &list, const std::set<std::string> &met);

} // namespace sectorscope

#endif
