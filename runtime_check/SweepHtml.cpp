// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Sweeps as a page of charts.

#include "ChartPage.h"
#include "Sweep.h"

#include <fmt/format.h>

namespace sectorscope::check {

namespace {

using Json = nlohmann::ordered_json;

/// Two axes: times and shares have nothing in common but the blocks.
Chart chartOf(const SweptLaunch &launch) {
  Chart chart{.title = fmt::format("{} [{}]", launch.kernel, launch.order),
              .note = verdictText(judge(launch)),
              .columns = {"blocks in a multiprocessor", "us", "DRAM GB/s", "% of sectors served by L2"}};
  Json labels = Json::array(), rates = Json::array(), shares = Json::array();
  for (const SweepPoint &point : launch.points) {
    const double rate = point.dramBytes / point.seconds / 1e9;
    labels.push_back(point.residentBlocks);
    rates.push_back(1e-3 / point.seconds);
    shares.push_back(100 * point.l2HitShare);
    chart.rows.push_back({std::to_string(point.residentBlocks), fmt::format("{:.1f}", point.seconds * 1e6),
                          fmt::format("{:.0f}", rate), fmt::format("{:.1f}", 100 * point.l2HitShare)});
  }
  const auto set = [](const char *label, std::size_t colour, const char *axis, const char *shape, Json data) {
    return Json{{"label", label},
                {"data", std::move(data)},
                {"borderColor", colourOf(colour)},
                {"backgroundColor", colourOf(colour)},
                {"yAxisID", axis},
                {"pointStyle", shape},
                {"pointRadius", 6}};
  };
  const auto axis = [](const char *title, const char *side) {
    return Json{{"position", side}, {"beginAtZero", true}, {"title", {{"display", true}, {"text", title}}}};
  };
  chart.config = {{"type", "line"},
                  {"data",
                   {{"labels", std::move(labels)},
                    {"datasets", Json::array({set("launches a millisecond", 0, "y", "circle", std::move(rates)),
                                              set("served by L2", 1, "share", "rect", std::move(shares))})}}},
                  {"options",
                   {{"scales",
                     {{"x", {{"title", {{"display", true}, {"text", "blocks in a multiprocessor"}}}}},
                      {"y", axis("launches a millisecond", "left")},
                      {"share", axis("% of sectors served by L2", "right")}}}}}};
  return chart;
}

} // namespace

std::string toHtml(const std::vector<SweptLaunch> &launches, const std::string &part) {
  ChartPage page{.title = "Rate over blocks on " + part};
  for (const SweptLaunch &launch : launches)
    page.charts.push_back(chartOf(launch));
  return toHtml(page);
}

} // namespace sectorscope::check
