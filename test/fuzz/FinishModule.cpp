// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FinishModule.h"

#include "LlvmVersion.h"
#include "RandomKernel.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

#include <stdexcept>

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
}

namespace sectorscope::fuzz {

void runCodegenPasses(llvm::Module &module, bool optimise) {
  constexpr const char *triple = "nvptx64-nvidia-cuda";
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(moduleTriple(triple), error);
  if (!target)
    throw std::runtime_error("this LLVM has no NVPTX target: " + error);
  std::unique_ptr<llvm::TargetMachine> machine = machineFor(*target, triple);

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(machine.get());
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  llvm::ModulePassManager pipeline;
  if (optimise)
    pipeline = builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2);
  llvm::FunctionPassManager codegen;
  codegen.addPass(llvm::InferAddressSpacesPass(0));
  codegen.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  codegen.addPass(llvm::EarlyCSEPass());
  codegen.addPass(llvm::DCEPass()); // loads whose value nothing uses are not issued
  codegen.addPass(llvm::LoadStoreVectorizerPass());
  pipeline.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(codegen)));
  pipeline.run(module, modules);
}

void finishModule(llvm::Module &module, bool optimise) {
  runCodegenPasses(module, optimise);
  numberAccesses(module);
}

} // namespace sectorscope::fuzz
