// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// JSON documents that say what they are.

#ifndef SECTORSCOPE_ANALYSIS_REPORT_JSONDOCUMENT_H
#define SECTORSCOPE_ANALYSIS_REPORT_JSONDOCUMENT_H

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>

namespace sectorscope {

inline constexpr const char *reportSchema = "sectorscope-report/1";

/// `text` as a document whose "schema" is `schema`. Throws std::runtime_error that says what it is instead: "is no JSON
/// document, or one that was cut off", "its schema is not sectorscope-report/1".
template <class Json = nlohmann::json> Json parseDocument(const std::string &text, const char *schema) {
  Json document = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded())
    throw std::runtime_error("is no JSON document, or one that was cut off");
  if (!document.is_object() || document.value("schema", Json()) != schema)
    throw std::runtime_error(std::string("its schema is not ") + schema);
  return document;
}

} // namespace sectorscope

#endif
