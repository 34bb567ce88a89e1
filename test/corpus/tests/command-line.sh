#!/bin/sh
# The command line of sectorscope-check: exit codes, one line of error, nothing half-written.
#   command-line.sh PATH-OF-SECTORSCOPE-CHECK
check=$1
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# expect CODE TEXT COMMAND...: the command ends with CODE and its output holds TEXT.
expect() {
  code=$1 text=$2
  shift 2
  "$@" >"$work/out" 2>&1
  got=$?
  if [ $got -ne "$code" ] || ! grep -q -- "$text" "$work/out"; then
    echo "FAILED: $*: exit $got (wanted $code), wanted '$text' in:"
    cat "$work/out"
    failures=$((failures + 1))
  fi
}

record=$here/../records/h200-clang22.json
expect 0 "record" "$check" --help
expect 0 "0\." "$check" --version
expect 2 "subcommand is required" "$check"
expect 2 "nosuchoption" "$check" replay a b --nosuchoption
expect 2 "nofile' cannot be read" "$check" replay "$work/nofile" "$record"
expect 2 "not a report" "$check" replay "$record" "$record"
head -c 1000 "$record" >"$work/cut.json"
expect 2 "cut.json': not valid JSON" "$check" replay "$work/cut.json" "$record"
expect 2 "is not an executable file" "$check" record --ncu "$work/none" -o "$work/r.json" -- true
if [ ! -e /dev/nvidiactl ]; then
  expect 2 "no NVIDIA GPU" "$check" record --ncu "$here/fake-ncu" -o "$work/r.json" -- true --flag
else
  echo "not run here: the message for a machine without a GPU"
fi
[ ! -e "$work/r.json" ] || { echo "FAILED: a record was left behind"; failures=$((failures + 1)); }

# One access right (4.71429 sectors over 280 requests), then the same wrong: exit 0, exit 1.
report() {
  cat <<EOF
{"schema": "sectorscope-report/1", "kernels": [{"name": "tile20x10(float const*, float*)", "mangled": "_Z9tile20x10PKfPf",
 "launches": [{"grid": [40, 1, 1], "block": [20, 10, 1], "accesses": [{"id": "0.0", "file": "kernels/blocks.cu", "line": 10,
 "kind": "load", "space": "global", "bytes_per_lane": 4, "status": "exact", "requests": 280, "active_lanes": 28.571428571,
 "sectors_per_request": {"min": 2, "mean": $1, "max": 5}}]}]}]}
EOF
}
line=$(grep -n '@tile.in' "$here/../kernels/blocks.cu" | cut -d: -f1)
report 4.714285714 | sed "s/\"line\": 10/\"line\": $line/" >"$work/right.json"
report 4 | sed "s/\"line\": 10/\"line\": $line/" >"$work/wrong.json"
expect 0 "1 exact and right" "$check" replay "$record" "$work/right.json"
expect 0 "exact and right: tile20x10" "$check" replay --all "$record" "$work/right.json"
expect 1 "sectors 1320 measured, 1120 predicted" "$check" replay "$record" "$work/wrong.json"
[ $failures -eq 0 ]
