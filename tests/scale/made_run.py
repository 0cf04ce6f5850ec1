# SPDX-License-Identifier: Apache-2.0
"""Cases, a tool that answers some of them wrong, and the single-process run that every recipe must match."""
import json
import os
import pathlib
import subprocess
import sys

CASES = 22


def needed(missing):
    """Skips the test if something is missing; with ASSAY_MUST_RUN that is a failure."""
    if missing:
        print(f"skipped: {missing}")
        sys.exit(1 if os.environ.get("ASSAY_MUST_RUN") else 77)


def case(number):
    return {"id": f"case-{number}", "prompt": f"the first {number} lines", "expected_command": f"head -n {number} f",
            "category": "even" if number % 2 == 0 else "odd", "risk_level": "safe", "posix_compliant": True, "tags": ["head"]}


# One answer in five is wrong; `slow` is read before each answer, so that a test can slow the tool down.
TOOL = """number=$(echo "$1" | tr -dc 0-9)
sleep "$(cat "$(dirname "$0")/slow")"
if [ $((number % 5)) -eq 3 ]; then echo "tail -n $number f"; else echo "head -n $number f"; fi
"""


class Made:
    """A folder with cases.json, tool.json and, in front of PATH, the assay program."""

    def __init__(self, assay, folder):
        self.folder = pathlib.Path(folder).resolve()
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "assay").symlink_to(pathlib.Path(assay).resolve())
        dataset = {"name": "made", "version": "1", "description": "d", "created_at": "2026-01-01T00:00:00Z",
                   "test_cases": [case(number) for number in range(1, CASES + 1)]}
        (self.folder / "cases.json").write_text(json.dumps(dataset, indent=1))
        (self.folder / "tool.sh").write_text(TOOL)
        (self.folder / "slow").write_text("0")
        tool = {"name": "made", "argv": ["sh", str(self.folder / "tool.sh"), "{prompt}"]}
        (self.folder / "tool.json").write_text(json.dumps(tool))
        engines = ("ASSAY_", "CI_", "SLURM_", "GITHUB_", "PARALLEL_", "GTEST_", "JOB_COMPLETION_INDEX")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(engines)}
        self.environment["PATH"] = f"{self.folder}/bin:{os.environ['PATH']}"
        whole = self.run("assay run --dataset cases.json --tool tool.json --store whole.db --output whole")
        assert whole.returncode == 1, whole.stdout + whole.stderr
        self.expected = self.figures("whole/runs/latest")

    def run(self, command, **variables):
        return subprocess.run(["sh", "-c", command], cwd=self.folder, env={**self.environment, **variables}, text=True,
                              capture_output=True, check=False)

    def figures(self, run):
        """All of metrics.json except the parts that depend on the clock."""
        metrics = json.loads((self.folder / run / "metrics.json").read_text())
        for timed in ("latency_ms", "slowest"):
            del metrics[timed]
        own = metrics.pop("run")
        for dataset in own["datasets"]:
            del dataset["file"]  # as given on the command line
        metrics["run"] = {name: own[name] for name in ("suite", "tool", "datasets", "levels", "limits", "expected")}
        return metrics

    def expect_same(self, run, of):
        got = self.figures(run)
        assert got["pass"] + got["miss"] == CASES and got["miss"] > 0, got
        assert got == self.expected, f"{of}: other figures than one process has\n{got}\n{self.expected}"
