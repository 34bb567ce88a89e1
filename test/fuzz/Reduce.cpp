// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Makes a failing kernel small, and writes and reads kept kernels.

#include "Comparison.h"

#include "sectorscope/AccessSite.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace sectorscope::fuzz {

namespace {

/// Throws away every function but the kernel.
void keepOnly(llvm::Module &module, llvm::StringRef name) {
  for (llvm::Function &function : llvm::make_early_inc_range(module))
    if (!function.isDeclaration() && function.getName() != name && function.use_empty())
      function.eraseFromParent();
}

/// Removes what nothing needs.
void clean(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    llvm::removeUnreachableBlocks(function);
    for (bool again = true; again;) {
      again = false;
      for (llvm::BasicBlock &block : llvm::make_early_inc_range(function)) {
        for (llvm::Instruction &instruction : llvm::make_early_inc_range(block))
          if (llvm::isInstructionTriviallyDead(&instruction)) {
            instruction.eraseFromParent();
            again = true;
          }
        again |= llvm::MergeBlockIntoPredecessor(&block);
      }
    }
  }
  for (llvm::Function &function : llvm::make_early_inc_range(module))
    if (function.isDeclaration() && function.use_empty())
      function.eraseFromParent();
  for (llvm::GlobalVariable &variable : llvm::make_early_inc_range(module.globals()))
    if (variable.use_empty())
      variable.eraseFromParent();
}

/// Number of ways in which change() can try to simplify an instruction.
constexpr unsigned waysPerInstruction = 5;

/// Simplifies instruction number `which` in way number `way`. Returns whether it did anything.
bool change(llvm::Function &function, unsigned which, unsigned way) {
  auto all = llvm::instructions(function);
  auto it = all.begin();
  std::advance(it, which);
  llvm::Instruction &instruction = *it;
  if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    if (branch->getNumSuccessors() != 2 || way > 1)
      return false;
    llvm::BasicBlock *from = branch->getParent(), *kept = branch->getSuccessor(way),
                     *lost = branch->getSuccessor(1 - way);
    if (lost != kept)
      lost->removePredecessor(from);
    llvm::BranchInst::Create(kept, branch->getIterator());
    branch->eraseFromParent();
    return true;
  }
  if (instruction.isTerminator())
    return false;
  if (instruction.getType()->isVoidTy()) { // stores, barriers
    if (way != 0)
      return false;
    instruction.eraseFromParent();
    return true;
  }
  llvm::Value *instead = nullptr;
  if (way == 0)
    instead = instruction.getType()->isPointerTy() ? nullptr : llvm::Constant::getNullValue(instruction.getType());
  else if (way == 1 && instruction.getType()->isIntegerTy() && !instruction.getType()->isIntegerTy(1))
    instead = llvm::ConstantInt::get(instruction.getType(), 1);
  else if (way >= 2 && !llvm::isa<llvm::PHINode>(instruction)) {
    unsigned operand = way - 2;
    if (operand < instruction.getNumOperands() && instruction.getOperand(operand)->getType() == instruction.getType())
      instead = instruction.getOperand(operand);
  }
  if (!instead || instead == &instruction)
    return false;
  instruction.replaceAllUsesWith(instead);
  instruction.eraseFromParent();
  return true;
}

constexpr std::array<const char *, 5> kTold = {"warps", "block", "grid", "all", "observed"}; // as Knowledge

/// The first words of what is wrong: a reduction must not slip into a failure of another kind.
std::set<std::string> kindsOf(const KernelResult &result) {
  std::set<std::string> kinds;
  for (const Compared &access : result.accesses)
    if (access.verdict == Verdict::Wrong)
      kinds.insert(access.reason.substr(0, access.reason.find_first_of("0123456789")));
  return kinds;
}

bool stillWrong(llvm::Module &module, RandomKernel kernel, const std::set<std::string> &kinds) {
  kernel.function = module.getFunction(kernel.function->getName());
  if (!kernel.function || llvm::verifyModule(module))
    return false;
  std::set<std::string> now = kindsOf(compareKernel(readProgram(module), kernel));
  return std::any_of(now.begin(), now.end(), [&](const std::string &kind) { return kinds.count(kind) != 0; });
}

} // namespace

