// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Confirm.h"
#include "Process.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <stdexcept>

namespace sectorscope::check {
namespace {

using Json = nlohmann::json;

/// The report of docs/examples/saxpy.cu: two loads and a store of one word a lane at line 19, for 4096x256.
std::string saxpyReport() { return readFile(SECTORSCOPE_TEST_PAGES "/report.json"); }

/// The run launched it for n = 2000 on 8x256: 62 whole warps, and one of 16 lanes. x starts at an allocation, y 16
/// bytes behind one.
constexpr const char *saxpyLaunches =
    R"({"schema":"sectorscope-launches/1","program":"saxpy","part":"NVIDIA H200","driver":"580",
"launches":[{"order":3,"mangled":"_Z5saxpyPfPKffi","grid":[8,1,1],"block":[256,1,1],"shared_bytes":0,"times":1,
"parameters":[{"pointer":{"offset":16}},{"pointer":{"offset":0}},{"bytes":"00004040"},{"bytes":"d0070000"}]}]})";

Instruction saxpyInstruction(std::uint64_t offset, const char *opcode, const char *kind, std::uint64_t sectors,
                             std::uint64_t lines) {
  return {.offset = offset,
          .opcode = opcode,
          .place = {"docs/examples/saxpy.cu", 19},
          .kind = kind,
          .space = "global",
          .bytesPerLane = 4,
          .executed = 63,
          .lanes = 2000,
          .sectors = sectors,
          .idealSectors = 250,
          .lines = lines};
}

/// By hand: aligned warps ask for 4 sectors, 16 lanes for 2; 16 bytes off, for 5 (on 2 lines) and 3 (on 1).
constexpr std::uint64_t aligned = 62 * 4 + 2, shifted = 62 * 5 + 3, shiftedLines = 62 * 2 + 1;

Record saxpyRecord() {
  Record record;
  record.program = "saxpy";
  record.part = "NVIDIA H200";
  record.arch = "sm_90";
  Launch launch;
  launch.order = 3;
  launch.grid = {8, 1, 1};
  launch.block = {256, 1, 1};
  launch.instructions = {saxpyInstruction(208, "LDG.E", "load", aligned, 63),
                         saxpyInstruction(240, "LDG.E", "load", shifted, shiftedLines),
                         saxpyInstruction(272, "STG.E", "store", shifted, shiftedLines)};
  record.kernels = {{"saxpy(float*, float const*, float, int)", "_Z5saxpyPfPKffi", {launch}}};
  return record;
}

Evidence evidence(Record record) {
  return {.record = std::move(record), .launches = saxpyLaunches, .notes = {"a note"}};
}

TEST(Confirm, ReportIsAuditedForTheLaunchesThatWereSeen) {
  const Confirmation confirmation = confirm(saxpyReport(), "report.json", evidence(saxpyRecord()));
  EXPECT_EQ(confirmation.result.counts, (std::array<std::size_t, verdictCount>{2, 0, 0, 0, 0, 0, 0}))
      << toText(confirmation.result, true);
  EXPECT_FALSE(confirmation.result.anyWrong());
  EXPECT_EQ(confirmation.notes, std::vector<std::string>{"a note"});
  EXPECT_EQ(confirmation.record, saxpyRecord());
  EXPECT_EQ(confirmation.report.at(0).launches.at(0).orders, std::vector<std::uint64_t>{3});
  // Without the run's launches, the report is for another grid.
  EXPECT_EQ(replay(saxpyRecord(), predictionsFromJson(saxpyReport())).counts.back(), 1u);
}

TEST(Confirm, OneSectorMoreIsWrong) {
  Record record = saxpyRecord();
  ++record.kernels[0].launches[0].instructions[2].sectors;
  const Confirmation confirmation = confirm(saxpyReport(), "report.json", evidence(record));
  EXPECT_TRUE(confirmation.result.anyWrong());
  EXPECT_NE(toText(confirmation, false).find("prediction wrong: sectors 314 measured, 313.003 predicted"),
            std::string::npos)
      << toText(confirmation, false);
}

