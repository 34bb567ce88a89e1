// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What a person settles once for a project: the file .sectorscope.yaml, and the words that the command line shares
/// with it.

#ifndef SECTORSCOPE_PLUGIN_ADAPTER_CONFIG_H
#define SECTORSCOPE_PLUGIN_ADAPTER_CONFIG_H

#include "adapter/Budgets.h"
#include "adapter/KernelSettings.h"
#include "report/Suppressions.h"
#include "sectorscope/Audit.h"
#include "sectorscope/LaunchShape.h"
#include "sectorscope/Report.h"
#include "sectorscope/TargetModel.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace sectorscope {

/// Bad input from a person: one line that names what is wrong and the remedy.
class UsageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Findings of `rule` ("all" for every rule) at or above `severity` make the run fail.
struct Gate {
  std::string rule;
  Severity severity = Severity::Warning;
};

/// The content of a .sectorscope.yaml:
///
///     arch: sm_90                      # profile and, for .cu files, what is compiled for
///     profile: h200                    # the part to predict for, where it is not that of arch: a name or a file
///     block: [32, 8]                   # or 256, or any
///     grid: 128
///     arguments: {n: 1024}             # scalar kernel parameters by name
///     multiples: {ld: 8}               # scalar kernel parameters that are a multiple of a number
///     disable: [misaligned]
///     fail-on: [excess-sectors, "misaligned:note"]
///     max-excess: {kernels: 2, saxpy: 1}   # sectors moved over the fewest; or one number, for all kernels
///     allow: {"third_party/*": all}    # findings that are silenced, by file
///     baseline: known.json             # findings that are known already; relative to this file
///     traffic-effort: 0                # and every other option of the command line by its name
///     clang-args: [-DTILE=32]          # what stands behind --
///     pointer-alignment: 256
///     camping-loss: 10                 # percent of the bandwidth from which on power-of-two-stride is a warning
///     show-notes: true                 # in builds: findings that are notes, too
///     kernels:                         # for one kernel, before what is said for all
///       saxpy: {block: 256, grid: 128, arguments: {n: 32768}, multiples: {ld: 8}}
///
/// Every key may be left out.
struct Config {
  std::optional<std::string> arch;
  std::optional<TargetModel> profile; ///< a path is relative to the folder of the file that names it
  std::optional<Dim3> block, grid;
  bool anyBlock = false; ///< "block: any"
  std::map<std::string, std::int64_t> arguments;
  std::map<std::string, std::uint64_t> multiples;
  std::set<std::string> disabledRules;
  std::vector<Gate> failOn;
  std::string baseline; ///< path; empty: none
  std::vector<Budget> budgets;
  std::vector<AllowedRules> allowed;
  std::vector<std::string> files; ///< that were read: the settings themselves, a profile
  /// Options of the command line that are no matter of single files, by name; paths are relative to the settings.
  std::map<std::string, std::vector<std::string>> options;
  std::optional<std::uint64_t> pointerAlignment;
  std::optional<double> campingLoss; ///< AuditOptions::campingLoss
  bool showNotes = false;
  std::vector<KernelSettings> kernels;
};

/// Parses the text of a configuration. Throws UsageError, which begins with `file` and the line.
Config parseConfig(const std::string &yaml, const std::string &file);

/// The configuration for a source file: what SECTORSCOPE_CONFIG holds (a path, or YAML in braces), else the nearest
/// .sectorscope.yaml in its folder or above, else nothing. Throws UsageError.
Config configFor(const std::string &sourceFile);

/// "256", "32,8", "32x8x1", where some part can launch it: `largest` is largestBlock or largestGrid. Throws UsageError,
/// which begins with `what` ("--block", "k.yaml:3: block").
Dim3 parseDim3(const std::string &text, const std::string &what, const Dim3 &largest);

/// What stands for every one-dimensional block of whole warps where a block is asked for.
constexpr const char *anyBlockWord = "any";

/// A share in percent, above 0 and at most 100: "10" is 0.1. Throws UsageError, which begins with `what`.
double parsePercent(const std::string &text, const std::string &what);

/// "RULE" or "RULE:SEVERITY". Throws UsageError.
Gate parseGate(const std::string &text, const std::string &what);

/// Throws UsageError with the nearest name unless `name` is a rule.
void requireRule(const std::string &name, const std::string &what);

/// Marks the findings of the report that are at or above one of the gates (Finding::isGated).
void applyGates(Report &report, const std::vector<Gate> &gates);

/// Whether a marked finding is there that the baseline, if there is one, does not have.
bool isGateClosed(const Report &report);

} // namespace sectorscope

#endif
