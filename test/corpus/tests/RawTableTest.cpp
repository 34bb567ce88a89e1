// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RawTable.h"

#include <gtest/gtest.h>

#include <clocale>
#include <iostream>
#include <locale>
#include <stdexcept>

namespace sectorscope::check {
namespace {

const std::string kHead = "# sectorscope-measure\t1\n# part\tSome part\n# l2_bytes\t1000\n";
const std::string kRow = "pages\tseconds\tstride=128 words=256\t4e-06\t1.5\t3\n";

std::string problemOf(const std::string &table) {
  try {
    rawFromTsv(table);
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "none";
}

TEST(RawTable, ReadsHeaderAndRows) {
  const RawTable table = rawFromTsv(kHead + kRow + "load\tdram_sectors_read\tstride=32\t7\n# end\t2\n");
  EXPECT_EQ(table.head("part"), "Some part");
  EXPECT_EQ(table.headNumber("l2_bytes"), 1000);
  ASSERT_EQ(table.rows.size(), 2U);
  const RawRow &row = *table.of("pages", "seconds").at(0);
  EXPECT_EQ(row.number("stride"), 128);
  EXPECT_EQ(row.text("words"), "256");
  EXPECT_EQ(row.samples, (std::vector<double>{4e-6, 1.5, 3}));
  EXPECT_TRUE(table.of("pages", "dram_sectors_read").empty());
}

TEST(RawTable, MedianIsInTheMiddle) {
  EXPECT_EQ((RawRow{"e", "q", {}, {3, 1, 2}}.median()), 2);
  EXPECT_EQ((RawRow{"e", "q", {}, {4, 1, 2, 3}}.median()), 2.5);
  EXPECT_EQ((RawRow{"e", "q", {}, {5}}.median()), 5);
}

TEST(RawTable, NamesWhatIsDamaged) {
  EXPECT_EQ(problemOf(""), "is no table of sectorscope-measure");
  EXPECT_EQ(problemOf("{\"schema\": 1}\n"), "is no table of sectorscope-measure");
  EXPECT_EQ(problemOf("# part\tSome part\n"), "is no table of sectorscope-measure");
  EXPECT_EQ(problemOf("# sectorscope-measure\t2\n"), "row 1 is of format 2, and this program reads 1: measure again");
  EXPECT_EQ(problemOf(kHead + kRow), "is cut off after row 4: the last line, '# end', is missing");
  EXPECT_EQ(problemOf(kHead + kRow.substr(0, kRow.size() - 3)), "row 4 is cut off");
  EXPECT_EQ(problemOf(kHead + "pages\tseconds\tstride=128\n# end\t1\n"), "row 4 has no sample (cut off?)");
  EXPECT_EQ(problemOf(kHead + "pages\tseconds\tstride\t1\n# end\t1\n"), "row 4 'stride' is no parameter");
  EXPECT_EQ(problemOf(kHead + "pages\tseconds\ta=1\t1,5\n# end\t1\n"), "row 4 '1,5' is no number of seconds");
  EXPECT_EQ(problemOf(kHead + "pages\tseconds\ta=1\t-1\n# end\t1\n"), "row 4 '-1' is no number of seconds");
  EXPECT_EQ(problemOf(kHead + "pages\tseconds\ta=1\tnan\n# end\t1\n"), "row 4 'nan' is no number of seconds");
  EXPECT_EQ(problemOf(kHead + "pages\tseconds\ta=1\t\n# end\t1\n"), "row 4 '' is no number of seconds");
  EXPECT_EQ(problemOf(kHead + kRow + "# end\t2\n"), "row 5 says that there are 2 rows, and there are 1");
  EXPECT_EQ(problemOf(kHead + "# end\t0\n" + kRow), "row 5 comes after the end of the table");
  EXPECT_EQ(problemOf(kHead + "# part\tOther\n# end\t0\n"), "row 4 gives 'part' a second time");
}

TEST(RawTable, AsksForWhatIsThere) {
  const RawTable table = rawFromTsv(kHead + kRow + "# end\t1\n");
  EXPECT_THROW(table.head("driver"), std::runtime_error);
  EXPECT_THROW(table.headNumber("part"), std::runtime_error);
  EXPECT_THROW(table.rows[0].number("pitch"), std::runtime_error);
}

/// A comma where others have a point.
struct CommaPunctuation : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

TEST(RawTable, DoesNotMindTheLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  const std::locale global = std::locale::global(std::locale(std::locale::classic(), new CommaPunctuation));
  bool found = false;
  for (const char *name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"})
    found = found || std::setlocale(LC_ALL, name);
  if (!found)
    std::cout << "no locale of C with a comma is installed: only that of C++ was changed\n";
  const RawTable table = rawFromTsv(kHead + kRow + "# end\t1\n");
  const std::string withComma = problemOf(kHead + "pages\tseconds\ta=1\t1,5\n# end\t1\n");
  std::locale::global(global);
  std::setlocale(LC_ALL, before.c_str());
  EXPECT_EQ(table.rows[0].samples[1], 1.5);
  EXPECT_EQ(withComma, "row 4 '1,5' is no number of seconds");
}

} // namespace
} // namespace sectorscope::check
