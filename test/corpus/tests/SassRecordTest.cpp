// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SassRecord.h"
#include "Metrics.h"
#include "Process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace sectorscope::check {
namespace {

/// One kernel that touches every kind of memory; module 7.
constexpr const char *disassembly = R"(
.text._Z1fPf:
	//## File "/src/f.cu", line 10
        /*0000*/                   LDC R1, c[0x0][0x28] ;
	//## File "/src/inline.h", line 3 inlined at "/src/f.cu", line 11
	//## File "/src/f.cu", line 11
        /*0010*/                   LDG.E.64 R2, desc[UR4][R2.64] ;
	//## File "/src/f.cu", line 12
        /*0020*/              @!P0 STG.E desc[UR4][R6.64], R11 ;
        /*0030*/                   STS.128 [R4], R8 ;
        /*0040*/                   LDL R5, [R1] ;
        /*0050*/                   LD.E R5, desc[UR4][R6.64] ;
        /*0060*/                   EXIT ;
)";

CodeOfModules code() {
  CodeOfModules modules;
  readDisassembly(disassembly, modules[7]);
  return modules;
}

/// Values of all metrics, different ones: 8 executed, 200 lanes, 40 sectors, 32 ideal, 16 lines, 5 local sectors,
/// 9 wavefronts, 4 ideal.
InstructionCount countAt(std::uint64_t offset) {
  return {.module = 7,
          .function = "_Z1fPf",
          .offset = offset,
          .values = {{"smsp__sass_inst_executed", 8},
                     {"smsp__sass_thread_inst_executed_pred_on", 200},
                     {"smsp__sass_sectors_mem_global", 40},
                     {"smsp__sass_sectors_mem_global_ideal", 32},
                     {"smsp__sass_l1tex_tags_mem_global", 16},
                     {"smsp__sass_sectors_mem_local", 5},
                     {"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared", 9},
                     {"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal", 4}}};
}

SeenLaunch launchWith(std::vector<InstructionCount> instructions) {
  SeenLaunch launch;
  launch.mangled = "_Z1fPf";
  launch.grid = {2, 1, 1};
  launch.block = {128, 1, 1};
  launch.parameters = nlohmann::json::array();
  launch.isCounted = true;
  launch.instructions = std::move(instructions);
  return launch;
}

Shard shardOf(std::vector<SeenLaunch> launches) {
  Shard shard;
  shard.cudaVersion = 12090;
  shard.devices = {{"NVIDIA H200", "sm_90"}, {"NVIDIA H200", "sm_90"}};
  shard.launches = std::move(launches);
  for (std::size_t i = 0; i != shard.launches.size(); ++i)
    shard.launches[i].order = static_cast<unsigned>(i);
  return shard;
}

