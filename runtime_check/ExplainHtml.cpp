// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Explanations as a page of charts. Nothing is computed here.

#include "ChartPage.h"
#include "Explain.h"
#include "KernelName.h"
#include "Metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace sectorscope::check {

namespace {

using Json = nlohmann::ordered_json;

std::string number(double value) { return fmt::format("{:.4g}", value); }

std::string shortName(const ExplainedLaunch &launch) {
  const std::string name = withoutUnnamed(launch.kernel);
  return fmt::format("{} [{}]", name.substr(0, name.find('(')), launch.order);
}

Json axis(const char *title, const char *type = "linear") {
  return {{"type", type}, {"title", {{"display", true}, {"text", title}}}};
}

Json dataset(const std::string &label, std::size_t colour, Json data) {
  static constexpr const char *shapes[] = {"circle", "rect", "triangle", "rectRot",
                                           "cross",  "star", "crossRot", "dash"};
  return {{"label", label},
          {"data", std::move(data)},
          {"backgroundColor", colourOf(colour)},
          {"borderColor", colourOf(colour)},
          {"pointStyle", shapes[colour % std::size(shapes)]},
          {"pointRadius", 5}};
}

Json point(double x, double y) { return {{"x", x}, {"y", y}}; }

Json withLine(Json dataset) {
  dataset["showLine"] = true;
  return dataset;
}

/// A line that is no measurement: a bound, or what would be equal.
Json lineAlone(Json dataset) {
  dataset = withLine(std::move(dataset));
  dataset["pointRadius"] = 0;
  return dataset;
}

Json scatter(Json datasets, Json x, Json y) {
  return {{"type", "scatter"},
          {"data", {{"datasets", std::move(datasets)}}},
          {"options", {{"scales", {{"x", std::move(x)}, {"y", std::move(y)}}}}}};
}

Chart timeChart(const Explanation &explanation) {
  Chart chart{.title = "Where the time of each launch went",
              .note = "Shares of the median time. What was not determined is not in the bar; the table says so.",
              .columns = {"launch", "useful"}};
  static constexpr GapCause causes[] = {GapCause::RequestsInFlight, GapCause::Turnaround, GapCause::PartialWrites,
                                        GapCause::OverFetch,        GapCause::Refresh,    GapCause::ClockDerate};
  Json labels = Json::array(), useful = Json::array(), remainder = Json::array(), sets = Json::array();
  std::vector<Json> shares(std::size(causes), Json::array());
  for (const GapCause cause : causes)
    chart.columns.emplace_back(toString(cause));
  chart.columns.emplace_back("remainder");
  for (const ExplainedLaunch &launch : explanation.launches) {
    if (launch.verdict == RateVerdict::TooShort)
      continue;
    const auto share = [&](double seconds) { return 100 * seconds / launch.seconds; };
    labels.push_back(shortName(launch));
    useful.push_back(share(launch.gap.usefulSeconds));
    remainder.push_back(share(launch.gap.remainder));
    std::vector<std::string> row = {shortName(launch), number(share(launch.gap.usefulSeconds)) + " %"};
    for (std::size_t i = 0; i != std::size(causes); ++i) {
      const GapRow &one = launch.gap.row(causes[i]);
      shares[i].push_back(share(one.seconds));
      row.push_back(one.signature == Signature::NotDetermined ? "not determined" : number(share(one.seconds)) + " %");
    }
    row.push_back(number(share(launch.gap.remainder)) + " %");
    chart.rows.push_back(std::move(row));
  }
  sets.push_back(dataset("useful", 2, std::move(useful)));
  static constexpr std::size_t colours[] = {0, 1, 3, 4, 5, 6};
  for (std::size_t i = 0; i != std::size(causes); ++i)
    sets.push_back(dataset(toString(causes[i]), colours[i], std::move(shares[i])));
  sets.push_back(dataset("remainder", 7, std::move(remainder)));
  Json x = axis("% of the time"), y = {{"stacked", true}};
  x["stacked"] = true;
  chart.config = {{"type", "bar"},
                  {"data", {{"labels", std::move(labels)}, {"datasets", std::move(sets)}}},
                  {"options", {{"indexAxis", "y"}, {"scales", {{"x", std::move(x)}, {"y", std::move(y)}}}}}};
  return chart;
}

Chart roofline(const Explanation &explanation) {
  Chart chart{.title = "Roofline",
              .note =
                  "Operations (without tensor cores) over bytes from and to DRAM, by counters, against the practical "
                  "ceilings of reads and of fused multiply-adds. Launches without operations are not on it.",
              .columns = {"launch", "operations a byte", "billion operations a second"}};
  Json sets = Json::array();
  double lowest = 0.01, highest = 100;
  std::size_t colour = 0;
  for (const ExplainedLaunch &launch : explanation.launches) {
    if (launch.flop <= 0 || launch.bytes.dram() <= 0)
      continue;
    const double intensity = launch.flop / launch.bytes.dram(), rate = launch.flop / launch.seconds / 1e9;
    lowest = std::min(lowest, intensity);
    highest = std::max(highest, intensity);
    sets.push_back(dataset(shortName(launch), colour++, Json::array({point(intensity, rate)})));
    chart.rows.push_back({shortName(launch), number(intensity), number(rate)});
  }
  const double reads = explanation.rates.readBytesPerSecond.value_or(0) / 1e9,
               single = explanation.rates.singleFlopPerSecond.value_or(0) / 1e9;
  if (reads > 0 && single > 0) {
    sets.push_back(lineAlone(dataset("ceilings: reads, single precision", 7,
                                     Json::array({point(lowest, lowest * reads), point(single / reads, single),
                                                  point(std::max(highest, single / reads), single)}))));
    chart.rows.push_back({"ceilings meet at", number(single / reads), number(single)});
  }
  chart.config = scatter(std::move(sets), axis("operations for each byte", "logarithmic"),
                         axis("billion operations a second", "logarithmic"));
  return chart;
}

Chart predictedChart(const Explanation &explanation) {
  Chart chart{.title = "Predicted against measured",
              .note = "Bytes read from DRAM, by the static report and by counters.",
              .columns = {"launch", "predicted MB", "measured MB"}};
  Json points = Json::array();
  double most = 1;
  for (const ExplainedLaunch &launch : explanation.launches) {
    if (!launch.predicted || !launch.predicted->dramRead)
      continue;
    const double predicted = *launch.predicted->dramRead * sectorBytes / 1e6, measured = launch.bytes.read.dram / 1e6;
    points.push_back(point(predicted, measured));
    most = std::max({most, predicted, measured});
    chart.rows.push_back({shortName(launch), number(predicted), number(measured)});
  }
  Json equal = lineAlone(dataset("equal", 7, Json::array({point(0, 0), point(most, most)})));
  chart.config = scatter(Json::array({dataset("launches", 0, std::move(points)), std::move(equal)}),
                         axis("predicted MB"), axis("measured MB"));
  return chart;
}

Chart flightChart(const Curve &curve) {
  Chart chart{.title = "Rate of reads over bytes in flight",
              .note = "Of the part, as its profile has it: what loads bring in that keep so many bytes under way.",
              .columns = {"bytes in flight", "GB/s"}};
  Json points = Json::array();
  for (const auto &[bytes, rate] : curve.points) {
    points.push_back(point(bytes, rate / 1e9));
    chart.rows.push_back({number(bytes), number(rate / 1e9)});
  }
  chart.config = scatter(Json::array({withLine(dataset("reads", 0, std::move(points)))}),
                         axis("bytes in flight", "logarithmic"), axis("GB/s"));
  return chart;
}

/// The pitches that are powers of two, against twins a few lines longer.
Chart strideChart(const Explanation &explanation) {
  Chart chart{.title = "Rate over stride, against padded twins",
              .note = "Of the part, as its profile has it: percent of the rate of pitches a few lines longer.",
              .columns = {"pattern", "pitch in bytes", "% of the padded twins' rate"}};
  Json sets = Json::array();
  for (const StrideCurve &curve : explanation.strides) {
    const std::string name = curve.pattern + (curve.warm ? ", in L2" : ", from DRAM");
    Json points = Json::array();
    for (const auto &[pitch, loss] : curve.losses) {
      points.push_back(point(pitch, 100 * (1 - loss.usual)));
      chart.rows.push_back({name, number(pitch), number(100 * (1 - loss.usual))});
    }
    Json line = withLine(dataset(name, sets.size(), std::move(points)));
    if (curve.warm)
      line["borderDash"] = {6, 3};
    sets.push_back(std::move(line));
  }
  chart.config = scatter(std::move(sets), axis("pitch in bytes", "logarithmic"), axis("% of padded twins"));
  return chart;
}

/// What L2 still holds: the part's side of what a hit rate would say.
Chart footprintChart(const Curve &curve) {
  Chart chart{.title = "What L2 still holds, over footprint",
              .note =
                  "Of the part, as its profile has it: percent of what was read that is not read from DRAM again, over "
                  "the bytes touched since.",
              .columns = {"MiB touched since", "% still in L2"}};
  Json points = Json::array();
  for (const auto &[bytes, forgotten] : curve.points) {
    points.push_back(point(bytes / (1 << 20), 100 * (1 - forgotten)));
    chart.rows.push_back({number(bytes / (1 << 20)), number(100 * (1 - forgotten))});
  }
  chart.config = scatter(Json::array({withLine(dataset("reads", 0, std::move(points)))}), axis("MiB", "logarithmic"),
                         axis("% still in L2"));
  return chart;
}

} // namespace

