#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy with .clang-tidy over the rooms that read untrusted bytes; every finding is an error.

usage: tidy.py BUILD [deep] [ROOM… | all]

BUILD is a folder that Ninja has configured. Without ROOM, the rooms below are read. Checking the headers costs
more than checking a file that includes them, so the files of a folder are read as one. The paths through a
function are followed less far than clang-tidy would by itself, unless `deep` is said, which takes much longer.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

from second_compiler import arguments_of, commands_of, is_united

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
ROOMS = ("document", "shell", "dataset", "convert")
CLANG_TIDY = os.environ.get("ASSAY_CLANG_TIDY", "clang-tidy-16")
SHORT_PATHS = ("-Xclang", "-analyzer-config", "-Xclang", "max-nodes=40000")  # of clang's 225,000


def united(files, folder):
    """A file with the text of all of them, not with includes: paths are followed in a file's own text alone. And the
    file and line that each of its lines is from."""
    path = os.path.join(folder, files[0].strip("/").replace("/", "."))
    places = []
    with open(path, "w", encoding="utf-8") as out:
        for file in files:
            with open(file, encoding="utf-8") as source:
                lines = source.read().splitlines()
            out.write("\n".join(lines) + "\n")
            places += [(file, number) for number in range(1, len(lines) + 1)]
    return path, places


def told(text, path, places):
    """What clang-tidy says, with the places in the files that were read as one."""
    return re.sub(re.escape(path) + r":(\d+)", lambda at: "{}:{}".format(*places[min(int(at[1]), len(places)) - 1]), text)


def read(files, arguments, folder, depth):
    """The exit status, and what is found in files of one folder."""
    path, places = united(files, folder)
    command = [CLANG_TIDY, "--quiet", "--config-file=" + os.path.join(ROOT, ".clang-tidy"), path, "--", *arguments, "-iquote",
               os.path.dirname(files[0]), *depth]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return done.returncode, told(done.stdout or (done.stderr if done.returncode else ""), path, places)


def expect_planted_fault(folder, depth):
    """A null pointer is read on a path through the second of two files."""
    texts = {"first.cc": "int first() { return 1; }\n", "second.cc": "int second(bool given, int* at) {\n  if (given) at = nullptr;\n  return *at;\n}\n"}
    for name, text in texts.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(text)
    status, said = read([os.path.join(folder, name) for name in texts], ["-std=c++20"], folder, depth)
    if status == 0 or os.path.join(folder, "second.cc") + ":3" not in said:
        sys.exit(f"tidy: error: {CLANG_TIDY} does not find a planted fault: {said or 'nothing is found'}")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build, rooms = os.path.realpath(sys.argv[1]), sys.argv[2:]
    depth = () if "deep" in rooms else SHORT_PATHS
    rooms = [room for room in rooms if room != "deep"] or ROOMS
    framework = os.path.join(ROOT, "framework")
    if rooms == ["all"]:
        rooms = sorted(each.name for each in os.scandir(framework) if each.is_dir())
    folders = tuple(os.path.join(framework, room, "") for room in rooms)
    missing = [room for room in rooms if not os.path.isdir(os.path.join(framework, room))]
    if missing:
        sys.exit(f"tidy: error: framework/ has no room {', '.join(missing)}")
    entries = {file: entry for file, entry in commands_of(build).items() if file.startswith(folders) and os.path.exists(file)}
    if not entries:
        sys.exit(f"tidy: error: {build} compiles no file of {', '.join(rooms)}; configure it first")
    groups = {}
    for file in sorted(entries):
        # What the build compiles by itself may define the names of others.
        alone = "" if is_united(entries[file]) else file
        groups.setdefault((os.path.dirname(file), tuple(arguments_of(entries[file]["command"])), alone), []).append(file)

    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        expect_planted_fault(folder, depth)
        # The longest first, so that it is not read alone at the end.
        ordered = sorted(groups.items(), key=lambda group: -sum(os.path.getsize(file) for file in group[1]))
        with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("ASSAY_JOBS") or os.cpu_count())) as pool:
            results = pool.map(lambda group: read(group[1], group[0][1], folder, depth), ordered)
            for ((source, *_), _), (status, said) in zip(ordered, results):
                if status != 0 or said:
                    failed += 1
                    print(f"{os.path.relpath(source)}:\n{said}", flush=True)
    print(f"{len(entries)} files in {len(groups)} groups read, {failed} groups with findings")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
