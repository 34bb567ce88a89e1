// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SampleReport.h"

#include "model/Fingerprints.h"
#include "model/Rules.h"
#include "report/SourceTexts.h"

#include <gtest/gtest.h>

using namespace sectorscope;
using sample::exact;

namespace {

TEST(Fingerprints, FunctionsWithoutTheirInstances) {
  for (const auto &[name, base] : std::vector<std::pair<std::string, std::string>>{
           {"saxpy(float*, float const*, int)", "saxpy"},
           {"void ns::copy<float, 4>(float*, int)", "ns::copy"},
           {"void copy<std::pair<int, int> >(std::pair<int, int>*)", "copy"},
           {"std::pair<int, int> ns::make<int>(int)", "ns::make"},
           {"(anonymous namespace)::k(int*)", "(anonymous namespace)::k"},
           {"Vec<float>::operator[](int) const", "Vec::operator[]"},
           {"bool operator<< <int>(Box<int>, Box<int>)", "operator<<"},
           {"Less::operator()(int, int) const", "Less::operator()"},
           {"Box::operator->() const", "Box::operator->"},
           {"_Z1k", "_Z1k"},
           {"", ""}})
    EXPECT_EQ(baseNameOf(name), base) << name;
}

TEST(SourceTexts, TheStatementAroundAPlace) {
  const std::string source = "__global__ void k(float *a, int n) {\n"              // 1
                             "  int i = threadIdx.x; // a[i];\n"                   // 2
                             "  if (i < n)\n"                                      // 3
                             "    a[3 * i]   /* why */ =\n"                        // 4
                             "      a[3 * i + 1];\n"                               // 5
                             "#pragma unroll\n"                                    // 6
                             "  for (int j = 0; j < 4; ++j) a[j] += f(a[i], 1);\n" // 7
                             "  const char *s = \"a; // {\"; a[i] = s[0];\n"       // 8
                             "}\n";
  EXPECT_EQ(statementAt(source, 4, 5), "a[3*i]=a[3*i+1];");
  EXPECT_EQ(statementAt(source, 5, 7), "a[3*i]=a[3*i+1];");
  EXPECT_EQ(statementAt(source, 7, 31), "a[j]+=f(a[i],1);");
  EXPECT_EQ(statementAt(source, 7, 41), "a[j]+=f(a[i],1);");
  EXPECT_EQ(statementAt(source, 2, 11), "int i=threadIdx.x;");
  EXPECT_EQ(statementAt(source, 2, 0), "int i=threadIdx.x;"); // no column: the line
  EXPECT_EQ(statementAt(source, 99, 1), "");
  EXPECT_EQ(statementAt(source, 0, 0), "");
  EXPECT_EQ(statementAt("", 1, 1), "");
}

TEST(SourceTexts, LayoutIsNotMeant) {
  EXPECT_EQ(statementAt("int x=1;\ny [ 3*i ] = return_of ( x ) ; // NOLINT\n", 2, 1),
            statementAt("y[3 * i] =\n  return_of(x);\n", 2, 3));
  EXPECT_EQ(statementAt("unsigned  int\tn;", 1, 1), "unsigned int n;");
  EXPECT_EQ(statementAt("n = 1'000; m = '\\''; a[i] = 2;", 1, 23), "a[i]=2;");
}

/// The findings of one 12-byte stride per line, named with this source.
std::vector<Finding> findingsIn(const std::string &source, const std::vector<unsigned> &lines,
                                const std::string &kernel = "k(float*)", const std::string &file = "k.cu",
                                const LaunchShape &launch = sample::assumed256()) {
  std::vector<sample::Access> accesses;
  for (const unsigned line : lines)
    accesses.push_back({line, AccessKind::Load, 4, 12, 0, exact(12, 4, 12)});
  Report report = sample::report(accesses, launch, kernel);
  report.kernels[0].place.file = file;
  for (AccessReport &access : report.kernels[0].launches[0].accesses) {
    access.site.place.file = access.site.inlineStack[0].place.file = file;
    access.site.place.column = access.site.inlineStack[0].place.column = 1;
  }
  report.findings = findingsOf(report, sample::target(), "");
  addSourceTexts(report, [&](const std::string &) { return source; });
  return report.findings;
}

std::set<std::string> fingerprints(const std::vector<Finding> &findings) {
  std::set<std::string> all;
  for (const Finding &finding : findings)
    all.insert(finding.fingerprint);
  return all;
}

TEST(Fingerprints, SurviveWhatIsNoChangeOfTheAccess) {
  const auto before = fingerprints(findingsIn("x = a[3*i];\ny = b[3*i];\n", {1, 2}));
  ASSERT_EQ(before.size(), 2U);
  // Moved lines, in another order, laid out otherwise.
  EXPECT_EQ(fingerprints(findingsIn("\n\ny = b[3 * i]; // slow\n\nx = a[3*i];\n", {3, 5})), before);
  // Another instance of the template, another block.
  EXPECT_EQ(fingerprints(findingsIn("x = a[3*i];\ny = b[3*i];\n", {1, 2}, "void k<double>(double*)")), before);
  LaunchShape launch;
  launch.origin = LaunchOrigin::Option;
  launch.block = Dim3{64, 1, 1};
  EXPECT_EQ(fingerprints(findingsIn("x = a[3*i];\ny = b[3*i];\n", {1, 2}, "k(float*)", "k.cu", launch)), before);
}

TEST(Fingerprints, TellApartWhatIsAnother) {
  const auto before = fingerprints(findingsIn("x = a[3*i];\n", {1}));
  EXPECT_NE(fingerprints(findingsIn("x = a[4*i];\n", {1})), before);
  EXPECT_NE(fingerprints(findingsIn("x = a[3*i];\n", {1}, "m(float*)")), before);
  EXPECT_NE(fingerprints(findingsIn("x = a[3*i];\n", {1}, "k(float*)", "other.cu")), before);
}

TEST(Fingerprints, OfAlikeStatementsOneMoreIsNew) {
  const auto one = fingerprints(findingsIn("x = a[3*i];\n", {1}));
  const auto two = fingerprints(findingsIn("x = a[3*i];\nx = a[3*i];\n", {1, 2}));
  EXPECT_EQ(two.size(), 2U);
  EXPECT_TRUE(std::includes(two.begin(), two.end(), one.begin(), one.end()));
  // Whichever of the two goes, the other is not new.
  EXPECT_EQ(fingerprints(findingsIn("x = 0;\nx = a[3*i];\n", {2})), one);
}

} // namespace
