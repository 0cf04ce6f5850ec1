#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests report.html in a browser: figures, filters, links to cases, hostile data, no requests, an empty
console.

usage: html_browser_test.py ASSAY

Ends with 77, which CTest shows as skipped, if there is no browser; with ASSAY_MUST_RUN in the environment
that is a failure. If ASSAY_AXE names axe.min.js, which `./do schemas` fetches, the page's accessibility is
checked too, light and dark.
"""
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
from browser import Browser, Keys, needed

ASSAY = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "assay"
EVIL = "</script><script>window.owned = 1</script><img src=x onerror=window.owned=2>\u2028\u202e\u2066 ' \" & `"


def case(id_, prompt, command, **more):
    return {"id": id_, "prompt": prompt, "expected_command": command, "category": "listing", "risk_level": "safe",
            "posix_compliant": True, "tags": ["basic"], **more}


CASES = [
    case("list", "list the files", "ls"),
    case("long", "list the files in long form", "ls -l", alternatives=["ls -l .", "dir"]),
    case("text", "find the text files", "find . -name '*.txt' -type f", category="finding", tags=["find"]),
    case("canonical", "count the lines of a and b", "grep -c -i x a b", category="finding"),
    case("evil/" + "x", EVIL, "echo " + json.dumps(EVIL), category="odd " + EVIL[:9]),
    case("surrogate", "print it", "printf a"),
    case("huge", "print much", "yes"),
    case("slow", "wait", "sleep 1"),
] + [case(f"many-{i:04}", f"list folder {i}", f"ls folder{i}", category="many") for i in range(1000)]

# A tool whose output a page must not trust.
TOOL = r"""
import sys
prompt = sys.argv[1]
if prompt == "list the files": print("ls")
elif prompt == "list the files in long form": print("ls -a -l")
elif prompt == "find the text files": print("find . -name '*.txt' -type d")
elif prompt == "count the lines of a and b": print("grep -ic x a b")
elif prompt == "print it": sys.stdout.buffer.write(b"printf \xed\xa0\x80")
elif prompt == "print much": sys.stderr.write("begin" + "x" * (10 << 20) + "end"); sys.exit(3)
elif prompt == "wait": sys.exit(4)
elif prompt.startswith("list folder "): number = int(prompt.split()[-1]); print(f"ls folder{number}" if number % 10 else "ls -R")
else: print("echo " + prompt.replace("\u2028", " "))
"""


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        at = cls.folder.name
        with open(f"{at}/set.json", "w") as file:
            json.dump({"name": "set", "version": "1", "description": "of a test", "created_at": "2026-01-01T00:00:00Z",
                       "test_cases": CASES}, file)
        with open(f"{at}/tool.py", "w") as file:
            file.write(TOOL)
        with open(f"{at}/tool.json", "w") as file:
            json.dump({"name": "tool", "argv": [sys.executable, f"{at}/tool.py", "{prompt}"]}, file)
        ran = subprocess.run([ASSAY, "run", "--dataset", "set.json", "--tool", "tool.json", "--output", "out", "--jobs", "2"],
                             cwd=at, capture_output=True, text=True)
        if ran.returncode not in (0, 1, 2):
            raise RuntimeError(ran.stderr)
        cls.page = f"{at}/out/runs/latest/report.html"
        if not os.path.exists(cls.page):
            raise RuntimeError(ran.stdout[-2000:] + ran.stderr)
        with open(f"{at}/out/runs/latest/metrics.json") as file:
            cls.metrics = json.load(file)
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def setUp(self):
        self.browser.open(self.page)
        self.browser.complaints()
        self.browser.requests()

    def said(self):
        return self.browser.text("[role=status]")

    def shown_cases(self):
        return self.browser.text(".view [role=row] a").split("\n")

    def choose(self, name, value):
        self.browser.run("const control = document.querySelector(`[name=${arguments[0]}]`); control.value = arguments[1];"
                         "control.dispatchEvent(new Event('input', {bubbles: true}))", name, value)

    def test_figures_are_those_of_metrics_json(self):
        text = self.browser.text(".counts")
        for status in ("pass", "miss", "unmeasured"):
            self.assertIn(f"{status.upper()}\n{self.metrics[status]}", text)
        self.assertIn(f"{self.metrics['accuracy'] * 100:.1f} %", text)

    def test_asks_for_nothing_but_itself(self):
        self.browser.open(self.page, "#case=set/text")
        self.assertEqual(self.browser.requests(), [f"file://{os.path.abspath(self.page)}"])
        self.assertEqual(self.browser.complaints(), [])

    def test_misses_come_first(self):
        statuses = self.browser.text(".view [role=row] .word").split("\n")
        self.assertEqual(statuses, sorted(statuses, key=["MISS", "UNMEASURED", "PASS"].index))
        self.assertEqual(statuses[0], "MISS")

    def test_has_only_rows_that_are_seen(self):
        self.assertLess(self.browser.run("return document.querySelectorAll('.view [role=row]').length"), 80)
        self.assertEqual(self.browser.run("return document.querySelector('[role=table]').getAttribute('aria-rowcount')"),
                         str(len(CASES) + 1))

    def test_the_table_is_no_taller_than_its_rows(self):
        height = "return document.querySelector('.view').clientHeight"
        self.assertGreater(self.browser.run(height), 400)
        self.choose("category", "=finding")
        self.assertEqual(self.browser.run(height), 2 * 28)

    def test_headings_stand_above_their_columns(self):
        for category in ("", "=finding"):  # with more rows than are seen, and with fewer
            self.choose("category", category)
            lefts = self.browser.run("return ['.head', '.view'].map(part => [...document.querySelector(part + ' [role=row]').children]"
                                     ".map(cell => cell.getBoundingClientRect().left))")
            self.assertEqual(*lefts)

    def test_scrolling_reaches_the_last_case(self):
        self.browser.run("const view = document.querySelector('.view'); view.scrollTop = view.scrollHeight")
        self.browser.wait("return document.querySelector('.view').innerText.includes('many-0999')")

    def test_filters_by_status_and_text(self):
        self.choose("status", "=miss")
        self.assertEqual(self.said(), f"{self.metrics['miss']:,} of {len(CASES):,} cases")
        self.choose("q", "FOLDER 10 ls")
        self.assertEqual(self.shown_cases(), [f"many-{i:04}" for i in range(0, 1000, 10) if "10" in f"{i:04}"])
        self.assertEqual(self.browser.run("return location.hash"), "#q=FOLDER+10+ls&status=miss")

    def test_the_address_brings_the_filters_back(self):
        self.browser.open(self.page, "#category=finding&sort=-id")
        self.assertEqual(self.shown_cases(), ["text", "canonical"])
        self.assertEqual(self.browser.run("return document.querySelector('[name=category]').value"), "=finding")

    def test_all_cases_again(self):
        self.choose("category", "=finding")
        self.browser.run("document.querySelector('[type=reset]').click()")
        self.browser.wait(f"return document.querySelector('[role=status]').innerText === '{len(CASES):,} of {len(CASES):,} cases'")

    def test_a_case_by_its_link(self):
        self.browser.open(self.page, "#case=set/text")
        text = self.browser.text("#case")
        self.assertIn("find the text files", text)
        self.assertEqual(self.browser.text("#case del"), "f")
        self.assertEqual(self.browser.text("#case ins"), "d")
        self.assertIn("MISS", text)
        self.assertIn("set.json:", text)
        self.assertEqual(self.browser.run("return document.activeElement.localName"), "h1")

    def test_a_link_of_the_table_opens_its_case_and_leads_back(self):
        self.choose("category", "=finding")
        self.browser.run("document.querySelector('.view a').click()")
        self.browser.wait("return !document.querySelector('#case').hidden")
        self.assertTrue(self.browser.run("return document.querySelector('#overview').hidden"))
        self.browser.run("document.querySelector('#case nav a').click()")
        self.browser.wait("return document.querySelector('#case').hidden")
        self.assertEqual(self.browser.run("return location.hash"), "#category=finding")
        self.assertEqual(len(self.shown_cases()), 2)

    def test_a_proof_is_shown_by_its_rules(self):
        self.browser.open(self.page, "#case=set/canonical")
        self.assertIn("canonical: match", self.browser.text("#case .verdicts"))
        self.assertIn("The form that both come to", self.browser.text("#case .decided"))
        self.assertIn("(shown above)", self.browser.text("#case .verdicts"))

    def test_what_else_is_accepted_is_named(self):
        self.browser.open(self.page, "#case=set/long")
        self.assertIn("Also accepted", self.browser.text("#case"))

    def test_a_case_that_is_not_there_says_so(self):
        self.browser.open(self.page, "#case=set/nothing")
        self.assertIn("No such case on this page", self.browser.text("#case"))

    def test_hostile_text_is_text(self):
        self.browser.open(self.page, "#q=owned")
        self.browser.open(self.page, "#case=set/evil/x")
        text = self.browser.text("#case")
        self.assertIn("<script>window.owned = 1</script>", text)
        self.assertIn("U+2028", text)
        self.assertIn("U+202E", text)
        self.assertEqual(self.browser.run("return typeof window.owned"), "undefined")
        self.assertEqual(self.browser.run("return document.querySelectorAll('img, iframe, object, embed, base').length"), 0)
        self.assertEqual(self.browser.complaints(), [])

    def test_bytes_that_are_no_text_are_shown_as_such(self):
        self.browser.open(self.page, "#case=set/surrogate")
        self.assertIn("\ufffd", self.browser.text("#case"))

    def test_ten_megabytes_of_output_are_cut_and_named(self):
        self.assertLess(os.path.getsize(self.page), 2 << 20)
        self.browser.open(self.page, "#case=set/huge")
        self.assertIn("bytes are left out here", self.browser.text("#case"))
        link = self.browser.run("return [...document.querySelectorAll('#case a')].find(each => each.innerText === 'all of it').href")
        self.assertTrue(os.path.getsize(link.removeprefix("file://")) > 1 << 20)

    def test_sorts_by_a_column(self):
        self.browser.run("document.querySelector('[data-sort=id]').click()")
        self.assertEqual(self.shown_cases()[:2], ["canonical", "evil/x"])
        self.assertEqual(self.browser.run("return document.activeElement.dataset.sort"), "id")

    def test_decisions_are_downloaded_and_taken_by_review(self):
        with tempfile.TemporaryDirectory() as downloads:
            self.browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": downloads})
            self.assertTrue(self.browser.run("return document.querySelector('#decisions').hidden"))
            for place, decision in (("set/long", "accept"), ("set/many-0010", "wrong")):
                self.browser.go("#case=" + place)
                self.browser.run("document.querySelector(`[data-decision=${arguments[0]}]`).click()", decision)
                self.assertEqual(self.browser.run("return document.querySelector('[aria-pressed=true]').dataset.decision"), decision)
            self.browser.open(self.page)  # the decisions outlast the page
            self.assertIn("2 decided", self.browser.text("#decisions"))
            self.browser.run("document.querySelector('#decisions button').click()")
            deadline = time.monotonic() + 20
            while not os.path.exists(f"{downloads}/decisions.json") and time.monotonic() < deadline:
                time.sleep(0.05)
            ran = subprocess.run([ASSAY, "review", "--apply", f"{downloads}/decisions.json"], cwd=self.folder.name, capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("2 decisions applied, 0 refused", ran.stdout)
        with open(f"{self.folder.name}/set.json") as file:
            accepted = {each["id"]: each.get("alternatives") for each in json.load(file)["test_cases"]}
        self.assertEqual(accepted["long"], ["ls -l .", "dir", "ls -a -l"])
        self.browser.run("document.querySelectorAll('#decisions button')[1].click()")
        self.assertTrue(self.browser.run("return document.querySelector('#decisions').hidden"))

    def test_nothing_is_decided_about_a_case_that_passed(self):
        self.browser.go("#case=set/list")
        self.assertEqual(self.browser.run("return document.querySelectorAll('[data-decision]').length"), 0)

    def test_the_keyboard_alone_filters_opens_a_case_and_comes_back(self):
        reached = []
        for _ in range(60):
            self.browser.press(Keys.TAB)
            reached.append(self.browser.run("const it = document.activeElement; return it.name || it.getAttribute('class') || it.localName"))
            if self.browser.run("return document.activeElement.matches('.view a')"):
                break
        for control in ("q", "status", "category", "slower", "view"):
            self.assertIn(control, reached)
        self.browser.press(Keys.ENTER)
        self.browser.wait("return document.documentElement.dataset.shown")
        self.assertIn("Prompt", self.browser.text("#case"))
        for _ in range(20):
            self.browser.press(Keys.TAB)
            if self.browser.run("return document.activeElement.matches('[data-decision=wrong]')"):
                break
        self.browser.press(Keys.SPACE)
        self.assertEqual(self.browser.run("return document.activeElement.getAttribute('aria-pressed')"), "true")
        self.browser.press(Keys.SPACE)  # taken back
        for _ in range(40):
            self.browser.press(Keys.TAB, shift=True)
            if self.browser.run("return document.activeElement.textContent") == "All cases":
                break
        self.browser.press(Keys.ENTER)
        self.browser.wait("return document.querySelector('#case').hidden")

    def test_on_paper_are_figures_and_rows_and_no_controls(self):
        self.browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        try:
            self.browser.run("dispatchEvent(new Event('beforeprint'))")
            self.assertEqual(self.browser.run("return document.querySelectorAll('.view [role=row]').length"), 200)
            self.assertEqual(self.browser.run("return getComputedStyle(document.querySelector('form')).display"), "none")
            self.assertEqual(self.browser.run("return getComputedStyle(document.querySelector('.view')).overflowY"), "visible")
            self.browser.run("dispatchEvent(new Event('afterprint'))")
        finally:
            self.browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})

    def test_is_accessible(self):
        places = ("", "#case=set/text", "#case=set/canonical", "#case=set/huge")
        self.assertEqual(self.browser.violations(self, self.page, places), [])


LOGS = {"name": "logs", "version": "1", "description": "of a test", "created_at": "2026-01-01T00:00:00Z", "test_cases": [
    case("right", "list the files", "ls"),
    case("errors", "how many lines of app.log have the word ERROR?", "grep -c ERROR app.log", alternatives=["grep -c 'ERROR' ./app.log"],
         levels=["exact", "whitespace", "canonical", "behavioural"])]}


class Counterexample(unittest.TestCase):
    def test_is_on_screen_a_click_after_the_page(self):
        with tempfile.TemporaryDirectory() as at:
            with open(f"{at}/logs.json", "w") as file:
                json.dump(LOGS, file)
            with open(f"{at}/answers.jsonl", "w") as file:
                for id_, answer in (("right", "ls"), ("errors", "grep -ic error app.log")):
                    file.write(json.dumps({"id": id_, "answer": answer}) + "\n")
            subprocess.run([ASSAY, "run", "--dataset", "logs.json", "--recorded", "answers.jsonl", "--output", "out"], cwd=at, capture_output=True)
            page = f"{at}/out/runs/latest"
            with open(f"{page}/results.jsonl") as file:
                if not any(json.loads(row)["method"] == "behavioural" for row in file):
                    self.skipTest("no world refuted the answer: assay sandbox --check says what is missing")
            with Browser() as browser:
                browser.open(f"{page}/report.html")
                browser.run("document.querySelector('.view a').click()")
                browser.wait("return document.documentElement.dataset.shown === 'logs/errors'")
                below = browser.run("return document.querySelector('#case .decided .sides').getBoundingClientRect().bottom - innerHeight")
                self.assertLess(below, 0, "what both commands did is out of sight")
                sides = browser.text("#case .decided .sides")
                self.assertIn("the accepted command", sides)
                self.assertIn("the answer", sides)
                self.assertEqual(browser.run("return document.querySelectorAll('#case .decided .sides pre').length"), 2)


if __name__ == "__main__":
    needed()
    unittest.main()
