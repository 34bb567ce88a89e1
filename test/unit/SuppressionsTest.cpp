// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SampleReport.h"

#include "model/Rules.h"
#include "report/Suppressions.h"

#include <gtest/gtest.h>

using namespace sectorscope;

namespace {

constexpr const char *rule = "excess-sectors";

TEST(Suppressions, OnTheLine) {
  EXPECT_TRUE(isSilenced("x = a[i].f; // NOLINT(sectorscope-excess-sectors)", 1, rule));
  EXPECT_TRUE(isSilenced("x; // NOLINT(other-check, sectorscope-excess-sectors)", 1, rule));
  EXPECT_TRUE(isSilenced("x; // NOLINT(sectorscope-*)", 1, rule));
  EXPECT_TRUE(isSilenced("x; // NOLINT", 1, rule));
  EXPECT_FALSE(isSilenced("x; // NOLINT(sectorscope-misaligned)", 1, rule));
  EXPECT_FALSE(isSilenced("x; // NOLINT(excess-sectors)", 1, rule));
  EXPECT_FALSE(isSilenced("x;", 1, rule));
}

TEST(Suppressions, OtherLinesAreNotMeant) {
  const std::string source = "a; // NOLINT(sectorscope-*)\nb;\nc;\r\n";
  EXPECT_TRUE(isSilenced(source, 1, rule));
  EXPECT_FALSE(isSilenced(source, 2, rule));
  EXPECT_FALSE(isSilenced(source, 9, rule));
  EXPECT_FALSE(isSilenced(source, 0, rule));
}

TEST(Suppressions, NextLine) {
  const std::string source = "// NOLINTNEXTLINE(sectorscope-excess-sectors)\na;\nb;\n";
  EXPECT_FALSE(isSilenced(source, 1, rule));
  EXPECT_TRUE(isSilenced(source, 2, rule));
  EXPECT_FALSE(isSilenced(source, 3, rule));
}

TEST(Suppressions, FromBeginToEnd) {
  const std::string source = "a;\n// NOLINTBEGIN(sectorscope-excess-sectors)\nb;\nc;\n"
                             "// NOLINTEND(sectorscope-excess-sectors)\nd;\n// NOLINTBEGIN(sectorscope-*)\ne;\n";
  for (unsigned line = 1; line <= 8; ++line)
    EXPECT_EQ(isSilenced(source, line, rule), line >= 2 && line <= 5) << line; // the second has no end
  EXPECT_FALSE(isSilenced(source, 3, "misaligned"));
  // Another list does not end it.
  EXPECT_FALSE(isSilenced("// NOLINTBEGIN(sectorscope-*)\na;\n// NOLINTEND\n", 2, rule));
  EXPECT_TRUE(isSilenced("// NOLINTBEGIN\na;\n// NOLINTEND\n", 2, rule));
  // One within the other.
  const std::string nested = "// NOLINTBEGIN\n// NOLINTBEGIN\na;\n// NOLINTEND\nb;\n// NOLINTEND\nc;\n";
  EXPECT_TRUE(isSilenced(nested, 5, rule));
  EXPECT_FALSE(isSilenced(nested, 7, rule));
}

TEST(Suppressions, UnusedOnesAreTold) {
  SilencingComments comments("a; // NOLINT(sectorscope-excess-sectors)\nb; // NOLINT(sectorscope-misaligned)\n"
                             "c; // NOLINT\nd; // NOLINT(other-check)\n// NOLINTBEGIN(sectorscope-*)\n");
  EXPECT_TRUE(comments.silences(1, rule));
  EXPECT_FALSE(comments.silences(2, rule));
  EXPECT_EQ(comments.unused(), (std::vector<std::string>{"2: NOLINT(sectorscope-misaligned)",
                                                         "5: NOLINTBEGIN(sectorscope-*) without its NOLINTEND"}));
}

TEST(Suppressions, RulesThatAreAllowedInFiles) {
  const auto left = [](const std::vector<AllowedRules> &allowed) {
    Report r = sample::report({{1, AccessKind::Load, 4, 12, 0, sample::exact(12, 4, 12)},
                               {3, AccessKind::Load, 4, 4, 4, sample::exact(5, 4, 4)}});
    r.findings = findingsOf(r, sample::target(), "");
    const SilencedFindings silenced = removeSilenced(r, [](const std::string &) { return std::nullopt; }, {}, allowed);
    EXPECT_EQ(r.silenced.size(), silenced.allowed);
    return r.findings.size();
  };
  EXPECT_EQ(left({}), 2U);
  EXPECT_EQ(left({{"k.cu", {"misaligned"}}}), 1U);
  EXPECT_EQ(left({{"*.cu", {"all"}}}), 0U);
  EXPECT_EQ(left({{"other/*", {"all"}}}), 2U);
}

TEST(Suppressions, RemovesFindingsAndCountsThem) {
  Report r = sample::report({{1, AccessKind::Load, 4, 12, 0, sample::exact(12, 4, 12)},
                             {2, AccessKind::Load, 4, 12, 0, sample::exact(12, 4, 12)},
                             {3, AccessKind::Load, 4, 4, 4, sample::exact(5, 4, 4)}});
  r.findings = findingsOf(r, sample::target(), "");
  ASSERT_EQ(r.findings.size(), 3U);
  const auto read = [](const std::string &file) -> std::optional<std::string> {
    EXPECT_EQ(file, "k.cu");
    return "a; // NOLINT\nb;\nc;\n";
  };
  EXPECT_EQ(removeSilenced(r, read, {"misaligned"}).inSource, 1U);
  ASSERT_EQ(r.findings.size(), 1U);
  EXPECT_EQ(r.findings[0].place.line, 2U);
}

TEST(Suppressions, UnreadableSourceSilencesNothing) {
  Report r = sample::report({{1, AccessKind::Load, 4, 12, 0, sample::exact(12, 4, 12)}});
  r.findings = findingsOf(r, sample::target(), "");
  EXPECT_EQ(removeSilenced(r, [](const std::string &) { return std::nullopt; }, {}).inSource, 0U);
  EXPECT_EQ(r.findings.size(), 1U);
}

} // namespace
