"""No two headers define different types of one name: unique_names.py FOLDER...

The linker keeps one copy of every inline function and template instance, so that two types of one name end up with each
other's destructors, and no compiler sees both. Exit code 1 and a line for each name that is there twice.
"""

import collections
import pathlib
import re
import sys

NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.M)
TYPE = re.compile(r"^(?:struct|class|enum(?: class)?) (\w+)[^;{]*\{", re.M)

places = collections.defaultdict(list)
for folder in sys.argv[1:]:
    for header in sorted(pathlib.Path(folder).rglob("*.h")):
        text = header.read_text()
        for match in TYPE.finditer(text):
            opened = [space for space in NAMESPACE.finditer(text) if space.start() < match.start()]
            if opened:
                places[f"{opened[-1].group(1)}::{match.group(1)}"].append(header)
if not places:
    sys.exit("unique_names.py: no types found")
twice = {name: headers for name, headers in places.items() if len(headers) > 1}
for name, headers in twice.items():
    print(f"{name} is defined in {' and in '.join(map(str, headers))}")
print(f"{len(places)} types, {len(twice)} names twice")
sys.exit(1 if twice else 0)
