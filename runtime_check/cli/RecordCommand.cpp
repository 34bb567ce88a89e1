// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `sectorscope-check record`

#include "cli/Commands.h"

#include "Recorder.h"

#include <memory>

namespace sectorscope::check {

Command recordCommand(CLI::App &app) {
  struct Given {
    RecordOptions options;
    std::string output = "record.json";
  };
  const auto given = std::make_shared<Given>();
  CLI::App *record = app.add_subcommand("record", "Run a program under Nsight Compute and write what it counted");
  RecordOptions &options = given->options;
  record->add_option("-o,--output", given->output, "File to write")->capture_default_str();
  record->add_option("--compiler", options.compiler, "How the program was compiled; kept in the record");
  record->add_option("--root", options.root, "Directory of the sources, taken off file names (default: here)");
  record->add_option("--kernel", options.kernelRegex, "Record only kernels whose base name matches this expression");
  record->add_option("--ncu", options.ncu, "Path of ncu (default: PATH, then the usual places)");
  record->add_option("command", options.command, "-- the program and its arguments")->required();
  return {record, [given] {
            const Record recorded = recordProgram(given->options);
            std::size_t launches = 0, instructions = 0;
            for (const KernelRecord &kernel : recorded.kernels)
              for (const Launch &launch : kernel.launches) {
                ++launches;
                instructions += launch.instructions.size();
              }
            writeFile(given->output, toJson(recorded));
            fmt::print(stderr, "{}: {} kernels, {} launches, {} memory instructions\n", given->output,
                       recorded.kernels.size(), launches, instructions);
            return exitGood;
          }};
}

} // namespace sectorscope::check
