// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/TranslateCommand.h"

#include "project/NvccOptions.h"
#include "project/ShellWords.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string_view>

namespace sectorscope {

namespace {

std::string baseName(const std::string &path) { return std::filesystem::path(path).filename().string(); }

bool contains(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool isSource(const std::string &file) {
  return contains({".cu", ".cpp", ".cc", ".cxx", ".c++", ".C"}, std::filesystem::path(file).extension().string());
}

/// A=1, as a shell, env and ccache take it.
bool isSetting(const std::string &word) {
  const std::size_t equals = word.find('=');
  return equals != std::string::npos && word[0] != '-' && word.find('/') > equals;
}

/// Where the compiler stands behind settings, ccache and its like.
std::size_t compilerIn(const std::vector<std::string> &arguments) {
  const std::size_t last = arguments.size() - 1; // at least one word is the compiler
  std::size_t at = 0;
  for (bool isBefore = true; isBefore && at < last;) {
    const std::string name = baseName(arguments[at]);
    bool hasOptions = name == "env";
    isBefore = isSetting(arguments[at]) || arguments[at] == "--" ||
               contains({"ccache", "sccache", "distcc", "icecc", "env", "sectorscope-launch"}, name);
    if (name == "cmake" && at + 2 < last && arguments[at + 1] == "-E" && contains({"env", "time"}, arguments[at + 2])) {
      isBefore = hasOptions = true;
      at += 2;
    }
    at += isBefore ? 1 : 0;
    while (hasOptions && at < last && arguments[at].starts_with("-"))
      at += contains({"-u", "-C"}, arguments[at]) ? 2 : 1;
  }
  return std::min(at, last);
}

/// 90 for compute_90a, sm_90 and lto_90; 0 for others.
unsigned archNumber(std::string_view name) {
  const std::size_t line = name.find('_');
  unsigned number = 0;
  if (line != std::string_view::npos)
    std::from_chars(name.data() + line + 1, name.data() + name.size(), number);
  return number;
}

/// The newest of all that are named.
class Arch {
public:
  void meet(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find_first_of(",=[]\"' ", at), text.size());
      const std::string_view name = text.substr(at, end - at);
      if (const unsigned number = archNumber(name); number > newest) {
        newest = number;
        chosen = "sm_" + std::string(name.substr(name.find('_') + 1));
      }
      at = end + 1;
    }
  }
  std::string chosen;

private:
  unsigned newest = 0;
};

bool isClang(const std::string &compiler) { return compiler.starts_with("clang") || compiler.ends_with("clang++"); }

void translateClang(const std::vector<std::string> &arguments, const std::string &file, AuditArguments &result) {
  Arch arch;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string &argument = arguments[i];
    const std::string name = argument.substr(0, argument.find('='));
    if (contains({"-o", "-x", "-MF", "-MT", "-MQ", "-MJ", "--serialize-diagnostics"}, argument)) {
      ++i;
    } else if (contains({"--cuda-gpu-arch", "--offload-arch"}, name)) {
      arch.meet(argument.substr(name.size()));
    } else if (argument == "-Xclang" && i + 1 < arguments.size() &&
               contains({"-load", "-add-plugin", "-plugin"}, arguments[i + 1])) {
      result.dropped.insert("-Xclang " + arguments[i + 1]);
      i += 3;
    } else if (argument.starts_with("-fplugin") || argument.starts_with("-fpass-plugin")) {
      result.dropped.insert(name);
    } else if (contains({"-c", "-S", "-emit-llvm", "-MD", "-MMD", "-MP", "-M", "-MM", "--cuda-device-only",
                         "--cuda-host-only", "--offload-device-only", "--offload-host-only", "-save-temps", "--"},
                        argument) ||
               argument.starts_with("-Werror") || argument.starts_with("-g") || argument == file ||
               (!argument.starts_with("-") && baseName(argument) == baseName(file))) {
      continue;
    } else {
      result.clangArgs.push_back(argument);
    }
  }
  result.arch = arch.chosen;
}

