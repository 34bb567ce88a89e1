// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HostLaunches.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace sectorscope {
namespace {

constexpr unsigned kDeepest = 64; // of the recursion over an expression and the variables it names

/// The variable that an expression is, or is a member of; null for others.
const clang::VarDecl *variableOf(const clang::Expr *expr) {
  expr = expr->IgnoreParenCasts();
  while (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expr))
    expr = member->getBase()->IgnoreParenCasts();
  const auto *use = llvm::dyn_cast<clang::DeclRefExpr>(expr);
  return use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
}

/// Variables that are assigned to, or whose address or reference goes somewhere, anywhere in the file.
class ChangedVariables : public clang::RecursiveASTVisitor<ChangedVariables> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitBinaryOperator(clang::BinaryOperator *operation) {
    if (operation->isAssignmentOp())
      add(operation->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) {
    if (operation->isIncrementDecrementOp() || operation->getOpcode() == clang::UO_AddrOf)
      add(operation->getSubExpr());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const bool isMemberOperator =
        llvm::isa<clang::CXXOperatorCallExpr>(call) && llvm::isa_and_nonnull<clang::CXXMethodDecl>(callee);
    for (unsigned i = 0; i < call->getNumArgs(); ++i) {
      if (isMemberOperator && i == 0) { // dim3 = ...
        add(call->getArg(i));
        continue;
      }
      const unsigned parameter = i - isMemberOperator;
      if (!callee || parameter >= callee->getNumParams())
        continue;
      const clang::QualType type = callee->getParamDecl(parameter)->getType();
      if (type->isLValueReferenceType() && !type->getPointeeType().isConstQualified())
        add(call->getArg(i));
    }
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) { // int &r = n;
    if (variable->getType()->isLValueReferenceType() && variable->getInit())
      add(variable->getInit());
    return true;
  }

  bool contains(const clang::VarDecl *variable) const { return changed.contains(variable); }

private:
  void add(const clang::Expr *expr) {
    if (const clang::VarDecl *variable = variableOf(expr))
      changed.insert(variable);
  }
  llvm::SmallPtrSet<const clang::VarDecl *, 32> changed;
};

/// Reads numbers and dim3 values that are known at compile time.
class ConstantReader {
public:
  ConstantReader(const clang::ASTContext &context, const ChangedVariables &changed)
      : context(context), changed(changed) {}

  std::optional<std::int64_t> integer(const clang::Expr *expr, unsigned depth = 0) const {
    if (!expr || depth > kDeepest || expr->isValueDependent() || expr->isTypeDependent())
      return std::nullopt;
    clang::Expr::EvalResult result;
    if (expr->getType()->isIntegralOrEnumerationType() && expr->EvaluateAsInt(result, context))
      return result.Val.getInt().getExtValue();
    expr = expr->IgnoreParens();
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr)) {
      // From number to number; what a conversion cuts off is not met in launches.
      const bool numbers = cast->getType()->isIntegralOrEnumerationType() &&
                           cast->getSubExpr()->getType()->isIntegralOrEnumerationType();
      return numbers ? integer(cast->getSubExpr(), depth + 1) : std::nullopt;
    }
    if (const auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(expr))
      return integer(cleanups->getSubExpr(), depth + 1);
    if (const auto *use = llvm::dyn_cast<clang::DeclRefExpr>(expr))
      return integer(initialOf(use), depth + 1);
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expr)) {
      const llvm::StringRef name = member->getMemberDecl()->getName();
      const auto whole = name == "x" || name == "y" || name == "z" ? dims(member->getBase(), depth + 1) : std::nullopt;
      return whole ? std::optional<std::int64_t>((*whole)[static_cast<std::size_t>(name[0] - 'x')]) : std::nullopt;
    }
    if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expr)) {
      const auto condition = integer(choice->getCond(), depth + 1);
      if (!condition)
        return std::nullopt;
      return integer(*condition ? choice->getTrueExpr() : choice->getFalseExpr(), depth + 1);
    }
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
      const auto a = integer(operation->getLHS(), depth + 1), b = integer(operation->getRHS(), depth + 1);
      return a && b ? binary(operation->getOpcode(), *a, *b) : std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<Dim3> dims(const clang::Expr *expr, unsigned depth = 0) const {
    if (!expr || depth > kDeepest || expr->isTypeDependent())
      return std::nullopt;
    if (expr->getType()->isIntegralOrEnumerationType()) {
      const auto x = integer(expr, depth + 1);
      return x && *x > 0 && *x <= UINT32_MAX ? std::optional(Dim3{static_cast<unsigned>(*x), 1, 1}) : std::nullopt;
    }
    if (const auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(expr))
      return dims(cleanups->getSubExpr(), depth + 1);
    if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expr))
      return dims(temporary->getSubExpr(), depth + 1);
    if (const auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expr))
      return dims(bound->getSubExpr(), depth + 1);
    if (const auto *parens = llvm::dyn_cast<clang::ParenExpr>(expr))
      return dims(parens->getSubExpr(), depth + 1);
    if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(expr)) {
      if (construct->getConstructor()->isCopyOrMoveConstructor())
        return dims(construct->getArg(0), depth + 1);
      return components({construct->getArgs(), construct->getNumArgs()}, depth);
    }
    if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(expr))
      return components({list->getInits(), list->getNumInits()}, depth);
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr))
      return dims(cast->getSubExpr(), depth + 1);
    if (const auto *use = llvm::dyn_cast<clang::DeclRefExpr>(expr))
      return dims(initialOf(use), depth + 1);
    return std::nullopt;
  }

