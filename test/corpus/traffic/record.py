#!/usr/bin/env python3
# Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records the counters of every launch of a program with Nsight Compute, as a table: one row a launch.

Caches are flushed before each launch and clocks left alone. A group of counters is one run of the program, since what
does not fit into one pass is replayed over restored memory; the counts of the program's kernels must not depend on that.
"""

import argparse
import csv
import datetime
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

L1 = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"
GROUPS = {
    "dram": {
        "dram_read": "dram__sectors_read.sum",
        "dram_write": "dram__sectors_write.sum",
        "l2_fill": "lts__d_sectors_fill_device.sum",
        "time_ns": "gpu__time_duration.sum",
    },
    "l1": {f"{what}_{op}": L1.format(what, op) for op in ("ld", "st") for what in ("requests", "sectors")},
    "atomic": {f"{what}_{op}": L1.format(what, op) for op in ("red", "atom") for what in ("requests", "sectors")},
    "l2": {
        "l2_read": "l1tex__m_xbar2l1tex_read_sectors_mem_lg_op_ld.sum",
        "l2_write": "l1tex__m_l1tex2xbar_write_sectors_mem_lg_op_st.sum",
        "l2_sectors": "lts__t_sectors_srcunit_tex.sum",
    },
}


def first_line(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0].strip()
    except (OSError, subprocess.CalledProcessError, IndexError):
        return "unknown"


def profiler():
    places = [shutil.which("ncu"), "/usr/local/cuda/bin/ncu", *sorted(glob.glob("/opt/nvidia/nsight-compute/*/ncu"))]
    found = [place for place in places if place and os.access(place, os.X_OK)]
    if not found:
        sys.exit("record.py: Nsight Compute is not here: put ncu on PATH")
    return found[0]


def profile(ncu, metrics, options):
    """The launches with the counters of one group, in order."""
    with tempfile.TemporaryDirectory() as scratch:
        report = os.path.join(scratch, "profile.ncu-rep")
        command = [ncu, "--force-overwrite", "--clock-control", "none", "--cache-control", "all", "--set", "none"]
        command += ["--metrics", ",".join(metrics.values()), "--export", report]
        if options.launches:
            command += ["--launch-count", str(options.launches)]
        run = subprocess.run(command + options.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             errors="replace", check=False)
        passes = [int(count) for count in re.findall(r"(\d+) pass(?:es)?\b", run.stdout)]
        print(f"  {len(passes)} kernels, at most {max(passes, default=0)} passes, exit code {run.returncode}", flush=True)
        if not os.path.exists(report):
            print("\n".join(run.stdout.splitlines()[-15:]))
            return None
        page = subprocess.run([ncu, "--import", report, "--csv", "--page", "raw", "--print-units", "base",
                               "--print-kernel-base", "mangled" if options.mangled else "function"],
                              capture_output=True, text=True, check=False).stdout
    lines = page.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        print(page[-1000:])
        return None
    launches = []
    for row in list(csv.DictReader(lines[start:]))[1:]:  # the first row holds the units
        if re.search(r"mem(set|cpy)", row["Kernel Name"], re.IGNORECASE):
            continue
        shape = [re.sub(r"[() ]", "", row[name]).replace(",", "x") for name in ("Grid Size", "Block Size")]
        counts = {name: row.get(metric, "").replace(",", "") or "-" for name, metric in metrics.items()}
        launches.append(((row["Kernel Name"], *shape), counts))
    return launches


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True, help="the table to write")
    parser.add_argument("--compiler", default="unknown", help="for the header")
    parser.add_argument("--groups", default=",".join(GROUPS), help="of counters; joined by + they share a run")
    parser.add_argument("--launches", type=int, help="only so many, from the first")
    parser.add_argument("--mangled", action="store_true", help="mangled names of kernels")
    parser.add_argument("--program", help="a first column with this name; rows are appended where the table exists")
    parser.add_argument("command", nargs="+", help="the program and its arguments, after --")
    options = parser.parse_args()

    ncu = profiler()
    columns, rows = [], []
    for names in options.groups.split(","):
        metrics = {}
        for name in names.split("+"):
            metrics |= GROUPS[name]
        columns += metrics
        print(f"{os.path.basename(options.command[0])}: {names}", flush=True)
        launches = profile(ncu, metrics, options)
        if launches is None:
            continue
        if not rows:
            rows = [(launch, {}) for launch, _ in launches]
        if [launch for launch, _ in launches] != [launch for launch, _ in rows]:
            print(f"  not the launches of the first group: {names} is left out")
            continue
        for (_, counts), (_, more) in zip(rows, launches):
            counts |= more

    append = options.program and os.path.exists(options.out)
    with open(options.out, "a" if append else "w", encoding="utf-8") as table:
        if not append:
            part = first_line("nvidia-smi", "--query-gpu=name", "--format=csv,noheader")
            driver = first_line("nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader")
            version = subprocess.run([ncu, "--version"], capture_output=True, text=True, check=False).stdout
            version = (version.strip().splitlines() or ["unknown"])[-1]
            print(f"# {part}, driver {driver}, {datetime.date.today()}, {options.compiler}, Nsight Compute {version}; "
                  "clocks not controlled, caches flushed before each launch", file=table)
            print(*(["program"] if options.program else []), "ordinal", "kernel", "grid", "block", *columns, sep="\t",
                  file=table)
        for ordinal, (launch, counts) in enumerate(rows):
            print(*([options.program] if options.program else []), ordinal, *launch,
                  *(counts.get(column, "-") for column in columns), sep="\t", file=table)
    shown = [column for column in columns if column in ("dram_read", "dram_write", "sectors_ld", "sectors_st", "time_ns")]
    print(f"{'kernel':28}", *(f"{column:>12}" for column in shown))
    for launch, counts in rows if len(rows) < 100 else rows[:5]:
        print(f"{launch[0][:28]:28}", *(f"{counts.get(column, '-'):>12}" for column in shown))
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main())
