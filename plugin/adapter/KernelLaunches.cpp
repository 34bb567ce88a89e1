// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/KernelLaunches.h"

#include <algorithm>

namespace sectorscope {

std::vector<LaunchShape> launchesFor(const Kernel &kernel, const std::vector<HostLaunchShape> &found) {
  std::vector<LaunchShape> launches;
  for (const HostLaunchShape &from : found) {
    LaunchShape launch = from.shape;
    std::erase_if(launch.arguments, [&](const auto &argument) {
      const std::string &name = argument.first;
      bool isRead = name.find('+') == std::string::npos;
      for (const ParamLeaf &param : kernel.graph.params)
        if (param.offsetName() == name) {
          if (param.isPointer || param.width > from.bits.at(name))
            return true;
          isRead = true;
        }
      return !isRead;
    });
    const bool isKnown = std::any_of(launches.begin(), launches.end(), [&](const LaunchShape &other) {
      return other.grid == launch.grid && other.block == launch.block && other.arguments == launch.arguments;
    });
    if (!isKnown && (launch.grid || launch.block || !launch.arguments.empty()))
      launches.push_back(std::move(launch));
  }
  return launches;
}

void nameFields(Kernel &kernel, const FieldNames &names) {
  const auto ofKernel = names.find(kernel.mangled);
  if (ofKernel == names.end())
    return;
  for (ParamLeaf &param : kernel.graph.params)
    if (const auto field = ofKernel->second.find(param.name); field != ofKernel->second.end()) {
      const std::string parameter = param.name.substr(0, param.name.find('+'));
      param.name = param.width <= field->second.bits ? field->second.path
                                                     : ParamLeaf::spanName(parameter, param.offset, param.width);
    }
}

void addRecords(Kernel &kernel, const RecordLayouts &layouts) {
  const auto numbered = [&](unsigned position) {
    const RecordType &type = layouts.types[position];
    const auto found = std::ranges::find(kernel.recordTypes, type);
    if (found == kernel.recordTypes.end())
      kernel.recordTypes.push_back(type);
    return static_cast<unsigned>(std::ranges::find(kernel.recordTypes, type) - kernel.recordTypes.begin());
  };
  if (const auto ofKernel = layouts.ofParameters.find(kernel.mangled); ofKernel != layouts.ofParameters.end())
    for (ParamLeaf &param : kernel.graph.params)
      if (const auto found = ofKernel->second.find(param.offsetName());
          param.isPointer && found != ofKernel->second.end())
        param.record = numbered(found->second);
  for (GlobalLeaf &global : kernel.graph.globals)
    if (const auto found = layouts.ofVariables.find(global.name);
        !global.isPrivate && found != layouts.ofVariables.end())
      global.record = numbered(found->second);
}

} // namespace sectorscope
