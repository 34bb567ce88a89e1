// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/PtxParser.h"

#include "ir/PtxTokens.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>

namespace sectorscope {
namespace {

using Kind = PtxOperand::Kind;

constexpr unsigned kDeepest = 4;         // of operands within operands; PTX has three: [map, {x, y}]
constexpr std::uint64_t kMostNames = 64; // that "%r<64>" declares

class Parser {
public:
  explicit Parser(llvm::StringRef text) : tokens(ptxTokens(text)), scopes(1) {}

  PtxCode run() {
    while (!atEnd()) {
      if (take('{'))
        scopes.emplace_back();
      else if (take('}'))
        scopes.resize(std::max<std::size_t>(scopes.size() - 1, 1));
      else if (isWord() && at + 1 < tokens.size() && tokens[at + 1].is(':'))
        at += 2; // a label
      else if (isWord() && llvm::StringRef(tokens[at].text).starts_with(".reg"))
        declare();
      else if (isWord() && tokens[at].text.front() == '.')
        skipStatement();
      else if (!take(';'))
        instruction();
    }
    return std::move(code);
  }

private:
  bool atEnd() const { return at >= tokens.size(); }
  bool isWord() const { return !atEnd() && tokens[at].kind == PtxToken::Kind::Word && !tokens[at].text.empty(); }
  bool isSign(char sign) const { return !atEnd() && tokens[at].is(sign); }
  bool take(char sign) {
    const bool found = isSign(sign);
    at += found;
    return found;
  }
  void skipStatement() {
    while (!atEnd() && !take(';'))
      ++at;
  }

  /// .reg .b32 a, %r<4>;
  void declare() {
    unsigned width = 0;
    for (; isWord() && tokens[at].text.front() == '.'; ++at) {
      llvm::SmallVector<llvm::StringRef, 4> parts;
      llvm::StringRef(tokens[at].text).split(parts, '.', -1, false);
      for (const llvm::StringRef part : parts)
        width = std::max(width, ptxTypeBits(part));
    }
    while (isWord()) {
      const std::string name = tokens[at++].text;
      if (take('<')) {
        const std::uint64_t count = atEnd() ? 0 : std::min(tokens[at].value, kMostNames);
        for (std::uint64_t i = 0; i < count; ++i)
          declare(name + std::to_string(i), width);
        while (!atEnd() && !isSign(',') && !isSign(';'))
          ++at;
      } else {
        declare(name, width);
      }
      if (!take(','))
        break;
    }
    skipStatement();
  }

  void declare(const std::string &name, unsigned width) {
    scopes.back()[name] = static_cast<unsigned>(code.registers.size());
    code.registers.push_back({name, width});
  }

  void instruction() {
    PtxStatement statement;
    if (take('@'))
      statement.guard.push_back(operand(0));
    std::string opcode;
    // "ld.global .u32" is one opcode.
    while (isWord() && (opcode.empty() || tokens[at].text.front() == '.'))
      opcode += tokens[at++].text;
    llvm::SmallVector<llvm::StringRef, 8> parts;
    llvm::StringRef(opcode).split(parts, '.');
    for (const llvm::StringRef part : parts)
      statement.opcode.push_back(part.str());
    while (!atEnd() && !isSign(';') && !isSign('}')) {
      const std::size_t start = at;
      statement.operands.push_back(operand(0));
      if (!isSign(',') && !isSign(';') && !isSign('}') && !atEnd())
        skipToComma(statement.operands.back());
      take(',');
      at += at == start; // text that is no operand
    }
    take(';');
    const std::string &first = statement.opcode.front();
    code.jumps |= first == "bra" || first == "brx" || first == "ret" || first == "exit";
    code.statements.push_back(std::move(statement));
  }

  /// More stands here than is read.
  void skipToComma(PtxOperand &operand) {
    operand = {};
    for (int depth = 0; !atEnd() && !isSign(';'); ++at) {
      if (depth == 0 && (isSign(',') || isSign('}')))
        return;
      depth += isSign('[') || isSign('{');
      depth -= isSign(']') || isSign('}');
    }
  }

