#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How grading agrees with people who judged the same predictions.

usage: judged_pairs.py LABELLED FOLDER [ASSAY]

LABELLED is a JSONL file of {"description", "gold": […], "prediction", "correct_command", "sources": […]}. Writes into FOLDER
judged.json, a dataset of one case per description; first.jsonl, the first prediction of each of the two
models that were asked the same prompts; and all.jsonl, every prediction, those of one prompt as attempts.
With ASSAY, the program, grades them in a store in that folder and prints the figures of docs/benchmarks.md.
"""
import json
import os
import subprocess
import sys

MODELS = {"test.stc": "stc", "test.tellina": "tellina"}


def case_of(number, description, gold):
    return {"id": f"p{number:03}", "prompt": description, "expected_command": gold[0], "category": gold[0].split()[0],
            "risk_level": "safe", "posix_compliant": False, "tags": ["judged"], "alternatives": gold[1:]}


def answer_of(case, run, row):
    return {"id": case["id"], "run": run, "answer": row["prediction"], "label": row["correct_command"]}


def write_lines(path, rows):
    with open(path, "w") as file:
        for row in rows:
            file.write(json.dumps(row) + "\n")


def convert(labelled, folder):
    cases, first, every = {}, {}, []
    with open(labelled) as file:
        rows = [json.loads(line) for line in file]
    for row in rows:
        case = cases.setdefault(row["description"], case_of(len(cases) + 1, row["description"], row["gold"]))
        every.append(answer_of(case, "all", row))
        for source in row["sources"]:
            if source in MODELS:
                first.setdefault((MODELS[source], case["id"]), answer_of(case, MODELS[source], row))
    both = {id for model, id in first if model == "stc"} & {id for model, id in first if model == "tellina"}
    dataset = {"name": "judged", "version": "1", "description": "prompts whose predictions people judged",
               "test_cases": list(cases.values()), "created_at": "2018-01-01T00:00:00Z"}
    with open(f"{folder}/judged.json", "w") as file:
        json.dump(dataset, file, indent=1)
    dataset["name"], dataset["test_cases"] = "asked_of_both", [c for c in cases.values() if c["id"] in both]
    with open(f"{folder}/asked_of_both.json", "w") as file:
        json.dump(dataset, file, indent=1)
    write_lines(f"{folder}/first.jsonl", [row for (_, id), row in sorted(first.items()) if id in both])
    write_lines(f"{folder}/all.jsonl", every)


def grade(assay, folder):
    store = f"{folder}/judged.db"
    if os.path.exists(store):
        os.remove(store)
    for dataset, answers in (("judged", "all"), ("asked_of_both", "first")):
        print(f"{answers}.jsonl", flush=True)
        subprocess.run([assay, "import", f"{folder}/{answers}.jsonl", "--dataset", f"{folder}/{dataset}.json", "--store", store],
                       check=True)
    subprocess.run([assay, "compare", "latest~1", "latest", "--suite", "asked_of_both", "--store", store, "--markdown"],
                   check=True)


def main():
    labelled, folder = sys.argv[1:3]
    os.makedirs(folder, exist_ok=True)
    convert(labelled, folder)
    if len(sys.argv) > 3:
        grade(sys.argv[3], folder)


main()
