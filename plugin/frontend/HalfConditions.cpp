// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HalfConditions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>

namespace sectorscope {
namespace {

/// Macros that only one of the halves has, and those of <nv/target>, which hang on them.
bool tellsHalvesApart(llvm::StringRef macro) {
  return macro.starts_with("__CUDA_ARCH") || macro == "__NVPTX__" || macro == "__PTX__" ||
         macro.starts_with("NV_IF_") || macro.starts_with("NV_DISPATCH_");
}

class ConditionWatcher : public clang::PPCallbacks {
public:
  ConditionWatcher(const clang::SourceManager &sources, std::shared_ptr<HalfConditions> found)
      : sources(sources), found(std::move(found)) {}

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &, clang::SourceRange range,
                    const clang::MacroArgs *) override {
    noteUse(name, range.getBegin());
  }
  void Defined(const clang::Token &name, const clang::MacroDefinition &, clang::SourceRange range) override {
    noteUse(name, range.getBegin());
  }

  // Its operands are met before the condition as a whole.
  void If(clang::SourceLocation place, clang::SourceRange condition, ConditionValueKind) override {
    open.push_back({place, asks(condition)});
  }
  void Elif(clang::SourceLocation, clang::SourceRange condition, ConditionValueKind, clang::SourceLocation) override {
    open.back().asks |= asks(condition);
  }
  void Ifdef(clang::SourceLocation place, const clang::Token &name, const clang::MacroDefinition &) override {
    open.push_back({place, noteUse(name, place)});
  }
  void Ifndef(clang::SourceLocation place, const clang::Token &name, const clang::MacroDefinition &) override {
    open.push_back({place, noteUse(name, place)});
  }
  void Elifdef(clang::SourceLocation place, const clang::Token &name, const clang::MacroDefinition &) override {
    open.back().asks |= noteUse(name, place);
  }
  void Elifndef(clang::SourceLocation place, const clang::Token &name, const clang::MacroDefinition &) override {
    open.back().asks |= noteUse(name, place);
  }
  void Endif(clang::SourceLocation place, clang::SourceLocation) override {
    const Condition ended = open.back();
    open.pop_back();
    if (!ended.asks)
      return;
    // What one of the halves skips is seen nowhere but in the text.
    const auto [file, begin] = sources.getDecomposedLoc(ended.place);
    const llvm::StringRef text = sources.getBufferData(file).substr(begin, sources.getFileOffset(place) - begin);
    const bool reachesOut =
        text.contains("define ") || text.contains("define\t") || text.contains("undef") || text.contains("include");
    found->push_back(reachesOut ? clang::SourceRange() : clang::SourceRange(ended.place, place));
  }

private:
  struct Condition {
    clang::SourceLocation place;
    bool asks = false;
  };

  bool noteUse(const clang::Token &name, clang::SourceLocation place) {
    const clang::IdentifierInfo *macro = name.getIdentifierInfo();
    place = sources.getExpansionLoc(place);
    if (!macro || !tellsHalvesApart(macro->getName()) || sources.isInSystemHeader(place))
      return false;
    lastUse = place;
    found->push_back({place, place});
    return true;
  }
  bool asks(clang::SourceRange condition) const {
    return lastUse.isValid() && sources.isPointWithin(lastUse, condition.getBegin(), condition.getEnd());
  }

  const clang::SourceManager &sources;
  std::shared_ptr<HalfConditions> found;
  std::vector<Condition> open;
  clang::SourceLocation lastUse;
};

/// Bodies of functions that only the device has.
class DeviceBodies : public clang::RecursiveASTVisitor<DeviceBodies> {
public:
  explicit DeviceBodies(const clang::SourceManager &sources) : sources(sources) {}
  bool TraverseDecl(clang::Decl *declaration) {
    return !declaration || sources.isInSystemHeader(declaration->getLocation()) ||
           RecursiveASTVisitor::TraverseDecl(declaration);
  }
  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    const bool isOnDevice = function->hasAttr<clang::CUDADeviceAttr>() || function->hasAttr<clang::CUDAGlobalAttr>();
    if (isOnDevice && !function->hasAttr<clang::CUDAHostAttr>() && function->doesThisDeclarationHaveABody())
      bodies.push_back(function->getBody()->getSourceRange());
    return true;
  }
  bool hold(clang::SourceRange range) const {
    return range.isValid() && std::any_of(bodies.begin(), bodies.end(), [&](clang::SourceRange body) {
             const clang::SourceLocation begin = sources.getExpansionLoc(body.getBegin());
             const clang::SourceLocation end = sources.getExpansionLoc(body.getEnd());
             return sources.isPointWithin(range.getBegin(), begin, end) &&
                    sources.isPointWithin(range.getEnd(), begin, end);
           });
  }

private:
  const clang::SourceManager &sources;
  std::vector<clang::SourceRange> bodies;
};

} // namespace

std::shared_ptr<const HalfConditions> watchHalfConditions(clang::Preprocessor &preprocessor) {
  auto found = std::make_shared<HalfConditions>();
  preprocessor.addPPCallbacks(std::make_unique<ConditionWatcher>(preprocessor.getSourceManager(), found));
  return found;
}

bool isSameForHost(const HalfConditions &conditions, clang::ASTContext &context) {
  if (conditions.empty())
    return true;
  DeviceBodies bodies(context.getSourceManager());
  bodies.TraverseDecl(context.getTranslationUnitDecl());
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](clang::SourceRange range) { return bodies.hold(range); });
}

} // namespace sectorscope
