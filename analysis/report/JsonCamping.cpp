// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/JsonCamping.h"

#include "report/WriteJson.h"

#include <algorithm>

namespace sectorscope {

using nlohmann::ordered_json;

namespace {

ordered_json bytesJson(const std::optional<std::int64_t> &bytes) {
  return bytes ? ordered_json(*bytes) : ordered_json();
}

ordered_json lossJson(const std::optional<MeasuredLoss> &loss) {
  return loss ? ordered_json{{"usual", loss->usual}, {"least", loss->least}, {"most", loss->most}} : ordered_json();
}

} // namespace

void addStrides(ordered_json &out, const AccessReport &access) {
  const AccessStrides &strides = access.camping.strides;
  const auto &blocks = isGlobal(access.site) ? strides.block : access.footprint.blockStrideBytes;
  out["block_stride_bytes"] = nullptr;
  if (std::ranges::any_of(blocks, [](const auto &bytes) { return bytes.has_value(); }))
    out["block_stride_bytes"] = {{"x", bytesJson(blocks[0])}, {"y", bytesJson(blocks[1])}, {"z", bytesJson(blocks[2])}};
  if (!isGlobal(access.site))
    return;
  out["stride_reason"] = strides.reason.empty() ? ordered_json() : ordered_json(strides.reason);
  out["warp_stride_bytes"] = bytesJson(strides.warp);
  out["iteration_stride_bytes"] = ordered_json::array();
  for (const auto &bytes : strides.iterations)
    out["iteration_stride_bytes"].push_back(bytesJson(bytes));
}

ordered_json campingJson(const Camping &camping) {
  ordered_json out;
  out["verdict"] = toString(camping.verdict);
  out["model"] = toString(camping.model);
  out["reason"] = camping.reason.empty() ? ordered_json() : ordered_json(camping.reason);
  out["pattern"] = camping.pattern.empty() ? ordered_json() : ordered_json(camping.pattern);
  out["gap_stride_bytes"] = bytesJson(camping.gapStride);
  out["blocks_in_flight"] = camping.blocks
                                ? ordered_json{{"fewest", camping.blocks->fewest}, {"most", camping.blocks->most}}
                                : ordered_json();
  out["loss"] = camping.loss ? ordered_json(rounded(*camping.loss)) : ordered_json();
  out["measured_loss"] = lossJson(camping.measured);
  out["measured_loss_in_l2"] = lossJson(camping.measuredInL2);
  out["slices"] = nullptr;
  if (const std::optional<SliceLoad> &load = camping.load)
    out["slices"] = {{"count", load->slices},
                     {"lines", load->lines},
                     {"max_over_average", rounded(load->maxOverAverage)},
                     {"random", {{"mean", rounded(load->random)}, {"deviation", rounded(load->randomDeviation)}}}};
  out["dram"] = "not modelled";
  return out;
}

} // namespace sectorscope
