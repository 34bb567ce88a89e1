// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/HelpTexts.h"

#include "model/Rules.h"

#include <fmt/format.h>

namespace sectorscope {

std::string rulesText() {
  std::string text = "Rules:\n";
  for (const RuleEntry &rule : allRules())
    text += fmt::format("  {:<28}{}\n", rule.name, rule.summary);
  return text;
}

std::string examplesText() {
  return "Examples:\n"
         "  sectorscope audit saxpy.cu                          report on the terminal\n"
         "  sectorscope audit src/ --block 32,8                 every .cu below src, for a given block\n"
         "  sectorscope audit k.cu --assume n=1024 --grid 64    with a scalar argument and the grid known\n"
         "  sectorscope audit k.cu -- -Iinclude -DTILE=32       what stands behind -- goes to clang\n"
         "  sectorscope audit k.bc --format=json -o k.json      LLVM IR in, JSON out\n"
         "  sectorscope audit k.json --block 16,16 --profile a100   what if: audits a JSON report again, compiles "
         "nothing\n"
         "  sectorscope audit k.json --try block=32x8,8x32      a table: every access under each of the values\n"
         "  sectorscope audit k.cu --fail-on=excess-sectors     gate: exit code 1 if there is such a finding\n"
         "  sectorscope audit src/ --baseline known.json        the same for findings that are not in the baseline\n"
         "  sectorscope audit src/ --format=sarif -o out.sarif  for code scanning; gcc, rdjsonl, remarks for others\n"
         "  sectorscope audit k.cu --format=check | FileCheck k.cu\n"
         "  sectorscope update-checks k.cu                      new numbers for its CHECK lines, after a wanted "
         "change\n"
         "  sectorscope diff old.json new.json                  what got better or worse between two JSON reports\n"
         "  sectorscope audit -p build/                         every CUDA file of build/compile_commands.json\n"
         "  sectorscope merge a.json b.json -o all.json         one report of many\n"
         "\n"
         "Exit code: 0 no finding at a gate, 1 a finding at a gate, 2 bad input (the other files are still reported).\n"
         "Settings for a project stand in .sectorscope.yaml, found upwards from each file. A finding is silenced by\n"
         "// NOLINT(sectorscope-RULE) on its line.\n";
}

} // namespace sectorscope
