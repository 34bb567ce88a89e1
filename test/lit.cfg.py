"""How the IR and CUDA tests run. Substitutions:

%sectorscope  the command line           %plugin   the compiler plugin
%sectorscope-check  the harness         %corpus   test/corpus
%witness      the CPU witness on the corpus
%compile      front end only: prints IR  %headers  our CUDA headers
%remarkutil   llvm-remarkutil            %ninja   %cmake
%project      the root of the sources    %sectorscope-launch
%build        the build folder           %lit
%opt %clang %llvm-as %FileCheck %not %split-file   tools of the LLVM that this build is made with
%examples     docs/examples   %llvm  19 or 22   %python

%sarif-schema  the schema of OASIS

Features: llvm-22 or llvm-19; `toolkit` where a CUDA toolkit is installed that this Clang can read; SARIF_SCHEMA where that
environment variable names a copy of the schema of OASIS.
"""

import os
import shutil
import sys

import lit.formats

sys.dont_write_bytecode = True  # nothing is left in the sources
sys.path.insert(0, os.path.join(config.project_root, "plugin", "lit"))
from sectorscope_lit import cuda_version

config.name = "sectorscope-" + str(config.llvm_major)
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".cu", ".test"]
config.excludes = ["Inputs", "unit", "oracle", "fuzz", "frontend", "corpus"]
config.test_source_root = config.source_root
# lit leaves out folders of these names at any depth, without a word.
for tests in ("cuda", "ir"):
    for folder, below, _ in os.walk(os.path.join(config.source_root, tests)):
        for name in set(below) & set(config.excludes) - {"Inputs"}:
            lit_config.fatal("%s: lit would leave its tests out, give it another name" % os.path.join(folder, name))
config.test_exec_root = os.path.join(config.binary_root, "lit")


def find_toolkit():
    """The toolkit that the front end finds too, and its version: ("/usr/local/cuda", 13000), or ("", 0)."""
    for folder in (os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME"), "/usr/local/cuda", "/opt/cuda"):
        if folder and cuda_version(folder):
            return folder, cuda_version(folder)
    return "", 0


config.available_features.add("llvm-" + str(config.llvm_major))
toolkit, version = find_toolkit()
if version and (config.llvm_major >= 22 or version < 13000):
    config.available_features.add("toolkit")
if version >= 13000:
    config.available_features.add("toolkit-13")
for variable in ("CUDA_PATH", "CUDA_HOME"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
# Its licence does not let us keep a copy of it here: SARIF_SCHEMA names one, sarif-schema-2.1.0.json of oasis-tcs/sarif-spec.
sarif_schema = os.environ.get("SARIF_SCHEMA", "")
if sarif_schema:
    config.available_features.add("SARIF_SCHEMA")


def tool(name):
    return os.path.join(config.tools_dir, name)


# Before a tool that loads our plugin. LLVM leaves memory to the end of the process, so leaks say nothing there.
config.loader = ""
if config.sanitizer_runtime:
    config.loader = "env LD_PRELOAD=%s ASAN_OPTIONS=detect_leaks=0 " % config.sanitizer_runtime


# lit replaces in this order, so that a name must stand before any that it begins with.
config.substitutions += [
    ("%sectorscope-check", config.check_tool),
    ("%sectorscope-launch", os.path.join(os.path.dirname(config.sectorscope), "sectorscope-launch")),
    ("%sectorscope", config.sectorscope),
    ("%witness", config.witness_tool),
    ("%split-file", tool("split-file")),
    ("%FileCheck", tool("FileCheck")),
    ("%llvm-as", tool("llvm-as")),
    ("%remarkutil", tool("llvm-remarkutil")),
    ("%ninja", shutil.which("ninja") or "ninja"),
    ("%cmake", shutil.which("cmake") or "cmake"),
    ("%sarif-schema", sarif_schema),
    ("%project", config.project_root),
    ("%build", os.path.dirname(config.binary_root)),
    ("%lit", config.lit),
    ("%compile", config.compile_tool),
    ("%corpus", os.path.join(config.source_root, "corpus")),
    ("%examples", os.path.join(config.project_root, "docs", "examples")),
    ("%llvm", str(config.llvm_major)),
    ("%headers", os.path.join(config.project_root, "headers")),
    ("%plugin", config.plugin),
    ("%python", config.python),
    ("%clang", config.loader + tool("clang++")),
    ("%opt", config.loader + tool("opt")),
    ("%not", tool("not")),
]
