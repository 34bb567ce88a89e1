// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// sectorscope-witness: runs every launch of the corpus in the CPU witness and holds its counts against what a GPU
/// counted, and a report against its counts. No GPU is needed.
///
///   sectorscope-witness CORPUS RECORD... [--report REPORT]
///
/// Exit code 0: no difference; 1: some; 2: bad usage or a launch that did not run.

#include "AsIssued.h"
#include "Compare.h"
#include "Launches.h"
#include "OracleCounts.h"

#include "ProfilerOutput.h"

#include "frontend/CompileCuda.h"

#include "llvm/IR/Module.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <set>
#include <stdexcept>

using namespace sectorscope;
using namespace sectorscope::witness;

namespace {

/// What the oracle counted, by kernel as in a report.
struct Counted {
  std::vector<check::PredictedKernel> kernels;
  std::uint64_t launches = 0, steps = 0;
};

CompileResult compile(const std::filesystem::path &file, const std::string &headers) {
  CompileRequest request;
  request.file = file.string();
  request.toolkit = ToolkitChoice::Own;
  request.ownHeaders = headers;
  request.extraArgs = {"-O3"};
  CompileResult compiled = compileCuda(request);
  if (!compiled.module)
    throw std::runtime_error(compiled.error);
  makeAsIssued(*compiled.module);
  return compiled;
}

void count(const CorpusLaunch &launch, const CompileResult &compiled, Counted &counted) {
  const llvm::Function *kernel = compiled.module->getFunction(launch.mangled);
  if (!kernel)
    throw std::runtime_error(fmt::format("{}: no kernel {}", launch.file, launch.mangled));
  const oracle::Result result = oracle::run(*kernel, oracleLaunch(launch, *kernel));
  if (result.outcome != oracle::Outcome::Ok)
    throw std::runtime_error(
        fmt::format("{}: {}: {}: {}", launch.file, launch.mangled, oracle::toString(result.outcome), result.message));
  for (const std::string &note : result.notes)
    fmt::print("note: {}: {}\n", launch.mangled, note);
  ++counted.launches;
  counted.steps += result.steps;
  auto known = std::ranges::find_if(counted.kernels, [&](const auto &one) { return one.mangled == launch.mangled; });
  if (known == counted.kernels.end())
    known = counted.kernels.insert(counted.kernels.end(),
                                   check::PredictedKernel{check::demangle(launch.mangled), launch.mangled, {}});
  known->launches.push_back(countsOf(result, launch, compiled.systemHeaderDirs));
}

Counted countAll(const std::filesystem::path &corpus, const std::string &headers) {
  Counted counted;
  const std::vector<CorpusLaunch> launches = corpusLaunches(corpus / "launches.json");
  std::set<std::string> files;
  for (const CorpusLaunch &launch : launches)
    files.insert(launch.file);
  for (const std::string &file : files) {
    const CompileResult compiled = compile(corpus / file, headers);
    for (const CorpusLaunch &launch : launches)
      if (launch.file == file)
        count(launch, compiled, counted);
  }
  return counted;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Holds the CPU witness against hardware counters", "sectorscope-witness");
  std::string corpus, report;
  std::vector<std::string> records;
  app.add_option("corpus", corpus, "test/corpus")->required();
  app.add_option("records", records, "Records of the corpus")->required();
  app.add_option("--report", report, "A report on the corpus with its launches, held against the counts");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) ? 2 : 0;
  }
  try {
    const Counted counted = countAll(corpus, findOwnHeaders(argv[0]));
    fmt::print("oracle: {} launches of {} kernels, {} instructions of the IR executed\n", counted.launches,
               counted.kernels.size(), counted.steps);
    bool anyDiffers = false;
    for (const std::string &record : records)
      anyDiffers |= !agreesWithRecord(record, counted.kernels);
    if (!report.empty())
      anyDiffers |= !reportAgrees(report, counted.kernels);
    return anyDiffers ? 1 : 0;
  } catch (const std::exception &error) {
    fmt::print(stderr, "sectorscope-witness: {}\n", error.what());
    return 2;
  }
}
