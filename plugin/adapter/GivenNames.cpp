// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/GivenNames.h"

#include "adapter/NearestName.h"

#include <fmt/format.h>

#include <algorithm>

namespace sectorscope {
namespace {

/// Every name of a parameter or field that can be meant.
std::set<std::string> namesIn(const Kernel &kernel, const FieldNames &fields) {
  std::set<std::string> names(kernel.parameters.begin(), kernel.parameters.end());
  for (const ParamLeaf &param : kernel.graph.params)
    names.insert({param.name, param.offsetName()});
  if (const auto known = fields.find(kernel.mangled); known != fields.end())
    for (const auto &[offset, field] : known->second)
      names.insert({offset, field.path});
  return names;
}

/// Whether a field is meant of a parameter whose fields nobody knows, or one by its offset.
bool isUnknownField(const std::string &name, const std::set<std::string> &known) {
  const std::size_t end = name.find_first_of(".[+");
  if (end == std::string::npos || !known.contains(name.substr(0, end)))
    return false;
  const std::string path = name.substr(0, end) + ".";
  return name[end] == '+' ||
         std::none_of(known.begin(), known.end(), [&](const std::string &other) { return other.starts_with(path); });
}

} // namespace

void GivenNames::add(Name name) {
  const bool isKnown = std::any_of(names.begin(), names.end(), [&](const Name &other) {
    return other.origin == name.origin && other.kernel == name.kernel && other.argument == name.argument;
  });
  if (!isKnown)
    names.push_back(std::move(name));
}

void GivenNames::addKernel(const KernelSettings &settings) {
  add({settings.origin, settings.kernel, "", false, {}});
  for (const auto &[name, value] : settings.launch.arguments)
    add({settings.origin, settings.kernel, name, false, {}});
  for (const auto &[name, of] : settings.launch.multiples)
    add({settings.origin, settings.kernel, name, false, {}});
}

void GivenNames::addArgument(const std::string &origin, const std::string &name) { add({origin, "", name, false, {}}); }

void GivenNames::meet(const Kernel &kernel, const FieldNames &fields) {
  const std::set<std::string> parameters = namesIn(kernel, fields);
  for (Name &name : names) {
    const bool isMeant = name.kernel.empty() || isNamed(kernel, name.kernel);
    if (name.argument.empty()) {
      name.isMet |= isMeant;
      name.others.insert(kernel.shortNames.empty() ? kernel.name : kernel.shortNames.back());
    } else if (isMeant) {
      name.isMet |= parameters.contains(name.argument) || isUnknownField(name.argument, parameters);
      name.others.insert(parameters.begin(), parameters.end());
    }
  }
}

bool GivenNames::isMet(const KernelSettings &settings) const {
  return std::any_of(names.begin(), names.end(), [&](const Name &name) {
    return name.isMet && name.argument.empty() && name.kernel == settings.kernel;
  });
}

std::vector<std::string> GivenNames::complaints() const {
  std::vector<std::string> lines;
  for (const Name &name : names) {
    if (name.isMet || (!name.argument.empty() && name.others.empty())) // a parameter of a kernel that is not there
      continue;
    const std::string what = name.argument.empty() ? fmt::format("no kernel '{}'", name.kernel)
                             : name.kernel.empty()
                                 ? fmt::format("no kernel has a parameter '{}'", name.argument)
                                 : fmt::format("{} has no parameter '{}'", name.kernel, name.argument);
    const std::string &wanted = name.argument.empty() ? name.kernel : name.argument;
    lines.push_back(name.origin + ": " + what + suggestion(wanted, {name.others.begin(), name.others.end()}));
  }
  return lines;
}

} // namespace sectorscope
