// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/Project.h"

#include "adapter/Config.h"
#include "adapter/NearestName.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace sectorscope {

namespace fs = std::filesystem;

namespace {

fs::path folderOf(const std::string &file) {
  std::error_code ignored;
  return fs::absolute(file, ignored).lexically_normal().parent_path();
}

/// 90 for "sm_90", "sm_90a" and "sm_90f".
std::optional<unsigned> numberOf(const std::string &arch) {
  constexpr std::string_view prefix = "sm_";
  if (!arch.starts_with(prefix))
    return std::nullopt;
  unsigned number = 0;
  const char *end = arch.data() + arch.size();
  const auto [rest, error] = std::from_chars(arch.data() + prefix.size(), end, number);
  const std::string_view suffix(rest, static_cast<std::size_t>(end - rest));
  if (error != std::errc() || (!suffix.empty() && suffix != "a" && suffix != "f"))
    return std::nullopt;
  return number;
}

} // namespace

std::optional<std::string> readFile(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf()))
    return in && in.peek() == std::ifstream::traits_type::eof() ? std::optional<std::string>("") : std::nullopt;
  return text.str();
}

std::optional<std::string> findUpwards(const std::string &file, const std::string &name) {
  std::error_code ignored;
  for (fs::path folder = folderOf(file);; folder = folder.parent_path()) {
    if (fs::exists(folder / name, ignored))
      return (folder / name).string();
    if (folder == folder.parent_path())
      return std::nullopt;
  }
}

std::optional<std::string> markedRootOf(const std::string &file) {
  std::error_code ignored;
  for (fs::path folder = folderOf(file);; folder = folder.parent_path()) {
    for (const char *marker : {".sectorscope.yaml", ".git"})
      if (fs::exists(folder / marker, ignored))
        return folder.string();
    if (folder == folder.parent_path())
      return std::nullopt;
  }
}

std::string projectRootOf(const std::string &file) {
  if (const auto marked = markedRootOf(file))
    return *marked;
  std::error_code ignored;
  const fs::path here = fs::current_path(ignored);
  const std::string relative = folderOf(file).lexically_relative(here).generic_string();
  return relative.starts_with("..") ? folderOf(file).string() : here.string();
}

std::string nameInReport(const std::string &file, const std::string &root) {
  std::error_code ignored;
  const fs::path relative = fs::absolute(file, ignored).lexically_normal().lexically_relative(root);
  const std::string name = relative.generic_string();
  return name.empty() || name.starts_with("..") ? fs::path(file).filename().string() : name;
}

TargetChoice targetFor(const std::string &arch) {
  const std::optional<unsigned> wanted = numberOf(arch);
  const std::vector<std::string> names = builtinTargetNames();
  constexpr unsigned oldestWithUnifiedAddresses = 20; // below, sm_12 is sm_120 with a digit lost
  if (!wanted || *wanted < oldestWithUnifiedAddresses)
    throw UsageError(fmt::format("unknown architecture '{}'{}", arch, suggestion(arch, names)));
  std::string best = names.front();
  for (const std::string &name : names)
    if (numberOf(name).value_or(0) <= *wanted)
      best = name;
  TargetChoice choice{*builtinTarget(best), ""};
  if (numberOf(best) != wanted)
    choice.note = fmt::format("no profile for {}: that of {} is used", arch, best);
  return choice;
}

} // namespace sectorscope
