#!/usr/bin/env bash
# What is too long for every day; build.sh soak [MINUTES] comes here. Prints a result for each step and goes on after one
# that failed. Exit code 1 if any did. Everything that was found stays in build-soak/.
set -uo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
minutes="${1:-60}"
jobs="${SECTORSCOPE_JOBS:-$(nproc)}"
out="$root/build-soak"
[[ "$minutes" =~ ^[0-9]+$ ]] || { echo "soak: '$minutes' is no number of minutes" >&2; exit 2; }
mkdir -p "$out/corpus" "$out/kept" "$out/random"
passed=0 failed=0 skipped=0

# step NAME COMMAND...: the command's last line is its result; 77 as exit code means that it could not be run here.
step() {
  local name="$1" log code
  shift
  log="$out/${name// /-}.log"
  printf '%s\n' "-- soak: $name" >&2
  "$@" >"$log" 2>&1
  code=$?
  case $code in
    0) passed=$((passed + 1)); printf '%s: passed: ' "$name" ;;
    77) skipped=$((skipped + 1)); printf '%s: not run: ' "$name" ;;
    *) failed=$((failed + 1)); printf '%s: FAILED (see %s): ' "$name" "$log" ;;
  esac
  [ -s "$log" ] && tail -n 1 "$log" || echo "no output"
}

# Under sanitizers; what it learnt is kept for the next time.
fuzz() {
  "$root/build-sanitize/test/fuzz/sectorscope-fuzz" -max_total_time=$((60 * minutes)) -max_len=200000 -timeout=600 \
    -rss_limit_mb=8192 -artifact_prefix="$out/" "$out/corpus" || return 1
  printf '%s minutes, %s inputs kept\n' "$minutes" "$(find "$out/corpus" -type f | wc -l)"
}

# Seeds that no test uses, a log for each ten thousand.
million() {
  local first=1000000 each=10000 wrong
  rm -f "$out"/random/*
  seq "$first" "$each" $((first + 1000000 - each)) |
    xargs -P "$jobs" -I SEED sh -c '"$1" --from SEED --count "$2" --keep "$3" >"$4/SEED.log" 2>&1' _ \
      "$root/build-22/test/fuzz/sectorscope-random" "$each" "$out/kept" "$out/random"
  local batches=$?
  wrong=$(cat "$out"/random/*.log | grep -c '^wrong: ')
  tail -qn 1 "$out"/random/*.log | awk -v wrong="$wrong" '
    { kernels += $1; exact += $3; for (i = 1; i < NF; ++i) { if ($(i + 1) ~ /^bounded/) bounded += $i
      if ($(i + 1) ~ /^unknown/) unknown += $i } }
    END { printf "%d kernels, %d accesses exact and right, %d bounded, %d unknown, %d wrong\n", kernels, exact, bounded,
          unknown, wrong }'
  [ "$batches" -eq 0 ] && [ "$wrong" -eq 0 ]
}

prepare() { "$root/build.sh" test 22; }
mutants() { nice -n 10 "$root/test/fuzz/mutation_check.py" --kernels 20000 --jobs "$jobs"; }

step "tests" prepare
step "sanitizers" "$root/build.sh" sanitize
step "fuzzing" fuzz
step "a million random kernels" million
step "mutants" mutants
step "a fresh Debian" "$root/test/clean_root.sh" "$out"
printf '%d steps passed, %d failed' "$passed" "$failed"
[ "$skipped" -eq 0 ] || printf ', %d not run' "$skipped"
printf '\n'
[ "$failed" -eq 0 ]
