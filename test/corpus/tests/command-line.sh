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

# A profile from a recorded table, from a program that prints one, and from what goes wrong.
raw=$here/../records/profile-h200.tsv
expect 0 "NVIDIA H200 (sm_90)" "$check" profile --from "$raw" -o "$work/part.json"
cmp -s "$work/part.json" "$here/../records/profile-h200.json" || { echo "FAILED: another profile"; failures=$((failures + 1)); }
rm "$work/part.json"
expect 2 "nofile' cannot be read" "$check" profile --from "$work/nofile" -o "$work/part.json"
expect 2 "is no table of sectorscope-measure" "$check" profile --from "$record" -o "$work/part.json"
head -c 5000 "$raw" >"$work/cut.tsv"
expect 2 "cut.tsv': row .* is cut off" "$check" profile --from "$work/cut.tsv" -o "$work/part.json"
head -n 100 "$raw" >"$work/short.tsv"
expect 2 "the last line, '# end', is missing" "$check" profile --from "$work/short.tsv" -o "$work/part.json"
expect 2 "excludes" "$check" profile --from "$raw" --quick -o "$work/part.json"
expect 2 "cannot be written" "$check" profile --from "$raw" -o "$work/no/part.json"
expect 2 "none' is not an executable file" "$check" profile --measure "$work/none" -o "$work/part.json"
measure() { printf '#!/bin/sh\n%s\n' "$1" >"$work/measure" && chmod +x "$work/measure"; }
measure 'echo "sectorscope-measure: no usable GPU: see nvidia-smi" >&2; exit 2'
expect 2 "no usable GPU: see nvidia-smi" "$check" profile --measure "$work/measure" -o "$work/part.json" --raw "$work/raw.tsv"
measure 'kill -9 $$'
expect 2 "ended with exit code 137" "$check" profile --measure "$work/measure" -o "$work/part.json"
[ ! -e "$work/part.json" ] && [ ! -e "$work/raw.tsv" ] || { echo "FAILED: a profile was left behind"; failures=$((failures + 1)); }
measure "cat '$raw'"
expect 0 "NVIDIA H200 (sm_90)" "$check" profile --measure "$work/measure" -o "$work/part.json" --raw "$work/raw.tsv"
cmp -s "$work/raw.tsv" "$raw" || { echo "FAILED: another table was kept"; failures=$((failures + 1)); }
# The program that measures, where it was built.
measure=$(dirname "$check")/profile/sectorscope-measure
if [ ! -x "$measure" ]; then
  echo "not run here: sectorscope-measure, which needs a CUDA toolkit to be built"
  expect 2 "sectorscope-measure is not here" "$check" profile -o "$work/none.json"
else
  expect 0 "Usage" "$measure" --help
  expect 2 "no experiment 'x'" "$measure" --only x
  expect 2 "is no number of a device" "$measure" --device -1
  expect 2 "is no option" "$measure" --slow
  if [ ! -e /dev/nvidiactl ]; then
    expect 2 "no usable GPU" "$check" profile -o "$work/none.json"
  else
    echo "not run here: the message for a machine without a GPU"
  fi
fi

# Against the launches of a run.
launches=$here/../records/h200-launches.json
expect_line() { # as expect, and the message is one line
  expect "$@"
  [ "$(wc -l <"$work/out")" -eq 1 ] || { echo "FAILED: $*: more than one line"; cat "$work/out"; failures=$((failures + 1)); }
}
cp "$here/pages/report.json" "$work/report.json"
head -c 1000 "$launches" >"$work/cut-launches.json"
head -c 1000 "$work/report.json" >"$work/cut-report.json"
expect_line 2 "nofile' cannot be read" "$check" replay "$record" "$work/report.json" --launches "$work/nofile"
expect_line 2 "cut-launches.json: no list of launches" \
  "$check" replay "$record" "$work/report.json" --launches "$work/cut-launches.json" -o "$work/c.json"
expect_line 2 "report.json: no list of launches" \
  "$check" replay "$record" "$work/report.json" --launches "$work/report.json" -o "$work/c.json"
expect_line 2 "cut-report.json': is no JSON" \
  "$check" replay "$record" "$work/cut-report.json" --launches "$launches" -o "$work/c.json"
expect_line 2 "right.json': was written by an older version" \
  "$check" replay "$record" "$work/right.json" --launches "$launches" -o "$work/c.json"
expect_line 2 "cut.json': not valid JSON" \
  "$check" replay "$work/cut.json" "$work/report.json" --launches "$launches" -o "$work/c.json"
expect 2 "requires --launches" "$check" replay "$record" "$work/right.json" -o "$work/c.json"
[ ! -e "$work/c.json" ] || { echo "FAILED: a confirmation was left behind"; failures=$((failures + 1)); }
expect 0 "264 not predicted" \
  "$check" replay "$record" "$work/report.json" --launches "$launches" -o "$work/c.json"
grep -q "sectorscope-confirmation/1" "$work/c.json" || { echo "FAILED: no confirmation"; failures=$((failures + 1)); }
rm "$work/c.json"
expect_line 2 "c.json' cannot be written" \
  "$check" replay "$record" "$work/report.json" --launches "$launches" -o "$work/none/c.json"

# Programs that cannot be run. What stands before the GPU is looked for is told everywhere.
library=$here/fake-program
outputs="-o $work/o.json --record $work/o.record --launches $work/o.launches"
expect 2 "command" "$check" observe
expect 2 "report" "$check" confirm
expect 2 "command" "$check" confirm "$work/report.json"
expect 2 "with" "$check" confirm --with=gpt "$work/report.json" -- true
expect 2 "caches" "$check" confirm --caches=clean "$work/report.json" -- true
expect 2 "launches-per-kernel" "$check" confirm --launches-per-kernel=x "$work/report.json" -- true
expect_line 2 "nofile' cannot be read" "$check" confirm $outputs "$work/nofile" -- true
expect_line 2 "cut-report.json': not valid JSON" "$check" confirm $outputs "$work/cut-report.json" -- true
expect_line 2 "not a report" "$check" confirm $outputs "$launches" -- true
expect_line 2 "is no file: give the path of libsectorscope-inject.so to --inject" \
  "$check" confirm --inject "$work/none.so" $outputs "$work/report.json" -- true
expect_line 2 "is no file: give the path of libsectorscope-inject.so to --inject" \
  "$check" observe --inject "$work/none.so" -o "$work/o.json" -- true
if [ ! -e /dev/nvidiactl ]; then
  expect_line 2 "no NVIDIA GPU" "$check" confirm --inject "$library" $outputs "$work/report.json" -- true
  expect_line 2 "no NVIDIA GPU" "$check" confirm --with=ncu --ncu "$here/fake-ncu" $outputs "$work/report.json" -- true
  expect_line 2 "no NVIDIA GPU" "$check" observe --inject "$library" -o "$work/o.json" -- true
else
  expect_line 2 "does not exist or is not executable" \
    "$check" confirm --inject "$library" $outputs "$work/report.json" -- "$work/none"
  expect_line 2 "does not exist or is not executable" \
    "$check" observe --inject "$library" -o "$work/o.json" -- "$work/none"
fi
for left in "$work"/o.* "$work"/*.part; do
  [ ! -e "$left" ] || { echo "FAILED: $left was left behind"; failures=$((failures + 1)); }
done
[ $failures -eq 0 ]
