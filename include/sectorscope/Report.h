// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Report: everything an audit found, as values. Printers in analysis/report take it and a stream.

#ifndef SECTORSCOPE_REPORT_H
#define SECTORSCOPE_REPORT_H

#include "sectorscope/AccessSite.h"
#include "sectorscope/Camping.h"
#include "sectorscope/Footprint.h"
#include "sectorscope/LaunchShape.h"
#include "sectorscope/LaunchTotals.h"
#include "sectorscope/Neighbours.h"
#include "sectorscope/Records.h"
#include "sectorscope/Roofline.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sectorscope {

/// One access under one launch.
struct AccessReport {
  std::string id; ///< stable within the report: kernel ordinal '.' site ordinal
  AccessSite site;
  std::string address; ///< for people: "in + 8*(256*ctaid.x + tid.x)"
  Footprint footprint;
  /// Of an instruction that several calls reach: the places of the calls. The footprint is that of all of them; site
  /// and address are those of the first.
  std::vector<SourcePlace> calls;
  Neighbours neighbours; ///< of accesses to global memory
  Camping camping;       ///< likewise
  std::string statement; ///< that it stands in, see SourceTexts; empty where the source is not known
};

/// One kernel under one launch.
struct LaunchReport {
  LaunchShape shape;
  std::vector<AccessReport> accesses; ///< in source order
  /// Of one of them.
  std::size_t indexOf(const AccessReport &access) const { return static_cast<std::size_t>(&access - accesses.data()); }
  std::optional<LaunchTotals> totals; ///< empty where they were not asked for
  std::optional<Roofline> roofline;   ///< of the totals
};

/// One kernel, as it was read, and what its launches do.
struct KernelReport : Kernel {
  std::vector<LaunchReport> launches;
};

enum class Severity : std::uint8_t { Note, Warning };
const char *toString(Severity severity);

/// Whether a baseline holds a finding.
enum class BaselineState : std::uint8_t { None, New, Unchanged };
const char *toString(BaselineState state); ///< "", "new", "unchanged"

/// A judgement on one place, with its evidence.
struct Finding {
  std::string rule; ///< "excess-sectors"
  /// More general rules that said the same of this place and gave way: what silences or gates them does so with this.
  std::vector<std::string> insteadOf;
  Severity severity = Severity::Warning;
  SourcePlace place;
  std::string kernel;      ///< demangled
  std::string message;     ///< one line: the number, the ideal, the block shape assumed
  std::string evidence;    ///< one line: the address and what it means for neighbouring lanes
  std::string advice;      ///< one line; may be empty
  std::string function;    ///< demangled, the one that holds the place: a kernel, or what it calls
  std::string statement;   ///< that it stands in, see SourceTexts; empty where the source is not known
  std::string fingerprint; ///< 16 hexadecimal digits, see nameFindings(); never the line
  BaselineState baseline = BaselineState::None; ///< None: there is no baseline
  bool isGated = false;                         ///< makes the run fail, unless the baseline has it
  double wastedSectorsPerRequest = 0;
  /// Sectors beyond the ideal of all accesses that the finding stands for: in all launches, where their requests are
  /// known, else in one block of each.
  double wastedSectors = 0;
  bool isWasteOfLaunch = false; ///< and not of one block
  double wastedShare = 0;       ///< of all sectors that the kernel moves; the largest of its launches
};

/// How many accesses are how sure; the four shares are always published together.
struct Coverage {
  std::size_t exact = 0, bounded = 0, unknown = 0, notAnalysed = 0;
};

/// What was analysed together: one file, or several that are linked. With the kernels, it is all that another audit of
/// them needs.
struct AuditedUnit {
  std::string sourceFile; ///< as the report calls it
  std::string arch, profileName, llvmVersion;
  std::string profileNote; ///< why the profile is not that of the architecture; empty if it is, or was asked for
  bool unoptimised = false;
  std::uint64_t pointerAlignment = 0;
  std::size_t trafficEffort = 0; ///< AuditOptions::traffic
  std::set<std::string> disabledRules;
  std::vector<std::string> notes;       ///< of reading it, not of the audit
  std::vector<std::string> launchNotes; ///< of a list of launches that its kernels met
  std::size_t kernels = 0; ///< how many of Report::kernels are its own; those of the units stand one after another
};

struct Report {
  std::string llvmVersion;
  std::string arch;                     ///< "sm_90"
  unsigned sectorBytes = 32;            ///< of the TargetModel used
  std::string profileName;              ///< name of the TargetModel used
  std::vector<KernelReport> kernels;    ///< in source order
  std::vector<Finding> findings;        ///< warnings first, then by what they waste, then in source order
  std::vector<Finding> silenced;        ///< by comments in the source, or by settings
  std::vector<std::string> assumptions; ///< once per report
  std::vector<AuditedUnit> units;
  std::vector<RecordUse> records; ///< in the order in which the kernels come to them
  std::vector<std::string> notes; ///< "module is unoptimised (-O0): compile with -O1 or more"
};

/// Counts over all launches of all kernels.
Coverage coverageOf(const Report &report);

} // namespace sectorscope

#endif
