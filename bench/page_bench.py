#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times of report.html in Debian's chromium: opening it, a keystroke in the filter, a case by its link, memory of the renderer.

usage: page_bench.py ASSAY [CASES...]

Makes runs of 1,000 and 100,000 cases, of which a tenth misses, and opens each page five times, each in a new
browser. Other programs only ever add time, so each action counts with the least of its five times. Of the
keystrokes and of the links, the slowest is shown: the time until it is painted, and in brackets the part that
the page's main thread computed. Memory is that of the largest renderer: half a second after opening, two
seconds later, and after all actions; an empty page has its own line. Without chromium, chromium-driver and
python3-selenium it says so and measures nothing.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "browser"))
from browser import MISSING, Browser

ASSAY = os.path.abspath(sys.argv[1])
SIZES = [int(each) for each in sys.argv[2:]] or [1_000, 100_000]
LOADS = 5

# Waits until the frame after the next has begun: the change has been painted by then.
PAINTED = "requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begin)));"
KEYSTROKE = """
const done = arguments[arguments.length - 1], control = document.querySelector('[name=q]');
control.focus();
control.value = arguments[0];
const begin = performance.now();
control.dispatchEvent(new Event('input', {bubbles: true}));
""" + PAINTED
LINK = """
const done = arguments[arguments.length - 1], page = document.documentElement;
delete page.dataset.shown;
const begin = performance.now();
new MutationObserver((_, observer) => { if (page.dataset.shown) { observer.disconnect(); """ + PAINTED + """ } })
  .observe(page, {attributes: true});
location.hash = arguments[0];
"""


def write(folder, cases):
    words = "newer than a stamp that was set when the last archive of this folder was written to the tape".split()
    with open(f"{folder}/answers.jsonl", "w") as answers, open(f"{folder}/set.json", "w") as dataset:
        dataset.write('{"name": "set", "version": "1", "description": "made for a benchmark",\n'
                      ' "created_at": "2026-01-01T00:00:00Z", "test_cases": [\n')
        for i in range(cases):
            said = " ".join(words[(i * 7 + j * j) % len(words)] for j in range(12))
            command = f"find folder{i} -name '*.txt' -newer stamp{i % 97}"
            case = {"id": f"case_{i:06}", "prompt": f"list the text files below folder {i}: {said}", "expected_command": command,
                    "alternatives": [f"find folder{i} -newer stamp{i % 97} -name '*.txt' -print"],
                    "category": f"kind {i % 9}", "risk_level": "safe", "posix_compliant": True, "tags": ["basic", f"tag{i % 5}"]}
            dataset.write(("," if i else " ") + json.dumps(case) + "\n")
            answers.write(json.dumps({"id": case["id"], "answer": command if i % 10 else f"ls -R folder{i} | grep txt"}) + "\n")
        dataset.write("]}\n")


def renderer(browser):
    """MiB of the largest renderer process."""
    begun = browser.driver.service.process.pid
    children = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as file:
                children.setdefault(int(file.read().rsplit(")", 1)[1].split()[1]), []).append(int(pid))
        except OSError:
            continue  # it has ended
    found, below = 0, [begun]
    while below:
        pid = below.pop()
        below += children.get(pid, [])
        try:
            with open(f"/proc/{pid}/cmdline") as file:
                draws = "--type=renderer" in file.read()
            with open(f"/proc/{pid}/status") as file:
                size = next((int(line.split()[1]) for line in file if line.startswith("VmRSS:")), 0)
        except OSError:
            continue
        if draws:
            found = max(found, size / 1024)
    return found


def computed(browser):
    """Seconds of CPU time of the main thread so far."""
    found = browser.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return next(each["value"] for each in found if each["name"] == "TaskDuration")


def timed(browser, script, argument):
    """Milliseconds until the change is painted, and those of the main thread."""
    before = computed(browser)
    painted = browser.driver.execute_async_script(script, argument)
    return painted, 1e3 * (computed(browser) - before)


def slowest(loads):
    """Each action's least over the loads, and of these the greatest: for painting and for the main thread."""
    return [max(min(load[i][of] for load in loads) for i in range(len(loads[0]))) for of in (0, 1)]


def measure(page, cases):
    opened, memory, resting, after, keys, links = [], [], [], [], [], []
    for _ in range(LOADS):
        with Browser() as browser:
            browser.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
            begin = time.perf_counter()
            browser.open(page)
            browser.driver.execute_async_script("const done = arguments[0], begin = 0;" + PAINTED)
            opened.append(time.perf_counter() - begin)
            time.sleep(0.5)
            memory.append(renderer(browser))
            time.sleep(2)  # by then the browser has collected the garbage of opening
            resting.append(renderer(browser))
            keys.append([timed(browser, KEYSTROKE, text) for text in ("f", "fo", "folder 9", "archive")])
            links.append([timed(browser, LINK, f"#case=set/case_{case:06}") for case in (cases // 3, cases - 1, cases // 2)])
            after.append(renderer(browser))
    return min(opened), slowest(keys), slowest(links), min(memory), min(resting), min(after)


def main():
    if MISSING:
        print(f"the page in a browser: not measured: {', '.join(MISSING)}")
        return
    print(f"{'cases':>9} {'row':>9} {'file':>10} {'opened':>9} {'keystroke':>16} {'a case':>16} {'renderer':>10} {'resting':>10} {'after all':>10}")
    with Browser() as browser:
        browser.driver.get("data:text/html,<p>nothing")
        print(f"{'none':>9} {renderer(browser):>78.0f} MiB", flush=True)
    for cases in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            write(folder, cases)
            ran = subprocess.run([ASSAY, "run", "--dataset", "set.json", "--recorded", "answers.jsonl", "--output", "out"],
                                 cwd=folder, capture_output=True, text=True)
            if ran.returncode not in (0, 1):
                sys.exit(ran.stderr)
            page = f"{folder}/out/runs/latest/report.html"
            row = os.path.getsize(f"{folder}/out/runs/latest/results.jsonl") / cases
            opened, key, link, memory, resting, after = measure(page, cases)
            both = [f"{painted:>4.0f} ms ({thread:>3.0f} ms)" for painted, thread in (key, link)]
            print(f"{cases:>9,} {row / 1e3:>6.2f} kB {os.path.getsize(page) / 1e6:>7.2f} MB {opened:>7.2f} s {both[0]:>16} {both[1]:>16} "
                  f"{memory:>6.0f} MiB {resting:>6.0f} MiB {after:>6.0f} MiB", flush=True)


if __name__ == "__main__":
    main()
