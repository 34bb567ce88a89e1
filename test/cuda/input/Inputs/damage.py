"""Spoils bitcode in known ways.

damage.py binary IN OUT         some bytes that are neither text nor bitcode
damage.py producer IN OUT       bitcode that says LLVM 98 wrote it
damage.py cut IN OUT TOOL       runs TOOL on IN cut after every 64th byte; each must give exit code 0, or 2 and one line
damage.py spoil IN OUT TOOL     the same with every 64th byte turned over
"""

import pathlib
import subprocess
import sys

way, source, target = sys.argv[1], pathlib.Path(sys.argv[2]).read_bytes(), pathlib.Path(sys.argv[3])


def producer(data):
    """The identification block holds "LLVM22.1.8" as 6-bit characters or bytes, whichever the writer chose."""
    text = "".join(f"{byte:08b}"[::-1] for byte in data)  # fields are not aligned to bytes
    for number in range(10, 40):
        for width, code in ((8, ord), (6, char6)):
            before, after = bits(f"LLVM{number}", width, code), bits("LLVM98", width, code)
            if before in text:
                text = text.replace(before, after, 1)
                return bytes(int(text[i : i + 8][::-1], 2) for i in range(0, len(text), 8))
    raise SystemExit("no producer found in the bitcode")


def char6(character):
    return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._".index(character)


def bits(text, width, code):
    return "".join(f"{code(character):0{width}b}"[::-1] for character in text)


def check(tool, name, data):
    target.with_name(name).write_bytes(data)
    run = subprocess.run([tool, str(target.with_name(name))], capture_output=True, text=True, errors="replace")
    lines = run.stderr.splitlines()
    if run.returncode == 0 or (run.returncode == 2 and len(lines) == 1 and lines[0].startswith("error: ")):
        return run.returncode
    raise SystemExit(f"{name}: exit code {run.returncode}\n{run.stderr}")


if way == "binary":
    target.write_bytes(bytes(range(256)) * 4)
elif way == "producer":
    target.write_bytes(producer(source))
else:
    refused = 0
    for at in range(4, len(source), 64):
        if way == "cut":
            data = source[:at]
        else:
            data = source[:at] + bytes([source[at] ^ 0xFF]) + source[at + 1 :]
        refused += check(sys.argv[4], f"{target.name}_{at}.bc", data) == 2
    if refused == 0:
        raise SystemExit("nothing was refused")
