// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/FormatExpr.h"

#include "model/ScalarOps.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace sectorscope {

namespace {

constexpr std::size_t longestFormula = 160;
constexpr unsigned deepestFormula = 24;
/// Beyond it nobody reads a formula, and chains of selects would double it with every step: they are written "...".
constexpr std::size_t longestPart = 4096;

/// How tightly the outermost operator of a text binds; tells where parentheses are needed.
enum class Binding { Primary, Product, Quotient, Sum, Loose };

struct Atom {
  std::string text;
  Binding binding = Binding::Primary;
  int rank = 0; ///< order of printing: pointers, parameters, blocks, loops, threads, others
};

struct Summand {
  std::int64_t coefficient;
  Atom atom;
};

struct Sum {
  std::vector<Summand> summands;
  std::int64_t constant = 0;
};

enum Rank { PointerRank, ParamRank, BlockRank, LoopRank, ThreadRank, OtherRank };

const char *const axisNames[] = {"x", "y", "z"};

/// Products and sums of 64-bit coefficients wrap as addresses do.
std::int64_t wrapMul(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
std::int64_t wrapAdd(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

std::size_t lengthOf(const Sum &sum) {
  std::size_t length = 0;
  for (const Summand &summand : sum.summands)
    length += summand.atom.text.size();
  return length;
}

std::string parenthesised(const Atom &atom, Binding loosest) {
  return atom.binding > loosest ? "(" + atom.text + ")" : atom.text;
}

class Formatter {
public:
  Formatter(const ExprGraph &graph, const LaunchShape &launch, const std::vector<unsigned> &loops, unsigned depthLimit)
      : graph(graph), launch(launch), depthLimit(depthLimit) {
    nameCounters(loops);
  }

  Sum sumOf(ExprId id, unsigned depth = 0) {
    const auto key = std::make_pair(id.index, depth);
    if (const auto known = memo.find(key); known != memo.end())
      return known->second;
    Sum result = computeSum(id, depth);
    if (lengthOf(result) > longestPart)
      result = single({"...", Binding::Primary, OtherRank});
    return memo.emplace(key, std::move(result)).first->second;
  }

  /// The sum as one text. `factorOut`: pull the greatest common divisor before the parentheses.
  static Atom write(const Sum &sum, bool factorOut);

private:
  void nameCounters(const std::vector<unsigned> &loops);
  std::string counterName(std::uint64_t loop) const;
  Sum computeSum(ExprId id, unsigned depth);
  std::optional<Sum> foldConstants(const Expr &e, unsigned depth);
  Sum product(const Sum &a, const Sum &b);
  Atom text(ExprId id, unsigned depth) { return write(sumOf(id, depth), true); }
  Atom leafOrOperator(const Expr &e, unsigned depth);
  Atom binaryText(const Expr &e, const char *symbol, Binding binding, unsigned depth);
  Atom callText(const char *name, const Expr &e, unsigned depth);

  static Sum single(Atom atom, std::int64_t coefficient = 1) { return {{{coefficient, std::move(atom)}}, 0}; }
  static void add(Sum &to, const Sum &what, std::int64_t factor);

  const ExprGraph &graph;
  const LaunchShape &launch;
  unsigned depthLimit;
  std::map<std::uint64_t, std::string> counterNames;
  std::map<std::pair<std::uint32_t, unsigned>, Sum> memo;
};

void Formatter::nameCounters(const std::vector<unsigned> &loops) {
  std::set<std::string> taken;
  for (const ParamLeaf &param : graph.params)
    taken.insert(param.name);
  std::vector<std::string> names;
  for (const char *name : {"k", "l", "m", "i", "j", "q", "r", "s"})
    if (!taken.count(name))
      names.push_back(name);
  for (std::size_t n = 0; n < loops.size() && n < names.size(); ++n)
    counterNames.emplace(loops[n], names[n]);
}

std::string Formatter::counterName(std::uint64_t loop) const {
  const auto known = counterNames.find(loop);
  return known != counterNames.end() ? known->second : fmt::format("iteration{}", loop);
}

void Formatter::add(Sum &to, const Sum &what, std::int64_t factor) {
  to.constant = wrapAdd(to.constant, wrapMul(what.constant, factor));
  for (const Summand &summand : what.summands) {
    const std::int64_t coefficient = wrapMul(summand.coefficient, factor);
    const auto same = std::find_if(to.summands.begin(), to.summands.end(),
                                   [&](const Summand &s) { return s.atom.text == summand.atom.text; });
    if (same == to.summands.end())
      to.summands.push_back({coefficient, summand.atom});
    else
      same->coefficient = wrapAdd(same->coefficient, coefficient);
  }
  std::erase_if(to.summands, [](const Summand &s) { return s.coefficient == 0; });
  std::stable_sort(to.summands.begin(), to.summands.end(), [](const Summand &a, const Summand &b) {
    return a.atom.rank != b.atom.rank ? a.atom.rank < b.atom.rank : a.atom.text < b.atom.text;
  });
}

/// The common factor of a sum, 1 if there is none. Constants that share it move inside.
std::int64_t commonFactor(const Sum &sum) {
  std::int64_t factor = 0;
  for (const Summand &summand : sum.summands)
    factor = std::gcd(factor, summand.coefficient);
  return factor > 1 && sum.summands.size() > 1 ? factor : 1;
}

std::string writeSummands(const std::vector<Summand> &summands, std::int64_t constant) {
  std::string text;
  const auto append = [&](bool negative, const std::string &magnitude) {
    if (text.empty())
      text = (negative ? "-" : "") + magnitude;
    else
      text += (negative ? " - " : " + ") + magnitude;
  };
  for (const Summand &summand : summands) {
    const bool negative = summand.coefficient < 0;
    const std::uint64_t magnitude = negative ? 0 - static_cast<std::uint64_t>(summand.coefficient)
                                             : static_cast<std::uint64_t>(summand.coefficient);
    append(negative, magnitude == 1 ? parenthesised(summand.atom, Binding::Quotient)
                                    : fmt::format("{}*{}", magnitude, parenthesised(summand.atom, Binding::Product)));
  }
  if (constant != 0 || summands.empty())
    append(constant < 0, fmt::format("{}", constant < 0 ? 0 - static_cast<std::uint64_t>(constant)
                                                        : static_cast<std::uint64_t>(constant)));
  return text;
}

Atom Formatter::write(const Sum &sum, bool factorOut) {
  if (sum.summands.empty())
    return {fmt::format("{}", sum.constant), sum.constant < 0 ? Binding::Sum : Binding::Primary, ParamRank};
  if (sum.summands.size() == 1 && sum.constant == 0) {
    const Summand &only = sum.summands.front();
    if (only.coefficient == 1)
      return only.atom;
    return {writeSummands(sum.summands, 0), only.coefficient < 0 ? Binding::Sum : Binding::Product, only.atom.rank};
  }
  int rank = PointerRank;
  for (const Summand &summand : sum.summands)
    rank = std::max(rank, summand.atom.rank);

  // Base pointers stay in front; the offset behind them is factored: in + 4*(256*ctaid.x + tid.x).
  Sum bases, offset;
  offset.constant = sum.constant;
  for (const Summand &summand : sum.summands)
    (summand.atom.rank == PointerRank ? bases : offset).summands.push_back(summand);
  const std::int64_t factor = factorOut ? commonFactor(offset) : 1;
  if (factor == 1)
    return {writeSummands(sum.summands, sum.constant), Binding::Sum, rank};
  const bool constantInside = offset.constant % factor == 0;
  Sum inner;
  for (const Summand &summand : offset.summands)
    inner.summands.push_back({summand.coefficient / factor, summand.atom});
  inner.constant = constantInside ? offset.constant / factor : 0;
  const Atom factored{writeSummands(inner.summands, inner.constant), Binding::Sum, rank};
  bases.summands.push_back({factor, factored});
  const std::int64_t outside = constantInside ? 0 : offset.constant;
  const bool isProduct = bases.summands.size() == 1 && outside == 0;
  return {writeSummands(bases.summands, outside), isProduct ? Binding::Product : Binding::Sum, rank};
}

Sum Formatter::product(const Sum &a, const Sum &b) {
  for (const auto &[scale, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (scale->summands.empty()) {
      Sum result;
      add(result, *other, scale->constant);
      return result;
    }
  // Constants go to the front of the product; what stays is written once: 4*n*(8*ctaid.y + tid.y).
  std::int64_t coefficient = 1;
  std::vector<Atom> factors;
  for (const Sum *side : {&a, &b}) {
    Sum rest = *side;
    std::int64_t common = rest.constant;
    for (const Summand &summand : rest.summands)
      common = std::gcd(common, summand.coefficient);
    if (common > 1) {
      rest.constant /= common;
      for (Summand &summand : rest.summands)
        summand.coefficient /= common;
      coefficient = wrapMul(coefficient, common);
    }
    factors.push_back(write(rest, true));
  }
  if (factors[1].rank < factors[0].rank)
    std::swap(factors[0], factors[1]);
  // Printed early, as a row offset is written before the column.
  const Atom atom{parenthesised(factors[0], Binding::Product) + "*" + parenthesised(factors[1], Binding::Primary),
                  Binding::Product, std::min(factors[0].rank, factors[1].rank)};
  return single(atom, coefficient);
}

Sum Formatter::computeSum(ExprId id, unsigned depth) {
  if (!id)
    return single({"?", Binding::Primary, OtherRank});
  const Expr e = graph[id];
  if (depth > depthLimit)
    return single({"...", Binding::Primary, OtherRank});
  switch (e.op) {
  case Op::Const:
    // A predicate is 0 or 1, not 0 or -1.
    return {{}, e.width == 1 ? static_cast<std::int64_t>(e.payload) : signExtend(e.payload, e.width)};
  case Op::Add:
  case Op::Sub: {
    Sum result = sumOf(e.a, depth + 1);
    add(result, sumOf(e.b, depth + 1), e.op == Op::Add ? 1 : -1);
    return result;
  }
  case Op::Mul:
    return product(sumOf(e.a, depth + 1), sumOf(e.b, depth + 1));
  case Op::Shl: {
    const Expr &amount = graph[e.b];
    if (amount.op != Op::Const || amount.payload >= 63)
      break;
    Sum result;
    add(result, sumOf(e.a, depth + 1), std::int64_t{1} << amount.payload);
    return result;
  }
  case Op::ZExt:
  case Op::SExt:
    // A widened predicate is read as a number: (i < n).
    return sumOf(e.a, depth);
  case Op::Trunc:
    if (e.width >= 32)
      return sumOf(e.a, depth);
    break;
  case Op::Ntid:
    if (launch.block && e.payload < 3)
      return {{}, static_cast<std::int64_t>((*launch.block)[e.payload])};
    break;
  case Op::Nctaid:
    if (launch.grid && e.payload < 3)
      return {{}, static_cast<std::int64_t>((*launch.grid)[e.payload])};
    break;
  case Op::Param:
    if (const ParamLeaf &param = graph.params[e.payload]; !param.isPointer)
      if (const auto known = launch.arguments.find(param.name); known != launch.arguments.end())
        return {{}, known->second};
    break;
  default:
    break;
  }
  if (const std::optional<Sum> folded = foldConstants(e, depth))
    return *folded;
  return single(leafOrOperator(e, depth));
}

/// Operators whose operands became numbers, since arguments and the launch are known.
std::optional<Sum> Formatter::foldConstants(const Expr &e, unsigned depth) {
  const auto known = [&](ExprId id) -> std::optional<std::uint64_t> {
    const Sum sum = sumOf(id, depth + 1);
    if (!sum.summands.empty())
      return std::nullopt;
    return static_cast<std::uint64_t>(sum.constant) & lowMask(graph[id].width);
  };
  if (!e.a || e.op == Op::Loaded || e.op == Op::Recur || e.op == Op::AllBefore)
    return std::nullopt;
  const std::optional<std::uint64_t> a = known(e.a);
  if (!a)
    return std::nullopt;
  if (e.op == Op::Select)
    return sumOf(*a ? e.b : e.c, depth + 1);
  const std::optional<std::uint64_t> b = e.b ? known(e.b) : 0, c = e.c ? known(e.c) : 0;
  if (!b || !c)
    return std::nullopt;
  const std::optional<std::uint64_t> value = evalScalar(e.op, e.width, graph[e.a].width, *a, *b, *c);
  if (!value)
    return std::nullopt;
  return Sum{{}, e.width == 1 ? static_cast<std::int64_t>(*value) : signExtend(*value, e.width)};
}

Atom Formatter::binaryText(const Expr &e, const char *symbol, Binding binding, unsigned depth) {
  const Atom a = text(e.a, depth + 1), b = text(e.b, depth + 1);
  const char *space = binding == Binding::Quotient ? "" : " ";
  return {fmt::format("{}{}{}{}{}", parenthesised(a, Binding::Product), space, symbol, space,
                      parenthesised(b, Binding::Primary)),
          binding, std::max({a.rank, b.rank, static_cast<int>(ParamRank)})};
}

Atom Formatter::callText(const char *name, const Expr &e, unsigned depth) {
  std::string arguments;
  int rank = ParamRank;
  for (const ExprId operand : {e.a, e.b, e.c}) {
    if (!operand)
      continue;
    const Atom a = text(operand, depth + 1);
    arguments += (arguments.empty() ? "" : ", ") + a.text;
    rank = std::max(rank, a.rank);
  }
  return {fmt::format("{}({})", name, arguments), Binding::Primary, rank};
}

Atom Formatter::leafOrOperator(const Expr &e, unsigned depth) {
  const auto axis = [&](const char *name, int rank) {
    return Atom{fmt::format("{}.{}", name, e.payload < 3 ? axisNames[e.payload] : "?"), Binding::Primary, rank};
  };
  switch (e.op) {
  case Op::Tid:
    return axis("tid", ThreadRank);
  case Op::Ctaid:
    return axis("ctaid", BlockRank);
  case Op::Ntid:
    return axis("ntid", ParamRank);
  case Op::Nctaid:
    return axis("nctaid", ParamRank);
  case Op::LaneId:
    return {"laneid", Binding::Primary, ThreadRank};
  case Op::WarpId:
    return {"warpid", Binding::Primary, ThreadRank};
  case Op::Param: {
    const ParamLeaf &param = graph.params[e.payload];
    return {param.name, Binding::Primary, param.isPointer ? PointerRank : ParamRank};
  }
  case Op::Global:
    return {graph.globals[e.payload].name, Binding::Primary, PointerRank};
  case Op::Counter:
    return {counterName(e.payload), Binding::Primary, LoopRank};
  case Op::Loaded: {
    const SourcePlace &place = graph.opaques[e.payload].place;
    return {place.line ? fmt::format("load@{}:{}", place.file, place.line) : "load@?", Binding::Primary, OtherRank};
  }
  case Op::Opaque:
    return {"?", Binding::Primary, OtherRank};
  case Op::LShr:
  case Op::UDiv:
  case Op::SDiv: {
    const Expr &by = graph[e.b];
    if (e.op != Op::LShr)
      return binaryText(e, "/", Binding::Quotient, depth);
    if (by.op != Op::Const || by.payload >= 63)
      return binaryText(e, ">>", Binding::Loose, depth);
    const Atom a = text(e.a, depth + 1);
    return {fmt::format("{}/{}", parenthesised(a, Binding::Product), std::uint64_t{1} << by.payload), Binding::Quotient,
            std::max(a.rank, static_cast<int>(ParamRank))};
  }
  case Op::URem:
  case Op::SRem:
    return binaryText(e, "%", Binding::Quotient, depth);
  case Op::Shl:
    return binaryText(e, "<<", Binding::Loose, depth);
  case Op::AShr:
    return binaryText(e, ">>", Binding::Loose, depth);
  case Op::And:
    return binaryText(e, "&", Binding::Loose, depth);
  case Op::Or:
    return binaryText(e, "|", Binding::Loose, depth);
  case Op::Xor:
    return binaryText(e, "^", Binding::Loose, depth);
  case Op::Eq:
    return binaryText(e, "==", Binding::Loose, depth);
  case Op::Ne:
    return binaryText(e, "!=", Binding::Loose, depth);
  case Op::Ult:
  case Op::Slt:
    return binaryText(e, "<", Binding::Loose, depth);
  case Op::Ule:
  case Op::Sle:
    return binaryText(e, "<=", Binding::Loose, depth);
  case Op::Select: {
    const Atom c = text(e.a, depth + 1), yes = text(e.b, depth + 1), no = text(e.c, depth + 1);
    return {fmt::format("{} ? {} : {}", c.text, parenthesised(yes, Binding::Sum), parenthesised(no, Binding::Sum)),
            Binding::Loose, std::max({c.rank, yes.rank, no.rank, static_cast<int>(ParamRank)})};
  }
  case Op::UMin:
  case Op::SMin:
    return callText("min", e, depth);
  case Op::UMax:
  case Op::SMax:
    return callText("max", e, depth);
  case Op::UMulHi:
  case Op::SMulHi:
    return callText("mulhi", e, depth);
  case Op::Shuffle:
    return callText("shfl", e, depth);
  case Op::Trunc:
    return callText(e.width == 1 ? "bool" : e.width == 8 ? "u8" : e.width == 16 ? "u16" : "trunc", e, depth);
  case Op::Popcount:
    return callText("popc", e, depth);
  case Op::Clz:
    return callText("clz", e, depth);
  case Op::Ctz:
    return callText("ctz", e, depth);
  case Op::BitReverse:
    return callText("brev", e, depth);
  case Op::ByteSwap:
    return callText("bswap", e, depth);
  case Op::FshL:
    return callText("funnel_left", e, depth);
  case Op::FshR:
    return callText("funnel_right", e, depth);
  case Op::Prmt:
    return callText("byte_perm", e, depth);
  case Op::Recur:
    return {callText("iterate", e, depth).text, Binding::Primary, LoopRank};
  case Op::RecurVar:
    return {"previous", Binding::Primary, LoopRank};
  case Op::AllBefore:
    return callText("all_before", e, depth);
  default:
    return {"?", Binding::Primary, OtherRank};
  }
}

} // namespace

std::int64_t Formula::coefficientOf(const std::string &text) const {
  for (const FormulaTerm &term : terms)
    if (term.text == text)
      return term.coefficient;
  return 0;
}

Formula formulaOf(const ExprGraph &graph, ExprId id, const LaunchShape &launch, const std::vector<unsigned> &loops) {
  Formatter formatter(graph, launch, loops, deepestFormula);
  const Sum sum = formatter.sumOf(id);
  Formula formula;
  formula.constant = sum.constant;
  for (const Summand &summand : sum.summands)
    formula.terms.push_back({summand.coefficient, summand.atom.text});
  return formula;
}

std::string formatExpr(const ExprGraph &graph, ExprId id, const LaunchShape &launch,
                       const std::vector<unsigned> &loops) {
  std::string text;
  for (const unsigned depthLimit : {deepestFormula, 12u, 8u, 6u, 5u, 4u, 3u, 2u, 1u}) {
    text = Formatter::write(Formatter(graph, launch, loops, depthLimit).sumOf(id), true).text;
    if (text.size() <= longestFormula)
      break;
  }
  return text;
}

} // namespace sectorscope
