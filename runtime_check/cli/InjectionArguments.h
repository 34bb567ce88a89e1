// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arguments of all subcommands that run a program with the injected library.

#ifndef SECTORSCOPE_RUNTIME_CHECK_CLI_INJECTIONARGUMENTS_H
#define SECTORSCOPE_RUNTIME_CHECK_CLI_INJECTIONARGUMENTS_H

#include "RunEvidence.h"

#include <CLI/CLI.hpp>

namespace sectorscope::check {

/// The program, and the library.
void addProgram(CLI::App &command, InjectionOptions &options);

/// How many launches are counted.
void addMostLaunches(CLI::App &command, InjectionOptions &options);

/// What is needed to count machine instructions and whole launches. \p caches: "flush" or "keep".
void addCounting(CLI::App &command, EvidenceOptions &options, std::string &caches);

} // namespace sectorscope::check

#endif
