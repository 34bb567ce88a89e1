// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/CommandLine.h"
#include "cli/RunAudit.h"

#include "llvm/Support/FileSystem.h"

#include <cstdio>
#include <exception>

int main(int argc, char **argv) {
  using namespace sectorscope;
  try {
    const ParsedCommandLine parsed = parseCommandLine({argv + 1, argv + argc});
    if (parsed.diff)
      return runDiff(*parsed.diff);
    if (!parsed.audit) {
      std::fputs(parsed.text.c_str(), stdout);
      return ExitGood;
    }
    int anchor = 0; // any address of this program
    return runAudit(*parsed.audit, llvm::sys::fs::getMainExecutable(argv[0], &anchor));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "sectorscope: %s\n", error.what());
    return ExitBadInput;
  }
}
