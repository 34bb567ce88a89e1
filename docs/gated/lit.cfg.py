"""Tests: the CHECK lines of every source file that has a RUN line."""

import os
import subprocess
import sys

import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
config.name = "gated"
config.test_format = lit.formats.ShTest()
config.suffixes = [".cu"]
config.test_exec_root = os.path.join(here, "build", "lit")
for folder, _, files in os.walk(os.path.join(here, "src")):
    config.excludes |= {name for name in files if "RUN:" not in open(os.path.join(folder, name)).read()}

# CMake says where the module is; else the program does.
folder = lit_config.params.get("sectorscope_lit")
if not folder:
    folder = subprocess.check_output(["sectorscope", "--lit-dir"], universal_newlines=True).strip()
sys.path.append(folder)
import sectorscope_lit

sectorscope_lit.use(config, lit_config)
