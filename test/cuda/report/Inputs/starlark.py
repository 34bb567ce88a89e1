"""Runs docs/bazel/sectorscope.bzl with stand-ins for what Bazel gives it, and the commands that it makes of the example:

starlark.py WORKSPACE PROGRAM OUT prints the commands; the merged report is OUT/accesses.json. Starlark is, as far as the file
goes, Python. Targets are those of the BUILD files, which run here as well.
"""

import os
import subprocess
import sys
from types import SimpleNamespace as Struct

workspace, program, out = sys.argv[1:]
os.chdir(workspace)
commands = []


class File(str):
    """A file by its path, with the fields that the rules ask for."""

    short_path = property(lambda self: os.path.relpath(self, out) if self.startswith(out) else str(self))
    extension = property(lambda self: self.rpartition(".")[2])


class Depset(list):
    def __init__(self, direct=(), transitive=()):
        super().__init__(direct)
        for other in transitive:
            self.extend(item for item in other if item not in self)

    to_list = list.copy


class Args(list):
    """A command line, or a part of one that goes through a file."""

    template = None

    def add(self, *words):
        self.extend(words)

    def add_all(self, words):
        self.extend(words)

    def use_param_file(self, template, use_always):
        self.template = template

    def set_param_file_format(self, name):
        assert name == "multiline", name

    def words(self):
        if not self.template:
            return list(map(str, self))
        with open(os.path.join(out, "params"), "w") as params:
            params.write("".join(word + "\n" for word in self))
        return [self.template % params.name]


class Provider(Struct):
    def __init__(self, doc=None, fields=None, **values):
        super().__init__(**values)


def provider(doc, fields):
    return type("Info", (Provider,), {})


class Target(dict):
    """Its providers by their types."""


def declare_file(name):
    path = File(os.path.join(out, name))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def run(executable, arguments, inputs, outputs, **_):
    command = [executable]
    for part in arguments:
        command += part.words() if isinstance(part, Args) else [part]
    commands.append((command, list(inputs)))


CcInfo, DefaultInfo, OutputGroupInfo = (type(name, (Provider,), {}) for name in ("CcInfo", "DefaultInfo", "OutputGroupInfo"))
actions = Struct(declare_file=declare_file, args=Args, run=run)
rules = {
    "provider": provider,
    "depset": Depset,
    "aspect": lambda implementation, **_: implementation,
    "rule": lambda implementation, **_: lambda name, deps: implementation(context(name, deps=[targets[d] for d in deps])),
    "attr": Struct(label=lambda **_: None, label_list=lambda **_: None),
    "CcInfo": CcInfo, "DefaultInfo": DefaultInfo, "OutputGroupInfo": OutputGroupInfo,
}  # fmt: skip


def context(name, srcs=(), **attributes):
    rule = Struct(attr=Struct(**attributes), files=Struct(srcs=list(map(File, srcs))))
    return Struct(actions=actions, attr=rule.attr, rule=rule, label=Struct(name=name),
                  files=Struct(_settings=[File(".sectorscope.yaml")]),
                  expand_make_variables=lambda attribute, text, _: text)  # fmt: skip


def load_build(folder):
    def cc_library(name, srcs=(), hdrs=(), copts=(), defines=(), deps=(), visibility=None):
        below = [targets[dep] for dep in deps]
        contexts = [dep[CcInfo].compilation_context for dep in below]
        files = lambda names: [File(os.path.normpath(os.path.join(folder, name))) for name in names]
        target = Target({CcInfo: Struct(compilation_context=Struct(
            headers=Depset(files(hdrs), [c.headers for c in contexts]),
            defines=Depset(defines, [c.defines for c in contexts]),
            includes=Depset(), quote_includes=Depset(["."]), system_includes=Depset()))})  # fmt: skip
        target.label = Struct(name=name)
        ctx = context(name, srcs=files(srcs), copts=list(copts), deps=below)
        target.update({type(given): given for given in bzl["sectorscope_aspect"](target, ctx)})
        targets["//%s:%s" % (folder, name) if folder else ":" + name] = target

    with open(os.path.join(folder, "BUILD.bazel")) as build:
        exec(compile(build.read(), build.name, "exec"), {
            "load": lambda file, *names: None, "filegroup": lambda **_: None, "cc_library": cc_library,
            "sectorscope_report": bzl["sectorscope_report"]})  # fmt: skip


targets = {}
bzl = dict(rules)
with open("sectorscope.bzl") as source:
    exec(compile(source.read(), source.name, "exec"), bzl)
bzl["SECTORSCOPE"] = program
load_build("lib")
load_build("")
for command, inputs in commands:
    print("inputs:", " ".join(inputs).replace(out + "/", ""))
    print("sectorscope", " ".join(command[1:]).replace(out + "/", ""), flush=True)
    code = subprocess.run(command).returncode
    if code:
        sys.exit(code)
