"""One line per launch of a JSON report: `saxpy(float*, int): block 256x1x1 grid 8x1x1 n=1000 (host-code, line 12)`."""

import json
import sys


def dims(shape):
    return "x".join(map(str, shape)) if shape else "unknown"


for kernel in json.load(sys.stdin)["kernels"]:
    for launch in kernel["launches"]:
        arguments = "".join(f" {name}={value}" for name, value in launch["arguments"].items())
        line = f", line {launch['line']}" if launch.get("line") else ""
        print(
            f"{kernel['name']}: block {dims(launch['block'])} grid {dims(launch['grid'])}{arguments} "
            f"({launch['origin']}{line})"
        )
