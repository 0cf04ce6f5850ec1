#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Breaks the code on purpose, one line at a time, and counts the breaks that a room's tests notice.

usage: breaks.py [--rooms ROOM…] [--count N]

Works in a copy of the tracked files in build-breaks/, so nothing else is touched. Sites are spread evenly over
a room's .cc files, those of its wings included, and are always the same for the same code. A break that does
not compile does not count; the next site takes its place. Prints one line per break and one per room; exits
with 1 if a room notices fewer than nine in ten.
"""
import argparse
import ctypes
import filecmp
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Each turns one line of sound code into a wrong one, in the ways people get lines wrong.
FAULTS = [
    (r" == ", " != "), (r" != ", " == "), (r" < ", " <= "), (r" > ", " >= "), (r" <= ", " < "), (r" >= ", " > "),
    (r" && ", " || "), (r" \|\| ", " && "), (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r" \+ 1\b", " + 2"),
    (r" - 1\b", " - 2"), (r"\breturn !", "return "), (r"if \(!", "if ("), (r"\bcontinue;", "break;"), (r" \+= ", " -= "),
    (r"\+\+(\w+)", r"--\1"), (r" \* ", " + "), (r"\.begin\(\)", ".end()"), (r"std::min\(", "std::max("),
    (r"std::max\(", "std::min("),
]


def tests_of(room):
    """The test programs of a room: one, except for gtest, where each subject has its own, and postgres, which the store tests."""
    if room == "postgres":
        return ["store_test"]
    if room != "gtest":
        return [f"{room}_test"]
    return [f"gtest_{name[:-len('.cc')]}" for name in sorted(os.listdir("tests/gtest")) if name.endswith("_test.cc")]


def sites(room):
    """(file, line number, broken line) for every possible fault, in file order."""
    found = []
    folder = f"framework/{room}"
    for path in sorted(glob.glob(f"{folder}/**/*.cc", recursive=True)):
        with open(path) as file:
            for number, line in enumerate(file):
                code = line.split("//")[0]
                if code.lstrip().startswith(("#", "static_assert", "template", "std::cerr", "throw")) or '"' in code:
                    continue
                for pattern, wrong in FAULTS:
                    broken = re.sub(pattern, wrong, code, count=1)
                    if broken != code:
                        found.append((path, number, broken.rstrip("\n") + "\n"))
                        break
    return found


def spread(found, count):
    """All sites, the first `count` of them far apart; later ones replace those that do not compile."""
    step = max(1, len(found) // max(1, count))
    order = sorted(range(len(found)), key=lambda i: (i % step, i))
    return [found[i] for i in order]


def adopt_orphans():
    """Makes this process adopt and end whatever a command leaves behind, even in another session."""
    set_child_subreaper = 36
    ctypes.CDLL(None, use_errno=True).prctl(set_child_subreaper, 1, 0, 0, 0)


def children():
    pid = os.getpid()
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(child) for child in file.read().split()]


def end_all(group):
    """Kills the process group, then processes in other groups as they turn up, until none is left."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
    while left := children():
        for child in left:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def run(command, limit):
    temporary = tempfile.mkdtemp(prefix="assay-breaks-")  # a test that crashes leaves its folders behind
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                               start_new_session=True, env={**os.environ, "TMPDIR": temporary})
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        return -1  # a test that hangs has noticed the fault, too
    finally:
        end_all(process.pid)
        process.wait()
        shutil.rmtree(temporary, ignore_errors=True)


def compiles(build, targets):
    return run(["ninja", "-C", build, *targets], 3600) == 0


def fails(build, targets, limit):
    for target in targets:
        path = subprocess.run(["find", build, "-name", target, "-type", "f"], capture_output=True, text=True).stdout.strip()
        if run([path.split("\n")[0], "--gtest_fail_fast"], limit) != 0:
            return True
    return False


def limit_for(build, targets):
    """The seconds after which a test counts as hanging: well above the time of sound code. None: it fails."""
    begun = time.monotonic()
    if fails(build, targets, 1200):
        return None
    return max(120, 3 * (time.monotonic() - begun))


def break_room(room, build, count):
    targets = [t for t in tests_of(room)
               if run(["ninja", "-C", build, "-n", t], 60) == 0]
    limit = limit_for(build, targets) if targets and compiles(build, targets) else None
    if limit is None:
        print(f"{room}: its tests do not pass as they are, or there are none", flush=True)
        return 0, count
    seen = tried = 0
    for path, number, broken in spread(sites(room), count):
        if tried == count:
            break
        with open(path) as file:
            lines = file.readlines()
        sound = lines[number]
        lines[number] = broken
        with open(path, "w") as file:
            file.writelines(lines)
        result = fails(build, targets, limit) if compiles(build, targets) else None
        lines[number] = sound
        with open(path, "w") as file:
            file.writelines(lines)
        if result is None:
            continue
        tried += 1
        seen += result
        print(f"  {'noticed' if result else 'MISSED '} {path}:{number + 1}: {broken.strip()}", flush=True)
    print(f"{room}: {seen} of {tried} noticed", flush=True)
    return seen, tried


def refresh(copy):
    """Updates `copy` to the tracked files; equal files keep their times, so that little is rebuilt."""
    names = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(os.path.isfile, names):
        place = os.path.join(copy, name)
        if os.path.exists(place) and filecmp.cmp(name, place, shallow=False):
            continue
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copy(name, place)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rooms", nargs="*")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--folder", default="build-breaks")
    options = parser.parse_args()
    adopt_orphans()
    refresh(options.folder)
    os.chdir(options.folder)
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    # For the fastest compiling and linking: without optimisation or debugging information.
    if run(["cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
            *launcher], 300) != 0:
        sys.exit("breaks: cmake cannot configure the copy")
    rooms = options.rooms or sorted(r for r in os.listdir("framework") if os.path.isdir(f"framework/{r}") and r != "external")
    results = [break_room(room, "build", options.count) for room in rooms]
    sys.exit(any(seen < 0.9 * tried or tried == 0 for seen, tried in results))


if __name__ == "__main__":
    main()
