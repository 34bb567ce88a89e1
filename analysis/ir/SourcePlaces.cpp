// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/SourcePlaces.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace sectorscope {
namespace {

std::string absolutePath(const llvm::DIScope &scope) {
  llvm::SmallString<256> path(scope.getFilename());
  if (!llvm::sys::path::is_absolute(path)) {
    llvm::SmallString<256> full(scope.getDirectory());
    llvm::sys::path::append(full, path);
    path = full;
  }
  llvm::sys::path::remove_dots(path, true);
  return path.str().str();
}

bool isBelow(llvm::StringRef path, llvm::StringRef folder) {
  return !folder.empty() && path.consume_front(folder) && (path.empty() || folder.back() == '/' || path.front() == '/');
}

} // namespace

bool SourcePlaces::isSystem(const llvm::DIScope &scope) const {
  const std::string path = absolutePath(scope);
  return std::any_of(options.systemFolders.begin(), options.systemFolders.end(),
                     [&](const std::string &folder) { return isBelow(path, folder); });
}

SourcePlace SourcePlaces::place(const llvm::DIScope &scope, unsigned line, unsigned column) const {
  const std::string path = absolutePath(scope);
  llvm::StringRef shown = path;
  if (isBelow(path, options.projectRoot))
    shown = llvm::StringRef(path).drop_front(options.projectRoot.size()).ltrim('/');
  else if (!llvm::sys::path::is_absolute(scope.getFilename()))
    shown = scope.getFilename();
  else // reports hold no absolute paths
    shown = llvm::sys::path::filename(path);
  return {shown.str(), line, column};
}

std::vector<InlineFrame> SourcePlaces::inlineStack(const llvm::Instruction &instruction) const {
  std::vector<InlineFrame> frames;
  for (const llvm::DILocation *at = instruction.getDebugLoc(); at; at = at->getInlinedAt()) {
    const llvm::DISubprogram *function = at->getScope()->getSubprogram();
    std::string name;
    if (function)
      name = function->getLinkageName().empty() ? function->getName().str()
                                                : llvm::demangle(function->getLinkageName().str());
    frames.push_back({name, place(*at->getScope(), at->getLine(), at->getColumn())});
  }
  std::reverse(frames.begin(), frames.end());
  return frames;
}

SourcePlace SourcePlaces::placeOf(const llvm::Instruction &instruction) const {
  const llvm::DILocation *at = instruction.getDebugLoc();
  if (!at)
    return placeOf(*instruction.getFunction());
  while (at->getInlinedAt() && (isSystem(*at->getScope()) || at->getLine() == 0))
    at = at->getInlinedAt();
  return place(*at->getScope(), at->getLine(), at->getColumn());
}

SourcePlace SourcePlaces::placeOf(const llvm::Function &function) const {
  if (const llvm::DISubprogram *subprogram = function.getSubprogram())
    return place(*subprogram, subprogram->getLine(), 0);
  return {};
}

bool SourcePlaces::onlyInSystemHeaders(const llvm::Instruction &instruction) const {
  const llvm::DILocation *at = instruction.getDebugLoc();
  if (!at)
    return false;
  for (; at; at = at->getInlinedAt())
    if (!isSystem(*at->getScope()))
      return false;
  return true;
}

} // namespace sectorscope
