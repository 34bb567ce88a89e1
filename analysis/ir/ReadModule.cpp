// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/ReadModule.h"

#include "ir/LlvmCompat.h"
#include "ir/PrepareCopy.h"
#include "ir/ReadSites.h"
#include "ir/ReadWork.h"
#include "ir/SourcePlaces.h"
#include "ir/Translator.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace sectorscope {
namespace {

/// __builtin_assume(n % 128 == 0), in the forms that clang leaves it in.
void readAssumption(const llvm::AssumeInst &assume, Translator &translator, ExprGraph &graph) {
  using namespace llvm::PatternMatch;
  llvm::Value *value = nullptr;
  const llvm::APInt *constant = nullptr;
  llvm::Value *const condition = assume.getArgOperand(0);
  std::uint64_t modulus = 0;
#if LLVM_VERSION_MAJOR >= 20
  const auto equalsZero = [&](auto pattern) {
    return match(condition, m_SpecificICmp(llvm::CmpInst::ICMP_EQ, pattern, m_Zero()));
  };
#else
  const auto equalsZero = [&](auto pattern) {
    llvm::ICmpInst::Predicate predicate;
    return match(condition, m_ICmp(predicate, pattern, m_Zero())) && predicate == llvm::CmpInst::ICMP_EQ;
  };
#endif
  llvm::Value *truncated = nullptr;
  if (equalsZero(m_And(m_Value(value), m_APInt(constant))) && (*constant + 1).isPowerOf2())
    modulus = (*constant + 1).getZExtValue();
  else if (equalsZero(m_URem(m_Value(value), m_APInt(constant))))
    modulus = constant->getZExtValue();
  else if (equalsZero(m_Value(truncated)) && match(truncated, m_Trunc(m_Value(value))) &&
           truncated->getType()->getIntegerBitWidth() < 32)
    modulus = 1ULL << truncated->getType()->getIntegerBitWidth();
  if (modulus < 2 || !value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() > 64)
    return;
  const Expr e = graph[translator.translate(value)];
  if (e.op == Op::Param)
    graph.params[e.payload].modulus = std::max(graph.params[e.payload].modulus, modulus);
}

bool isRead(const llvm::Value *value, llvm::Intrinsic::ID specialRegister) {
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(value);
  return call && call->getIntrinsicID() == specialRegister;
}

/// A product of a factor and blockDim.
bool isProduct(const llvm::Value *value, llvm::function_ref<bool(const llvm::Value *)> isFactor,
               llvm::Intrinsic::ID blockDim) {
  const auto *product = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (!product || product->getOpcode() != llvm::Instruction::Mul)
    return false;
  const llvm::Value *a = product->getOperand(0), *b = product->getOperand(1);
  return (isFactor(a) && isRead(b, blockDim)) || (isFactor(b) && isRead(a, blockDim));
}

/// The thread index is read for the thread's rank in the block and nothing else, as cooperative groups do:
/// tid.x + ntid.x * (tid.y + ntid.y * tid.z). That says nothing of the shape of the block.
bool isOnlyForRank(const llvm::IntrinsicInst &index) {
  using namespace llvm;
  const auto isPlane = [](const Value *value) {
    const auto isZ = [](const Value *factor) { return isRead(factor, Intrinsic::nvvm_read_ptx_sreg_tid_z); };
    return isProduct(value, isZ, Intrinsic::nvvm_read_ptx_sreg_ntid_y);
  };
  if (index.getIntrinsicID() == Intrinsic::nvvm_read_ptx_sreg_tid_z)
    return all_of(index.users(), isPlane);
  const auto isRow = [&](const User *user) {
    const auto *sum = dyn_cast<BinaryOperator>(user);
    return sum && sum->getOpcode() == Instruction::Add &&
           (isPlane(sum->getOperand(0)) || isPlane(sum->getOperand(1))) &&
           all_of(sum->users(), [&](const User *product) {
             return isProduct(
                 product, [&](const Value *factor) { return factor == sum; }, Intrinsic::nvvm_read_ptx_sreg_ntid_x);
           });
  };
  return all_of(index.users(), isRow);
}

/// The same as below for one instruction of inline assembly; 0 where it is none, or reads none.
unsigned axisInAssembly(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (!call || !call->isInlineAsm())
    return 0;
  const std::string text(llvm::cast<llvm::InlineAsm>(call->getCalledOperand())->getAsmString());
  const auto reads = [&](const std::string &index) {
    return text.find("%t" + index) != std::string::npos || text.find("%nt" + index) != std::string::npos;
  };
  return reads("id.z") ? 3 : reads("id.y") ? 2 : reads("id.x") ? 1 : 0;
}

/// Highest thread axis that the kernel reads, plus one.
unsigned axesUsed(const llvm::Function &function) {
  unsigned axes = 1;
  bool onlyForRank = true;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (const unsigned axis = axisInAssembly(instruction)) {
      axes = std::max(axes, axis);
      onlyForRank &= axis == 1;
    } else if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      llvm::StringRef name = call->getCalledFunction()->getName();
      if (!name.consume_front("llvm.nvvm.read.ptx.sreg.") || !(name.starts_with("tid.") || name.starts_with("ntid.")))
        continue;
      const unsigned axis = name.ends_with(".z") ? 3U : name.ends_with(".y") ? 2U : 1U;
      axes = std::max(axes, axis);
      onlyForRank &= axis == 1 || name.starts_with("ntid.") || isOnlyForRank(*call);
    }
  }
  return onlyForRank && axes == 3 ? 1 : axes;
}

