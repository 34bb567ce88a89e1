#!/usr/bin/env python3
# Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Breaks each operator of the analyser in turn and demands that the comparison with the CPU witness notices.

Works on a copy: two places of it get a switch, one where operators enter the graph (the wrong operator is made) and
one where they are evaluated (one lane is off by one). The copy is built once; the switch is an environment variable
that exists in the copy only. Exit code 0: every mutant was caught, or is named below as no mistake, with the reason;
1: some survived, or one named below was caught; 2: the copy could not be made.

    test/fuzz/mutation_check.py --llvm 22 --scratch build-mutation
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# What an operator is taken for where it enters the graph: the nearest neighbour, so that only kernels that tell the
# two apart can notice. A node may be made again from itself (slices), so doing it twice must not undo it.
TAKEN_FOR = {
    "Tid": None, "Ctaid": None, "Ntid": None, "Nctaid": None,  # always the y axis
    "LaneId": "WarpId", "WarpId": "LaneId",
    "ZExt": "SExt", "SExt": "ZExt", "Popcount": "Clz", "Clz": "Ctz", "Ctz": "Clz",
    "BitReverse": "ByteSwap", "ByteSwap": "BitReverse",
    "Add": "Sub", "Sub": "Add", "Mul": "Add", "UDiv": "SDiv", "SDiv": "UDiv", "URem": "SRem", "SRem": "URem",
    "Shl": "LShr", "LShr": "AShr", "AShr": "LShr", "And": "Or", "Or": "Xor", "Xor": "Or",
    "UMin": "SMin", "UMax": "SMax", "SMin": "UMin", "SMax": "UMax", "UMulHi": "SMulHi", "SMulHi": "UMulHi",
    "Eq": "Ne", "Ne": "Eq", "Ult": "Ule", "Ule": "Ult", "Slt": "Sle", "Sle": "Slt",
    "Select": None,  # always its first side
    "FshL": "FshR", "FshR": "FshL",
    "Prmt": None,  # one operand twice
    "AllBefore": None,  # always true
}

# Operators whose value is not computed when they are evaluated, so that there is nothing to break there.
NOT_EVALUATED = {"Opaque"}

FEWER = 3000  # kernels that are evaluated for any block of whole warps, which takes longer

# Mutants that change nothing: why nobody can notice.
EQUIVALENT = {}

SWITCH = r"""
#include <cstdlib>
namespace {
int mutationSwitch(const char *name) {
  const char *text = std::getenv(name);
  return text ? std::atoi(text) : -1;
}
} // namespace
"""

IN_MAKE = """
  static const int mutation = mutationSwitch("MUTATE_MAKE");
  if (mutation == static_cast<int>(e.op)) {
    switch (e.op) {
    case Op::Tid: case Op::Ctaid: case Op::Ntid: case Op::Nctaid: e.payload = 1; break;
    case Op::Select: e.c = e.b; break;
    case Op::Prmt: e.b = e.a; break;
    case Op::AllBefore: return constant(1, 1);
@CASES@
    default: break;
    }
  }
"""

IN_EVAL = """
  static const int mutation = mutationSwitch("MUTATE_EVAL");
  if (mutation == static_cast<int>(graph[id].op)) {
    value.number.lanes[3] += 1;
    value.predicate.yes ^= 8;
    value.predicate.maybe &= ~8u;
  }
"""

TOP = """cmake_minimum_required(VERSION 3.25)
project(SectorscopeMutation LANGUAGES CXX)
set(SECTORSCOPE_LLVM_VERSION 22 CACHE STRING "Major version of LLVM")
option(SECTORSCOPE_WERROR "" OFF)
option(SECTORSCOPE_SANITIZE "" OFF)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_SOURCE_DIR}/cmake")
include(SectorscopeSettings)
include(SectorscopeLLVM)
find_package(nlohmann_json REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
add_library(sectorscope_public INTERFACE)
target_include_directories(sectorscope_public INTERFACE include)
enable_testing()
add_subdirectory(analysis/model)
add_subdirectory(analysis/ir)
add_subdirectory(test/oracle)
add_subdirectory(test/fuzz)
"""


def fail(message):
    print(f"mutation_check: {message}", file=sys.stderr)
    sys.exit(2)


def insert(path, place, text, before=False):
    """Puts `text` after (or before) the only match of the regular expression `place`."""
    source = path.read_text()
    matches = list(re.finditer(place, source, re.M))
    if len(matches) != 1:
        fail(f"{path}: {len(matches)} places match '{place}', wanted one; mend the table in mutation_check.py")
    at = matches[0].start() if before else matches[0].end()
    path.write_text(source[:at] + text + source[at:])