std::string errorOf(const std::string &report, const std::string &launches) {
  try {
    confirm(report, "report.json",
            {.record = saxpyRecord(), .launches = launches, .notes = {}, .launchesFile = "l.json"});
  } catch (const std::runtime_error &error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error.what();
  }
  return "no error";
}

TEST(Confirm, DamagedInputIsNamed) {
  EXPECT_EQ(errorOf(saxpyReport(), saxpyLaunches), "no error");
  EXPECT_EQ(errorOf(saxpyReport().substr(0, 700), saxpyLaunches),
            "'report.json': is no JSON document, or one that was cut off");
  EXPECT_EQ(errorOf("{}", saxpyLaunches), "'report.json': its schema is not sectorscope-report/1");
  for (const char *key : {"kernels", "units"}) {
    Json json = Json::parse(saxpyReport());
    json.erase(key);
    EXPECT_TRUE(errorOf(json.dump(), saxpyLaunches).starts_with("'report.json': ")) << key;
    json[key] = 1;
    EXPECT_TRUE(errorOf(json.dump(), saxpyLaunches).starts_with("'report.json': ")) << key;
  }
  for (const char *launches : {"", "{}", "[]", R"({"schema":"sectorscope-launches/1"})",
                               R"({"schema":"sectorscope-launches/1","launches":[{"mangled":1}]})"})
    EXPECT_TRUE(errorOf(saxpyReport(), launches).starts_with("l.json: no list of launches")) << launches;
}

/// What a test changes of a place that 8 warps ask for 5 sectors of.
PredictedAccess accessAt(unsigned line) {
  return {.place = {"a.cu", line},
          .innermost = {"a.cu", line},
          .kind = "load",
          .space = "global",
          .status = "exact",
          .bytesPerLane = 4,
          .requests = 8,
          .activeLanes = 32,
          .sectors = Range{5, 5, 5},
          .lines = Range{2, 2, 2}};
}

Instruction loadAt(unsigned line) {
  return {.offset = 16 * line,
          .opcode = "LDG.E",
          .place = {"a.cu", line},
          .kind = "load",
          .space = "global",
          .bytesPerLane = 4,
          .executed = 8,
          .lanes = 256,
          .sectors = 40,
          .idealSectors = 32,
          .lines = 16};
}

/// Two alike launches of f. Line 5 is right; 6 is told one sector too low; 7 lies within bounds of which no mean is
/// known; 8 was never executed; 9 is nowhere in the machine code; 10 is in the machine code alone.
Confirmation handmade() {
  Confirmation confirmation;
  Record &record = confirmation.record;
  record.program = "app";
  record.part = "NVIDIA H200";
  record.arch = "sm_90";
  record.driver = "580.1";
  record.toolkit = "13.0";
  record.profiler = "CUPTI (injected)";
  record.clocks = "not controlled";
  record.caches = "flushed before each launch";
  record.missing = {"nanoseconds"};
  Launch launch;
  launch.grid = {2, 1, 1};
  launch.block = {128, 1, 1};
  launch.counters = {{"l1_load_sectors", 160},    {"l1_store_sectors", 0}, {"l1_reduction_sectors", 0},
                     {"l1_atomic_sectors", 0},    {"l2_sectors", 160},     {"dram_sectors_read", 96},
                     {"dram_sectors_written", 32}};
  launch.instructions = {loadAt(5), loadAt(6), loadAt(7), loadAt(8), loadAt(10)};
  Instruction &idle = launch.instructions[3];
  idle.executed = idle.lanes = idle.sectors = idle.idealSectors = idle.lines = 0;
  launch.instructions[4].kind = "store";
  launch.instructions[4].opcode = "STG.E.64";
  launch.instructions[4].bytesPerLane = 8;
  Launch again = launch;
  again.order = 1;
  record.kernels = {{"f(float*)", "_Z1fPf", {launch, again}}};

  PredictedAccess low = accessAt(6), bounded = accessAt(7), idleAccess = accessAt(8), gone = accessAt(9);
  low.sectors = Range{4, 4, 4};
  bounded.status = "bounded";
  bounded.reason = "data-dependent";
  bounded.requests = idleAccess.requests = std::nullopt;
  bounded.sectors = Range{1, std::nan(""), 32};
  gone.kind = "atomic";
  PredictedTotals totals;
  totals.sectorsRead = 152;
  totals.touched = 90;
  totals.reason = "why not more";
  confirmation.report = {{"f(float*)",
                          "_Z1fPf",
                          {{.grid = Dim3{2, 1, 1},
                            .block = Dim3{128, 1, 1},
                            .orders = {0, 1},
                            .totals = totals,
                            .accesses = {accessAt(5), low, bounded, idleAccess, gone}}}}};
  confirmation.notes = {"one thing", "another"};
  confirmation.result = replay(record, confirmation.report);
  return confirmation;
}