/// The words for the host compiler: nvcc parts them at commas, and its shell once more.
void addHostWords(const std::string &value, std::vector<std::string> &words) {
  for (const std::string &item : listItems(value)) {
    const std::vector<std::string> parts = shellWords(item).value_or(std::vector<std::string>{item});
    words.insert(words.end(), parts.begin(), parts.end());
  }
}

/// Of what goes to the host compiler, what a preprocessor and a parser need.
void forwardHost(const std::vector<std::string> &words, AuditArguments &result) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string &word = words[i];
    if (i + 1 < words.size() && contains({"-D", "-U", "-I", "-isystem", "-include"}, word))
      result.clangArgs.insert(result.clangArgs.end(), {word, words[++i]});
    else if (word == "-fopenmp" || std::ranges::any_of(std::array{"-D", "-U", "-I", "-isystem", "-std="},
                                                       [&](const char *name) { return word.starts_with(name); }))
      result.clangArgs.push_back(word);
    else if (!word.starts_with("-W") && word != "-w" && word != "-pedantic") // its warnings are its own affair
      result.dropped.insert("-Xcompiler " + word);
  }
}

void translateNvcc(const std::vector<std::string> &arguments, const std::string &file, AuditArguments &result) {
  Arch arch;
  std::vector<std::string> hostWords;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const NvccOption option = readNvccOption(arguments, i);
    if (option.name.empty()) {
      if (option.value != file && baseName(option.value) != baseName(file))
        result.dropped.insert(option.value);
      continue;
    }
    switch (option.meaning) {
    case NvccMeaning::Arch:
      arch.meet(option.value);
      break;
    case NvccMeaning::Clang:
      result.clangArgs.insert(result.clangArgs.end(), option.clangArgs.begin(), option.clangArgs.end());
      break;
    case NvccMeaning::Host:
      addHostWords(option.value, hostWords);
      break;
    case NvccMeaning::Nothing:
      break;
    case NvccMeaning::Dropped:
      result.dropped.insert(option.name);
      break;
    }
  }
  forwardHost(hostWords, result);
  result.arch = arch.chosen;
}

} // namespace

AuditArguments translateCommand(const std::vector<std::string> &all, const std::string &file) {
  AuditArguments result;
  if (all.empty())
    return result;
  const std::size_t at = compilerIn(all);
  const std::string compiler = baseName(all[at]);
  const std::vector<std::string> arguments(all.begin() + static_cast<std::ptrdiff_t>(at) + 1, all.end());
  std::string language; // of -x
  for (std::size_t i = 0; i < arguments.size(); ++i)
    for (const std::string_view option : {"-x", "--x"})
      if (arguments[i] == option && i + 1 < arguments.size())
        language = arguments[i + 1];
      else if (arguments[i].starts_with(option) && arguments[i].size() > option.size())
        language = arguments[i].substr(option.size() + (arguments[i][option.size()] == '=' ? 1 : 0));
  const bool isCuFile = std::filesystem::path(file).extension() == ".cu";
  if (compiler.starts_with("nvcc")) {
    // The wrapper of Kokkos takes every source for CUDA.
    const bool isWrapped = compiler == "nvcc_wrapper" && isSource(file);
    result.isCuda = language.empty() ? isCuFile || isWrapped : language == "cu";
    if (result.isCuda)
      translateNvcc(arguments, file, result);
  } else if (isClang(compiler)) {
    result.isCuda = language.empty() ? isCuFile : language == "cuda";
    if (result.isCuda)
      translateClang(arguments, file, result);
  } else if (isCuFile) {
    result.isCuda = true;
    result.problem = fmt::format("the compiler {} is not known", compiler);
  }
  return result;
}

std::string sourceIn(const std::vector<std::string> &arguments) {
  std::string source;
  for (std::size_t i = arguments.empty() ? 0 : compilerIn(arguments) + 1; i < arguments.size(); ++i) {
    const NvccOption option = readNvccOption(arguments, i);
    if (contains({"--preprocess", "--generate-dependencies", "--generate-nonsystem-dependencies", "--dryrun"},
                 option.name))
      return "";
    if (!option.name.empty() || !isSource(option.value))
      continue;
    if (!source.empty())
      return "";
    source = option.value;
  }
  return source;
}

} // namespace sectorscope
