// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The frame of a random kernel: launch, parameters, registers.

#include "RandomKernel.h"

#include "KernelBuilder.h"
#include "LlvmVersion.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"

namespace sectorscope::fuzz {

using llvm::Value;

void prepareModule(llvm::Module &module) {
  module.setTargetTriple(moduleTriple("nvptx64-nvidia-cuda"));
  module.setDataLayout("e-i64:64-i128:128-v16:16-v32:32-n16:32:64");
  module.setSourceFileName("random.cu");
}

void KernelBuilder::chooseLaunch() {
  static const std::array<unsigned, 3> blocks[] = {
      {32, 1, 1},  {64, 1, 1}, {100, 1, 1}, {256, 1, 1}, {20, 10, 1}, {8, 8, 4},  {33, 1, 1}, {7, 5, 3}, {128, 1, 1},
      {16, 16, 1}, {32, 8, 1}, {1, 64, 1},  {48, 1, 1},  {4, 4, 4},   {96, 2, 1}, {17, 3, 1}, {1, 1, 1}, {160, 1, 1}};
  RandomLaunch &launch = kernel.launch;
  launch.block = blocks[random.below(sizeof(blocks) / sizeof(blocks[0]))];
  unsigned axes = 1 + random.below(random.percent(60) ? 1 : 3);
  for (unsigned axis = 0; axis < axes; ++axis)
    launch.grid[axis] = 1 + random.below(axes == 1 ? 5 : 3);
  unsigned threads = launch.block[0] * launch.block[1] * launch.block[2];
  while (threads * launch.grid[0] * launch.grid[1] * launch.grid[2] > 1024)
    for (unsigned &extent : launch.grid)
      extent = extent > 1 ? extent - 1 : 1;
  auto shape = [](const std::array<unsigned, 3> &dim) {
    return std::to_string(dim[0]) + "x" + std::to_string(dim[1]) + "x" + std::to_string(dim[2]);
  };
  feature("block: " + shape(launch.block));
  feature("grid: " + std::to_string(axes) + " axes");
}

void KernelBuilder::makeParameters(const std::string &name) {
  bool inStruct = random.percent(15);
  llvm::Type *pointer = ir.getPtrTy(), *word = ir.getInt32Ty();
  std::vector<llvm::Type *> types{pointer, pointer, pointer, pointer, word, word, word, ir.getInt64Ty()};
  const char *names[] = {"in", "keys", "out", "sums", "n", "ld", "offset", "wide"};
  if (inStruct)
    types.push_back(pointer);
  auto *type = llvm::FunctionType::get(ir.getVoidTy(), types, false);
  function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
  function->setCallingConv(llvm::CallingConv::PTX_Kernel);
  function->addFnAttr("target-cpu", "sm_90");
  kernel.function = function;
  for (unsigned i = 0; i < 8; ++i)
    function->getArg(i)->setName(names[i]);
  exit = llvm::BasicBlock::Create(module.getContext(), "exit", function);
  auto *entry = llvm::BasicBlock::Create(module.getContext(), "entry", function, exit);
  ir.SetInsertPoint(entry);
  inputs = {function->getArg(0), function->getArg(1)};
  outputs = {function->getArg(2), function->getArg(3)};
  if (random.percent(50)) { // as after the inference of address spaces
    feature("pointer: global");
    for (auto *list : {&inputs, &outputs})
      for (Value *&one : *list)
        one = ir.CreateAddrSpaceCast(one, llvm::PointerType::get(module.getContext(), 1));
  }
  n = function->getArg(4);
  ld = function->getArg(5);
  RandomLaunch &launch = kernel.launch;
  launch.scalars["n"] = random.percent(80) ? random.between(1, 400) : random.between(1, 3000);
  static const int leadings[] = {1, 2, 3, 5, 7, 8, 16, 17, 32, 33, 64, 100, 128, 1000, 1024};
  launch.scalars["ld"] = leadings[random.below(sizeof(leadings) / sizeof(leadings[0]))];
  launch.scalars["offset"] = random.between(-40, 200);
  launch.scalars["wide"] = static_cast<std::int64_t>(random.next() & 0xffffff) - 1000;
  if (inStruct)
    makeStructParameter(*function->getArg(8));
  visible = {n, ld, function->getArg(6), function->getArg(7)};
}

/// struct View { T *data; int ld; int n; } by value, as clang passes it.
void KernelBuilder::makeStructParameter(llvm::Argument &argument) {
  feature("parameter: struct by value");
  auto *view = llvm::StructType::get(module.getContext(), {ir.getPtrTy(), ir.getInt32Ty(), ir.getInt32Ty()});
  argument.setName("view");
  llvm::AttrBuilder attributes(module.getContext());
  attributes.addByValAttr(view);
  attributes.addAlignmentAttr(llvm::Align(8));
  argument.addAttrs(attributes);
  inputs.push_back(ir.CreateAlignedLoad(ir.getPtrTy(), &argument, llvm::Align(8)));
  Value *ldAt = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), &argument, 8);
  ld = ir.CreateAlignedLoad(ir.getInt32Ty(), ldAt, llvm::Align(8));
  Value *nAt = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), &argument, 12);
  n = ir.CreateAlignedLoad(ir.getInt32Ty(), nAt, llvm::Align(4));
  unsigned position = argument.getArgNo();
  kernel.launch.fields[{position, 8}] = random.between(1, 130);
  kernel.launch.fields[{position, 12}] = random.between(1, 400);
}

