"""Random host programs: what the audit says of their launches, against what they launch when they run on the CPU.

Each program is compiled twice: as CUDA for the audit, and with the C++ compiler, where a launch prints its line, grid,
block and arguments. Functions of other files answer at random there, and write to every address that they were ever
given. Whatever a run prints must agree with a launch that the audit found at that line, in every part that is known.
Usage: host_programs.py SECTORSCOPE COMPILER FIRST COUNT [FOLDER]; programs that disagree are kept in FOLDER.
"""

import json
import os
import random
import subprocess
import sys
import tempfile

PROLOGUE = """
#ifdef RUN
#include <cstdio>
#include <cstdlib>
extern int shared;
static unsigned state;
static int printed, *kept[64], keptCount;
int opaque() { state = state * 1103515245u + 12345u; return (state >> 16) & 7; }
static void touch() {
  for (int i = 0; i < keptCount; ++i)
    if (opaque() < 3)
      *kept[i] = opaque() * 3;
  if (opaque() < 3)
    shared = opaque();
}
void stranger(int *address) {
  if (opaque() < 4)
    *address = opaque() * 5;
  if (keptCount < 64)
    kept[keptCount++] = address;
  touch();
}
void strangerToAll() { touch(); }
struct Cache { mutable int held; int bump() const { return held = (held + 1) & 63; } };
void strangerToConst(const Cache &cache) { if (opaque() < 5) cache.held = opaque(); }
int weakFunction(int x) { return (x * 3 + 1) & 63; }
int weakVariable = 33;
static void launch(int line, int grid, int block, int x, int y) {
  if (++printed > 4000)
    exit(0);
  printf("%d %d %d %d %d\\n", line, grid, block, x, y);
}
#define LAUNCH(grid, block, x, y) launch(__LINE__, grid, block, x, y)
#define START state = atoi(arguments[1])
#define FORGET keptCount = 0
#else
int opaque();
void stranger(int *address);
void strangerToAll();
struct Cache { mutable int held; int bump() const { return held = (held + 1) & 63; } };
void strangerToConst(const Cache &cache);
__attribute__((weak)) int weakFunction(int x) { return x & 63; } // a run has others
__attribute__((weak)) int weakVariable = 44;
__global__ void kernel(int *out, int x, int y, int line) { out[x * threadIdx.x + y] = line; }
#define LAUNCH(grid, block, x, y) kernel<<<grid, block>>>((int *)nullptr, x, y, __LINE__)
#define START (void)arguments
#define FORGET (void)0
#endif
static int own = 7, number = 0;
int shared = 9;
struct Inner { int y; };
struct Outer { int x; Inner inner; };
struct Guard { int &value; ~Guard() { value = (value + 3) & 63; } };
struct Ender { int &value; int by; ~Ender() { value = (value * 3 + by) & 63; } int get() const { return value & 31; } };
struct Counted {
  int held;
  explicit Counted(int held) : held(held & 63) {}
  Counted(const Counted &other) : held(other.held) { own = (own + 1) & 63; }
  explicit operator bool() const { return held > 2; }
  ~Counted() { number = (number + held) & 63; }
};
struct Numbered { int held; Numbered(int held = ++number & 63) : held(held) {} ~Numbered() { own = (own ^ held) & 63; } };
struct Both { Ender first; Counted second; };
Counted makeCounted(int x) { Counted made(x); if (x > 3) made.held = 7; return made; }
Counted pass(Counted counted) { counted.held = (counted.held + 2) & 63; return counted; }
int byValue(Ender ender, Counted counted) { ender.value = (ender.value + 1) & 63; return counted.held; }
void tidy(int *here) { own = (own + *here) & 63; }
Outer make(int x, int y) { Outer made; made.x = x & 63; made.inner = {y & 63}; return made; }
int f0(int x, int y) { return (x + y) & 63; }
int f1(int x, int y) { if (x > y) return x & 31; own = (own + 1) & 63; return y & 31; }
int f2(int x, int y) { int sum = 0; for (int i = 0; i < (x & 3); ++i) sum += y; return sum & 63; }
void change(int &x, int *y) { int before = x; x = *y; *y = (before + 1) & 63; }
"""
VARIABLES = ["a", "b", "c", "d"]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.loops = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def value(self, depth=0):
        inner = lambda: self.value(depth + 1)
        if depth > 2 or self.random.random() < 0.2:
            return str(self.random.randint(0, 9))
        kind = self.random.random()
        if kind < 0.4:
            return self.pick(*VARIABLES)
        if kind < 0.65:
            return self.pick("s.x", "s.inner.y", "*p", "*q", "own", "shared", "number", "opaque()", f"list[{inner()} & 3]")
        if kind < 0.75:
            return f"f{self.random.randint(0, 2)}({inner()}, {inner()})"
        if kind < 0.82:
            return f"({inner()} {self.pick('<', '>', '==')} {inner()} ? {inner()} : {inner()})"
        return f"(({inner()} {self.pick('+', '-', '*', '^', '|')} {inner()}) & 63)"

    def target(self):
        places = ("s.x", "s.inner.y", "*p", "*q", "own", "shared", "r", "t->inner.y", "t->x")
        return self.pick(*VARIABLES, *places, f"list[{self.value(1)} & 3]")

    def condition(self):
        if self.random.random() < 0.6:
            return f"{self.value(1)} {self.pick('<', '>', '==', '!=')} {self.value(1)}"
        more = self.pick("", " && opaque() > 2", " || b == 4", " && c == 2")
        return f"{self.pick(*VARIABLES)} {self.pick('==', '!=')} {self.random.randint(0, 9)}{more}"

    def block(self, most, depth, in_loop):
        for _ in range(self.random.randint(1, most)):
            self.statement(depth, in_loop)

    def object(self):
        """A statement in which something ends."""
        a, b = self.pick("a", "b", "s.x", "own", "number", "r", "list[1]"), self.pick("c", "d", "u.x", "shared")
        v, w = self.value(1), self.random.randint(1, 5)
        return self.pick(
            f"Ender{{{a}, {w}}};",
            f"{b} = Ender{{{a}, {w}}}.get();",
            f"if (Ender{{{a}, {w}}}.get() > 9) {b} = {w};",
            f"if (opaque() > 3 && Ender{{{a}, {w}}}.get() > 9) {b} = {w};",
            f"{b} = opaque() > 3 ? Ender{{{a}, {w}}}.get() : Ender{{{a}, {w + 1}}}.get();",
            f"{b} = {self.pick(*VARIABLES)} > 5 ? Ender{{{a}, {w}}}.get() : {w};",
            f"{b} = byValue(Ender{{{a}, {w}}}, Counted({w}));",
            f"{{ const Ender &held = Ender{{{a}, {w}}}; {b} = ({v}) & 63; }}",
            f"{{ Ender enders[3] = {{{{{a}, {w}}}, {{{b}, 2}}, {{{a}, 3}}}}; {b} = ({v}) & 63; }}",
            f"{{ Both both{{{{{a}, {w}}}, Counted({w})}}; {b} = both.second.held; }}",
            f"{{ Counted counted = makeCounted({v}); {b} = counted.held; }}",
            f"{b} = makeCounted({v}).held;",
            f"{b} = pass(makeCounted({v})).held;",
            f"{{ Counted counted({v}), other(counted); {b} = pass(other).held; }}",
            f"{{ Numbered many[3]; {b} = many[{self.random.randint(0, 2)}].held; }}",
            f"{{ Numbered many[2][2]; {b} = many[1][0].held; }}",
            f"{{ Numbered many[70]; {b} = many[2].held; }}",
            f"{{ __attribute__((cleanup(tidy))) int here = ({v}) & 63; {b} = here; }}",
            f"{{ const Cache cache{{{w}}}; strangerToConst(cache); {b} = cache.held; }}",
            f"{{ const Cache cache{{{w}}}; cache.bump(); {b} = cache.bump(); }}",
            f"{b} = weakFunction({w});",
            f"{b} = weakVariable; weakVariable = {w}; {a} = weakVariable;",
            f"for (int k = 0; k < {w}; ++k) Ender ender{{{a}, k}};",
            f"for (Ender ender{{{a}, {w}}}; ender.by > 0; --ender.by) {b} = ({b} + 1) & 63;",
            f"{{ Counted pair[2] = {{Counted({w}), Counted(2)}}; for (Counted counted : pair) {b} = counted.held; }}",
            f"while (Counted counted = makeCounted({b} + 1)) {{ {b} = ({b} - 1) & 7; if ({b} < 3) break; }}",
            f"switch (Ender ender{{{a}, {w}}}; {b}) {{ case 1: {b} = 2; break; default: {b} = ender.get(); }}",
            f"{{ Ender *made = new Ender{{{a}, {w}}}; delete made; }}",
            f"{b} = [&](Counted counted) {{ return counted.held; }}(Counted({v}));",
            f"if ({self.condition()}) {{ Ender ender{{{a}, {w}}}; goto end; }}",
            f"try {{ Ender ender{{{a}, {w}}}; if (opaque() > 4) throw Counted({w}); }} catch (Counted counted) {{ {b} = 1; }}",
        )

    def statement(self, depth, in_loop):
        add = self.lines.append
        kind = self.random.random()
        if self.random.random() < 0.25:
            add(self.object())
            return
        if kind < 0.28:
            add(f"{self.target()} {self.pick('=', '=', '=', '^=')} ({self.value()}) & 63;")
        elif kind < 0.35:
            where = self.pick("&a", "&b", "&s.x", "&s.inner.y", f"&list[{self.random.randint(0, 3)}]", "q", "p")
            add(self.pick(f"{self.pick('p', 'q')} = {where};", f"t = {self.pick('&s', '&u', 't')};"))
        elif kind < 0.38:
            add(self.pick("s = u;", f"u = make({self.value(1)}, {self.value(1)});"))
        elif kind < 0.42:
            add(f"change({self.pick('a', 'b', 's.x', 'list[1]', 'own', 'r')}, {self.pick('&c', '&d', 'p', 'q')});")
        elif kind < 0.48:
            add(self.pick(f"stranger({self.pick('p', '&a', '&s.x', '&d', 'list')});", "strangerToAll();"))
        elif kind < 0.66:
            add(f"LAUNCH((({self.value()}) & 31) + 1, (({self.value()}) & 31) + 1, {self.value()}, {self.pick(*VARIABLES)});")
        elif kind < 0.78 and depth < 3:
            add(f"if ({self.condition()}) {{")
            self.block(3, depth + 1, in_loop)
            if self.random.random() < 0.5:
                add("} else {")
                self.block(2, depth + 1, in_loop)
            add("}")
        elif kind < 0.88 and depth < 3:
            self.loops += 1
            i = f"i{self.loops}"
            bound = self.pick(str(self.random.randint(1, 5)), "(opaque() & 3)", f"({self.pick(*VARIABLES)} & 3)", "70")
            add(f"for (int {i} = 0; {i} < {bound}; ++{i}) {{")
            self.block(3, depth + 1, True)
            add(f"{self.pick(*VARIABLES)} = ({self.pick(*VARIABLES)} + {i}) & 63; }}")
        elif kind < 0.91 and depth < 3:
            add(f"switch ({self.pick(*VARIABLES)}) {{")
            for label in range(self.random.randint(1, 3)):
                add(f"case {label}: {{")
                self.statement(depth + 1, in_loop)
                add(self.pick("}", "} break;"))
            add("default: {")
            self.statement(depth + 1, in_loop)
            add("} }")
        elif kind < 0.93 and in_loop:
            add(f"if ({self.condition()}) {self.pick('break', 'continue')};")
        elif kind < 0.95:
            add(f"[&] {{ {self.target()} = ({self.value(1)}) & 63; }}();")
        elif kind < 0.97 and depth < 3:
            add(f"{{ Guard guard{{{self.pick('a', 's.x', 'own')}}};")
            self.statement(depth + 1, in_loop)
            add("}")
        else:
            add(f"if ({self.condition()}) {self.pick('goto end', 'return')};")

    def text(self):
        self.lines.append("int a = 1, b = 2, c = in, d = 4, list[4] = {1, 2, 3, 4}, *p = &a, *q = &b;")
        self.lines.append("Outer s = {5, {6}}, u = {8, {9}}, *t = &s;")
        self.lines.append(f"int &r = {self.pick('a', 's.x', 'list[2]')};")
        self.block(16, 0, False)
        body = "\n".join(self.lines)
        main = "int main(int count, char **arguments) { START; body(opaque()); body(3); }\n"
        return (
            f"{PROLOGUE}static void body(int in) {{\nFORGET;\n{body}\n"
            f"end:;\nLAUNCH(1 + (a & 31), 1 + (s.x & 31), b, d);\n}}\n{main}"
        )


