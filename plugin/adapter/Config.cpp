// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/Config.h"

#include "adapter/NearestName.h"
#include "adapter/ParseNumber.h"
#include "adapter/Profiles.h"
#include "adapter/Project.h"
#include "model/Rules.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <limits>

namespace sectorscope {

namespace {

std::vector<std::string> ruleNames() {
  std::vector<std::string> names;
  for (const RuleEntry &rule : allRules())
    names.push_back(rule.name);
  return names;
}

/// An option of the command line that settings may hold under the same name.
struct SettableOption {
  std::string_view name;
  enum { Value, Path, Flag } kind = Value;
};
constexpr SettableOption settableOptions[] = {{"cache", SettableOption::Path},
                                              {"file-filter"},
                                              {"format"},
                                              {"header-filter"},
                                              {"jobs"},
                                              {"kernel"},
                                              {"launches", SettableOption::Path},
                                              {"launches-per-kernel"},
                                              {"link", SettableOption::Flag},
                                              {"no-host-launches", SettableOption::Flag},
                                              {"output", SettableOption::Path},
                                              {"project", SettableOption::Path},
                                              {"records", SettableOption::Flag},
                                              {"rule-pages"},
                                              {"statistics", SettableOption::Flag},
                                              {"toolkit", SettableOption::Path},
                                              {"traffic-effort"}};

/// Reads the keys of one document; every error names file and line.
class ConfigReader {
public:
  explicit ConfigReader(std::string file) : file(std::move(file)) {}

  Config read(const YAML::Node &root);

private:
  std::string at(const YAML::Node &node, const std::string &key) const {
    return fmt::format("{}:{}: {}", file, node.Mark().line + 1, key);
  }
  std::string scalar(const YAML::Node &node, const std::string &key) const {
    if (!node.IsScalar())
      throw UsageError(at(node, key) + ": expected one value");
    return node.Scalar();
  }
  std::vector<std::string> list(const YAML::Node &node, const std::string &key) const {
    std::vector<std::string> items;
    if (node.IsScalar())
      return {node.Scalar()};
    if (!node.IsSequence())
      throw UsageError(at(node, key) + ": expected a value or a list");
    for (const YAML::Node &item : node)
      items.push_back(scalar(item, key));
    return items;
  }
  /// A path of the settings is relative to their folder; other names stay.
  std::string besideThis(const std::string &profile) const {
    return isProfilePath(profile) ? (std::filesystem::path(file).parent_path() / profile).string() : profile;
  }
  Dim3 dims(const YAML::Node &node, const std::string &key, const Dim3 &largest) const {
    std::string text;
    for (const std::string &item : list(node, key))
      text += (text.empty() ? "" : ",") + item;
    return parseDim3(text, at(node, key), largest);
  }

  /// Names and numbers from `least` to `most`; `what` they are, and an example, for the error.
  template <typename T>
  std::map<std::string, T> numbersOf(const YAML::Node &node, const std::string &key, T least, T most, const char *what,
                                     const char *example) const {
    if (!node.IsMap())
      throw UsageError(fmt::format("{}: expected names and numbers, such as {}", at(node, key), example));
    std::map<std::string, T> numbers;
    for (const auto &entry : node) {
      const auto number = parseNumber<T>(scalar(entry.second, key));
      if (!number || *number < least || *number > most)
        throw UsageError(fmt::format("{}: '{}' is no {}", at(entry.second, key), entry.second.Scalar(), what));
      numbers[entry.first.Scalar()] = *number;
    }
    return numbers;
  }
  std::map<std::string, std::int64_t> argumentsOf(const YAML::Node &node, const std::string &key) const {
    return numbersOf(node, key, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(),
                     "whole number", "{n: 1024}");
  }
  std::map<std::string, std::uint64_t> multiplesOf(const YAML::Node &node, const std::string &key) const {
    return numbersOf<std::uint64_t>(node, key, 1, 1U << 30, "whole number above 0", "{ld: 8}");
  }
  std::vector<AllowedRules> allowedOf(const YAML::Node &node, const std::string &key) const {
    std::vector<AllowedRules> allowed;
    if (!node.IsMap())
      throw UsageError(at(node, key) + ": expected files and rules, such as {third_party/*: [misaligned]}");
    for (const auto &entry : node) {
      allowed.push_back({entry.first.Scalar(), list(entry.second, key)});
      for (const std::string &rule : allowed.back().rules)
        if (rule != "all")
          requireRule(rule, at(entry.second, key));
    }
    return allowed;
  }
  /// One number, or numbers by what they are for.
  std::vector<Budget> budgetsOf(const YAML::Node &node, const std::string &key) const {
    std::vector<Budget> budgets;
    if (!node.IsMap())
      return {parseBudget(scalar(node, key), at(node, key))};
    for (const auto &entry : node)
      budgets.push_back(
          parseBudget(fmt::format("{}={}", entry.first.Scalar(), scalar(entry.second, key)), at(entry.second, key)));
    return budgets;
  }
  /// As they would stand on the command line: nothing for a flag that is false.
  std::vector<std::string> valuesOf(const YAML::Node &node, const SettableOption &option) const {
    const std::string name(option.name);
    std::vector<std::string> values = list(node, name);
    for (std::string &value : values) {
      const bool isWord = value == "auto" || value == "own" || value == "none"; // of toolkit and cache
      if (option.kind == SettableOption::Flag && value != "true" && value != "false")
        throw UsageError(at(node, name) + ": expected true or false");
      if (option.kind == SettableOption::Path && !isWord)
        value = (std::filesystem::path(file).parent_path() / value).string();
    }
    if (option.kind == SettableOption::Flag && values == std::vector<std::string>{"false"})
      values.clear();
    return values;
  }
  KernelSettings kernelOf(const std::string &name, const YAML::Node &node) const {
    static const std::vector<std::string> keys = {"arguments", "block", "grid", "multiples"};
    if (!node.IsMap())
      throw UsageError(at(node, name) + ": expected what is known of it, such as {block: 256}");
    KernelSettings settings{.kernel = name, .launch = {}, .origin = at(node, "kernels")};
    for (const auto &entry : node) {
      const std::string key = entry.first.Scalar();
      if (key == "block")
        settings.launch.block = dims(entry.second, key, largestBlock);
      else if (key == "grid")
        settings.launch.grid = dims(entry.second, key, largestGrid);
      else if (key == "arguments")
        settings.launch.arguments = argumentsOf(entry.second, key);
      else if (key == "multiples")
        settings.launch.multiples = multiplesOf(entry.second, key);
      else
        throw UsageError(
            fmt::format("{}:{}: unknown key '{}'{}", file, entry.first.Mark().line + 1, key, suggestion(key, keys)));
    }
    return settings;
  }