TEST(Confirm, Text) {
  EXPECT_TRUE(handmade().result.anyWrong());
  EXPECT_EQ(toText(handmade(), false), R"(app on NVIDIA H200, CUPTI (injected), driver 580.1; flushed before each launch

f(float*): 2 launches, 2 of 12 places agree exactly
  place    access         unit     predicted  measured    difference  launches  verdict
  a.cu:6   global load    sectors  4 x 8      5 x 8       -20 %       2         prediction wrong: sectors 40 measured, 32 predicted [LDG.E]
  a.cu:7   global load    sectors  1 to 32    5 x 8       -           2         within its bounds: data-dependent
  a.cu:8   global load    sectors  5          no request  -           2         not executed: LDG.E
  a.cu:9   global atomic  sectors  5 x 8      -           -           2         compiler changed it: no global atomic at this line; the kernel has none
  a.cu:10  global store   -        -          -           -           2         not predicted: the report has no such access: STG.E.64
  <<<2x1x1, 128x1x1>>> 1.25 : 1.25 : 1.00 sectors demanded, at L2, at DRAM for each that the bytes need: pass-through (2 launches)

     2 agrees
     0 agrees in sum, on another line
     2 within its bounds
     0 unknown
     2 prediction wrong
     2 compiler changed it
     2 not executed
     2 not predicted
note: one thing
note: another
)");
  const std::string all = toText(handmade(), true);
  EXPECT_NE(all.find("  a.cu:5  "), std::string::npos) << all;
  EXPECT_EQ(toText(handmade(), false).find("a.cu:5"), std::string::npos);
}

// What is printed is not the same: two rows.
TEST(Confirm, RowsThatSayOtherThingsStayApart) {
  Confirmation confirmation = handmade();
  Comparison &second = confirmation.result.comparisons.at(confirmation.result.comparisons.size() / 2 + 4);
  ASSERT_EQ(second.place.line, 9u);
  EXPECT_EQ(toText(confirmation, false).find("agrees in sum, on another line: "), std::string::npos);
  second.foundElsewhere = true;
  EXPECT_NE(toText(confirmation, false).find("agrees in sum, on another line: "), std::string::npos);
  EXPECT_NE(toText(confirmation, false).find("compiler changed it: "), std::string::npos);
}

