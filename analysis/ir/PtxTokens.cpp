// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/PtxTokens.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <utility>

namespace sectorscope {
namespace {

bool startsWord(char c) { return llvm::isAlpha(c) || c == '_' || c == '.' || c == '%' || c == '$'; }
bool isInWord(char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '%' || c == '$'; }

class Tokenizer {
public:
  explicit Tokenizer(llvm::StringRef text) : rest(text) {}

  std::vector<PtxToken> run() {
    while (!rest.empty())
      step();
    return std::move(tokens);
  }

private:
  void step() {
    if (skipComment() || readDollar())
      return;
    const char c = rest.front();
    if (llvm::isSpace(c))
      rest = rest.drop_front();
    else if (llvm::isDigit(c))
      readNumber();
    else if (startsWord(c))
      readWord();
    else
      add(PtxToken::Kind::Sign, 1);
  }

  bool skipComment() {
    if (rest.starts_with("//"))
      rest = rest.drop_until([](char c) { return c == '\n'; });
    else if (rest.starts_with("/*"))
      rest = rest.drop_front(std::min(rest.find("*/", 2), rest.size() - 2)).drop_front(2);
    else
      return false;
    return true;
  }

  /// What LLVM replaces: operands, alternatives. Names may hold a "$$".
  bool readDollar() {
    if (!rest.starts_with("$") || rest.starts_with("$$"))
      return false;
    rest = rest.drop_front();
    if (rest.consume_front("(") || rest.consume_front(")"))
      return true;
    if (rest.consume_front("|")) { // the other alternatives
      rest = rest.substr(std::min(rest.find("$)"), rest.size()));
      return true;
    }
    llvm::StringRef number = rest;
    if (rest.consume_front("{")) {
      number = rest.take_until([](char c) { return c == '}'; });
      rest = rest.drop_front(std::min(number.size() + 1, rest.size()));
      number = number.split(':').first;
    } else {
      number = rest.take_while([](char c) { return llvm::isDigit(c); });
      rest = rest.drop_front(number.size());
    }
    PtxToken token{.kind = PtxToken::Kind::Argument, .text = ("$" + number).str()};
    if (number.getAsInteger(10, token.value))
      token.kind = PtxToken::Kind::Word;
    tokens.push_back(std::move(token));
    return true;
  }

  void readNumber() {
    llvm::StringRef number = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '.'; });
    PtxToken token{.kind = PtxToken::Kind::Number, .text = number.str()};
    rest = rest.drop_front(number.size());
    number.consume_back("U");
    // "0f3f800000" and "0d…" are floating-point numbers, "1.0" is one as well.
    if (number.getAsInteger(0, token.value))
      token.kind = PtxToken::Kind::Word;
    tokens.push_back(std::move(token));
  }

  /// Names and opcodes; "shared::cta" is one word, "LOOP:" is not.
  void readWord() {
    PtxToken token{.kind = PtxToken::Kind::Word};
    while (!rest.empty()) {
      if (rest.consume_front("${:uid}")) { // a number of its own for each copy of the string
        token.text += "$uid";
        continue;
      }
      if (rest.starts_with("$$") || rest.starts_with("%%"))
        rest = rest.drop_front(); // one of them is meant
      else if (rest.front() == '$')
        break;
      if (rest.starts_with("::")) {
        token.text += "::";
        rest = rest.drop_front(2);
      } else if (isInWord(rest.front())) {
        token.text += rest.front();
        rest = rest.drop_front();
      } else {
        break;
      }
    }
    tokens.push_back(std::move(token));
  }

  void add(PtxToken::Kind kind, std::size_t length) {
    tokens.push_back({.kind = kind, .text = rest.take_front(length).str()});
    rest = rest.drop_front(length);
  }

  llvm::StringRef rest;
  std::vector<PtxToken> tokens;
};

} // namespace

std::vector<PtxToken> ptxTokens(llvm::StringRef text) { return Tokenizer(text).run(); }

} // namespace sectorscope
