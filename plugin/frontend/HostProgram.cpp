// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HostProgram.h"

#include "frontend/HostSyntax.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

namespace sectorscope {
namespace {

class ProgramReader : public clang::RecursiveASTVisitor<ProgramReader> {
  using Base = clang::RecursiveASTVisitor<ProgramReader>;

public:
  explicit ProgramReader(const clang::SourceManager &sources) : sources(sources) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(clang::Decl *declaration) {
    if (!declaration || sources.isInSystemHeader(declaration->getLocation()))
      return true;
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (!function)
      return Base::TraverseDecl(declaration);
    if (function->isDependentContext())
      return true;
    return inside(function, [&] { return Base::TraverseDecl(declaration); });
  }

  bool TraverseLambdaExpr(clang::LambdaExpr *lambda) {
    clang::CXXMethodDecl *body = lambda->getCallOperator();
    if (!body->isDependentContext())
      return inside(body, [&] { return Base::TraverseLambdaExpr(lambda); });
    if (const clang::FunctionTemplateDecl *generic = body->getDescribedFunctionTemplate())
      for (clang::FunctionDecl *instance : generic->specializations())
        inside(instance, [&] { return TraverseStmt(instance->getBody()); });
    return true;
  }

  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) { return true; } // not evaluated

  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (llvm::isa<clang::CUDAKernelCallExpr>(call) || (callee && isLaunchFunction(*callee))) {
      if (current && (program.launching.empty() || program.launching.back() != current))
        program.launching.push_back(current);
      return true;
    }
    const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    if (callee && !(method && method->isVirtual()))
      addCall(callee);
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *construct) {
    addCall(construct->getConstructor());
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *variable) {
    if (const auto *cleanup = variable->getAttr<clang::CleanupAttr>())
      addCall(cleanup->getFunctionDecl());
    if (variable->isFileVarDecl() && variable->isThisDeclarationADefinition() &&
        !variable->getType()->isDependentType() && !variable->getDeclContext()->isDependentContext())
      program.globals.push_back(variable);
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) {
    const bool isToConst = cast->getCastKind() == clang::CK_NoOp && cast->getType().isConstQualified();
    if (cast->getCastKind() == clang::CK_LValueToRValue || (isToConst && !hasMutableParts(cast->getType())))
      noteRead(cast->getSubExpr());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *use) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
    if (variable && variable->hasGlobalStorage() && !reads.contains(use))
      program.changed.insert(variable->getCanonicalDecl());
    return true;
  }

  /// Roots need the whole file.
  void finish() {
    std::set<const clang::FunctionDecl *> reaching(program.launching.begin(), program.launching.end());
    std::vector<const clang::FunctionDecl *> todo = program.launching;
    while (!todo.empty()) {
      const clang::FunctionDecl *function = todo.back();
      todo.pop_back();
      for (const clang::FunctionDecl *caller : program.callers[function])
        if (reaching.insert(caller).second)
          todo.push_back(caller);
    }
    for (const bool wantsMain : {true, false})
      for (const clang::FunctionDecl *function : functions)
        if (function->isMain() == wantsMain && reaching.contains(function) && program.callers[function].empty() &&
            !llvm::isa<clang::CXXDestructorDecl>(function)) // called where the syntax tree shows no call
          program.roots.push_back(function);
  }

  HostProgram program;

private:
  template <typename Work> bool inside(const clang::FunctionDecl *function, Work work) {
    const clang::FunctionDecl *outer = current;
    current = function->getCanonicalDecl();
    if (function->doesThisDeclarationHaveABody()) {
      functions.push_back(current);
      if (function->hasAttr<clang::CUDAGlobalAttr>())
        program.kernels.push_back(function);
    }
    const bool goesOn = work();
    current = outer;
    return goesOn;
  }

  void addCall(const clang::FunctionDecl *callee) {
    if (current && callee->getCanonicalDecl() != current)
      program.callers[callee->getCanonicalDecl()].insert(current);
  }

  /// The variable in `expr` is only read: as a whole, a member, or an element of it.
  void noteRead(const clang::Expr *expr) {
    for (;;) {
      expr = expr->IgnoreParens();
      if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expr); member && !member->isArrow())
        expr = member->getBase();
      else if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr))
        expr = element->getBase()->IgnoreImpCasts();
      else
        break;
    }
    if (const auto *use = llvm::dyn_cast<clang::DeclRefExpr>(expr))
      reads.insert(use);
  }

  const clang::SourceManager &sources;
  const clang::FunctionDecl *current = nullptr;
  std::vector<const clang::FunctionDecl *> functions;
  llvm::SmallPtrSet<const clang::DeclRefExpr *, 32> reads;
};

} // namespace

bool isLaunchFunction(const clang::FunctionDecl &function) {
  const clang::IdentifierInfo *name = function.getIdentifier();
  return name && (name->isStr("cudaLaunchKernel") || name->isStr("cudaLaunchCooperativeKernel") ||
                  name->isStr("cudaLaunchKernelEx") || name->isStr("cudaLaunchKernelExC"));
}

HostProgram readHostProgram(clang::ASTContext &context) {
  ProgramReader reader(context.getSourceManager());
  reader.TraverseDecl(context.getTranslationUnitDecl());
  reader.finish();
  return std::move(reader.program);
}

} // namespace sectorscope
