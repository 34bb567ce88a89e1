// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The committed corpus is whole: records, launches and marks in the sources belong together, and the counters are those
// that were published for the one-pattern kernels.

#include "Process.h"
#include "Record.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

namespace sectorscope::check {
namespace {

namespace fs = std::filesystem;

const fs::path corpus = SECTORSCOPE_CORPUS;

class CorpusRecord : public testing::TestWithParam<const char *> {
protected:
  Record record = recordFromJson(readFile(corpus / "records" / GetParam()));
};

TEST_P(CorpusRecord, SaysWhatItWasMeasuredOn) {
  EXPECT_EQ(record.part, "NVIDIA H200");
  EXPECT_EQ(record.arch, "sm_90");
  for (const std::string &text : {record.driver, record.toolkit, record.profiler, record.clocks, record.caches,
                                  record.date, record.compiler, record.program})
    EXPECT_FALSE(text.empty());
  EXPECT_LT(fs::file_size(corpus / "records" / GetParam()), 1500000u);
}

TEST_P(CorpusRecord, HoldsEveryLaunch) {
  std::map<unsigned, std::pair<const KernelRecord *, const Launch *>> byOrder;
  for (const KernelRecord &kernel : record.kernels)
    for (const Launch &launch : kernel.launches)
      byOrder[launch.order] = {&kernel, &launch};
  nlohmann::json launches = nlohmann::json::parse(readFile(corpus / "launches.json")).at("launches");
  ASSERT_EQ(byOrder.size(), launches.size());
  auto base = [](const std::string &name) { return name.substr(0, name.find_first_of("<(")); };
  for (const nlohmann::json &launch : launches) {
    auto [kernel, recorded] = byOrder.at(launch.at("order").get<unsigned>());
    EXPECT_EQ(base(kernel->name), base(launch.at("kernel").get<std::string>()));
    EXPECT_EQ(recorded->grid, launch.at("grid").get<Dim3>());
    EXPECT_EQ(recorded->block, launch.at("block").get<Dim3>());
  }
}

// Summed over the machine instructions, sectors are what the L1 counted for the whole kernel: two counters, one truth.
TEST_P(CorpusRecord, InstructionsAddUpToTheKernel) {
  for (const KernelRecord &kernel : record.kernels)
    for (const Launch &launch : kernel.launches) {
      std::map<std::string, std::uint64_t> sectors;
      for (const Instruction &instruction : launch.instructions)
        if (instruction.space == "global" || instruction.space == "generic")
          sectors[instruction.kind] += instruction.sectors;
      for (const char *kind : {"load", "store", "reduction", "atomic"})
        EXPECT_EQ(sectors[kind], launch.counters.at(std::string("l1_") + kind + "_sectors"))
            << kernel.name << " " << launch.order << " " << kind;
    }
}

// Sectors per request of whole kernels, loads and stores (or reductions), as measured before this corpus existed.
TEST_P(CorpusRecord, PublishedPatterns) {
  struct Pattern {
    const char *kernel;
    double load, store;
  };
  const Pattern patterns[] = {
      {"copyContiguous(float const*, float*)", 4, 4},
      {"void readStrided<2>(float const*, float*)", 8, 4},
      {"void readStrided<8>(float const*, float*)", 32, 4},
      {"void readStrided<32>(float const*, float*)", 32, 4},
      {"readShifted(float const*, float*)", 5, 4},
      {"void copyWide<float4>(float4 const*, float4*)", 16, 16},
      {"void copyWide<float2>(float2 const*, float2*)", 8, 8},
      {"readEverySecondVector(float4 const*, float4*)", 32, 16},
      {"void copyWide<unsigned char>(unsigned char const*, unsigned char*)", 1, 1},
      {"void copyWide<double>(double const*, double*)", 8, 8},
      {"writeOnePerSector(float*)", 0, 32},
      {"writeContiguous(float*)", 0, 4},
      {"writeEverySecond(float*)", 0, 8},
      {"shiftTriples(Triple*)", 12, 12},
      {"copyEvenLanes(float const*, float*)", 4, 4},
  };
  for (const Pattern &pattern : patterns) {
    auto it = std::ranges::find(record.kernels, pattern.kernel, &KernelRecord::name);
    ASSERT_NE(it, record.kernels.end()) << pattern.kernel;
    const auto &counters = it->launches.at(0).counters;
    auto perRequest = [&](const std::string &kind) {
      auto requests = static_cast<double>(counters.at("l1_" + kind + "_requests"));
      return requests == 0 ? 0 : static_cast<double>(counters.at("l1_" + kind + "_sectors")) / requests;
    };
    EXPECT_EQ(perRequest("load"), pattern.load) << pattern.kernel;
    EXPECT_EQ(perRequest("store"), pattern.store) << pattern.kernel;
  }
}

INSTANTIATE_TEST_SUITE_P(H200, CorpusRecord, testing::Values("h200-clang22.json", "h200-nvcc13.json"),
                         [](const auto &info) { return std::string(info.param).substr(5, 4); });

// Every marked access has its own name, and every machine instruction of the corpus's own lines stands on a marked one.
TEST(Corpus, MarksNameTheAccesses) {
  std::map<Place, std::string> marks;
  std::set<std::string> names;
  const std::regex mark("// @(\\S+)");
  for (const fs::directory_entry &entry : fs::directory_iterator(corpus / "kernels")) {
    std::istringstream text(readFile(entry.path()));
    unsigned number = 0;
    for (std::string line; std::getline(text, line);) {
      ++number;
      std::smatch match;
      if (std::regex_search(line, match, mark)) {
        EXPECT_TRUE(names.insert(match[1]).second) << match[1] << " is there twice";
        marks[{"kernels/" + entry.path().filename().string(), number}] = match[1];
      }
    }
  }
  EXPECT_GE(marks.size(), 550u);
  for (const char *name : {"h200-clang22.json", "h200-nvcc13.json"})
    for (const KernelRecord &kernel : recordFromJson(readFile(corpus / "records" / name)).kernels)
      for (const Launch &launch : kernel.launches)
        for (const Instruction &instruction : launch.instructions)
          if (instruction.place.file.starts_with("kernels/")) {
            EXPECT_TRUE(marks.contains(instruction.place))
                << name << " " << instruction.place.file << ":" << instruction.place.line;
          }
}

TEST(Record, RefusesDamage) {
  const std::string whole = readFile(corpus / "records" / "h200-clang22.json");
  EXPECT_THROW(recordFromJson(whole.substr(0, whole.size() / 2)), std::runtime_error);
  EXPECT_THROW(recordFromJson("[]"), std::runtime_error);
  EXPECT_THROW(recordFromJson(R"({"schema": "sectorscope-record/2"})"), std::runtime_error);
  EXPECT_THROW(recordFromJson(R"({"schema": "sectorscope-record/1"})"), std::runtime_error);
  EXPECT_EQ(toJson(recordFromJson(whole)), whole);
}

} // namespace
} // namespace sectorscope::check
