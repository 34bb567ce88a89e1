// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `sectorscope-launch COMPILER ARGS...`: runs the compiler as it is and, beside it, the analysis of what it compiles.
/// For CMAKE_CUDA_COMPILER_LAUNCHER and its kin.

#include "project/ResponseFiles.h"
#include "project/ShellWords.h"
#include "project/TranslateCommand.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

extern char **environ;

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr int gateClosed = 1, badInput = 2, notFound = 127;

/// Starts a program; what it prints goes to `output` if that is no negative number. 0 where it cannot be started.
pid_t start(const Words &words, int output) {
  std::vector<char *> command;
  command.reserve(words.size() + 1);
  for (const std::string &word : words)
    command.push_back(const_cast<char *>(word.c_str())); // posix_spawnp does not change them
  command.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (output >= 0) {
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  }
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, command[0], &actions, nullptr, command.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? child : 0;
}

/// The exit code; 128 + N if signal N ended it.
int codeOf(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// The audit of what a command compiles; empty where it compiles no CUDA. Throws std::runtime_error with one line where
/// it cannot be told.
Words auditOf(const Words &given) {
  std::error_code ignored;
  const Words compiler = sectorscope::withResponseFiles(given, fs::current_path(ignored).string());
  const std::string file = sectorscope::sourceIn(compiler);
  if (file.empty())
    return {};
  const sectorscope::AuditArguments translated = sectorscope::translateCommand(compiler, file);
  if (!translated.isCuda || !translated.problem.empty())
    return {};
  const fs::path beside = fs::read_symlink("/proc/self/exe", ignored).parent_path() / "sectorscope";
  Words audit = {fs::exists(beside, ignored) ? beside.string() : "sectorscope", "audit", file, "--format=gcc"};
  if (!translated.arch.empty())
    audit.push_back("--arch=" + translated.arch);
  if (const char *options = std::getenv("SECTORSCOPE_OPTIONS")) {
    const auto words = sectorscope::shellWords(options);
    if (!words)
      throw std::runtime_error("SECTORSCOPE_OPTIONS leaves a quote open; close it");
    audit.insert(audit.end(), words->begin(), words->end());
  }
  audit.emplace_back("--");
  audit.insert(audit.end(), translated.clangArgs.begin(), translated.clangArgs.end());
  return audit;
}

/// Whole, so that lines of compilers that run at the same time stay whole.
void pass(int file) {
  std::string text;
  char part[4096];
  ::lseek(file, 0, SEEK_SET);
  for (ssize_t got = 0; (got = ::read(file, part, sizeof part)) > 0;)
    text.append(part, static_cast<std::size_t>(got));
  std::fwrite(text.data(), 1, text.size(), stderr);
}

} // namespace

int main(int argc, char **argv) {
  const Words compiler(argv + 1, argv + argc);
  if (compiler.empty()) {
    std::fputs("sectorscope-launch: no compiler; write sectorscope-launch COMPILER ARGUMENTS, or set "
               "CMAKE_CUDA_COMPILER_LAUNCHER=sectorscope-launch\n",
               stderr);
    return badInput;
  }
  ::signal(SIGCHLD, SIG_DFL); // who ignores it, as some parents leave it, learns no exit code
  Words audit;
  std::string problem;
  try {
    audit = auditOf(compiler);
  } catch (const std::runtime_error &error) {
    problem = error.what();
  }
  const pid_t compilation = start(compiler, -1);
  if (!compilation) {
    std::fprintf(stderr, "sectorscope-launch: %s cannot be started; check its name and PATH\n", compiler[0].c_str());
    return notFound;
  }
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "sectorscope-launch.XXXXXX").string();
  const int messages = audit.empty() ? -1 : ::mkstemp(name.data());
  if (!audit.empty() && messages < 0)
    problem = "no temporary file can be made; set TMPDIR";
  if (messages >= 0)
    ::unlink(name.c_str());
  const pid_t analysis = messages >= 0 ? start(audit, messages) : 0;
  const int code = codeOf(compilation);
  if (!analysis) {
    if (code == 0 && !problem.empty())
      std::fprintf(stderr, "sectorscope-launch: not analysed: %s\n", problem.c_str());
    return code;
  }
  const int verdict = codeOf(analysis);
  if (code == 0) // else the compiler has said more
    pass(messages);
  return code == 0 && verdict == gateClosed ? gateClosed : code;
}
