// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ListedLaunches.h"

#include "model/InternalNames.h"

#include <gtest/gtest.h>

namespace sectorscope {
namespace {

using Arguments = std::map<std::string, std::int64_t>;
using Residues = std::map<std::string, std::uint64_t>;

/// A kernel whose one access hangs on the given leaves.
Kernel kernelOf(const std::vector<ParamLeaf> &leaves, const std::string &name = "k") {
  Kernel kernel;
  kernel.name = kernel.mangled = name;
  ExprGraph &g = kernel.graph;
  ExprId sum = g.leaf(Op::Tid, 64, 0);
  for (const ParamLeaf &leaf : leaves) {
    const ExprId param = g.param(leaf);
    sum = g.binary(Op::Add, sum, leaf.width == 64 ? param : g.unary(Op::SExt, 64, param));
  }
  kernel.sites.push_back({.bytesPerLane = 4, .address = sum, .guard = g.constant(1, 1)});
  return kernel;
}

ParamLeaf leaf(unsigned argument, std::uint64_t offset, const char *name, unsigned width, bool isPointer = false) {
  return {.argument = argument,
          .offset = offset,
          .name = name,
          .width = static_cast<std::uint8_t>(width),
          .isPointer = isPointer};
}

ListedLaunch launchOf(std::vector<ObservedParameter> parameters, std::uint64_t times = 1, std::uint64_t order = 0) {
  ListedLaunch launch{.parameters = std::move(parameters), .order = order};
  launch.shape.origin = LaunchOrigin::Observed;
  launch.shape.block = Dim3{32, 1, 1};
  launch.shape.grid = Dim3{1, 1, 1};
  launch.shape.times = times;
  return launch;
}

ObservedParameter number(std::uint64_t value, unsigned bytes) {
  ObservedParameter parameter;
  for (unsigned i = 0; i < bytes; ++i)
    parameter.bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  return parameter;
}

TEST(ListedLaunches, BytesBecomeNumbersOfTheWidthThatTheKernelReads) {
  const Kernel kernel = kernelOf({leaf(0, 0, "a", 64, true), leaf(1, 0, "n", 32), leaf(2, 0, "flag", 1),
                                  leaf(3, 0, "small", 8), leaf(4, 0, "large", 64), leaf(5, 0, "none", 64, true),
                                  leaf(6, 0, "host", 64, true), leaf(9, 0, "missing", 32)});
  const LaunchShape met = meet(kernel, launchOf({{.bytes = {}, .pointers = {{0, 16}}},
                                                 number(0xfffffffeU, 4),
                                                 number(1, 1),
                                                 number(0x80, 1),
                                                 number(0x8000000000000001U, 8),
                                                 number(0, 8),
                                                 number(0x7f0000001230U, 8)}));
  EXPECT_EQ(met.arguments, (Arguments{{"n", -2},
                                      {"flag", 1},
                                      {"small", -128},
                                      {"large", std::numeric_limits<std::int64_t>::min() + 1},
                                      {"none", 0}}));
  EXPECT_EQ(met.pointers, (Residues{{"a", 16}, {"host", 0x30}}));
}

TEST(ListedLaunches, FieldsOfStructsByTheirOffset) {
  // struct { float *data; int rows, ld; long step; }: one field alone, two fields in one read, a pointer as a number,
  // a read that takes half of it, and one behind the end of what was recorded.
  const Kernel kernel =
      kernelOf({leaf(1, 0, "view.data", 64, true), leaf(1, 12, "view.ld", 32), leaf(1, 8, "view+8..15", 64),
                leaf(1, 16, "view+16..23", 64), leaf(1, 4, "half", 64), leaf(1, 24, "behind", 32)});
  ObservedParameter view = number(0, 8);
  for (const std::uint8_t byte : {0x03, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0})
    view.bytes.push_back(byte);
  view.pointers = {{0, 8}, {16, 200}};
  const LaunchShape met = meet(kernel, launchOf({{}, view}));
  EXPECT_EQ(met.arguments,
            (Arguments{{"view.ld", -1}, {"view+8..15", static_cast<std::int64_t>(0xffffffff00000003U)}}));
  EXPECT_EQ(met.pointers, (Residues{{"view.data", 8}, {"view+16..23", 200}}));
}

TEST(ListedLaunches, AFieldThatIsReadInTwoWidthsHasTheWiderValue) {
  const Kernel kernel = kernelOf({leaf(0, 4, "view.n", 8), leaf(0, 4, "view.n", 32)});
  EXPECT_EQ(meet(kernel, launchOf({number(0x1ff00000000, 8)})).arguments, (Arguments{{"view.n", 0x1ff}}));
}

TEST(ListedLaunches, WhatIsGivenByNameStays) {
  ListedLaunch launch = launchOf({number(3, 4)});
  launch.shape.arguments = {{"n", 5}};
  EXPECT_EQ(meet(kernelOf({leaf(0, 0, "n", 32)}), launch).arguments, (Arguments{{"n", 5}}));
}

Program programOf(std::vector<Kernel> kernels) {
  Program program;
  program.kernels = std::move(kernels);
  return program;
}

TEST(ListedLaunches, LaunchesThatAreTheSameToTheKernelAreOne) {
  LaunchList list{.name = "l.json", .byKernel = {}};
  for (std::uint64_t i = 0; i < 40; ++i) // the kernel does not read the second parameter
    list.byKernel["k"].push_back(launchOf({number(i % 4, 4), number(i, 4)}, i % 4 == 3 ? 5 : 1, i));
  const MetLaunches met = meet(programOf({kernelOf({leaf(0, 0, "n", 32)})}), list);
  const std::vector<LaunchShape> &launches = met.byKernel.at("k");
  ASSERT_EQ(launches.size(), 4U);
  EXPECT_EQ(launches[1].arguments, (Arguments{{"n", 1}}));
  EXPECT_EQ(launches[1].times, 10U);
  EXPECT_EQ(launches[3].times, 50U);
  EXPECT_TRUE(met.notes.empty());
}

TEST(ListedLaunches, TheMostFrequentAreTakenThenTheFirst) {
  LaunchList list{.name = "l.json", .byKernel = {}};
  for (std::uint64_t i = 0; i < 2000; ++i)
    list.byKernel["k"].push_back(launchOf({number(i, 4)}, i == 1500 ? 9 : i == 1000 ? 4 : 1, i));
  const MetLaunches met = meet(programOf({kernelOf({leaf(0, 0, "n", 32)})}), list, 3);
  const std::vector<LaunchShape> &launches = met.byKernel.at("k");
  ASSERT_EQ(launches.size(), 3U);
  EXPECT_EQ(launches[0].arguments.at("n"), 0);
  EXPECT_EQ(launches[1].arguments.at("n"), 1000);
  EXPECT_EQ(launches[2].arguments.at("n"), 1500);
  EXPECT_EQ(launches[2].times, 9U);
  ASSERT_EQ(met.notes.size(), 1U);
  EXPECT_EQ(met.notes[0],
            "k: 1997 launches in l.json left out, with 1997 other sets of arguments than the 3 shown, which were made "
            "more often or before; --launches-per-kernel takes more");
}

TEST(ListedLaunches, WhatAPersonListedIsTakenAsItIs) {
  LaunchList list{.name = "l.json", .byKernel = {}};
  for (int i = 0; i < 20; ++i) {
    ListedLaunch launch = launchOf({});
    launch.shape.origin = LaunchOrigin::Option;
    list.byKernel["k"].push_back(launch);
  }
  const MetLaunches met = meet(programOf({kernelOf({}), kernelOf({}, "other")}), list);
  EXPECT_EQ(met.byKernel.at("k").size(), 20U);
  EXPECT_TRUE(met.notes.empty());
  EXPECT_EQ(strangersNote(list, {}), "");
}

TEST(ListedLaunches, KernelsWithoutLaunchesAndLaunchesWithoutKernels) {
  LaunchList list{.name = "l.json", .byKernel = {}};
  for (const char *name : {"k", "m1", "m2", "m3", "m4"})
    list.byKernel[name].push_back(launchOf({}));
  const Program program = programOf({kernelOf({}), kernelOf({}, "f"), kernelOf({}, "g")});
  const MetLaunches met = meet(program, list);
  EXPECT_EQ(met.notes, (std::vector<std::string>{"not launched in l.json: f and g"}));
  EXPECT_EQ(met.names, (std::set<std::string>{"k"}));
  EXPECT_EQ(strangersNote(list, met.names), "4 kernels of l.json are not in the report: m1, m2, m3 and 1 more");
  EXPECT_EQ(strangersNote(list, {"k", "m1", "m2", "m3"}), "1 kernel of l.json is not in the report: m4");
  const MetLaunches wanted =
      meet(program, list, 16, [](const Kernel &kernel) { return kernel.name != "g" && kernel.name != "k"; });
  EXPECT_EQ(wanted.notes, (std::vector<std::string>{"not launched in l.json: f"}));
  EXPECT_EQ(wanted.names.count("k"), 1U);
}

/// As clang 22 and nvcc 13 call the kernels of one file.
TEST(ListedLaunches, NamesThatAFileKeepsToItself) {
  for (const auto &[clang, nvcc] : std::initializer_list<std::pair<const char *, const char *>>{
           {"_ZN12_GLOBAL__N_14anonEPfNS_1SE", "_ZN32_GLOBAL__N__7b24072a_4_m_cu_main4anonEPfNS_1SE"},
           {"_ZN12_GLOBAL__N_13twoEPNS_1SES1___intern__f3d73f1847e3aced",
            "__nv_static_21__7b24072a_4_m_cu_main__ZN32_GLOBAL__N__7b24072a_4_m_cu_main3twoEPNS_1SES1_"},
           {"_ZL4statPfS_", "_Z4statPfS_"},
           {"_ZL4statPfS___intern__f3d73f1847e3aced", "__nv_static_21__7b24072a_4_m_cu_main__Z4statPfS_"},
           {"_ZN2nsL5innerEPf", "_ZN2ns5innerEPf"},
           {"_ZN2ns12_GLOBAL__N_14deepEPf", "_ZN2ns32_GLOBAL__N__7b24072a_4_m_cu_main4deepEPf"},
           {"_Z5templIN12_GLOBAL__N_11SEEvPT_", "_Z5templIN32_GLOBAL__N__7b24072a_4_m_cu_main1SEEvPT_"},
           {"_Z3runIZ4mainEUlfE_EvT_Pf", "_Z3runIZ4mainEUlfE_EvT_Pf"}}) {
    EXPECT_EQ(withoutFile(clang), withoutFile(nvcc));
    LaunchList list{.name = "l.json", .byKernel = {}};
    list.byKernel[nvcc].push_back(launchOf({}));
    list.byKernel["_Z5otherPf"].push_back(launchOf({}));
    const MetLaunches met = meet(programOf({kernelOf({}, clang)}), list);
    EXPECT_EQ(met.byKernel.size(), 1U) << clang;
    EXPECT_EQ(met.byKernel.count(clang), 1U) << clang;
    EXPECT_EQ(met.names, (std::set<std::string>{nvcc}));
  }
  EXPECT_NE(withoutFile("_Z1aPf"), withoutFile("_Z1bPf"));
}

TEST(ListedLaunches, NamesOfTwoFilesThatAreCalledAlikeAreLeftAlone) {
  LaunchList list{.name = "l.json", .byKernel = {}};
  list.byKernel["_ZN32_GLOBAL__N__7b24072a_4_m_cu_main1kEPf"].push_back(launchOf({}));
  list.byKernel["_ZN32_GLOBAL__N__11223344_4_n_cu_main1kEPf"].push_back(launchOf({}));
  const MetLaunches met = meet(programOf({kernelOf({}, "_ZN12_GLOBAL__N_11kEPf")}), list);
  EXPECT_TRUE(met.byKernel.empty());
}

} // namespace
} // namespace sectorscope
