#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Verdicts and reports rest on no kept effect: they are the same whatever there is of a cache.

usage: effects_test.py SOURCE PROGRAM [SHARED_DATA]

Grades the recorded answers to the bundled datasets in their worlds, and with ASSAY_FULL_CORPUS 300 judged pairs, too: without a
cache, with an empty one, with the one that this left, with that one a day and a year later (libfaketime), and with one that
is damaged, of another version, on a full or a read-only disk, or shared with a process that is killed. All results must be
the same but for identifiers and times, and a bad cache is worth one line.
"""
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

SOURCE, PROGRAM = pathlib.Path(sys.argv[1]), sys.argv[2]
SHARED = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 and sys.argv[3] else None
FAKETIME = next(map(str, pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)
OF_A_RUN = {"started_at", "finished_at", "run_id"}


def call(folder, cache, around, *arguments):
    """Its standard output, and what it says of kept effects."""
    done = subprocess.run([*around, PROGRAM, *map(str, arguments)], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "XDG_CACHE_HOME": str(cache)})
    # 1: answers that miss their case; 2: pairs that nobody could measure here
    assert done.returncode in (0, 1, 2), done.stderr
    return done.stdout, [line for line in done.stderr.splitlines() if line.startswith("kept effects: ")]


def later(shift):
    return ["env", f"LD_PRELOAD={FAKETIME}", f"FAKETIME={shift}", "FAKETIME_DONT_FAKE_MONOTONIC=1"]


def mounted(cache, how):
    return ["unshare", "-m", "sh", "-c", f'mount {how} "{cache}" && exec "$@"', "sh"]


def rows_in(file):
    return [{name: value for name, value in json.loads(line).items() if name not in OF_A_RUN}
            for line in file.read_text().splitlines()]


def known_of(text):
    known, count = re.search(r"(\d+) of (\d+) effects known", text).groups()
    return int(known), int(count)


def recorded(folder, cache, around, forgo):
    """The bundled datasets' recorded answers, by worlds alone."""
    datasets = sorted((SOURCE / "datasets/correctness").glob("*.json"))
    said = call(folder, cache, around, "run", "--dataset", *datasets, "--recorded",
                SOURCE / "datasets/recorded/model_a.jsonl", "--levels", "behavioural", "--question", "fulfils",
                "--store", "store.db", *forgo)
    call(folder, cache, [], "report", "latest", "--store", "store.db", "--output", "report")
    return said, rows_in(folder / "report/results.jsonl")


def judged(folder, cache, around, forgo):
    """300 judged pairs, by worlds that are made for each."""
    every = [json.loads(line) for line in (SHARED / "judged_pairs.jsonl").read_text().splitlines()]
    unlike = [row for row in every if row["prediction"] not in row["gold"]]
    with open(folder / "pairs.jsonl", "w") as file:
        for i in range(300):
            row = unlike[i * len(unlike) // 300]
            file.write(json.dumps({"instruction": row["description"], "expected": row["gold"][0],
                                   "generated": row["prediction"]}) + "\n")
    said = call(folder, cache, around, "evaluate", "--data", "pairs.jsonl", "--profile", "evidence",
                "--output-dir", "out", "--store", "store.db", *forgo)
    return said, rows_in(folder / "out/results.jsonl")


def differences(name, expected, rows):
    if len(expected) != len(rows):
        return [f"{name}: {len(rows)} rows in place of {len(expected)}"]
    return [f"{name}: {json.dumps(one)}\n  in place of {json.dumps(other)}"
            for one, other in zip(rows, expected) if one != other]


class Comparison:
    def __init__(self, grade, place):
        self.grade, self.place, self.faults = grade, pathlib.Path(place), []
        self.cache = self.place / "cache"
        self.cache.mkdir()
        (text, told), self.expected = self.graded("without a cache", forgo=["--no-cache"])
        assert "effects known" not in text and not told and not list(self.cache.iterdir()), "--no-cache uses the cache"

    def graded(self, name, around=(), forgo=()):
        folder = self.place / name
        folder.mkdir()
        said, rows = self.grade(folder, self.cache, around, forgo)
        print(f"{self.grade.__name__}, {name}: {len(rows)} rows, {said[0].strip().splitlines()[-1]}", flush=True)
        return said, rows

    def same(self, name, around=(), lines=0):
        """The number of effects known, and of all."""
        said, rows = self.graded(name, around)
        self.faults += differences(f"{self.grade.__name__}, {name}", self.expected, rows)
        if len(said[1]) != lines:
            self.faults.append(f"{name}: {len(said[1])} lines in place of {lines}: {said[1]}")
        return known_of(said[0])

    def good_caches(self):
        self.same("with an empty cache")
        known, count = self.same("with a full cache")
        if known * 2 < count:
            self.faults.append(f"only {known} of {count} effects are known in the second run")
        for name, shift in [("a day later", "+1d"), ("a year later", "+365d")]:
            if FAKETIME:
                self.same(name, later(shift))
            else:
                print("no libfaketime, so no other date")

    def bad_caches(self):
        file = self.cache / "assay/effects.db"
        whole = self.place / "whole.db"
        shutil.copy(file, whole)
        with sqlite3.connect(file) as database:
            database.execute("UPDATE effects SET text = substr(text, 1, length(text) - 1) || x'5a' WHERE length(text) > 99")
        database.close()
        self.same("a damaged one", lines=1)
        shutil.copy(whole, file)
        with sqlite3.connect(file) as database:
            database.execute("PRAGMA user_version = 99")
        database.close()
        self.same("one of a newer version", lines=1)
        shutil.copy(whole, file)
        if subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", self.cache], capture_output=True).returncode == 0:
            self.same("on a full disk", mounted(self.cache, "-t tmpfs -o size=64k none"), lines=1)
            known, _ = self.same("on a read-only disk", mounted(self.cache, f'--bind -o ro "{self.cache}"'), lines=1)
            if known == 0:
                self.faults.append("nothing of a read-only cache is known")
        else:
            print("nothing can be mounted here")
        file.unlink()
        with tempfile.TemporaryDirectory() as folder:
            other = subprocess.Popen([PROGRAM, "explain", "ls", "ls -a", "--world", "ready/files"], cwd=folder,
                                     env={**os.environ, "XDG_CACHE_HOME": str(self.cache)}, stdout=subprocess.DEVNULL)
            time.sleep(0.2)
            other.kill()
            self.same("beside one that is killed")
            other.wait()


def compare(grade):
    with tempfile.TemporaryDirectory() as place:
        comparison = Comparison(grade, place)
        comparison.good_caches()
        if grade is recorded:
            comparison.bad_caches()
        return comparison.faults


def main():
    sandbox = subprocess.run([PROGRAM, "explain", "ls", "ls", "--world", "ready/files", "--json"], capture_output=True, text=True)
    if json.loads(sandbox.stdout)["finding"] == "unavailable":
        sys.exit(77)
    is_deep = os.environ.get("ASSAY_FULL_CORPUS") and SHARED and (SHARED / "judged_pairs.jsonl").exists()
    grades = [recorded] + ([judged] if is_deep else [])
    faults = [fault for grade in grades for fault in compare(grade)]
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


main()
