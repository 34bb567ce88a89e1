# Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the findings of a JSON report against lines of --format=gcc: same_findings.py REPORT.json LINES. Prints them."""

import json
import re
import sys

report = json.load(open(sys.argv[1]))
wanted = sorted("%(file)s:%(line)s: %(severity)s: %(message)s [sectorscope-%(rule)s]" % f for f in report["findings"])
lines = sorted(re.sub(r"^([^:]*:\d+):\d+:", r"\1:", line.rstrip("\n")) for line in open(sys.argv[2]))
print("\n".join(wanted))
if wanted != lines:
    sys.exit("the forms differ:\n" + "\n".join(lines))
