// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs host code on what is known of its values, to see what it launches.

#ifndef SECTORSCOPE_FRONTEND_HOSTINTERPRETER_H
#define SECTORSCOPE_FRONTEND_HOSTINTERPRETER_H

#include "frontend/HostMemory.h"
#include "frontend/HostProgram.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>
#include <optional>
#include <vector>

namespace sectorscope {

/// One launch as the run met it.
struct HostLaunch {
  const clang::FunctionDecl *kernel = nullptr;
  clang::SourceLocation place;
  HostValue grid, block; ///< dim3: three parts
  std::vector<HostValue> arguments;
};

/// An abstract interpreter over the syntax tree. A value is known or it is not; where two paths meet, what differs is
/// not. Calls of functions with a body are followed with the values of their arguments; known conditions choose a
/// side; loops are run as they are while they are short and their conditions known, else until nothing more becomes
/// unknown. What it reports holds in every run of the program that gets there.
///
/// Worked example: `for (int n = 256; n > 64; n /= 2) run(n);` with `void run(int n) { k<<<n / 32, 32>>>(n); }` gives
/// two launches, of grids 8 and 4.
class HostInterpreter {
public:
  HostInterpreter(clang::ASTContext &context, const HostProgram &program);

  /// Runs `root` with unknown arguments, for at most `effort` expressions and statements.
  void run(const clang::FunctionDecl &root, std::size_t effort);

  bool wasEntered(const clang::FunctionDecl &function) const { return entered.contains(function.getCanonicalDecl()); }
  bool wasCutShort() const { return cutShort; } ///< by the effort, or by the depth of calls
  bool ranOut() const { return isOut; }         ///< of effort
  std::size_t stepsDone() const { return steps; }

  std::vector<HostLaunch> launches;

private:
  struct Jumps { ///< of a loop or switch
    std::optional<HostMemory> breaks, continues;
    std::size_t scopes = 0; ///< open outside it
    bool isSwitch = false;
  };
  /// What ends with a scope or a full expression.
  struct Ending {
    HostPlace place;
    clang::QualType type;
    const clang::VarDecl *variable = nullptr; ///< null for a temporary
    bool isMaybe = false;                     ///< made on one of several paths
  };
  struct Frame {
    llvm::DenseMap<const clang::ValueDecl *, MaybePlace> variables;
    llvm::DenseMap<const clang::Stmt *, unsigned> temporaries;
    MaybePlace self;                                                       ///< *this
    llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> captures; ///< of a lambda's body
    clang::FieldDecl *capturedThis = nullptr;
    std::vector<unsigned> objects; ///< that end with it
    std::vector<std::vector<Ending>> scopes;
    std::vector<Ending> temporariesToEnd;   ///< with the full expressions that are being run
    const clang::VarDecl *elided = nullptr; ///< the variable that lives on as what is returned
    std::vector<Jumps> jumps;
    llvm::DenseMap<const clang::LabelDecl *, HostMemory> gotos;
    std::optional<HostMemory> lost; ///< for every label: a jump that was not understood may have led there
    std::optional<HostMemory> returned;
    HostValue result;
    MaybePlace resultPlace;
    const clang::FunctionDecl *function = nullptr;
  };
  /// What is passed for one parameter: a place for references and for objects that somebody destroys, else a value.
  struct Actual {
    HostValue value;
    MaybePlace place;
    clang::QualType type;
  };
  struct Loop {
    const clang::Stmt *statement;
    bool isConditionFirst;
    llvm::function_ref<std::optional<bool>()> condition;
    llvm::function_ref<void()> body, next;
  };

  struct Level {
    unsigned *nesting = nullptr;
    ~Level() { --*nesting; }
  };

  // Frames and memory (HostInterpreter.cpp).
  bool step();
  bool descend(Level &level);
  HostValue read(const MaybePlace &place);
  void write(const MaybePlace &place, HostValue value);
  clang::QualType typeAt(const HostPlace &place) const;
  HostPlace temporary(const clang::Stmt &expr, clang::QualType type, HostValue value);
  MaybePlace placeOf(const clang::ValueDecl &variable);
  bool keepsItsValue(const clang::VarDecl &variable) const;
  MaybePlace globalPlace(const clang::VarDecl &variable);
  HostValue constantOf(const clang::VarDecl &variable) const;
  HostValue zeroOf(clang::QualType type) const;
  HostValue fromConstant(const clang::APValue &value, clang::QualType type) const;
  void joinInto(std::optional<HostMemory> &there);
  void leaveScopes(std::size_t upTo, bool ends);
  void endTemporaries(std::size_t from);
  void inScope(llvm::function_ref<void()> body);          ///< whose variables end behind it
  void inFullExpression(llvm::function_ref<void()> body); ///< whose temporaries do
  void end(const Ending &ending);
  void giveUp();