std::string toHtml(const Explanation &explanation) {
  ChartPage page{
      .title = fmt::format("{} on {}", explanation.program, explanation.part),
      .paragraphs = {fmt::format("Driver {}, ECC {}, {}. Times: a run that nothing counted; counters: others, "
                                 "caches {}. Ceilings: {}.",
                                 explanation.driver, explanation.ecc ? "on" : "off", explanation.date,
                                 explanation.caches, explanation.ceilings)},
      .charts = {timeChart(explanation), roofline(explanation)}};
  for (const std::string &problem : explanation.foreign)
    page.paragraphs.push_back("FOREIGN CEILINGS, forced: " + problem);
  if (std::ranges::any_of(explanation.launches, [](const ExplainedLaunch &one) { return one.predicted.has_value(); }))
    page.charts.push_back(predictedChart(explanation));
  if (explanation.rates.bytesInFlight)
    page.charts.push_back(flightChart(*explanation.rates.bytesInFlight));
  if (!explanation.strides.empty())
    page.charts.push_back(strideChart(explanation));
  if (explanation.l2ForgetsReads)
    page.charts.push_back(footprintChart(*explanation.l2ForgetsReads));
  page.paragraphs.push_back("Decision: " + explanation.decision);
  return toHtml(page);
}

} // namespace sectorscope::check
