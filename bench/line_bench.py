#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole-process benchmarks of a run: each figure against a floor measured in the same run, in turn.

usage: line_bench.py BUILD_DIR [--quick]

Prints one row per figure: ours, the floor, the median of the pairwise ratios and the project's own limit.
"""
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(sys.argv[1])
QUICK = "--quick" in sys.argv
RUNNER = os.path.join(BUILD, "framework/gtest/assay-runner")
TOOL = "#!/bin/sh\necho ls\n"


def seconds(command, **options):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, **options)
    return time.perf_counter() - start


def in_turn(ours, floor, rounds):
    ours(), floor()
    pairs = [(ours(), floor()) for _ in range(rounds)]
    a = statistics.median(x for x, _ in pairs)
    b = statistics.median(y for _, y in pairs)
    return a, b, statistics.median(x / y for x, y in pairs)


def show(name, figures, limit):
    ours, floor, ratio = figures
    print(f"{name:<44} {ours * 1000:>10.2f} ms {floor * 1000:>10.2f} ms {ratio:>7.2f}   limit {limit}", flush=True)


def write(path, text, mode=0o644):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, mode)


def project(folder, cases):
    """A suite of `cases` cases whose tool is a script of about a millisecond."""
    write(f"{folder}/tool.sh", TOOL, 0o755)
    rows = [{"id": f"case_{i:05}", "prompt": f"list the files of folder {i}", "expected_command": "ls",
             "category": "listing", "risk_level": "safe", "posix_compliant": True, "tags": ["basic"]}
            for i in range(cases)]
    write(f"{folder}/set.json", json.dumps({"name": "set", "version": "1", "description": "made for a benchmark",
                                            "test_cases": rows, "created_at": "2026-01-01T00:00:00Z"}, indent=2))
    write(f"{folder}/prompts", "".join(row["prompt"] + "\n" for row in rows))
    write(f"{folder}/CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(bench LANGUAGES NONE)\n"
          "find_package(assay REQUIRED)\nenable_testing()\n"
          "assay_add_suite(NAME demo DATASETS set.json TOOL ./tool.sh)\n")
    seconds(["cmake", "-S", folder, "-B", f"{folder}/build", f"-Dassay_DIR={BUILD}"])
    seconds(["ctest", "--test-dir", f"{folder}/build", "-N"])
    return f"{folder}/build/assay/demo/suite.json"


def tests_of(folder, script):
    os.makedirs(folder)
    write(f"{folder}/CTestTestfile.cmake", script)
    return folder


def bare(entries):
    return "".join(f'add_test(t{i} sh -c "/bin/true; :")\n' for i in range(entries))


def with_properties_of(script):
    """Our script with another command, so that the difference between the two is that of the processes."""
    text = re.sub(r'^( *add_test\("[^"]*").*', r'\1 sh -c "/bin/true; :")', script, flags=re.M)
    return "".join(line for line in text.splitlines(True) if ".aggregate" not in line)


def in_one_process(folder, cases, limit, rounds):
    suite = project(folder, cases)
    figures = in_turn(lambda: seconds([RUNNER, f"--assay_suite={suite}"]),
                      lambda: seconds(f"xargs -P4 -d '\\n' -n1 {folder}/tool.sh < {folder}/prompts", shell=True), rounds)
    show(f"{cases} cases in one process / xargs -P4", figures, limit)
    return suite


def peak_memory(suite):
    child = subprocess.Popen([RUNNER, f"--assay_suite={suite}"], stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    print(f"{'peak memory of 1,000 cases in one process':<44} {usage.ru_maxrss / 1024:>10.1f} MiB {'':>21}   limit 40 MiB")


def entries(folder, cases, limit, rounds):
    project(folder, cases)
    ours = lambda: seconds(["ctest", "--test-dir", f"{folder}/build", "-j2"])
    plain = tests_of(f"{folder}/plain", bare(cases))
    show(f"ctest -j2, {cases} entries / sh -c '/bin/true; :'",
         in_turn(ours, lambda: seconds(["ctest", "-j2"], cwd=plain), rounds), limit)
    with open(f"{folder}/build/assay/demo/cases.cmake") as script:
        same = tests_of(f"{folder}/same", with_properties_of(script.read()))
    show("  / the same with our tests' properties",
         in_turn(ours, lambda: seconds(["ctest", "-j2"], cwd=same), (rounds + 2) // 3), limit)


def start_up(suite, folder):
    write(f"{folder}/hello.cc", '#include <iostream>\nint main() { std::cout << "hello\\n"; }\n')
    seconds(["g++", "-O2", f"{folder}/hello.cc", "-o", f"{folder}/hello"])
    # Started as ctest would for one case, but without the case itself.
    command = [os.path.join(os.path.dirname(suite), "test_runner"), "--assay_ctest=set.case_00500", "--gtest_repeat=0"]
    show("start-up of the case runner / hello world",
         in_turn(lambda: seconds(command), lambda: seconds([f"{folder}/hello"]), 100), 1.5)


def discovery(folder, cases, rounds):
    suite = project(folder, cases)
    parser = f"{folder}/parse"
    write(f"{parser}.cc", "#include <fstream>\n#include <nlohmann/json.hpp>\nint main(int, char** argv) {\n"
          "  std::ifstream in(argv[1]);\n  return nlohmann::json::parse(in).empty();\n}\n")
    seconds(["g++", "-O2", "-DNDEBUG", f"{parser}.cc", "-o", parser])
    show(f"discovery of {cases} cases / plain parse",
         in_turn(lambda: seconds([RUNNER, f"--assay_suite={suite}", f"--assay_emit_ctest={folder}/cases.cmake"]),
                 lambda: seconds([parser, f"{folder}/set.json"]), rounds), 4)


def main():
    print(f"{'figure':<44} {'ours':>13} {'floor':>13} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("a", "b", "c", "d", "e"):
            os.makedirs(f"{folder}/{name}")
        suite = in_one_process(f"{folder}/a", 1000, 1.15, 3 if QUICK else 7)
        peak_memory(suite)
        in_one_process(f"{folder}/b", 20, 3, 5 if QUICK else 15)
        start_up(suite, folder)
        discovery(f"{folder}/e", 10000, 5 if QUICK else 15)
        entries(f"{folder}/c", 1000, 1.5, 1 if QUICK else 15)
        if not QUICK:
            entries(f"{folder}/d", 10000, "1.3 times that of 1,000", 3)


main()
