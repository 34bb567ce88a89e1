// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HostArithmetic.h"
#include "frontend/HostInterpreter.h"
#include "frontend/HostSyntax.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace sectorscope {
namespace {

constexpr std::size_t kDeepestCall = 40, kMostLaunches = 20000;
constexpr std::ptrdiff_t kDeepestRecursion = 6;

/// Whether every jump of a body goes forwards to a label of its outermost block, where it can be joined.
class JumpReader : public clang::RecursiveASTVisitor<JumpReader> {
public:
  explicit JumpReader(const clang::CompoundStmt *body) {
    if (body)
      for (const clang::Stmt *statement : body->body())
        while (const auto *label = llvm::dyn_cast<clang::LabelStmt>(statement)) {
          outermost.insert(label->getDecl());
          statement = label->getSubStmt();
        }
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *) { return true; }
  bool VisitLabelStmt(clang::LabelStmt *label) {
    passed.insert(label->getDecl());
    isPlain &= outermost.contains(label->getDecl());
    return true;
  }
  bool VisitGotoStmt(clang::GotoStmt *jump) {
    isPlain &= !passed.contains(jump->getLabel());
    return true;
  }
  bool VisitIndirectGotoStmt(clang::IndirectGotoStmt *) { return isPlain = false; }
  bool VisitAsmStmt(clang::AsmStmt *assembly) {
    const auto *gcc = llvm::dyn_cast<clang::GCCAsmStmt>(assembly);
    isPlain &= gcc && gcc->getNumLabels() == 0;
    return true;
  }
  bool isPlain = true;

private:
  llvm::SmallPtrSet<const clang::LabelDecl *, 4> outermost, passed;
};

clang::QualType pointeeOf(clang::QualType type) {
  return type.isNull() || (!type->isReferenceType() && !type->isPointerType()) ? clang::QualType()
                                                                               : type->getPointeeType();
}

bool isKernel(const clang::FunctionDecl &function) { return function.hasAttr<clang::CUDAGlobalAttr>(); }

/// A function of the host among what is passed, which may be called back.
bool holdsCallback(const HostValue &value) {
  if (const clang::FunctionDecl *function = value.function())
    return !isKernel(*function);
  const HostValue::Parts *parts = value.parts();
  return parts && std::any_of(parts->begin(), parts->end(), holdsCallback);
}

/// What the members of a struct are numbered from.
unsigned basesOf(const clang::RecordDecl &record) {
  const auto *derived = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  return derived ? derived->getNumBases() : 0;
}

} // namespace

bool HostInterpreter::isSystem(const clang::Decl &declaration) const {
  return context.getSourceManager().isInSystemHeader(declaration.getLocation());
}

bool HostInterpreter::canFollow(const clang::FunctionDecl &function) {
  const auto [known, isNew] = followable.try_emplace(&function, false);
  if (isNew) {
    const clang::Stmt *body = function.getBody();
    bool can = body && !function.isDependentContext() && !isKernel(function) && !function.isWeak() &&
               (!function.hasAttr<clang::CUDADeviceAttr>() || function.hasAttr<clang::CUDAHostAttr>());
    if (can && isSystem(function)) {
      // Of the C++ library, what computes: not what holds memory or prints.
      const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
      can = function.isConstexpr() && !(method && method->getParent()->hasNonTrivialDestructor());
      can |= !function.isInStdNamespace() && llvm::isa<clang::TranslationUnitDecl>(function.getDeclContext());
    }
    if (can) {
      JumpReader jumps(llvm::dyn_cast<clang::CompoundStmt>(body));
      jumps.TraverseStmt(const_cast<clang::Stmt *>(body)); // the visitor takes no const
      can = jumps.isPlain;
    }
    followable[&function] = can;
  }
  if (!followable.lookup(&function))
    return false;
  const clang::FunctionDecl *canonical = function.getCanonicalDecl();
  if (stack.size() < kDeepestCall && std::count(stack.begin(), stack.end(), canonical) < kDeepestRecursion)
    return true;
  cutShort = true;
  return false;
}