private:
  /// What a variable holds for its whole life, or null.
  const clang::Expr *initialOf(const clang::DeclRefExpr *use) const {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
    if (!variable || llvm::isa<clang::ParmVarDecl>(variable) || changed.contains(variable) ||
        variable->getType()->isReferenceType())
      return nullptr;
    return variable->getAnyInitializer();
  }

  std::optional<Dim3> components(llvm::ArrayRef<const clang::Expr *> parts, unsigned depth) const {
    Dim3 whole{1, 1, 1};
    for (std::size_t i = 0; i < parts.size() && i < whole.size(); ++i) {
      if (llvm::isa<clang::CXXDefaultArgExpr>(parts[i]))
        continue;
      const auto value = integer(parts[i], depth + 1);
      if (!value || *value <= 0 || *value > UINT32_MAX)
        return std::nullopt;
      whole[i] = static_cast<unsigned>(*value);
    }
    return parts.size() <= whole.size() ? std::optional(whole) : std::nullopt;
  }

  static std::optional<std::int64_t> binary(clang::BinaryOperatorKind kind, std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    switch (kind) {
    case clang::BO_Add:
      return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case clang::BO_Sub:
      return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case clang::BO_Mul:
      return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case clang::BO_Div:
      return b > 0 ? std::optional(a / b) : std::nullopt;
    case clang::BO_Rem:
      return b > 0 ? std::optional(a % b) : std::nullopt;
    case clang::BO_Shl:
      return b >= 0 && b < 31 && a >= 0 && a < (1LL << 31) ? std::optional(a << b) : std::nullopt;
    case clang::BO_Shr:
      return b >= 0 && b < 63 ? std::optional(a >> b) : std::nullopt;
    case clang::BO_LT:
      return a < b;
    case clang::BO_GT:
      return a > b;
    case clang::BO_LE:
      return a <= b;
    case clang::BO_GE:
      return a >= b;
    case clang::BO_EQ:
      return a == b;
    case clang::BO_NE:
      return a != b;
    default:
      return std::nullopt;
    }
  }

  const clang::ASTContext &context;
  const ChangedVariables &changed;
};

class LaunchFinder : public clang::RecursiveASTVisitor<LaunchFinder> {
public:
  LaunchFinder(clang::ASTContext &context, const ConstantReader &reader)
      : context(context), reader(reader), mangler(context.createMangleContext()) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr *call) {
    const clang::FunctionDecl *kernel = call->getDirectCallee();
    const clang::CallExpr *config = call->getConfig();
    if (!kernel || kernel->isDependentContext() || !config || config->getNumArgs() < 2)
      return true;
    LaunchShape launch;
    launch.origin = LaunchOrigin::HostCode;
    launch.grid = reader.dims(config->getArg(0));
    launch.block = reader.dims(config->getArg(1));
    for (unsigned i = 0; i < call->getNumArgs() && i < kernel->getNumParams(); ++i)
      if (kernel->getParamDecl(i)->getType()->isIntegralOrEnumerationType())
        if (const auto value = reader.integer(call->getArg(i)))
          launch.arguments[nameOf(*kernel, i)] = *value;
    if (!launch.grid && !launch.block)
      return true;
    const clang::SourceManager &sources = context.getSourceManager();
    const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(call->getBeginLoc()));
    if (place.isValid())
      launch.place = {place.getFilename(), place.getLine(), place.getColumn()};
    std::vector<LaunchShape> &known = launches[mangled(*kernel)];
    const bool isKnown = std::any_of(known.begin(), known.end(), [&](const LaunchShape &other) {
      return other.grid == launch.grid && other.block == launch.block && other.arguments == launch.arguments;
    });
    if (!isKnown)
      known.push_back(std::move(launch));
    return true;
  }

  std::map<std::string, std::vector<LaunchShape>> launches;

private:
  static std::string nameOf(const clang::FunctionDecl &kernel, unsigned parameter) {
    const std::string name = kernel.getParamDecl(parameter)->getNameAsString();
    return name.empty() ? "arg" + std::to_string(parameter) : name;
  }

  std::string mangled(const clang::FunctionDecl &kernel) const {
    if (!mangler->shouldMangleDeclName(&kernel))
      return kernel.getNameAsString();
    std::string name;
    llvm::raw_string_ostream stream(name);
    mangler->mangleName(clang::GlobalDecl(&kernel, clang::KernelReferenceKind::Kernel), stream);
    return name;
  }

  clang::ASTContext &context;
  const ConstantReader &reader;
  std::unique_ptr<clang::MangleContext> mangler;
};

} // namespace

std::map<std::string, std::vector<LaunchShape>> findHostLaunches(clang::ASTContext &context) {
  ChangedVariables changed;
  changed.TraverseDecl(context.getTranslationUnitDecl());
  const ConstantReader reader(context, changed);
  LaunchFinder finder(context, reader);
  finder.TraverseDecl(context.getTranslationUnitDecl());
  return std::move(finder.launches);
}

} // namespace sectorscope