Value *KernelBuilder::sreg(const char *name) {
  auto *type = llvm::FunctionType::get(ir.getInt32Ty(), false);
  llvm::FunctionCallee callee = module.getOrInsertFunction(std::string("llvm.nvvm.read.ptx.sreg.") + name, type);
  return ir.CreateCall(callee);
}

void KernelBuilder::makeRegisters() {
  static const char *const axes[] = {"x", "y", "z"};
  for (unsigned axis = 0; axis < 3; ++axis) {
    auto registerOf = [&](const char *name) { return sreg((std::string(name) + "." + axes[axis]).c_str()); };
    tid[axis] = registerOf("tid");
    ctaid[axis] = registerOf("ctaid");
    ntid[axis] = registerOf("ntid");
    nctaid[axis] = registerOf("nctaid");
    global[axis] = ir.CreateAdd(ir.CreateMul(ctaid[axis], ntid[axis]), tid[axis]);
    for (Value *value : {tid[axis], ctaid[axis], global[axis]})
      visible.push_back(value);
  }
  if (random.percent(30)) {
    feature("register: lane");
    visible.push_back(sreg("laneid"));
  }
  if (random.percent(15)) {
    feature("register: warp");
    visible.push_back(sreg("warpid"));
  }
  if (random.percent(30)) {
    feature("register: block and grid extent");
    visible.push_back(ntid[0]);
    visible.push_back(nctaid[0]);
  }
  visible.push_back(global[0]); // the most usual one twice
}

void KernelBuilder::build(const std::string &name) {
  chooseLaunch();
  makeParameters(name);
  makeRegisters();
  statements(1 + random.below(3), 3);
  if (accesses == 0)
    access();
  ir.CreateBr(exit);
  ir.SetInsertPoint(exit);
  ir.CreateRetVoid();
}

RandomKernel addRandomKernel(llvm::Module &module, std::uint64_t seed) {
  Random random(seed * 0x2545f4914f6cdd1dULL + 1);
  RandomKernel kernel;
  KernelBuilder builder(module, random, kernel);
  builder.build("k" + std::to_string(seed));
  return kernel;
}

static bool isMemoryInstruction(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
}

static bool callsFunction(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && call->getCalledFunction() && !call->getCalledFunction()->isDeclaration();
}

void numberAccesses(llvm::Module &module) {
  llvm::StripDebugInfo(module);
  if (!module.getModuleFlag("Debug Info Version"))
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  llvm::DIBuilder debug(module);
  llvm::DIFile *file = debug.createFile("random.cu", ".");
  debug.createCompileUnit(language(), file, "random", true, "", 0);
  auto *type = debug.createSubroutineType(debug.getOrCreateTypeArray({}));
  unsigned line = 0;
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    ++line;
    auto *program = debug.createFunction(file, function.getName(), "", file, line, type, line, llvm::DINode::FlagZero,
                                         llvm::DISubprogram::SPFlagDefinition);
    function.setSubprogram(program);
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (isMemoryInstruction(instruction) || callsFunction(instruction))
        instruction.setDebugLoc(llvm::DILocation::get(module.getContext(), ++line, 1, program));
  }
  debug.finalize();
}

} // namespace sectorscope::fuzz
