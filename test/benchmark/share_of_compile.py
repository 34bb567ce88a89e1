#!/usr/bin/env python3
"""The pass's share of a device compile: instructions counted by callgrind.

Compiles each CUDA file to PTX under valgrind, with the plugin, and counts within the pass and around it. The share is the
first count over the second. Counts, unlike times, are the same on a busy machine.
"""
import argparse
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

# The one function in which everything happens, without the wrapper of the pass manager that has it in its name.
PASS = "sectorscope::SectorscopeDiagnosePass::run(llvm::Module&, llvm::AnalysisManager<llvm::Module>&)"


def instructions(command, folder):
    """What callgrind counts outside and within the pass, and what went wrong."""
    out = pathlib.Path(folder) / "callgrind.out"
    for old in pathlib.Path(folder).glob("callgrind.out*"):
        old.unlink()
    # The counts are written out and start anew where the pass is entered and left: one run tells both.
    options = [f"--callgrind-out-file={out}", f"--dump-before={PASS}", f"--dump-after={PASS}"]
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", *options, *command], capture_output=True, text=True, errors="replace"
    )
    if run.returncode != 0:
        said = [line for line in run.stderr.splitlines() if line and not line.startswith("==")]
        return 0, 0, said[0] if said else f"exit code {run.returncode}"
    around = within = 0
    for dump in pathlib.Path(folder).glob("callgrind.out*"):
        text = dump.read_text(errors="replace")
        trigger = re.search(r"^desc: Trigger: (.*)$", text, re.MULTILINE)
        total = re.search(r"^(?:totals|summary): (\d+)", text, re.MULTILINE)
        if not total:
            continue
        if trigger and trigger.group(1).startswith("--dump-after="):
            within += int(total.group(1))
        else:
            around += int(total.group(1))
    if within == 0:
        return 0, 0, "the pass was not seen; has the plugin been stripped of its symbols?"
    return around, within, ""


def files_of(paths):
    for path in map(pathlib.Path, paths):
        yield from sorted(path.rglob("*.cu")) if path.is_dir() else [path]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--headers", required=True, help="the folder headers/ of Sectorscope")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("paths", nargs="+", metavar="FILE-OR-FOLDER")
    arguments, extra = parser.parse_known_args()  # what is left goes to clang
    headers = pathlib.Path(arguments.headers)
    wrappers = subprocess.run([arguments.clang, "-print-resource-dir"], capture_output=True, text=True, check=True)
    # As the command line compiles where there is no toolkit.
    base = [arguments.clang, "--driver-mode=g++", "--cuda-device-only", f"--cuda-gpu-arch={arguments.arch}", "-S", "-O2"]
    base += ["-gline-tables-only", "-w", "-Wno-unknown-cuda-version", "-nocudainc", "-nocudalib"]
    base += ["--cuda-feature=+ptx85"]  # what clang would learn from a toolkit
    for system in (f"{wrappers.stdout.strip()}/include/cuda_wrappers", headers / "common", headers / "cuda"):
        base += ["-isystem", str(system)]
    base += ["-include", "sectorscope_cuda_prelude.h", f"--cuda-path={headers}", "-Xclang", "-target-sdk-version=12.4"]
    base += ["-idirafter", str(headers / "compat" / "samples"), "-Wno-pass-failed"]
    base += [f"-fplugin={arguments.plugin}", f"-fpass-plugin={arguments.plugin}", *extra, "-x", "cuda"]
    shares, failed = [], 0
    print(f"{'clang':>10} {'pass':>10} {'share':>7}  file  (millions of instructions)")
    with tempfile.TemporaryDirectory() as folder:
        for file in files_of(arguments.paths):
            end = ["-o", f"{folder}/out.ptx", str(file)]
            whole, part, problem = instructions([*base, str(file), "-o", f"{folder}/out.ptx"], folder)
            if problem:
                failed += 1
                print(f"{file}: {problem}", file=sys.stderr)
                continue
            shares.append(100 * part / whole)
            print(f"{whole / 1e6:10.1f} {part / 1e6:10.2f} {shares[-1]:6.2f}%  {file}", flush=True)
    if shares:
        print(f"median {statistics.median(shares):.2f} %, largest {max(shares):.2f} %, of {len(shares)} files")
    return 1 if failed or not shares else 0


if __name__ == "__main__":
    sys.exit(main())
