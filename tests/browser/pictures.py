#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/report-light.png, report-dark.png and case-light.png: the page of a run of bundled answers.

usage: pictures.py ASSAY [FOLDER]     (in a checkout; Debian's chromium, chromium-driver and python3-selenium)
"""
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from browser import Browser, needed

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MOST = 150_000  # maximum bytes per picture


def run(assay, folder):
    """The page of a run of recorded answers."""
    datasets = [argument for name in ("file_operations", "network_commands", "text_processing")
                for argument in ("--dataset", f"{ROOT}/datasets/correctness/{name}.json")]
    ran = subprocess.run([assay, "run", *datasets, "--recorded", f"{ROOT}/datasets/recorded/model_a.jsonl", "--suite", "correctness",
                          "--output", "out"], cwd=folder, capture_output=True, text=True)
    page = f"{folder}/out/runs/latest/report.html"
    if not os.path.exists(page):
        sys.exit(ran.stdout[-1000:] + ran.stderr)
    return page


CASE = {"name": "logs", "version": "1.0.0", "test_cases": [
    {"id": "errors", "prompt": "how many lines of app.log have the word ERROR?", "expected_command": "grep -c ERROR app.log",
     "category": "counting", "risk_level": "safe", "posix_compliant": True, "levels": ["canonical", "behavioural"]}]}
ANSWER = {"id": "errors", "answer": "grep -ic error app.log"}


def refuted(assay, folder):
    """The page of a run of one case that a world refuted, with the evidence that a reader comes for."""
    for name, content in (("case.json", CASE), ("answer.jsonl", ANSWER)):
        with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
            json.dump(content, file)
    subprocess.run([assay, "run", "--dataset", "case.json", "--recorded", "answer.jsonl", "--store", "case.db", "--output", "case"],
                   cwd=folder, capture_output=True, check=False)
    with open(f"{folder}/case/runs/latest/results.jsonl", encoding="utf-8") as file:
        if json.loads(file.readline())["method"] != "behavioural":
            sys.exit("no world refuted the answer: is there a sandbox here? assay sandbox --check")
    return f"{folder}/case/runs/latest/report.html"


def main(assay, folder):
    needed()
    with tempfile.TemporaryDirectory() as place, Browser("--hide-scrollbars", "--force-device-scale-factor=1") as browser:
        page = run(os.path.abspath(assay), place)
        for name, scheme, hash_ in (("report-light", "light", "#status=miss"), ("report-dark", "dark", "#status=miss"), ("case-light", "light", None)):
            browser.show_as(scheme)
            browser.driver.set_window_size(1100, 820 if hash_ else 1080)
            if hash_:
                browser.open(page, hash_)
            else:
                browser.open(refuted(os.path.abspath(assay), place), "#case=logs/errors")
            browser.run("for (const each of document.querySelectorAll('header details')) each.open = false")
            file = f"{folder}/{name}.png"
            browser.driver.save_screenshot(file)
            if os.path.getsize(file) > MOST:
                sys.exit(f"{file} has {os.path.getsize(file)} bytes, more than {MOST}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else f"{ROOT}/docs")
