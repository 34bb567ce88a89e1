#!/usr/bin/env bash
# From a fresh clone on Debian 12 to a report, or to tested builds, in one command. See --help.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
jobs="$(nproc)"

usage() {
  cat <<'HELP'
Usage: ./build.sh COMMAND

  audit PATH... [OPTIONS]   build the command line for LLVM 22 in build/ and audit the .cu files at and below the
                            paths; everything else is passed on to `sectorscope audit`
  check COMMAND...          build sectorscope-check in build-check/, which needs no LLVM, and run it: on a machine with a GPU
                            and a CUDA toolkit, `check confirm report.json -- ./app`
  test                      build everything for LLVM 22 and 19 in build-22/ and build-19/ and run every test
  test 22 | test 19         the same for one of them; 22 includes 30 seconds of fuzzing, built in build-fuzz/
  sanitize                  build everything for LLVM 22 with AddressSanitizer and UndefinedBehaviorSanitizer in
                            build-sanitize/ and run every test; random kernels are a tenth of those of `test`
  soak [MINUTES]            what takes hours: fuzzing with sanitizers (60 minutes if nothing is said), a million random
                            kernels, every mutant of the analyser, `sanitize`, and the commands of README.md on a fresh
                            Debian 12; prints a result for each
  format                    check the formatting (clang-format-22)
  tidy                      check the code (clang-tidy-22) against the build in build-22/

Missing Debian packages are installed with apt-get, as root or through sudo. Without either, the command says what is
missing. Set SECTORSCOPE_JOBS to build with fewer processes than there are cores.
HELP
}

say() { printf '%s\n' "-- $*" >&2; }
die() { printf '%s\n' "build.sh: $*" >&2; exit 2; }

# Packages that are not installed yet, of those named.
missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || printf '%s\n' "$package"
  done
}

