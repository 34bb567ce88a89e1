// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/Diagnose.h"

#include "ir/SourcePlaces.h"
#include "model/FormatNumber.h"
#include "pass/PluginCompat.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace sectorscope {

namespace {

/// The name behind -Wpass-failed= and -Rpass-analysis=.
constexpr const char *passName = "sectorscope";

/// Where something is said: the function that holds the code, and a place of the debug information.
struct Spot {
  llvm::Function *function = nullptr;
  llvm::DiagnosticLocation location;
};

/// Finds the compiler's own locations for the places of a report.
class Spots {
public:
  Spots(llvm::Module &module, const ReadOptions &options) {
    const SourcePlaces places(options);
    for (llvm::Function &function : module) {
      if (function.isDeclaration())
        continue;
      functions.emplace(function.getName().str(), &function);
      if (!any)
        any = &function;
      for (llvm::Instruction &instruction : llvm::instructions(function))
        add(places, function, instruction);
    }
  }

  /// `mangled` is where to fall back to: the declaration of the kernel.
  Spot find(const SourcePlace &place, const std::string &mangled) const {
    if (const auto known = spots.find(keyOf(place)); known != spots.end())
      return known->second;
    const auto function = functions.find(mangled);
    Spot spot;
    spot.function = function != functions.end() ? function->second : any;
    if (spot.function)
      spot.location = llvm::DiagnosticLocation(spot.function->getSubprogram());
    return spot;
  }

private:
  using Key = std::tuple<std::string, unsigned, unsigned>;
  static Key keyOf(const SourcePlace &place) { return {place.file, place.line, place.column}; }

  void add(const SourcePlaces &places, llvm::Function &function, const llvm::Instruction &instruction) {
    if (!instruction.mayReadOrWriteMemory() || !instruction.getDebugLoc())
      return;
    const std::vector<InlineFrame> stack = places.inlineStack(instruction); // outermost first
    std::size_t frame = stack.size();
    for (const llvm::DILocation *at = instruction.getDebugLoc(); at && frame > 0; at = at->getInlinedAt())
      spots.try_emplace(keyOf(stack[--frame].place), Spot{&function, llvm::DiagnosticLocation(llvm::DebugLoc(at))});
  }

  std::map<Key, Spot> spots;
  std::map<std::string, llvm::Function *> functions;
  llvm::Function *any = nullptr;
};

std::string mangledOf(const Report &report, const std::string &name) {
  for (const KernelReport &kernel : report.kernels)
    if (kernel.name == name)
      return kernel.mangled;
  return "";
}

/// A remark that needs no block of code, only a place in a function.
void remark(llvm::Module &module, const Spot &spot, const char *name, const std::string &text) {
  if (!spot.function || spot.function->isDeclaration())
    return;
  llvm::OptimizationRemarkAnalysis remark(passName, name, spot.location, &spot.function->getEntryBlock());
  remark << text;
  module.getContext().diagnose(remark);
}

std::string explanation(const AccessReport &access) {
  const Footprint &f = access.footprint;
  std::string text = fmt::format("{} of {} bytes per lane at {}: ", toString(access.site.kind),
                                 access.site.bytesPerLane, access.address);
  switch (f.certainty) {
  case Certainty::Exact:
    return text + fmt::format("{} {} per request, ideal {}, {} active lanes (exact)", formatCount(f.count().mean),
                              toString(f.measure), formatCount(f.idealCount().mean), formatCount(f.activeLanes.mean));
  case Certainty::Bounded:
    return text + fmt::format("{} to {} {} per request (bounded: {})", formatCount(f.count().min),
                              formatCount(f.count().max), toString(f.measure), f.reason);
  case Certainty::Unknown:
    break;
  }
  return text + fmt::format("unknown: {}", f.reason);
}

} // namespace

void diagnose(llvm::Module &module, const Report &report, const ReadOptions &options) {
  const Spots spots(module, options);
  for (const Finding &finding : report.findings) {
    const Spot spot = spots.find(finding.place, mangledOf(report, finding.kernel));
    const std::string text = fmt::format("{} [sectorscope-{}]", finding.message, finding.rule);
    if (finding.severity == Severity::Warning && spot.function) {
      llvm::DiagnosticInfoOptimizationFailure warning(passName, finding.rule, spot.location,
                                                      &spot.function->getEntryBlock());
      warning << text;
      module.getContext().diagnose(warning);
    } else {
      remark(module, spot, "Note", text);
    }
    remark(module, spot, "Evidence", finding.evidence);
    if (!finding.advice.empty())
      remark(module, spot, "Advice", "advice: " + finding.advice);
  }
  for (const KernelReport &kernel : report.kernels) {
    for (const LaunchReport &launch : kernel.launches)
      for (const AccessReport &access : launch.accesses)
        remark(module, spots.find(access.site.place, kernel.mangled), "Access", explanation(access));
    for (const NotAnalysed &item : kernel.notAnalysed)
      remark(module, spots.find(item.place, kernel.mangled), "NotAnalysed", "not analysed: " + item.what);
  }
  if (report.kernels.empty())
    return;
  const Coverage coverage = coverageOf(report);
  const KernelReport &first = report.kernels.front();
  remark(module, spots.find({}, first.mangled), "Coverage",
         fmt::format("accesses of this file: exact {}, bounded {}, unknown {}, not analysed {}", coverage.exact,
                     coverage.bounded, coverage.unknown, coverage.notAnalysed));
  for (const std::string &note : report.notes)
    remark(module, spots.find({}, first.mangled), "Note", note);
}

void printNotes(const Report &report) {
  for (const Finding &finding : report.findings)
    if (finding.severity == Severity::Note)
      llvm::errs() << formatPlace(finding.place) << ": note: " << finding.message << " [sectorscope-" << finding.rule
                   << "]\n";
}

void diagnoseNote(llvm::Module &module, const std::string &text) {
  // Not through the diagnostics of the context: clang drops a note that follows no warning, and a warning would break
  // -Werror builds without optimisation.
  llvm::errs() << llvm::sys::path::filename(module.getSourceFileName()) << ": note: sectorscope: " << text << '\n';
}

void diagnoseError(llvm::Module &module, const std::string &text) {
  compat::sayError(module.getContext(), "sectorscope: " + text);
}

} // namespace sectorscope
