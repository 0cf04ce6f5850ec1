#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the golden files with other programs: the schemas of CTRF and SARIF, what GitLab says of code quality
reports, and trec_eval.

usage: interchange_reader_test.py GOLDEN FOREIGN

FOREIGN is the folder that ./do schemas filled. Ends with 77, a skip, if something is missing; with
ASSAY_MUST_RUN in the environment that is a failure.
"""
import json
import os
import sys
import unittest

GOLDEN, FOREIGN = sys.argv.pop(1), sys.argv.pop(1)
sys.path.append(os.path.join(FOREIGN, "python"))
SCHEMAS = {"ctrf": os.path.join(FOREIGN, "package-ctrf", "dist", "ctrf-schema-0.0.json"),
           "sarif": os.path.join(FOREIGN, "package-sarif", "lib", "schemas", "sarif-2.1.0-rtm.5.json")}

# GitLab publishes no schema of code quality reports. This is the table of members in its documentation ("Code
# Quality report format"): which are required, and the words of a severity.
CODE_QUALITY = {
    "type": "array",
    "items": {
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1}, "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {"required": ["path", "lines"], "properties": {
                "path": {"type": "string", "pattern": "^[^./]"},  # relative, and without a leading ./
                "lines": {"required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}}}}}}}

try:
    import jsonschema
    import pytrec_eval
    for path in SCHEMAS.values():
        open(path).close()
except (ImportError, OSError) as missing:
    print(f"skipped: {missing}; ./do schemas fetches what is missing, and python3-jsonschema is a package")
    sys.exit(1 if os.environ.get("ASSAY_MUST_RUN") else 77)


def read(name):
    with open(os.path.join(GOLDEN, name), encoding="utf-8") as file:
        return file.read()


class Schemas(unittest.TestCase):
    def holds(self, name, schema):
        with open(SCHEMAS[schema], encoding="utf-8") as file:
            jsonschema.validate(json.loads(read(name)), json.load(file))

    def test_ctrf(self):
        for name in ("ctrf.json", "ctrf-hostile.json"):
            with self.subTest(name):
                self.holds(name, "ctrf")

    def test_ctrf_counts_what_it_lists(self):
        results = json.loads(read("ctrf.json"))["results"]
        statuses = [test["status"] for test in results["tests"]]
        for status in ("passed", "failed", "skipped", "pending", "other"):
            self.assertEqual(results["summary"][status], statuses.count(status))
        self.assertEqual(results["summary"]["tests"], len(statuses))

    def test_sarif(self):
        self.holds("sarif.json", "sarif")

    def test_code_quality(self):
        found = json.loads(read("code-quality.json"))
        jsonschema.validate(found, CODE_QUALITY)
        prints = [each["fingerprint"] for each in found]
        self.assertEqual(len(prints), len(set(prints)), "GitLab shows findings with equal fingerprints once")
        found[0]["location"]["path"] = "./set.json"
        with self.assertRaises(jsonschema.ValidationError):
            jsonschema.validate(found, CODE_QUALITY)

    def test_a_fault_would_be_found(self):
        broken = json.loads(read("ctrf.json"))
        broken["results"]["tests"][0]["status"] = "green"
        with open(SCHEMAS["ctrf"], encoding="utf-8") as file, self.assertRaises(jsonschema.ValidationError):
            jsonschema.validate(broken, json.load(file))


class Trec(unittest.TestCase):
    """assay's figures of a run equal those that trec_eval computes from its two files."""

    @classmethod
    def setUpClass(cls):
        run, judged = {}, {}
        for line in read("trec-run.txt").splitlines():
            query, _, document, _, score, _ = line.split()
            run.setdefault(query, {})[document] = float(score)
        for line in read("trec-qrels.txt").splitlines():
            query, _, document, grade = line.split()
            judged.setdefault(query, {})[document] = int(grade)
        measures = {"recall", "ndcg_cut"}
        cls.foreign = list(pytrec_eval.RelevanceEvaluator(judged, measures).evaluate(run).values())
        cls.ours = json.loads(read("trec-metrics.json"))["retrieval"]

    def mean(self, measure):
        return sum(query[measure] for query in self.foreign) / len(self.foreign)

    def test_recall(self):
        for k in ("5", "10"):
            self.assertAlmostEqual(self.ours["recall_at_k_doc"][k], self.mean(f"recall_{k}"), places=4)

    def test_ndcg(self):
        for k in ("5", "10"):
            self.assertAlmostEqual(self.ours["ndcg_at_k"][k], self.mean(f"ndcg_cut_{k}"), places=4)


unittest.main()
