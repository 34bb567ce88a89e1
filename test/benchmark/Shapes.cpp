// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Shapes.h"

#include "LlvmVersion.h"

#include "llvm/IR/CallingConv.h"
#include "llvm/IR/IRBuilder.h"

#include <algorithm>

#include <functional>

namespace sectorscope::benchmark {
namespace {

/// Of one row of the data, in elements; large enough that neighbouring accesses are not joined.
constexpr unsigned kPitch = 1027;
constexpr unsigned kPerKernel = 10, kPerLoop = 10, kLanesOfStep = 7;

/// One kernel `void k(float *out, int n, int pitch)` while it is built. Every access stands in a line of its own.
class KernelBuilder {
public:
  using Value = llvm::Value;

  KernelBuilder(ModuleBuilder &module, const std::string &name) : ir(module.ir.getContext()), debug(module.debug) {
    llvm::LLVMContext &context = ir.getContext();
    llvm::Type *pointer = llvm::PointerType::get(context, 0), *number = ir.getInt32Ty();
    auto *type = llvm::FunctionType::get(ir.getVoidTy(), {pointer, number, number}, false);
    function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module.ir);
    function->setCallingConv(llvm::CallingConv::PTX_Kernel);
    function->addFnAttr("target-cpu", "sm_90");
    function->setSubprogram(debug.createFunction(module.file, name, name, module.file, 1,
                                                 debug.createSubroutineType(debug.getOrCreateTypeArray({})), 1,
                                                 llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition));
    nextLine();
    const char *names[] = {"out", "n", "pitch"};
    for (unsigned i = 0; i < 3; ++i)
      function->getArg(i)->setName(names[i]);
    out = function->getArg(0), n = function->getArg(1), pitch = function->getArg(2);
    ir.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function));
    thread = ir.CreateAdd(ir.CreateMul(read("ctaid.x"), read("ntid.x")), read("tid.x"));
  }

  void finish() {
    ir.CreateRetVoid();
    debug.finalizeSubprogram(function->getSubprogram());
  }

  /// Stores a number that no other access stores, so that none of them can be left out.
  void store(Value *index) {
    nextLine();
    Value *at = ir.CreateGEP(ir.getFloatTy(), out, ir.CreateSExt(index, ir.getInt64Ty()));
    ir.CreateAlignedStore(llvm::ConstantFP::get(ir.getFloatTy(), line), at, llvm::Align(4));
  }

  Value *read(const char *name) {
    llvm::Module &module = *function->getParent();
    return ir.CreateCall(module.getOrInsertFunction(std::string("llvm.nvvm.read.ptx.sreg.") + name, ir.getInt32Ty()));
  }

  Value *number(unsigned value) { return ir.getInt32(value); }
  llvm::BasicBlock *block(const char *name) { return llvm::BasicBlock::Create(ir.getContext(), name, function); }

  /// if (condition) body
  void when(Value *condition, const std::function<void()> &body) {
    llvm::BasicBlock *then = block("then"), *join = block("join");
    ir.CreateCondBr(condition, then, join);
    ir.SetInsertPoint(then);
    body();
    ir.CreateBr(join);
    ir.SetInsertPoint(join);
  }

  /// for (int k = 0; k < trips; ++k) body(k)
  void loop(Value *trips, const std::function<void(Value *)> &body) {
    llvm::BasicBlock *before = ir.GetInsertBlock(), *header = block("header"), *inside = block("body"),
                     *behind = block("behind");
    ir.CreateBr(header);
    ir.SetInsertPoint(header);
    llvm::PHINode *k = ir.CreatePHI(ir.getInt32Ty(), 2);
    k->addIncoming(number(0), before);
    ir.CreateCondBr(ir.CreateICmpSLT(k, trips), inside, behind);
    ir.SetInsertPoint(inside);
    body(k);
    k->addIncoming(ir.CreateAdd(k, number(1), "", false, true), ir.GetInsertBlock());
    ir.CreateBr(header);
    ir.SetInsertPoint(behind);
  }

  llvm::IRBuilder<> ir;
  Value *out = nullptr, *n = nullptr, *pitch = nullptr, *thread = nullptr;

private:
  void nextLine() {
    ir.SetCurrentDebugLocation(llvm::DILocation::get(ir.getContext(), ++line, 3, function->getSubprogram()));
  }

  llvm::DIBuilder &debug;
  llvm::Function *function = nullptr;
  unsigned line = 1;
};

/// out[thread * stride + pitch of the access]: strides 1 to 8, each start of its own.
void strided(KernelBuilder &kernel, unsigned which) {
  auto &ir = kernel.ir;
  kernel.store(ir.CreateAdd(ir.CreateMul(kernel.thread, kernel.number(which % 8 + 1)), kernel.number(which * kPitch)));
}

void oneBlock(ModuleBuilder &module, unsigned accesses) {
  KernelBuilder kernel(module, "k");
  for (unsigned i = 0; i < accesses; ++i)
    strided(kernel, i);
  kernel.finish();
}

