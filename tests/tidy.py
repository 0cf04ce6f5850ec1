#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy with .clang-tidy over the rooms that read untrusted bytes; every finding is an error.

usage: tidy.py BUILD [ROOM… | all]

BUILD is a folder that Ninja has configured. Without ROOM, the rooms below are read. Reading all rooms takes
too long for each change: some five CPU seconds per file.
"""

import concurrent.futures
import os
import subprocess
import sys

from second_compiler import arguments_of, commands_of

ROOMS = ("document", "shell", "dataset", "convert")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build, rooms = os.path.realpath(sys.argv[1]), sys.argv[2:] or ROOMS
    framework = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "framework")
    if rooms == ["all"]:
        rooms = sorted(each.name for each in os.scandir(framework) if each.is_dir())
    folders = tuple(os.path.join(framework, room, "") for room in rooms)
    entries = {file: entry for file, entry in commands_of(build).items() if file.startswith(folders) and os.path.exists(file)}
    if not entries:
        sys.exit(f"tidy: error: {build} compiles no file of {', '.join(rooms)}; configure it first")

    def read(file):
        command = ["clang-tidy-16", "--quiet", file, "--", *arguments_of(entries[file]["command"])]
        return file, subprocess.run(command, cwd=build, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("ASSAY_JOBS") or os.cpu_count())) as pool:
        for file, result in pool.map(read, sorted(entries)):
            if result.returncode != 0 or result.stdout:
                failed += 1
                print(f"{os.path.relpath(file)}:\n{result.stdout or result.stderr}", flush=True)
    print(f"{len(entries)} files read, {failed} with findings")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
