#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The ladder without a judge: text, then runs in worlds, then calibrated similarity of the pairs these leave
undecided.

usage: ladder.py ROWS ASSAY MODEL

ROWS is the file written by `ASSAY_BENCH_ROWS=ROWS behaviour_bench feh judged near`, MODEL a model's folder.
The threshold is chosen on four fifths of the tasks, for the most right verdicts of the whole ladder at a
precision of 0.97 or more, and tested on the remaining fifth; a fold in which no threshold keeps that
precision uses no similarity. Prints the figures of docs/benchmarks.md.
"""
import json
import os
import subprocess
import sys
import tempfile

FOLDS = 5
PRECISION = 0.97
NONE = 2.0  # a threshold that no cosine reaches


def is_match(row, threshold):
    if not row["kind"].startswith("~"):
        return True
    if row["kind"] == "~counterexample":  # refuted: no later level is asked
        return False
    return row["cosine"] is not None and row["cosine"] >= threshold


def counts(rows, threshold):
    called = [is_match(row, threshold) for row in rows]
    right = sum(each == row["right"] for each, row in zip(called, rows))
    true = sum(each and row["right"] for each, row in zip(called, rows))
    return right, sum(called), true


def chosen(rows):
    """The threshold with the most right verdicts among those that keep the precision; NONE if none improves
    on it."""
    undecided = sorted({row["cosine"] for row in rows if row["cosine"] is not None and row["kind"].startswith("~")})
    best = (counts(rows, NONE)[0], NONE)
    for threshold in undecided:
        right, called, true = counts(rows, threshold)
        if called and true / called >= PRECISION and right > best[0]:
            best = (right, threshold)
    return best[1]


def figures(rows, called):
    true = sum(each and row["right"] for each, row in zip(called, rows))
    right = sum(each == row["right"] for each, row in zip(called, rows))
    wanted = sum(row["right"] for row in rows)
    return (f"accuracy {right}/{len(rows)} = {right / len(rows):.3f}, precision {true}/{sum(called)} = {true / max(sum(called), 1):.3f}, "
            f"recall {true}/{wanted} = {true / max(wanted, 1):.3f}")


def validated(rows):
    """What the ladder calls each row, with a threshold chosen on the other folds."""
    fold_of = {task: i % FOLDS for i, task in enumerate(sorted({row["prompt"] for row in rows}))}
    called = [False] * len(rows)
    thresholds = []
    for fold in range(FOLDS):
        threshold = chosen([row for row in rows if fold_of[row["prompt"]] != fold])
        thresholds.append(threshold)
        for i, row in enumerate(rows):
            if fold_of[row["prompt"]] == fold:
                called[i] = is_match(row, threshold)
    return called, thresholds


def put_cosines(rows, assay, model):
    """A row's cosine is that of the nearest accepted command, as in the ladder."""
    pairs = [(row, gold) for row in rows for gold in row["gold"]]
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/pairs.jsonl", "w") as file:
            for row, gold in pairs:
                file.write(json.dumps({"instruction": row["prompt"], "expected": gold, "generated": row["got"]}) + "\n")
        subprocess.run([assay, "evaluate", "--data", f"{folder}/pairs.jsonl", "--model", model, "--threshold", "0.80",
                        "--output-dir", f"{folder}/out", "--store", f"{folder}/vectors.db"],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(f"{folder}/out/results.jsonl") as file:
            found = [json.loads(line)["semantic_similarity"] for line in file]
    if len(found) != len(pairs) or not any(each is not None for each in found):
        sys.exit(f"ladder.py: no similarity was measured: does {model} hold a model?")
    for row in rows:
        row["cosine"] = None
    for (row, _), cosine in zip(pairs, found):
        if cosine is not None and (row["cosine"] is None or cosine > row["cosine"]):
            row["cosine"] = cosine


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    rows_file, assay, model = sys.argv[1:]
    with open(rows_file) as file:
        rows = [json.loads(line) for line in file]
    put_cosines(rows, os.path.abspath(assay), os.path.abspath(model))
    sets = {}
    for row in rows:
        sets.setdefault(row["set"], []).append(row)
    near = sets.pop("near_misses, fulfils", [])
    sets.pop("near_misses, equivalent", None)
    for name, of_set in sets.items():
        called, thresholds = validated(of_set)
        whole = chosen(of_set)
        print(f"{name}, {len(of_set)} pairs")
        print(f"  without similarity: {figures(of_set, [is_match(row, NONE) for row in of_set])}")
        print(f"  with it, of other tasks: {figures(of_set, called)}; thresholds "
              + ", ".join("none" if each == NONE else f"{each:.4f}" for each in thresholds))
        if near:
            print(f"  near misses that all of them together would call a match ({'none' if whole == NONE else f'{whole:.4f}'}): "
                  f"{sum(is_match(row, whole) for row in near)} of {len(near)}")


if __name__ == "__main__":
    main()
