// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/ChildPool.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <map>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sectorscope {

namespace {

constexpr int notStarted = 127;

/// In the child, after fork: only calls that are safe there.
[[noreturn]] void become(const ChildJob &job, char *const *command, pid_t parent) {
  // Whoever ends the parent ends what it has started, too.
  if (::prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || ::getppid() != parent)
    ::_exit(notStarted);
  const int out = ::open(job.outputFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const int in = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (out < 0 || in < 0 || ::dup2(in, STDIN_FILENO) < 0 || ::dup2(out, STDOUT_FILENO) < 0 ||
      ::dup2(out, STDERR_FILENO) < 0 || ::chdir(job.directory.c_str()) != 0)
    ::_exit(notStarted);
  ::execv(command[0], command);
  ::_exit(notStarted);
}

pid_t start(const ChildJob &job) {
  std::vector<char *> command;
  command.reserve(job.command.size() + 1);
  for (const std::string &word : job.command)
    command.push_back(const_cast<char *>(word.c_str())); // execv does not change them
  command.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0)
    become(job, command.data(), parent);
  return child;
}

} // namespace

void runJobs(const std::vector<ChildJob> &jobs, unsigned atOnce, const std::function<void(const ChildResult &)> &done) {
  ::signal(SIGCHLD, SIG_DFL); // who ignores it, as some parents leave it, learns no exit code
  std::map<pid_t, std::size_t> running;
  for (std::size_t next = 0; next < jobs.size() || !running.empty();) {
    if (next < jobs.size() && running.size() < atOnce) {
      const pid_t child = start(jobs[next]);
      if (child > 0)
        running.emplace(child, next);
      else
        done({next, notStarted, 0});
      ++next;
      continue;
    }
    int status = 0;
    const pid_t child = ::waitpid(-1, &status, 0);
    if (child < 0 && errno == EINTR)
      continue;
    const auto found = running.find(child);
    if (found == running.end())
      continue; // none of ours
    const std::size_t job = found->second;
    running.erase(found);
    done({job, WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0});
  }
}

} // namespace sectorscope
