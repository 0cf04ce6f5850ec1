#!/usr/bin/env python3
"""Makes docs/report-light.png, report-dark.png and case-light.png: the page of a run of bundled answers.

usage: pictures.py ASSAY [FOLDER]     (in a checkout; Debian's chromium, chromium-driver and python3-selenium)
"""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from browser import Browser, needed

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MOST = 150_000  # bytes of a picture


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


def main(assay, folder):
    needed()
    with tempfile.TemporaryDirectory() as place, Browser("--hide-scrollbars", "--force-device-scale-factor=1") as browser:
        page = run(os.path.abspath(assay), place)
        browser.driver.set_window_size(1100, 820)
        for name, scheme, hash_ in (("report-light", "light", "#status=miss"), ("report-dark", "dark", "#status=miss"), ("case-light", "light", None)):
            browser.show_as(scheme)
            if hash_ is None:
                hash_ = browser.run("return document.querySelector('.view [role=row] a').hash")
            browser.open(page, hash_)
            browser.run("for (const each of document.querySelectorAll('header details')) each.open = false")
            file = f"{folder}/{name}.png"
            browser.driver.save_screenshot(file)
            if os.path.getsize(file) > MOST:
                sys.exit(f"{file} has {os.path.getsize(file)} bytes, more than {MOST}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else f"{ROOT}/docs")
