// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/RunLines.h"

#include "project/ShellWords.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>

namespace sectorscope {

namespace fs = std::filesystem;

namespace {

struct RunLine {
  unsigned line = 0;
  std::string command;
};

std::vector<RunLine> runLinesIn(const std::string &source) {
  constexpr std::string_view marker = "RUN:";
  std::vector<RunLine> lines;
  std::istringstream in(source);
  bool goesOn = false; // the line before ended in a backslash
  unsigned number = 0;
  for (std::string text; std::getline(in, text);) {
    ++number;
    const std::size_t at = text.find(marker);
    if (at == std::string::npos)
      continue;
    std::string command = text.substr(at + marker.size());
    command.erase(command.find_last_not_of(" \t\r") + 1);
    const bool isToBeContinued = command.ends_with("\\");
    if (isToBeContinued)
      command.pop_back();
    if (goesOn)
      lines.back().command += command;
    else
      lines.push_back({number, command});
    goesOn = isToBeContinued;
  }
  return lines;
}

struct Command {
  std::string text;          ///< without redirections
  bool isRedirected = false; ///< its input or output, but for 2>
};

/// The commands of a line, those of a pipe together. A quoted operator is none.
std::vector<std::vector<Command>> pipesOf(const std::string &line) {
  std::vector<std::vector<Command>> pipes(1, {Command()});
  char quote = 0;
  bool isCut = false; // what follows is a redirection
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    Command &command = pipes.back().back();
    if (quote || c == '\'' || c == '"') {
      if (!quote)
        quote = c;
      else if (quote == c)
        quote = 0;
    } else if (c == '|' || c == ';' || c == '&') {
      const bool isDouble = at + 1 < line.size() && line[at + 1] == c && c != ';';
      at += isDouble ? 1 : 0;
      if (c == '&' && !isDouble)
        continue; // of 2>&1
      isCut = false;
      if (c == '|' && !isDouble)
        pipes.back().emplace_back();
      else
        pipes.push_back({Command()});
      continue;
    } else if ((c == '<' || c == '>') && !isCut) {
      isCut = true;
      const bool isOfErrors = command.text.ends_with(" 2");
      command.isRedirected |= !isOfErrors;
      if (isOfErrors)
        command.text.pop_back();
    }
    if (!isCut)
      command.text += c;
  }
  return pipes;
}

/// The substitutions of lit that we know; the first one that we do not know is put into `unknown`.
std::string substituted(const std::string &word, const std::string &file, std::string &unknown) {
  std::string text;
  for (std::size_t at = 0; at < word.size(); ++at) {
    if (word[at] != '%') {
      text += word[at];
      continue;
    }
    const std::string_view rest = std::string_view(word).substr(at + 1);
    const auto isLetter = [&](std::size_t n) {
      return n < rest.size() && (rest[n] == '_' || rest[n] == '{' || std::isalpha(static_cast<unsigned char>(rest[n])));
    };
    const fs::path folder = fs::path(file).parent_path();
    if (rest.starts_with("%")) {
      text += '%';
    } else if (rest.starts_with("s") && !isLetter(1)) {
      text += file;
    } else if ((rest.starts_with("S") || rest.starts_with("p")) && !isLetter(1)) {
      text += folder.empty() ? "." : folder.string();
    } else if (isLetter(0)) {
      if (unknown.empty())
        unknown = word.substr(at, word.find_first_of("/=,", at) - at);
    } else {
      text += '%'; // ld%8=0
      continue;
    }
    ++at;
  }
  return text;
}

/// The prefixes that FileCheck looks for, where `command` is FileCheck on %s.
std::vector<std::string> prefixesOf(const std::vector<std::string> &command) {
  if (command.empty() || fs::path(command.front()).filename().string().find("FileCheck") == std::string::npos ||
      std::ranges::find(command, "%s") == command.end())
    return {};
  std::vector<std::string> prefixes;
  for (std::size_t i = 1; i < command.size(); ++i) {
    std::string_view word = command[i];
    word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
    if (!word.starts_with("check-prefix"))
      continue;
    const std::size_t equals = word.find('=');
    const std::string list = equals != std::string_view::npos ? std::string(word.substr(equals + 1))
                             : i + 1 < command.size()         ? command[++i]
                                                              : "";
    std::istringstream names(list);
    for (std::string name; std::getline(names, name, ',');)
      prefixes.push_back(name);
  }
  return prefixes.empty() ? std::vector<std::string>{"CHECK"} : prefixes;
}

/// What `command` gives the program, if it is an audit of %s; words are not substituted yet.
std::optional<std::vector<std::string>> auditIn(const std::vector<std::string> &command) {
  if (command.empty() || std::ranges::find(command, "%s") == command.end())
    return std::nullopt;
  const std::string program = fs::path(command.front()).filename().string();
  std::vector<std::string> words(command.begin() + 1, command.end());
  if (program == "%sectorscope-audit")
    words.insert(words.begin(), {"audit", "--format=check"});
  else if ((program != "%sectorscope" && program != "sectorscope") || words.front() != "audit")
    return std::nullopt;
  return words;
}

/// An audit of %s behind something else, such as env; not one that is expected to fail.
bool isWrappedAudit(const std::vector<std::string> &command) {
  for (std::size_t i = 1; i < command.size(); ++i)
    if (auditIn({command.begin() + static_cast<std::ptrdiff_t>(i), command.end()}))
      return command.front() != "%not" && command.front() != "not";
  return false;
}

} // namespace

std::vector<CheckRun> checkRunsIn(const std::string &source, const std::string &file) {
  std::vector<CheckRun> runs;
  for (const RunLine &line : runLinesIn(source))
    for (const std::vector<Command> &pipe : pipesOf(line.command)) {
      const auto first = shellWords(pipe.front().text);
      const auto words = first ? auditIn(*first) : std::nullopt;
      if (!words) {
        if (first && isWrappedAudit(*first))
          runs.push_back({line.line, {}, {}, "an audit with " + first->front() + " before it is not followed"});
        continue;
      }
      CheckRun &run = runs.emplace_back();
      run.line = line.line;
      std::string unknown;
      for (const std::string &word : *words)
        run.audit.push_back(substituted(word, file, unknown));
      if (!unknown.empty())
        run.problem = fmt::format("the RUN line uses {}, which lit alone knows; write the option out", unknown);
      if (pipe.front().isRedirected && run.problem.empty())
        run.problem = "an audit into a file is not followed; pipe it to FileCheck";
      if (pipe.size() > 1)
        if (const auto second = shellWords(pipe[1].text))
          run.prefixes = prefixesOf(*second);
    }
  return runs;
}

} // namespace sectorscope
