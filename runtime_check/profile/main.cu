// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The command line `sectorscope-measure`: prints the raw measurements from which `sectorscope-check profile` makes the
/// profile of a part.

#include "Measure.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string_view>

using namespace sectorscope::measure;

namespace {

constexpr const char *kUsage =
    "Usage: sectorscope-measure [--quick] [--no-counters] [--slices] [--device N] [--only EXPERIMENT]... >RAW.tsv\n"
    "\n"
    "Measures a GPU and prints a table of raw measurements (docs/profiles.md). Takes half a minute and\n"
    "6 GB of its memory; leave the device alone meanwhile.\n"
    "\n"
    "  --quick          fewer runs and smaller arrays: whether everything works, not what the part can do\n"
    "  --no-counters    times only\n"
    "  --slices         also which lines of a page share a slice of L2\n"
    "  --device N       which GPU, by the order of CUDA (0)\n"
    "  --only NAME      this experiment only; may be given more than once: clocks, bandwidth, transactions, pages,\n"
    "                   granules, cache, strides, persistence, atomics, slices\n";

constexpr const char *kOnRequest = "slices"; ///< not among those that are done where nobody says

struct Experiment {
  const char *name;
  void (*measure)(Bench &);
};
// The clocks first: what follows is measured on a part that is warm.
constexpr Experiment kExperiments[] = {
    {"clocks", measureClocks},           {"bandwidth", measureBandwidth}, {"transactions", measureTransactions},
    {"atomics", measureAtomics},         {"strides", measureStrides},     {"cache", measureCache},
    {"persistence", measurePersistence}, {"pages", measurePages},         {"granules", measureGranules},
    {kOnRequest, measureSlicePairs}};

struct Options {
  bool quick = false, counters = true, slices = false;
  int device = 0;
  std::vector<std::string_view> only;
};

/// \throws std::runtime_error
Options parse(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const auto value = [&]() -> std::string_view {
      if (++i == argc)
        throw std::runtime_error(std::string(argument) + " needs a value; see --help");
      return argv[i];
    };
    if (argument == "--quick")
      options.quick = true;
    else if (argument == "--slices")
      options.slices = true;
    else if (argument == "--no-counters")
      options.counters = false;
    else if (argument == "--device") {
      const std::string_view number = value();
      if (number.empty() || number.size() > 3 || number.find_first_not_of("0123456789") != number.npos)
        throw std::runtime_error("--device: '" + std::string(number) + "' is no number of a device");
      options.device = std::stoi(std::string(number));
    } else if (argument == "--only") {
      options.only.push_back(value());
      if (std::none_of(std::begin(kExperiments), std::end(kExperiments),
                       [&](const Experiment &one) { return one.name == options.only.back(); }))
        throw std::runtime_error("--only: there is no experiment '" + std::string(options.only.back()) +
                                 "'; see --help");
    } else {
      throw std::runtime_error("'" + std::string(argument) + "' is no option; see --help");
    }
  }
  return options;
}

Device openDevice(int index) {
  int devices = 0;
  require(cudaGetDeviceCount(&devices), "no usable GPU");
  if (index >= devices)
    throw std::runtime_error("--device " + std::to_string(index) + ": there are " + std::to_string(devices) +
                             " devices, counted from 0");
  require(cudaSetDevice(index), "cudaSetDevice");
  cudaDeviceProp part{};
  require(cudaGetDeviceProperties(&part, index), "device properties");
  Device device;
  device.index = index;
  device.name = part.name;
  device.arch = "sm_" + std::to_string(part.major) + std::to_string(part.minor);
  device.multiprocessors = static_cast<unsigned>(part.multiProcessorCount);
  device.l2Bytes = static_cast<std::size_t>(part.l2CacheSize);
  return device;
}

/// "yes", or why not. Asked before anything is timed, and for all that the experiments count, so that none of them ends
/// half-way.
std::string countersOf(Bench &bench, const Options &options) {
  if (!options.counters)
    return "no: --no-counters";
  try {
    const CounterGroup probe(bench, {"dram_sectors_read", "dram_sectors_written", "l2_fill_sectors", "l2_hit_sectors",
                                     "l2_miss_sectors", "l2_slice_sectors", "l2_slice_sectors_max"});
    return "yes";
  } catch (const std::exception &error) {
    return "no: " + std::string(error.what());
  }
}

bool isWanted(std::string_view name, const Options &options) {
  if (name == kOnRequest && options.slices)
    return true;
  return options.only.empty() ? name != kOnRequest : std::count(options.only.begin(), options.only.end(), name) != 0;
}

void run(const Options &options) {
  Bench bench(openDevice(options.device), options.quick);
  const std::string counters = countersOf(bench, options);
  bench.counters = counters == "yes";
  if (!bench.counters && options.counters)
    std::fprintf(stderr, "sectorscope-measure: %s; times only\n", counters.c_str() + 4);
  printHeader(bench.table, bench.device, counters);
  bench.table.header("mode", options.quick ? "quick" : "full");
  for (const Experiment &one : kExperiments)
    if (isWanted(one.name, options))
      one.measure(bench);
  bench.table.end();
}

} // namespace

int main(int argc, char **argv) {
  try {
    if (std::any_of(argv + 1, argv + argc, [](std::string_view argument) { return argument == "--help"; })) {
      std::fputs(kUsage, stdout);
      return 0;
    }
    run(parse(argc, argv));
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "sectorscope-measure: %s\n", error.what());
    return 2;
  }
}
