#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Published heuristics of functional equivalence, assay's levels and people, on the same labelled pairs.

usage: heuristics.py ROWS DATA [ASSAY MODEL]

ROWS is the file written by `ASSAY_BENCH_ROWS=ROWS behaviour_bench feh judged`, DATA the folder with
judged_pairs.jsonl. ASSAY (the program) and MODEL (a model's folder) add the similarity level, with thresholds
chosen on other tasks as in ladder.py. Prints the tables of docs/benchmarks.md. A pair is called a match if
the heuristic matches the answer with any accepted command of its prompt.

Heuristics that need no model are computed here from their published definitions: character BLEU-4 (add 0.1 where a count is zero),
TF-IDF cosine of the two texts alone, and the NLC2CMD metric, each above 0.75. The others are quoted from bench/published.tsv.
"""
import collections
import json
import math
import os
import re
import sys

import ladder

THRESHOLD = 0.75
LEVELS = ["exact", "whitespace", "canonical", "behavioural"]
SETS = {"feh_pairs, fulfils": "feh_pairs", "judged_pairs, fulfils": "judged_pairs"}
OPERATORS = {"|", "||", "&&", ";", "&", "|&", "(", ")", "{", "}", "!"}


def bleu(want, got):
    """BLEU-4 of characters; a count of zero becomes 0.1, and the precision without any n-gram is 0.1/1."""
    if not got:
        return 0.0
    logs = 0.0
    for n in range(1, 5):
        theirs = collections.Counter(want[i:i + n] for i in range(len(want) - n + 1))
        ours = collections.Counter(got[i:i + n] for i in range(len(got) - n + 1))
        common = sum((theirs & ours).values())
        if n == 1 and not common:
            return 0.0
        logs += math.log((common or 0.1) / max(sum(ours.values()), 1)) / 4
    brevity = 1.0 if len(got) > len(want) else math.exp(1 - len(want) / len(got))
    return brevity * math.exp(logs)


def tf_idf(want, got):
    """Cosine of the two texts' weighted words of two or more letters; the corpus is these two texts."""
    counts = [collections.Counter(re.findall(r"\b\w\w+\b", text.lower())) for text in (want, got)]
    weight = {word: math.log(3 / (1 + sum(word in each for each in counts))) + 1 for word in counts[0] | counts[1]}
    vectors = [{word: count * weight[word] for word, count in each.items()} for each in counts]
    norms = [math.sqrt(sum(value * value for value in each.values())) for each in vectors]
    if not all(norms):
        return 0.0
    return sum(value * vectors[1].get(word, 0) for word, value in vectors[0].items()) / (norms[0] * norms[1])


def shell_words(text):
    """Words and operators of a command, quotes kept; enough to recognise utilities and flags."""
    return re.findall(r"\|\||&&|\|&|[|;&(){}!\n]|(?:\"(?:\\.|[^\"\\])*\"|'[^']*'|\\.|[^\s|;&(){}\"'\\]|[\"'\\])+", text)


def utilities(text):
    """(utility, its flags) for each utility, in the order of the command line."""
    found, expected = [], True
    for word in shell_words(text):
        if word in OPERATORS or word == "\n":
            expected = True
        elif expected and not re.match(r"\w+=", word):
            found.append((word, set()))
            expected = False
        elif word.startswith("-") and found:
            found[-1][1].add(word)
    return found


def nlc2cmd(want, got):
    """The competition's metric, -1 to 1, scaled to 0 to 1: utilities by position and their flags, no arguments."""
    wanted, said = utilities(want), utilities(got)
    if not wanted or not said:
        return 0.0
    scores = []
    for i in range(max(len(wanted), len(said))):
        if i >= len(wanted) or i >= len(said) or wanted[i][0] != said[i][0]:
            scores.append(-1.0)
            continue
        a, b = wanted[i][1], said[i][1]
        most = max(len(a), len(b))
        scores.append((1 + ((2 * len(a & b) - len(a | b)) / most if most else 1.0)) / 2)
    return (sum(scores) / len(scores) + 1) / 2


HEURISTICS = [
    ("text, byte for byte", lambda want, got: want == got),
    ("text, blanks aside", lambda want, got: want.split() == got.split()),
    ("character BLEU > 0.75", lambda want, got: bleu(want, got) > THRESHOLD),
    ("TF-IDF cosine > 0.75", lambda want, got: tf_idf(want, got) > THRESHOLD),
    ("NLC2CMD metric > 0.75", lambda want, got: nlc2cmd(want, got) > THRESHOLD),
]


def cells(labels, called):
    true = sum(a and b for a, b in zip(labels, called))
    right = sum(a == b for a, b in zip(labels, called))
    share = lambda part, whole: f"{part}/{whole} = {part / whole:.3f}" if whole else "not measured: nothing matched"
    return [share(right, len(labels)), share(true, sum(called)), share(true, sum(labels))]


def line(*columns):
    print("| " + " | ".join(columns) + " |")


def head(*columns):
    line(*columns)
    line(*["---"] * len(columns))


def print_heuristics(rows):
    labels = [row["right"] for row in rows]
    for name, matches in HEURISTICS:
        line(name, *cells(labels, [any(matches(gold, row["got"]) for gold in row["gold"]) for row in rows]))


def print_levels(rows):
    """The ladder up to each level; a level adds the pairs, right and wrong, that it matched and no earlier
    level did."""
    labels = [row["right"] for row in rows]
    head("assay, up to the level", "adds: right", "adds: wrong", "accuracy", "precision", "recall")
    for i, level in enumerate(LEVELS):
        added = [row["right"] for row in rows if row["kind"] == level]
        called = [row["kind"] in LEVELS[:i + 1] for row in rows]
        line(level, str(sum(added)), str(len(added) - sum(added)), *cells(labels, called))
    if "cosine" not in rows[0]:
        line("similarity", "not measured: no model given", "", "", "", "")
        return
    called, thresholds = ladder.validated(rows)
    added = [row["right"] for row, match in zip(rows, called) if match and row["kind"] not in LEVELS]
    line("similarity, thresholds of other tasks", str(sum(added)), str(len(added) - sum(added)), *cells(labels, called))


def print_not_measured(rows):
    """Pairs that a level could not measure; the figures above count them as no match."""
    unavailable = [row["right"] for row in rows if row["kind"] == "~unavailable"]
    print(f"\nNot measured by behavioural: {len(unavailable)} of {len(rows)} pairs ({sum(unavailable)} labelled right); without them:")
    rest = [row for row in rows if row["kind"] != "~unavailable"]
    print(", ".join(f"{name} {cell}" for name, cell in zip(
        ["accuracy", "precision", "recall"], cells([row["right"] for row in rest], [row["kind"] in LEVELS for row in rest]))))


def print_people(rows, data):
    said = collections.defaultdict(list)
    with open(os.path.join(data, "judged_pairs.jsonl")) as file:
        for each in map(json.loads, file):
            said[each["description"], each["prediction"]].append({name: of["command"] for name, of in each["annotators"].items()})
    both = []
    for row in rows:
        for each in said[row["prompt"], row["got"]][:1]:
            if each.get("A") is not None and each.get("B") is not None:
                both.append((each["A"], each["B"]))
    line(f"a person (B), against another's (A's) labels: {len(both)} pairs", *cells([a for a, _ in both], [b for _, b in both]))


def print_published():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "published.tsv")) as file:
        for each in file:
            if each.strip() and not each.startswith("#"):
                name, accuracy, precision, recall = each.rstrip("\n").split("\t")
                line(name, accuracy, precision, recall)


def main():
    if len(sys.argv) not in (3, 5):
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        rows = [row for row in map(json.loads, file) if row["set"] in SETS]
    if len(sys.argv) == 5:
        ladder.put_cosines(rows, os.path.abspath(sys.argv[3]), os.path.abspath(sys.argv[4]))
    for title, name in SETS.items():
        of_set = [row for row in rows if row["set"] == title]
        if not of_set:
            sys.exit(f"heuristics.py: {sys.argv[1]} has no row of {name}: run behaviour_bench feh judged with ASSAY_BENCH_ROWS first")
        print(f"\n### {name}: {len(of_set)} pairs, {sum(row['right'] for row in of_set)} labelled right\n")
        head("heuristic, computed here", "accuracy", "precision", "recall")
        print_heuristics(of_set)
        if name == "judged_pairs":
            print_people(of_set, sys.argv[2])
        print()
        print_levels(of_set)
        print_not_measured(of_set)
    print("\n### Published, not run here: the 600 pairs that feh_pairs is half of\n")
    head("heuristic, quoted", "accuracy", "precision", "recall")
    print_published()


if __name__ == "__main__":
    main()
