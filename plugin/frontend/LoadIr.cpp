// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/LoadIr.h"
#include "frontend/ClangShim.h"
#include "frontend/InputFile.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

namespace sectorscope {

namespace {

/// Keeps LLVM's warnings ("ignoring debug info with an invalid version") off stderr: they are collected as text.
struct CollectDiagnostics final : llvm::DiagnosticHandler {
  explicit CollectDiagnostics(std::string &text) : text(text) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    stream << '\n';
    return true;
  }
  std::string &text;
};

std::string firstLine(llvm::StringRef text) { return text.split('\n').first.trim().str(); }

/// The number behind the last `mark` in `text`: 22 in "LLVM22.1.8" for "LLVM". 0 if there is none.
unsigned majorBehind(llvm::StringRef text, llvm::StringRef mark) {
  const std::size_t at = text.rfind(mark);
  if (at == llvm::StringRef::npos)
    return 0;
  unsigned major = 0;
  text.substr(at + mark.size()).ltrim().consumeInteger(10, major);
  return major;
}

std::string newerThanOurs(const std::string &file, unsigned major) {
  const std::string theirs = std::to_string(major);
  return file + ": written by LLVM " + theirs + ", newer than the LLVM " + std::to_string(LLVM_VERSION_MAJOR) +
         " in use; use the Sectorscope built for LLVM " + theirs;
}

void readBitcode(llvm::MemoryBufferRef buffer, const std::string &file, CompileResult &result) {
  llvm::Expected<std::string> producer = llvm::getBitcodeProducerString(buffer);
  if (producer) {
    if (unsigned major = majorBehind(*producer, "LLVM"); major > LLVM_VERSION_MAJOR) {
      result.error = newerThanOurs(file, major);
      return;
    }
  } else {
    llvm::consumeError(producer.takeError()); // parsing says it better
  }
  llvm::Expected<std::unique_ptr<llvm::Module>> module = llvm::parseBitcodeFile(buffer, *result.context);
  if (module)
    result.module = std::move(*module);
  else
    result.error = file + ": damaged bitcode (" + firstLine(llvm::toString(module.takeError())) + "); write it again";
}

void readText(llvm::MemoryBufferRef buffer, const std::string &file, CompileResult &result) {
  llvm::SMDiagnostic problem;
  result.module = llvm::parseAssembly(buffer, problem, *result.context);
  if (result.module)
    return;
  if (unsigned major = majorBehind(buffer.getBuffer(), "clang version"); major > LLVM_VERSION_MAJOR) {
    result.error = newerThanOurs(file, major);
    return;
  }
  result.error = file + ":" + std::to_string(problem.getLineNo()) + ":" + std::to_string(problem.getColumnNo() + 1) +
                 ": not IR that LLVM " + std::to_string(LLVM_VERSION_MAJOR) + " can read (" +
                 firstLine(problem.getMessage()) + "); give a .cu, or the .ll or .bc of a clang no newer than this";
}

/// Early versions of Triton do not name the target in their .llir files; that there are kernels says it.
bool hasKernels(const llvm::Module &module) {
  return module.getNamedMetadata("nvvm.annotations") || llvm::any_of(module, [](const llvm::Function &function) {
           return function.getCallingConv() == llvm::CallingConv::PTX_Kernel;
         });
}

/// What a module must be for the analysis to rely on it. Sets `error` otherwise.
void check(const std::string &file, CompileResult &result) {
  if (tripleOf(*result.module).str().empty() && hasKernels(*result.module))
    setTriple(*result.module, "nvptx64-nvidia-cuda");
  const llvm::Triple triple = tripleOf(*result.module);
  if (!triple.isNVPTX()) {
    result.error = file + ": not GPU code: its target is " + (triple.str().empty() ? "not named" : triple.str()) +
                   "; compile the device half: clang++ --cuda-device-only -S -emit-llvm";
    return;
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  bool brokenDebugInfo = false;
  if (llvm::verifyModule(*result.module, &stream, &brokenDebugInfo)) {
    result.error = file + ": not well-formed IR (" + firstLine(text) + "); write it again";
    return;
  }
  if (brokenDebugInfo) {
    llvm::StripDebugInfo(*result.module);
    result.notes.push_back(file + ": its debug information is damaged and was left out: no line numbers");
  }
}

/// Reads one file into the context of `result`.
void readFile(const std::string &file, CompileResult &result) {
  result.error = inputProblem(file, "LLVM IR");
  if (!result.error.empty())
    return;
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer) {
    result.error = file + ": cannot be read: " + buffer.getError().message();
    return;
  }
  const llvm::StringRef bytes = (*buffer)->getBuffer();
  if (llvm::isBitcode(reinterpret_cast<const unsigned char *>(bytes.begin()),
                      reinterpret_cast<const unsigned char *>(bytes.end())))
    readBitcode(**buffer, file, result);
  else if (bytes.take_front(4096).contains('\0'))
    result.error = file + ": neither textual LLVM IR nor bitcode; give a .cu, .ll or .bc file";
  else
    readText(**buffer, file, result);
  if (result.module)
    check(file, result);
}

/// Adds `other` to the module of `result`.
void linkInto(CompileResult &result, std::unique_ptr<llvm::Module> other, const std::string &file) {
  result.diagnostics.clear();
  const bool failed = llvm::Linker::linkModules(*result.module, std::move(other));
  if (failed)
    result.error = file + ": does not link with the files before it (" + firstLine(result.diagnostics) +
                   "); name the files of one program, each once";
  result.diagnostics.clear();
}

} // namespace

CompileResult loadIr(const std::string &file) { return loadLinkedIr({file}); }

CompileResult loadLinkedIr(const std::vector<std::string> &files) {
  CompileResult result;
  result.context = std::make_unique<llvm::LLVMContext>();
  result.context->setDiagnosticHandler(std::make_unique<CollectDiagnostics>(result.diagnostics));
  for (const std::string &file : files) {
    const std::string crash = runGuarded([&] {
      std::unique_ptr<llvm::Module> linked = std::move(result.module);
      readFile(file, result);
      if (linked && result.error.empty()) {
        std::swap(linked, result.module);
        linkInto(result, std::move(linked), file);
      }
      if (!result.error.empty())
        result.module.reset();
    });
    if (!crash.empty()) {
      (void)result.module.release();
      (void)result.context.release();
      result.error = file + ": LLVM itself failed on it (" + crash + "); write it again";
    }
    if (!result.error.empty())
      break;
  }
  return result;
}

} // namespace sectorscope
