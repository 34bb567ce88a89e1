// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the syntax tree said of launches and parameters, in the terms of the kernels of the IR.

#ifndef SECTORSCOPE_PLUGIN_ADAPTER_KERNELLAUNCHES_H
#define SECTORSCOPE_PLUGIN_ADAPTER_KERNELLAUNCHES_H

#include "frontend/HostLaunches.h"
#include "frontend/KernelParameters.h"
#include "frontend/RecordLayouts.h"
#include "sectorscope/AccessSite.h"

namespace sectorscope {

/// Launches of the host code in the terms of the kernel: fields of structs that it does not read are left out, and so
/// is what it reads wider than it was written.
std::vector<LaunchShape> launchesFor(const Kernel &kernel, const std::vector<HostLaunchShape> &found);

/// "view.stride" in place of "view+8", where the source says so; "view+8..15" for a read of several fields at once.
void nameFields(Kernel &kernel, const FieldNames &names);

/// The types of the arrays that pointers and variables of the kernel lead to.
void addRecords(Kernel &kernel, const RecordLayouts &layouts);

} // namespace sectorscope

#endif
