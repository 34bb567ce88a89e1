// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What is wrong with an input file before anyone parses it.

#ifndef SECTORSCOPE_FRONTEND_INPUTFILE_H
#define SECTORSCOPE_FRONTEND_INPUTFILE_H

#include <functional>
#include <string>

namespace sectorscope {

/// One line that names the file and the remedy if `file` is missing, a folder, unreadable or empty; else "".
/// `what` says what was expected: "a CUDA source".
std::string inputProblem(const std::string &file, const std::string &what);

/// Runs `work` so that neither a crash nor a fatal error of LLVM ends the process. "" if `work` came to its end, else
/// LLVM's message or "crashed". Memory of a broken-off run is lost.
std::string runGuarded(const std::function<void()> &work);

} // namespace sectorscope

#endif
