// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HostInterpreter.h"

#include "frontend/HostArithmetic.h"
#include "frontend/HostSyntax.h"

#include "clang/AST/Attr.h"

namespace sectorscope {
namespace {

/// Objects from here on are constants, which no branch copies.
constexpr unsigned kFirstConstant = 1U << 31;
constexpr unsigned kDeepestNesting = 2000; // of expressions and statements; the stack is finite

} // namespace

HostInterpreter::HostInterpreter(clang::ASTContext &context, const HostProgram &program)
    : context(context), program(program) {}

void HostInterpreter::run(const clang::FunctionDecl &root, std::size_t effort) {
  const clang::FunctionDecl *definition = nullptr;
  if (!root.hasBody(definition) || !canFollow(*definition))
    return;
  state = {};
  constants = {};
  globals.clear();
  isMain = root.isMain();
  live = true;
  lastStep = steps + effort;
  Frame outermost; // what initialises global variables runs in it
  frame = &outermost;
  for (const clang::VarDecl *variable : program.globals) {
    if (keepsItsValue(*variable))
      continue;
    const unsigned object = ++lastObject;
    globals[variable->getCanonicalDecl()] = object;
    state.create(object, variable->getType(), HostValue(), true);
  }
  if (isMain)
    for (const clang::VarDecl *variable : program.globals)
      if (const auto known = globals.find(variable->getCanonicalDecl());
          known != globals.end() && !variable->isWeak()) {
        const HostPlace place{known->second, {}};
        if (const clang::Expr *initial = variable->getAnyInitializer())
          initialise(place, variable->getType(), *initial);
        else
          write(place, zeroOf(variable->getType()));
        endTemporaries(0);
      }
  std::vector<Actual> unknown(definition->getNumParams());
  for (std::size_t i = 0; i < unknown.size(); ++i)
    unknown[i].type = definition->getParamDecl(static_cast<unsigned>(i))->getType();
  MaybePlace ignored;
  follow(*definition, std::nullopt, std::move(unknown), ignored);
  frame = nullptr;
}

/// Counts one piece of work; false where nothing more is to be done.
bool HostInterpreter::step() {
  if (++steps > lastStep && live) {
    live = false;
    cutShort = isOut = true;
  }
  return live;
}

HostValue HostInterpreter::read(const MaybePlace &place) {
  if (!place)
    return {};
  if (place->isWithin && place->object < kFirstConstant) // one of these addresses, and which one is no longer followed
    state.escapeWithin(state.read({place->object, place->path}));
  return place->object >= kFirstConstant ? constants.read(*place) : state.read(*place);
}

void HostInterpreter::write(const MaybePlace &place, HostValue value) {
  if (!live)
    return;
  if (place && place->object >= kFirstConstant)
    return; // only what the language forbids would write there
  state.write(place, std::move(value));
}

clang::QualType HostInterpreter::typeAt(const HostPlace &place) const {
  return place.object >= kFirstConstant ? constants.typeAt(place) : state.typeAt(place);
}

/// Counts one level of the recursion over the syntax tree, until `level` is left; false where it is too deep.
bool HostInterpreter::descend(Level &level) {
  level.nesting = &nesting;
  if (++nesting <= kDeepestNesting)
    return true;
  giveUp();
  cutShort = true;
  return false;
}

/// What stands here is not understood: it may do anything, and leave in any way.
void HostInterpreter::giveUp() {
  state.forgetAll();
  for (Jumps &outer : frame->jumps) {
    joinInto(outer.breaks);
    joinInto(outer.continues);
  }
  joinInto(frame->lost);
  frame->result = HostValue();
  frame->resultPlace.reset();
  joinInto(frame->returned);
}

/// The object that an expression makes; the same one if it is run again.
HostPlace HostInterpreter::temporary(const clang::Stmt &expr, clang::QualType type, HostValue value) {
  unsigned &object = frame->temporaries[&expr];
  if (!object) {
    object = ++lastObject;
    frame->objects.push_back(object);
  }
  state.create(object, type, std::move(value));
  return {object, {}};
}

MaybePlace HostInterpreter::placeOf(const clang::ValueDecl &variable) {
  if (const auto local = frame->variables.find(&variable); local != frame->variables.end())
    return local->second;
  if (const auto captured = frame->captures.find(&variable); captured != frame->captures.end()) {
    const clang::FieldDecl &field = *captured->second;
    if (!frame->self)
      return std::nullopt;
    const HostPlace inLambda = frame->self->at(field.getFieldIndex());
    if (!field.getType()->isReferenceType())
      return inLambda;
    return target(read(inLambda), field.getType()->getPointeeType());
  }
  if (const auto *global = llvm::dyn_cast<clang::VarDecl>(&variable); global && global->hasGlobalStorage())
    return globalPlace(*global);
  return std::nullopt;
}

/// Whether a variable with static storage holds what it starts with for good. What has a name in other files can be
/// changed there; of a weak one, another file may hold the definition.
bool HostInterpreter::keepsItsValue(const clang::VarDecl &variable) const {
  const bool isConst = variable.getType().isConstQualified() && !hasMutableParts(variable.getType());
  const bool isUnchanged = !variable.isExternallyVisible() && !program.changed.contains(variable.getCanonicalDecl());
  return !variable.isWeak() && (isConst || isUnchanged);
}

MaybePlace HostInterpreter::globalPlace(const clang::VarDecl &variable) {
  const clang::VarDecl *canonical = variable.getCanonicalDecl();
  if (const auto known = globals.find(canonical); known != globals.end())
    return HostPlace{known->second, {}};
  if (!keepsItsValue(variable) || variable.getType()->isReferenceType())
    return std::nullopt; // static locals, and variables of other files
  // What is on the device is another variable, which the host cannot read by name.
  const bool isOnDevice = variable.hasAttr<clang::CUDADeviceAttr>() || variable.hasAttr<clang::CUDAConstantAttr>() ||
                          variable.hasAttr<clang::CUDASharedAttr>();
  if (isOnDevice && !variable.getType().isConstQualified())
    return std::nullopt;
  const unsigned object = kFirstConstant + ++lastObject;
  constants.create(object, variable.getType(), constantOf(variable));
  globals[canonical] = object;
  return HostPlace{object, {}};
}

/// What a variable holds that is never changed.
HostValue HostInterpreter::constantOf(const clang::VarDecl &variable) const {
  const clang::VarDecl *definition = nullptr;
  if (!variable.getAnyInitializer(definition)) {
    definition = variable.getDefinition();
    return definition && !definition->isStaticLocal() ? zeroOf(definition->getType()) : HostValue();
  }
  const clang::Expr *initial = definition->getInit();
  if (!initial || initial->isValueDependent() || initial->isTypeDependent())
    return {};
  const clang::APValue *value = definition->evaluateValue();
  return value ? fromConstant(*value, definition->getType()) : HostValue();
}

HostValue HostInterpreter::zeroOf(clang::QualType type) const {
  if (type->isIntegralOrEnumerationType())
    return hostInteger(context, type, 0);
  if (type->isRealFloatingType())
    return convertNumber(context, hostInteger(context, context.IntTy, 0), type);
  if (type->isPointerType())
    return HostPlace{};
  HostValue::Parts parts;
  for (const clang::QualType part : partTypesOf(type))
    parts.push_back(zeroOf(part));
  return parts.empty() ? HostValue() : HostValue(std::move(parts));
}

HostValue HostInterpreter::fromConstant(const clang::APValue &value, clang::QualType type) const {
  if (value.isInt() && type->isIntegralOrEnumerationType())
    return convertNumber(context, HostValue(value.getInt()), type);
  if (value.isFloat())
    return convertNumber(context, HostValue(value.getFloat()), type);
  if (value.isLValue()) {
    const auto *base = value.getLValueBase().dyn_cast<const clang::ValueDecl *>();
    const auto *function = llvm::dyn_cast_or_null<clang::FunctionDecl>(base);
    return function ? HostValue(function) : value.isNullPointer() ? HostValue(HostPlace{}) : HostValue();
  }
  const std::vector<clang::QualType> types = partTypesOf(type);
  HostValue::Parts parts(types.size());
  if (types.empty())
    return {};
  if (value.isStruct() && value.getStructNumBases() + value.getStructNumFields() == types.size()) {
    const unsigned bases = value.getStructNumBases();
    for (unsigned i = 0; i < types.size(); ++i)
      parts[i] = fromConstant(i < bases ? value.getStructBase(i) : value.getStructField(i - bases), types[i]);
    return parts;
  }
  if (value.isArray() && value.getArraySize() == types.size()) {
    for (unsigned i = 0; i < types.size(); ++i)
      if (i < value.getArrayInitializedElts())
        parts[i] = fromConstant(value.getArrayInitializedElt(i), types[i]);
      else if (value.hasArrayFiller())
        parts[i] = fromConstant(value.getArrayFiller(), types[i]);
    return parts;
  }
  return {};
}

/// The run goes on from here, as one of several ways to get there, at another place.
void HostInterpreter::joinInto(std::optional<HostMemory> &there) {
  if (!live)
    return;
  steps += state.size() / 8; // a join looks at every object
  if (there)
    there->joinWith(state);
  else
    there = state;
}

/// Runs the destructors of the scopes inside the outermost `upTo`; `ends` where those scopes are left for good.
void HostInterpreter::leaveScopes(std::size_t upTo, bool ends) {
  for (std::size_t depth = frame->scopes.size(); depth > upTo; --depth) {
    const std::vector<Ending> endings = frame->scopes[depth - 1];
    for (auto ending = endings.rbegin(); live && ending != endings.rend(); ++ending)
      end(*ending);
  }
  if (ends)
    frame->scopes.resize(upTo);
}

/// The end of a full expression: of those that it made, all behind the first `from` are destroyed.
void HostInterpreter::endTemporaries(std::size_t from) {
  while (frame->temporariesToEnd.size() > from) {
    const Ending ending = std::move(frame->temporariesToEnd.back());
    frame->temporariesToEnd.pop_back();
    if (live)
      end(ending);
  }
}

void HostInterpreter::inScope(llvm::function_ref<void()> body) {
  frame->scopes.emplace_back();
  body();
  leaveScopes(frame->scopes.size() - 1, true);
}

void HostInterpreter::inFullExpression(llvm::function_ref<void()> body) {
  const std::size_t temporaries = frame->temporariesToEnd.size();
  body();
  endTemporaries(temporaries);
}

void HostInterpreter::end(const Ending &ending) {
  if (ending.isMaybe) {
    Ending certain = ending;
    certain.isMaybe = false;
    return choose(std::nullopt, [&] { end(certain); }, [] {});
  }
  if (const auto *cleanup = ending.variable ? ending.variable->getAttr<clang::CleanupAttr>() : nullptr) {
    const clang::FunctionDecl &function = *cleanup->getFunctionDecl();
    MaybePlace ignored;
    callFunction(function, std::nullopt, {{ending.place, std::nullopt, function.getParamDecl(0)->getType()}}, ignored);
  }
  if (!ending.variable || ending.variable != frame->elided)
    destroy(ending.place, ending.type);
}

} // namespace sectorscope
