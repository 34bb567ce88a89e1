// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// posix_spawn, and files.

#include "Process.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

extern char **environ;

namespace sectorscope::check {

namespace fs = std::filesystem;

namespace {

/// What the new program's file descriptors shall be.
class FileActions {
public:
  FileActions() { posix_spawn_file_actions_init(&actions); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions); }
  FileActions(const FileActions &) = delete;
  FileActions &operator=(const FileActions &) = delete;
  void redirect(int descriptor, const fs::path &file) {
    if (!file.empty())
      posix_spawn_file_actions_addopen(&actions, descriptor, file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  }
  const posix_spawn_file_actions_t *get() const { return &actions; }

private:
  posix_spawn_file_actions_t actions{};
};

} // namespace

int runProgram(const std::vector<std::string> &command, const fs::path &stdoutFile, const fs::path &stderrFile,
               const std::map<std::string, std::string> &environment) {
  std::vector<char *> arguments;
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  FileActions actions;
  actions.redirect(STDOUT_FILENO, stdoutFile);
  actions.redirect(STDERR_FILENO, stderrFile);
  pid_t child = 0;
  std::vector<std::string> own;
  for (const auto &[name, value] : environment)
    own.push_back(name + '=' + value);
  std::vector<char *> variables;
  for (std::string &variable : own)
    variables.push_back(variable.data());
  for (char **variable = environ; *variable; ++variable)
    if (const std::string_view text = *variable; !environment.contains(std::string(text.substr(0, text.find('=')))))
      variables.push_back(*variable);
  variables.push_back(nullptr);
  if (int error = posix_spawnp(&child, arguments[0], actions.get(), nullptr, arguments.data(), variables.data()))
    throw std::runtime_error(fmt::format("'{}' could not be started: {}", command[0], std::strerror(error)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      throw std::runtime_error(fmt::format("'{}' was lost: {}", command[0], std::strerror(errno)));
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::optional<std::string> findProgram(const std::string &name, const std::vector<fs::path> &places) {
  auto usable = [](const fs::path &file) { return fs::is_regular_file(file) && access(file.c_str(), X_OK) == 0; };
  if (const char *variable = name.find('/') == std::string::npos ? std::getenv("PATH") : nullptr) {
    std::istringstream path(variable);
    for (std::string directory; std::getline(path, directory, ':');)
      if (usable(fs::path(directory) / name))
        return (fs::path(directory) / name).string();
  }
  for (const fs::path &place : places)
    if (usable(place))
      return place.string();
  return std::nullopt;
}

std::string readFile(const fs::path &file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (fs::is_directory(file) || !stream ||
      !(stream.peek() == std::ifstream::traits_type::eof() || text << stream.rdbuf()))
    throw std::runtime_error(fmt::format("'{}' cannot be read", file.string()));
  return std::move(text).str();
}

void writeFile(const fs::path &file, const std::string &text) {
  fs::path part = file;
  part += ".part";
  std::ofstream stream(part, std::ios::binary);
  stream << text;
  stream.close();
  std::error_code error;
  if (stream)
    fs::rename(part, file, error);
  if (!stream || error) {
    std::error_code ignored;
    fs::remove(part, ignored);
    throw std::runtime_error(fmt::format("'{}' cannot be written: choose another place with -o", file.string()));
  }
}

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (fs::temp_directory_path() / "sectorscope-check-XXXXXX").string();
  if (!mkdtemp(name.data()))
    throw std::runtime_error(fmt::format("no temporary directory '{}': {}", name, std::strerror(errno)));
  directory = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(directory, ignored);
}

} // namespace sectorscope::check
