"""Launches that are found in the host code of the corpus, against those that were recorded when the corpus ran.

Every recorded launch must be found with its block, grid and every scalar argument and field that the kernel reads, and
nothing that never ran may be found. Usage: compare_corpus.py SECTORSCOPE CORPUS
"""

import json
import os
import subprocess
import sys

tool, corpus = sys.argv[1:]


def params(value):
    """Every node of a report that stands for an argument of the kernel."""
    if isinstance(value, dict):
        if "argument" in value and "pointer" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from params(item)


def launches_of(name):
    """Launches by kernel and line, with fields of structs by offset ("view+8"), as the record has them; and which of
    those the kernel reads."""
    command = [tool, "audit", os.path.join(corpus, name), "--toolkit", "own", "--format=json", "--", "-I" + corpus]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    found, read = {}, {}
    for kernel in report["kernels"]:
        offsets = {}
        for param in params(kernel):
            base = param["name"].replace("+", ".").split(".")[0]
            if base != param["name"]:
                offsets[param["name"]] = f"{base}+{param.get('offset', 0)}"
        read[kernel["mangled"]] = set(offsets.values())
        for launch in kernel["launches"]:
            arguments = {offsets.get(key, key): value for key, value in launch["arguments"].items()}
            found.setdefault((kernel["mangled"], launch["line"]), []).append((launch["grid"], launch["block"], arguments))
    return found, read


recorded = json.load(open(os.path.join(corpus, "launches.json")))["launches"]
matched = arguments = wrong = 0
for name in sorted({run["file"] for run in recorded}):
    found, read = launches_of(name)
    ran = {}
    for run in recorded:
        if run["file"] != name:
            continue
        wanted = {
            key: value
            for key, value in run["arguments"].items()
            if isinstance(value, int) and ("+" not in key or key in read[run["mangled"]])
        }
        launch = (run["grid"], run["block"], wanted)
        ran.setdefault((run["mangled"], run["line"]), []).append(launch)
        if launch in found.get((run["mangled"], run["line"]), []):
            matched += 1
            arguments += len(wanted)
        else:
            print(f"not found: {run['mangled']} {launch}, but {found.get((run['mangled'], run['line']))}")
    for key, launches in found.items():
        for launch in launches:
            if key[1] and launch not in ran.get(key, []):
                print(f"never ran: {key} {launch}")
                wrong += 1
print(f"{matched} of {len(recorded)} launches with {arguments} arguments")
sys.exit(wrong > 0 or matched < len(recorded))