std::vector<HostInterpreter::Actual> HostInterpreter::actuals(llvm::ArrayRef<const clang::Expr *> arguments,
                                                              const clang::FunctionDecl *callee) {
  std::vector<Actual> result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    Actual &actual = result.emplace_back();
    if (callee && i < callee->getNumParams())
      actual.type = callee->getParamDecl(static_cast<unsigned>(i))->getType();
    else if (arguments[i]->isGLValue())
      actual.type = context.getLValueReferenceType(arguments[i]->getType());
    if (!actual.type.isNull() && actual.type->isReferenceType())
      actual.place = place(arguments[i]);
    else if (isObject(arguments[i]->getType(), context)) // the caller destroys it, at the end of the full expression
      actual.place = materialise(*arguments[i], *arguments[i], clang::SD_FullExpression);
    else
      actual.value = value(arguments[i]);
  }
  return result;
}

HostValue HostInterpreter::call(const clang::CallExpr &call, MaybePlace &result) {
  if (const auto *launch = llvm::dyn_cast<clang::CUDAKernelCallExpr>(&call)) {
    launchKernel(*launch);
    return {};
  }
  llvm::ArrayRef<const clang::Expr *> arguments(call.getArgs(), call.getNumArgs());
  const clang::FunctionDecl *callee = call.getDirectCallee();
  MaybePlace self;
  bool isVirtual = false;
  if (const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee)) {
    const clang::Expr *object = nullptr;
    if (const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call)) {
      object = member->getImplicitObjectArgument();
    } else if (llvm::isa<clang::CXXOperatorCallExpr>(call) && !method->isStatic() && !arguments.empty()) {
      object = arguments.front();
      arguments = arguments.drop_front();
    }
    if (object)
      self = object->getType()->isPointerType() ? target(value(object), object->getType()->getPointeeType())
                                                : place(object);
    const auto *use = object ? llvm::dyn_cast<clang::DeclRefExpr>(object->IgnoreParenImpCasts()) : nullptr;
    isVirtual = method->isVirtual() && !(use && use->getDecl()->getType()->isRecordType());
  } else if (!callee) {
    const HostValue named = value(call.getCallee());
    callee = named.function();
    state.escapeWithin(named);
  }
  if (callee && isLaunchFunction(*callee)) {
    launchFunction(call, *callee);
    return {};
  }
  if (callee && callee->getBuiltinID() == clang::Builtin::BI__builtin_expect)
    return value(call.getArg(0));
  std::vector<Actual> passed = actuals(arguments, callee);
  if (!live)
    return {};
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  if (method && method->isTrivial() && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) &&
      passed.size() == 1) {
    write(self, read(passed[0].place));
    result = self;
    return {};
  }
  if (!callee || isVirtual)
    return callUnknown(nullptr, self, passed);
  if (!method && callee->getIdentifier() && (isSystem(*callee) || callee->getBuiltinID())) {
    std::vector<HostValue> numbers;
    for (const Actual &actual : passed)
      numbers.push_back(actual.value);
    const bool arePlain =
        std::none_of(passed.begin(), passed.end(), [](const Actual &actual) { return actual.place.has_value(); });
    if (arePlain)
      if (const auto computed = mathFunction(context, callee->getName(), numbers, call.getType()))
        return *computed;
  }
  return callFunction(*callee, self, std::move(passed), result);
}

HostValue HostInterpreter::callFunction(const clang::FunctionDecl &function, const MaybePlace &self,
                                        std::vector<Actual> arguments, MaybePlace &result) {
  const clang::FunctionDecl *definition = nullptr;
  if (!live)
    return {};
  if (function.hasBody(definition) && canFollow(*definition))
    return follow(*definition, self, std::move(arguments), result);
  return callUnknown(&function, self, arguments);
}

/// A function of the runtime that writes what its pointers name, nothing around it, and does not keep them.
static bool keepsNoAddress(const clang::FunctionDecl &function) {
  const llvm::StringRef name = function.getIdentifier() ? function.getName() : "";
  return name.starts_with("cudaMalloc") || name == "cudaHostAlloc" || name.starts_with("cudaGetDevice") ||
         name.starts_with("cudaEvent") || name.starts_with("cudaStreamCreate");
}

