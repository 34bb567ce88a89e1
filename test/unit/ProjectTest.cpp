// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/Config.h"
#include "project/Dependencies.h"
#include "project/ProjectReport.h"
#include "project/ResponseFiles.h"
#include "project/ResultCache.h"
#include "project/ShellWords.h"
#include "project/TranslateCommand.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

using namespace sectorscope;

namespace {

using Words = std::vector<std::string>;

TEST(ShellWords, AsAShellPartsThem) {
  EXPECT_EQ(shellWords("a  b\tc\n"), (Words{"a", "b", "c"}));
  EXPECT_EQ(shellWords(R"(nvcc -DNAME="a b" 'my file.cu' -DQ=\"x\" a\ b)"),
            (Words{"nvcc", "-DNAME=a b", "my file.cu", "-DQ=\"x\"", "a b"}));
  EXPECT_EQ(shellWords(R"("a\"b" "c\d" '\' "")"), (Words{"a\"b", "c\\d", "\\", ""}));
  EXPECT_EQ(shellWords("a\\\nb"), (Words{"ab"}));
  EXPECT_EQ(shellWords(""), Words{});
  EXPECT_FALSE(shellWords("a 'b"));
  EXPECT_FALSE(shellWords("a \"b"));
}

TEST(ShellWords, ListsAsNvccPartsThem) {
  EXPECT_EQ(listItems("A,B=2"), (Words{"A", "B=2"}));
  EXPECT_EQ(listItems(R"(A="x,y",B=z\,w,C=\")"), (Words{"A=\"x,y\"", "B=z,w", "C=\\\""}));
  EXPECT_EQ(listItems(",a,,"), Words{"a"});
  EXPECT_EQ(listItems(""), Words{});
}

AuditArguments translated(const std::string &command, const std::string &file = "/src/k.cu") {
  return translateCommand(*shellWords(command), file);
}

std::string dropped(const AuditArguments &arguments) {
  std::string all;
  for (const std::string &name : arguments.dropped)
    all += (all.empty() ? "" : " ") + name;
  return all;
}

TEST(TranslateCommand, CMakeAndNvcc) {
  const AuditArguments a = translated(
      "/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -DN=3 --options-file=x -I/src/include "
      "-isystem=/opt/inc "
      "-isystem /opt/two -O3 -DNDEBUG -std=c++17 \"--generate-code=arch=compute_80,code=[compute_80,sm_80]\" "
      "--generate-code=arch=compute_90a,code=sm_90a -Xcompiler=-fPIC -x cu -rdc=true -c /src/k.cu -o k.o");
  EXPECT_TRUE(a.isCuda);
  EXPECT_EQ(a.arch, "sm_90a");
  EXPECT_EQ(a.clangArgs, (Words{"-DN=3", "-I/src/include", "-isystem", "/opt/inc", "-isystem", "/opt/two", "-DNDEBUG",
                                "-std=c++17", "-fgpu-rdc"}));
  EXPECT_EQ(dropped(a), "--options-file=x -Xcompiler -fPIC"); // response files are read before
}

TEST(TranslateCommand, EveryFlagOfTheBuildSystems) {
  for (const auto &[flag, clang] :
       std::vector<std::pair<std::string, Words>>{{"-use_fast_math", {"-ffast-math"}},
                                                  {"--use_fast_math", {"-ffast-math"}},
                                                  {"-dc", {"-fgpu-rdc"}},
                                                  {"--device-c", {"-fgpu-rdc"}},
                                                  {"-rdc true", {"-fgpu-rdc"}},
                                                  {"-rdc=false", {}},
                                                  {"--relocatable-device-code=true", {"-fgpu-rdc"}},
                                                  {"--expt-relaxed-constexpr", {"-D__CUDACC_RELAXED_CONSTEXPR__"}},
                                                  {"--expt-extended-lambda", {"-D__CUDACC_EXTENDED_LAMBDA__"}},
                                                  {"--extended-lambda", {"-D__CUDACC_EXTENDED_LAMBDA__"}},
                                                  {"-extended-lambda", {"-D__CUDACC_EXTENDED_LAMBDA__"}},
                                                  {"-D A=1", {"-DA=1"}},
                                                  {"--define-macro=A", {"-DA"}},
                                                  {"-U A", {"-UA"}},
                                                  {"-D A=1,B", {"-DA=1", "-DB"}},
                                                  {"-Ione,two", {"-Ione", "-Itwo"}},
                                                  {"-include=a.h,b.h", {"-include", "a.h", "-include", "b.h"}},
                                                  {"-Xcompiler '-DA -I inc'", {"-DA", "-I", "inc"}},
                                                  {"-Xcompiler -isystem,inc", {"-isystem", "inc"}},
                                                  {"-Xcompiler -include -Xcompiler=a.h", {"-include", "a.h"}},
                                                  {"-include pre.h", {"-include", "pre.h"}},
                                                  {"--std c++20", {"-std=c++20"}},
                                                  {"-fmad=false", {"-ffp-contract=off"}},
                                                  {"-Xcompiler -DA,-fopenmp", {"-DA", "-fopenmp"}},
                                                  {"-Xcompiler \"-DA=1\"", {"-DA=1"}},
                                                  {"-lineinfo", {}},
                                                  {"-g", {}},
                                                  {"--threads 4", {}},
                                                  {"-t4", {}},
                                                  {"-t 4", {}},
                                                  {"-ccbin /usr/bin/g++-12", {}},
                                                  {"-ccbin=g++", {}},
                                                  {"-lcudart", {}},
                                                  {"-m64", {}},
                                                  {"-O2", {}},
                                                  {"-MD -MT k.o -MF k.d", {}},
                                                  {"-Werror all-warnings", {}},
                                                  {"-Wno-deprecated-gpu-targets", {}},
                                                  {"--diag-suppress=177", {}},
                                                  {"-odir out", {}},
                                                  {"-time out.csv", {}},
                                                  {"--compile", {}}}) {
    const AuditArguments a = translated("nvcc " + flag + " /src/k.cu");
    EXPECT_EQ(a.clangArgs, clang) << flag;
    EXPECT_EQ(dropped(a), "") << flag;
    EXPECT_EQ(a.arch, "") << flag;
  }
  for (const auto &[flag, name] : std::vector<std::pair<std::string, std::string>>{
           {"-Xptxas -v", "--ptxas-options"},
           {"-Xptxas=-dlcm=ca", "--ptxas-options"},
           {"--ptxas-options=-v", "--ptxas-options"},
           {"-maxrregcount=32", "--maxrregcount"},
           {"--maxrregcount 32", "--maxrregcount"},
           {"-G", "--device-debug"},
           {"-Xcudafe --diag_suppress=1", "--cudafe-options"},
           {"--default-stream per-thread", "--default-stream"},
           {"-dlto", "--dlink-time-opt"},
           {"--ftz=true", "--ftz"},
           {"-Xcompiler '-fPIC -march=native'", "-Xcompiler -fPIC -Xcompiler -march=native"},
           {"-Xcompiler -Wall,-Wno-pedantic,-w", ""},
           {"-Xcompiler=-fPIC,-march=native", "-Xcompiler -fPIC -Xcompiler -march=native"},
           {"-fPIC", "-fPIC"}}) {
    const AuditArguments a = translated("nvcc " + flag + " /src/k.cu");
    EXPECT_EQ(dropped(a), name) << flag;
    EXPECT_EQ(a.clangArgs, Words{}) << flag;
  }
}

TEST(TranslateCommand, Architectures) {
  for (const auto &[flag, arch] : std::vector<std::pair<std::string, std::string>>{
           {"-arch=sm_80", "sm_80"},
           {"-arch sm_75", "sm_75"},
           {"--gpu-architecture=compute_90", "sm_90"},
           {"-arch=native", ""},
           {"-arch=all-major", ""},
           {"-gencode arch=compute_70,code=sm_70 -gencode arch=compute_120,code=sm_120", "sm_120"},
           {"-gencode=arch=compute_80,code=\\\"sm_80,compute_80\\\"", "sm_80"},
           {"-arch=compute_80 -code=sm_86", "sm_86"},
           {"-gencode arch=compute_100f,code=lto_100f", "sm_100f"}})
    EXPECT_EQ(translated("nvcc " + flag + " /src/k.cu").arch, arch) << flag;
}

TEST(TranslateCommand, ClangStaysAsItIs) {
  const AuditArguments a =
      translated("ccache /usr/bin/clang++-22 --cuda-gpu-arch=sm_80 --offload-arch=sm_90 -O3 -Iinc -DA=1 -Werror "
                 "-fplugin=p.so -Xclang -load -Xclang p.so -ffast-math -c -o k.o -MD -MF k.d ../src/k.cu");
  EXPECT_TRUE(a.isCuda);
  EXPECT_EQ(a.arch, "sm_90");
  EXPECT_EQ(a.clangArgs, (Words{"-O3", "-Iinc", "-DA=1", "-ffast-math"}));
  EXPECT_EQ(dropped(a), "-Xclang -load -fplugin");
}

TEST(TranslateCommand, WhatIsCuda) {
  EXPECT_FALSE(translated("g++ -c /src/k.cpp", "/src/k.cpp").isCuda);
  EXPECT_FALSE(translated("nvcc -c /src/k.cpp", "/src/k.cpp").isCuda);
  EXPECT_TRUE(translated("nvcc -x cu -c /src/k.cpp", "/src/k.cpp").isCuda);
  EXPECT_TRUE(translated("nvcc -x=cu -c /src/k.cpp", "/src/k.cpp").isCuda);
  EXPECT_TRUE(translated("clang++ -x cuda /src/k.cpp", "/src/k.cpp").isCuda);
  EXPECT_FALSE(translated("clang++ -x hip /src/k.cu").isCuda);
  EXPECT_TRUE(translated("sectorscope-launch nvcc /src/k.cu").isCuda);
  for (const char *before : {"env A=1 ccache B=2", "A=1", "/usr/bin/env -i -u B A=/x --", "/usr/bin/cmake -E env A=1",
                             "cmake -E time ccache", "/opt/a=b/ccache"}) {
    const AuditArguments a = translated(std::string(before) + " nvcc -arch=sm_80 /src/k.cu");
    EXPECT_EQ(a.problem, "") << before;
    EXPECT_EQ(a.arch, "sm_80") << before;
  }
  for (const char *command : {"env", "A=1", "cmake -E env", "ccache", "env -u"})
    EXPECT_FALSE(translated(command).problem.empty()) << command;
  EXPECT_TRUE(translated("/opt/kokkos/bin/nvcc_wrapper -c /src/k.cpp", "/src/k.cpp").isCuda);
  EXPECT_FALSE(translated("nvcc_wrapper -x c++ -c /src/k.cpp", "/src/k.cpp").isCuda);
  EXPECT_EQ(translated("nvc++ -cuda /src/k.cu").problem, "the compiler nvc++ is not known");
}

TEST(SourceIn, WhatIsCompiled) {
  for (const auto &[command, source] :
       std::vector<std::pair<std::string, std::string>>{{"nvcc -Iinc -c k.cu -o k.o", "k.cu"},
                                                        {"nvcc k.cu -o app -lcudart", "k.cu"}, // compiled, then linked
                                                        {"nvcc -E k.cu", ""},
                                                        {"nvcc -M k.cu -o k.d", ""},
                                                        {"nvcc -MD -c k.cu", "k.cu"},
                                                        {"nvcc --dryrun -c k.cu", ""},
                                                        {"nvcc -c a.cu b.cu", ""},
                                                        {"nvcc k.o -o app", ""},
                                                        {"nvcc", ""},
                                                        {"", ""}})
    EXPECT_EQ(sourceIn(*shellWords(command)), source) << command;
}

TEST(ResponseFiles, TheirWordsStandInTheirPlace) {
  std::string folder = (std::filesystem::temp_directory_path() / "sectorscope-test.XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  std::ofstream(folder + "/a.rsp") << "-DA\r\n\"-DB=x y\"\r\n";
  std::ofstream(folder + "/b.rsp") << "-optf=a.rsp -DC";
  std::ofstream(folder + "/empty.rsp");
  std::ofstream(folder + "/self.rsp") << "@self.rsp";
  const auto read = [&](const std::string &command) { return withResponseFiles(*shellWords(command), folder); };
  const Words a = {"-DA", "-DB=x y"}, both = {"-DA", "-DB=x y", "-DA", "-DB=x y", "-DC"};
  for (const char *form : {"@a.rsp", "--options-file a.rsp", "--options-file=a.rsp", "-optf a.rsp", "-optf=a.rsp"})
    EXPECT_EQ(read(form), a) << form;
  for (const char *form : {"-optf a.rsp,b.rsp", "--options-file=a.rsp,b.rsp", "@a.rsp @empty.rsp @b.rsp"})
    EXPECT_EQ(read(form), both) << form;
  EXPECT_EQ(read("nvcc @ -optf"), (Words{"nvcc", "@", "-optf"}));
  EXPECT_THROW(read("@self.rsp"), std::runtime_error);
  EXPECT_THROW(read("-optf=a.rsp,none.rsp"), std::runtime_error);
  std::filesystem::remove_all(folder);
}

TEST(Dependencies, NamesComeBackAsTheyWere) {
  const Words files = {"/a/b.h", "/with space/c#d.h", "/e$f", "/g\\h"};
  EXPECT_EQ(dependencyText("out file.json", {"a b"}), "out\\ file.json: \\\n  a\\ b\n");
  EXPECT_EQ(filesIn(dependencyText("x", files)), files);
  EXPECT_EQ(filesIn(dependencyText("x", {})), Words{});
}

TEST(ResultCache, OnlyWhatHasNotChanged) {
  std::string folder = (std::filesystem::temp_directory_path() / "sectorscope-test.XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const std::string source = folder + "/k.cu";
  std::ofstream(source) << "1";
  const auto write = [&](ResultCache &cache) {
    std::ofstream(cache.reportFile("key")) << "{}";
    std::ofstream(cache.dependencyFile("key")) << dependencyText("x", {source});
    cache.keep("key");
  };
  {
    ResultCache cache(folder + "/cache");
    EXPECT_EQ(cache.problem(), "");
    EXPECT_FALSE(cache.has("key"));
    write(cache);
  }
  EXPECT_TRUE(ResultCache(folder + "/cache").has("key"));
  EXPECT_FALSE(ResultCache(folder + "/cache").has("other"));
  std::ofstream(source) << "2";
  EXPECT_FALSE(ResultCache(folder + "/cache").has("key"));
  std::ofstream(source) << "1";
  EXPECT_TRUE(ResultCache(folder + "/cache").has("key"));
  std::ofstream(folder + "/cache/key.json", std::ios::app) << "damaged";
  EXPECT_FALSE(ResultCache(folder + "/cache").has("key"));
  {
    ResultCache cache(folder + "/cache");
    write(cache);
  }
  EXPECT_TRUE(ResultCache(folder + "/cache").has("key"));
  std::filesystem::remove(source);
  EXPECT_FALSE(ResultCache(folder + "/cache").has("key"));
  // Written while it was analysed: of which of the two texts is the report?
  {
    ResultCache cache(folder + "/cache");
    std::ofstream(source) << "1";
    std::filesystem::last_write_time(source, std::filesystem::file_time_type::clock::now());
    write(cache);
  }
  EXPECT_FALSE(ResultCache(folder + "/cache").has("key"));
  std::ofstream(folder + "/file") << "no folder";
  EXPECT_NE(ResultCache(folder + "/file/cache").problem(), "");
  EXPECT_NE(ResultCache::keyOf({"ab", "c"}), ResultCache::keyOf({"a", "bc"}));
  std::filesystem::remove_all(folder);
}

TEST(ProjectReport, FailuresHaveReasonsAndRemedies) {
  const auto text = [](const std::string &messages, int code = 2, int signal = 0) {
    const FileFailure failure = failureIn(messages, code, signal, "/p/k.cu");
    return failure.reason + "|" + failure.remedy;
  };
  EXPECT_EQ(text("k.cu:1:10: fatal error: 'x.h' file not found\nsectorscope: /p/k.cu: does not compile for sm_90 (1 "
                 "error); options of its build go behind --\n"),
            "'x.h' is not found|build what makes it, or install what it belongs to");
  EXPECT_EQ(text("k.cu:1:10: error: no type named 'T'\nsectorscope: /p/k.cu: does not compile for sm_90 (1 error)\n"),
            "no type named 'T'|clang says more of it: sectorscope audit FILE, with the options of its build behind --");
  EXPECT_EQ(text("sectorscope: /p/k.cu: clang itself failed on it (crashed); try other clang options behind --\n"),
            "clang itself failed on it (crashed)|try other clang options behind --");
  EXPECT_TRUE(text("", -1, 11).starts_with("the analysis was ended by signal 11 ("));
  EXPECT_EQ(text("", 127), "the analysis ended with exit code 127|please report it with the file");
}

} // namespace
