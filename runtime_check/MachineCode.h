// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What machine instructions do to memory, and where in the source they come from.

#ifndef SECTORSCOPE_RUNTIME_CHECK_MACHINECODE_H
#define SECTORSCOPE_RUNTIME_CHECK_MACHINECODE_H

#include "KernelName.h"
#include "Record.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sectorscope::check {

/// What an opcode does to memory; empty for one that touches none.
/// "LDG.E.64" gives load, global, 8 bytes a lane.
struct MemoryOperation {
  std::string kind;
  std::string space;
  unsigned bytesPerLane = 0;
  friend bool operator==(const MemoryOperation &, const MemoryOperation &) = default;
};
std::optional<MemoryOperation> memoryOperation(std::string_view opcode);

/// The instruction of a disassembled line, "@!P1  LDG.E R13, desc[UR4][R4.64]": opcode "LDG.E", predicated; no counts,
/// no place. Empty if it touches no memory.
std::optional<Instruction> instructionFrom(std::string_view text);

/// One line of a disassembly.
struct MachineLine {
  std::string text;          ///< "LDC R1, c[0x0][0x28]"
  std::vector<Place> frames; ///< inline stack, innermost first; empty where the line table has nothing
};

/// By mangled name of the section's kernel and bytes from its start.
using Disassembly = std::map<std::pair<std::string, std::uint64_t>, MachineLine>;

/// Adds what `nvdisasm -gi -c` prints of one cubin to \p lines.
void readDisassembly(std::string_view text, Disassembly &lines);

/// Adds the frames outside the innermost one; \p root is taken off the front of file names.
void addCallers(Instruction &instruction, const MachineLine &line, const std::string &root);

/// "kernels/a.cu" of "./kernels/a.cu" or of ROOT "/kernels/a.cu".
std::string underRoot(std::string file, const std::string &root);

} // namespace sectorscope::check

#endif
