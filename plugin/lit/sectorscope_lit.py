# Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sectorscope in the lit tests of a project. In lit.cfg.py:

    import subprocess, sys
    sys.path.append(subprocess.check_output(["sectorscope", "--lit-dir"], text=True).strip())
    import sectorscope_lit
    sectorscope_lit.use(config, lit_config)

and in a test:

    // RUN: %sectorscope-audit %s --block 256 | %FileCheck %s

Substitutions: %sectorscope is the program, %sectorscope-audit is `sectorscope audit --format=check`, %FileCheck is LLVM's.
Feature: `sectorscope-toolkit` where the audit reads the headers of a CUDA toolkit, and not its own.
"""

import glob
import os
import re
import shlex
import shutil
import subprocess

# What the program takes from the environment; lit hands on only what it is told to.
VARIABLES = ("CUDA_PATH", "CUDA_HOME", "SECTORSCOPE_HEADERS", "SECTORSCOPE_CLANG_RESOURCE_DIR", "SECTORSCOPE_CONFIG")
TOOLKIT_FOLDERS = ("/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda")
TOOLKIT_PARTS = ("nvvm/libdevice", "include/curand_mtgp32_kernel.h", "include/cuda_runtime.h")


def find_sectorscope():
    """The program of this installation, else that of PATH; None if there is neither."""
    here = os.path.dirname(os.path.abspath(__file__))
    installed = os.path.join(here, "..", "..", "..", "bin", "sectorscope")
    return os.path.normpath(installed) if os.path.isfile(installed) else shutil.which("sectorscope")


def find_filecheck(llvm):
    """FileCheck of the folder that LLVM_TOOLS names, of PATH, or of Debian's LLVM `llvm` (22); None if there is none."""
    folder = os.environ.get("LLVM_TOOLS")
    if folder:
        return shutil.which("FileCheck", path=folder)
    names = ["FileCheck-%d" % llvm, "FileCheck", "/usr/lib/llvm-%d/bin/FileCheck" % llvm]
    names += sorted(glob.glob("/usr/lib/llvm-*/bin/FileCheck"), reverse=True)
    return next(filter(None, map(shutil.which, names)), None)


def llvm_of(sectorscope):
    """The major version of LLVM that the program is built with: 22. None if it does not run."""
    try:
        said = subprocess.run([sectorscope, "--version"], stdout=subprocess.PIPE, universal_newlines=True).stdout
    except OSError:
        return None
    found = re.search(r"LLVM (\d+)", said)
    return int(found.group(1)) if found else None


def cuda_version(folder):
    """CUDA_VERSION of the toolkit in `folder`: 13000 for 13.0; 0 if there is none."""
    try:
        with open(os.path.join(folder, "include", "cuda.h"), errors="replace") as header:
            found = re.search(r"^#define\s+CUDA_VERSION\s+(\d+)", header.read(), re.MULTILINE)
    except OSError:
        return 0
    return int(found.group(1)) if found else 0


def has_toolkit(llvm):
    """Whether an audit takes a toolkit: the first one there is, if it is whole and Clang can read it."""
    for folder in (os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME")) + TOOLKIT_FOLDERS:
        version = cuda_version(folder) if folder else 0
        if version:
            is_whole = all(os.path.exists(os.path.join(folder, part)) for part in TOOLKIT_PARTS)
            return is_whole and version < (14000 if llvm >= 21 else 13000)
    return False


def use(config, lit_config, sectorscope=None, filecheck=None):
    """Adds substitutions and features to `config`. What is missing ends the run with one line that says what to do."""
    sectorscope = sectorscope or find_sectorscope()
    if not sectorscope:
        lit_config.fatal("sectorscope is not found; put it into PATH, or call use(..., sectorscope=PROGRAM)")
    llvm = llvm_of(sectorscope)
    if not llvm:
        lit_config.fatal("%s does not run; try it with --version" % sectorscope)
    filecheck = filecheck or find_filecheck(llvm)
    if not filecheck:
        lit_config.fatal("FileCheck is not found; install llvm-%d-tools, or name its folder in LLVM_TOOLS" % llvm)
    program = shlex.quote(sectorscope)
    # lit replaces in this order, so that a name must stand before any that it begins with.
    config.substitutions += [
        ("%sectorscope-audit", program + " audit --format=check"),
        ("%sectorscope", program),
        ("%FileCheck", shlex.quote(filecheck)),
    ]
    for variable in VARIABLES:
        if variable in os.environ:
            config.environment[variable] = os.environ[variable]
    if has_toolkit(llvm):
        config.available_features.add("sectorscope-toolkit")
