// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of metrics, as CUPTI 13.0 lists those of each chip. Where parts differ, the exception stands beside the
/// rule. Chips that share the memory of a processor (sm_87, sm_110, sm_121) have no counters of DRAM at all.

#include "Metrics.h"

#include <stdexcept>

namespace sectorscope::check {

namespace {

/// A part that calls a counter otherwise.
struct Exception {
  std::string_view counter;
  std::string_view arch;
  const char *metric;
};

} // namespace

const std::vector<LaunchCounter> &launchCounters() {
  static const std::vector<LaunchCounter> counters = {
      {"dram_sectors_read", "dram__sectors_read.sum"},
      {"dram_sectors_written", "dram__sectors_write.sum"},
      {"l1_load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
      {"l1_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
      {"l1_store_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
      {"l1_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
      {"l1_reduction_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"},
      {"l1_reduction_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"},
      {"l1_atomic_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"},
      {"l1_atomic_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"},
      {"l1_local_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"},
      {"l1_local_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"},
      {"l2_sectors", "lts__t_sectors_srcunit_tex.sum"},
      {"l2_read_sectors", "lts__t_sectors_srcunit_tex_op_read.sum"},
      {"l2_write_sectors", "lts__t_sectors_srcunit_tex_op_write.sum"},
      {"l2_reduction_sectors", "lts__t_sectors_srcunit_tex_op_red.sum"},
      {"l2_atomic_sectors", "lts__t_sectors_srcunit_tex_op_atom.sum"},
      {"l2_hit_sectors", "lts__t_sectors_srcunit_tex_lookup_hit.sum"},
      {"l2_miss_sectors", "lts__t_sectors_srcunit_tex_lookup_miss.sum"},
      {"l2_fill_sectors", "lts__d_sectors_fill_device.sum"},
      {"shared_load_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
      {"shared_store_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
      {"instructions", "smsp__inst_executed.sum"},
      {"nanoseconds", "gpu__time_duration.sum"},
  };
  return counters;
}

const std::vector<LaunchCounter> &partCounters() {
  static const std::vector<LaunchCounter> counters = {
      {"l2_slice_sectors", "lts__t_sectors.sum"},
      {"l2_slice_sectors_max", "lts__t_sectors.max"},
      {"l2_slice_sectors_avg", "lts__t_sectors.avg"},
      {"l2_slice_sectors_min", "lts__t_sectors.min"},
  };
  return counters;
}

const std::vector<LaunchCounter> &runCounters() {
  static const std::vector<LaunchCounter> counters = {
      {"warp_cycles", "sm__warps_active.sum"},
      {"cycles", "sm__cycles_elapsed.max"},
      {"single_adds", "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"},
      {"single_multiplies", "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"},
      {"single_fmas", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"},
      {"double_adds", "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum"},
      {"double_multiplies", "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum"},
      {"double_fmas", "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum"},
  };
  return counters;
}

const std::vector<LaunchCounter> &everyCounter() {
  static const std::vector<LaunchCounter> counters = [] {
    std::vector<LaunchCounter> all;
    for (const auto *list : {&launchCounters(), &partCounters(), &runCounters()})
      all.insert(all.end(), list->begin(), list->end());
    return all;
  }();
  return counters;
}

std::string metricOf(std::string_view counter, std::string_view arch) {
  static constexpr Exception exceptions[] = {
      {"dram_sectors_read", "sm_120", "dram__sectors_op_read.sum"},
      {"dram_sectors_written", "sm_120", "dram__sectors_op_write.sum"},
  };
  for (const Exception &one : exceptions)
    if (one.counter == counter && one.arch == arch)
      return one.metric;
  for (const LaunchCounter &one : everyCounter())
    if (one.name == counter)
      return one.metric;
  throw std::out_of_range("there is no counter '" + std::string(counter) + "'");
}

std::vector<std::string> metricsOf(const std::vector<std::string> &counters, std::string_view arch) {
  std::vector<std::string> metrics;
  for (const std::string &counter : counters)
    metrics.push_back(metricOf(counter, arch));
  return metrics;
}

} // namespace sectorscope::check