install_packages() {
  command -v dpkg-query >/dev/null || die "this is no Debian system: see docs/install.md for what to install by hand"
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [ "${#missing[@]}" -gt 0 ] || return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "missing packages, and neither root nor sudo to install them: ${missing[*]}"
    as_root=(sudo)
  fi
  say "installing ${#missing[@]} packages: ${missing[*]}"
  local log
  log="$(mktemp)"
  if ! { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
         apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    die "apt-get could not install: ${missing[*]}"
  fi
  rm -f "$log"
}

build_packages=(cmake ninja-build g++ ccache mold nlohmann-json3-dev libcli11-dev libcsv-dev libfmt-dev libyaml-cpp-dev
                libjs-chart.js)
test_packages=(libgtest-dev libgmock-dev python3 python3-jsonschema)
llvm_packages() { printf '%s\n' "clang-$1" "llvm-$1-dev" "libclang-$1-dev" "libclang-cpp$1-dev"; }
llvm_test_packages() { printf '%s\n' "llvm-$1-tools" "libclang-rt-$1-dev"; }

# configure PRESET: quiet unless it fails. Skipped where it was done; ninja sees to changes.
configure() {
  local folder="$root/build-${1#llvm-}"
  [ "$1" != tool ] || folder="$root/build"
  [ -f "$folder/build.ninja" ] && return 0
  say "configuring ${folder##*/}"
  mkdir -p "$folder"
  local linker=(-DCMAKE_{EXE,MODULE,SHARED}_LINKER_FLAGS=-fuse-ld=mold)
  if ! (cd "$root" && cmake --preset "$1" "${linker[@]}") >"$folder/configure.log" 2>&1; then
    cat "$folder/configure.log" >&2
    die "configuring failed; the log is $folder/configure.log"
  fi
}

# compile FOLDER TARGET...: prints the failing commands only.
compile() {
  local folder="$root/$1"
  shift
  say "building ${folder##*/}"
  if ! ninja -C "$folder" -j "${SECTORSCOPE_JOBS:-$jobs}" "$@" >"$folder/build.log" 2>&1; then
    grep -v '^\[[0-9]*/[0-9]*\]' "$folder/build.log" >&2 || true
    die "building failed; the log is $folder/build.log"
  fi
}

audit() {
  [ "$#" -gt 0 ] || die "audit what? Try: ./build.sh audit docs/examples"
  local packages
  mapfile -t packages < <(llvm_packages 22)
  install_packages "${build_packages[@]}" "${packages[@]}"
  configure tool
  compile build sectorscope
  local arguments=() found
  while [ "$#" -gt 0 ] && [ "$1" != -- ]; do
    if [ -d "$1" ]; then
      mapfile -t found < <(find "${1%/}" -name '*.cu' -type f | LC_ALL=C sort)
      [ "${#found[@]}" -gt 0 ] || die "$1: no .cu file in it or below"
      arguments+=("${found[@]}")
    else
      arguments+=("$1")
    fi
    shift
  done
  exec "$root/build/plugin/sectorscope" audit "${arguments[@]}" "$@"
}

# The harness for a machine with a GPU: no LLVM.
check() {
  install_packages "${build_packages[@]}"
  configure check
  compile build-check all
  exec "$root/build-check/runtime_check/sectorscope-check" "$@"
}

# run_ctest FOLDER [OPTION...]: leaves ctest.xml in the folder.
run_ctest() {
  local folder="$root/$1"
  shift
  rm -f "$folder/ctest.xml"
  if ! ctest --test-dir "$folder" -j "$jobs" -Q -O "$folder/ctest.log" --output-junit "$folder/ctest.xml" "$@"; then
    ctest --test-dir "$folder" --rerun-failed --output-on-failure "$@" 2>&1 | tail -n 300 >&2 || true
  fi
}

# run_tests FOLDER NAME: leaves two JUnit files in the build folder; they, not the exit codes, are counted.
run_tests() {
  local folder="$root/$1" lit
  rm -f "$folder/lit.xml"
  say "running the GoogleTests and random kernels of $2"
  run_ctest "$1"
  say "running the lit tests of $2"
  lit="$(sed -n 's/^SECTORSCOPE_LIT:[A-Z]*=//p' "$folder/CMakeCache.txt")"
  # Through a file: lit does not survive a reader that goes away.
  "$lit" -sv -j "$jobs" --xunit-xml-output="$folder/lit.xml" "$folder/test" >"$folder/lit.log" 2>&1 ||
    cat "$folder/lit.log" >&2
}

run_test_command() {
  local majors=("$@") major packages=()
  [ "${#majors[@]}" -gt 0 ] || majors=(22 19)
  for major in "${majors[@]}"; do
    [ "$major" = 22 ] || [ "$major" = 19 ] || die "test: no LLVM $major here; 22 or 19"
    mapfile -t -O "${#packages[@]}" packages < <(llvm_packages "$major"; llvm_test_packages "$major")
  done
  install_packages "${build_packages[@]}" "${test_packages[@]}" "${packages[@]}"
  for major in "${majors[@]}"; do
    configure "llvm-$major"
    compile "build-$major" all
  done
  if [[ " ${majors[*]} " == *" 22 "* ]]; then
    configure fuzz
    compile build-fuzz sectorscope-fuzz
  fi
  local results=()
  for major in "${majors[@]}"; do
    run_tests "build-$major" "LLVM $major"
    results+=("LLVM $major unit" "$root/build-$major/ctest.xml" "LLVM $major lit" "$root/build-$major/lit.xml")
  done
  if [[ " ${majors[*]} " == *" 22 "* ]]; then
    say "fuzzing for 30 seconds"
    run_ctest build-fuzz -R '^fuzz\.'
    results+=("LLVM 22 fuzzing" "$root/build-fuzz/ctest.xml")
  fi
  /usr/bin/python3 "$root/test/add_up.py" "${results[@]}"
}

run_sanitize_command() {
  local packages
  mapfile -t packages < <(llvm_packages 22; llvm_test_packages 22)
  install_packages "${build_packages[@]}" "${test_packages[@]}" "${packages[@]}"
  configure sanitize
  compile build-sanitize all
  run_tests build-sanitize "LLVM 22 with sanitizers"
  /usr/bin/python3 "$root/test/add_up.py" "sanitizers, unit and fuzzing" "$root/build-sanitize/ctest.xml" \
    "sanitizers, lit" "$root/build-sanitize/lit.xml"
}

# Sources that a person writes by hand; lit tests are laid out for their CHECK lines.
sources() {
  git -C "$root" ls-files -- 'include/*.h' 'analysis/*.h' 'analysis/*.cpp' 'plugin/*.h' 'plugin/*.cpp' \
    'runtime_check/*.h' 'runtime_check/*.cpp' 'headers/*.h' 'headers/*.hpp' 'docs/*.cu' 'docs/*.h' \
    'test/unit/*' 'test/oracle/*' 'test/frontend/*' 'test/fuzz/*' 'test/corpus/*' | grep -E '\.(h|hpp|cpp|cu)$'
}

format() {
  install_packages clang-format-22
  (cd "$root" && sources | xargs clang-format-22 --dry-run --Werror)
  say "formatting is right"
}

tidy() {
  install_packages clang-tidy-22
  [ -f "$root/build-22/compile_commands.json" ] || die "no build to check against; run ./build.sh test 22 first"
  (cd "$root" && sources | grep -E '^(analysis|plugin|runtime_check)/.*\.cpp$' |
    xargs -P "$jobs" -n 4 clang-tidy-22 -p build-22 --quiet)
  say "the code is tidy"
}

case "${1:-}" in
  audit) shift; audit "$@" ;;
  check) shift; check "$@" ;;
  test) shift; run_test_command "$@" ;;
  sanitize) run_sanitize_command ;;
  soak) shift; exec "$root/test/soak.sh" "$@" ;;
  format) format ;;
  tidy) tidy ;;
  -h | --help | help) usage ;;
  '') usage >&2; exit 2 ;;
  *) die "$1: no such command; see ./build.sh --help" ;;
esac
