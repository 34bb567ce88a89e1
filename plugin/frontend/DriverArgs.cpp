// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/DriverArgs.h"
#include "frontend/ClangShim.h"
#include "frontend/CudaArch.h"
#include "frontend/CudaToolkit.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <algorithm>
#include <optional>

namespace sectorscope {

namespace {

std::string joined(llvm::StringRef folder, const llvm::Twine &a, const llvm::Twine &b = "", const llvm::Twine &c = "") {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, a, b, c);
  return path.str().str();
}

std::string environment(const char *name) { return llvm::sys::Process::GetEnv(name).value_or(""); }

/// The folder with clang's builtin headers for the LLVM that is linked in: an override, the one of the build, or one
/// installed beside this program. Empty if none is there.
std::string findResourceDir() {
  const std::string override = environment("SECTORSCOPE_CLANG_RESOURCE_DIR");
  const std::string program = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  const std::string major = std::to_string(LLVM_VERSION_MAJOR);
  const llvm::StringRef prefix = llvm::sys::path::parent_path(llvm::sys::path::parent_path(program));
  for (const std::string &dir :
       {override, std::string(SECTORSCOPE_CLANG_RESOURCE_DIR), joined(prefix, "lib", "clang", major)})
    if (!dir.empty() && llvm::sys::fs::exists(joined(dir, "include", "__clang_cuda_builtin_vars.h")))
      return dir;
  return "";
}

/// Options of a build line that would change what is made or how often; they are left out.
std::vector<std::string> withoutOutputOptions(const std::vector<std::string> &args) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const llvm::StringRef arg = args[i];
    if (arg == "-c" || arg == "-S" || arg == "-emit-llvm" || arg == "-MD" || arg == "-MMD" || arg == "-MP")
      continue;
    if (arg == "-o" || arg == "-MF" || arg == "-MT" || arg == "-MQ") {
      ++i; // its value too
      continue;
    }
    kept.push_back(args[i]);
  }
  return kept;
}

bool asksForWarnings(const std::vector<std::string> &args) {
  return std::any_of(args.begin(), args.end(), [](llvm::StringRef arg) {
    return arg == "-w" || arg.starts_with("-pedantic") ||
           (arg.starts_with("-W") && !arg.starts_with("-Wl,") && !arg.starts_with("-Wno-"));
  });
}

bool namesArch(const std::vector<std::string> &args) {
  return std::any_of(args.begin(), args.end(), [](llvm::StringRef arg) {
    return arg.starts_with("--cuda-gpu-arch") || arg.starts_with("--offload-arch");
  });
}

/// The toolkit to use, nothing for our own headers, or `error`.
std::optional<CudaToolkit> chooseToolkit(const CompileRequest &request, std::string &error) {
  if (request.toolkit == ToolkitChoice::Own)
    return std::nullopt;
  const bool required = request.toolkit == ToolkitChoice::Required || !request.toolkitPath.empty();
  const std::optional<CudaToolkit> found = request.toolkitPath.empty() ? findToolkit() : toolkitAt(request.toolkitPath);
  const std::string major = std::to_string(LLVM_VERSION_MAJOR);
  if (!found) {
    if (required)
      error = (request.toolkitPath.empty() ? std::string("no CUDA toolkit found")
                                           : request.toolkitPath + ": no CUDA toolkit there (include/cuda.h)") +
              "; give its folder with --toolkit, or --toolkit=own for Sectorscope's own headers";
    return std::nullopt;
  }
  const bool readable = found->version <= newestReadableToolkit(LLVM_VERSION_MAJOR) && found->missing.empty();
  if (readable)
    return found;
  if (required)
    error =
        found->describe() +
        (found->missing.empty() ? ": Clang " + major + " cannot read this toolkit; use a newer Clang, an older toolkit"
                                : ": " + found->missing + " is missing; install it, use another toolkit") +
        " or --toolkit=own";
  return std::nullopt;
}

} // namespace

std::string findOwnHeaders(const std::string &executable) {
  const llvm::StringRef prefix = llvm::sys::path::parent_path(llvm::sys::path::parent_path(executable));
  for (const std::string &dir : {environment("SECTORSCOPE_HEADERS"), joined(prefix, "share", "sectorscope", "headers"),
                                 std::string(SECTORSCOPE_SOURCE_HEADERS)})
    if (!dir.empty() && llvm::sys::fs::exists(joined(dir, "cuda", "cuda_runtime.h")))
      return dir;
  return "";
}

