#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""examples/ci/grade.sh as CI calls it: on the main branch, for harmless and breaking changes, and without a
run of main.

usage: grade_script_test.py GRADE_SH ASSAY
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT, PROGRAM = map(os.path.abspath, sys.argv[1:3])
GOOD = "#!/bin/sh\ncase $1 in *hidden*) echo ls -la;; *) echo wc -l a;; esac\n"


def case(identifier, prompt, command):
    return {"id": identifier, "prompt": prompt, "expected_command": command, "category": "x", "risk_level": "safe", "posix_compliant": True}


class Grade(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="assay-grade-")
        os.mkdir(os.path.join(self.folder, "bin"))
        os.symlink(PROGRAM, os.path.join(self.folder, "bin", "assay"))
        self.write("cases.json", json.dumps({"name": "set", "version": "1", "test_cases": [
            case("hidden", "hidden files", "ls -la"), case("count", "count lines of a", "wc -l a"),
            case("sorted", "sort a", "sort a")]}))
        self.write("tool.json", json.dumps({"name": "tool", "argv": ["./tool.sh", "{prompt}"]}))
        self.tool(GOOD)

    def tearDown(self):
        shutil.rmtree(self.folder)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def tool(self, text):
        self.write("tool.sh", text)
        os.chmod(os.path.join(self.folder, "tool.sh"), 0o755)

    def grade(self, name="branch", dataset="cases.json"):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("ASSAY_")}
        environment |= {"PATH": f"{self.folder}/bin:{environment['PATH']}", "ASSAY_RUN_NAME": name}
        return subprocess.run(["sh", SCRIPT, dataset, "tool.json"], cwd=self.folder, env=environment, text=True, check=False,
                              capture_output=True)

    def reports(self):
        return set(os.listdir(os.path.join(self.folder, "report")))

    def test_main_tolerates_misses_and_keeps_its_reports(self):
        done = self.grade("main")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 pass, 1 miss", done.stdout)
        self.assertTrue({"report.html", "junit.xml", "report.md", "results.jsonl", "summary.md"} <= self.reports())
        self.assertNotIn("compare.md", self.reports())

    def test_the_first_branch_is_compared_with_nothing(self):
        done = self.grade()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no run of the main branch yet", done.stdout)

    def test_a_branch_that_breaks_nothing_holds(self):
        self.grade("main")
        done = self.grade()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("compare.md", self.reports())

    def test_a_branch_that_breaks_a_case_does_not(self):
        self.grade("main")
        self.tool(GOOD.replace("ls -la", "ls -l"))
        done = self.grade()
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("set.hidden", done.stdout.replace("/", "."))
        self.assertIn("report.html", self.reports())

    def test_it_is_held_against_main_and_not_against_the_last_branch(self):
        self.grade("main")
        self.tool(GOOD.replace("ls -la", "ls -l"))
        self.assertEqual(self.grade().returncode, 1)
        self.assertEqual(self.grade().returncode, 1)

    def test_what_is_not_measured_neither_holds_nor_breaks(self):
        self.grade("main")
        self.tool("#!/bin/interpreter-that-is-not-there\n")
        self.assertEqual(self.grade().returncode, 2)
        self.assertEqual(self.grade("main").returncode, 2)

    def test_reports_of_an_earlier_run_do_not_stay(self):
        self.grade("main")
        done = self.grade(dataset="missing.json")
        self.assertEqual(done.returncode, 2)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "report")))
        self.assertIn("left no reports", done.stderr)


unittest.main(argv=sys.argv[:1])
