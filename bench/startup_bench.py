#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Start-up of `assay explain` against a dynamically linked hello world, in turn: the ratio of the lower
quartiles.

usage: startup_bench.py [ASSAY]
"""
import os
import subprocess
import sys
import tempfile
import time

ROUNDS, RUNS, LIMIT = 10, 40, 3.0


def seconds(argv, null):
    begin = time.perf_counter()
    pid = os.posix_spawn(argv[0], argv, {}, file_actions=[(os.POSIX_SPAWN_DUP2, null, 1)])
    os.waitpid(pid, 0)
    return time.perf_counter() - begin


def main():
    assay = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else 'build/framework/cli/assay')
    with tempfile.TemporaryDirectory() as folder:
        source, hello = os.path.join(folder, 'hello.c'), os.path.join(folder, 'hello')
        with open(source, 'w') as file:
            file.write('#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n')
        subprocess.run(['cc', '-O2', source, '-o', hello], check=True)
        commands = {'hello': [hello], 'explain': [assay, 'explain', 'ls -la', 'ls --all -l']}
        times = {name: [] for name in commands}
        null = os.open(os.devnull, os.O_WRONLY)
        for _ in range(ROUNDS):
            for name, argv in commands.items():
                times[name] += [seconds(argv, null) for _ in range(RUNS)]
    quartile = {name: sorted(each)[len(each) // 4] for name, each in times.items()}
    ratio = quartile['explain'] / quartile['hello']
    print(f"hello {quartile['hello'] * 1e3:.2f} ms, explain {quartile['explain'] * 1e3:.2f} ms, ratio {ratio:.2f}")
    return 0 if ratio <= LIMIT else 1


if __name__ == '__main__':
    sys.exit(main())