/// Whatever the function can reach may have changed. `function` is null where not even its name is known.
HostValue HostInterpreter::callUnknown(const clang::FunctionDecl *function, const MaybePlace &self,
                                       const std::vector<Actual> &arguments) {
  bool callsBack = false;
  for (const Actual &actual : arguments) {
    const clang::QualType pointee = pointeeOf(actual.type);
    const bool isConst = !pointee.isNull() && pointee.isConstQualified() && !hasMutableParts(pointee);
    const HostPlace *pointer = actual.value.pointer();
    const MaybePlace there = pointer ? MaybePlace(*pointer) : actual.place;
    if (there && isConst) {
      state.escapeWithin(read(there)); // what it points to is another matter
      callsBack |= holdsCallback(read(there));
    } else if (there && function && isSystem(*function) && keepsNoAddress(*function)) {
      write(there, {});
    } else if (there) {
      state.escape(*there);
    }
    if (!pointer)
      state.escapeWithin(actual.value);
    callsBack |= holdsCallback(actual.value) || (pointee.isNull() && there && holdsCallback(read(there)));
  }
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function);
  if (self && !(method && method->isConst() && !method->getParent()->hasMutableFields()))
    state.escape(*self);
  else if (self)
    state.escapeWithin(read(*self));
  if (!function || !isSystem(*function) || callsBack)
    state.forgetGlobals();
  state.forgetEscaped();
  if (function && function->isNoReturn())
    live = false;
  return {};
}

HostValue HostInterpreter::follow(const clang::FunctionDecl &function, const MaybePlace &self,
                                  std::vector<Actual> arguments, MaybePlace &result) {
  entered.insert(function.getCanonicalDecl());
  stack.push_back(function.getCanonicalDecl());
  Frame inner;
  inner.function = &function;
  inner.self = self;
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&function); method && method->getParent()->isLambda())
    method->getParent()->getCaptureFields(inner.captures, inner.capturedThis);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    Actual &actual = arguments[i];
    if (i >= function.getNumParams()) { // of `...`
      state.escapeWithin(actual.value);
      if (actual.place)
        state.escape(*actual.place);
      continue;
    }
    const clang::ParmVarDecl *parameter = function.getParamDecl(static_cast<unsigned>(i));
    if (!parameter->getType()->isReferenceType() && !actual.place) {
      actual.place = HostPlace{++lastObject, {}};
      inner.objects.push_back(lastObject);
      state.create(lastObject, parameter->getType(), std::move(actual.value));
    }
    inner.variables[parameter] = actual.place;
  }
  Frame *outer = frame;
  frame = &inner;
  if (const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function))
    initialiseMembers(*constructor);
  exec(function.getBody());
  joinInto(inner.returned);
  live = inner.returned.has_value() && steps <= lastStep;
  if (inner.returned)
    state = std::move(*inner.returned);
  for (const unsigned object : inner.objects)
    state.destroy(object);
  frame = outer;
  stack.pop_back();
  result = inner.resultPlace;
  return inner.result;
}

void HostInterpreter::initialiseMembers(const clang::CXXConstructorDecl &constructor) {
  const MaybePlace self = frame->self;
  for (const clang::CXXCtorInitializer *item : constructor.inits()) {
    if (!live)
      return;
    const std::size_t temporaries = frame->temporariesToEnd.size();
    const clang::Expr *initial = item->getInit();
    if (!self) {
      discard(*initial);
    } else if (item->isDelegatingInitializer()) {
      initialise(*self, item->getTypeSourceInfo()->getType(), *initial);
    } else if (item->isBaseInitializer()) {
      unsigned index = 0;
      const clang::QualType base(item->getBaseClass(), 0);
      for (const clang::CXXBaseSpecifier &candidate : constructor.getParent()->bases()) {
        if (context.hasSameUnqualifiedType(candidate.getType(), base))
          break;
        ++index;
      }
      initialise(self->at(index), base, *initial);
    } else {
      HostPlace member = *self;
      const auto enter = [&](const clang::FieldDecl &field) {
        member = member.at(basesOf(*field.getParent()) + field.getFieldIndex());
        member.isWithin |= field.getParent()->isUnion();
      };
      if (const clang::IndirectFieldDecl *indirect = item->getIndirectMember())
        for (const clang::NamedDecl *link : indirect->chain())
          enter(*llvm::cast<clang::FieldDecl>(link));
      else
        enter(*item->getMember());
      const clang::QualType type = item->getAnyMember()->getType();
      if (!type->isReferenceType()) {
        initialise(member, type, *initial);
      } else {
        const MaybePlace named = place(initial);
        write(member, named ? HostValue(*named) : HostValue());
      }
    }
    endTemporaries(temporaries);
  }
}

