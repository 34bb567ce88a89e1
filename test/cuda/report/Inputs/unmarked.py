"""A project without .git and .sectorscope.yaml above it, audited from two folders: unmarked.py SECTORSCOPE. Prints the
first report, and fails if the other is another."""

import json
import pathlib
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    entries = []
    for source in ("sub/a.cu", "b.cu"):
        (folder / source).parent.mkdir(exist_ok=True)
        (folder / source).write_text("__global__ void k(float *p) { p[9 * (blockIdx.x * blockDim.x + threadIdx.x)] = 1; }\n")
        entries.append({"directory": name, "file": source, "command": "nvcc -arch=sm_90 -c " + source})
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    command = [sys.argv[1], "audit", "-p", name, "--toolkit=own", "--format=gcc", "--cache=none"]
    reports = [subprocess.run(command, cwd=cwd, capture_output=True, text=True).stdout for cwd in (name, "/")]
sys.stdout.write(reports[0])
if reports[0] != reports[1]:
    sys.exit("from another folder:\n" + reports[1])
