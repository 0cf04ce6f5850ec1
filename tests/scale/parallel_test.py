# SPDX-License-Identifier: Apache-2.0
"""parallel_test.py ASSAY EXAMPLES: runs examples/cluster/gnu_parallel.sh with GNU parallel, here."""
import pathlib
import shutil
import sys
import tempfile

from made_run import Made, needed

if not shutil.which("parallel"):
    needed("parallel is not installed")
script = pathlib.Path(sys.argv[2]).resolve() / "cluster" / "gnu_parallel.sh"
options = "--dataset cases.json --tool tool.json"
with tempfile.TemporaryDirectory() as folder:
    made = Made(sys.argv[1], folder)
    ran = made.run(f"'{script}' 5 out {options}", JOBS="3")
    assert ran.returncode == 1, f"the gate is strict, and cases miss: {ran.stdout}{ran.stderr}"
    assert "shard 4/5 (--shard) of run parallel-" in ran.stdout, ran.stdout
    made.expect_same("out/runs/latest", "five shards")

    # If a shard is missing, the figures are not shown as those of the whole run.
    (made.folder / "out" / "shard-2.db").unlink()
    (made.folder / "out" / "assay.db").unlink()
    lacking = made.run("assay merge out/shard-*.db --store lacking.db --gate")
    assert lacking.returncode == 2 and "1 of 5 shards are missing: 2\n" in lacking.stdout, lacking.stdout + lacking.stderr
    command = next(line for line in lacking.stdout.splitlines() if "next: " in line).split("next: ")[1]
    assert made.run(command).returncode == 0
    merged = made.run("assay merge shard-2.db --store lacking.db --gate --output again")
    assert merged.returncode == 1, merged.stdout + merged.stderr
    made.expect_same("again/runs/latest", "the missing shard asked by the command that was shown")

    odd = made.run(f"'{script}' 2 'odd folder' {options} --name 'a-b' --filter 'made.*'")
    assert odd.returncode == 1, odd.stdout + odd.stderr
    made.expect_same("odd folder/runs/latest", "words that a shell would cut")
print("GNU parallel: five shards come to what one process has")
