"""One line per access of a JSON report: kernel, line, status, doubt, sectors, reason, requests."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
for kernel in report["kernels"]:
    for launch in kernel["launches"]:
        for access in launch["accesses"]:
            sectors = access["sectors_per_request"]
            mean = sectors["mean"]
            print(kernel["name"].split("(")[0], access["line"], access["status"], access["doubt"],
                  f"{sectors['min']:g}..{sectors['max']:g}", "mean", "none" if mean is None else f"{mean:.4g}",
                  access["reason"], "requests", access["requests"])
