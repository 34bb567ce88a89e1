// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/CommandLine.h"
#include "cli/Tries.h"

#include <gtest/gtest.h>

using namespace sectorscope;

namespace {

AuditCommand parsed(const std::vector<std::string> &args) { return parseCommandLine(args).audit.value(); }

std::string complaint(const std::vector<std::string> &args) {
  try {
    parseCommandLine(args);
  } catch (const UsageError &error) {
    return error.what();
  }
  return "no complaint";
}

TEST(CommandLine, OptionsStandAnywhere) {
  for (const std::vector<std::string> &args :
       {std::vector<std::string>{"audit", "--block=32,8", "a.cu", "b.cu", "--format", "json"},
        std::vector<std::string>{"audit", "a.cu", "--format=json", "b.cu", "--block", "32,8"}}) {
    const AuditCommand c = parsed(args);
    EXPECT_EQ(c.inputs, (std::vector<std::string>{"a.cu", "b.cu"}));
    EXPECT_EQ(c.block, (Dim3{32, 8, 1}));
    EXPECT_EQ(c.format, ReportFormat::Json);
  }
}

TEST(CommandLine, StatisticsAreAFormOfTheirOwn) {
  EXPECT_EQ(parsed({"audit", "k.cu"}).format, ReportFormat::Text);
  EXPECT_EQ(parsed({"audit", "--statistics", "k.cu"}).format, ReportFormat::Statistics);
  EXPECT_EQ(complaint({"audit", "k.cu", "--statistics", "--format=json"}),
            "--statistics: has a form of its own; leave out --format");
}

TEST(CommandLine, EveryOption) {
  const AuditCommand c = parsed({"audit", "k.cu", "--arch=sm_80", "--grid=7", "--assume", "n=1024", "--arg=m=-2",
                                 "--assume=ld%8=0", "--kernel=^k", "-o", "out.txt", "--fail-on=all", "--fail-on",
                                 "misaligned:note", "--toolkit=/opt/cuda", "--", "-DN=3", "--block=9"});
  EXPECT_EQ(c.arch, "sm_80");
  EXPECT_EQ(c.grid, (Dim3{7, 1, 1}));
  EXPECT_EQ(c.arguments, (std::map<std::string, std::int64_t>{{"n", 1024}, {"m", -2}}));
  EXPECT_EQ(c.kernelPattern, "^k");
  EXPECT_EQ(c.output, "out.txt");
  EXPECT_EQ(c.failOn.size(), 2U);
  EXPECT_EQ(c.toolkit, ToolkitChoice::Required);
  EXPECT_EQ(c.toolkitPath, "/opt/cuda");
  EXPECT_EQ(c.clangArgs, (std::vector<std::string>{"-DN=3", "--block=9"}));
  EXPECT_FALSE(c.block);
  EXPECT_FALSE(c.anyBlock);
  const AuditCommand any = parsed({"audit", "k.cu", "--block", "any"});
  EXPECT_TRUE(any.anyBlock);
  EXPECT_FALSE(any.block);
  EXPECT_EQ(parsed({"audit", "k.cu", "--toolkit=own"}).toolkit, ToolkitChoice::Own);
}

TEST(CommandLine, PartAndTries) {
  EXPECT_EQ(parsed({"audit", "k.cu", "--profile=H200"}).profile->arch, "sm_90");
  EXPECT_FALSE(parsed({"audit", "k.cu"}).profile);
  const AuditCommand c = parsed({"audit", "k.json", "--try", "block=32x8,any", "--try=ld=1024,-3", "--assume=ld%8=0",
                                 "--launch=k<<<1, 64>>>(ld=7)"});
  ASSERT_EQ(c.tries.size(), 2U);
  EXPECT_EQ(c.tries[1].values, (std::vector<std::string>{"1024", "-3"}));
  const std::vector<Variant> variants = variantsOf(c);
  ASSERT_EQ(variants.size(), 4U); // the first name outermost
  EXPECT_EQ(variants[1].command.block, (Dim3{32, 8, 1}));
  EXPECT_EQ(variants[1].command.arguments.at("ld"), -3);
  EXPECT_TRUE(variants[2].command.anyBlock);
  EXPECT_FALSE(variants[2].command.block);
  // What is tried wins over what is given.
  EXPECT_TRUE(variants[0].command.multiples.empty());
  EXPECT_FALSE(variants[0].command.kernels.at(0).launch.block);
  EXPECT_TRUE(variants[0].command.kernels.at(0).launch.arguments.empty());
  EXPECT_EQ(variants[0].command.kernels.at(0).launch.grid, (Dim3{1, 1, 1}));
  EXPECT_EQ(variantsOf(parsed({"audit", "k.cu"})).size(), 1U);
}

TEST(CommandLine, UpdateChecks) {
  const auto update = parseCommandLine({"update-checks", "a.cu", "--dry-run", "b.cu", "--", "--block", "32"}).update;
  ASSERT_TRUE(update);
  EXPECT_EQ(update->files, (std::vector<std::string>{"a.cu", "b.cu"}));
  EXPECT_EQ(update->auditOptions, (std::vector<std::string>{"--block", "32"}));
  EXPECT_TRUE(update->dryRun);
  EXPECT_FALSE(parseCommandLine({"update-checks", "a.cu"}).update->dryRun);
  EXPECT_EQ(complaint({"update-checks"}), "FILE is required; see sectorscope update-checks --help");
  EXPECT_EQ(complaint({"update-check", "a.cu"}), "unknown command 'update-check'; did you mean 'update-checks'?");
  EXPECT_EQ(complaint({"update-checks", "a.cu", "--dryrun"}), "unknown option '--dryrun'; did you mean '--dry-run'?");
  EXPECT_EQ(complaint({"diff", "a.json", "b.json", "--fail-on-wors"}),
            "unknown option '--fail-on-wors'; did you mean '--fail-on-worse'?");
  EXPECT_EQ(complaint({"diff", "a.json", "b.json", "c.json"}),
            "'c.json' is one word too many; see sectorscope diff --help");
  EXPECT_NE(parseCommandLine({"update-checks", "--help"}).text.find("--dry-run"), std::string::npos);
  EXPECT_TRUE(parseCommandLine({"--lit-dir"}).wantsLitFolder);
}

TEST(CommandLine, HelpTeaches) {
  const std::string help = parseCommandLine({"audit", "--help"}).text;
  for (const char *expected : {"Usage: sectorscope audit [options] FILE... [-- clang options]", "--block X[,Y[,Z]]",
                               "--fail-on RULE[:SEVERITY]", "--profile PART", "--try NAME=VALUE,...", "excess-sectors",
                               "misaligned", "Examples:", "Exit code:", ".sectorscope.yaml", "NOLINT"})
    EXPECT_NE(help.find(expected), std::string::npos) << expected << "\n" << help;
  const std::string ofMerge = parseCommandLine({"merge", "--help"}).text;
  EXPECT_NE(ofMerge.find("Usage: sectorscope merge [OPTIONS] FILE..."), std::string::npos) << ofMerge;
  EXPECT_EQ(ofMerge.find("sectorscope audit saxpy.cu"), std::string::npos) << ofMerge; // examples of another command
  EXPECT_NE(parseCommandLine({}).text.find("audit"), std::string::npos);
  EXPECT_TRUE(parseCommandLine({"--version"}).text.starts_with("sectorscope "));
}

TEST(CommandLine, BadInputIsOneLineWithARemedy) {
  EXPECT_EQ(complaint({"audit", "k.cu", "--blok=32"}), "unknown option '--blok=32'; did you mean '--block'?");
  EXPECT_EQ(complaint({"adit", "k.cu"}), "unknown command 'adit'; did you mean 'audit'?");
  EXPECT_EQ(complaint({"--versoin"}), "unknown option '--versoin'; did you mean '--version'?");
  EXPECT_TRUE(complaint({"audit"}).starts_with("no input: name .cu, .ll or .bc files"));
  EXPECT_TRUE(complaint({"audit", "k.cu", "--block", "0"}).starts_with("--block: '0' has an axis of 0"));
  EXPECT_TRUE(complaint({"audit", "k.cu", "--block=2000"}).find("at most 1024") != std::string::npos);
  EXPECT_EQ(complaint({"audit", "k.cu", "--format=jsn"}), "--format: unknown format 'jsn'; did you mean 'json'?");
  EXPECT_TRUE(complaint({"audit", "k.cu", "--arch=sm_9O"}).starts_with("unknown architecture 'sm_9O'"));
  EXPECT_TRUE(complaint({"audit", "k.cu", "--kernel=("}).starts_with("--kernel: '(' is no regular expression"));
  EXPECT_TRUE(complaint({"audit", "k.cu", "--assume", "n"}).starts_with("--assume: 'n' is not NAME=VALUE"));
  EXPECT_EQ(complaint({"audit", "k.cu", "--block"}).find('\n'), std::string::npos);
  EXPECT_NE(complaint({"audit", "k.cu", "--block"}), "no complaint");
}

} // namespace
