// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The names of the enumerators, as the JSON report spells them.

#include "sectorscope/AccessSite.h"
#include "sectorscope/Footprint.h"
#include "sectorscope/LaunchShape.h"
#include "sectorscope/Report.h"

namespace sectorscope {

const char *toString(AccessKind kind) {
  switch (kind) {
  case AccessKind::Load:
    return "load";
  case AccessKind::Store:
    return "store";
  case AccessKind::Atomic:
    return "atomic";
  case AccessKind::Reduction:
    return "reduction";
  case AccessKind::Copy:
    return "copy";
  }
  return "?";
}

const char *toString(RecordAccess access) {
  switch (access) {
  case RecordAccess::Load:
    return "load";
  case RecordAccess::Store:
    return "store";
  case RecordAccess::Atomic:
    return "atomic";
  }
  return "?";
}

const char *toString(Measure measure) { return measure == Measure::Sectors ? "sectors" : "wavefronts"; }

const char *toString(AddressSpace space) {
  switch (space) {
  case AddressSpace::Global:
    return "global";
  case AddressSpace::Shared:
    return "shared";
  case AddressSpace::Local:
    return "local";
  case AddressSpace::Constant:
    return "constant";
  case AddressSpace::Generic:
    return "generic";
  }
  return "?";
}

const char *toString(CampingVerdict verdict) {
  switch (verdict) {
  case CampingVerdict::NotJudged:
    return "not-judged";
  case CampingVerdict::Spread:
    return "spread";
  case CampingVerdict::Mild:
    return "mild";
  case CampingVerdict::Camps:
    return "camps";
  }
  return "?";
}

const char *toString(CampingModel model) {
  switch (model) {
  case CampingModel::None:
    return "none";
  case CampingModel::XorMasks:
    return "xor-masks";
  case CampingModel::Partitions:
    return "partitions";
  case CampingModel::MeasuredCurve:
    return "measured-curve";
  }
  return "?";
}

const char *toString(AtomicForm form) {
  switch (form) {
  case AtomicForm::None:
    return "none";
  case AtomicForm::PerLane:
    return "per-lane";
  case AtomicForm::CompareAndSwap:
    return "compare-and-swap";
  case AtomicForm::Counted:
    return "counted";
  case AtomicForm::Retried:
    return "retried";
  }
  return "?";
}

const char *toString(WarpReduction reduction) {
  switch (reduction) {
  case WarpReduction::None:
    return "none";
  case WarpReduction::Always:
    return "always";
  case WarpReduction::FullWarps:
    return "full-warps";
  }
  return "?";
}

const char *toString(LaunchOrigin origin) {
  switch (origin) {
  case LaunchOrigin::Option:
    return "option";
  case LaunchOrigin::Observed:
    return "observed";
  case LaunchOrigin::Attribute:
    return "attribute";
  case LaunchOrigin::HostCode:
    return "host-code";
  case LaunchOrigin::Assumed:
    return "assumed";
  }
  return "?";
}

const char *toString(Certainty certainty) {
  switch (certainty) {
  case Certainty::Exact:
    return "exact";
  case Certainty::Bounded:
    return "bounded";
  case Certainty::Unknown:
    return "unknown";
  }
  return "?";
}

const char *toString(Doubt doubt) {
  switch (doubt) {
  case Doubt::None:
    return "none";
  case Doubt::StartOfData:
    return "start-of-data";
  case Doubt::Mask:
    return "mask";
  case Doubt::Bound:
    return "bound";
  case Doubt::Iteration:
    return "iteration";
  case Doubt::Argument:
    return "argument";
  case Doubt::Data:
    return "data";
  case Doubt::NotFollowed:
    return "not-followed";
  case Doubt::Budget:
    return "budget";
  }
  return "?";
}

const char *toString(BaselineState state) {
  switch (state) {
  case BaselineState::None:
    return "";
  case BaselineState::New:
    return "new";
  case BaselineState::Unchanged:
    return "unchanged";
  }
  return "?";
}

const char *toString(Severity severity) {
  switch (severity) {
  case Severity::Note:
    return "note";
  case Severity::Warning:
    return "warning";
  }
  return "?";
}

} // namespace sectorscope
