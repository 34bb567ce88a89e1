// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Evaluates lane expressions for one cell of warps. See WarpValue.h for the idea.

#ifndef SECTORSCOPE_MODEL_WARPEVALUATOR_H
#define SECTORSCOPE_MODEL_WARPEVALUATOR_H

#include "model/Cell.h"
#include "model/EvaluationPool.h"
#include "sectorscope/LaneExpr.h"
#include "sectorscope/LaunchShape.h"

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sectorscope {

/// What is known of a launch, in the form the evaluation needs.
struct LaunchFacts {
  std::optional<Dim3> block, grid;
  std::uint64_t pointerAlignment = 256;
  std::vector<bool> isObserved; ///< AccessSlice::isObserved
  std::uint8_t blockAxes = 0;   ///< axes of the block index that the access hangs on and that may exceed 1, as bits
};

/// Range of the terms of a value over its cell.
struct Interval {
  __int128 lo = 0, hi = 0;
  bool softLo = false, softHi = false;
};

/// One evaluation. After eval() returned nullptr, split() says how to divide the cell; evaluate the parts anew.
class WarpEvaluator {
public:
  /// Every node evaluated takes one from `effort`; when none is left, what is not yet known stays unknown.
  WarpEvaluator(const ExprGraph &graph, const LaunchFacts &facts, SymbolTable &symbols, const WarpPattern &pattern,
                const Cell &cell, EvaluationPool &pool, std::size_t &effort);

  WarpEvaluator(const WarpEvaluator &) = delete;
  WarpEvaluator &operator=(const WarpEvaluator &) = delete;

  /// The value of a node, or nullptr where the cell must be split first.
  const Value *eval(ExprId id);

  const std::optional<Split> &split() const { return pending; }
  const std::set<std::string> &assumptions() const { return assumed; }
  const std::string &reason(std::uint32_t why) const { return (*reasons)[why]; }

  /// Range of a symbol in this cell, in steps t of its modulus.
  std::pair<std::int64_t, std::int64_t> steps(std::uint32_t symbol) const;
  SymbolState stateOf(std::uint32_t symbol) const;
  /// Over what is possible, or with the ends that nobody believes to be reached drawn in to 0 and `soft`.
  Interval intervalOf(const WarpValue &value, std::optional<std::int64_t> soft = std::nullopt) const;
  const SymbolTable &symbolTable() const { return symbols; }

  /// Asks for a residue class of the term's symbol in which `coef * t` is a multiple of `divisor`. False where that
  /// is out of reach (too many classes).
  bool wantMultiple(const Term &term, std::uint64_t divisor);

private:
  // Leaves and dispatch (WarpEvaluator.cpp).
  bool compute(ExprId id, Value &out);
  bool computeLeaf(ExprId id, const Expr &e, Value &out);
  bool computeLoop(ExprId id, const Expr &e, Value &out);
  bool followCourse(const Expr &e, const WarpValue &iteration, const std::map<std::uint64_t, WarpValue> &starts,
                    WarpValue &out);
  bool computeLoad(ExprId id, const Expr &e, Value &out);
  bool computeConcrete(const Expr &e, const WarpValue *a, const WarpValue *b, const WarpValue *c, WarpValue &out);

  // Sums (WarpEvaluator.cpp).
  WarpValue constant(std::int64_t value, unsigned width) const;
  WarpValue unknown(unsigned width, Cause cause, std::string why);
  std::uint32_t addReason(std::string why);
  void addSymbol(WarpValue &value, std::uint32_t symbol, std::int64_t factor);
  bool addTerm(WarpValue &value, std::uint32_t symbol, std::int64_t coef);
  bool linear(WarpValue &out, const WarpValue &a, const WarpValue &b, std::int64_t factorB);
  bool scale(WarpValue &value, std::int64_t factor);
  bool multiply(ExprId id, const WarpValue &a, const WarpValue &b, WarpValue &out);

  // Where a sum is not enough (WarpEvaluator.cpp).
  WarpValue derived(ExprId id, unsigned width, std::initializer_list<const WarpValue *> from, std::uint64_t modulus,
                    std::int64_t residue, std::optional<Split> instead, const std::string &name = "");
  bool giveUp(ExprId id, std::initializer_list<const WarpValue *> from, WarpValue &out,
              std::optional<Split> need = std::nullopt, bool lanesMix = false);
  std::optional<Split> multipleOf(const Term &term, std::uint64_t divisor) const;
  std::optional<Split> narrowAny(std::initializer_list<const WarpValue *> from) const;
  /// Divides the cell where the value passes the window [from, to), which tells below from above (from == to) or the
  /// one value `from` from all others.
  std::optional<Split> cutAt(const WarpValue &value, __int128 from, __int128 to) const;

  // Reading a sum as a number, choice of the operator (WarpArithmetic.cpp).
  bool asNumber(WarpValue &value, bool isSigned);
  std::uint8_t keptPromises(std::uint8_t flags, const WarpValue &a, const WarpValue &b) const;
  bool computeArithmetic(ExprId id, const Expr &e, Value &out);
  bool applyOperator(ExprId id, const Expr &e, const WarpValue &first, const WarpValue *second, const WarpValue *third,
                     WarpValue &out);

  // Quotients and remainders (WarpDivision.cpp).
  bool computeReciprocal(ExprId id, const Expr &e, WarpValue &out);
  bool computeDivision(ExprId id, const Expr &e, WarpValue a, const WarpValue &b, WarpValue &out);
  bool divideByUnknown(ExprId id, const Expr &e, const WarpValue &a, const WarpValue &b, WarpValue &out);

  // Masks, shifts, bit operations (WarpBits.cpp).
  bool computeBits(ExprId id, const Expr &e, const WarpValue &a, const WarpValue &b, WarpValue &out);
  bool computeBitsOfSums(ExprId id, const Expr &e, const WarpValue &a, const WarpValue &b, WarpValue &out);
  bool shiftSum(ExprId id, const WarpValue &a, unsigned shift, WarpValue &out);
  bool lowBits(const WarpValue &value, unsigned bits, WarpValue &out, std::optional<Split> &need) const;

  // Shuffles (WarpShuffles.cpp).
  bool computeShuffle(ExprId id, const WarpValue &value, const WarpValue &source, WarpValue &out);

  // Predicates, select, minimum (WarpPredicates.cpp).
  bool computePredicate(ExprId id, const Expr &e, Value &out);
  bool compare(Op op, WarpValue a, WarpValue b, WarpPredicate &out);
  bool mayBeNegative(const WarpValue &value) const;
  bool isDiagonal(const WarpValue &difference) const;
  int leanOf(const WarpValue &difference) const;
  bool isGridStride(const Term &term, const WarpValue &sum) const;
  void classify(const WarpValue &difference, bool varies, WarpPredicate &out);
  bool computeSelect(ExprId id, const WarpPredicate &condition, const WarpValue *a, const WarpValue *b, Op op,
                     WarpValue &out);
  bool selectInside(ExprId id, const WarpPredicate &condition, const WarpValue &a, const WarpValue &b, WarpValue &out);
  bool computeMinMax(ExprId id, const Expr &e, WarpValue a, WarpValue b, WarpValue &out);
  bool predicateToNumber(ExprId id, const WarpPredicate &p, std::int64_t whenTrue, unsigned width, WarpValue &out);

  const ExprGraph &graph;
  const LaunchFacts &facts;
  SymbolTable &symbols;
  const WarpPattern &pattern;
  const Cell &cell;
  EvaluationPool &pool;
  std::size_t &effort;

  std::map<std::uint32_t, SymbolState> derivedStates;
  std::map<std::uint64_t, std::int64_t> boundCounters; ///< loop -> iteration, inside a recurrence or AllBefore
  std::map<std::uint64_t, WarpValue> boundRecurrences;
  std::optional<Split> pending;
  std::set<std::string> assumed;
  std::vector<std::string> ownReasons{""};
  std::vector<std::string> *reasons = &ownReasons; ///< inside a loop, those of the evaluation around it
  unsigned depth = 0;
};

} // namespace sectorscope

#endif
