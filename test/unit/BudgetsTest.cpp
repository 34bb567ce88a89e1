// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/Budgets.h"
#include "adapter/Config.h"
#include "cli/OptionLists.h"
#include "model/LaunchWaste.h"

#include <gtest/gtest.h>

using namespace sectorscope;

namespace {

std::string complaint(const std::string &text) {
  try {
    parseBudget(text, "--max-excess");
  } catch (const UsageError &error) {
    return error.what();
  }
  return "no complaint";
}

TEST(Budgets, Words) {
  EXPECT_EQ(parseBudget("2", "o").what, Budget::everyKernel);
  EXPECT_EQ(parseBudget("2", "o").most, 2);
  EXPECT_EQ(parseBudget("project=1.5", "o").what, Budget::wholeProject);
  EXPECT_EQ(parseBudget("k<a == b>(int)=1", "o").what, "k<a == b>(int)");
  for (const char *bad : {"", "x", "0.5", "saxpy=", "=2", "nan", "2x", "-1"})
    EXPECT_EQ(complaint(bad), std::string("--max-excess: '") + bad +
                                  "' is no budget; write a number from 1 on, such as 2, project=1.5 or saxpy=1");
}

std::vector<std::string> exceeded(const std::vector<Budget> &budgets,
                                  const std::vector<std::pair<std::string, std::vector<LaunchExcess>>> &kernels) {
  BudgetCheck check;
  for (const auto &[name, launches] : kernels) {
    Kernel kernel;
    kernel.name = name + "(float*)";
    kernel.shortNames = {name};
    check.meet(kernel, launches, budgets);
  }
  return check.exceeded();
}

TEST(Budgets, EveryKernelAnswersForItsWorstLaunch) {
  const std::vector<Budget> two = {{Budget::everyKernel, 2, "--max-excess"}};
  EXPECT_EQ(exceeded(two, {{"k", {{8, 8, true}, {36, 8, true}}}, {"m", {{16, 8, true}}}, {"empty", {{0, 0, true}}}}),
            (std::vector<std::string>{"k(float*): moves 4.5 times its ideal sectors, --max-excess allows 2"}));
}

TEST(Budgets, NamedOnesGoFirst) {
  const std::vector<Budget> budgets = {{"k", 5, "o"}, {Budget::everyKernel, 1, "o"}};
  EXPECT_EQ(exceeded(budgets, {{"k", {{36, 8, true}}}, {"m", {{16, 8, true}}}}),
            (std::vector<std::string>{"m(float*): moves 2 times its ideal sectors, o allows 1"}));
}

TEST(Budgets, TheProjectIsTheSumOrTheMean) {
  const std::vector<Budget> budgets = {{Budget::wholeProject, 1.5, "o"}};
  // 1000 of 1000 and 40 of 10: 1.03 in all.
  EXPECT_TRUE(exceeded(budgets, {{"k", {{1000, 1000, true}}}, {"m", {{40, 10, true}}}}).empty());
  // Blocks of unknown numbers: (1 + 4) / 2.
  EXPECT_EQ(exceeded(budgets, {{"k", {{1000, 1000, false}}}, {"m", {{40, 10, true}}}}),
            (std::vector<std::string>{"the project: moves 2.5 times its ideal sectors, o allows 1.5"}));
}

TEST(Settings, BudgetsAndOptions) {
  const Config c = parseConfig("max-excess: {kernels: 2, saxpy: 1}\nformat: json\nlink: true\nstatistics: false\n"
                               "launches: runs/l.json\nclang-args: [-DA=1, -O3]\njobs: 3\ntoolkit: own\n",
                               "folder/.sectorscope.yaml");
  ASSERT_EQ(c.budgets.size(), 2U);
  EXPECT_EQ(c.budgets[1].what, "saxpy");
  using Words = std::vector<std::string>;
  EXPECT_EQ(withSettings({"audit", "k.cu", "--format=text", "--", "-DB"}, c, true),
            (Words{"audit", "k.cu", "--format=text", "--launches=folder/runs/l.json", "--link", "--toolkit=own", "--",
                   "-DA=1", "-O3", "-DB"}));
  EXPECT_EQ(withSettings({"audit", "-p", "b", "-j2"}, parseConfig("jobs: 3\ncache: c\n", ".sectorscope.yaml"), false),
            (Words{"audit", "-p", "b", "-j2", "--cache=c"}));
  EXPECT_EQ(parseConfig("max-excess: 3\n", "f").budgets.at(0).most, 3);
  const auto bad = [](const std::string &yaml) {
    try {
      parseConfig(yaml, "f");
    } catch (const UsageError &error) {
      return std::string(error.what());
    }
    return std::string("no complaint");
  };
  EXPECT_EQ(bad("max-exces: 3\n"), "f:1: unknown key 'max-exces'; did you mean 'max-excess'?");
  EXPECT_EQ(bad("link: maybe\n"), "f:1: link: expected true or false");
  EXPECT_TRUE(bad("max-excess: {k: 0}\n").starts_with("f:1: max-excess: 'k=0' is no budget"));
}

TEST(Settings, WhatAFileIsAuditedWith) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(
      optionsOfFiles({"-p", "build", "-j4", "--jobs", "3", "--format=sarif", "-o", "out", "--fail-on", "all", "--block",
                      "32,8", "--assume=n=3", "--no-host-launches", "--update-baseline", "--toolkit=own"}),
      (Words{"--block=32,8", "--assume=n=3", "--no-host-launches", "--toolkit=own"}));
}

} // namespace
