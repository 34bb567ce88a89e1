"""Compiles every .cu file of a folder: compile_all.py TOOL FOLDER OPTIONS...

Prints "name.cu: N kernels", and what the compiler says if it says anything. Kernels are counted in the IR: by their
calling convention (LLVM 22) or by their annotation (LLVM 19).
"""

import pathlib
import re
import subprocess
import sys

tool, folder, options = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
failed = False
for source in sorted(folder.glob("*.cu")):
    run = subprocess.run([tool, *options, str(source), "--", "-Wall", "-Wextra"], capture_output=True, text=True)
    failed |= run.returncode != 0
    kernels = len(re.findall(r'^define .*\bptx_kernel\b|!"kernel", i32 1', run.stdout, re.MULTILINE))
    print(f"{source.name}: {kernels} kernel{'' if kernels == 1 else 's'}")
    if run.stderr:
        print(run.stderr)
sys.exit(failed)
