// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/LitFolder.h"
#include "cli/Outcome.h"
#include "cli/ParseWithSettings.h"
#include "cli/RunAudit.h"
#include "cli/RunProject.h"

#include "llvm/Support/FileSystem.h"

#include <cstdio>
#include <exception>

using namespace sectorscope;

int main(int argc, char **argv) {
  try {
    const ParsedCommandLine parsed = parseWithSettings({argv + 1, argv + argc});
    if (parsed.diff)
      return runDiff(*parsed.diff);
    if (parsed.merge)
      return runMerge(*parsed.merge);
    int anchor = 0; // any address of this program
    const std::string executable = llvm::sys::fs::getMainExecutable(argv[0], &anchor);
    if (parsed.update)
      return runUpdate(*parsed.update, executable);
    if (!parsed.audit) {
      const std::string text = parsed.wantsLitFolder ? findLitFolder(executable) + "\n" : parsed.text;
      std::fputs(text.c_str(), stdout);
      return ExitGood;
    }
    return parsed.audit->project.database.empty() ? runAudit(*parsed.audit, executable)
                                                  : runProject(*parsed.audit, executable);
  } catch (const std::exception &error) {
    complain(error.what());
    return ExitBadInput;
  }
}
