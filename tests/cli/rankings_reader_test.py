#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random runs of retrieval, graded by assay and by the programs that define the figures.

usage: rankings_reader_test.py ASSAY FOREIGN

FOREIGN is the folder that ./do schemas filled: trec_eval, and in python/ pytrec_eval, ir_measures and ranx. Ends with
77, a skip, if both trec_eval and pytrec_eval are missing; with ASSAY_MUST_RUN in the environment that is a failure.
Prints which figures are compared with which program.
"""
import collections
import functools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

ASSAY, FOREIGN = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
sys.path.append(os.path.join(FOREIGN, "python"))
TREC_EVAL = os.path.join(FOREIGN, "trec_eval")


def module(name):
    try:
        return __import__(name)
    except ImportError:
        return None


pytrec_eval, ir_measures, ranx = module("pytrec_eval"), module("ir_measures"), module("ranx")
if not pytrec_eval and not os.path.exists(TREC_EVAL):
    print("skipped: neither trec_eval nor pytrec_eval; ./do schemas fetches them")
    sys.exit(1 if os.environ.get("ASSAY_MUST_RUN") else 77)

RUNS = 200
CUTOFFS = (1, 3, 5, 10, 20, 100, 1000)
# trec_eval's name, by assay's.
PLAIN = {"map": "map", "recip_rank": "recip_rank", "r_precision": "Rprec", "bpref": "bpref", "inferred_ap": "infAP"}
AT_K = {"precision_at_k_doc": "P", "success_at_k_doc": "success", "recall_at_k_doc": "recall", "ndcg_at_k": "ndcg_cut"}
NAMES = {**{(name, None): theirs for name, theirs in PLAIN.items()},
         **{(name, k): f"{theirs}_{k}" for name, theirs in AT_K.items() for k in CUTOFFS}}


class Run:
    """Grades from -2 to 5; topics without a relevant document, without a line, and of another set; scores that tie,
    that nearly tie, and lists shorter than k. Every fourth has nothing but different scores, and all topics."""

    def __init__(self, seed):
        chance = random.Random(seed)
        documents = [f"d{i}" for i in range(40)]
        topics = [f"q{i}" for i in range(chance.randint(1, 12))]
        plain = seed % 4 == 0
        self.relevant = 1 if plain else chance.choice([1, 1, 2, 3])
        # The first has a grade from 0 on: trec_eval has no figures of a topic where nothing is judged.
        self.judged = {topic: {each: chance.choice([0, 1, 2] if i == 0 else [-2, -1, 0, 0, 0, 1, 1, 2, 3, 4, 5])
                               for i, each in enumerate(chance.sample(documents, chance.randint(1, 25)))}
                       for topic in topics}
        scores = {"integer": lambda: chance.randint(1, 5), "float": chance.random,
                  "near": lambda: 0.123456789 + chance.randint(0, 6) * 1e-9, "large": lambda: 16777216 + chance.randint(0, 3)}
        self.found = {topic: {each: scores[kind]() for each in chance.sample(documents, chance.randint(1, 40))}
                      for topic, kind in zip(topics + ["another"], chance.choices(["float"] if plain else list(scores), k=99))
                      if plain or topic == topics[0] or chance.random() > 0.2}

    def write(self, folder):
        lines = {"topics": [f"{topic}\twhat is {topic}" for topic in self.judged],
                 "qrels": [f"{topic} 0 {each} {grade}" for topic, of in self.judged.items() for each, grade in of.items()],
                 "run": [f"{topic} Q0 {each} 1 {score!r} tag" for topic, of in self.found.items() for each, score in of.items()]}
        for name, text in lines.items():
            pathlib.Path(folder, name).write_text("\n".join(text) + "\n", encoding="utf-8")


def called(folder, *arguments, allowed=(0,)):
    done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in allowed:
        raise AssertionError(f"{arguments}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def graded(folder, relevant):
    called(folder, ASSAY, "convert", "topics", "qrels", "--from", "trec", "--relevant", str(relevant), "-o", "set.json")
    called(folder, ASSAY, "import", "run", "--from", "trec", "--dataset", "set.json", allowed=(0, 1))
    shown = json.loads(called(folder, ASSAY, "show", "latest", "--json"))
    return (shown if "retrieval" in shown else shown["metrics"])["retrieval"]


def value(figures, name, k):
    return figures[name] if k is None else figures[name][str(k)]


class Rankings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = []
        for seed in range(RUNS):
            with tempfile.TemporaryDirectory() as folder:
                run = Run(seed)
                run.write(folder)
                foreign = {}
                if os.path.exists(TREC_EVAL):
                    wanted = [word for theirs in PLAIN.values() for word in ("-m", theirs)]
                    wanted += [word for theirs in AT_K.values() for word in ("-m", f"{theirs}.{','.join(map(str, CUTOFFS))}")]
                    text = called(folder, TREC_EVAL, "-c", "-l", str(run.relevant), *wanted, "qrels", "run")
                    foreign = {words[0]: float(words[2]) for words in map(str.split, text.splitlines())}
                cls.runs.append((run, graded(folder, run.relevant), foreign))
        cls.compared = collections.Counter()

    @classmethod
    def tearDownClass(cls):
        for (program, name), cells in sorted(cls.compared.items()):
            print(f"| {program} | `{name}` | {cells} |")

    # assay rounds exact halves away from zero; C's printf, to the even digit.
    def agree(self, program, name, k, ours, theirs, digits=0.5e-4):
        self.compared[program, name] += 1
        self.assertIsNotNone(ours, name)
        self.assertLessEqual(abs(ours - theirs), digits + 1e-9, f"{program} {name} {k}: {ours}, {theirs}")

    def test_trec_eval(self):
        if not os.path.exists(TREC_EVAL):
            self.skipTest("no trec_eval")
        for seed, (_, ours, foreign) in enumerate(self.runs):
            for (name, k), theirs in NAMES.items():
                exact = value(ours, name, k)
                with self.subTest(seed=seed, name=theirs):
                    halves = abs(exact * 1e4 - foreign[theirs] * 1e4) < 1.001 and self.is_half(seed, name, k)
                    self.agree("trec_eval", name, k, exact, foreign[theirs], 1e-4 if halves else 0)

    # Whether the exact mean, by pytrec_eval, lies in the middle of two numbers of four digits.
    def is_half(self, seed, name, k):
        if not pytrec_eval:
            return True
        exact = self.pytrec(seed)[NAMES[name, k]] * 1e4
        return abs(exact % 1 - 0.5) < 1e-7

    @functools.cache
    def pytrec(self, seed):
        run, _, _ = self.runs[seed]
        measures = {*PLAIN.values(), *(f"{theirs}.{','.join(map(str, CUTOFFS))}" for theirs in AT_K.values())}
        by_topic = pytrec_eval.RelevanceEvaluator(run.judged, measures, relevance_level=run.relevant).evaluate(
            {topic: {each: float(score) for each, score in of.items()} for topic, of in run.found.items()})
        return {theirs: sum(each[theirs] for each in by_topic.values()) / len(run.judged) for theirs in NAMES.values()}

    def test_pytrec_eval(self):
        if not pytrec_eval:
            self.skipTest("no pytrec_eval")
        for seed, (_, ours, _) in enumerate(self.runs):
            theirs = self.pytrec(seed)
            for (name, k), measure in NAMES.items():
                with self.subTest(seed=seed, name=measure):
                    self.agree("pytrec_eval", name, k, value(ours, name, k), theirs[measure])

    def test_ir_measures(self):
        if not ir_measures:
            self.skipTest("no ir_measures")
        for seed, (run, ours, _) in enumerate(self.runs):
            of = {"map": (None, ir_measures.AP(rel=run.relevant)), "recip_rank": (None, ir_measures.RR(rel=run.relevant)),
                  "ndcg_at_k": (10, ir_measures.nDCG @ 10), "precision_at_k_doc": (5, ir_measures.P(rel=run.relevant) @ 5)}
            theirs = ir_measures.calc_aggregate([measure for _, measure in of.values()], run.judged,
                                                {t: {d: float(s) for d, s in f.items()} for t, f in run.found.items()})
            for name, (k, measure) in of.items():
                with self.subTest(seed=seed, name=name):
                    self.agree("ir_measures", name, k, value(ours, name, k), theirs[measure])

    # ranx breaks ties by the order of insertion, so only runs without ties, nor near ones, are compared.
    def test_ranx(self):
        if not ranx:
            self.skipTest("no ranx")
        for seed, (run, ours, _) in enumerate(self.runs):
            found = {topic: of for topic, of in run.found.items()
                     if topic in run.judged and len({round(float(score), 6) for score in of.values()}) == len(of)}
            if run.relevant != 1 or set(found) != set(run.judged):
                continue
            judged = {topic: {each: max(0, grade) for each, grade in of.items()} for topic, of in run.judged.items()}
            theirs = ranx.evaluate(ranx.Qrels(judged), ranx.Run({t: {d: float(s) for d, s in f.items()} for t, f in found.items()}),
                                   ["map", "mrr", "ndcg@10", "precision@5"], make_comparable=True)
            for name, k, measure in (("map", None, "map"), ("recip_rank", None, "mrr"), ("ndcg_at_k", 10, "ndcg@10"),
                                     ("precision_at_k_doc", 5, "precision@5")):
                with self.subTest(seed=seed, name=name):
                    self.agree("ranx", name, k, value(ours, name, k), theirs[measure])


if __name__ == "__main__":
    unittest.main()
