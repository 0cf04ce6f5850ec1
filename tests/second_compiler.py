#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the C++ files of a build with a second compiler, each by itself, every warning an error, without generating code.

usage: second_compiler.py BUILD COMPILER [COMPILED | alone]

BUILD is a folder that Ninja has built. COMPILED is one that the same compiler has built with these warnings as
errors: its files are not read again. Headers that the build precompiles are read once, before the files that use
them, to save time; a file that forgets to include one of those is not noticed. With `alone` every file is read,
and without them.
"""

import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers"]
PRECOMPILED = "cmake_pch"  # in the name of a file that CMake makes
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
        elif word == "-include" and PRECOMPILED in (header := next(words)):
            continue  # the object is of the first compiler
        elif word == "-include":
            kept += [word, header]
        elif word.startswith("-") and not word.startswith(NO_MATTER):
            kept.append(word)
            if word in ("-I", "-isystem", "-iquote", "-D"):
                kept.append(next(words))
    return kept


def is_united(entry):
    """Whether CMake compiles several files as one here."""
    return os.path.basename(entry["file"]).startswith("unity_")


def parts_of(entry):
    """The files that are compiled here."""
    file = os.path.join(entry["directory"], entry["file"])
    if not is_united(entry):
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
        for part in parts_of(entry)
    }


def is_compiled(entry):
    """Whether it was compiled with the warnings that matter here, into an object that exists."""
    return set(WARNINGS) <= set(shlex.split(entry["command"])) and os.path.exists(
        os.path.join(entry["directory"], entry["output"])
    )


def header_of(entry):
    """The header that CMake has precompiled for the file, or none."""
    words = shlex.split(entry["command"])
    return next((word for before, word in zip(words, words[1:]) if before == "-include" and PRECOMPILED in word), None)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    build, compiler, alone = os.path.realpath(sys.argv[1]), sys.argv[2], sys.argv[3:] == ["alone"]
    folders = [] if alone else sys.argv[3:]
    compiled = {file for folder in folders for file, entry in commands_of(folder).items() if is_compiled(entry)}
    entries = {file: entry for file, entry in commands_of(build).items() if os.path.exists(file) and file not in compiled}
    if not entries:
        sys.exit("second_compiler: error: there is no file to read")

    def read(file, *more):
        command = [compiler, *WARNINGS, *arguments_of(entries[file]["command"]), *more, file]
        return file, subprocess.run(command, cwd=build, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)

    def precompile(header, file, folder):
        """The precompiled header, with the arguments of one of the files that use it."""
        out = os.path.join(folder, f"{len(os.listdir(folder))}.pch")
        command = [compiler, *WARNINGS, *arguments_of(entries[file]["command"]), "-Wno-pragma-system-header-outside-header",
                   "-x", "c++-header", header, "-o", out]
        subprocess.run(command, cwd=build, check=True)
        return out

    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        headers = {}
        for file in sorted(entries):
            header = None if alone else header_of(entries[file])
            if header and header not in headers:
                headers[header] = precompile(header, file, folder)
        with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("ASSAY_JOBS") or os.cpu_count())) as pool:
            first = {file: headers.get(header_of(entries[file])) for file in entries}
            read_all = pool.map(lambda file: read(file, "-fsyntax-only", *(["-include-pch", first[file]] if first[file] else [])), sorted(entries))
            for file, result in read_all:
                if result.returncode != 0 or result.stdout:
                    failed += 1
                    print(f"{os.path.relpath(file)}:\n{result.stdout}", flush=True)
    print(f"{len(entries)} files read, {failed} with warnings or errors; {len(compiled)} more are compiled so elsewhere")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
