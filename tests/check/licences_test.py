#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""licences_test.py ROOT: every source names its licence in its first lines, as SPDX has it."""
import pathlib
import subprocess
import sys

WANTED = "SPDX-License-Identifier: Apache-2.0"
ENDINGS = {".cc", ".h", ".c", ".inc", ".js", ".py", ".sh", ".cmake", ".in", ".sql", ".yml", ".yaml", ".toml"}
NAMES = {"CMakeLists.txt", "Containerfile", "Jenkinsfile", ".clang-format", ".clang-tidy", ".editorconfig"}
SEEDS = "fuzz/seeds/"  # input, which a comment would change


def is_source(root, name):
    path = pathlib.Path(name)
    if name.startswith(SEEDS) or not (root / path).is_file():
        return False
    if path.suffix in ENDINGS or path.name in NAMES:
        return True
    with open(root / path, "rb") as file:
        return file.read(2) == b"#!"


def names_no_licence(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return not any(WANTED in line for line in (file.readline(), file.readline()))


def main():
    root = pathlib.Path(sys.argv[1])
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], stdout=subprocess.PIPE, text=True)
    if listed.returncode != 0:
        print("SKIPPED: not a checkout of git")
        return 77
    sources = [root / name for name in listed.stdout.split("\0") if name and is_source(root, name)]
    faults = [path for path in sources if names_no_licence(path)]
    for path in faults:
        print(f"{path}:1: error: no licence: add a first line \"{WANTED}\" in a comment")
    print(f"{len(sources)} sources, {len(faults)} without a licence")
    return 1 if faults or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
