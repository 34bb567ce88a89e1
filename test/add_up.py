"""Adds up JUnit files: add_up.py NAME FILE [NAME FILE]...

Prints one line for each file, the reason of every skipped test, and last, alone on its line, "N passed, N failed" with
", N skipped" where there are any. Exit code 1 if a test failed, a file is missing or a file holds no test.
"""

import collections
import sys
import xml.etree.ElementTree as ElementTree


def outcomes(path):
    """How many tests passed, failed and were skipped in one file, and why the last were."""
    count, reasons = collections.Counter(), collections.Counter()
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None or case.get("status") == "fail":
            count["failed"] += 1
        elif skipped is not None or case.get("status") in ("disabled", "notrun"):
            count["skipped"] += 1
            reason = (skipped.get("message") if skipped is not None else None) or "no reason given"
            reasons[f"{reason.strip()}: {case.get('classname')}/{case.get('name')}"] += 1
        else:
            count["passed"] += 1
    return count, reasons


def text(count):
    line = f"{count['passed']} passed, {count['failed']} failed"
    return line + (f", {count['skipped']} skipped" if count["skipped"] else "")


total, broken = collections.Counter(), False
for name, path in zip(sys.argv[1::2], sys.argv[2::2]):
    try:
        count, reasons = outcomes(path)
    except (OSError, ElementTree.ParseError) as problem:
        print(f"  {name}: no results ({problem})")
        broken = True
        continue
    print(f"  {name}: {text(count)}")
    for reason in sorted(reasons):
        print(f"    skipped, {reason}")
    broken |= not count
    total += count
total["failed"] += broken  # a run without results is a failure, and the closing line must not hide it
print(text(total))
sys.exit(1 if total["failed"] else 0)
