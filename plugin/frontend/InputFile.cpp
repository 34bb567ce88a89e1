// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/InputFile.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"

namespace sectorscope {

std::string inputProblem(const std::string &file, const std::string &what) {
  llvm::sys::fs::file_status status;
  if (std::error_code problem = llvm::sys::fs::status(file, status)) {
    if (problem == std::errc::no_such_file_or_directory)
      return file + ": no such file; check the name, or the folder you are in";
    return file + ": cannot be read: " + problem.message();
  }
  if (llvm::sys::fs::is_directory(status))
    return file + ": is a directory; name the files in it";
  if (std::error_code problem = llvm::sys::fs::access(file, llvm::sys::fs::AccessMode::Exist))
    return file + ": cannot be read: " + problem.message();
  if (llvm::sys::fs::is_regular_file(status) && status.getSize() == 0)
    return file + ": is empty; expected " + what;
  return "";
}

std::string runGuarded(const std::function<void()> &work) {
  std::string message;
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext guard;
  bool finished = false;
  {
    // The handler runs inside the guarded thread and must not return: report_fatal_error would end the process.
    llvm::ScopedFatalErrorHandler onFatalError(
        [](void *text, const char *reason, bool) {
          *static_cast<std::string *>(text) = reason;
          if (llvm::CrashRecoveryContext *current = llvm::CrashRecoveryContext::GetCurrent())
            current->HandleExit(70);
        },
        &message);
    // The parser, code generation and our own readers go down one level for each `else if` and parenthesis: 10 000 in a
    // generated file want more than the 8 MiB that clang gives itself. What is not touched costs address space only.
    constexpr unsigned stackBytes = 512u << 20;
    finished = guard.RunSafelyOnThread([&] { work(); }, stackBytes);
  }
  llvm::CrashRecoveryContext::Disable();
  if (finished)
    return "";
  return message.empty() ? "crashed" : message.substr(0, message.find('\n'));
}

} // namespace sectorscope
