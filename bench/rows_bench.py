#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Peak memory and time of whole processes that stream the rows of a long run one by one.

usage: rows_bench.py ASSAY [CASES]

Makes a dataset of CASES commands (100,000) with a recording that answers nine of ten as expected, runs it, and reads the run
again in each way. Fails if a command needs more memory than the limit. Prints wall-clock seconds and CPU
seconds.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

ASSAY = os.path.abspath(sys.argv[1])
CASES = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
LIMIT = 100 if CASES <= 100_000 else 160  # MiB; 160 for a million


# Written case by case, because this process's memory would count as that of its children.
def write(folder):
    with open(f"{folder}/answers.jsonl", "w") as answers, open(f"{folder}/set.json", "w") as dataset:
        dataset.write('{"name": "set", "version": "1", "description": "made for a benchmark",\n'
                      ' "created_at": "2026-01-01T00:00:00Z", "test_cases": [\n')
        for i in range(CASES):
            command = f"find folder{i} -name '*.txt' -newer stamp{i % 97}"
            case = {"id": f"case_{i:06}", "prompt": f"list the text files below folder {i} that are newer than a stamp",
                    "expected_command": command, "category": "find" if i % 3 else "listing", "risk_level": "safe",
                    "posix_compliant": True, "tags": ["basic", "files" if i % 2 else "names"]}
            dataset.write(("," if i else " ") + json.dumps(case, indent=1) + "\n")
            answers.write(json.dumps({"id": case["id"], "answer": command if i % 10 else "ls -R"}) + "\n")
        dataset.write("]}\n")


def measured(folder, *arguments):
    begin = time.perf_counter()
    child = subprocess.Popen([ASSAY, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = child.stderr.read().decode()
    _, status, usage = os.wait4(child.pid, 0)
    seconds, mebibytes = time.perf_counter() - begin, usage.ru_maxrss / 1024
    core = usage.ru_utime + usage.ru_stime
    print(f"assay {' '.join(arguments):<60} {seconds:>8.1f} s {core:>8.1f} s {mebibytes:>8.1f} MiB   limit {LIMIT} MiB", flush=True)
    # A run in which cases miss ends with status 1.
    if os.waitstatus_to_exitcode(status) > 1:
        sys.exit(said)
    return mebibytes <= LIMIT


def main():
    with tempfile.TemporaryDirectory() as folder:
        write(folder)
        run = ["run", "--dataset", "set.json", "--recorded", "answers.jsonl"]
        held = [measured(folder, *run), measured(folder, *run, "--output", "out"), measured(folder, "show", "latest"),
                measured(folder, "report", "latest", "--output", "again"), measured(folder, "show", "again"),
                measured(folder, "compare", "latest~1", "latest")]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
