// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// sectorscope-random: generates kernels, runs the CPU witness and the analyser on them, and compares.
/// Exit code 0: nothing wrong; 1: something is; 2: bad usage.

#include "Comparison.h"
#include "FinishModule.h"

#include "sectorscope/AccessSite.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <sstream>

using namespace sectorscope::fuzz;

namespace {

struct Options {
  std::uint64_t from = 0, count = 1000;
  unsigned batch = 16;
  std::string optimise = "mixed", keep;
  std::vector<std::string> replay;
  Knowledge told = Knowledge::All;
  bool histogram = false, show = false, stop = false;
};

struct Totals {
  std::uint64_t kernels = 0, exact = 0, tail = 0, bounded = 0, unknown = 0, wrong = 0, notRun = 0, split = 0;
  std::uint64_t unsureWithoutData = 0; ///< bounded or unknown, though no data is involved: what is left to gain
  std::uint64_t withTotals = 0, totalsHangOnData = 0, withoutTotals = 0; ///< kernels
  std::uint64_t neighbours = 0;                                          ///< accesses
  std::uint64_t strides = 0;                                             ///< of blocks, one for each axis
  std::map<std::string, std::uint64_t> reasons, notCompared, features, totalsReasons;
};

/// Reasons without the places and numbers that make each unique.
std::string kindOf(const std::string &reason) {
  static const std::regex place(R"( at [^ ]*:\d+)"), number(R"(\d+)");
  return std::regex_replace(std::regex_replace(reason, place, ""), number, "N");
}

void count(const KernelResult &result, Totals &totals) {
  ++totals.kernels;
  if (!result.notCompared.empty())
    ++totals.notCompared[kindOf(result.notCompared)];
  totals.withTotals += result.totals == KernelResult::Totals::Known;
  totals.totalsHangOnData += result.totals == KernelResult::Totals::HangOnData;
  totals.withoutTotals += result.totals == KernelResult::Totals::Missing;
  if (result.totals == KernelResult::Totals::Missing)
    ++totals.totalsReasons[kindOf(result.totalsReason)];
  totals.neighbours += result.neighbours;
  totals.strides += result.strides;
  for (const Compared &access : result.accesses) {
    switch (access.verdict) {
    case Verdict::Exact:
      ++totals.exact;
      continue;
    case Verdict::Tail:
      ++totals.tail;
      continue;
    case Verdict::Bounded:
      ++totals.bounded;
      break;
    case Verdict::Unknown:
      ++totals.unknown;
      break;
    case Verdict::Wrong:
      ++totals.wrong;
      std::cout << fmt::format("wrong: {}, random.cu:{}: {}\n", result.name, access.line, access.reason);
      continue;
    case Verdict::NotRun:
      ++totals.notRun;
      continue;
    case Verdict::Split:
      ++totals.split;
      continue;
    }
    totals.unsureWithoutData += !access.dependsOnMemory;
    ++totals.reasons[kindOf(access.reason) + (access.dependsOnMemory ? "" : " [no data involved]")];
  }
}

void print(const std::map<std::string, std::uint64_t> &counts, const char *title) {
  std::cout << title << ":\n";
  std::vector<std::pair<std::uint64_t, std::string>> sorted;
  for (const auto &[what, many] : counts)
    sorted.emplace_back(many, what);
  std::sort(sorted.rbegin(), sorted.rend());
  for (const auto &[many, what] : sorted)
    std::cout << fmt::format("  {:>8}  {}\n", many, what);
}

void keep(const std::string &folder, const RandomKernel &kernel) {
  std::filesystem::create_directories(folder);
  std::filesystem::path path = std::filesystem::path(folder) / (kernel.function->getName().str() + ".ll");
  std::ofstream(path) << reduceWrong(kernel);
  std::cout << "kept: " << path.string() << "\n";
}

void runBatch(std::uint64_t first, unsigned size, const Options &options, Totals &totals) {
  llvm::LLVMContext context;
  llvm::Module module("random", context);
  prepareModule(module);
  std::vector<RandomKernel> kernels;
  for (unsigned i = 0; i < size; ++i) {
    kernels.push_back(addRandomKernel(module, first + i));
    kernels.back().launch.told = options.told;
    keepPromises(kernels.back());
  }
  if (llvm::verifyModule(module, &llvm::errs()))
    throw std::runtime_error("the generator made an invalid module");
  // By halves of the seeds, not by turns, so that a seed means the same whatever the batch.
  bool optimise = options.optimise == "all" || (options.optimise == "mixed" && (first / 16) % 2 == 1);
  finishModule(module, optimise);
  if (llvm::verifyModule(module, &llvm::errs()))
    throw std::runtime_error("the finished module is invalid");
  const sectorscope::Program program = readProgram(module);
  for (const RandomKernel &kernel : kernels) {
    for (const std::string &feature : kernel.features)
      ++totals.features[feature];
    if (options.show)
      std::cout << withLaunch(module, kernel) << std::flush; // before anything that might crash
    KernelResult result = compareKernel(program, kernel);
    count(result, totals);
    if (options.show) {
      for (const Compared &access : result.accesses)
        std::cout << fmt::format("line {}: {} {}\n", access.line, int(access.verdict), access.reason);
      std::cout << result.notCompared << "\n";
    }
    if (result.isWrong() && !options.keep.empty())
      keep(options.keep, kernel);
  }
}

void replay(const std::string &path, Totals &totals) {
  if (std::filesystem::is_directory(path)) {
    std::vector<std::string> inside;
    for (const auto &entry : std::filesystem::directory_iterator(path))
      if (entry.path().extension() == ".ll")
        inside.push_back(entry.path().string());
    std::sort(inside.begin(), inside.end());
    for (const std::string &one : inside)
      replay(one, totals);
    return;
  }
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file)
    throw std::runtime_error(path + ": cannot be read");
  llvm::LLVMContext context;
  try {
    Kept kept = parseKept(text.str(), context);
    KernelResult result = compareKernel(readProgram(*kept.module), kept.kernel);
    result.name = path;
    count(result, totals);
    if (!result.notCompared.empty())
      throw std::runtime_error("the oracle cannot run it: " + result.notCompared);
  } catch (const std::exception &error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

int run(const Options &options) {
  Totals totals;
  for (const std::string &path : options.replay)
    replay(path, totals);
  if (options.replay.empty())
    for (std::uint64_t seed = options.from; seed < options.from + options.count && !(options.stop && totals.wrong);
         seed += options.batch)
      runBatch(seed, static_cast<unsigned>(std::min<std::uint64_t>(options.batch, options.from + options.count - seed)),
               options, totals);
  if (options.histogram)
    print(totals.features, "features (kernels that have them)");
  if (!totals.notCompared.empty())
    print(totals.notCompared, "kernels not compared");
  print(totals.reasons, "reasons of what is not exact");
  if (!totals.totalsReasons.empty())
    print(totals.totalsReasons, "reasons of missing totals where no address hangs on data");
  std::cout << fmt::format("{} kernels: {} exact and right, {} but for a tail, {} bounded, {} unknown, {} wrong, {} "
                           "never executed, {} split; "
                           "{} not exact although no data is involved\n",
                           totals.kernels, totals.exact, totals.tail, totals.bounded, totals.unknown, totals.wrong,
                           totals.notRun, totals.split, totals.unsureWithoutData);
  if (const std::uint64_t all = totals.withTotals + totals.totalsHangOnData + totals.withoutTotals)
    std::cout << fmt::format(
        "totals of {} of {} launches known and compared ({:.1f} %), {} hang on data, {} are missing "
        "for another reason; neighbours of {} accesses and {} block strides compared\n",
        totals.withTotals, all, 100.0 * double(totals.withTotals) / double(all), totals.totalsHangOnData,
        totals.withoutTotals, totals.neighbours, totals.strides);
  return totals.wrong ? 1 : 0;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("Compares the analyser with the CPU witness on random kernels");
  app.add_option("--from", options.from, "First seed");
  app.add_option("--count", options.count, "Number of kernels");
  app.add_option("--batch", options.batch, "Kernels in one module")->check(CLI::Range(1, 64));
  app.add_option("--opt", options.optimise, "Which modules are optimised first")
      ->check(CLI::IsMember({"none", "all", "mixed"}));
  app.add_option(
         "--told", options.told,
         "What the analyser is told of the launch: warps (that blocks are of whole ones), block, grid, all, or\n"
         "what a run has observed of it, with pointers that start anywhere")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Knowledge>{{"warps", Knowledge::Warps},
                                                                           {"block", Knowledge::Block},
                                                                           {"grid", Knowledge::Grid},
                                                                           {"all", Knowledge::All},
                                                                           {"observed", Knowledge::Observed}}));
  app.add_option("--keep", options.keep, "Folder for reduced kernels that are wrong");
  app.add_option("--replay", options.replay, "Kept kernels, or folders of them, instead of random ones");
  app.add_flag("--histogram", options.histogram, "Print what the kernels are made of");
  app.add_flag("--stop", options.stop, "Stop at the first module with something wrong");
  app.add_flag("--show", options.show, "Print the kernels and the verdicts");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    int code = app.exit(error);
    return code ? 2 : 0;
  }
  try {
    return run(options);
  } catch (const std::exception &error) {
    std::cerr << "sectorscope-random: " << error.what() << "\n";
    return 2;
  }
}