std::string errorOf(const Shard &shard) {
  try {
    recordOf(shard, code(), "/src");
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "no error";
}

TEST(SassRecord, CountersMeetMachineCode) {
  std::vector<InstructionCount> counts;
  for (std::uint64_t offset = 0; offset <= 0x60; offset += 0x10)
    counts.push_back(countAt(offset));
  const Record record = recordOf(shardOf({launchWith(counts)}), code(), "/src");
  EXPECT_EQ(record.part, "NVIDIA H200");
  EXPECT_EQ(record.arch, "sm_90");
  EXPECT_EQ(record.toolkit, "12.9");
  ASSERT_EQ(record.kernels.size(), 1u);
  EXPECT_EQ(record.kernels[0].name, "f(float*)");
  EXPECT_EQ(record.kernels[0].mangled, "_Z1fPf");
  ASSERT_EQ(record.kernels[0].launches.size(), 1u);
  const Launch &launch = record.kernels[0].launches[0];
  EXPECT_EQ(launch.order, 0u);
  EXPECT_EQ(launch.grid, (Dim3{2, 1, 1}));
  EXPECT_EQ(launch.block, (Dim3{128, 1, 1}));

  const Instruction load{.offset = 0x10,
                         .opcode = "LDG.E.64",
                         .place = {"inline.h", 3},
                         .callers = {{"f.cu", 11}},
                         .kind = "load",
                         .space = "global",
                         .bytesPerLane = 8,
                         .executed = 8,
                         .lanes = 200,
                         .sectors = 40,
                         .idealSectors = 32,
                         .lines = 16};
  const Instruction store{.offset = 0x20,
                          .opcode = "STG.E",
                          .predicated = true,
                          .place = {"f.cu", 12},
                          .kind = "store",
                          .space = "global",
                          .bytesPerLane = 4,
                          .executed = 8,
                          .lanes = 200,
                          .sectors = 40,
                          .idealSectors = 32,
                          .lines = 16};
  const Instruction shared{.offset = 0x30,
                           .opcode = "STS.128",
                           .place = {"f.cu", 12},
                           .kind = "store",
                           .space = "shared",
                           .bytesPerLane = 16,
                           .executed = 8,
                           .lanes = 200,
                           .wavefronts = 9,
                           .idealWavefronts = 4};
  const Instruction local{.offset = 0x40,
                          .opcode = "LDL",
                          .place = {"f.cu", 12},
                          .kind = "load",
                          .space = "local",
                          .bytesPerLane = 4,
                          .executed = 8,
                          .lanes = 200,
                          .sectors = 5};
  Instruction generic = load;
  generic.offset = 0x50;
  generic.opcode = "LD.E";
  generic.place = {"f.cu", 12};
  generic.callers.clear();
  generic.space = "generic";
  generic.bytesPerLane = 4;
  EXPECT_EQ(launch.instructions, (std::vector<Instruction>{load, store, shared, local, generic}));
  EXPECT_EQ(recordFromJson(toJson(record)), record);

  // They stand by offset, in whatever order they were told.
  std::ranges::reverse(counts);
  EXPECT_EQ(recordOf(shardOf({launchWith(counts)}), code(), "/src"), record);
}

// nvdisasm's own text, captured from a kernel of the corpus: two calls were inlined.
TEST(SassRecord, CapturedDisassembly) {
  CodeOfModules modules;
  readDisassembly(readFile(std::string(SECTORSCOPE_TEST_PAGES) + "/disassembly.txt"), modules[7]);
  InstructionCount count = countAt(0xd0);
  count.function = "_Z12inlinedTwicePKfPfi";
  const Record record = recordOf(shardOf({launchWith({count})}), modules, "/src");
  const Instruction &load = record.kernels.at(0).launches.at(0).instructions.at(0);
  EXPECT_EQ(load.opcode, "LDG.E");
  EXPECT_EQ(load.place, (Place{"kernels/values.cu", 91}));
  EXPECT_EQ(load.callers, (std::vector<Place>{{"kernels/values.cu", 93}, {"kernels/values.cu", 97}}));
}

TEST(SassRecord, WholeLaunches) {
  SeenLaunch whole = launchWith({countAt(0x10)});
  whole.counters = {{"dram__sectors_read.sum", 224}, {"gpu__time_duration.sum", 6560}, {"of__another_kind.sum", 1}};
  const Record record = recordOf(shardOf({launchWith({countAt(0x10)}), whole}), code(), "/src");
  ASSERT_EQ(record.kernels.at(0).launches.size(), 2u);
  EXPECT_TRUE(record.kernels[0].launches[0].counters.empty());
  EXPECT_EQ(record.kernels[0].launches[1].counters,
            (std::map<std::string, std::uint64_t>{{"dram_sectors_read", 224}, {"nanoseconds", 6560}}));
  EXPECT_EQ(record.missing.size(), launchCounters().size() - 2);
  EXPECT_EQ(std::ranges::count(record.missing, "nanoseconds"), 0);
  EXPECT_EQ(std::ranges::count(record.missing, "l2_sectors"), 1);
}

TEST(SassRecord, KernelsInTheOrderOfFirstLaunch) {
  SeenLaunch other = launchWith({});
  other.mangled = "_Z1gv";
  const Record record =
      recordOf(shardOf({other, launchWith({countAt(0x10)}), other, launchWith({countAt(0x10)})}), code(), "/src");
  ASSERT_EQ(record.kernels.size(), 2u);
  EXPECT_EQ(record.kernels[0].name, "g()");
  EXPECT_EQ(record.kernels[1].name, "f(float*)");
  EXPECT_EQ(record.kernels[1].launches.at(1).order, 3u);
}

TEST(SassRecord, MachineCodeThatIsNotKnown) {
  InstructionCount nowhere = countAt(0x70), elsewhere = countAt(0x10), other = countAt(0x10);
  elsewhere.module = 8;
  other.function = "_Z1gv";
  EXPECT_EQ(errorOf(shardOf({launchWith({nowhere})})), "the machine code of _Z1fPf at 0x70 is not known (module 7): "
                                                       "nvdisasm is of another version than the driver");
  EXPECT_TRUE(
      errorOf(shardOf({launchWith({elsewhere})})).starts_with("the machine code of _Z1fPf at 0x10 is not known"));
  EXPECT_TRUE(errorOf(shardOf({launchWith({other})})).starts_with("the machine code of _Z1gv at 0x10 is not known"));
}

// A number that was not counted is not 0.
TEST(SassRecord, CounterThatIsMissing) {
  struct Case {
    std::uint64_t offset;
    const char *metric;
  };
  for (const auto &[offset, metric] : {Case{0x10, "smsp__sass_inst_executed"},
                                       {0x20, "smsp__sass_thread_inst_executed_pred_on"},
                                       {0x10, "smsp__sass_sectors_mem_global"},
                                       {0x50, "smsp__sass_l1tex_tags_mem_global"},
                                       {0x10, "smsp__sass_sectors_mem_global_ideal"},
                                       {0x40, "smsp__sass_sectors_mem_local"},
                                       {0x30, "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared"},
                                       {0x30, "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal"}}) {
    InstructionCount count = countAt(offset);
    ASSERT_EQ(count.values.erase(metric), 1u) << metric;
    EXPECT_NE(errorOf(shardOf({launchWith({count})})).find(metric), std::string::npos) << metric;
  }
  // Counters of other kinds of memory are not asked for.
  InstructionCount load = countAt(0x10);
  load.values.erase("smsp__sass_sectors_mem_local");
  load.values.erase("smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared");
  EXPECT_EQ(errorOf(shardOf({launchWith({load})})), "no error");
  // Nor is anything of an instruction whose lanes were all off.
  load.values = {{"smsp__sass_inst_executed", 8}, {"smsp__sass_thread_inst_executed_pred_on", 0}};
  EXPECT_EQ(errorOf(shardOf({launchWith({load})})), "no error");
}

TEST(SassRecord, FailedLaunchIsNotInTheRecord) {
  SeenLaunch failed = launchWith({});
  failed.isCounted = false;
  failed.failure = "CUDA_ERROR_ILLEGAL_ADDRESS";
  const Record record = recordOf(shardOf({launchWith({countAt(0x10)}), failed}), code(), "/src");
  EXPECT_EQ(record.kernels.at(0).launches.size(), 1u);
  EXPECT_EQ(errorOf(shardOf({failed})),
            "f(float*) failed (CUDA_ERROR_ILLEGAL_ADDRESS): run the program alone, or under "
            "compute-sanitizer, first");
}

TEST(SassRecord, NothingCounted) {
  EXPECT_EQ(errorOf(shardOf({})), "no launch was counted: the profiler gave no counters for any");
  SeenLaunch plain = launchWith({});
  plain.isCounted = false;
  EXPECT_EQ(errorOf(shardOf({plain})), "no launch was counted: the profiler gave no counters for any");
}

TEST(SassRecord, GpusOfOneKindAreOne) {
  Shard shard = shardOf({launchWith({countAt(0x10)}), launchWith({countAt(0x10)})});
  shard.launches[1].device = 1;
  EXPECT_EQ(recordOf(shard, code(), "/src").kernels.at(0).launches.size(), 2u);
  for (const Device &other : {Device{"NVIDIA L4", "sm_89"}, Device{"NVIDIA H200 NVL", "sm_90"}}) {
    shard.devices[1] = other;
    EXPECT_EQ(errorOf(shard), "the program launches on NVIDIA H200 and on " + other.name +
                                  ": let it see one of them (CUDA_VISIBLE_DEVICES)");
  }
  shard.launches[1].isCounted = false; // what is not counted may run anywhere
  EXPECT_EQ(errorOf(shard), "no error");
}

/// One word for each number of an instruction, so that a difference is readable.
std::string told(const Instruction &i) {
  Record record;
  Launch launch;
  launch.instructions = {i};
  record.kernels = {{"", "", {launch}}};
  const std::string text = toJson(record);
  return text.substr(text.find("\"instructions\""));
}

// Two witnesses: the injected library and Nsight Compute counted the same binary on an H200.
TEST(SassRecord, EqualsNsightCompute) {
  const std::string records = SECTORSCOPE_CORPUS "/records/";
  const Record injected = recordFromJson(readFile(records + "programs-h200-clang22-cupti.json")),
               ncu = recordFromJson(readFile(records + "programs-h200-clang22.json"));
  EXPECT_EQ(injected.profiler, "CUPTI (injected)");
  EXPECT_TRUE(ncu.profiler.starts_with("Nsight Compute"));
  ASSERT_EQ(injected.kernels.size(), ncu.kernels.size());
  std::size_t compared = 0;
  for (const KernelRecord &kernel : injected.kernels) {
    const auto same = std::ranges::find(ncu.kernels, kernel.mangled, &KernelRecord::mangled);
    ASSERT_NE(same, ncu.kernels.end()) << kernel.mangled;
    EXPECT_EQ(kernel.name, same->name);
    ASSERT_EQ(kernel.launches.size(), same->launches.size()) << kernel.name;
    for (std::size_t l = 0; l != kernel.launches.size(); ++l) {
      const Launch &mine = kernel.launches[l], &theirs = same->launches[l];
      EXPECT_EQ(mine.order, theirs.order) << kernel.name;
      EXPECT_EQ(mine.grid, theirs.grid) << kernel.name;
      EXPECT_EQ(mine.block, theirs.block) << kernel.name;
      ASSERT_EQ(mine.instructions.size(), theirs.instructions.size()) << kernel.name;
      for (std::size_t i = 0; i != mine.instructions.size(); ++i, ++compared)
        EXPECT_EQ(told(mine.instructions[i]), told(theirs.instructions[i])) << kernel.name;
      // Of whole launches, what the SMs do is the same in every run; L2 and DRAM see others, too.
      for (const auto &[name, value] : theirs.counters)
        if (name.starts_with("l1_") && mine.counters.contains(name)) {
          EXPECT_EQ(mine.counters.at(name), value) << kernel.name << ' ' << name;
        }
    }
  }
  EXPECT_EQ(compared, 127u);
}

} // namespace
} // namespace sectorscope::check