  /// One operand, or two that a "|" joins.
  PtxOperand operand(unsigned depth) {
    PtxOperand first = simpleOperand(depth);
    if (!take('|'))
      return first;
    PtxOperand both{.kind = Kind::Vector};
    both.parts.push_back(std::move(first));
    both.parts.push_back(simpleOperand(depth));
    return both;
  }

  PtxOperand simpleOperand(unsigned depth) {
    PtxOperand result;
    result.negated = take('!');
    if (atEnd() || depth > kDeepest)
      return result;
    if (take('{')) {
      result.kind = Kind::Vector;
      list(result, '}', depth);
      return result;
    }
    if (take('[')) {
      result.kind = Kind::Address;
      list(result, ']', depth);
      return result;
    }
    const bool negative = take('-');
    if (atEnd())
      return result;
    const PtxToken &token = tokens[at];
    if (token.kind == PtxToken::Kind::Sign)
      return result;
    ++at;
    result.text = token.text;
    result.value = token.value;
    if (token.kind == PtxToken::Kind::Number) {
      result.kind = Kind::Number;
      result.value = negative ? 0 - token.value : token.value;
    } else if (llvm::isDigit(token.text.front())) {
      result.kind = Kind::Literal;
    } else if (negative) {
      result.kind = Kind::Unknown;
    } else if (token.kind == PtxToken::Kind::Argument) {
      result.kind = Kind::Argument;
    } else {
      name(result);
    }
    return result;
  }

  void name(PtxOperand &result) const {
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope)
      if (const auto found = scope->find(result.text); found != scope->end()) {
        result.kind = Kind::Register;
        result.value = found->second;
        return;
      }
    if (result.text == "_") {
      result.kind = Kind::Sink;
    } else if (result.text == "WARP_SZ") {
      result.kind = Kind::Special;
    } else if (result.text.front() == '%') {
      result.kind = Kind::Special;
      result.text.erase(0, 1);
    }
  }

  /// The parts of a vector or an address, up to `close`. Within an address, a number may be added to the first.
  void list(PtxOperand &whole, char close, unsigned depth) {
    while (!atEnd() && !isSign(';') && !take(close)) {
      const std::size_t start = at;
      whole.parts.push_back(operand(depth + 1));
      if (whole.kind == Kind::Address && (isSign('+') || isSign('-'))) {
        take('+'); // a minus belongs to the number
        const PtxOperand offset = operand(depth + 1);
        if (offset.kind != Kind::Number)
          whole.parts.back() = {};
        whole.value += offset.value;
      }
      take(',');
      if (at == start) { // text that is no operand
        whole.parts.back() = {};
        ++at;
      }
    }
  }

  std::vector<PtxToken> tokens;
  std::size_t at = 0;
  std::vector<llvm::StringMap<unsigned>> scopes;
  PtxCode code;
};

} // namespace

PtxCode parsePtx(llvm::StringRef text) { return Parser(text).run(); }

std::string PtxStatement::name() const { return llvm::join(opcode, "."); }

bool PtxStatement::has(llvm::StringRef part) const {
  return std::any_of(opcode.begin() + 1, opcode.end(), [&](const std::string &p) { return p == part; });
}

unsigned ptxTypeBits(llvm::StringRef type) {
  const unsigned odd = llvm::StringSwitch<unsigned>(type)
                           .Case("pred", 1)
                           .Case("bf16", 16)
                           .Case("f16x2", 32)
                           .Case("bf16x2", 32)
                           .Default(0);
  unsigned bits = 0;
  if (odd != 0 || type.size() < 2 || llvm::StringRef("busf").find(type[0]) == llvm::StringRef::npos ||
      type.drop_front().getAsInteger(10, bits))
    return odd;
  return bits >= 8 && bits <= 128 && (bits & (bits - 1)) == 0 ? bits : 0;
}

} // namespace sectorscope
