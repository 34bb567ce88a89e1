// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProfilerOutput.h"
#include "Csv.h"
#include "Process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace sectorscope::check {
namespace {

const std::string pagesDirectory = SECTORSCOPE_TEST_PAGES;

/// Counters that were not asked for when the pages were captured.
const std::vector<std::string> notCaptured = {"l2_hit_sectors", "l2_miss_sectors"};

/// Pages captured on an H200 from four kernels of the corpus, built by nvcc.
ProfilerPages capturedPages() {
  return {readFile(pagesDirectory + "/raw.csv"), readFile(pagesDirectory + "/sass.csv"),
          readFile(pagesDirectory + "/source.csv")};
}

Disassembly capturedCode() {
  Disassembly code;
  readDisassembly(readFile(pagesDirectory + "/disassembly.txt"), code);
  return code;
}

const KernelRecord &kernel(const Record &record, const std::string &name) {
  auto it = std::ranges::find(record.kernels, name, &KernelRecord::name);
  if (it == record.kernels.end())
    throw std::runtime_error("no kernel " + name);
  return *it;
}

std::string errorOf(const ProfilerPages &pages) {
  try {
    parseProfile(pages, {}, "/src");
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "no error";
}

std::string without(std::string text, const std::string &part) {
  for (std::size_t at; (at = text.find(part)) != std::string::npos;)
    text.erase(at, part.size());
  return text;
}

TEST(Csv, QuotesCommasAndLineEnds) {
  EXPECT_EQ(parseCsv("a,\"b,\"\"c\"\"\"\n\n\"x\ny\",\n"), (std::vector<CsvRow>{{"a", "b,\"c\""}, {"x\ny", ""}}));
  EXPECT_TRUE(parseCsv("").empty());
}

TEST(Csv, RefusesCutOffAndMisplacedQuotes) {
  EXPECT_THROW(parseCsv("a,b\n\"cut"), std::runtime_error);
  EXPECT_THROW(parseCsv("\"a\"b\n"), std::runtime_error);
}

TEST(Csv, LenientKeepsUndoubledQuotes) {
  EXPECT_EQ(parseCsv("\"asm(\"ld\" : \"=f\"(x))\",\"2\"\n", CsvQuotes::Lenient),
            (std::vector<CsvRow>{{"asm(\"ld\" : \"=f\"(x))", "2"}}));
}

TEST(ProfilerOutput, Opcodes) {
  EXPECT_EQ(memoryOperation("LDG.E.64"), (MemoryOperation{"load", "global", 8}));
  EXPECT_EQ(memoryOperation("LDG.E.U8.CONSTANT"), (MemoryOperation{"load", "global", 1}));
  EXPECT_EQ(memoryOperation("STG.E.U16"), (MemoryOperation{"store", "global", 2}));
  EXPECT_EQ(memoryOperation("LD.E"), (MemoryOperation{"load", "generic", 4}));
  EXPECT_EQ(memoryOperation("STS.128"), (MemoryOperation{"store", "shared", 16}));
  EXPECT_EQ(memoryOperation("LDSM.16.M88.4"), (MemoryOperation{"load", "shared", 16}));
  EXPECT_EQ(memoryOperation("LDGSTS.E.BYPASS.128"), (MemoryOperation{"copy", "global", 16}));
  EXPECT_EQ(memoryOperation("REDG.E.ADD.STRONG.GPU"), (MemoryOperation{"reduction", "global", 4}));
  EXPECT_EQ(memoryOperation("ATOMG.E.ADD.64.STRONG.GPU"), (MemoryOperation{"atomic", "global", 8}));
  EXPECT_FALSE(memoryOperation("LDC.64"));
  EXPECT_FALSE(memoryOperation("IMAD.WIDE"));
  EXPECT_FALSE(memoryOperation(""));
}

TEST(ProfilerOutput, WholeRecordOfCapturedPages) {
  Record record = parseProfile(capturedPages(), capturedCode(), "/src");
  EXPECT_EQ(record.part, "NVIDIA H200");
  EXPECT_EQ(record.arch, "sm_90");
  EXPECT_EQ(record.missing, notCaptured);
  ASSERT_EQ(record.kernels.size(), 4u);
  const KernelRecord &tile = kernel(record, "tile20x10(float const*, float*)");
  EXPECT_EQ(tile.mangled, "_Z9tile20x10PKfPf");
  ASSERT_EQ(tile.launches.size(), 1u);
  const Launch &launch = tile.launches[0];
  EXPECT_EQ(launch.grid, (Dim3{40, 1, 1}));
  EXPECT_EQ(launch.block, (Dim3{20, 10, 1}));
  EXPECT_EQ(launch.counters.at("l1_load_requests"), 280u);
  EXPECT_EQ(launch.counters.at("l1_load_sectors"), 1320u);
  ASSERT_EQ(launch.instructions.size(), 2u);
  const Instruction &load = launch.instructions[0];
  EXPECT_EQ(load.opcode, "LDG.E");
  EXPECT_EQ(load.place.file, "kernels/blocks.cu");
  EXPECT_EQ(load.kind, "load");
  EXPECT_EQ(load.executed, 280u);
  EXPECT_EQ(load.lanes, 8000u);
  EXPECT_EQ(load.sectors, 1320u); // 4.7143 a request
  EXPECT_EQ(load.idealSectors, 1000u);
  EXPECT_EQ(load.lines, 600u);
  EXPECT_FALSE(load.predicated);
}

TEST(ProfilerOutput, SharedMemoryHasWavefronts) {
  Record record = parseProfile(capturedPages(), {}, "/src");
  const Launch &launch = kernel(record, "reduceBlock(float const*, float*)").launches[0];
  std::uint64_t loads = 0, stores = 0;
  for (const Instruction &instruction : launch.instructions)
    if (instruction.space == "shared") {
      (instruction.kind == "load" ? loads : stores) += instruction.wavefronts;
      EXPECT_EQ(instruction.sectors, 0u);
    }
  EXPECT_EQ(loads, launch.counters.at("shared_load_wavefronts"));
  EXPECT_EQ(stores, launch.counters.at("shared_store_wavefronts"));
}

TEST(ProfilerOutput, InlineStackFromTheDisassembly) {
  Record record = parseProfile(capturedPages(), capturedCode(), "/src");
  const Instruction &load = kernel(record, "inlinedTwice(float const*, float*, int)").launches[0].instructions[0];
  EXPECT_EQ(load.place, (Place{"kernels/values.cu", 91}));
  EXPECT_EQ(load.callers, (std::vector<Place>{{"kernels/values.cu", 93}, {"kernels/values.cu", 97}}));
}

// The source page quotes lines of source without doubling the quotes in them.
TEST(ProfilerOutput, SourceLineWithQuotes) {
  Record record = parseProfile(capturedPages(), {}, "/src");
  const Launch &launch = kernel(record, "readThroughCache(float const*, float*, int)").launches[0];
  ASSERT_EQ(launch.instructions.size(), 2u);
  EXPECT_EQ(launch.instructions[0].place.line, 134u);
  EXPECT_EQ(launch.instructions[1].place.file, "kernels/widths.cu");
}

TEST(ProfilerOutput, AMissingCounterIsNamedAndLeftOut) {
  ProfilerPages pages = capturedPages();
  pages.raw = without(pages.raw, "lts__d_sectors_fill_device.sum");
  Record record = parseProfile(pages, {}, "/src");
  std::vector<std::string> missing = notCaptured;
  missing.push_back("l2_fill_sectors");
  EXPECT_EQ(record.missing, missing);
  EXPECT_FALSE(record.kernels[0].launches[0].counters.contains("l2_fill_sectors"));
}

TEST(ProfilerOutput, AMissingColumnIsAnError) {
  ProfilerPages pages = capturedPages();
  pages.sass = without(pages.sass, "L2 Theoretical Sectors Global Ideal");
  EXPECT_EQ(errorOf(pages), "column \"L2 Theoretical Sectors Global Ideal\" is missing");
}

TEST(ProfilerOutput, ZeroLaunchesIsAnError) {
  ProfilerPages pages = capturedPages();
  pages.raw = pages.raw.substr(0, pages.raw.find('\n') + 1);
  EXPECT_EQ(errorOf(pages), "no kernel was profiled: the program launched none, or ended before its first launch");
  pages.raw.clear();
  EXPECT_EQ(errorOf(pages), "no kernel was profiled: the program launched none, or ended before its first launch");
}

// Cut anywhere, a page gives one line of error, or (cut behind a whole row) a record; never a crash.
TEST(ProfilerOutput, EveryCutIsSurvived) {
  const ProfilerPages whole = capturedPages();
  std::size_t errors = 0;
  auto tryCut = [&](std::string ProfilerPages::*page, std::size_t step) {
    for (std::size_t size = 0; size < (whole.*page).size(); size += step) {
      ProfilerPages pages = whole;
      (pages.*page).resize(size);
      std::string error = errorOf(pages);
      EXPECT_EQ(error.find('\n'), std::string::npos) << error;
      errors += error != "no error";
    }
  };
  tryCut(&ProfilerPages::raw, 97);
  tryCut(&ProfilerPages::sass, 997);
  tryCut(&ProfilerPages::source, 1999);
  EXPECT_GT(errors, 60u);
}

TEST(ProfilerOutput, PagesOfDifferentRunsAreRefused) {
  ProfilerPages pages = capturedPages();
  std::size_t second = pages.sass.find("\"Kernel Name\",\"_Z9tile20x10PKfPf\"");
  ASSERT_NE(second, std::string::npos);
  pages.sass.erase(0, second);
  EXPECT_EQ(errorOf(pages),
            "page sass holds 0 sections for 1 launches of _Z16readThroughCachePKfPfi: it is cut off, or "
            "from another run than page raw");
}

// The profiler prints the first and the last section of a page once, the others twice.
TEST(ProfilerOutput, ASectionMayStandOnceOrTwice) {
  ProfilerPages pages = capturedPages();
  const Record record = parseProfile(pages, {}, "/src");
  std::size_t second = pages.sass.find("\"Kernel Name\"", 1);
  pages.sass.erase(0, second);
  EXPECT_EQ(parseProfile(pages, {}, "/src"), record);
}

} // namespace
} // namespace sectorscope::check
