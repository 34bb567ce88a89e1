// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ListedLaunches.h"

#include "model/InternalNames.h"
#include "model/Reached.h"
#include "model/ScalarOps.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace sectorscope {
namespace {

constexpr std::uint64_t kPointerBytes = 8;
constexpr std::size_t kNamesInNote = 3;

/// The parameters that some number of the kernel is made of.
std::vector<const ParamLeaf *> usedParameters(const Kernel &kernel) {
  std::vector<ExprId> roots;
  for (const AccessSite &site : kernel.sites)
    roots.insert(roots.end(), {site.address, site.guard, site.moves, site.into, site.copyStart});
  for (const LoopSite &loop : kernel.loops)
    roots.insert(roots.end(), {loop.entered, loop.running});
  for (const WorkSite &work : kernel.work)
    roots.push_back(work.guard);
  std::set<std::uint64_t> used;
  forEachReached(kernel.graph, roots, [&](const Expr &e) {
    if (e.op == Op::Param)
      used.insert(e.payload);
  });
  std::vector<const ParamLeaf *> leaves;
  leaves.reserve(used.size());
  for (const std::uint64_t index : used)
    leaves.push_back(&kernel.graph.params[index]);
  // A field that is read in two widths has one name: the wider number is the other one, too.
  std::stable_sort(leaves.begin(), leaves.end(),
                   [](const ParamLeaf *a, const ParamLeaf *b) { return a->width > b->width; });
  return leaves;
}

/// What the leaf was, put into `launch`; what is there already stays.
void meetLeaf(const ParamLeaf &leaf, const ObservedParameter &seen, LaunchShape &launch) {
  const std::uint64_t bytes = (leaf.width + 7U) / 8U, end = leaf.offset + bytes;
  for (const auto &[at, residue] : seen.pointers)
    if (at < end && leaf.offset < at + kPointerBytes) {
      if (at == leaf.offset && bytes == kPointerBytes)
        launch.pointers.emplace(leaf.name, residue);
      return;
    }
  if (end > seen.bytes.size())
    return;
  std::uint64_t value = 0;
  for (std::uint64_t i = bytes; i-- > 0;)
    value = value << 8 | seen.bytes[leaf.offset + i];
  if (leaf.isPointer && value != 0) // memory of the host that the device reads
    launch.pointers.emplace(leaf.name, value % pointerPeriod);
  else
    launch.arguments.emplace(leaf.name,
                             leaf.width == 1 ? static_cast<std::int64_t>(value & 1) : signExtend(value, leaf.width));
}

LaunchShape meetLeaves(const std::vector<const ParamLeaf *> &leaves, const ListedLaunch &launch) {
  LaunchShape met = launch.shape;
  for (const ParamLeaf *leaf : leaves)
    if (leaf->argument < launch.parameters.size())
      meetLeaf(*leaf, launch.parameters[leaf->argument], met);
  return met;
}

struct Choice {
  std::vector<LaunchShape> launches;
  std::size_t leftOut = 0;        ///< of those that differ
  std::uint64_t timesLeftOut = 0; ///< launches of the run
};

Choice chooseFrom(const Kernel &kernel, const std::vector<ListedLaunch> &listed, std::size_t most) {
  struct Entry {
    LaunchShape shape;
    std::uint64_t order;
  };
  std::vector<Entry> observed;
  std::map<std::tuple<std::optional<Dim3>, std::optional<Dim3>, std::map<std::string, std::int64_t>,
                      std::map<std::string, std::uint64_t>>,
           std::size_t>
      known; // place in `observed`
  Choice choice;
  const std::vector<const ParamLeaf *> leaves = usedParameters(kernel);
  for (const ListedLaunch &launch : listed) {
    LaunchShape shape = meetLeaves(leaves, launch);
    if (shape.origin != LaunchOrigin::Observed) {
      choice.launches.push_back(std::move(shape));
      continue;
    }
    const auto [place, isNew] =
        known.try_emplace({shape.grid, shape.block, shape.arguments, shape.pointers}, observed.size());
    if (isNew) {
      shape.orders = {launch.order};
      observed.push_back({std::move(shape), launch.order});
      continue;
    }
    Entry &same = observed[place->second];
    same.shape.times += shape.times;
    same.shape.orders.push_back(launch.order);
    same.order = std::min(same.order, launch.order);
  }
  std::stable_sort(observed.begin(), observed.end(), [](const Entry &a, const Entry &b) {
    return std::tie(b.shape.times, a.order) < std::tie(a.shape.times, b.order);
  });
  for (std::size_t i = most; i < observed.size(); ++i) {
    ++choice.leftOut;
    choice.timesLeftOut += observed[i].shape.times;
  }
  observed.resize(std::min(most, observed.size()));
  std::stable_sort(observed.begin(), observed.end(), [](const Entry &a, const Entry &b) { return a.order < b.order; });
  for (Entry &entry : observed)
    choice.launches.push_back(std::move(entry.shape));
  return choice;
}

/// Which name of a list is that of a kernel.
class NamesOfList {
public:
  NamesOfList(const Program &program, const LaunchList &list) : list(list) {
    for (const auto &[name, launches] : list.byKernel)
      listed[withoutFile(name)].push_back(name);
    for (const Kernel &kernel : program.kernels)
      ++kernels[withoutFile(kernel.mangled)];
  }

