# SPDX-License-Identifier: Apache-2.0
"""recipes_test.py ASSAY EXAMPLES: the files of examples/ci and examples/cluster for engines that are not
installed here.

Each is parsed, and checked for the members that it needs to work (check.workflows validates it against the
engine's published schema). Then its own commands are run in a shell, once for each task, with the variables
that the engine would set, and merged: the figures are those of a single process."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from killed_assay import expect_results, kill_at
from made_run import Made, needed

try:
    import yaml
except ImportError:
    needed("python3-yaml is not installed")

SCRIPTS = {"gnu_parallel.sh"}  # run by parallel_test.py; slurm_test.py runs slurm.sh by Slurm, too


def expect_shell(text):
    ran = subprocess.run(["sh", "-n"], input=text, text=True, capture_output=True, check=False)
    assert ran.returncode == 0, f"{text}\n{ran.stderr}"


def run_step(made, command, status, **variables):
    expect_shell(command)
    ran = made.run(command, **variables)
    assert ran.returncode == status, f"{command}\nstatus {ran.returncode}\n{ran.stdout}{ran.stderr}"
    return ran.stdout + ran.stderr


def commands(steps):
    return [step["run"] for step in steps if "run" in step and "install_assay" not in step["run"]]


def github(made, file):
    workflow = yaml.safe_load(file.read_text())
    shard, merge = workflow["jobs"]["shard"], workflow["jobs"]["merge"]
    numbers = shard["strategy"]["matrix"]["shard"]
    assert numbers == list(range(1, int(workflow["env"]["SHARDS"]) + 1)), "the matrix lists other shards than there are"
    assert shard["strategy"]["fail-fast"] is False, "one shard would stop the others"
    assert merge["needs"] == "shard" and merge["if"] == "always()", "a merge that is left out names nothing"
    stores = [step for step in shard["steps"] if step.get("uses", "").startswith("actions/upload-artifact@")]
    assert stores[0]["with"]["path"] == "shard-${{ matrix.shard }}.db*" and stores[0]["if"] == "always()"
    for job in workflow["jobs"].values():
        assert job["steps"][0]["uses"].startswith("actions/checkout@"), "a job that calls the repository's scripts checks it out"
    own = {"GITHUB_REPOSITORY": "a/b", "GITHUB_RUN_ID": "17", "SHARDS": str(workflow["env"]["SHARDS"])}
    for number in reversed(numbers):
        for command in commands(shard["steps"]):
            filled = command.replace("${{ matrix.shard }}", str(number))
            assert "${{" not in filled, filled
            run_step(made, filled, 0, **own)
    for command in commands(merge["steps"]):
        run_step(made, command, 1, **own)
    made.expect_same("reports/runs/latest", file.name)


def gitlab(made, file):
    pipeline = yaml.safe_load(file.read_text())
    shard, merge = pipeline["shard"], pipeline["merge"]
    assert pipeline["stages"].index(shard["stage"]) < pipeline["stages"].index(merge["stage"])
    assert merge["when"] == "always" and shard["artifacts"]["when"] == "always"
    total = shard["parallel"]
    for number in range(total, 0, -1):
        for command in shard["script"]:
            out = run_step(made, command, 0, CI_NODE_INDEX=str(number), CI_NODE_TOTAL=str(total), CI_PIPELINE_ID="17")
            assert out.startswith(f"shard {number}/{total} (CI_NODE_INDEX={number} and CI_NODE_TOTAL={total} of GitLab)"), out
    *before, judged = merge["script"]
    for command in before:
        run_step(made, command, 0)
    run_step(made, judged, 1)
    made.expect_same("reports/runs/latest", file.name)
    whole = merge["artifacts"]["reports"]["junit"]
    assert list(made.folder.glob(whole)), whole


def kubernetes(made, file):
    job = yaml.safe_load(file.read_text())
    assert job["apiVersion"] == "batch/v1" and job["kind"] == "Job"
    spec = job["spec"]
    assert spec["completionMode"] == "Indexed", "without it there is no JOB_COMPLETION_INDEX"
    assert spec["template"]["spec"]["restartPolicy"] == "Never", "backoffLimitPerIndex needs it"
    container = spec["template"]["spec"]["containers"][0]
    variables = {variable["name"]: variable for variable in container["env"]}
    assert "controller-uid" in variables["ASSAY_RUN_ID"]["valueFrom"]["fieldRef"]["fieldPath"], "a name may come again"
    assert variables["SHARED"]["value"] == container["volumeMounts"][0]["mountPath"]
    (program, flag), (script,) = container["command"], container["args"]
    assert (program, flag) == ("sh", "-c")
    assert re.findall(r"--shard auto/(\d+)", script) == [str(spec["completions"])], "N is not the number of pods"

    def pod(name, index, status, **variables):
        (made.folder / name).mkdir()
        variables.update(JOB_COMPLETION_INDEX=str(index), SHARED=str(made.folder))
        return run_step(made, f"cd '{made.folder / name}'\n{script}", status, **variables)

    pod("earlier", 3, 0, ASSAY_RUN_ID="another-job")
    kill_at(made, 12)
    out = pod("killed", 3, 137, ASSAY_RUN_ID="a1b2-c3d4")
    assert "are not asked again" not in out, out
    expect_results(made, "shard-3.db", 2)  # of the cases 4 and 8
    for index in reversed(range(spec["completions"])):
        out = pod(f"pod-{index}", index, 0, ASSAY_RUN_ID="a1b2-c3d4")
        assert ("has results of 2 cases already" in out) == (index == 3), out
    lost = made.folder / "lost"
    lost.mkdir()
    run_step(made, f"cd '{lost}'\ncp() {{ return 1; }}\n{script}", 2, JOB_COMPLETION_INDEX="0", ASSAY_RUN_ID="lost", SHARED=str(made.folder))
    merge = re.search(r"assay merge .*", file.read_text()).group()
    run_step(made, merge.replace("/shared/", "").replace("/tmp/", "") + " --output reports", 1)
    made.expect_same("reports/runs/latest", file.name)


def slurm(made, file):
    """What no requeue shows: a node whose assay was killed, tasks that are submitted again, and folders."""
    for folder in ("out", "node", "other"):
        (made.folder / folder).mkdir()

    def task(number, node, run="nightly", options="--dataset cases.json --tool tool.json"):
        variables = {"SLURM_ARRAY_TASK_ID": str(number), "TMPDIR": str(made.folder / node), "ASSAY_RUN_ID": run}
        return made.run(f"sh '{file}' shard 2 out {options}", **variables)

    assert task(1, "node", run="earlier").returncode == 0
    kill_at(made, 9)
    killed = task(1, "node")
    assert killed.returncode == 137, killed.stdout + killed.stderr
    expect_results(made, "out/shard-1.db", 4)  # of the cases 1, 3, 5 and 7
    again = task(1, "other")
    assert again.returncode == 0 and "has results of 4 cases already" in again.stderr, again.stdout + again.stderr
    refused = task(2, "node", options="")
    assert refused.returncode == 3 and not (made.folder / "out" / "shard-2.db").exists(), refused.stdout + refused.stderr

    # If the answers cannot be copied, they stay on the node, and the task continues there.
    (made.folder / "out").rename(made.folder / "away")
    kill_at(made, 8)
    uncopied = task(2, "node")
    assert uncopied.returncode != 0, uncopied.stdout + uncopied.stderr
    (made.folder / "away").rename(made.folder / "out")
    again = task(2, "node")
    assert again.returncode == 0 and "has results of 3 cases already" in again.stderr, again.stdout + again.stderr

    merged = made.run(f"sh '{file}' merge out", TMPDIR=str(made.folder / "node"))
    assert merged.returncode == 1, merged.stdout + merged.stderr
    assert "\nstore assay.db\n" in merged.stdout and (made.folder / "out" / "assay.db").exists(), merged.stdout
    left = [str(each) for node in ("node", "other") for each in (made.folder / node).iterdir()]
    assert not left, f"left on the nodes: {left}"
    made.expect_same("out/runs/latest", file.name)


RECIPES = {"github_matrix.yml": github, "gitlab_parallel.yml": gitlab, "kubernetes_indexed_job.yaml": kubernetes, "slurm.sh": slurm}


def main():
    assay, examples = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    files = {file.name: file for folder in ("ci", "cluster") for file in (examples / folder).iterdir()}
    cut = {name for name, file in files.items() if "--shard" in file.read_text()}  # others run a whole suite
    assert cut == set(RECIPES) | SCRIPTS, f"a recipe that nothing checks, or a check without one: {json.dumps(sorted(cut))}"
    for name, check in RECIPES.items():
        with tempfile.TemporaryDirectory() as folder:
            check(Made(assay, folder), files[name])
        print(f"{name}: its commands come to what one process has")


main()
