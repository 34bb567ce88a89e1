// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Random accesses and guards. The order of drawn numbers is fixed as in RandomValues.cpp.

#include "KernelBuilder.h"

#include "llvm/IR/Module.h"

namespace sectorscope::fuzz {

using llvm::Value;

llvm::BasicBlock *KernelBuilder::block(const char *name) {
  return llvm::BasicBlock::Create(module.getContext(), name, function, exit);
}

void KernelBuilder::statements(unsigned count, unsigned depth) {
  for (unsigned i = 0; i < count; ++i)
    statement(depth);
}

void KernelBuilder::statement(unsigned depth) {
  constexpr unsigned mostAccesses = 10; // keeps a kernel readable when it fails
  if (accesses >= mostAccesses)
    return;
  unsigned kind = random.below(100);
  if (depth == 0 || kind < 35) {
    access();
  } else if (kind < 62) {
    guard(depth);
  } else if (kind < 84) {
    if (loopDepth < 3)
      loop(depth);
  } else if (kind < 90 && hasWholeWarps() && (isUniform || random.percent(50))) {
    shuffle();
    access(); // likely with it
  } else if (kind < 92 && isUniform) {
    exchangeThroughShared();
  } else if (kind < 94) {
    privateArray();
  } else if (kind < 95) {
    moduleVariable();
  } else if (kind < 98) {
    calls();
  } else {
    visible.push_back(expression(random.percent(80) ? 32 : 64, 2));
  }
}

llvm::Type *KernelBuilder::elementType() {
  llvm::Type *word = ir.getInt32Ty(), *real = ir.getFloatTy();
  switch (random.below(16)) {
  case 0:
  case 1:
    feature("access: i8");
    return ir.getInt8Ty();
  case 2:
    feature("access: i16");
    return ir.getInt16Ty();
  case 3:
    feature("access: half");
    return ir.getHalfTy();
  case 4:
    feature("access: double");
    return ir.getDoubleTy();
  case 5:
    feature("access: i64");
    return ir.getInt64Ty();
  case 6:
    feature("access: <2 x float>");
    return llvm::FixedVectorType::get(real, 2);
  case 7:
  case 8:
    feature("access: <4 x float>");
    return llvm::FixedVectorType::get(real, 4);
  case 9:
    feature("access: <2 x i64>");
    return llvm::FixedVectorType::get(ir.getInt64Ty(), 2);
  case 10:
    feature("access: <4 x i8>");
    return llvm::FixedVectorType::get(ir.getInt8Ty(), 4);
  case 11:
  case 12:
  case 13:
    feature("access: float");
    return real;
  default:
    feature("access: i32");
    return word;
  }
}

/// The address of element `elements` of `base`; may change `type` to that of a field of an array of structs.
Value *KernelBuilder::addressOf(Value *base, llvm::Type *&type, Value *elements) {
  const llvm::DataLayout &layout = module.getDataLayout();
  switch (random.below(7)) {
  case 0: { // struct S { T a, b, c; }
    unsigned fields = static_cast<unsigned>(random.between(2, 6));
    feature("address: field of a struct");
    auto *structure = llvm::StructType::get(module.getContext(), std::vector<llvm::Type *>(fields, type));
    Value *field = ir.getInt32(random.below(fields));
    return ir.CreateGEP(structure, base, {elements, field});
  }
  case 1: { // bytes
    feature("address: byte offset");
    std::uint64_t bytes = layout.getTypeAllocSize(type).getFixedValue();
    return ir.CreateGEP(ir.getInt8Ty(), base, ir.CreateMul(elements, ir.getInt64(bytes)));
  }
  case 2: { // rows of an array type
    feature("address: two-dimensional array");
    auto *row = llvm::ArrayType::get(type, random.below(40) + 1);
    Value *column = ir.getInt64(random.below(8));
    return ir.CreateInBoundsGEP(row, base, {elements, column});
  }
  default:
    return random.percent(50) ? ir.CreateInBoundsGEP(type, base, elements) : ir.CreateGEP(type, base, elements);
  }
}

/// Something that no optimiser makes a memset of: the number of the thread.
Value *KernelBuilder::valueToStore(llvm::Type *type) {
  llvm::Type *scalar = type->getScalarType();
  Value *value =
      scalar->isFloatingPointTy() ? ir.CreateUIToFP(global[0], scalar) : ir.CreateZExtOrTrunc(global[0], scalar);
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return ir.CreateVectorSplat(vector->getNumElements(), value);
  return value;
}

void KernelBuilder::accessAt(Value *elements) {
  ++accesses;
  unsigned kind = random.below(100);
  if (kind < 6) {
    feature("access: atomic");
    Value *address = ir.CreateGEP(ir.getInt32Ty(), outputs[1], elements);
    ir.CreateAtomicRMW(llvm::AtomicRMWInst::Add, address, ir.getInt32(1), llvm::MaybeAlign(4),
                       llvm::AtomicOrdering::Monotonic);
    return;
  }
  llvm::Type *type = elementType();
  llvm::Align alignment = module.getDataLayout().getABITypeAlign(type);
  if (kind < 50) {
    feature("access: load");
    Value *address = addressOf(inputs[random.below(static_cast<unsigned>(inputs.size()))], type, elements);
    Value *value = ir.CreateAlignedLoad(type, address, alignment);
    if (type->isIntegerTy() && random.percent(60)) {
      feature("data-dependent values");
      visible.push_back(type->getIntegerBitWidth() == 64 ? value : fit(value, 32));
      return;
    }
    // Kept alive by a store, which is an access of its own.
    feature("access: store");
    Value *to = ir.CreateSExt(global[0], ir.getInt64Ty());
    ir.CreateAlignedStore(value, ir.CreateInBoundsGEP(type, outputs[0], to), alignment);
    ++accesses;
    return;
  }
  feature("access: store");
  Value *address = addressOf(outputs[0], type, elements);
  ir.CreateAlignedStore(valueToStore(type), address, alignment);
}

void KernelBuilder::access() { accessAt(index()); }

/// A function that is not inlined: copies an element, under a guard or in a loop of its own.
llvm::Function *KernelBuilder::calledFunction() {
  llvm::Type *pointer = ir.getPtrTy(), *index = ir.getInt64Ty();
  auto *called = llvm::Function::Create(llvm::FunctionType::get(ir.getVoidTy(), {pointer, pointer, index}, false),
                                        llvm::GlobalValue::InternalLinkage, function->getName() + ".called", module);
  called->addFnAttr(llvm::Attribute::NoInline);
  llvm::IRBuilder<>::InsertPointGuard back(ir);
  auto *entry = llvm::BasicBlock::Create(module.getContext(), "entry", called);
  auto *body = llvm::BasicBlock::Create(module.getContext(), "body", called);
  auto *end = llvm::BasicBlock::Create(module.getContext(), "end", called);
  llvm::Type *type = elementType();
  const llvm::Align alignment = module.getDataLayout().getABITypeAlign(type);
  const bool isGuarded = random.percent(40), isLoop = random.percent(40);
  const unsigned trips = 1 + random.below(5), step = random.below(70), scale = 1 + random.below(5);
  Value *at = called->getArg(2);
  ir.SetInsertPoint(entry);
  Value *goesIn = isGuarded ? ir.CreateICmpNE(ir.CreateAnd(at, ir.getInt64(3)), ir.getInt64(random.below(4)))
                            : static_cast<Value *>(ir.getTrue());
  ir.CreateCondBr(goesIn, body, end);
  ir.SetInsertPoint(body);
  llvm::PHINode *trip = isLoop ? ir.CreatePHI(index, 2) : nullptr;
  if (trip)
    at = ir.CreateAdd(at, ir.CreateMul(trip, ir.getInt64(step)));
  Value *value = ir.CreateAlignedLoad(type, ir.CreateGEP(type, called->getArg(1), at), alignment);
  ir.CreateAlignedStore(value, ir.CreateGEP(type, called->getArg(0), ir.CreateMul(at, ir.getInt64(scale))), alignment);
  if (trip) {
    Value *next = ir.CreateAdd(trip, ir.getInt64(1));
    trip->addIncoming(ir.getInt64(0), entry);
    trip->addIncoming(next, body);
    ir.CreateCondBr(ir.CreateICmpULT(next, ir.getInt64(trips)), body, end);
  } else {
    ir.CreateBr(end);
  }
  ir.SetInsertPoint(end);
  ir.CreateRetVoid();
  accesses += 2;
  return called;
}

/// One function reached by several calls.
void KernelBuilder::calls() {
  feature("calls of a function that is not inlined");
  llvm::Function *called = calledFunction();
  for (unsigned count = 1 + random.below(3); count > 0; --count) {
    Value *from = ir.CreateAddrSpaceCast(inputs[random.below(static_cast<unsigned>(inputs.size()))], ir.getPtrTy());
    Value *to = ir.CreateAddrSpaceCast(outputs[0], ir.getPtrTy());
    Value *at = index();
    const auto call = [&] { ir.CreateCall(called, {to, from, at}); };
    if (random.percent(30))
      branchOn(condition(1), call, nullptr);
    else
      call();
  }
}

void KernelBuilder::branchOn(Value *condition, const std::function<void()> &then,
                             const std::function<void()> &otherwise) {
  auto *yes = block("then"), *no = otherwise ? block("else") : nullptr, *end = block("endif");
  ir.CreateCondBr(condition, yes, no ? no : end);
  bool wasUniform = isUniform;
  isUniform = false;
  for (auto [start, make] : {std::pair{yes, &then}, std::pair{no, &otherwise}}) {
    if (!start)
      continue;
    std::size_t mark = visible.size();
    ir.SetInsertPoint(start);
    (*make)();
    ir.CreateBr(end);
    visible.resize(mark);
  }
  isUniform = wasUniform;
  ir.SetInsertPoint(end);
}

/// `a || b` and `a && b` as branches: the guarded block has no single dominating condition.
void KernelBuilder::shortCircuit(bool isOr, unsigned depth) {
  feature(isOr ? "guard: a || b" : "guard: a && b");
  auto *second = block("second"), *then = block("then"), *otherwise = block("else"), *end = block("endif");
  Value *first = condition(1);
  ir.CreateCondBr(first, isOr ? then : second, isOr ? second : otherwise);
  ir.SetInsertPoint(second);
  ir.CreateCondBr(condition(1), then, otherwise);
  bool wasUniform = isUniform;
  isUniform = false;
  std::size_t mark = visible.size();
  ir.SetInsertPoint(then);
  statements(1 + random.below(2), depth - 1);
  ir.CreateBr(end);
  visible.resize(mark);
  ir.SetInsertPoint(otherwise);
  if (random.percent(30))
    access();
  ir.CreateBr(end);
  visible.resize(mark);
  isUniform = wasUniform;
  ir.SetInsertPoint(end);
}

void KernelBuilder::earlyReturn() {
  feature("guard: early return");
  auto *rest = block("rest");
  ir.CreateCondBr(condition(1), exit, rest);
  ir.SetInsertPoint(rest);
  isUniform = false;
}

void KernelBuilder::switchStatement(unsigned depth) {
  feature("guard: switch");
  auto *end = block("endswitch");
  Value *on = ir.CreateAnd(leaf(32), ir.getInt32(3));
  auto *choice = ir.CreateSwitch(on, end);
  bool wasUniform = isUniform;
  isUniform = false;
  for (unsigned value = 0; value < 2 + random.below(2); ++value) {
    auto *start = block("case");
    choice->addCase(ir.getInt32(value), start);
    std::size_t mark = visible.size();
    ir.SetInsertPoint(start);
    statements(1, depth - 1);
    ir.CreateBr(end);
    visible.resize(mark);
  }
  isUniform = wasUniform;
  ir.SetInsertPoint(end);
}

void KernelBuilder::guard(unsigned depth) {
  auto inside = [&] { statements(1 + random.below(2), depth - 1); };
  switch (random.below(12)) {
  case 0:
  case 1:
    if (loopDepth == 0)
      return earlyReturn();
    [[fallthrough]];
  case 2:
  case 3:
    return shortCircuit(true, depth);
  case 4:
  case 5:
    return shortCircuit(false, depth);
  case 6:
  case 7:
    feature("guard: if and else");
    return branchOn(condition(2), inside, inside);
  case 8:
    feature("guard: nested");
    return branchOn(condition(1), [&] { branchOn(condition(1), inside, nullptr); }, nullptr);
  case 9:
    return switchStatement(depth);
  default:
    feature("guard: if");
    return branchOn(condition(2), inside, nullptr);
  }
}

/// A store to a variable of the module, which is only as aligned as it says.
void KernelBuilder::moduleVariable() {
  feature("access: module variable");
  constexpr unsigned elements = 4096;
  auto *type = llvm::ArrayType::get(ir.getInt32Ty(), elements);
  auto *variable = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage, nullptr, "table",
                                            nullptr, llvm::GlobalValue::NotThreadLocal, 1);
  variable->setAlignment(llvm::Align(4u << random.below(7)));
  Value *at = ir.CreateAnd(random.percent(50) ? familiarIndex() : expression(32, 2), ir.getInt32(elements - 1));
  Value *address = ir.CreateInBoundsGEP(ir.getInt32Ty(), variable, ir.CreateZExt(at, ir.getInt64Ty()));
  ir.CreateAlignedStore(global[0], address, llvm::Align(4));
  ++accesses;
}