void HostInterpreter::construct(const clang::CXXConstructExpr &construct, const HostPlace &place) {
  const clang::CXXConstructorDecl &constructor = *construct.getConstructor();
  const clang::QualType type = construct.getType();
  if (construct.requiresZeroInitialization())
    write(place, zeroOf(type));
  if (constructor.isTrivial()) {
    if (constructor.isCopyOrMoveConstructor())
      write(place, value(construct.getArg(0)));
    return;
  }
  if (construct.isElidable()) // C++14: the temporary that would be copied is made in place
    if (const auto *made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(construct.getArg(0)->IgnoreParenImpCasts()))
      return initialise(place, type, *made->getSubExpr());
  constructEach(construct, place, type);
}

/// Default arguments are evaluated anew for each element of an array, and their temporaries end with it.
void HostInterpreter::constructEach(const clang::CXXConstructExpr &construct, const HostPlace &place,
                                    clang::QualType type) {
  const clang::CXXConstructorDecl &constructor = *construct.getConstructor();
  const std::size_t temporaries = frame->temporariesToEnd.size();
  const std::vector<clang::QualType> parts = partTypesOf(type);
  MaybePlace ignored;
  if (type->isArrayType() && !parts.empty()) {
    for (unsigned i = 0; i < parts.size() && live; ++i) {
      constructEach(construct, place.at(i, true), parts[i]);
      endTemporaries(temporaries);
    }
    return;
  }
  std::vector<Actual> passed = actuals({construct.getArgs(), construct.getNumArgs()}, &constructor);
  if (type->isArrayType()) // too many to be followed
    callUnknown(nullptr, place, passed);
  else
    callFunction(constructor, place, std::move(passed), ignored);
}

HostValue HostInterpreter::constructed(const clang::CXXConstructExpr &construct) {
  const HostPlace made = temporary(construct, construct.getType(), HostValue());
  this->construct(construct, made);
  return read(made);
}

/// Whether a type of a library can hold, and destroy, what the file defines: std::vector<Mine>, std::shared_ptr.
bool HostInterpreter::canHoldOwn(const clang::CXXRecordDecl &record) const {
  const llvm::StringRef name = record.getIdentifier() ? record.getName() : "";
  const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  const auto isOwn = [&](const clang::TemplateArgument &argument) {
    if (argument.getKind() != clang::TemplateArgument::Type)
      return argument.getKind() == clang::TemplateArgument::Pack; // std::tuple
    const clang::QualType type = argument.getAsType();
    const clang::CXXRecordDecl *inner = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return type->isFunctionType() || type->isFunctionPointerType() ||
           (inner && (!isSystem(*inner) || canHoldOwn(*inner)));
  };
  return name == "shared_ptr" || name == "any" ||
         (instance && llvm::any_of(instance->getTemplateArgs().asArray(), isOwn));
}

/// Runs destructors: last comes first.
void HostInterpreter::destroy(const HostPlace &place, clang::QualType type) {
  if (type.isDestructedType() != clang::QualType::DK_cxx_destructor || !live || !step())
    return;
  const std::vector<clang::QualType> parts = partTypesOf(type);
  if (const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl()) {
    record = record->getDefinition();
    if (isSystem(*record)) {
      if (canHoldOwn(*record))
        callUnknown(nullptr, place, {});
      return;
    }
    const clang::CXXDestructorDecl *destructor = record->getDestructor();
    MaybePlace ignored;
    if (destructor && destructor->isUserProvided())
      callFunction(*destructor, place, {}, ignored);
    if (parts.empty() && record->getNumVBases() > 0)
      callUnknown(nullptr, place, {});
  } else if (parts.empty()) { // an array that is too large to be followed
    callUnknown(nullptr, place, {});
  }
  for (auto i = static_cast<unsigned>(parts.size()); i-- > 0;)
    destroy(place.at(i, type->isArrayType()), parts[i]);
}

