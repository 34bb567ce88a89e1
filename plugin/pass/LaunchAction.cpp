// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads launches and names of fields from the syntax tree of a device half, before clang makes IR of it. The passes
/// ask for them by the names of the two functions at the end.

#include "frontend/HalfConditions.h"
#include "frontend/HostLaunches.h"
#include "frontend/HostProgram.h"
#include "frontend/KernelParameters.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

#include <memory>

namespace {

sectorscope::HostLaunchMap launches;
sectorscope::FieldNames fieldNames;

class LaunchConsumer : public clang::ASTConsumer {
public:
  explicit LaunchConsumer(std::shared_ptr<const sectorscope::HalfConditions> conditions)
      : conditions(std::move(conditions)) {}
  void HandleTranslationUnit(clang::ASTContext &context) override {
    if (!context.getLangOpts().CUDAIsDevice || context.getDiagnostics().hasErrorOccurred())
      return;
    const sectorscope::HostProgram program = sectorscope::readHostProgram(context);
    // A compiler reads each half in a process of its own: what the host has is not known here.
    if (sectorscope::isSameForHost(*conditions, context))
      launches = sectorscope::findHostLaunches(context, program).byKernel;
    fieldNames = sectorscope::findFieldNames(context, program);
  }

private:
  std::shared_ptr<const sectorscope::HalfConditions> conditions;
};

class LaunchAction : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler, llvm::StringRef) override {
    return std::make_unique<LaunchConsumer>(sectorscope::watchHalfConditions(compiler.getPreprocessor()));
  }
  bool ParseArgs(const clang::CompilerInstance &, const std::vector<std::string> &) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<LaunchAction> registration("sectorscope-launches",
                                                                    "launches for the passes of Sectorscope");

} // namespace

extern "C" __attribute__((visibility("default"))) const sectorscope::HostLaunchMap *sectorscopeHostLaunches() {
  return &launches;
}
extern "C" __attribute__((visibility("default"))) const sectorscope::FieldNames *sectorscopeFieldNames() {
  return &fieldNames;
}
