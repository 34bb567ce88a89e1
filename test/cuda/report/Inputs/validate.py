"""Checks JSON documents against a schema, and of reports what a schema cannot say: ids are unique, operands come first,
recurrences are all there; of confirmations: verdicts add up."""

import json
import sys

import jsonschema

schema_file, *report_files = sys.argv[1:]
with open(schema_file) as file:
    validator = jsonschema.Draft7Validator(json.load(file))
for name in report_files:
    with open(name) as file:
        report = json.load(file)
    errors = [f"{name}: {'/'.join(map(str, e.absolute_path))}: {e.message}" for e in validator.iter_errors(report)]
    if report["schema"] == "sectorscope-try/1":
        columns = len(report["tried"])
        accesses = [a for l in report["launches"] for a in l["accesses"]]
        errors += [f"{name}: {a['id']}: not one value per column" for a in accesses if len(a["values"]) != columns]
        if errors:
            sys.exit("\n".join(errors))
        print(f"valid: {len(accesses)} accesses, {columns} columns")
        continue
    if report["schema"] == "sectorscope-confirmation/1":
        places = [p for k in report["kernels"] for l in k["launches"] for p in l["places"]]
        for verdict, count in report["verdicts"].items():
            if count != sum(p["verdict"] == verdict for p in places):
                errors.append(f"{name}: not {count} places are {verdict}")
        if errors:
            sys.exit("\n".join(errors))
        print(f"valid: {len(places)} places")
        continue
    accesses = [a for k in report["kernels"] for l in k["launches"] for a in l["accesses"]]
    ids = {}
    for kernel in report["kernels"]:
        for number, launch in enumerate(kernel["launches"]):
            for access in launch["accesses"]:
                key = (number, access["id"])
                if ids.setdefault(key, kernel["mangled"]) != kernel["mangled"]:
                    errors.append(f"{name}: id {access['id']} stands for two accesses")
    for access in accesses:
        nodes = access["expr"]["nodes"]
        for at, node in enumerate(nodes):
            if any(operand >= at for operand in node.get("of", [])):
                errors.append(f"{name}: node {at} of {access['id']} stands before an operand")
            if node["op"] in ("recur", "recurvar") and node["recurrence"] >= len(access["expr"].get("recurrences", [])):
                errors.append(f"{name}: node {at} of {access['id']} names no recurrence")
        spread = access["sectors_per_request"]
        if spread and spread["mean"] is None and access["status"] == "exact":
            errors.append(f"{name}: {access['id']}: exact without a mean")
        if spread and spread["mean"] is not None and not spread["min"] <= spread["mean"] <= spread["max"]:
            errors.append(f"{name}: {access['id']}: min, mean, max out of order: {spread}")
    if errors:
        sys.exit("\n".join(errors))
    print(f"valid: {len(accesses)} accesses")