  // Statements (HostStatements.cpp).
  void exec(const clang::Stmt *statement);
  void execScoped(const clang::Stmt *statement);
  void execCompound(const clang::CompoundStmt &block);
  void execDeclaration(const clang::DeclStmt &declaration);
  void execIf(const clang::IfStmt &choice);
  void execSwitch(const clang::SwitchStmt &choice);
  void execRangeFor(const clang::CXXForRangeStmt &loop);
  void execReturn(const clang::ReturnStmt &statement);
  void leaveFunction(const clang::ReturnStmt &statement, const clang::VarDecl *elided);
  void execTry(const clang::CXXTryStmt &statement);
  void execAsm(const clang::AsmStmt &assembly);
  void execLoop(const Loop &loop);
  bool unroll(const Loop &loop, bool &isConditionFirst);
  void widen(const Loop &loop, bool isConditionFirst);
  void takeContinues();
  void declare(const clang::VarDecl &variable);
  std::optional<bool> condition(const clang::VarDecl *variable, const clang::Expr *expr);
  void choose(std::optional<bool> condition, llvm::function_ref<void()> whenTrue, llvm::function_ref<void()> whenFalse);

  // Expressions (HostExpressions.cpp).
  HostValue value(const clang::Expr *expr);
  HostValue computeValue(const clang::Expr &expr);
  HostValue castValue(const clang::CastExpr &cast);
  HostValue unaryValue(const clang::UnaryOperator &operation);
  HostValue binaryValue(const clang::BinaryOperator &operation);
  HostValue logicalValue(const clang::BinaryOperator &operation);
  HostValue conditionalValue(const clang::AbstractConditionalOperator &choice);
  HostValue listValue(const clang::InitListExpr &list);
  HostValue lambdaValue(const clang::LambdaExpr &lambda);
  HostValue newValue(const clang::CXXNewExpr &creation);
  HostValue notUnderstood(const clang::Expr &expr);
  void discard(const clang::Expr &expr);
  void initialise(const HostPlace &place, clang::QualType type, const clang::Expr &initial);
  bool initialiseParts(const HostPlace &place, const clang::InitListExpr &list);
  HostPlace materialise(const clang::Stmt &key, const clang::Expr &initial, clang::StorageDuration duration);
  void assume(const clang::Expr &condition, bool holds);
  void assumeEqual(const clang::Expr &variable, const llvm::APSInt &value);

  // Places (HostPlaces.cpp).
  MaybePlace place(const clang::Expr *expr);
  MaybePlace computePlace(const clang::Expr &expr);
  MaybePlace castPlace(const clang::CastExpr &cast);
  MaybePlace memberPlace(const clang::MemberExpr &member);
  MaybePlace assign(const clang::BinaryOperator &operation);
  MaybePlace increment(const clang::UnaryOperator &operation, HostValue &before);
  MaybePlace target(const HostValue &pointer, clang::QualType pointee);
  MaybePlace moved(const HostPlace &place, std::optional<std::int64_t> by);
  HostValue movedPointer(const HostValue &pointer, const HostValue &by, bool isBackwards);
  MaybePlace baseOf(MaybePlace place, const clang::CastExpr &cast, clang::QualType from);

  // Calls (HostCalls.cpp).
  HostValue call(const clang::CallExpr &call, MaybePlace &result);
  void launchKernel(const clang::CUDAKernelCallExpr &call);
  void launchFunction(const clang::CallExpr &call, const clang::FunctionDecl &callee);
  void record(const clang::FunctionDecl *kernel, const clang::CallExpr &call, HostValue grid, HostValue block,
              std::vector<HostValue> arguments);
  std::vector<Actual> actuals(llvm::ArrayRef<const clang::Expr *> arguments, const clang::FunctionDecl *callee);
  bool canFollow(const clang::FunctionDecl &function);
  bool isSystem(const clang::Decl &declaration) const;
  bool canHoldOwn(const clang::CXXRecordDecl &record) const;
  HostValue callFunction(const clang::FunctionDecl &function, const MaybePlace &self, std::vector<Actual> arguments,
                         MaybePlace &result);
  HostValue callUnknown(const clang::FunctionDecl *function, const MaybePlace &self,
                        const std::vector<Actual> &arguments);
  HostValue follow(const clang::FunctionDecl &function, const MaybePlace &self, std::vector<Actual> arguments,
                   MaybePlace &result);
  void initialiseMembers(const clang::CXXConstructorDecl &constructor);
  void construct(const clang::CXXConstructExpr &construct, const HostPlace &place);
  void constructEach(const clang::CXXConstructExpr &construct, const HostPlace &place, clang::QualType type);
  HostValue constructed(const clang::CXXConstructExpr &construct);
  void destroy(const HostPlace &place, clang::QualType type);

  clang::ASTContext &context;
  const HostProgram &program;
  HostMemory state;
  HostMemory constants; ///< variables that keep their first value
  llvm::DenseMap<const clang::VarDecl *, unsigned> globals;
  Frame *frame = nullptr;
  bool live = false;   ///< whether the run gets here
  bool isMain = false; ///< the run began with main, so that variables hold what they start with
  std::vector<const clang::FunctionDecl *> stack;
  llvm::DenseSet<const clang::FunctionDecl *> entered;
  llvm::DenseSet<const clang::Stmt *> longLoops; ///< not worth running as they are
  llvm::DenseMap<const clang::FunctionDecl *, bool> followable;
  unsigned lastObject = 0, nesting = 0;
  std::size_t steps = 0, lastStep = 0;
  bool cutShort = false, isOut = false;
};

} // namespace sectorscope

#endif
