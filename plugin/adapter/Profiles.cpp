// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/Profiles.h"

#include "adapter/Config.h"
#include "adapter/NearestName.h"
#include "adapter/Project.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace sectorscope {

namespace {

std::string inSmallLetters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

TargetModel profileOf(const std::string &file) {
  const auto text = readFile(file);
  if (!text)
    throw UsageError(fmt::format("{}: cannot be read; name a profile file that exists", file));
  try {
    return parseTarget(*text);
  } catch (const std::exception &error) {
    throw UsageError(
        fmt::format("{}: {}; the files in profiles/ of the source tree show the form", file, error.what()));
  }
}

} // namespace

bool isProfilePath(const std::string &name) { return name.find('/') != std::string::npos || name.ends_with(".json"); }

TargetModel profileNamed(const std::string &name, const std::string &what) {
  if (isProfilePath(name))
    return profileOf(name);
  const std::string wanted = inSmallLetters(name);
  std::vector<std::string> known;
  for (const std::string &arch : builtinTargetNames()) {
    const TargetModel target = *builtinTarget(arch);
    const std::string full = inSmallLetters(target.name), part = full.substr(full.rfind(' ') + 1);
    if (wanted == arch || wanted == full || wanted == part)
      return target;
    known.push_back(arch);
    if (part != arch)
      known.push_back(part);
  }
  throw UsageError(fmt::format("{}: unknown profile '{}'{}", what, name, suggestion(wanted, known)));
}

} // namespace sectorscope
