// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How the effort grows with the size of a module: every shape with 1,000, 10,000 and 100,000 accesses. Prints numbers
/// and judges none of them: times are no test.

#include "Shapes.h"

#include "ir/ReadModule.h"
#include "report/Json.h"
#include "report/Text.h"
#include "sectorscope/Audit.h"

#include "llvm/IR/LLVMContext.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <ctime>
#include <sstream>

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
}

namespace sectorscope::benchmark {
namespace {

/// Processor time: other processes on the machine do not count.
double secondsOf(const std::function<void()> &work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

struct Times {
  double read = 0, audit = 0, text = 0, json = 0;
  Coverage coverage;
  double pass() const { return read + audit; }
};

Times measure(const Shape &shape, unsigned accesses, bool withPrinters) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = makeModule(context, shape, accesses);
  const std::optional<TargetModel> target = builtinTarget("sm_90");
  AuditOptions options;
  options.hints = false; // as in the compiler
  Times times;
  Program program;
  Report report;
  times.read = secondsOf([&] { program = readModule(*module, {}); });
  times.audit = secondsOf([&] { report = audit(program, *target, options); });
  times.coverage = coverageOf(report);
  if (!withPrinters)
    return times;
  std::ostringstream text, json;
  times.text = secondsOf([&] { printText(report, {}, text); });
  times.json = secondsOf([&] { printJson(report, json); });
  return times;
}

void run(const std::vector<std::string> &names, const std::vector<unsigned> &sizes, bool withPrinters) {
  fmt::print("seconds of processor time; ratio: of read + audit, to the row above\n\n"
             "{:<14} {:>8} {:>8} {:>8} {:>8} {:>8} {:>7}  exact/bounded/unknown\n",
             "shape", "accesses", "read", "audit", "text", "json", "ratio");
  for (const Shape &shape : allShapes()) {
    if (!names.empty() && std::find(names.begin(), names.end(), shape.name) == names.end())
      continue;
    double before = 0;
    for (const unsigned size : sizes) {
      const Times t = measure(shape, size, withPrinters);
      fmt::print("{:<14} {:>8} {:>8.3f} {:>8.3f} {:>8.3f} {:>8.3f} {:>7}  {}/{}/{}\n", shape.name, size, t.read,
                 t.audit, t.text, t.json, before > 0 ? fmt::format("{:.1f}", t.pass() / before) : "", t.coverage.exact,
                 t.coverage.bounded, t.coverage.unknown);
      std::fflush(stdout);
      before = t.pass();
    }
  }
}

} // namespace
} // namespace sectorscope::benchmark

int main(int argc, char **argv) {
  using namespace sectorscope::benchmark;
  CLI::App app("Times the analysis of generated modules of growing size.");
  std::vector<std::string> names;
  std::vector<unsigned> sizes = {1000, 10000, 100000};
  std::string shapes = "Shapes:";
  for (const Shape &shape : allShapes())
    shapes += fmt::format("\n  {:<14} {}", shape.name, shape.what);
  app.footer(shapes);
  app.add_option("shape", names, "Shapes to measure; all if none is named");
  app.add_option("--accesses", sizes, "Sizes, rising")->delimiter(',')->capture_default_str();
  bool withPrinters = false;
  app.add_flag("--printers", withPrinters, "Time text and JSON too, which the compiler does without");
  CLI11_PARSE(app, argc, argv);
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  run(names, sizes, withPrinters);
  return 0;
}