/// Rows and columns of a matrix whose pitch the launch passes in.
void unknownPitch(ModuleBuilder &module, unsigned accesses) {
  KernelBuilder kernel(module, "k");
  auto &ir = kernel.ir;
  for (unsigned i = 0; i < accesses; ++i) {
    KernelBuilder::Value *row = kernel.number(i), *column = kernel.thread;
    if (i % 2)
      std::swap(row, column);
    kernel.store(ir.CreateAdd(ir.CreateMul(row, kernel.pitch), column));
  }
  kernel.finish();
}

void guards(ModuleBuilder &module, unsigned accesses) {
  KernelBuilder kernel(module, "k");
  auto &ir = kernel.ir;
  for (unsigned i = 0; i < accesses; ++i)
    kernel.when(ir.CreateICmpSLT(ir.CreateAdd(kernel.thread, kernel.number(i)), kernel.n), [&] { strided(kernel, i); });
  kernel.finish();
}

/// Every access stands behind all the conditions before it.
void earlyReturns(ModuleBuilder &module, unsigned accesses) {
  KernelBuilder kernel(module, "k");
  auto &ir = kernel.ir;
  llvm::BasicBlock *exit = kernel.block("exit");
  for (unsigned i = 0; i < accesses; ++i) {
    llvm::BasicBlock *next = kernel.block("next");
    ir.CreateCondBr(ir.CreateICmpEQ(kernel.thread, ir.CreateMul(kernel.n, kernel.number(i + 1))), exit, next);
    ir.SetInsertPoint(next);
    strided(kernel, i);
  }
  ir.CreateBr(exit);
  ir.SetInsertPoint(exit);
  kernel.finish();
}

/// Loops of ten accesses each, one behind the other.
void loops(ModuleBuilder &module, unsigned accesses) {
  KernelBuilder kernel(module, "k");
  auto &ir = kernel.ir;
  for (unsigned i = 0; i < accesses;)
    kernel.loop(kernel.n, [&](KernelBuilder::Value *k) {
      for (const unsigned end = std::min(i + kPerLoop, accesses); i < end; ++i)
        kernel.store(ir.CreateAdd(ir.CreateAdd(ir.CreateMul(k, kernel.number(kPitch)), kernel.thread),
                                  kernel.number(i * 64 * kPitch)));
    });
  kernel.finish();
}

/// The body of one loop, as unrolling by hand leaves it.
void oneLoop(ModuleBuilder &module, unsigned accesses) {
  KernelBuilder kernel(module, "k");
  auto &ir = kernel.ir;
  kernel.loop(kernel.n, [&](KernelBuilder::Value *k) {
    for (unsigned i = 0; i < accesses; ++i)
      kernel.store(ir.CreateAdd(ir.CreateAdd(ir.CreateMul(k, kernel.number(accesses * kPitch)), kernel.thread),
                                kernel.number(i * kPitch)));
  });
  kernel.finish();
}

/// Each index is computed from the one before, in a way that no closed form holds.
void chain(ModuleBuilder &module, unsigned accesses) {
  KernelBuilder kernel(module, "k");
  auto &ir = kernel.ir;
  KernelBuilder::Value *index = kernel.thread;
  for (unsigned i = 0; i < accesses; ++i) {
    index = ir.CreateXor(ir.CreateAdd(index, kernel.number(kLanesOfStep)), ir.CreateLShr(index, kernel.number(3)));
    kernel.store(ir.CreateAnd(index, kernel.number(0xfffff)));
  }
  kernel.finish();
}

void manyKernels(ModuleBuilder &module, unsigned accesses) {
  for (unsigned i = 0; i < accesses;) {
    KernelBuilder kernel(module, "k" + std::to_string(i));
    for (const unsigned end = std::min(i + kPerKernel, accesses); i < end; ++i)
      strided(kernel, i);
    kernel.finish();
  }
}

} // namespace

const std::vector<Shape> &allShapes() {
  static const std::vector<Shape> shapes = {
      {"one-block", "one kernel, strided stores in one block", oneBlock},
      {"unknown-pitch", "one kernel, rows and columns of a matrix of unknown pitch", unknownPitch},
      {"guards", "one kernel, each access under a condition of its own", guards},
      {"early-returns", "one kernel, each access behind all conditions before it", earlyReturns},
      {"loops", "one kernel, ten accesses to a loop", loops},
      {"one-loop", "one kernel, all accesses in one loop", oneLoop},
      {"chain", "one kernel, each index computed from the one before", chain},
      {"many-kernels", "ten accesses to a kernel", manyKernels},
  };
  return shapes;
}

std::unique_ptr<llvm::Module> makeModule(llvm::LLVMContext &context, const Shape &shape, unsigned accesses) {
  auto module = std::make_unique<llvm::Module>("generated.cu", context);
  module->setTargetTriple(fuzz::moduleTriple("nvptx64-nvidia-cuda"));
  module->setDataLayout("e-p6:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64");
  llvm::DIBuilder debug(*module);
  llvm::DIFile *file = debug.createFile("generated.cu", "/");
  debug.createCompileUnit(fuzz::language(), file, "generated", true, "", 0);
  ModuleBuilder builder{*module, debug, file};
  shape.build(builder, accesses);
  debug.finalize();
  return module;
}

} // namespace sectorscope::benchmark
