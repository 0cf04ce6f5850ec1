#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What grading by text and worlds costs, in core seconds, of each of some programs in turn.

usage: cost.py LABELLED|bundled PROGRAM… [TIMES]

LABELLED is the file of judged pairs (bench/judged_pairs.py). Grades 300 of its rows, evenly spread over those whose prediction
is no accepted command to the letter, by `PROGRAM evaluate --profile evidence`: text, then worlds, question *fulfils*. With the word
bundled instead: the recorded answers to the bundled datasets, by worlds alone. Each program has a cache of its own, empty at first,
in which its second turn finds what commands did in the first. A control
group of the kernel counts the processor time of all processes, also of those of the sandbox, which nobody waits for. Needs root.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time


def rows(labelled):
    with open(labelled) as file:
        all_rows = [json.loads(line) for line in file]
    unlike = [row for row in all_rows if row["prediction"] not in row["gold"]]
    return [unlike[i * len(unlike) // 300] for i in range(300)]


class Group:
    """A control group for one call; version 2, or the older cpuacct."""

    def __init__(self):
        old = "/sys/fs/cgroup/cpuacct"
        self.is_old = os.path.isdir(old)
        self.folder = f"{old if self.is_old else '/sys/fs/cgroup'}/assay-cost-{os.getpid()}"

    def __enter__(self):
        os.mkdir(self.folder)
        return self

    def __exit__(self, *_):
        for _ in range(100):  # until the last process is gone
            try:
                return os.rmdir(self.folder)
            except OSError:
                time.sleep(0.1)

    def join(self):
        with open(f"{self.folder}/cgroup.procs", "w") as file:
            file.write("0")

    def seconds(self):
        if self.is_old:
            with open(f"{self.folder}/cpuacct.usage") as file:
                return int(file.read()) / 1e9
        with open(f"{self.folder}/cpu.stat") as file:
            return int(dict(line.split() for line in file)["usage_usec"]) / 1e6


def main():
    labelled, programs, times = sys.argv[1], sys.argv[2:], 1
    if programs and programs[-1].isdigit():
        times = int(programs.pop())
    if not programs:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        if labelled == "bundled":
            source = pathlib.Path(__file__).parent.parent / "datasets"
            arguments = ["run", "--dataset", *sorted(map(str, source.glob("correctness/*.json"))), "--recorded",
                         f"{source}/recorded/model_a.jsonl", "--levels", "behavioural"]
        else:
            pairs = f"{folder}/pairs.jsonl"
            with open(pairs, "w") as file:
                for row in rows(labelled):
                    file.write(json.dumps({"instruction": row["description"], "expected": row["gold"][0],
                                           "generated": row["prediction"]}) + "\n")
            arguments = ["evaluate", "--data", pairs, "--profile", "evidence"]
        for _ in range(times):
            for program in programs:
                place = f"{folder}/{programs.index(program)}"
                with Group() as group:
                    begin = time.monotonic()
                    done = subprocess.run([program, *arguments, "--json", "--store", f"{place}.db"],
                                          stdout=subprocess.PIPE, preexec_fn=group.join,
                                          env={**os.environ, "XDG_CACHE_HOME": place})
                    wall = time.monotonic() - begin
                    print(f"{program}: {group.seconds():.1f} core seconds, {wall:.1f} s, status {done.returncode}", flush=True)


main()