/// Stores to shared memory, a barrier, a load from another place of it.
void KernelBuilder::exchangeThroughShared() {
  feature("shared memory and a barrier");
  constexpr unsigned words = 4096; // for 1024 threads of 16 bytes
  llvm::Type *word = ir.getInt32Ty();
  auto *type = llvm::ArrayType::get(word, words);
  auto *tile =
      new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(type),
                               "tile", nullptr, llvm::GlobalValue::NotThreadLocal, 3);
  tile->setAlignment(llvm::Align(16));
  Value *linear = ir.CreateMul(tid[2], ntid[1]);
  linear = ir.CreateAdd(linear, tid[1]);
  linear = ir.CreateAdd(ir.CreateMul(linear, ntid[0]), tid[0]);
  llvm::Type *const shapes[] = {ir.getInt8Ty(),
                                ir.getInt16Ty(),
                                word,
                                word,
                                ir.getInt64Ty(),
                                llvm::FixedVectorType::get(word, 2),
                                llvm::FixedVectorType::get(word, 4)};
  llvm::Type *element = shapes[random.below(std::size(shapes))];
  const auto bytes = static_cast<unsigned>(module.getDataLayout().getTypeStoreSize(element).getFixedValue());
  auto at = [&](llvm::Type *type, Value *index) {
    Value *wide = ir.CreateZExt(index, ir.getInt64Ty());
    return ir.CreateInBoundsGEP(type, tile, wide);
  };
  const auto within = [&](Value *index, unsigned size) {
    return ir.CreateAnd(index, ir.getInt32(4 * words / size - 1));
  };
  auto *barrierType = llvm::FunctionType::get(ir.getVoidTy(), {ir.getInt32Ty()}, false);
  llvm::FunctionCallee barrier = module.getOrInsertFunction("llvm.nvvm.barrier.n", barrierType);
  accesses += 2;
  Value *mine = at(element, random.percent(60) ? linear : within(expression(32, 2), bytes));
  ir.CreateAlignedStore(valueToStore(element), mine, llvm::Align(bytes));
  ir.CreateCall(barrier, {ir.getInt32(0)});
  if (random.percent(30)) {
    feature("shared memory: atomic");
    ++accesses;
    ir.CreateAtomicRMW(llvm::AtomicRMWInst::Add, at(word, within(expression(32, 2), 4)), linear, llvm::Align(4),
                       llvm::AtomicOrdering::Monotonic);
    ir.CreateCall(barrier, {ir.getInt32(0)});
  }
  Value *loaded = ir.CreateAlignedLoad(element, at(element, within(expression(32, 2), bytes)), llvm::Align(bytes));
  ir.CreateCall(barrier, {ir.getInt32(0)});
  if (element == word)
    visible.push_back(ir.CreateAnd(loaded, ir.getInt32(1023)));
  ++accesses;
  ir.CreateAlignedStore(loaded, ir.CreateGEP(element, outputs[0], index()), llvm::Align(bytes));
}

