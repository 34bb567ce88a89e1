"""Writes the compilation database of project.test: database.py BUILD_FOLDER"""

import json
import pathlib
import sys

build = pathlib.Path(sys.argv[1])
src = str(build.parent / "src")
nvcc = "/no/such/cuda/bin/nvcc"  # never started
entries = [
    {"directory": "sub/../../src", "file": "relative.cu",
     "command": f"{nvcc} -Iinc -arch=sm_80 -Xptxas -v -maxrregcount=32 -Xcompiler=-fPIC -c relative.cu -o relative.o"},
    {"directory": src, "file": "my files/spaces.cu",
     "command": f"{nvcc} -DNAME=spaced -DTEXT=\"\\\"a b\\\"\" -c 'my files/spaces.cu' -o spaces.o"},
    {"directory": src, "file": "deep.cu", "arguments": [nvcc, "@deep.rsp", "-c", "deep.cu"]},
    {"directory": src, "file": "deep.cu", "arguments": [nvcc, "@deep.rsp", "-c", "deep.cu", "-o", "other.o"]},
    {"directory": src, "file": "host.cu", "command": f"{nvcc} -c host.cu"},
    {"directory": src, "file": "plain.cpp", "command": "g++ -c plain.cpp"},
    {"directory": src, "file": "header.cu", "command": f"{nvcc} -c header.cu"},
    {"directory": src, "file": "wrong.cu", "command": f"clang++ --cuda-gpu-arch=sm_80 -c wrong.cu"},
    {"directory": src, "file": "absent.cu", "command": f"{nvcc} -c absent.cu"},
    {"directory": src, "file": "unknown.cu", "command": "nvc++ -cuda -c unknown.cu"},
    {"directory": src, "file": "cycle.cu", "command": f"{nvcc} @cycle.rsp -c cycle.cu"},
    {"directory": src, "file": "norsp.cu", "command": f"{nvcc} @none.rsp -c norsp.cu"},
    {"directory": src, "file": "quote.cu", "command": f"{nvcc} '-c quote.cu"},
    {"directory": src, "file": "nothing.cu"},
]
(build / "compile_commands.json").write_text(json.dumps(entries))