std::string withLaunch(const llvm::Module &module, const RandomKernel &kernel) {
  std::string text = "; launch:";
  auto shape = [](const std::array<unsigned, 3> &dim) {
    return std::to_string(dim[0]) + "," + std::to_string(dim[1]) + "," + std::to_string(dim[2]);
  };
  text += " kernel=" + kernel.function->getName().str();
  if (kernel.launch.told != Knowledge::All)
    text += std::string(" told=") + kTold[static_cast<std::size_t>(kernel.launch.told)];
  text += " block=" + shape(kernel.launch.block) + " grid=" + shape(kernel.launch.grid);
  for (const auto &[name, value] : kernel.launch.scalars)
    text += " " + name + "=" + std::to_string(value);
  for (const auto &[where, value] : kernel.launch.fields)
    text += " field:" + std::to_string(where.first) + ":" + std::to_string(where.second) + "=" + std::to_string(value);
  text += "\n";
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  return out.str();
}

Kept parseKept(const std::string &text, llvm::LLVMContext &context) {
  Kept kept;
  std::istringstream first(text.substr(0, text.find('\n')));
  std::string word, name;
  first >> word >> word;
  if (word != "launch:")
    throw std::runtime_error("a kept kernel starts with '; launch:'");
  while (first >> word) {
    std::size_t equals = word.find('=');
    if (equals == std::string::npos)
      throw std::runtime_error("'" + word + "' is no part of a launch");
    std::string key = word.substr(0, equals), value = word.substr(equals + 1);
    std::istringstream numbers(key.starts_with("field:") ? key.substr(6) : value);
    char separator = 0;
    if (key == "kernel") {
      name = value;
    } else if (key == "told") {
      const auto told = std::find(kTold.begin(), kTold.end(), value);
      if (told == kTold.end())
        throw std::runtime_error("nothing is told by '" + value + "'");
      kept.kernel.launch.told = static_cast<Knowledge>(told - kTold.begin());
    } else if (key == "block" || key == "grid") {
      auto &dim = key == "block" ? kept.kernel.launch.block : kept.kernel.launch.grid;
      numbers >> dim[0] >> separator >> dim[1] >> separator >> dim[2];
    } else if (key.starts_with("field:")) {
      std::pair<unsigned, std::uint64_t> where;
      numbers >> where.first >> separator >> where.second;
      kept.kernel.launch.fields[where] = std::stoll(value);
    } else {
      kept.kernel.launch.scalars[key] = std::stoll(value);
    }
  }
  llvm::SMDiagnostic error;
  kept.module = llvm::parseAssemblyString(text, error, context);
  if (!kept.module)
    throw std::runtime_error("line " + std::to_string(error.getLineNo()) + ": " + error.getMessage().str());
  kept.kernel.function = kept.module->getFunction(name);
  if (!kept.kernel.function)
    throw std::runtime_error("there is no kernel '" + name + "'");
  return kept;
}

std::string reduceWrong(const RandomKernel &kernel) {
  constexpr unsigned mostAttempts = 3000;
  const std::string name = kernel.function->getName().str();
  std::unique_ptr<llvm::Module> smallest = llvm::CloneModule(*kernel.function->getParent());
  keepOnly(*smallest, name);
  RandomKernel reduced = kernel;
  reduced.function = smallest->getFunction(name);
  const std::set<std::string> kinds = kindsOf(compareKernel(readProgram(*smallest), reduced));
  unsigned attempts = 0;
  for (bool again = true; again && attempts < mostAttempts;) {
    again = false;
    for (unsigned which = 0; which < smallest->getFunction(name)->getInstructionCount(); ++which)
      for (unsigned way = 0; way < waysPerInstruction && attempts < mostAttempts; ++way) {
        std::unique_ptr<llvm::Module> candidate = llvm::CloneModule(*smallest);
        llvm::Function &function = *candidate->getFunction(name);
        if (which >= function.getInstructionCount() || !change(function, which, way))
          continue;
        ++attempts;
        if (llvm::verifyModule(*candidate))
          continue;
        clean(*candidate);
        numberAccesses(*candidate);
        if (!stillWrong(*candidate, reduced, kinds))
          continue;
        smallest = std::move(candidate);
        reduced.function = smallest->getFunction(name);
        again = true;
        way = waysPerInstruction; // the instructions have moved up
      }
  }
  return withLaunch(*smallest, reduced);
}

} // namespace sectorscope::fuzz
