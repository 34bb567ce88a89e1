// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the lit tests of the front end run: compiles or loads one file and prints its IR, or the reason why not.
///
///   sectorscope-compile [--own | --toolkit[=DIR]] [--host] [--arch=sm_NN] FILE [-- clang options]

#include "frontend/CompileCuda.h"
#include "frontend/LoadIr.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  using namespace sectorscope;
  CompileRequest request;
  request.ownHeaders = findOwnHeaders(argv[0]);
  bool printDirs = false;
  int i = 1;
  for (; i < argc && llvm::StringRef(argv[i]) != "--"; ++i) {
    llvm::StringRef arg = argv[i];
    if (arg == "--own")
      request.toolkit = ToolkitChoice::Own;
    else if (arg == "--toolkit")
      request.toolkit = ToolkitChoice::Required;
    else if (arg.consume_front("--toolkit="))
      request.toolkitPath = arg.str();
    else if (arg == "--host")
      request.half = CudaHalf::Host;
    else if (arg.consume_front("--arch="))
      request.arch = arg.str();
    else if (arg == "--system-dirs")
      printDirs = true;
    else
      request.file = arg.str();
  }
  for (++i; i < argc; ++i)
    request.extraArgs.push_back(argv[i]);

  const CompileResult result =
      llvm::StringRef(request.file).ends_with(".cu") ? compileCuda(request) : loadIr(request.file);
  llvm::errs() << result.diagnostics;
  for (const std::string &note : result.notes)
    llvm::errs() << "note: " << note << '\n';
  if (!result.error.empty()) {
    llvm::errs() << "error: " << result.error << '\n';
    return 2;
  }
  if (printDirs)
    for (const std::string &dir : result.systemHeaderDirs)
      llvm::outs() << dir << '\n';
  else
    result.module->print(llvm::outs(), nullptr);
  return 0;
}
