#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests matrix.html in a browser: tools side by side, the map of cases, hostile names as text, no script or
request.

usage: matrix_browser_test.py ASSAY

Skipped under the same conditions as html_browser_test.py.
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
from browser import Browser, needed

ASSAY = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "assay"
EVIL = "</title><script>window.owned = 1</script>\u202e <img src=x onerror=window.owned=2>"
CASES = 200


class Matrix(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        at = cls.folder.name
        cases = [{"id": f"c{i}", "prompt": f"list folder {i}", "expected_command": f"ls -l f{i}",
                  "category": EVIL if i % 2 else "even", "risk_level": "safe", "posix_compliant": True, "tags": []} for i in range(CASES)]
        with open(f"{at}/set.json", "w") as file:
            json.dump({"name": "set", "version": "1", "description": "of a test", "created_at": "2026-01-01T00:00:00Z", "test_cases": cases}, file)
        # One tool answers all cases, one half of them, one a tenth.
        for name, every in (("all", 1), ("half", 2), ("tenth", 10)):
            with open(f"{at}/{name}.jsonl", "w") as file:
                file.writelines(json.dumps({"id": f"c{i}", "answer": f"ls -l f{i}" if i % every == 0 else EVIL}) + "\n" for i in range(CASES))
        ran = subprocess.run([ASSAY, "matrix", "--dataset", "set.json", "--recorded", "all.jsonl", "--recorded", "half.jsonl",
                              "--recorded", "tenth.jsonl", "--output", "out"], cwd=at, capture_output=True, text=True)
        if ran.returncode not in (0, 1):
            raise RuntimeError(ran.stderr)
        cls.page = f"{at}/out/matrix.html"
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def setUp(self):
        self.browser.complaints()
        self.browser.requests()
        self.browser.open(self.page)

    def test_tools_stand_side_by_side(self):
        rows = self.browser.run("return [...document.querySelector('table').tBodies[0].rows].map(row => row.innerText.replace(/\\s+/g, ' '))")
        self.assertEqual(len(rows), 3)
        for row, accuracy in zip(rows, ("100.0", "50.0", "10.0")):
            self.assertIn(accuracy, row)

    def test_the_map_has_every_case_by_its_name(self):
        titles = self.browser.run("return [...document.querySelectorAll('svg.map .hit title')].map(each => each.textContent)")
        self.assertEqual(len(titles), CASES)
        self.assertIn("pass", titles[0])
        self.assertEqual(sorted(title.split(":")[0] for title in titles), sorted(f"set.c{i}" for i in range(CASES)))

    def test_pairs_that_differ_are_said(self):
        self.assertEqual(self.browser.run("return document.querySelectorAll('section li').length"), 3)

    def test_hostile_names_are_text(self):
        self.assertIn("<script>window.owned = 1</script>", self.browser.text("table"))
        self.assertEqual(self.browser.run("return typeof window.owned"), "undefined")
        self.assertEqual(self.browser.run("return document.querySelectorAll('script, img, iframe').length"), 0)

    def test_asks_for_nothing_but_itself(self):
        self.assertEqual(self.browser.requests(), [f"file://{os.path.abspath(self.page)}"])
        self.assertEqual(self.browser.complaints(), [])

    def test_is_accessible(self):
        self.assertEqual(self.browser.violations(self, self.page, ("",)), [])


if __name__ == "__main__":
    needed()
    unittest.main()
