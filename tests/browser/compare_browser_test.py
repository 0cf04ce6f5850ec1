#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests compare.html in a browser: changed cases with both answers, filters, links, hostile answers, no
requests.

usage: compare_browser_test.py ASSAY

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
EVIL = "echo </script><script>window.owned = 1</script>\u202e <img src=x onerror=window.owned=2>"


class Comparison(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        at = cls.folder.name
        cases = [{"id": f"c{i}", "prompt": f"list folder {i}", "expected_command": f"ls -l f{i}", "category": "odd" if i % 2 else "even",
                  "risk_level": "safe", "posix_compliant": True, "tags": []} for i in range(500)]
        with open(f"{at}/set.json", "w") as file:
            json.dump({"name": "set", "version": "1", "description": "of a test", "created_at": "2026-01-01T00:00:00Z", "test_cases": cases}, file)
        right = [f"ls -l f{i}" for i in range(500)]
        a = {**dict(enumerate(right)), 3: "ls -l", 4: "ls -x f4"}
        b = {**dict(enumerate(right)), 1: EVIL, 2: "ls -a f2", **{i: f"ls f{i} -R" for i in range(200, 500)}}
        for name, answers in (("a", a), ("b", b)):
            with open(f"{at}/{name}.jsonl", "w") as file:
                file.writelines(json.dumps({"id": f"c{i}", "answer": answer}) + "\n" for i, answer in answers.items())
            cls.run_assay("run", "--dataset", "set.json", "--recorded", f"{name}.jsonl", "--name", name)
        cls.run_assay("compare", "a", "b", "--html")
        cls.page = f"{at}/compare.html"
        cls.browser = Browser()

    @classmethod
    def run_assay(cls, *arguments):
        ran = subprocess.run([ASSAY, *arguments], cwd=cls.folder.name, capture_output=True, text=True)
        if ran.returncode not in (0, 1):
            raise RuntimeError(ran.stderr)

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def open(self, hash_=""):
        self.browser.open(self.page, hash_)

    def test_counts_what_changed(self):
        self.open()
        self.assertIn("2 new passes", self.browser.text("header"))
        self.assertIn("302 regressions", self.browser.text("header"))
        self.assertEqual(self.browser.text("[role=status]"), "304 of 304 cases")
        rows = self.browser.run("return [...document.querySelectorAll('.pictures tbody tr')].map(row => row.innerText.replace(/\\s+/g, ' ').trim())")
        self.assertIn("passes in a 196 302", rows)
        self.assertIn("does not 2 0", rows)
        self.assertIn("odd 1 0 151 98 0", rows)

    def test_has_some_of_many_cases_in_the_document(self):
        self.open()
        self.assertLess(self.browser.run("return document.querySelectorAll('.change').length"), 250)
        self.browser.run("document.querySelector('#cases button:not([type=reset]):not([hidden])').click()")
        self.assertEqual(self.browser.run("return document.querySelectorAll('.change').length"), 304)

    def test_both_answers_stand_beside_each_other(self):
        self.open("#case=set/c2")
        self.browser.wait("return document.querySelector('.change .sides')")
        self.assertEqual(self.browser.text("[role=status]"), "1 of 304 cases")
        self.assertEqual(self.browser.text(".change del"), "-l")
        self.assertEqual(self.browser.text(".change ins"), "-a")
        self.assertIn("list folder 2", self.browser.text(".change"))

    def test_filters_stand_in_the_address(self):
        self.open()
        self.browser.run("const control = document.querySelector('[name=kind]'); control.value = '=new pass';"
                         "control.dispatchEvent(new Event('input', {bubbles: true}))")
        self.assertEqual(self.browser.text("[role=status]"), "2 of 304 cases")
        self.assertEqual(self.browser.run("return location.hash"), "#kind=new+pass")
        self.open("#category=odd&q=folder+3")
        self.assertEqual(self.browser.run("return document.querySelector('[name=category]').value"), "=odd")
        self.assertIn("New passes: 1", self.browser.text("#cases"))

    def test_hostile_answers_are_text(self):
        self.open("#case=set/c1")
        self.browser.wait("return document.querySelector('.change .sides')")
        self.assertIn("<script>window.owned = 1</script>", self.browser.text(".change"))
        self.assertIn("U+202E", self.browser.text(".change"))
        self.assertEqual(self.browser.run("return typeof window.owned"), "undefined")
        self.assertEqual(self.browser.run("return document.querySelectorAll('img, iframe').length"), 0)

    def test_asks_for_nothing_but_itself(self):
        self.open()
        self.browser.complaints()
        self.browser.requests()
        self.open()
        self.assertEqual(self.browser.requests(), [f"file://{os.path.abspath(self.page)}"])
        self.assertEqual(self.browser.complaints(), [])

    def test_is_accessible(self):
        self.assertEqual(self.browser.violations(self, self.page, ("", "#case=set/c2")), [])


if __name__ == "__main__":
    needed()
    unittest.main()
