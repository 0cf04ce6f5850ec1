#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the C++ files of a build with a second compiler, every warning an error, without generating code.

usage: second_compiler.py BUILD COMPILER [COMPILED]

BUILD is a folder that Ninja has built. COMPILED is one that the same compiler has already built with these
warnings as errors: its files are not read again.
"""

import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys

WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers"]
TAKE_VALUE = {"-o", "-MF", "-MT", "-MQ"}
NO_MATTER = ("-O", "-g", "-W", "-M", "-f", "-c")  # of the first compiler, or about the missing object


def arguments_of(command):
    """The arguments that decide how a file is read: standard, folders, definitions."""
    words = shlex.split(command)
    words = iter(words[next(i for i, word in enumerate(words) if word.startswith("-")) :])
    kept = []
    for word in words:
        if word in TAKE_VALUE:
            next(words)
        elif word == "-include" and "cmake_pch" in (header := next(words)):
            continue  # a file includes what it uses
        elif word == "-include":
            kept += [word, header]
        elif word.startswith("-") and not word.startswith(NO_MATTER):
            kept.append(word)
            if word in ("-I", "-isystem", "-iquote", "-D"):
                kept.append(next(words))
    return kept


def parts_of(file):
    """The files that CMake compiles as one in this file; any other file has itself as its only part."""
    if not os.path.basename(file).startswith("unity_"):
        return [file]
    with open(file, encoding="utf-8") as united:
        return re.findall(r'^#include "(.*)"$', united.read(), re.MULTILINE)


def commands_of(build):
    """The compile commands of existing files, by file. Files that are compiled as one have the same command."""
    database = json.loads(subprocess.check_output(["ninja", "-C", build, "-t", "compdb"], text=True))
    return {
        os.path.realpath(part): entry
        for entry in database
        if entry["file"].endswith((".cc", "_cxx.cxx")) and " -c " in entry["command"]
        for part in parts_of(os.path.join(entry["directory"], entry["file"]))
    }


def is_compiled(entry):
    """Whether it was compiled with the warnings that matter here, into an object that exists."""
    return set(WARNINGS) <= set(shlex.split(entry["command"])) and os.path.exists(
        os.path.join(entry["directory"], entry["output"])
    )


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    build, compiler = os.path.realpath(sys.argv[1]), sys.argv[2]
    compiled = {file for folder in sys.argv[3:] for file, entry in commands_of(folder).items() if is_compiled(entry)}
    entries = {file: entry for file, entry in commands_of(build).items() if os.path.exists(file) and file not in compiled}
    if not entries:
        sys.exit("second_compiler: error: there is no file to read")

    def read(file):
        command = [compiler, "-fsyntax-only", *WARNINGS, *arguments_of(entries[file]["command"]), file]
        return file, subprocess.run(command, cwd=build, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("ASSAY_JOBS") or os.cpu_count())) as pool:
        for file, result in pool.map(read, sorted(entries)):
            if result.returncode != 0 or result.stdout:
                failed += 1
                print(f"{os.path.relpath(file)}:\n{result.stdout}", flush=True)
    print(f"{len(entries)} files read, {failed} with warnings or errors; {len(compiled)} more are compiled so elsewhere")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
