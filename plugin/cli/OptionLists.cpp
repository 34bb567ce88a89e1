// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/OptionLists.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace sectorscope {

std::vector<std::string> optionsOfFiles(const std::vector<std::string> &args) {
  static const std::set<std::string> ofProject = {"-p",           "--project",
                                                  "-j",           "--jobs",
                                                  "--cache",      "--file-filter",
                                                  "--root",       "--header-filter",
                                                  "--format",     "-o",
                                                  "--output",     "--fail-on",
                                                  "--baseline",   "--max-excess",
                                                  "--rule-pages", "--dependency-file"};
  static const std::set<std::string> flagsOfProject = {"--records", "--update-baseline", "--write-dependencies"};
  static const std::set<std::string> flags = {"--no-host-launches", "--link", "--statistics"};
  static const std::set<std::string> paths = {"--launches", "--toolkit", "--profile"};
  const auto absolute = [](const std::string &path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored) ? std::filesystem::absolute(path, ignored).string() : path;
  };
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::size_t equals = std::min(args[i].find('='), args[i].size());
    std::string name = args[i].substr(0, equals);
    if (flagsOfProject.contains(name))
      continue;
    const bool isJoined = name.size() > 2 && name[1] != '-'; // -j4
    if (isJoined)
      name.resize(2);
    const bool isPair = equals == args[i].size() && !isJoined && !flags.contains(name) && i + 1 < args.size();
    std::string value = isPair ? args[i + 1] : args[i].substr(std::min(equals + 1, args[i].size()));
    i += isPair ? 1 : 0;
    if (ofProject.contains(name))
      continue;
    if (paths.contains(name))
      value = absolute(value);
    kept.push_back(flags.contains(name) ? name : name.append("=").append(value));
  }
  return kept;
}

std::vector<std::string> withSettings(const std::vector<std::string> &args, const Config &config, bool namesFiles) {
  std::vector<std::string> own(args.begin(), std::find(args.begin(), args.end(), "--"));
  std::vector<std::string> behind(args.begin() + static_cast<std::ptrdiff_t>(own.size()), args.end());
  static const std::map<std::string, std::string> shortNames = {{"output", "-o"}, {"project", "-p"}, {"jobs", "-j"}};
  const std::vector<std::string> typed = own;
  for (const auto &[name, values] : config.options) {
    if (name == "clang-args") {
      if (behind.empty())
        behind.emplace_back("--");
      behind.insert(behind.begin() + 1, values.begin(), values.end()); // what is typed comes later and so wins
      continue;
    }
    const std::string option = "--" + name;
    const auto shortName = shortNames.find(name);
    const bool isTyped = std::ranges::any_of(typed, [&](const std::string &arg) {
      return arg == option || arg.starts_with(option + "=") ||
             (shortName != shortNames.end() && arg.starts_with(shortName->second) && !arg.starts_with("--"));
    });
    // What speaks of a project is for a command that names no files, and --statistics for one without --format.
    const bool isOfProject = name == "project" || name == "jobs" || name == "cache" || name.ends_with("-filter");
    const bool hasFormat =
        std::ranges::any_of(typed, [](const std::string &arg) { return arg.starts_with("--format"); });
    if (isTyped || (isOfProject && namesFiles) || (name == "statistics" && hasFormat))
      continue;
    for (const std::string &value : values)
      own.push_back(value == "true" ? option : fmt::format("{}={}", option, value));
  }
  own.insert(own.end(), behind.begin(), behind.end());
  return own;
}

} // namespace sectorscope
