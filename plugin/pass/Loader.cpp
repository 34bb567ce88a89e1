// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What opt and clang load. It uses no symbol of LLVM, so that it loads into every LLVM, and can say with one line that
/// it is the wrong one: passes of one LLVM in a tool of another crash, or die of a symbol that nobody understands. The
/// passes themselves are in SectorscopePasses-<major>.so beside it.

#include "pass/HostLlvm.h"
#include "pass/PluginCompat.h"

#include <cstdio>
#include <dlfcn.h>
#include <string>
#include <unistd.h>

namespace {

using RegisterPasses = void (*)(llvm::PassBuilder &);

[[noreturn]] void refuse(const std::string &why) {
  std::fprintf(stderr, "sectorscope: SectorscopePlugin-%d.so: %s\n", LLVM_VERSION_MAJOR, why.c_str());
  _exit(2);
}

/// The path of another file of the plugin, beside this one.
std::string besideThis(const std::string &name) {
  Dl_info self{};
  if (!::dladdr(reinterpret_cast<void *>(&besideThis), &self) || !self.dli_fname)
    refuse("does not find its own path: load it with an absolute one");
  std::string path = self.dli_fname;
  path.erase(path.find_last_of('/') + 1);
  return path + name + "-" + std::to_string(LLVM_VERSION_MAJOR) + ".so";
}

/// Where this is loaded with -fplugin, what reads launches takes part in the compilation, too. It registers itself; a
/// clang that hides its symbols goes without.
__attribute__((constructor)) void loadLaunches() {
  const bool isClang = ::dlsym(RTLD_DEFAULT, "_ZN4llvm8RegistryIN5clang15PluginASTActionEE4HeadE") != nullptr;
  if (isClang && sectorscope::hostLlvmMajor() == LLVM_VERSION_MAJOR)
    ::dlopen(besideThis("SectorscopeLaunches").c_str(), RTLD_NOW | RTLD_GLOBAL);
}

RegisterPasses loadPasses() {
  const std::string mine = std::to_string(LLVM_VERSION_MAJOR);
  if (const std::optional<unsigned> host = sectorscope::hostLlvmMajor(); host && *host != LLVM_VERSION_MAJOR)
    refuse("is for LLVM " + mine + ", this tool is LLVM " + std::to_string(*host) + ": load SectorscopePlugin-" +
           std::to_string(*host) + ".so");
  void *passes = ::dlopen(besideThis("SectorscopePasses").c_str(), RTLD_NOW | RTLD_LOCAL);
  void *entry = passes ? ::dlsym(passes, "sectorscopeRegisterPasses") : nullptr;
  if (!entry) {
    const char *reason = ::dlerror();
    refuse("is for LLVM " + mine + " and does not fit this tool; use a tool of that version (" +
           std::string(reason ? reason : "no entry point") + ")");
  }
  return reinterpret_cast<RegisterPasses>(entry);
}

} // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  llvm::PassPluginLibraryInfo info{};
  info.APIVersion = LLVM_PLUGIN_API_VERSION;
  info.PluginName = "Sectorscope";
  info.PluginVersion = SECTORSCOPE_VERSION;
  info.RegisterPassBuilderCallbacks = loadPasses();
  return info;
}