void HostInterpreter::record(const clang::FunctionDecl *kernel, const clang::CallExpr &call, HostValue grid,
                             HostValue block, std::vector<HostValue> arguments) {
  if (!live)
    return;
  if (launches.size() == kMostLaunches) {
    lastStep = steps; // enough is enough
    cutShort = isOut = true;
    live = false;
    return;
  }
  if (kernel && isKernel(*kernel))
    launches.push_back({kernel, call.getBeginLoc(), std::move(grid), std::move(block), arguments});
  // The kernel can write to where it is pointed, and hold on to it.
  for (const HostValue &argument : arguments)
    state.escapeWithin(argument);
  state.forgetEscaped();
}

void HostInterpreter::launchKernel(const clang::CUDAKernelCallExpr &call) {
  std::vector<HostValue> config, arguments;
  for (const clang::Expr *argument : call.getConfig()->arguments())
    config.push_back(value(argument));
  const clang::FunctionDecl *kernel = call.getDirectCallee();
  if (!kernel)
    kernel = value(call.getCallee()).function();
  for (const Actual &argument : actuals({call.getArgs(), call.getNumArgs()}, nullptr))
    arguments.push_back(argument.place ? read(argument.place) : argument.value);
  config.resize(2);
  record(kernel, call, config[0], config[1], std::move(arguments));
}

/// cudaLaunchKernel(function, grid, block, pointers...), cudaLaunchKernelExC(config, function, pointers) and
/// cudaLaunchKernelEx(config, function, arguments...).
void HostInterpreter::launchFunction(const clang::CallExpr &call, const clang::FunctionDecl &callee) {
  const std::vector<Actual> passed = actuals({call.getArgs(), call.getNumArgs()}, &callee);
  const llvm::StringRef name = callee.getName();
  const bool hasConfig = name.starts_with("cudaLaunchKernelEx"), hasValues = name == "cudaLaunchKernelEx";
  if (!live || passed.size() < (hasConfig ? 2 : 4))
    return;
  const clang::FunctionDecl *kernel = passed[hasConfig ? 1 : 0].value.function();
  HostValue grid, block;
  if (!hasConfig) {
    grid = passed[1].value;
    block = passed[2].value;
  } else if (const clang::QualType type = pointeeOf(passed[0].type); !type.isNull() && type->isRecordType()) {
    const MaybePlace config = target(passed[0].value, type);
    for (const clang::FieldDecl *field : type->getAsRecordDecl()->fields()) {
      const HostValue held =
          config ? read(config->at(basesOf(*field->getParent()) + field->getFieldIndex())) : HostValue();
      if (field->getName() == "gridDim")
        grid = held;
      else if (field->getName() == "blockDim")
        block = held;
    }
  }
  std::vector<HostValue> arguments;
  for (unsigned i = 0; kernel && i < kernel->getNumParams(); ++i) {
    const clang::QualType type = kernel->getParamDecl(i)->getType();
    HostValue argument;
    if (hasValues && i + 2 < passed.size()) {
      const Actual &actual = passed[i + 2];
      argument = actual.place ? read(actual.place) : actual.value;
      const bool isSame = actual.place && context.hasSameUnqualifiedType(typeAt(*actual.place), type);
      if (!isSame && !argument.pointer())
        argument = convertNumber(context, argument, type);
    } else if (!hasValues && passed.size() > (hasConfig ? 2U : 3U)) {
      const HostValue &list = passed[hasConfig ? 2 : 3].value;
      MaybePlace at = list.pointer() && list.pointer()->object ? MaybePlace(*list.pointer()) : std::nullopt;
      if (at && !typeAt(*at).isNull() && typeAt(*at)->isArrayType()) // &pointers
        at = at->at(0, true);
      if (at)
        argument = read(target(read(moved(*at, i)), type));
    }
    arguments.push_back(std::move(argument));
  }
  record(kernel, call, std::move(grid), std::move(block), std::move(arguments));
}

} // namespace sectorscope