  std::string file;
};

Config ConfigReader::read(const YAML::Node &root) {
  std::vector<std::string> keys = {
      "allow",   "arch", "arguments", "baseline",   "block",     "camping-loss",      "clang-args", "disable",
      "fail-on", "grid", "kernels",   "max-excess", "multiples", "pointer-alignment", "profile",    "show-notes"};
  for (const SettableOption &option : settableOptions)
    keys.emplace_back(option.name);
  Config config;
  if (root.IsNull())
    return config;
  if (!root.IsMap())
    throw UsageError(fmt::format("{}: expected lines of the form 'key: value'; keys: {}", file, "block, grid, ..."));
  for (const auto &entry : root) {
    const std::string key = entry.first.Scalar();
    const YAML::Node &value = entry.second;
    if (key == "arch") {
      config.arch = scalar(value, key);
    } else if (key == "profile") {
      const std::string profile = besideThis(scalar(value, key));
      config.profile = profileNamed(profile, at(value, key));
      if (isProfilePath(profile))
        config.files.push_back(profile);
    } else if (key == "block") {
      config.anyBlock = value.IsScalar() && value.Scalar() == anyBlockWord;
      if (!config.anyBlock)
        config.block = dims(value, key, largestBlock);
    } else if (key == "baseline") {
      config.baseline = (std::filesystem::path(file).parent_path() / scalar(value, key)).string();
    } else if (key == "allow") {
      config.allowed = allowedOf(value, key);
    } else if (key == "max-excess") {
      config.budgets = budgetsOf(value, key);
    } else if (key == "clang-args") {
      config.options[key] = list(value, key);
    } else if (const auto option = std::ranges::find(settableOptions, key, &SettableOption::name);
               option != std::end(settableOptions)) {
      config.options[key] = valuesOf(value, *option);
    } else if (key == "grid") {
      config.grid = dims(value, key, largestGrid);
    } else if (key == "arguments") {
      config.arguments = argumentsOf(value, key);
    } else if (key == "multiples") {
      config.multiples = multiplesOf(value, key);
    } else if (key == "kernels") {
      if (!value.IsMap())
        throw UsageError(at(value, key) + ": expected names of kernels, such as {saxpy: {block: 256}}");
      for (const auto &kernel : value)
        config.kernels.push_back(kernelOf(kernel.first.Scalar(), kernel.second));
    } else if (key == "disable") {
      for (const std::string &rule : list(value, key)) {
        requireRule(rule, at(value, key));
        config.disabledRules.insert(rule);
      }
    } else if (key == "fail-on") {
      for (const std::string &gate : list(value, key))
        config.failOn.push_back(parseGate(gate, at(value, key)));
    } else if (key == "camping-loss") {
      config.campingLoss = parsePercent(scalar(value, key), at(value, key));
    } else if (key == "show-notes") {
      const std::string flag = scalar(value, key);
      if (flag != "true" && flag != "false")
        throw UsageError(at(value, key) + ": expected true or false");
      config.showNotes = flag == "true";
    } else if (key == "pointer-alignment") {
      const auto number = parseNumber<std::uint64_t>(scalar(value, key));
      if (!number || *number == 0 || (*number & (*number - 1)) != 0)
        throw UsageError(at(value, key) + ": expected a power of two in bytes, such as 256");
      config.pointerAlignment = *number;
    } else {
      throw UsageError(
          fmt::format("{}:{}: unknown key '{}'{}", file, entry.first.Mark().line + 1, key, suggestion(key, keys)));
    }
  }
  return config;
}

} // namespace

Config parseConfig(const std::string &yaml, const std::string &file) {
  try {
    return ConfigReader(file).read(YAML::Load(yaml));
  } catch (const YAML::Exception &error) {
    throw UsageError(fmt::format("{}:{}: not readable as YAML: {}", file, error.mark.line + 1, error.msg));
  }
}

Config configFor(const std::string &sourceFile) {
  std::string path;
  if (const char *given = std::getenv("SECTORSCOPE_CONFIG"); given && *given) {
    if (*given == '{')
      return parseConfig(given, "SECTORSCOPE_CONFIG");
    path = given;
  } else if (const auto found = findUpwards(sourceFile, ".sectorscope.yaml")) {
    path = *found;
  } else {
    return {};
  }
  const std::optional<std::string> text = readFile(path);
  if (!text)
    throw UsageError(fmt::format("{}: cannot be read; fix or unset SECTORSCOPE_CONFIG", path));
  Config config = parseConfig(*text, path);
  config.files.push_back(path);
  return config;
}

Dim3 parseDim3(const std::string &text, const std::string &what, const Dim3 &largest) {
  Dim3 dims = {1, 1, 1};
  std::string_view rest = text;
  const auto bad = [&](const std::string &why) {
    return UsageError(fmt::format("{}: '{}' {}; write X, X,Y or X,Y,Z, such as 256 or 32,8", what, text, why));
  };
  std::size_t axis = 0;
  for (;; ++axis) {
    if (axis == 3)
      throw bad("has more than three axes");
    const std::size_t end = std::min(rest.find_first_of(",x"), rest.size());
    const auto number = parseNumber<std::int64_t>(rest.substr(0, end));
    if (!number)
      throw bad("is no block or grid shape");
    if (*number < 1)
      throw bad(fmt::format("has an axis of {}", *number));
    dims[axis] = static_cast<unsigned>(std::min<std::int64_t>(*number, std::numeric_limits<unsigned>::max()));
    if (end == rest.size())
      break;
    rest.remove_prefix(end + 1);
  }
  if (const std::string problem = shapeProblem(dims, largest); !problem.empty())
    throw UsageError(fmt::format("{}: '{}' {}", what, text, problem));
  return dims;
}

double parsePercent(const std::string &text, const std::string &what) {
  const auto percent = parseNumber<unsigned>(text);
  if (!percent || *percent == 0 || *percent > 100)
    throw UsageError(fmt::format("{}: '{}' is no whole number of percent from 1 to 100", what, text));
  return *percent / 100.0;
}

void requireRule(const std::string &name, const std::string &what) {
  const std::vector<std::string> names = ruleNames();
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw UsageError(fmt::format("{}: unknown rule '{}'{}", what, name, suggestion(name, names)));
}

Gate parseGate(const std::string &text, const std::string &what) {
  const std::size_t colon = text.find(':');
  Gate gate;
  gate.rule = text.substr(0, colon);
  if (gate.rule != "all")
    requireRule(gate.rule, what);
  if (colon == std::string::npos)
    return gate;
  const std::string severity = text.substr(colon + 1);
  if (severity == toString(Severity::Note))
    gate.severity = Severity::Note;
  else if (severity != toString(Severity::Warning))
    throw UsageError(fmt::format("{}: unknown severity '{}'{}", what, severity,
                                 suggestion(severity, {toString(Severity::Note), toString(Severity::Warning)})));
  return gate;
}

void applyGates(Report &report, const std::vector<Gate> &gates) {
  for (Finding &finding : report.findings)
    for (const Gate &gate : gates)
      finding.isGated |= (gate.rule == "all" || gate.rule == finding.rule ||
                          std::ranges::find(finding.insteadOf, gate.rule) != finding.insteadOf.end()) &&
                         finding.severity >= gate.severity;
}

bool isGateClosed(const Report &report) {
  return std::ranges::any_of(report.findings, [](const Finding &finding) {
    return finding.isGated && finding.baseline != BaselineState::Unchanged;
  });
}

} // namespace sectorscope
