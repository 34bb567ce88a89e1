// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Joins counters with machine code.

#include "SassRecord.h"

#include "Metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_map>

namespace sectorscope::check {

namespace {

// "Executed" counts warps; lanes are those whose predicate is on.
constexpr const char *executed = "smsp__sass_inst_executed", *lanes = "smsp__sass_thread_inst_executed_pred_on",
                     *sectors = "smsp__sass_sectors_mem_global", *idealSectors = "smsp__sass_sectors_mem_global_ideal",
                     *lines = "smsp__sass_l1tex_tags_mem_global", *localSectors = "smsp__sass_sectors_mem_local",
                     *wavefronts = "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared",
                     *idealWavefronts = "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal";

/// \throws std::runtime_error if the profiler did not keep it: what was not counted is not 0.
std::uint64_t valueOf(const InstructionCount &count, const char *metric) {
  const auto found = count.values.find(metric);
  if (found == count.values.end())
    throw std::runtime_error(fmt::format("the profiler did not count {} of {} at 0x{:x}: confirm with --with=ncu",
                                         metric, count.function, count.offset));
  return found->second;
}

/// Empty for an instruction that touches no memory.
std::optional<Instruction> instructionOf(const InstructionCount &count, const CodeOfModules &code,
                                         const std::string &root) {
  const auto module = code.find(count.module);
  const MachineLine *line = nullptr;
  if (module != code.end())
    if (const auto found = module->second.find({count.function, count.offset}); found != module->second.end())
      line = &found->second;
  if (!line)
    throw std::runtime_error(fmt::format("the machine code of {} at 0x{:x} is not known (module {}): nvdisasm is of "
                                         "another version than the driver",
                                         count.function, count.offset, count.module));
  std::optional<Instruction> result = instructionFrom(line->text);
  if (!result)
    return std::nullopt;
  result->offset = count.offset;
  if (!line->frames.empty())
    result->place = {underRoot(line->frames.front().file, root), line->frames.front().line};
  addCallers(*result, *line, root);
  result->executed = valueOf(count, executed);
  result->lanes = valueOf(count, lanes);
  if (result->lanes == 0)
    return result; // asks for nothing
  if (result->space == "shared") {
    result->wavefronts = valueOf(count, wavefronts);
    result->idealWavefronts = valueOf(count, idealWavefronts);
  } else if (result->space == "local") {
    result->sectors = valueOf(count, localSectors);
  } else {
    result->sectors = valueOf(count, sectors);
    result->idealSectors = valueOf(count, idealSectors);
    result->lines = valueOf(count, lines);
  }
  return result;
}

Launch launchOf(const SeenLaunch &seen, const CodeOfModules &code, const std::string &root) {
  Launch launch{.order = seen.order, .grid = seen.grid, .block = seen.block, .counters = {}, .instructions = {}};
  for (const LaunchCounter &counter : everyCounter())
    if (const auto found = seen.counters.find(counter.metric); found != seen.counters.end())
      launch.counters[counter.name] = static_cast<std::uint64_t>(std::llround(found->second));
  for (const InstructionCount &count : seen.instructions)
    if (std::optional<Instruction> instruction = instructionOf(count, code, root))
      launch.instructions.push_back(std::move(*instruction));
  std::ranges::stable_sort(launch.instructions, {}, &Instruction::offset);
  return launch;
}

std::string nothingCounted(const Shard &shard) {
  for (const SeenLaunch &seen : shard.launches)
    if (!seen.failure.empty())
      return fmt::format("{} failed ({}): run the program alone, or under compute-sanitizer, first",
                         demangle(seen.mangled), seen.failure);
  return "no launch was counted: the profiler gave no counters for any";
}

} // namespace

const std::vector<std::string> &sassMetrics() {
  static const std::vector<std::string> metrics = {executed, lanes,        sectors,    idealSectors,
                                                   lines,    localSectors, wavefronts, idealWavefronts};
  return metrics;
}

Record recordOf(const Shard &shard, const CodeOfModules &code, const std::string &root) {
  Record record;
  std::unordered_map<std::string, std::size_t> kernelOf;
  const Device *device = nullptr;
  for (const SeenLaunch &seen : shard.launches) {
    if (!seen.isCounted)
      continue;
    const Device &own = shard.devices.at(seen.device);
    if (device && own != *device)
      throw std::runtime_error(fmt::format("the program launches on {} and on {}: let it see one of them "
                                           "(CUDA_VISIBLE_DEVICES)",
                                           device->name, own.name));
    device = &own;
    const auto [it, isNew] = kernelOf.try_emplace(seen.mangled, record.kernels.size());
    if (isNew)
      record.kernels.push_back({demangle(seen.mangled), seen.mangled, {}});
    record.kernels[it->second].launches.push_back(launchOf(seen, code, root));
  }
  if (!device)
    throw std::runtime_error(nothingCounted(shard));
  record.part = device->name;
  record.arch = device->arch;
  record.toolkit = fmt::format("{}.{}", shard.cudaVersion / 1000, shard.cudaVersion % 1000 / 10);
  for (const LaunchCounter &counter : launchCounters())
    if (std::ranges::none_of(record.kernels, [&](const KernelRecord &kernel) {
          return std::ranges::any_of(kernel.launches,
                                     [&](const Launch &launch) { return launch.counters.contains(counter.name); });
        }))
      record.missing.emplace_back(counter.name);
  return record;
}

} // namespace sectorscope::check