  /// Empty if there is none.
  std::string of(const Kernel &kernel) const {
    if (list.byKernel.contains(kernel.mangled))
      return kernel.mangled;
    const std::string common = withoutFile(kernel.mangled);
    const auto found = listed.find(common);
    const bool isOne = found != listed.end() && found->second.size() == 1 && kernels.at(common) == 1;
    return isOne ? found->second.front() : "";
  }

private:
  const LaunchList &list;
  std::map<std::string, std::vector<std::string>> listed; ///< by the name without the file
  std::map<std::string, std::size_t> kernels;
};

bool hasObserved(const LaunchList &list) {
  return std::ranges::any_of(list.byKernel, [](const auto &entry) {
    return std::ranges::any_of(
        entry.second, [](const ListedLaunch &launch) { return launch.shape.origin == LaunchOrigin::Observed; });
  });
}

/// "f(int), g() and 3 more".
std::string namesText(const std::vector<std::string> &names) {
  std::string text;
  const std::size_t shown = std::min(names.size(), kNamesInNote);
  for (std::size_t i = 0; i < shown; ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == names.size() ? " and " : ", ", names[i]);
  return names.size() > shown ? fmt::format("{} and {} more", text, names.size() - shown) : text;
}

} // namespace

LaunchShape meet(const Kernel &kernel, const ListedLaunch &launch) {
  return meetLeaves(usedParameters(kernel), launch);
}

MetLaunches meet(const Program &program, const LaunchList &list, std::size_t most,
                 const std::function<bool(const Kernel &)> &filter) {
  MetLaunches met;
  const NamesOfList names(program, list);
  std::vector<std::string> missing;
  for (const Kernel &kernel : program.kernels) {
    const std::string name = names.of(kernel);
    const auto listed = list.byKernel.find(name);
    if (filter && !filter(kernel)) {
      met.names.insert(name);
      continue;
    }
    if (listed == list.byKernel.end()) {
      missing.push_back(kernel.name);
      continue;
    }
    met.names.insert(name);
    Choice choice = chooseFrom(kernel, listed->second, most);
    met.byKernel[kernel.mangled] = std::move(choice.launches);
    if (choice.leftOut)
      met.notes.push_back(fmt::format(
          "{}: {} launch{} in {} left out, with {} other set{} of arguments than the {} shown, which were made more "
          "often or before; --launches-per-kernel takes more",
          kernel.name, choice.timesLeftOut, choice.timesLeftOut == 1 ? "" : "es", list.name, choice.leftOut,
          choice.leftOut == 1 ? "" : "s", most));
  }
  if (!missing.empty() && hasObserved(list))
    met.notes.push_back(fmt::format("not launched in {}: {}", list.name, namesText(missing)));
  return met;
}

std::string strangersNote(const LaunchList &list, const std::set<std::string> &met) {
  std::vector<std::string> strangers;
  for (const auto &[name, launches] : list.byKernel)
    if (!met.contains(name))
      strangers.push_back(name);
  if (strangers.empty() || !hasObserved(list))
    return "";
  return fmt::format("{} kernel{} of {} {} not in the report: {}", strangers.size(), strangers.size() == 1 ? "" : "s",
                     list.name, strangers.size() == 1 ? "is" : "are", namesText(strangers));
}

} // namespace sectorscope
