// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/PrepareCopy.h"

#include "ir/LlvmCompat.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

namespace sectorscope {
namespace {

constexpr unsigned kGeneric = 0, kGlobal = 1;   // NVPTX address spaces
constexpr std::size_t kLargestKernel = 200'000; // instructions, inlined calls included

/// Code generation knows that a pointer from a launch points to global memory; the IR does not say so yet.
void castToGlobal(llvm::Value &pointer, llvm::Instruction &before) {
  llvm::IRBuilder<> builder(&before);
  auto *global = builder.CreateAddrSpaceCast(&pointer, llvm::PointerType::get(pointer.getContext(), kGlobal));
  auto *generic = builder.CreateAddrSpaceCast(global, pointer.getType());
  pointer.replaceUsesWithIf(generic, [&](const llvm::Use &use) { return use.getUser() != global; });
}

void castPointersOfLaunch(llvm::Function &kernel) {
  llvm::Instruction &start = *kernel.getEntryBlock().getFirstInsertionPt();
  for (llvm::Argument &argument : kernel.args())
    if (argument.getType()->isPointerTy() && argument.getType()->getPointerAddressSpace() == kGeneric &&
        !argument.hasByValAttr() && !argument.use_empty())
      castToGlobal(argument, start);
  llvm::SmallVector<llvm::LoadInst *, 8> fields;
  for (llvm::Instruction &instruction : llvm::instructions(kernel))
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      if (load->getType()->isPointerTy() && load->getType()->getPointerAddressSpace() == kGeneric)
        if (const auto *base = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(load->getPointerOperand()));
            base && base->hasByValAttr())
          fields.push_back(load);
  for (llvm::LoadInst *load : fields)
    castToGlobal(*load, *load->getNextNode());
}

/// Functions that may call themselves, directly or through others.
llvm::SmallPtrSet<const llvm::Function *, 8> recursiveFunctions(llvm::Module &module) {
  llvm::SmallPtrSet<const llvm::Function *, 8> recursive;
  llvm::CallGraph graph(module);
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component)
    if (component.hasCycle())
      for (const llvm::CallGraphNode *node : *component)
        if (node->getFunction())
          recursive.insert(node->getFunction());
  return recursive;
}

/// Numbers the memory instructions of the functions that are inlined here, so that their copies can be told to be one.
void numberInstructions(llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  unsigned number = 0;
  for (llvm::Function &function : module)
    if (!compat::isKernel(function))
      for (llvm::Instruction &instruction : llvm::instructions(function))
        if (instruction.mayReadOrWriteMemory()) {
          auto *value = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), ++number);
          instruction.setMetadata(kCalledInstruction, llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(value)));
        }
}

/// Inlines every call whose callee has a body, whatever the compiler decided: the caller's values are what the
/// addresses in it are made of. Recursive functions stay, and so does what would make the kernel too large. Whether
/// there was one.
bool inlineCalls(llvm::Function &kernel, const llvm::SmallPtrSetImpl<const llvm::Function *> &recursive) {
  std::size_t size = kernel.getInstructionCount();
  bool any = false;
  for (bool found = true; found;) {
    found = false;
    llvm::SmallVector<llvm::CallInst *, 16> calls;
    for (llvm::Instruction &instruction : llvm::instructions(kernel))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (const llvm::Function *callee = call->getCalledFunction();
            callee && !callee->isDeclaration() && !recursive.contains(callee))
          calls.push_back(call);
    for (llvm::CallInst *call : calls) {
      size += call->getCalledFunction()->getInstructionCount();
      if (size > kLargestKernel)
        return any;
      llvm::InlineFunctionInfo info;
      found |= llvm::InlineFunction(*call, info).isSuccess();
    }
    any |= found;
  }
  return any;
}

/// Joining compares accesses pair by pair, and asks ScalarEvolution what takes long in functions of many loops. It
/// needs an access that is aligned for more than its own size; where there is none among many, it is not tried.
bool mayJoin(llvm::Function &kernel) {
  constexpr unsigned kFew = 64;
  unsigned accesses = 0;
  const llvm::DataLayout &layout = kernel.getParent()->getDataLayout();
  for (llvm::Instruction &instruction : llvm::instructions(kernel))
    if (llvm::getLoadStorePointerOperand(&instruction)) {
      ++accesses;
      const llvm::TypeSize size = layout.getTypeStoreSize(llvm::getLoadStoreType(&instruction));
      if (llvm::getLoadStoreAlignment(&instruction).value() > size.getKnownMinValue())
        return true;
    }
  return accesses <= kFew;
}

} // namespace

std::unique_ptr<llvm::Module> prepareCopy(const llvm::Module &module) {
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  llvm::StringRef cpu;
  llvm::SmallVector<llvm::Function *, 16> kernels;
  for (llvm::Function &function : *copy) {
    if (function.isDeclaration() || !compat::isKernel(function))
      continue;
    kernels.push_back(&function);
    if (cpu.empty())
      cpu = function.getFnAttribute("target-cpu").getValueAsString();
  }
  const std::unique_ptr<llvm::TargetMachine> machine = compat::targetMachine(*copy, cpu);

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

  llvm::FunctionPassManager simplify, join, afterCalls, loopForm;
  simplify.addPass(llvm::InferAddressSpacesPass(kGeneric));
  simplify.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  simplify.addPass(llvm::EarlyCSEPass());
  join.addPass(llvm::LoadStoreVectorizerPass());
  // A function that is called does all of its accesses in each call: nothing may be joined or left out across one.
  afterCalls.addPass(llvm::InferAddressSpacesPass(kGeneric));
  afterCalls.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  loopForm.addPass(llvm::LoopSimplifyPass());
  loopForm.addPass(llvm::LCSSAPass());
  const auto recursive = recursiveFunctions(*copy);
  for (llvm::Function &function : *copy) {
    if (function.isDeclaration())
      continue;
    if (compat::isKernel(function))
      castPointersOfLaunch(function);
    functions.invalidate(function, simplify.run(function, functions));
    if (machine && mayJoin(function))
      functions.invalidate(function, join.run(function, functions));
  }
  numberInstructions(*copy);
  for (llvm::Function *kernel : kernels) {
    if (inlineCalls(*kernel, recursive)) {
      functions.invalidate(*kernel, llvm::PreservedAnalyses::none());
      castPointersOfLaunch(*kernel); // also those that only the called functions read
      functions.invalidate(*kernel, afterCalls.run(*kernel, functions));
    }
    loopForm.run(*kernel, functions);
    functions.clear(*kernel, kernel->getName());
  }
  return copy;
}

} // namespace sectorscope
