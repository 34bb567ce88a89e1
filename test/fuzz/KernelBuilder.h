// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The state while one random kernel is built: expressions in RandomValues.cpp, statements in RandomStatements.cpp,
/// loops in RandomLoops.cpp.

#ifndef SECTORSCOPE_TEST_FUZZ_KERNELBUILDER_H
#define SECTORSCOPE_TEST_FUZZ_KERNELBUILDER_H

#include "RandomKernel.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <functional>
#include <vector>

namespace sectorscope::fuzz {

class KernelBuilder {
public:
  KernelBuilder(llvm::Module &module, Random &random, RandomKernel &kernel)
      : module(module), random(random), kernel(kernel), ir(module.getContext()) {}
  void build(const std::string &name);

private:
  using Value = llvm::Value;
  using Body = std::function<void(Value *counter)>;

  // Setting up (RandomKernel.cpp).
  void chooseLaunch();
  void makeParameters(const std::string &name);
  void makeStructParameter(llvm::Argument &argument);
  void makeRegisters();

  // Values (RandomValues.cpp). Widths are 32 or 64.
  Value *constant(unsigned width, std::int64_t value) { return ir.getIntN(width, static_cast<std::uint64_t>(value)); }
  Value *interestingConstant(unsigned width);
  Value *leaf(unsigned width);
  Value *expression(unsigned width, unsigned depth);
  Value *binary(unsigned width, unsigned depth);
  Value *division(unsigned width, Value *a);
  Value *shift(unsigned width, Value *a);
  Value *intrinsic(unsigned width, Value *a, Value *b);
  Value *throughOtherWidth(unsigned width, unsigned depth);
  bool hasWholeWarps() const;
  void shuffle();
  Value *withFlags(Value *value);
  Value *fit(Value *value, unsigned width);
  Value *bounded(Value *value);
  Value *compare(Value *a, Value *b);
  Value *condition(unsigned depth);
  Value *familiarIndex();
  Value *index(); ///< i64, in elements; any i32 is inside the made-up memory
  Value *sreg(const char *name);

  // Statements (RandomStatements.cpp).
  void statements(unsigned count, unsigned depth);
  void statement(unsigned depth);
  void access();
  void accessAt(Value *elements);
  Value *valueToStore(llvm::Type *type);
  llvm::Type *elementType();
  Value *addressOf(Value *base, llvm::Type *&type, Value *elements);
  void guard(unsigned depth);
  void branchOn(Value *condition, const std::function<void()> &then, const std::function<void()> &otherwise);
  void shortCircuit(bool isOr, unsigned depth);
  void earlyReturn();
  void switchStatement(unsigned depth);
  void exchangeThroughShared();
  void privateArray();
  void moduleVariable();
  void calls();
  llvm::Function *calledFunction();
  llvm::BasicBlock *block(const char *name);

  // Loops (RandomLoops.cpp).
  void loop(unsigned depth);
  Value *whileLoop(Value *start, const std::function<Value *(Value *)> &goesOn,
                   const std::function<Value *(Value *)> &next, const Body &body);
  void doWhileLoop(Value *start, const std::function<Value *(Value *)> &goesOn,
                   const std::function<Value *(Value *)> &next, const Body &body);
  Value *tripCount();
  void countedLoop(unsigned depth);
  void downLoop(unsigned depth);
  void chunkLoop(unsigned depth);
  void strideLoop(unsigned depth, bool overGrid);
  void treeLoop(unsigned depth);
  void triangularLoop(unsigned depth);
  void unrolledLoop(unsigned depth);
  void pointerLoop(unsigned depth);
  void recurrenceLoop(unsigned depth);
  void breakingLoop(unsigned depth);
  void body(unsigned depth, Value *counter);

  void feature(const std::string &what) { kernel.features.insert(what); }

  llvm::Module &module;
  Random &random;
  RandomKernel &kernel;
  llvm::IRBuilder<> ir;
  llvm::Function *function = nullptr;
  llvm::BasicBlock *exit = nullptr;
  std::vector<Value *> visible; ///< i32 and i64 values that dominate the place of insertion
  std::vector<Value *> inputs, outputs;
  Value *tid[3] = {}, *ctaid[3] = {}, *ntid[3] = {}, *nctaid[3] = {};
  Value *global[3] = {}; ///< ctaid * ntid + tid, made when first asked for in the entry block
  Value *n = nullptr, *ld = nullptr;
  unsigned accesses = 0; ///< made so far
  unsigned loopDepth = 0;
  bool isUniform = true; ///< all threads of the block come here together
  bool usesFlags = false;
};

} // namespace sectorscope::fuzz

#endif
