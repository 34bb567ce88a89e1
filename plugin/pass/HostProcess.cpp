// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/HostProcess.h"

#include "adapter/Project.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <unistd.h>

namespace sectorscope {

namespace {

std::vector<std::string> commandLineOf(const std::string &process) {
  std::vector<std::string> args;
  const std::string text = readFile("/proc/" + process + "/cmdline").value_or("");
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\0', at), text.size());
    args.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return args;
}

/// "sm_90a" -> 90; 0 for what is no architecture.
unsigned archNumber(std::string_view arch) {
  constexpr std::string_view prefix = "sm_";
  return arch.starts_with(prefix) ? static_cast<unsigned>(std::atoi(std::string(arch.substr(prefix.size())).c_str()))
                                  : 0;
}

} // namespace

HostCommandLine hostCommandLine() {
  HostCommandLine result;
  result.own = commandLineOf("self");
  const bool isSubCompile = std::find(result.own.begin(), result.own.end(), "-cc1") != result.own.end();
  result.driver = isSubCompile ? commandLineOf(std::to_string(::getppid())) : result.own;
  return result;
}

std::vector<std::string> systemFoldersOf(const HostCommandLine &commandLine) {
  namespace fs = std::filesystem;
  std::vector<std::string> folders = {"/usr/include", "/usr/lib", "/usr/local/cuda"};
  static const std::vector<std::string> options = {"-internal-isystem", "-internal-externc-isystem", "-isystem",
                                                   "-resource-dir", "-idirafter"};
  const std::vector<std::string> &args = commandLine.own;
  for (std::size_t n = 0; n + 1 < args.size(); ++n)
    if (std::find(options.begin(), options.end(), args[n]) != options.end()) {
      std::error_code ignored;
      folders.push_back(fs::absolute(args[n + 1], ignored).lexically_normal().string());
    }
  return folders;
}

bool speaksForAllArchs(const std::vector<std::string> &driverArgs, const std::string &arch) {
  unsigned highest = 0;
  bool listed = false;
  for (const std::string &arg : driverArgs)
    for (const std::string_view option : {"--cuda-gpu-arch=", "--offload-arch="}) {
      if (!arg.starts_with(option))
        continue;
      std::string_view list = std::string_view(arg).substr(option.size());
      while (!list.empty()) {
        const std::string_view item = list.substr(0, list.find(','));
        list.remove_prefix(std::min(item.size() + 1, list.size()));
        highest = std::max(highest, archNumber(item));
        listed = listed || item == arch;
      }
    }
  return !listed || archNumber(arch) == highest;
}

} // namespace sectorscope
