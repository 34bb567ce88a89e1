// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/CompileCuda.h"
#include "frontend/ClangShim.h"
#include "frontend/CudaArch.h"
#include "frontend/CudaToolkit.h"
#include "frontend/DriverArgs.h"
#include "frontend/HalfConditions.h"
#include "frontend/HostLaunches.h"
#include "frontend/HostProgram.h"
#include "frontend/InputFile.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Driver/Tool.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

namespace sectorscope {

namespace {

/// Looks for launches and names of fields once the whole file is parsed.
class LaunchConsumer : public clang::ASTConsumer {
public:
  /// `conditions`: those of a device half; null for a host half, whose launches are read in any case.
  LaunchConsumer(CompileResult &result, bool readsLaunches, std::shared_ptr<const HalfConditions> conditions)
      : result(result), readsLaunches(readsLaunches), conditions(std::move(conditions)) {}

  void HandleTranslationUnit(clang::ASTContext &context) override {
    if (context.getDiagnostics().hasErrorOccurred())
      return;
    const HostProgram program = readHostProgram(context);
    if (conditions) {
      result.fieldNames = findFieldNames(context, program);
      result.recordLayouts = findRecordLayouts(context, program);
    }
    result.needsHostHalf = readsLaunches && conditions && !isSameForHost(*conditions, context);
    if (readsLaunches && !result.needsHostHalf)
      result.hostLaunches = findHostLaunches(context, program);
  }

private:
  CompileResult &result;
  const bool readsLaunches;
  std::shared_ptr<const HalfConditions> conditions;
};

/// Parses a host half for its launches.
class ReadHostHalf : public clang::ASTFrontendAction {
public:
  explicit ReadHostHalf(CompileResult &result) : result(result) {}

private:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef) override {
    return std::make_unique<LaunchConsumer>(result, true, nullptr);
  }
  CompileResult &result;
};

/// Emits the optimised module into memory, reads the launches of the host code, and asks clang which include folders it
/// holds to be the system's.
class EmitModule : public clang::EmitLLVMOnlyAction {
public:
  EmitModule(llvm::LLVMContext *context, CompileResult &result, bool readsLaunches)
      : EmitLLVMOnlyAction(context), result(result), systemDirs(result.systemHeaderDirs), readsLaunches(readsLaunches) {
  }

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(
        std::make_unique<LaunchConsumer>(result, readsLaunches, watchHalfConditions(compiler.getPreprocessor())));
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  void EndSourceFileAction() override {
    const clang::HeaderSearch &search = getCompilerInstance().getPreprocessor().getHeaderSearchInfo();
    for (const clang::DirectoryLookup &dir : search.search_dir_range())
      if (dir.getDirCharacteristic() != clang::SrcMgr::C_User)
        systemDirs.push_back(dir.getName().str());
    EmitLLVMOnlyAction::EndSourceFileAction();
  }

private:
  CompileResult &result;
  std::vector<std::string> &systemDirs;
  const bool readsLaunches;
};

/// Every file that is read. What the system has is as good a reason for another result.
class AllDependencies : public clang::DependencyCollector {
public:
  bool needSystemDependencies() override { return true; }
};

/// What clang itself sets up in its main(): the two targets whose IR passes the pipeline asks for.
void initialiseTargets() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
}

/// The arguments of the one cc1 call among the jobs of `compilation`, or null and a reason.
const llvm::opt::ArgStringList *singleCompileJob(const clang::driver::Compilation &compilation, std::string &problem) {
  const llvm::opt::ArgStringList *found = nullptr;
  for (const clang::driver::Command &job : compilation.getJobs()) {
    if (llvm::StringRef(job.getCreator().getName()) != "clang")
      continue;
    if (found) {
      problem = "the clang options ask for more than one compilation; give one file and one --arch";
      return nullptr;
    }
    found = &job.getArguments();
  }
  if (!found)
    problem = "the clang options leave nothing to compile";
  return found;
}

std::string countErrors(const clang::DiagnosticConsumer &consumer) {
  const unsigned errors = consumer.getNumErrors();
  return std::to_string(errors) + (errors == 1 ? " error" : " errors");
}