DriverArgs makeDriverArgs(const CompileRequest &request) {
  DriverArgs result;
  const ArchChoice arch = chooseArch(request.arch);
  if (!arch.error.empty()) {
    result.error = arch.error;
    return result;
  }
  if (!arch.note.empty())
    result.notes.push_back(arch.note);
  if (namesArch(request.extraArgs)) {
    result.error = request.file + ": an architecture among the clang options; give it as --arch";
    return result;
  }
  const std::string resourceDir = findResourceDir();
  if (resourceDir.empty()) {
    const std::string major = std::to_string(LLVM_VERSION_MAJOR);
    result.error = request.file + ": clang's builtin headers are missing; install libclang-common-" + major +
                   "-dev or name the folder lib/clang/" + major + " in SECTORSCOPE_CLANG_RESOURCE_DIR";
    return result;
  }
  const std::optional<CudaToolkit> toolkit = chooseToolkit(request, result.error);
  if (!result.error.empty())
    return result;
  result.usesToolkit = toolkit.has_value();
  const std::string headers = request.ownHeaders.empty()
                                  ? findOwnHeaders(llvm::sys::fs::getMainExecutable(nullptr, nullptr))
                                  : request.ownHeaders;
  if (headers.empty() || !llvm::sys::fs::exists(joined(headers, "cuda", "cuda_runtime.h"))) {
    result.error = request.file + ": Sectorscope's CUDA headers are missing" +
                   (headers.empty() ? std::string() : " in " + headers) +
                   "; install them or name their folder in SECTORSCOPE_HEADERS";
    return result;
  }

  std::vector<std::string> &args = result.args;
  const bool device = request.half == CudaHalf::Device;
  args = {SECTORSCOPE_CLANG_EXECUTABLE, "--driver-mode=g++",       "-resource-dir", resourceDir, "-O2",
          "-gline-tables-only",         "-fno-discard-value-names"}; // the report calls parameters by their names
  args.push_back(device ? "--cuda-device-only" : "--cuda-host-only");
  if (device)
    args.push_back(std::string("--cuda-feature=") + newestPtxFeature());
  args.insert(args.end(), {"--cuda-gpu-arch=" + arch.compileFor, "-Wno-unknown-cuda-version", "-S", "-emit-llvm"});
  if (!asksForWarnings(request.extraArgs))
    args.push_back("-w");
  if (toolkit) {
    args.insert(args.end(), {"--cuda-path=" + toolkit->path, "--no-cuda-version-check"});
    args.push_back("-fgpu-defer-diag"); // errors in code that no kernel reaches wait
    args.insert(args.end(), {"-isystem", joined(headers, "common"), "-isystem", joined(headers, "compat"), "-include",
                             "sectorscope_cuda_compat.h"});
    if (std::string cccl = joined(toolkit->path, "include", "cccl"); llvm::sys::fs::is_directory(cccl))
      args.insert(args.end(), {"-isystem", cccl});
  } else {
    // Clang offers its CUDA wrappers only with a toolkit; here they stand before the C++ library in the same order.
    args.insert(args.end(), {"-nocudainc", "-nocudalib", "-isystem", joined(resourceDir, "include", "cuda_wrappers"),
                             "-isystem", joined(headers, "common"), "-isystem", joined(headers, "cuda"), "-include",
                             "sectorscope_cuda_prelude.h"});
    // A folder that is no toolkit, so that nothing depends on one that happens to be installed. Without a version
    // clang assumes the launch calls of CUDA 7.
    args.insert(args.end(), {"--cuda-path=" + headers, "-Xclang", "-target-sdk-version=12.4"});
  }
  args.insert(args.end(), {"-idirafter", joined(headers, "compat", "samples")});
  const std::vector<std::string> extra = withoutOutputOptions(request.extraArgs);
  args.insert(args.end(), extra.begin(), extra.end());
  args.insert(args.end(), {"-x", "cuda", request.file});
  return result;
}

} // namespace sectorscope
