"""A report audited again says what its source says, byte for byte: under the options that it was made with, and under
others. round_trip.py FOLDER SECTORSCOPE FILE..."""

import functools
import pathlib
import subprocess
import sys

folder, tool, *files = sys.argv[1:]
pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
other = ["--block", "16x8", "--grid", "7", "--assume", "n=1000", "--profile", "a100", "--traffic-effort", "99"]


@functools.cache
def of_source(name, *options):
    return audit(name, *options)


def audit(name, *options):
    done = subprocess.run([tool, "audit", name, "--toolkit=own", *options], capture_output=True)
    return done.returncode, done.stdout


for file in files:
    name = pathlib.Path(file)
    for made_with in ([], other):
        report = str(pathlib.Path(folder) / (name.name + ".json"))
        code, text = of_source(file, *made_with, "--format=json")
        if code or not text:
            sys.exit(f"{file}: exit code {code}")
        pathlib.Path(report).write_bytes(text)
        asked = [["--format=json"], []] if made_with else [["--format=json"], [], other]
        for options in asked:
            if audit(report, *options) != of_source(file, *made_with, *options):
                sys.exit(f"{file}: made with {made_with}, asked with {options}: differs")
print(f"{len(files)} files: the same")
