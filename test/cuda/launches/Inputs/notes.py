"""The notes of a JSON report, one a line."""

import json
import sys

print("\n".join(json.load(sys.stdin)["notes"]))
