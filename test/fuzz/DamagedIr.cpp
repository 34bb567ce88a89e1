// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// libFuzzer target: damaged IR through parser, verifier, reading and audit. Nothing may crash, and nothing may
/// claim nonsense: no number is negative or above what a warp can ask for.
///
/// Inputs are textual IR. They start as random kernels and are mutated as modules (valid but odd) or as text (mostly
/// refused by the parser, and sometimes not).

#include "RandomKernel.h"

#include "ir/ReadModule.h"
#include "sectorscope/Audit.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/FuzzMutate/IRMutator.h"
#include "llvm/FuzzMutate/Operations.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <cstring>
#include <iostream>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t mostBytes);

namespace {

using namespace sectorscope;

std::unique_ptr<llvm::Module> parse(const std::uint8_t *data, std::size_t size, llvm::LLVMContext &context) {
  llvm::SMDiagnostic error;
  std::string text(reinterpret_cast<const char *>(data), size);
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, error, context);
  if (!module || llvm::verifyModule(*module))
    return nullptr;
  return module;
}

void require(bool holds, const char *what) {
  if (holds)
    return;
  std::cerr << "nonsense in a report: " << what << "\n";
  std::abort();
}

void check(const AccessReport &access) {
  const Footprint &f = access.footprint;
  require((f.certainty == Certainty::Exact) == f.reason.empty(), "a reason goes with what is not exact");
  if (f.certainty != Certainty::Exact)
    return;
  constexpr double mostSectors = 64; // 32 lanes of 16 bytes, each across a border
  require(f.sectors.min >= 0 && f.sectors.min <= f.sectors.max, "least sectors above most");
  require(f.sectors.max <= mostSectors, "more sectors than a warp can touch");
  require(f.lines.max <= f.sectors.max, "more lines than sectors");
  require(f.activeLanes.max <= 32, "more lanes than a warp has");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = parse(data, size, context);
  if (!module)
    return 0;
  const Program program = readModule(*module, {});
  static const TargetModel target = builtinTarget("sm_90").value();
  enum class Launch { Unknown, AnyBlock, Known };
  for (Launch launch : {Launch::Unknown, Launch::AnyBlock, Launch::Known}) {
    AuditOptions options;
    options.budget = 64; // many inputs rather than deep ones
    options.patience = 256;
    options.anyBlock = launch == Launch::AnyBlock;
    if (launch == Launch::Known) {
      options.block = Dim3{20, 10, 1};
      options.grid = Dim3{3, 2, 1};
      options.arguments = {{"n", 100}, {"ld", 7}};
    }
    const Report report = audit(program, target, options);
    for (const KernelReport &kernel : report.kernels)
      for (const LaunchReport &one : kernel.launches)
        for (const AccessReport &access : one.accesses)
          check(access);
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size, std::size_t mostBytes,
                                               unsigned seed) {
  fuzz::Random random(seed);
  if (random.percent(25))
    return LLVMFuzzerMutate(data, size, mostBytes);
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = parse(data, size, context);
  if (!module || random.percent(5)) {
    module = std::make_unique<llvm::Module>("random", context);
    fuzz::prepareModule(*module);
    fuzz::addRandomKernel(*module, random.next());
  } else {
    std::vector<llvm::TypeGetter> types;
    for (auto make : {llvm::Type::getInt1Ty, llvm::Type::getInt8Ty, llvm::Type::getInt16Ty, llvm::Type::getInt32Ty,
                      llvm::Type::getInt64Ty})
      types.push_back([make](llvm::LLVMContext &c) { return make(c); });
    std::vector<std::unique_ptr<llvm::IRMutationStrategy>> strategies;
    strategies.push_back(std::make_unique<llvm::InjectorIRStrategy>(llvm::InjectorIRStrategy::getDefaultOps()));
    strategies.push_back(std::make_unique<llvm::InstDeleterIRStrategy>());
    strategies.push_back(std::make_unique<llvm::InstModificationIRStrategy>());
    strategies.push_back(std::make_unique<llvm::InsertCFGStrategy>());
    strategies.push_back(std::make_unique<llvm::InsertPHIStrategy>());
    strategies.push_back(std::make_unique<llvm::SinkInstructionStrategy>());
    llvm::IRMutator mutator(std::move(types), std::move(strategies));
    mutator.mutateModule(*module, static_cast<int>(random.next() & 0x7fffffff), mostBytes);
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  module->print(out, nullptr);
  out.flush();
  if (text.size() > mostBytes)
    return LLVMFuzzerMutate(data, size, mostBytes);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