def operators():
    header = (ROOT / "include/sectorscope/LaneExpr.h").read_text()
    body = re.search(r"enum class Op : std::uint8_t \{(.*?)\n\};", header, re.S)
    if not body:
        fail("include/sectorscope/LaneExpr.h: enum Op not found")
    text = re.sub(r"//.*", "", body.group(1))
    return [name.strip() for name in text.split(",") if name.strip()]


def make_copy(scratch):
    for folder in ("analysis", "include", "profiles", "cmake", "test/oracle", "test/fuzz"):
        shutil.rmtree(scratch / folder, ignore_errors=True)
        shutil.copytree(ROOT / folder, scratch / folder)
    (scratch / "CMakeLists.txt").write_text(TOP)
    cases = "\n".join(f"    case Op::{a}: e.op = Op::{b}; break;" for a, b in TAKEN_FOR.items() if b)
    graph = scratch / "analysis/model/LaneExpr.cpp"
    insert(graph, r"^ExprId ExprGraph::make\(Expr e\) \{$", IN_MAKE.replace("@CASES@", cases))
    insert(graph, r"^namespace sectorscope \{$", SWITCH, before=True)
    evaluator = scratch / "analysis/model/WarpEvaluator.cpp"
    insert(evaluator, r"^  value\.number\.width = graph\[id\]\.width;$", IN_EVAL)
    insert(evaluator, r"^namespace sectorscope \{$", SWITCH, before=True)


def build(scratch, llvm, jobs):
    out = scratch / "build"
    commands = [
        ["cmake", "-S", scratch, "-B", out, "-G", "Ninja", f"-DSECTORSCOPE_LLVM_VERSION={llvm}"],
        ["ninja", "-C", out, f"-j{jobs}", "sectorscope-random"],
    ]
    for command in commands:
        words = [str(part) for part in command]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            print(done.stdout[-4000:])
            fail("the copy does not build")
    return out / "test/fuzz/sectorscope-random"


def run(program, kernels, told, **switches):
    """First line that says 'wrong', or None. A crash counts as caught: nobody would overlook it."""
    environment = dict(os.environ, **switches)
    command = [str(program), "--count", str(kernels), "--stop", "--told", told]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    wrong = [line for line in done.stdout.splitlines() if line.startswith("wrong: ")]
    if wrong:
        return wrong[0]
    return None if done.returncode == 0 else f"exit code {done.returncode}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llvm", default="22", help="major version of LLVM (default 22)")
    parser.add_argument("--scratch", type=Path, default=ROOT / "build-mutation", help="folder of the copy")
    parser.add_argument("--kernels", type=int, default=3000, help="random kernels to try per mutant (default 3000)")
    parser.add_argument("--only", default="", help="operators, with commas between them (default all)")
    parser.add_argument("--jobs", type=int, default=2, help="parallel compilations, and mutants side by side")
    options = parser.parse_args()
    options.scratch.mkdir(parents=True, exist_ok=True)
    make_copy(options.scratch)
    program = build(options.scratch, options.llvm, options.jobs)

    clean = run(program, options.kernels, "all")
    if clean:
        fail(f"without any mutation: {clean}")
    names = operators()
    mutants = [("make", name) for name in names if name in TAKEN_FOR]
    mutants += [("eval", name) for name in names if name not in NOT_EVALUATED]
    unknown = set(EQUIVALENT) - set(mutants)
    if unknown:
        fail(f"no such mutants, mend EQUIVALENT: {sorted(unknown)}")

    if options.only:
        mutants = [mutant for mutant in mutants if mutant[1] in options.only.split(",")]

    def outcome(mutant):
        where, name = mutant
        switch = {f"MUTATE_{where.upper()}": str(names.index(name))}
        # The shape of a launch that is known is folded in before anything is evaluated: told less, it is not.
        return run(program, options.kernels, "all", **switch) or run(program, FEWER, "warps", **switch)

    counts = {"caught": 0, "equivalent": 0, "SURVIVED": 0, "CAUGHT, but said to be equivalent": 0}
    with ThreadPoolExecutor(options.jobs) as pool:
        for mutant, found in zip(mutants, pool.map(outcome, mutants)):
            reason = EQUIVALENT.get(mutant)
            if found:
                verdict = "CAUGHT, but said to be equivalent" if reason else "caught"
            else:
                verdict = "equivalent" if reason else "SURVIVED"
            counts[verdict] += 1
            print(f"{mutant[0]:4} {mutant[1]:10} {verdict}  {(found or reason or '')[:100]}", flush=True)
    wrong = counts["SURVIVED"] + counts["CAUGHT, but said to be equivalent"]
    print(f"{len(mutants)} mutants, {counts['caught']} caught, {counts['equivalent']} equivalent, "
          f"{wrong} not explained; {options.kernels} kernels each")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
