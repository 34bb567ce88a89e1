// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads opcodes and disassemblies.

#include "MachineCode.h"

#include <algorithm>
#include <charconv>

namespace sectorscope::check {

namespace {

/// //## File "a.cu", line 91 inlined at "a.cu", line 93
std::optional<Place> placeOf(std::string_view line) {
  std::size_t open = line.find("File \"");
  if (open == std::string_view::npos)
    return std::nullopt;
  std::size_t start = open + 6, close = line.find('"', start);
  if (close == std::string_view::npos)
    return std::nullopt;
  constexpr std::string_view lineWord = "\", line ";
  if (line.substr(close, lineWord.size()) != lineWord)
    return std::nullopt;
  Place place{std::string(line.substr(start, close - start)), 0};
  const char *digits = line.data() + close + lineWord.size();
  std::from_chars(digits, line.data() + line.size(), place.line);
  return place.line ? std::optional(place) : std::nullopt;
}

/// "@!P1  LDG.E R13, desc[UR4][R4.64]" -> opcode "LDG.E", predicated.
std::pair<std::string, bool> opcodeOf(std::string_view text) {
  bool predicated = false;
  while (!text.empty()) {
    std::size_t start = text.find_first_not_of(' ');
    if (start == std::string_view::npos)
      break;
    text.remove_prefix(start);
    std::string_view word = text.substr(0, text.find_first_of(" ,;"));
    if (!word.starts_with('@'))
      return {std::string(word), predicated};
    predicated = true;
    text.remove_prefix(word.size());
  }
  return {"", predicated};
}

/// Of "/*0010*/   LDC R1, c[0x0][0x28] ;": what stands between.
std::string instructionText(std::string_view line) {
  const std::size_t start = line.find("*/") + 2, end = line.find(';', start);
  const std::string_view text = line.substr(start, end - start);
  const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  return first == std::string_view::npos ? "" : std::string(text.substr(first, last + 1 - first));
}

} // namespace

std::optional<MemoryOperation> memoryOperation(std::string_view opcode) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0; start <= opcode.size();) {
    std::size_t end = std::min(opcode.find('.', start), opcode.size());
    parts.push_back(opcode.substr(start, end - start));
    start = end + 1;
  }
  static const std::map<std::string_view, std::pair<const char *, const char *>> known = {
      {"LDG", {"load", "global"}},       {"STG", {"store", "global"}},    {"LD", {"load", "generic"}},
      {"ST", {"store", "generic"}},      {"LDS", {"load", "shared"}},     {"STS", {"store", "shared"}},
      {"LDSM", {"load", "shared"}},      {"STSM", {"store", "shared"}},   {"LDL", {"load", "local"}},
      {"STL", {"store", "local"}},       {"LDGSTS", {"copy", "global"}},  {"RED", {"reduction", "global"}},
      {"REDG", {"reduction", "global"}}, {"ATOMG", {"atomic", "global"}}, {"ATOM", {"atomic", "generic"}},
      {"ATOMS", {"atomic", "shared"}},
  };
  auto it = known.find(parts[0]);
  if (it == known.end())
    return std::nullopt;
  // No size says 4 bytes. A matrix instruction's size says how many 8x8 matrices of 16-bit elements: 4 bytes each.
  const bool matrix = parts[0] == "LDSM" || parts[0] == "STSM";
  unsigned bytes = 4;
  for (std::string_view part : parts) {
    if (part == "U8" || part == "S8")
      bytes = 1;
    else if (part == "U16" || part == "S16")
      bytes = 2;
    else if (part == "64")
      bytes = 8;
    else if (part == "128")
      bytes = 16;
    else if (matrix && (part == "2" || part == "4"))
      bytes = part == "2" ? 8 : 16;
  }
  return MemoryOperation{it->second.first, it->second.second, bytes};
}

std::optional<Instruction> instructionFrom(std::string_view text) {
  auto [opcode, predicated] = opcodeOf(text);
  const std::optional<MemoryOperation> operation = memoryOperation(opcode);
  if (!operation)
    return std::nullopt;
  Instruction result;
  result.opcode = opcode;
  result.predicated = predicated;
  result.kind = operation->kind;
  result.space = operation->space;
  result.bytesPerLane = operation->bytesPerLane;
  return result;
}

std::string underRoot(std::string file, const std::string &root) {
  if (!root.empty() && file.starts_with(root))
    file.erase(0, root.size());
  while (file.starts_with("./"))
    file.erase(0, 2);
  if (!root.empty() && file.size() > 1 && file[0] == '/' && root.back() != '/' && !file.starts_with("/usr"))
    file.erase(0, 1);
  return file;
}

void addCallers(Instruction &instruction, const MachineLine &line, const std::string &root) {
  for (std::size_t i = 1; i < line.frames.size(); ++i)
    instruction.callers.push_back({underRoot(line.frames[i].file, root), line.frames[i].line});
}

void readDisassembly(std::string_view text, Disassembly &lines) {
  std::string kernel;
  std::vector<Place> stack;
  bool stackEnded = true;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with(".text.") && line.ends_with(':')) {
      kernel = line.substr(6, line.size() - 7);
      stack.clear();
      continue;
    }
    std::size_t start = line.find_first_not_of(" \t");
    if (start == std::string_view::npos)
      continue;
    line.remove_prefix(start);
    if (line.starts_with("//##")) {
      if (stackEnded)
        stack.clear();
      if (std::optional<Place> place = placeOf(line))
        stack.push_back(std::move(*place));
      stackEnded = line.find("inlined at") == std::string_view::npos;
    } else if (line.starts_with("/*") && !kernel.empty()) {
      std::uint64_t offset = 0;
      std::string_view digits = line.substr(2);
      auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), offset, 16);
      if (error == std::errc() && *rest == '*')
        lines[{kernel, offset}] = {instructionText(line), stack};
      stackEnded = true;
    }
  }
}

} // namespace sectorscope::check
