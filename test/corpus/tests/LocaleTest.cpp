// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Confirm.h"
#include "Diagnosis.h"
#include "LaunchesSeen.h"
#include "MachineCode.h"
#include "Process.h"
#include "ProfilerOutput.h"
#include "SassRecord.h"
#include "TrafficReplay.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cstdio>
#include <locale>
#include <string>
#include <vector>

namespace sectorscope::check {
namespace {

/// 1.234.567,5
class CommaPoint : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

/// Everything that reads or prints numbers, on files with fractions and large numbers.
std::vector<std::string> everything() {
  const std::string pages = SECTORSCOPE_TEST_PAGES, records = SECTORSCOPE_CORPUS "/records/";
  std::vector<std::string> texts;
  Disassembly code;
  readDisassembly(readFile(pages + "/disassembly.txt"), code);
  texts.push_back(toJson(parseProfile(
      {readFile(pages + "/raw.csv"), readFile(pages + "/sass.csv"), readFile(pages + "/source.csv")}, code, "/src")));

  const Shard shard = shardFromLines(
      R"({"shard":1,"driver":13000,"devices":[{"name":"NVIDIA H200","arch":"sm_90"}]})"
      "\n"
      R"({"order":0,"device":0,"mangled":"_Z1fPf","grid":[1048576,1,1],"block":[1024,1,1],"shared_bytes":49152,)"
      R"("parameters":[1234.5],"counters":{"dram__sectors_read.sum":1234567.5}})"
      "\n{\"end\":1}\n");
  texts.push_back(launchesToJson(shard, "app", "580.159.04"));
  texts.push_back(toJson(recordOf(shard, {}, "")));

  const Record record = recordFromJson(readFile(records + "examples-h200-clang22.json"));
  texts.push_back(toJson(record));
  const Confirmation confirmation =
      confirm(readFile(pages + "/report.json"), "report.json",
              {.record = record, .launches = readFile(records + "examples-h200-launches.json"), .notes = {}});
  texts.push_back(toText(confirmation, true));
  texts.push_back(toJson(confirmation));
  texts.push_back(toText(confirmation.result, true));
  texts.push_back(toText(MovedSectors{
      .demand = 1234567.5, .ideal = 1000000, .l2 = 3e5, .dramRead = 1e5, .dramWritten = 0, .readOnce = 1e5}));
  std::vector<CountedLaunch> counted = countedFromTsv(readFile(records + "traffic-h200-clang22.tsv"));
  counted[0].kernel = "saxpy";
  counted[0].grid = {4096, 1, 1};
  counted[0].block = {256, 1, 1};
  texts.push_back(trafficText(compareTraffic(counted, confirmation.report), 0.03, true));
  return texts;
}

TEST(Locale, ACommaChangesNothing) {
  const std::vector<std::string> plain = everything();
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaPoint));
  EXPECT_EQ(everything(), plain);
  bool hasComma = false;
  for (const char *name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
    hasComma = hasComma || (std::setlocale(LC_ALL, name) && *std::localeconv()->decimal_point == ',');
  if (hasComma)
    EXPECT_EQ(everything(), plain);
  else
    std::puts("not run here: the locale of the C library, since none with a comma is installed");
  std::setlocale(LC_ALL, "C");
  std::locale::global(before);
}

} // namespace
} // namespace sectorscope::check
