// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/NvccOptions.h"

#include "project/ShellWords.h"

#include <algorithm>
#include <string_view>

namespace sectorscope {

namespace {

struct Entry {
  const char *longName;
  const char *shortName; ///< with one dash; "" for none
  bool takesValue;
  NvccMeaning meaning;
  const char *clang = ""; ///< for Clang: its words; a value is put behind it
};

constexpr NvccMeaning C = NvccMeaning::Clang, A = NvccMeaning::Arch, H = NvccMeaning::Host, N = NvccMeaning::Nothing,
                      D = NvccMeaning::Dropped;

// clang-format off
constexpr Entry table[] = {
    {"--define-macro", "-D", true, C, "-D"},
    {"--undefine-macro", "-U", true, C, "-U"},
    {"--include-path", "-I", true, C, "-I"},
    {"--system-include", "-isystem", true, C, "-isystem"},
    {"--pre-include", "-include", true, C, "-include"},
    {"--std", "-std", true, C, "-std="},
    {"--use_fast_math", "-use_fast_math", false, C, "-ffast-math"},
    {"--relocatable-device-code", "-rdc", true, C, "-fgpu-rdc"},
    {"--device-c", "-dc", false, C, "-fgpu-rdc"},
    {"--expt-relaxed-constexpr", "-expt-relaxed-constexpr", false, C, "-D__CUDACC_RELAXED_CONSTEXPR__"},
    {"--extended-lambda", "-extended-lambda", false, C, "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"--expt-extended-lambda", "-expt-extended-lambda", false, C, "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"--fmad", "-fmad", true, C, "-ffp-contract="},
    {"--gpu-architecture", "-arch", true, A},
    {"--gpu-code", "-code", true, A},
    {"--generate-code", "-gencode", true, A},
    {"--compiler-options", "-Xcompiler", true, H},
    // Outputs, phases, debug information, diagnostics.
    {"--output-file", "-o", true, N}, {"--output-directory", "-odir", true, N},
    {"--dependency-output", "-MF", true, N}, {"--dependency-target-name", "-MT", true, N}, {"-MQ", "-MQ", true, N},
    {"--generate-dependencies", "-M", false, N}, {"--generate-nonsystem-dependencies", "-MM", false, N},
    {"--generate-dependencies-with-compile", "-MD", false, N},
    {"--generate-nonsystem-dependencies-with-compile", "-MMD", false, N},
    {"--generate-dependency-targets", "-MP", false, N},
    {"--compile", "-c", false, N}, {"--device-w", "-dw", false, N}, {"--ptx", "-ptx", false, N},
    {"--cubin", "-cubin", false, N}, {"--fatbin", "-fatbin", false, N}, {"--optix-ir", "-optix-ir", false, N},
    {"--cuda", "-cuda", false, N}, {"--preprocess", "-E", false, N}, {"--link", "-link", false, N},
    {"--x", "-x", true, N}, {"--debug", "-g", false, N}, {"--generate-line-info", "-lineinfo", false, N},
    {"--keep", "-keep", false, N}, {"--keep-dir", "-keep-dir", true, N}, {"--save-temps", "-save-temps", false, N},
    {"--verbose", "-v", false, N}, {"--dryrun", "-dryrun", false, N}, {"--time", "-time", true, N},
    {"--threads", "-t", true, N}, {"--split-compile", "-split-compile", true, N},
    {"--split-compile-extended", "-split-compile-extended", true, N},
    {"--resource-usage", "-res-usage", false, N}, {"--disable-warnings", "-w", false, N},
    {"--source-in-ptx", "-src-in-ptx", false, N}, {"--Werror", "-Werror", true, N},
    {"--diag-error", "-diag-error", true, N}, {"--diag-suppress", "-diag-suppress", true, N},
    {"--diag-warn", "-diag-warn", true, N}, {"--display-error-number", "-err-no", false, N},
    {"--no-display-error-number", "-no-err-no", false, N}, {"--brief-diagnostics", "-brief-diag", true, N},
    {"--compiler-bindir", "-ccbin", true, N}, {"--allow-unsupported-compiler", "-allow-unsupported-compiler", false, N},
    {"--forward-unknown-to-host-compiler", "-forward-unknown-to-host-compiler", false, N},
    {"--forward-unknown-to-host-linker", "-forward-unknown-to-host-linker", false, N},
    {"--forward-unknown-opts", "-forward-unknown-opts", false, N},
    {"--linker-options", "-Xlinker", true, N}, {"--archive-options", "-Xarchive", true, N},
    {"--nvlink-options", "-Xnvlink", true, N}, {"--library", "-l", true, N}, {"--library-path", "-L", true, N},
    {"--cudart", "-cudart", true, N}, {"--cudadevrt", "-cudadevrt", true, N}, {"--machine", "-m", true, N},
    {"--profile", "-pg", false, N}, {"--fdevice-time-trace", "-fdevice-time-trace", true, N},
    {"--optimize", "-O", true, N}, // of the host code
    // Bear on the machine code, or may.
    {"--ptxas-options", "-Xptxas", true, D}, {"--maxrregcount", "-maxrregcount", true, D},
    {"--device-debug", "-G", false, D}, {"--dopt", "-dopt", true, D}, {"--dlink-time-opt", "-dlto", false, D},
    {"--cudafe-options", "-Xcudafe", true, D}, {"--fatbin-options", "-Xfatbin", true, D},
    {"--ftz", "-ftz", true, D}, {"--prec-div", "-prec-div", true, D}, {"--prec-sqrt", "-prec-sqrt", true, D},
    {"--extra-device-vectorization", "-extra-device-vectorization", false, D},
    {"--default-stream", "-default-stream", true, D}, {"--restrict", "-restrict", false, D},
};
// clang-format on

bool isOneLetter(std::string_view shortName) { return shortName.size() == 2; }

/// The value of `entry` that stands in `argument` itself, if the argument is that option.
bool reads(const Entry &entry, std::string_view argument, std::string &value, bool &hasValue) {
  for (const std::string_view name : {std::string_view(entry.longName), std::string_view(entry.shortName)}) {
    if (!argument.starts_with(name))
      continue;
    const std::string_view rest = argument.substr(name.size());
    hasValue = !rest.empty();
    if (rest.empty())
      return true;
    if (entry.takesValue && rest.front() == '=') {
      value = rest.substr(1);
      return true;
    }
    if (entry.takesValue && name == entry.shortName && isOneLetter(name)) { // -DN=3, -O2, -t4, -lcuda
      value = rest;
      return true;
    }
  }
  return false;
}

std::vector<std::string> clangArgsOf(const Entry &entry, const std::string &value) {
  const std::string_view name = entry.shortName, clang = entry.clang;
  if (name == "-rdc")
    return value == "true" ? std::vector<std::string>{"-fgpu-rdc"} : std::vector<std::string>{};
  if (name == "-fmad")
    return {value == "false" ? "-ffp-contract=off" : "-ffp-contract=fast"};
  if (!entry.takesValue)
    return {std::string(clang)};
  std::vector<std::string> words;
  for (const std::string &item : listItems(value)) {
    if (clang == "-isystem" || clang == "-include")
      words.insert(words.end(), {std::string(clang), item});
    else
      words.push_back(std::string(clang) + item);
  }
  return words;
}

} // namespace

NvccOption readNvccOption(const std::vector<std::string> &arguments, std::size_t &at) {
  const std::string &argument = arguments[at];
  NvccOption option;
  if (argument.size() < 2 || argument[0] != '-') {
    option.value = argument;
    return option;
  }
  // The longest name wins: -dlto is no -d.
  const Entry *best = nullptr;
  bool bestHasValue = false;
  for (const Entry &entry : table) {
    std::string value;
    bool hasValue = false;
    if (!reads(entry, argument, value, hasValue))
      continue;
    if (best && std::string_view(best->shortName).size() >= std::string_view(entry.shortName).size())
      continue;
    best = &entry;
    bestHasValue = hasValue;
    option.value = value;
  }
  if (!best) {
    option.name = argument; // one that nvcc forwards, or that is newer than this table
    if (argument.starts_with("-W"))
      option.meaning = NvccMeaning::Nothing;
    return option;
  }
  option.name = best->longName;
  option.meaning = best->meaning;
  if (best->takesValue && !bestHasValue && at + 1 < arguments.size())
    option.value = arguments[++at];
  if (best->meaning == NvccMeaning::Clang)
    option.clangArgs = clangArgsOf(*best, option.value);
  return option;
}

} // namespace sectorscope
