#!/usr/bin/env python3
"""Reads every C++ file of a build with a second compiler, every warning an error: nothing is generated.

usage: second_compiler.py BUILD COMPILER [PART...]

BUILD is a folder that Ninja has built; PART names folders or files of the project, all by default. What most files
include is read once, as a precompiled header: whether each file includes what it needs is what the first compiler says.
"""

import concurrent.futures
import json
import os
import shlex
import subprocess
import sys
import tempfile

COMMON = ["algorithm", "chrono", "filesystem", "fstream", "functional", "iostream", "map", "memory", "optional", "set", "span",
          "sstream", "string", "string_view", "thread", "unordered_map", "variant", "vector", "gmock/gmock.h", "gtest/gtest.h",
          "nlohmann/json.hpp"]
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers"]
TAKE_VALUE = {"-o", "-MF", "-MT", "-MQ"}


def arguments_of(command):
    """What says how a file is read: standard, folders, definitions. Not where its object goes, nor how it is optimised."""
    words = shlex.split(command)
    first = next(i for i, word in enumerate(words) if word.startswith("-"))
    kept = []
    words = iter(words[first:])
    for word in words:
        if word in TAKE_VALUE:
            next(words)
        elif word.startswith("-") and not word.startswith(("-O", "-g", "-W", "-M", "-f", "-DGTEST")) and word != "-c":
            kept.append(word)
            if word in ("-I", "-isystem", "-iquote", "-D", "-include"):
                kept.append(next(words))
    return kept


def run(command, folder):
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, compiler, parts = os.path.abspath(sys.argv[1]), sys.argv[2], [os.path.abspath(part) for part in sys.argv[3:]]
    database = json.loads(subprocess.check_output(["ninja", "-C", build, "-t", "compdb"], text=True))
    files = {}
    for entry in database:
        file = os.path.join(entry["directory"], entry["file"])
        if file.endswith(".cc") and " -c " in entry["command"] and os.path.exists(file):
            if not parts or any(file.startswith(part) for part in parts):
                files.setdefault(file, arguments_of(entry["command"]))
    if not files:
        sys.exit("second_compiler: error: no file to read")
    with tempfile.TemporaryDirectory() as scratch:
        header, compiled = os.path.join(scratch, "common.h"), os.path.join(scratch, "common.pch")
        with open(header, "w", encoding="utf-8") as out:
            out.writelines(f"#include <{name}>\n" for name in COMMON)
        made = run([compiler, "-std=c++20", "-x", "c++-header", header, "-o", compiled], build)
        if made.returncode != 0:
            sys.exit(made.stdout)

        def read(file):
            return file, run([compiler, "-fsyntax-only", "-include-pch", compiled, *WARNINGS, *files[file], file], build)

        failed = 0
        with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("ASSAY_JOBS", os.cpu_count()))) as pool:
            for file, result in pool.map(read, sorted(files)):
                if result.returncode != 0 or result.stdout:
                    failed += 1
                    print(f"{os.path.relpath(file)}:\n{result.stdout}", flush=True)
    print(f"{len(files)} files read, {failed} with warnings or errors")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