/// An array of a thread's own, which the index keeps out of registers.
void KernelBuilder::privateArray() {
  feature("private array");
  constexpr unsigned elements = 4;
  llvm::Type *const shapes[] = {ir.getInt8Ty(), ir.getInt16Ty(), ir.getInt32Ty(), ir.getInt64Ty(),
                                llvm::FixedVectorType::get(ir.getInt32Ty(), 4)};
  llvm::Type *element = shapes[random.below(std::size(shapes))];
  const auto bytes = module.getDataLayout().getTypeStoreSize(element).getFixedValue();
  llvm::IRBuilder<> entry(&*function->getEntryBlock().getFirstInsertionPt());
  llvm::AllocaInst *array = entry.CreateAlloca(llvm::ArrayType::get(element, elements));
  array->setAlignment(llvm::Align(16));
  const auto at = [&] {
    Value *index = ir.CreateAnd(expression(32, 2), ir.getInt32(elements - 1));
    return ir.CreateInBoundsGEP(element, array, ir.CreateZExt(index, ir.getInt64Ty()));
  };
  accesses += 3 + elements;
  for (unsigned i = 0; i < elements; ++i)
    ir.CreateAlignedStore(valueToStore(element), ir.CreateConstInBoundsGEP1_32(element, array, i), llvm::Align(bytes),
                          /*isVolatile=*/true); // else code generators join them, and each in its own way
  ir.CreateAlignedStore(valueToStore(element), at(), llvm::Align(bytes));
  Value *loaded = ir.CreateAlignedLoad(element, at(), llvm::Align(bytes));
  ir.CreateAlignedStore(loaded, ir.CreateGEP(element, outputs[0], index()), llvm::Align(bytes));
}

} // namespace sectorscope::fuzz
