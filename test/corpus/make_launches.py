#!/usr/bin/env python3
# Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes launches.json: every launch of the corpus with its shape, scalar arguments and buffers.

    make_launches.py records/h200-clang22.json > launches.json

Shapes and arguments are read from the launch functions in kernels/, where they are literals on one line; fields of
structs passed by value stand in the comment behind a launch, named by their offset in bytes ("view+8"). "buffers" says
which of the buffers of corpus.h a pointer parameter points into. Names come from a record of the same sources. A launch
that differs from the record in kernel, order or shape is an error: the record is out of date.
"""
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
LAUNCH = re.compile(r"^\s*(\w+)(?:<([^<>]+)>)?<<<(.+?)>>>\((.*)\);(?:\s*// (.*))?$")
BUFFERS = {"in": r"inputOf<", "out": r"outputOf<", "index": r"b\.index$"}
KERNEL = re.compile(r"__global__ void (?:__launch_bounds__\(\d+\) )?(\w+)\(([^)]*)\)")


def split(text):
    """Splits at commas outside parentheses, braces and angle brackets."""
    parts, depth, part = [], 0, ""
    for char in text:
        depth += (char in "({<") - (char in ")}>")
        if char == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += char
    return parts + [part.strip()] if part.strip() else parts


def shape(text):
    numbers = [int(n) for n in re.fullmatch(r"(?:dim3\()?([\d, ]+)\)?", text).group(1).split(",")]
    return numbers + [1] * (3 - len(numbers))


def number(text):
    text = text.rstrip("f") if "." in text else text
    return float(text) if "." in text else int(text, 0)


def launches_of(path):
    text = path.read_text()
    parameters = {name: split(" ".join(params.split())) for name, params in KERNEL.findall(text)}
    # clang-format breaks long launches: join them again, keeping the line on which each starts.
    lines = text.splitlines()
    for index, line in enumerate(lines):
        if "<<<" not in line:
            continue
        while ";" not in line:
            index += 1
            line += " " + lines[index].strip()
        match = LAUNCH.match(line)
        if not match:
            raise SystemExit(f"{path}:{index + 1}: cannot read this launch: {line}")
        kernel, _, config, arguments, comment = match.groups()
        grid, block = split(config)[:2]
        scalars, buffers = {}, {}
        for parameter, argument in zip(parameters[kernel], split(arguments), strict=True):
            name = re.search(r"(\w+)$", parameter).group(1)
            if "*" not in parameter and re.fullmatch(r"-?[\d.]+f?|0x[0-9a-f]+", argument):
                scalars[name] = number(argument)
            for buffer, pattern in BUFFERS.items():
                if re.match(pattern, argument):
                    buffers[name] = buffer
        for field in (comment or "").split():
            name, value = field.split("=")
            scalars[name] = number(value)
        first = next(i for i in range(index, -1, -1) if "<<<" in lines[i]) + 1
        yield kernel, f"kernels/{path.name}", first, shape(grid), shape(block), scalars, buffers


def main():
    record = json.loads(pathlib.Path(sys.argv[1]).read_text())
    recorded = sorted((launch["order"], kernel["name"], kernel["mangled"], launch["grid"], launch["block"])
                      for kernel in record["kernels"] for launch in kernel["launches"])
    order = re.findall(r"\{\"(\w+)\", launch\w+\}", (HERE / "corpus_main.cu").read_text())
    written = [launch for part in order for launch in launches_of(HERE / "kernels" / f"{part}.cu")]
    if len(written) != len(recorded):
        raise SystemExit(f"{len(written)} launches in the sources, {len(recorded)} in the record")
    rows = []
    for (number_, name, mangled, grid, block), launch in zip(recorded, written):
        kernel, file, line, grid_, block_, scalars, buffers = launch
        base = re.search(r"(\w+)(?:<.*)?\(", name.removeprefix("void ")).group(1)
        if "<" in name:
            base = name.removeprefix("void ").split("<")[0]
        if (base, grid, block) != (kernel, grid_, block_):
            raise SystemExit(f"launch {number_} is {name} {grid} {block} in the record, {kernel} {grid_} {block_} in {file}")
        rows.append(json.dumps({"order": number_, "file": file, "line": line, "kernel": name, "mangled": mangled,
                                "grid": grid, "block": block, "arguments": scalars, "buffers": buffers}))
    print('{"schema": "sectorscope-launches/1", "launches": [')
    print(",\n".join(rows))
    print("]}")


if __name__ == "__main__":
    main()
