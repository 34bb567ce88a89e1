// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// From a .cu file to the optimised LLVM module of its device half, in process, through the Clang libraries.

#ifndef SECTORSCOPE_FRONTEND_COMPILECUDA_H
#define SECTORSCOPE_FRONTEND_COMPILECUDA_H

#include "frontend/HostLaunches.h"
#include "frontend/KernelParameters.h"
#include "frontend/RecordLayouts.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sectorscope {

/// Where the CUDA headers come from.
enum class ToolkitChoice {
  Auto,    ///< a toolkit that the Clang in use can read, else our own headers
  Own,     ///< our own headers, whatever is installed
  Required ///< a toolkit, or an error that says what was found instead
};

/// Which half of a .cu file is compiled.
enum class CudaHalf {
  Device, ///< NVPTX: the kernels
  Host    ///< the machine that runs Sectorscope: the launches
};

/// One .cu file and how to compile it. The options are those of `clang++ -O2 -gline-tables-only --cuda-device-only`;
/// `extraArgs` stand behind them and so win: {"-O3", "-DN=1024", "-std=c++20"}.
struct CompileRequest {
  std::string file;
  std::string arch = "sm_90"; ///< "sm_NN", with the suffix "a" or "f" where the part has one
  CudaHalf half = CudaHalf::Device;
  ToolkitChoice toolkit = ToolkitChoice::Auto;
  std::string toolkitPath; ///< empty: CUDA_PATH, CUDA_HOME, /usr/local/cuda
  std::string ownHeaders;  ///< folder that holds cuda/ and compat/; see findOwnHeaders()
  std::vector<std::string> extraArgs;
  bool color = false;        ///< clang's messages with terminal colours
  bool readsLaunches = true; ///< runs the host code for its launches
};

/// A module, or the one line that says why there is none.
struct CompileResult {
  std::unique_ptr<llvm::LLVMContext> context; ///< owns what `module` uses, so it is destroyed last
  std::unique_ptr<llvm::Module> module;       ///< null exactly if `error` is not empty
  std::string diagnostics;                    ///< clang's own text, with its line ends
  std::string error;                          ///< one line without a line end: the file, what is wrong, the remedy
  std::vector<std::string> notes;             ///< what was done otherwise than asked, one line each
  /// Folders whose headers are the system's, not the user's: the compiler's, the C++ library's, CUDA's and ours.
  /// A source place below one of them is no place to report to a person. As clang spells them; empty for IR files.
  std::vector<std::string> systemHeaderDirs;
  /// Launches that the host code of the file writes down; empty for IR files.
  HostLaunches hostLaunches;
  bool needsHostHalf = false;  ///< host code hangs on __CUDA_ARCH__, so launches are those of a parse for the host
  FieldNames fieldNames;       ///< of structs that kernels take by value; empty for IR files
  RecordLayouts recordLayouts; ///< of arrays that kernels are given; empty for IR files
  std::vector<std::string> dependencies; ///< files that were read, those of the system too; empty for IR files
};

/// Compiles one half of `request.file`. Never throws and never ends the process: a crash inside clang becomes an
/// `error` too. A file without kernels compiles; saying that there are none is the caller's part.
///
/// Worked example: {"saxpy.cu", "sm_120"} under LLVM 19, which knows nothing above sm_90a, gives a module for sm_90
/// and the note "sm_120 is not known to LLVM 19: compiled for sm_90".
CompileResult compileCuda(const CompileRequest &request);

/// The folder with our own CUDA headers: SECTORSCOPE_HEADERS if set, else the installed one
/// (../share/sectorscope/headers seen from the folder of `executable`), else the source tree this was built from.
/// Empty if none of them holds cuda/cuda_runtime.h.
std::string findOwnHeaders(const std::string &executable);

} // namespace sectorscope

#endif
