// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Every difference between the Clang libraries of 19 and 22 that this folder meets. No other file here asks for the
/// version.

#ifndef SECTORSCOPE_FRONTEND_CLANGSHIM_H
#define SECTORSCOPE_FRONTEND_CLANGSHIM_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

#if LLVM_VERSION_MAJOR >= 21
#include "clang/Basic/OffloadArch.h"
#else
#include "clang/Basic/Cuda.h"
#endif

#include <memory>
#include <string>

namespace sectorscope {

/// Whether clang can compile for "sm_NN".
inline bool isKnownArch(const std::string &arch) {
  const clang::OffloadArch found = clang::StringToOffloadArch(arch);
  return found != clang::OffloadArch::UNKNOWN && clang::IsNVIDIAOffloadArch(found);
}

/// The newest PTX version that clang knows; NVPTX has a fatal error for one that is older than the part. The driver
/// takes the toolkit's, or 4.2 if there is none.
inline const char *newestPtxFeature() {
#if LLVM_VERSION_MAJOR >= 22
  return "+ptx90";
#else
  return "+ptx85";
#endif
}

/// A diagnostics engine that prints into `stream`, and what it must not outlive.
class TextDiagnostics {
public:
  TextDiagnostics(llvm::raw_ostream &stream, bool color)
      : options(new clang::DiagnosticOptions), printer(stream, optionsArgument()),
        engine(new clang::DiagnosticsEngine(new clang::DiagnosticIDs, optionsArgument(), &printer, false)) {
    options->ShowColors = color;
  }

  clang::DiagnosticConsumer &consumer() { return printer; }
  clang::DiagnosticsEngine &diagnostics() { return *engine; }

private:
#if LLVM_VERSION_MAJOR >= 21
  std::unique_ptr<clang::DiagnosticOptions> options;
  clang::DiagnosticOptions &optionsArgument() { return *options; }
#else
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options;
  clang::DiagnosticOptions *optionsArgument() { return options.get(); }
#endif
  clang::TextDiagnosticPrinter printer;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> engine;
};

/// Prints into `stream` in the way that `options`, which it refers to, ask for.
inline std::unique_ptr<clang::TextDiagnosticPrinter> makePrinter(llvm::raw_ostream &stream,
                                                                 clang::DiagnosticOptions &options) {
#if LLVM_VERSION_MAJOR >= 21
  return std::make_unique<clang::TextDiagnosticPrinter>(stream, options);
#else
  return std::make_unique<clang::TextDiagnosticPrinter>(stream, &options);
#endif
}

/// A compiler for `invocation` that reports to `consumer`, which it does not own.
inline std::unique_ptr<clang::CompilerInstance> makeCompiler(std::shared_ptr<clang::CompilerInvocation> invocation,
                                                             clang::DiagnosticConsumer &consumer) {
#if LLVM_VERSION_MAJOR >= 21
  auto compiler = std::make_unique<clang::CompilerInstance>(std::move(invocation));
  compiler->createVirtualFileSystem();
#else
  auto compiler = std::make_unique<clang::CompilerInstance>();
  compiler->setInvocation(std::move(invocation));
#endif
  compiler->createDiagnostics(&consumer, /*ShouldOwnClient=*/false);
  return compiler;
}

/// The target triple of `module`, empty if it names none.
inline llvm::Triple tripleOf(const llvm::Module &module) { return llvm::Triple(module.getTargetTriple()); }

inline void setTriple(llvm::Module &module, const char *triple) {
#if LLVM_VERSION_MAJOR >= 21
  module.setTargetTriple(llvm::Triple(triple));
#else
  module.setTargetTriple(triple);
#endif
}

} // namespace sectorscope

#endif