def agrees(launch, grid, block, x, y):
    arguments = launch["arguments"]
    return (
        (launch["origin"] == "assumed" or launch["block"] == [block, 1, 1])
        and launch["grid"] in (None, [grid, 1, 1])
        and arguments.get("x", x) == x
        and arguments.get("y", y) == y
    )


def disagreement(tool, compiler, source, program):
    subprocess.run([compiler, "-w", "-DRUN", "-x", "c++", source, "-o", program], check=True)
    command = [tool, "audit", source, "--toolkit", "own", "--format=json"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    found = {}
    for launch in report["kernels"][0]["launches"]:
        found.setdefault(launch["arguments"].get("line"), []).append(launch)
    for start in range(1, 13):
        run = subprocess.run([program, str(start * 7919)], check=True, capture_output=True, text=True, timeout=60)
        for row in set(run.stdout.splitlines()):
            line, *launched = map(int, row.split())
            if not any(agrees(launch, *launched) for launch in found.get(line, [])):
                return f"line {line} launched {launched}, found {found.get(line)}"
    return ""


tool, compiler, first, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
bad = 0
with tempfile.TemporaryDirectory() as folder:
    for seed in range(first, first + count):
        text = Program(seed).text()
        source = os.path.join(folder, "program.cu")
        with open(source, "w") as file:
            file.write(text)
        problem = disagreement(tool, compiler, source, os.path.join(folder, "program"))
        if problem:
            bad += 1
            print(f"seed {seed}: {problem}")
            if len(sys.argv) > 5:
                with open(os.path.join(sys.argv[5], f"{seed}.cu"), "w") as file:
                    file.write(text)
print(f"{count} programs, {bad} that disagree")
sys.exit(bad > 0)
