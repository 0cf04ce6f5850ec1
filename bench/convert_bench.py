#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`assay convert` of promptfoo's CSV, as a whole process: the lower quartile of its times, and its peak memory.

usage: convert_bench.py [ASSAY]
"""
import os
import sys
import tempfile
import time

ROWS, RUNS, LIMIT = 10_000, 9, 0.5


def write_tests(path):
    with open(path, 'w', encoding='utf-8') as file:
        file.write('request,__expected,__metadata:category,__description\n')
        for row in range(ROWS):
            file.write(f'"list the files of folder {row}, ""hidden"" ones too",equals: ls -la dir{row}/src | head -n {row % 50},'
                       f'category {row % 7},test number {row}\n')


def run(argv):
    """(seconds of the clock, seconds of processors, bytes)"""
    begin = time.perf_counter()
    null = os.open(os.devnull, os.O_WRONLY)
    pid = os.posix_spawn(argv[0], argv, {}, file_actions=[(os.POSIX_SPAWN_DUP2, null, 1)])
    _, status, used = os.wait4(pid, 0)
    os.close(null)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{' '.join(argv)} ended with {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def main():
    assay = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else 'build/framework/cli/assay')
    with tempfile.TemporaryDirectory() as folder:
        tests, dataset = os.path.join(folder, 'tests.csv'), os.path.join(folder, 'dataset.json')
        write_tests(tests)
        argv = [assay, 'convert', tests, '--from', 'promptfoo', '--map', 'prompt=request', '-o', dataset, '--force']
        times = sorted(run(argv) for _ in range(RUNS))
    clock, busy, memory = times[RUNS // 4]
    print(f'{ROWS} rows: {clock:.2f} s of the clock, {busy:.2f} s of processors, {memory / 2**20:.0f} MiB')
    return 0 if busy <= LIMIT else 1  # on a machine with others the clock shows them, too


if __name__ == '__main__':
    sys.exit(main())
