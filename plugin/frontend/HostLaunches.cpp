// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HostLaunches.h"

#include "frontend/HostInterpreter.h"
#include "frontend/HostProgram.h"
#include "frontend/KernelParameters.h"

#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <memory>

namespace sectorscope {
namespace {

/// Expressions and statements: of a whole file, of one place where a run begins, and of one that was not reached.
constexpr std::size_t kEffort = 4000000, kRootEffort = 2000000, kLateEffort = 200000; // some tenths of a second
constexpr std::size_t kMostPerPlace = 8; // launches of one kernel; more become one, of what they have in common

std::optional<Dim3> dimsOf(const HostValue &value) {
  const HostValue::Parts *parts = value.parts();
  if (!parts || parts->size() != 3)
    return std::nullopt;
  Dim3 dims{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto number = (*parts)[i].number();
    if (!number || *number < 1 || *number > UINT32_MAX)
      return std::nullopt;
    dims[i] = static_cast<unsigned>(*number);
  }
  return dims;
}

/// What no part can run, such as "grid 0x1x1 has an axis of 0"; empty as far as is known.
std::string problemOf(const char *what, const HostValue &value, const Dim3 &largest) {
  const HostValue::Parts *parts = value.parts();
  if (!parts || parts->size() != 3)
    return "";
  Dim3 dims{1, 1, 1}; // what is not known may be the least
  std::string text;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto number = (*parts)[i].number();
    if (number)
      dims[i] = static_cast<unsigned>(std::clamp<std::int64_t>(*number, 0, UINT32_MAX));
    text += (i ? "x" : "") + (number ? std::to_string(*number) : "?");
  }
  const std::string problem = shapeProblem(dims, largest);
  return problem.empty() ? "" : std::string(what) + " " + text + " " + problem;
}

/// Names kernels and turns what the interpreter met into launches.
class LaunchWriter {
public:
  explicit LaunchWriter(clang::ASTContext &context) : context(context), mangler(context.createMangleContext()) {}

  void add(const HostLaunch &met) {
    HostLaunchShape found;
    LaunchShape &launch = found.shape;
    launch.origin = LaunchOrigin::HostCode;
    launch.grid = dimsOf(met.grid);
    launch.block = dimsOf(met.block);
    const clang::FunctionDecl *kernel = met.kernel->getDefinition();
    kernel = kernel ? kernel : met.kernel;
    for (unsigned i = 0; i < met.arguments.size() && i < kernel->getNumParams(); ++i) {
      const clang::ParmVarDecl &parameter = *kernel->getParamDecl(i);
      const std::string name = parameterName(*kernel, i);
      if (parameter.getType()->isRecordType())
        addFields(met.arguments[i], parameter.getType(), name, 0, found);
      else
        addNumber(met.arguments[i], parameter.getType(), name, found);
    }
    const clang::SourceManager &sources = context.getSourceManager();
    const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(met.place));
    if (place.isValid())
      launch.place = {place.getFilename(), place.getLine(), place.getColumn()};
    std::string problem = problemOf("grid", met.grid, largestGrid);
    problem = problem.empty() ? problemOf("block", met.block, largestBlock) : problem;
    if (!problem.empty())
      return addNote({launch.place, kernel->getQualifiedNameAsString() + " cannot be launched here, " + problem});
    if (!launch.grid && !launch.block && launch.arguments.empty())
      return;
    addShape(result.byKernel[mangledName(*mangler, *kernel)], std::move(found));
  }

  void addNote(HostNote note) {
    if (std::none_of(result.notes.begin(), result.notes.end(),
                     [&](const HostNote &other) { return other.place == note.place && other.text == note.text; }))
      result.notes.push_back(std::move(note));
  }

  HostLaunches result;

private:
  static bool isSame(const LaunchShape &a, const LaunchShape &b) {
    return a.grid == b.grid && a.block == b.block && a.arguments == b.arguments;
  }

  static void addShape(std::vector<HostLaunchShape> &known, HostLaunchShape found) {
    std::size_t fromHere = 0;
    HostLaunchShape *joined = nullptr;
    for (HostLaunchShape &other : known) {
      if (isSame(other.shape, found.shape))
        return;
      if (other.shape.place == found.shape.place) {
        ++fromHere;
        joined = other.isJoined ? &other : joined;
      }
    }
    if (!joined && fromHere < kMostPerPlace) {
      known.push_back(std::move(found));
      return;
    }
    const SourcePlace place = found.shape.place;
    for (const HostLaunchShape &other : known)
      if (other.shape.place == place)
        keepCommon(found.shape, other.shape);
    found.isJoined = true;
    std::erase_if(known, [&](const HostLaunchShape &other) { return other.shape.place == place; });
    known.push_back(std::move(found));
  }

  static void keepCommon(LaunchShape &launch, const LaunchShape &other) {
    if (launch.grid != other.grid)
      launch.grid.reset();
    if (launch.block != other.block)
      launch.block.reset();
    std::erase_if(launch.arguments, [&](const auto &argument) {
      const auto same = other.arguments.find(argument.first);
      return same == other.arguments.end() || same->second != argument.second;
    });
  }

  void addNumber(const HostValue &value, clang::QualType type, const std::string &name, HostLaunchShape &found) const {
    const auto number = value.number();
    // The interpreter converts to the type of the parameter; a pointer cast may have lied about it.
    if (!number || !type->isIntegralOrEnumerationType() || value.integer()->getBitWidth() != context.getIntWidth(type))
      return;
    found.shape.arguments[name] = *number;
    found.bits[name] = static_cast<unsigned>(context.getTypeSize(type));
  }

  void addFields(const HostValue &value, clang::QualType type, const std::string &name, std::uint64_t offset,
                 HostLaunchShape &found) const {
    const std::vector<clang::QualType> types = partTypesOf(type);
    const HostValue::Parts *parts = value.parts();
    if (!parts || parts->size() != types.size())
      return;
    for (unsigned i = 0; i < types.size(); ++i) {
      const std::uint64_t at = offset + offsetOfPart(context, type, i);
      if (types[i]->isRecordType() || types[i]->isArrayType())
        addFields((*parts)[i], types[i], name, at, found);
      else
        addNumber((*parts)[i], types[i], name + "+" + std::to_string(at), found);
    }
  }

  clang::ASTContext &context;
  std::unique_ptr<clang::MangleContext> mangler;
};

} // namespace

HostLaunches findHostLaunches(clang::ASTContext &context, const HostProgram &program) {
  HostInterpreter interpreter(context, program);
  const auto left = [&](std::size_t most) {
    return std::min(most, kEffort - std::min(kEffort, interpreter.stepsDone()));
  };
  for (const clang::FunctionDecl *root : program.roots)
    interpreter.run(*root, left(kRootEffort));
  // What was not reached, though nothing says that it never runs: begin there.
  for (const clang::FunctionDecl *function : program.launching) {
    const auto callers = program.callers.find(function);
    const bool isCalled = callers != program.callers.end() &&
                          std::any_of(callers->second.begin(), callers->second.end(),
                                      [&](const auto *caller) { return interpreter.wasEntered(*caller); });
    if (!interpreter.wasEntered(*function) && (!isCalled || interpreter.wasCutShort() || function->isWeak()))
      interpreter.run(*function, kLateEffort);
  }
  LaunchWriter writer(context);
  for (const HostLaunch &launch : interpreter.launches)
    writer.add(launch);
  if (interpreter.ranOut())
    writer.addNote({{},
                    "its host code takes more steps than are followed: launches may be missing, give them with "
                    "--launch"});
  return std::move(writer.result);
}

} // namespace sectorscope
