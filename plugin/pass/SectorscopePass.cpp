// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/SectorscopePass.h"

#include "adapter/Config.h"
#include "adapter/KernelLaunches.h"
#include "adapter/Project.h"
#include "ir/LlvmCompat.h"
#include "ir/ReadModule.h"
#include "pass/Diagnose.h"
#include "pass/HostProcess.h"
#include "report/Suppressions.h"
#include "report/Text.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

#include <dlfcn.h>
#include <filesystem>
#include <sstream>

namespace sectorscope {

namespace fs = std::filesystem;

namespace {

/// Warps and iterations of a launch that are gone through: some milliseconds, since a person waits for the build.
constexpr std::size_t kTrafficOfBuild = 1 << 14;

/// The architecture where the module does not say.
constexpr const char *defaultArch = "sm_90";

/// The source file of a module, absolute where the debug information says where it was compiled.
std::string sourceFileOf(const llvm::Module &module) {
  for (const llvm::DICompileUnit *unit : module.debug_compile_units()) {
    const fs::path name = unit->getFilename().str();
    return name.is_absolute() ? name.string() : (fs::path(unit->getDirectory().str()) / name).string();
  }
  return module.getSourceFileName();
}

/// What LaunchAction.cpp holds, null where clang did not load it.
template <typename What> const What *fromSyntaxTree(const char *function) {
  using Ask = const What *(*)();
  const auto ask = reinterpret_cast<Ask>(::dlsym(RTLD_DEFAULT, function));
  return ask ? ask() : nullptr;
}

struct ModuleReport {
  Report report;
  ReadOptions readOptions;
  bool unoptimised = false;
  bool showNotes = false;
  std::string arch;
};

/// Throws UsageError on a bad configuration.
ModuleReport reportOn(const llvm::Module &module) {
  ModuleReport result;
  const std::string source = sourceFileOf(module);
  const Config config = configFor(source);
  const std::string root = projectRootOf(source);
  result.readOptions.projectRoot = root;
  result.readOptions.systemFolders = systemFoldersOf(hostCommandLine());
  Program program = readModule(module, result.readOptions);
  const auto *fieldNames = fromSyntaxTree<FieldNames>("sectorscopeFieldNames");
  const auto *launches = fromSyntaxTree<HostLaunchMap>("sectorscopeHostLaunches");
  for (Kernel &kernel : program.kernels)
    if (fieldNames)
      nameFields(kernel, *fieldNames);
  result.unoptimised = program.unoptimised;
  result.arch = program.arch.empty() ? defaultArch : program.arch;

  AuditOptions options;
  options.traffic = kTrafficOfBuild;
  options.block = config.block;
  options.anyBlock = config.anyBlock;
  options.grid = config.grid;
  options.arguments = config.arguments;
  options.multiples = config.multiples;
  options.ownLaunches = [&config](const Kernel &kernel) {
    std::vector<LaunchShape> own;
    for (const KernelSettings &settings : config.kernels)
      if (isNamed(kernel, settings.kernel))
        own.push_back(settings.launch);
    return own;
  };
  options.hostLaunches = [&](const Kernel &kernel) {
    std::vector<LaunchShape> found;
    if (launches)
      if (const auto known = launches->find(kernel.mangled); known != launches->end())
        found = launchesFor(kernel, known->second);
    for (LaunchShape &launch : found)
      launch.place.file = nameInReport(launch.place.file, root);
    return found;
  };
  options.hints = false; // warnings do not show them
  options.pointerAlignment = config.pointerAlignment.value_or(options.pointerAlignment);
  options.campingLoss = config.campingLoss.value_or(options.campingLoss);
  result.showNotes = config.showNotes;
  options.howToSetBlock = "set block in .sectorscope.yaml to change";
  const TargetChoice choice =
      config.profile ? TargetChoice{*config.profile, ""} : targetFor(config.arch.value_or(result.arch));
  result.report = audit(program, choice.target, options);
  if (!choice.note.empty())
    result.report.notes.push_back(choice.note);
  removeSilenced(
      result.report, [&](const std::string &name) { return readFile((fs::path(root) / name).string()); },
      config.disabledRules, config.allowed);
  return result;
}

} // namespace

llvm::PreservedAnalyses SectorscopePrinterPass::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  if (!compat::tripleOf(module).isNVPTX()) {
    diagnoseError(module, module.getModuleIdentifier() + ": no NVPTX module; compile for a GPU (--cuda-device-only)");
    return llvm::PreservedAnalyses::all();
  }
  try {
    std::ostringstream text;
    printText(reportOn(module).report, {}, text);
    out << text.str();
  } catch (const std::exception &error) {
    diagnoseError(module, error.what());
  }
  return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses SectorscopeDiagnosePass::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  // The host half of a CUDA compile loads the plugin, too.
  if (!compat::tripleOf(module).isNVPTX())
    return llvm::PreservedAnalyses::all();
  try {
    const ModuleReport result = reportOn(module);
    if (!speaksForAllArchs(hostCommandLine().driver, result.arch))
      return llvm::PreservedAnalyses::all();
    if (result.unoptimised) {
      diagnoseNote(module, "needs -O1 or more: without optimisation, addresses hide in local variables");
      return llvm::PreservedAnalyses::all();
    }
    diagnose(module, result.report, result.readOptions);
    if (result.showNotes)
      printNotes(result.report);
  } catch (const std::exception &error) {
    diagnoseError(module, error.what());
  }
  return llvm::PreservedAnalyses::all();
}

} // namespace sectorscope
