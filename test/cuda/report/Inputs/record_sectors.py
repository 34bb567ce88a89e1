"""Prints the records of a JSON report, and counts the sectors of their requests anew.

Each byte of each lane is put where the layout puts it; the distinct 32-byte pieces are counted. Nothing of the tool's
arithmetic is used but the elements that its requests name, which the lit test knows from its sources.
"""

import json
import sys
from collections import defaultdict


def aligned(offset, to):
    return -(-offset // to) * to


def parts_of(record, layout):
    """For each field, by position: (part, bytes of an element of the part, offset in it)."""
    fields = record["fields"]
    if layout == "now":
        return {f: (0, record["bytes"], of["offset"]) for f, of in enumerate(fields)}
    names = [of["name"] for of in fields]
    groups = [[n] for n in names] if layout == "fields_apart" else record["used_together"]
    where = {}
    for part, group in enumerate(groups):
        at, widest, offsets = 0, 1, {}
        for f in sorted((names.index(n) for n in group), key=lambda f: (-fields[f]["alignment"], f)):
            at = aligned(at, fields[f]["alignment"])
            offsets[f] = at
            at += fields[f]["bytes"]
            widest = max(widest, fields[f]["alignment"])
        for f, offset in offsets.items():
            where[f] = (part, aligned(at, widest), offset)
    return where


def sectors(record, kernel, layout):
    where = parts_of(record, layout)
    sums = defaultdict(lambda: [0, 0])
    for request in kernel["requests"]:
        touched = set()
        for of in request["touched"]:
            elements = of["elements"]
            if isinstance(elements, dict):
                elements = [elements["first"] + i * elements["step"] for i in range(elements["count"])]
            for f in of["fields"]:
                part, size, offset = where[f]
                start = request["start"] if layout == "now" else 0
                for e in elements:
                    for b in range(record["fields"][f]["bytes"]):
                        touched.add((part, (start + e * size + offset + b) // 32))
        total = sums[request["group"], request["access"]]
        total[0] += request["times"] * len(touched)
        total[1] += request["times"]
    count = sum(moved / times for moved, times in sums.values())
    for request in kernel["scattered"]:
        by_part = defaultdict(list)
        start = request["start"] if layout == "now" else 0
        for f in request["fields"]:
            part, size, offset = where[f]
            by_part[part].append((size, offset, record["fields"][f]["bytes"]))
        for pieces in by_part.values():
            count += request["lanes"] * max(
                len({(start + e * size + offset + b) // 32 for size, offset, bytes_ in pieces for b in range(bytes_)})
                for e in range(32)
            )
    return count


def footprints(report, kernel):
    """Sectors per request of the exact accesses that could be the only one of the kernel to the record."""
    for of in report["kernels"]:
        for launch in of["launches"] if of["name"] == kernel["kernel"] else []:
            for access in launch["accesses"]:
                if access["status"] == "exact" and access["bytes_per_lane"] == kernel["bytes_used"]:
                    yield access["address"], access["sectors_per_request"]["mean"]


def main():
    report = json.load(open(sys.argv[1]))
    checked = kernels = agreeing = 0
    for record in report["records"]:
        print(f"{record['name']} {record['bytes']}:",
              *(f"{of['name']}@{of['offset']}+{of['bytes']}" for of in record["fields"]))
        for kernel in record["kernels"]:
            uses = {kind: [record["fields"][of["field"]]["name"] for of in kernel["fields"] if of[kind]]
                    for kind in ("loads", "stores", "atomics")}
            print(f"{kernel['kernel']}: " + "; ".join(" ".join([kind, *names]) for kind, names in uses.items()))
            kernels += 1
            for layout in ("now", "fields_apart", "used_together"):
                if kernel["sectors"] is None:
                    continue
                told, counted = kernel["sectors"][layout], sectors(record, kernel, layout)
                if abs(told - counted) > 1e-3:
                    sys.exit(f"{kernel['kernel']}, {layout}: the report says {told}, counted are {counted}")
                checked += 1
            if kernel["accesses"] == 1 and kernel["sectors"] and not kernel["sectors"]["at_most"]:
                found = dict(footprints(report, kernel))
                if found and kernel["sectors"]["now"] not in found.values():
                    sys.exit(f"{kernel['kernel']}: {kernel['sectors']['now']} sectors, its accesses have {found}")
                agreeing += bool(found)
    print(f"checked {checked} counts of {kernels} kernels, {agreeing} of them against the footprint of the access")


main()
