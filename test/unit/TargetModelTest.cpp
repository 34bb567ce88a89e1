// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sectorscope/TargetModel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

namespace sectorscope {
namespace {

constexpr const char *smallest = R"({"schema": "sectorscope-profile/1", "arch": "sm_1", "name": "n", "warpSize": 32,
  "sectorBytes": 32, "lineBytes": 128, "maxThreadsPerBlock": 1024, "sharedBanks": 32, "sharedBankBytes": 4})";

std::string with(const std::string &from, const std::string &to) {
  std::string text = smallest;
  std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string errorOf(const std::string &json) {
  try {
    parseTarget(json);
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "no error";
}

TEST(TargetModel, BuiltinNamesAscendByNumber) {
  EXPECT_EQ(builtinTargetNames(),
            (std::vector<std::string>{"sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"}));
}

TEST(TargetModel, EveryBuiltinHasTheCommonFactsAndASourceForEachFact) {
  for (const std::string &arch : builtinTargetNames()) {
    std::optional<TargetModel> target = builtinTarget(arch);
    ASSERT_TRUE(target) << arch;
    EXPECT_EQ(target->arch, arch);
    EXPECT_FALSE(target->name.empty());
    EXPECT_EQ(target->warpSize, 32u);
    EXPECT_EQ(target->sectorBytes, 32u);
    EXPECT_EQ(target->lineBytes, 128u);
    EXPECT_EQ(target->maxThreadsPerBlock, 1024u);
    auto check = [&](const char *field, bool known) {
      auto it = target->sources.find(field);
      ASSERT_NE(it, target->sources.end()) << arch << " " << field;
      EXPECT_EQ(it->second.rfind("unmeasured: ", 0) != 0, known) << arch << " " << field << ": " << it->second;
    };
    check("warpSize", true);
    check("sectorBytes", true);
    check("lineBytes", true);
    check("maxThreadsPerBlock", true);
    check("dramDemandGranuleBytes", target->dramDemandGranuleBytes.has_value());
    check("dramFillGranuleBytes", target->dramFillGranuleBytes.has_value());
    check("fillsPartialWrites", target->fillsPartialWrites.has_value());
    check("multiprocessors", target->multiprocessors.has_value());
    check("l2Bytes", target->l2Bytes.has_value());
    check("l2Slices", target->l2Slices.has_value());
    check("sliceHash", target->sliceHash.has_value());
    check("strides", !target->strides.empty());
    check("blocksPerMultiprocessor", target->blocksPerMultiprocessor.has_value());
    check("ceilings", target->ceilings.has_value());
  }
}

TEST(TargetModel, H200FactsAreTheMeasuredOnes) {
  TargetModel target = builtinTarget("sm_90").value();
  EXPECT_EQ(target.name, "NVIDIA H200");
  EXPECT_EQ(target.dramDemandGranuleBytes, 64u);
  EXPECT_EQ(target.dramFillGranuleBytes, 32u);
  EXPECT_EQ(target.fillsPartialWrites, true);
  EXPECT_EQ(target.multiprocessors, 132u);
  EXPECT_EQ(target.l2Bytes, 60u * 1024 * 1024);
  EXPECT_EQ(target.l2Slices, 94u);
  const Ceilings ceilings = target.ceilings.value();
  EXPECT_EQ(ceilings.measured, "NVIDIA H200, driver 580, 2026-11");
  EXPECT_EQ(ceilings.readBytesPerSecond, 4681e9);
  EXPECT_EQ(ceilings.writeBytesPerSecond, 4458e9);
  EXPECT_EQ(ceilings.copyBytesPerSecond, 4047e9);
  EXPECT_EQ(ceilings.triadBytesPerSecond, 4261e9);
}

TEST(TargetModel, H200HoldsWhatPitchesAndAtomicsCost) {
  const TargetModel target = builtinTarget("sm_90").value();
  EXPECT_EQ(target.peak->bytesPerSecond, 4814e9);
  EXPECT_NEAR(target.peak->transfersPerClock * target.peak->memoryHertz * target.peak->busBits / 8,
              target.peak->bytesPerSecond, 0.5e9);
  EXPECT_LT(target.ceilings->readBytesPerSecond, target.peak->bytesPerSecond);
  std::set<std::string> patterns;
  for (const StrideCurve &curve : target.strides) {
    patterns.insert(curve.pattern);
    EXPECT_EQ(curve.losses.front().first, 512);
    EXPECT_TRUE(std::ranges::is_sorted(curve.losses, {}, &std::pair<double, MeasuredLoss>::first));
  }
  EXPECT_EQ(patterns, (std::set<std::string>{"block_atomics", "block_reduction", "burst", "column_store", "column_walk",
                                             "row_walk", "transpose"}));
  ASSERT_FALSE(target.atomics.empty());
  EXPECT_EQ(target.atomics.front().operation, "atom");
  EXPECT_GT(target.atomics.front().perSecond.at(1e6), target.atomics.front().perSecond.at(1));
}

TEST(TargetModel, UnknownArchitectureHasNoProfile) {
  EXPECT_FALSE(builtinTarget("sm_9"));
  EXPECT_FALSE(builtinTarget(""));
}

TEST(TargetModel, ParsesTheSmallestProfile) {
  TargetModel target = parseTarget(smallest);
  EXPECT_EQ(target.arch, "sm_1");
  EXPECT_FALSE(target.fillsPartialWrites);
  EXPECT_FALSE(target.l2Bytes);
  EXPECT_TRUE(target.sources.empty());
}

TEST(TargetModel, CeilingsMayBeMissing) {
  const TargetModel target = parseTarget(with("\"name\"", R"("ceilings": {"measured": "n, 2026-11", "l1LinesPerSecond":
    1.5e11, "doubleFlopPerSecond": null}, "name")"));
  EXPECT_EQ(target.ceilings->measured, "n, 2026-11");
  EXPECT_EQ(target.ceilings->l1LinesPerSecond, 1.5e11);
  EXPECT_FALSE(target.ceilings->doubleFlopPerSecond);
  EXPECT_FALSE(parseTarget(smallest).ceilings);
}

TEST(TargetModel, ReadsWhatWasMeasuredOfAPart) {
  const TargetModel target = parseTarget(with("\"name\"", R"("ceilings": {"measured": "m", "mixBytesPerSecond":
    [[0.25, 3e12], [0.75, 4e12]], "bytesInFlight": [[1000, 1e12], [2000, 2e12]]},
    "peak": {"busBits": 64, "memoryHertz": 1e9, "transfersPerClock": 2, "bytesPerSecond": 16e9, "ecc": "off"},
    "strides": [{"pattern": "row_walk", "state": "warm", "losses": [[512, -0.1], [1024, 0.25, 0.2, 0.3]]}],
    "atomics": [{"operation": "red", "type": "u32", "strideBytes": 32, "perSecond": [[1, 1e9], [32, 3e9]]}],
    "measured": {"anything": [1, "a"]}, "name")"));
  EXPECT_EQ(target.ceilings->mixBytesPerSecond->at(0.5), 3.5e12);
  EXPECT_EQ(target.ceilings->bytesInFlight->at(3000), 2e12);
  EXPECT_EQ(target.peak->busBits, 64U);
  EXPECT_EQ(target.peak->ecc, "off");
  ASSERT_EQ(target.strides.size(), 1U);
  EXPECT_TRUE(target.strides[0].warm);
  EXPECT_EQ(*target.strides[0].at(512), (MeasuredLoss{-0.1, -0.1, -0.1}));
  EXPECT_EQ(*target.strides[0].at(1024), (MeasuredLoss{0.25, 0.2, 0.3}));
  EXPECT_FALSE(target.strides[0].at(2048));
  ASSERT_EQ(target.atomics.size(), 1U);
  EXPECT_EQ(target.atomics[0].strideBytes, 32U);
  EXPECT_EQ(target.atomics[0].perSecond.at(1), 1e9);
}

TEST(TargetModel, NamesTheWrongPartOfAMeasurement) {
  const auto problem = [](const std::string &fields) { return errorOf(with("\"name\"", fields + ", \"name\"")); };
  EXPECT_EQ(
      problem(R"("l2ForgetsReads": [[2, 0], [1, 0]])"),
      "profile field 'l2ForgetsReads' must be a list of pairs of numbers, [bytes, share], with bytes that ascend");
  EXPECT_EQ(
      problem(R"("l2ForgetsReads": [[1, -0.5]])"),
      "profile field 'l2ForgetsReads' must be a list of pairs of numbers, [bytes, share], with bytes that ascend");
  EXPECT_EQ(problem(R"("measured": 3)"), "profile field 'measured' must be an object");
  EXPECT_EQ(problem(R"("peak": {"busBits": 64})"), "profile field 'peak.memoryHertz' is missing");
  EXPECT_EQ(problem(R"("peak": {"busBits": -1})"), "profile field 'peak.busBits' must be a positive whole number");
  EXPECT_EQ(problem(R"("strides": {})"), "profile field 'strides' must be a list of objects");
  EXPECT_EQ(problem(R"("strides": [3])"), "profile field 'strides' must be a list of objects");
  EXPECT_EQ(problem(R"("strides": [{"pattern": "p", "state": "hot"}])"),
            "profile field 'strides.state' must be \"cold\" or \"warm\"");
  for (const char *losses : {"[]", "[[1, 0.1, 0.1]]", "[[2, 0], [1, 0]]", "[[1, 0.1, 0.2, 0.3]]",
                             "[[1, 0.3, 0.1, 0.2]]", "[[1, \"a\"]]", "[3]"})
    EXPECT_EQ(
        problem(R"("strides": [{"pattern": "p", "state": "cold", "losses": )" + std::string(losses) + "}]"),
        "profile field 'strides.losses' must be a list of [bytes, share lost] or [bytes, share lost, least, most], "
        "with bytes that ascend")
        << losses;
  EXPECT_EQ(
      problem(R"("atomics": [{"operation": "red", "type": "u32", "strideBytes": 4, "perSecond": [[1, 1]], "x": 1}])"),
      "profile field 'atomics.x' is not known");
}

TEST(TargetModel, Slices) {
  const TargetModel target = parseTarget(with("\"name\"", R"("sliceHash": {"masks": [[12, 16], [10]], "observedBits":
    [10, 19], "slicesPerGroup": 5}, "partitions": {"count": 6, "bytes": 256}, "strides": [{"pattern": "burst", "state":
    "warm", "losses": [[512, -0.02], [1024, 0.25]]}], "name")"));
  EXPECT_EQ(target.sliceHash->masks, (std::vector<std::uint64_t>{0x11000, 0x400}));
  EXPECT_EQ(target.sliceHash->lowestBit, 10U);
  EXPECT_EQ(target.sliceHash->highestBit, 19U);
  EXPECT_EQ(target.sliceHash->slicesPerGroup, 5U);
  EXPECT_EQ(target.partitions->count, 6U);
}

TEST(TargetModel, WrongSlices) {
  const auto errorWith = [](const std::string &field) { return errorOf(with("\"name\"", field + ", \"name\"")); };
  const std::string bits =
      "profile field 'sliceHash.observedBits' must be the lowest and the highest bit of an address, [10, 19]";
  EXPECT_EQ(errorWith(R"("sliceHash": {"masks": [[12]]})"), bits);
  EXPECT_EQ(errorWith(R"("sliceHash": {"masks": [[12]], "observedBits": [19, 10]})"), bits);
  const std::string masks =
      "profile field 'sliceHash.masks' must be up to 16 lists of observed bits, [[12, 16], [10, 17]]";
  EXPECT_EQ(errorWith(R"("sliceHash": {"observedBits": [10, 19]})"), masks);
  EXPECT_EQ(errorWith(R"("sliceHash": {"masks": [[]], "observedBits": [10, 19]})"), masks);
  EXPECT_EQ(errorWith(R"("sliceHash": {"masks": [[20]], "observedBits": [10, 19]})"), masks);
  EXPECT_EQ(errorWith(R"("sliceHash": {"masks": [["a"]], "observedBits": [10, 19]})"), masks);
  EXPECT_EQ(errorWith(R"("sliceHash": {"masks": [12], "observedBits": [10, 19]})"), masks);
  EXPECT_EQ(errorWith(R"("partitions": {"count": 8})"), "profile field 'partitions.bytes' is missing");
  EXPECT_EQ(errorWith(R"("partitions": {"count": 8, "bytes": 256, "b": 1})"),
            "profile field 'partitions.b' is not known");
}

TEST(TargetModel, NamesTheWrongField) {
  EXPECT_EQ(errorOf("{"), "profile is not valid JSON");
  EXPECT_EQ(errorOf("[]"), "profile must be a JSON object");
  EXPECT_EQ(errorOf("{}"), "profile field 'schema' is missing");
  EXPECT_EQ(errorOf(with("profile/1", "profile/9")), "profile field 'schema' must be \"sectorscope-profile/1\"");
  EXPECT_EQ(errorOf(with("\"sm_1\"", "90")), "profile field 'arch' must be a non-empty string");
  EXPECT_EQ(errorOf(with("\"warpSize\": 32", "\"warpSize\": -32")),
            "profile field 'warpSize' must be a positive whole number");
  EXPECT_EQ(errorOf(with("\"warpSize\": 32", "\"warpSize\": 33")),
            "profile field 'warpSize' must be a power of two and at most 64");
  EXPECT_EQ(errorOf(with("1024", "5000000000")), "profile field 'maxThreadsPerBlock' must be a positive whole number");
  EXPECT_EQ(errorOf(with("\"lineBytes\": 128", "\"lineBytes\": 16")),
            "profile field 'lineBytes' must be a power of two and at least sectorBytes");
  EXPECT_EQ(errorOf(with("\"sectorBytes\": 32", "\"sectorBytes\": 24")),
            "profile field 'sectorBytes' must be a power of two");
  EXPECT_EQ(errorOf(with("\"name\"", "\"fillsPartialWrites\": 1, \"name\"")),
            "profile field 'fillsPartialWrites' must be true, false or null");
  EXPECT_EQ(errorOf(with("\"name\"", "\"sources\": {\"l2Bytes\": 3}, \"name\"")),
            "profile field 'sources.l2Bytes' must be a string");
  EXPECT_EQ(errorOf(with("\"name\"", "\"ceilings\": 3, \"name\"")), "profile field 'ceilings' must be an object");
  EXPECT_EQ(errorOf(with("\"name\"", "\"ceilings\": {}, \"name\"")), "profile field 'ceilings.measured' is missing");
  EXPECT_EQ(errorOf(with("\"name\"", R"("ceilings": {"measured": "m", "readBytesPerSecond": 0}, "name")")),
            "profile field 'ceilings.readBytesPerSecond' must be a positive number");
  EXPECT_EQ(errorOf(with("\"name\"", R"("ceilings": {"measured": "m", "flops": 1}, "name")")),
            "profile field 'ceilings.flops' is not known");
  EXPECT_EQ(errorOf(with("\"name\"", "\"l2Byte\": 3, \"name\"")), "profile field 'l2Byte' is not known");
}

} // namespace
} // namespace sectorscope