/// What people call a function: with or without namespace and template arguments.
std::vector<std::string> shortNamesOf(const std::string &mangled) {
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(mangled.c_str()) || !demangler.isFunction())
    return {};
  // The demangler hands out memory of malloc().
  const auto owned = [](char *text) {
    std::string copy = text ? text : "";
    std::free(text);
    return copy;
  };
  const std::string whole = owned(demangler.getFunctionName(nullptr, nullptr));
  const std::string base = owned(demangler.getFunctionBaseName(nullptr, nullptr));
  std::string outer = owned(demangler.getFunctionDeclContextName(nullptr, nullptr));
  if (outer.empty())
    return {whole, base};
  outer += "::";
  return {whole, outer + base, llvm::StringRef(whole).starts_with(outer) ? whole.substr(outer.size()) : base, base};
}

/// Before it required its blocks, Triton said by a bound alone how many threads they have.
bool isOfTriton(const llvm::Module &module) {
  return llvm::any_of(module.debug_compile_units(),
                      [](const llvm::DICompileUnit *unit) { return unit->getProducer() == "triton"; }) ||
         (module.getSourceFileName() == "LLVMDialectModule" && module.getNamedValue("global_smem"));
}

Kernel readKernel(llvm::Function &function, const SourcePlaces &places) {
  Kernel kernel;
  kernel.mangled = function.getName().str();
  kernel.name = llvm::demangle(kernel.mangled);
  kernel.shortNames = shortNamesOf(kernel.mangled);
  for (const llvm::Argument &argument : function.args())
    kernel.parameters.push_back(parameterName(argument));
  kernel.place = places.placeOf(function);
  kernel.axesUsed = axesUsed(function);
  kernel.requiredBlock = compat::launchBound(function, "nvvm.reqntid", "reqntid");
  if (const auto bound = compat::launchBound(function, "nvvm.maxntid", "maxntid")) {
    kernel.maxThreads = (*bound)[0] * (*bound)[1] * (*bound)[2];
    if (!kernel.requiredBlock && isOfTriton(*function.getParent()))
      kernel.requiredBlock = bound;
  }
  Translator translator(function, kernel.graph, places);
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (const auto *assume = llvm::dyn_cast<llvm::AssumeInst>(&instruction))
      readAssumption(*assume, translator, kernel.graph);
    else
      readSites(instruction, translator, places, kernel);
  }
  readWork(function, translator, places, kernel);
  kernel.loops = translator.loopSites();
  const auto order = [](const SourcePlace &place) { return std::tie(place.file, place.line, place.column); };
  std::stable_sort(kernel.sites.begin(), kernel.sites.end(),
                   [&](const AccessSite &a, const AccessSite &b) { return order(a.place) < order(b.place); });
  std::stable_sort(kernel.notAnalysed.begin(), kernel.notAnalysed.end(),
                   [&](const NotAnalysed &a, const NotAnalysed &b) { return order(a.place) < order(b.place); });
  return kernel;
}

} // namespace

Program readModule(const llvm::Module &module, const ReadOptions &options) {
  Program program;
  program.llvmVersion = LLVM_VERSION_STRING;
  program.sourceFile = module.getSourceFileName();
  const SourcePlaces places(options);
  if (!compat::tripleOf(module).isNVPTX())
    return program;
  const std::unique_ptr<llvm::Module> copy = prepareCopy(module);
  for (llvm::Function &function : *copy) {
    if (function.isDeclaration() || !compat::isKernel(function))
      continue;
    program.unoptimised |= function.hasOptNone();
    if (program.arch.empty())
      program.arch = function.getFnAttribute("target-cpu").getValueAsString().str();
    program.kernels.push_back(readKernel(function, places));
  }
  std::stable_sort(program.kernels.begin(), program.kernels.end(), [](const Kernel &a, const Kernel &b) {
    return std::tie(a.place.file, a.place.line) < std::tie(b.place.file, b.place.line);
  });
  return program;
}

} // namespace sectorscope