TEST(Confirm, JsonOfEverything) {
  const std::string text = toJson(handmade());
  EXPECT_EQ(text, toJson(handmade()));
  const Json json = Json::parse(text);
  const auto place = [](unsigned line, const char *kind, const char *verdict) {
    return Json{{"file", "a.cu"},          {"line", line},      {"kind", kind},
                {"space", "global"},       {"unit", "sectors"}, {"verdict", verdict},
                {"found_elsewhere", false}};
  };
  EXPECT_EQ(json.at("schema"), "sectorscope-confirmation/1");
  Json head = json;
  head.erase("kernels");
  EXPECT_EQ(head, (Json{{"schema", "sectorscope-confirmation/1"},
                        {"program", "app"},
                        {"part", "NVIDIA H200"},
                        {"arch", "sm_90"},
                        {"driver", "580.1"},
                        {"cuda", "13.0"},
                        {"profiler", "CUPTI (injected)"},
                        {"clocks", "not controlled"},
                        {"caches", "flushed before each launch"},
                        {"counters_missing", {"nanoseconds"}},
                        {"verdicts",
                         {{"agrees", 2},
                          {"bounded", 2},
                          {"unknown", 0},
                          {"wrong", 2},
                          {"compiler-changed", 2},
                          {"not-executed", 2},
                          {"not-predicted", 2}}},
                        {"notes", {"one thing", "another"}}}));
  ASSERT_EQ(json.at("kernels").size(), 1u);
  const Json &kernel = json.at("kernels")[0];
  EXPECT_EQ(kernel.at("name"), "f(float*)");
  EXPECT_EQ(kernel.at("mangled"), "_Z1fPf");
  ASSERT_EQ(kernel.at("launches").size(), 2u);
  for (unsigned order = 0; order != 2; ++order) {
    Json launch = kernel.at("launches")[order];
    const Json places = launch.at("places");
    launch.erase("places");
    EXPECT_EQ(launch, (Json{{"order", order},
                            {"grid", {2, 1, 1}},
                            {"block", {128, 1, 1}},
                            {"counters", handmade().record.kernels[0].launches[0].counters},
                            {"predicted",
                             {{"sectors_read", 152.},
                              {"sectors_written", nullptr},
                              {"distinct_sectors", 90.},
                              {"dram_sectors_read", nullptr},
                              {"reason", "why not more"}}},
                            {"padded_twin", nullptr},
                            {"moved_sectors",
                             {{"demanded", 160.},
                              {"ideal", 128.},
                              {"l2", 160.},
                              {"dram_read", 96.},
                              {"dram_written", 32.},
                              {"cases", {"pass-through"}}}}}));
    ASSERT_EQ(places.size(), 6u);
    const auto numbers = [](Json json, const Json &predicted, const Json &requests, const Json &measured,
                            const Json &executed) {
      json.update({{"predicted_per_request", predicted},
                   {"predicted_requests", requests},
                   {"measured_per_request", measured},
                   {"measured_requests", executed}});
      return json;
    };
    Json expected = {numbers(place(5, "load", "agrees"), 5., 8., 5., 8.),
                     numbers(place(6, "load", "wrong"), 4., 8., 5., 8.),
                     numbers(place(7, "load", "bounded"), nullptr, nullptr, 5., 8.),
                     numbers(place(8, "load", "not-executed"), 5., nullptr, nullptr, nullptr),
                     numbers(place(9, "atomic", "compiler-changed"), 5., 8., nullptr, nullptr),
                     numbers(place(10, "store", "not-predicted"), nullptr, nullptr, nullptr, nullptr)};
    expected[5]["unit"] = "";
    for (std::size_t i = 0; i != places.size(); ++i) {
      Json told = places[i];
      EXPECT_EQ(told.at("evidence").get<std::string>().empty(), i == 0);
      told.erase("evidence");
      EXPECT_EQ(told, expected[i]);
    }
  }
}

// Launches that the report knows nothing of, and counters that were not counted, are null and no zeros.
TEST(Confirm, JsonOfWhatIsNotKnown) {
  Confirmation confirmation = handmade();
  confirmation.report.clear();
  confirmation.record.kernels[0].launches[1].counters.erase("l2_sectors");
  confirmation.result = replay(confirmation.record, confirmation.report);
  const Json launches = Json::parse(toJson(confirmation)).at("kernels").at(0).at("launches");
  for (const Json &launch : launches) {
    EXPECT_TRUE(launch.at("predicted").is_null());
    ASSERT_EQ(launch.at("places").size(), 1u);
    EXPECT_EQ(launch.at("places")[0].at("verdict"), "not-predicted");
    EXPECT_EQ(launch.at("places")[0].at("evidence"), "the report has no such kernel");
  }
  EXPECT_FALSE(launches.at(0).at("moved_sectors").is_null());
  EXPECT_TRUE(launches.at(1).at("moved_sectors").is_null());
}

} // namespace
} // namespace sectorscope::check