/// Runs clang with `args` (a clang command line, program name first) and `action`. Says what went wrong, empty where
/// nothing did.
std::string runClang(const std::vector<std::string> &args, const CompileRequest &request, clang::FrontendAction &action,
                     std::string &diagnostics, std::vector<std::string> &dependencies) {
  llvm::raw_string_ostream text(diagnostics);
  TextDiagnostics driverDiagnostics(text, request.color);
  driverDiagnostics.diagnostics().setIgnoreAllWarnings(true); // about our own options; cc1 has an engine of its own
  std::vector<const char *> rawArgs;
  for (const std::string &arg : args)
    rawArgs.push_back(arg.c_str());

  clang::driver::Driver driver(args.front(), llvm::sys::getDefaultTargetTriple(), driverDiagnostics.diagnostics());
  driver.setCheckInputsExist(false);
  std::unique_ptr<clang::driver::Compilation> compilation(driver.BuildCompilation(rawArgs));
  const auto refused = [&] {
    return request.file + ": clang does not take its options (" + countErrors(driverDiagnostics.consumer()) +
           "); check what stands behind --";
  };
  if (!compilation || driverDiagnostics.consumer().getNumErrors() > 0)
    return refused();
  std::string problem;
  const llvm::opt::ArgStringList *job = singleCompileJob(*compilation, problem);
  if (!job)
    return request.file + ": " + problem;

  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, *job, driverDiagnostics.diagnostics(), rawArgs.front()))
    return refused();
  invocation->getFrontendOpts().DisableFree = false; // many files in one process
  invocation->getDiagnosticOpts().ShowColors = request.color;
  const auto printer = makePrinter(text, invocation->getDiagnosticOpts()); // colours, [-Wname], carets as asked
  std::unique_ptr<clang::CompilerInstance> compiler = makeCompiler(invocation, *printer);
  compiler->setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>()); // "1 error generated", on stderr
  const auto read = std::make_shared<AllDependencies>();
  compiler->addDependencyCollector(read);
  const bool isGood = compiler->ExecuteAction(action);
  dependencies.insert(dependencies.end(), read->getDependencies().begin(), read->getDependencies().end());
  if (isGood)
    return "";
  return request.file + ": does not compile for " + (request.half == CudaHalf::Device ? request.arch : "the host") +
         " (" + countErrors(*printer) + ")";
}

/// The optimised module. `result.error` says what went wrong.
void compileHalf(const DriverArgs &driverArgs, const CompileRequest &request, CompileResult &result) {
  result.context = std::make_unique<llvm::LLVMContext>();
  EmitModule action(result.context.get(), result, request.readsLaunches);
  result.error = runClang(driverArgs.args, request, action, result.diagnostics, result.dependencies);
  if (result.error.empty())
    result.module = action.takeModule();
  else if (!driverArgs.usesToolkit && llvm::StringRef(result.error).contains("does not compile"))
    result.error += "; a CUDA toolkit is given with --toolkit, options of its build behind --";
  else if (llvm::StringRef(result.error).contains("does not compile"))
    result.error += "; options of its build go behind --";
}

/// The launches of a file that says to the host what it does not say to the device; without them, a note.
void readHostHalf(CompileRequest request, CompileResult &result) {
  request.half = CudaHalf::Host;
  request.color = false;
  std::string problem, diagnostics;
  const DriverArgs driverArgs = makeDriverArgs(request);
  ReadHostHalf action(result);
  const std::string crash =
      runGuarded([&] { problem = runClang(driverArgs.args, request, action, diagnostics, result.dependencies); });
  if (!crash.empty())
    problem = request.file + ": clang itself failed on its host half (" + crash + ")";
  if (problem.empty())
    return;
  const llvm::StringRef firstError = llvm::StringRef(diagnostics).split(": error: ").second.split('\n').first;
  result.hostLaunches = {};
  result.notes.push_back(problem + (firstError.empty() ? "" : ": " + firstError.str()) +
                         "; it asks for __CUDA_ARCH__, so its launches are not read: give them with --launch");
}

} // namespace

CompileResult compileCuda(const CompileRequest &request) {
  CompileResult result;
  result.error = inputProblem(request.file, "a CUDA source");
  if (!result.error.empty())
    return result;
  DriverArgs driverArgs = makeDriverArgs(request);
  result.error = driverArgs.error;
  if (!result.error.empty())
    return result;
  result.notes = driverArgs.notes;

  initialiseTargets();
  const std::string crash = runGuarded([&] { compileHalf(driverArgs, request, result); });
  if (!crash.empty()) {
    // What a broken-off run leaves behind is not to be destroyed.
    (void)result.module.release();
    (void)result.context.release();
    result.error = request.file + ": clang itself failed on it (" + crash + "); try other clang options behind --";
  }
  if (result.module && result.needsHostHalf && request.half == CudaHalf::Device)
    readHostHalf(request, result);
  return result;
}

} // namespace sectorscope
