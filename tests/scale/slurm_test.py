# SPDX-License-Identifier: Apache-2.0
"""slurm_test.py ASSAY EXAMPLES: runs examples/cluster/slurm.sh with its own Slurm (munged, slurmctld and
slurmd in a temporary folder, on free ports): an array of eight, one of whose tasks is requeued midway. Once
merged, the run equals that of a single process."""
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from made_run import Made, needed

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol", "squeue")
SHARDS = 8
CONFIGURATION = """ClusterName=assay
SlurmctldHost=localhost
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={controller}
SlurmdPort={daemon}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=localhost CPUs=16 State=UNKNOWN
PartitionName=main Nodes=localhost Default=YES State=UP
"""


def free_ports():
    with socket.socket() as one, socket.socket() as two:
        for each in (one, two):
            each.bind(("127.0.0.1", 0))
        return one.getsockname()[1], two.getsockname()[1]


@contextlib.contextmanager
def slurm(environment):
    """A cluster on this machine, configured through `environment`. Ends its own processes, and no others."""
    with tempfile.TemporaryDirectory(prefix="assay-slurm-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        (folder / "munge.key").write_bytes(os.urandom(1024))
        (folder / "munge.key").chmod(0o400)
        for each in ("state", "spool"):
            (folder / each).mkdir()
        controller, daemon = free_ports()
        (folder / "slurm.conf").write_text(CONFIGURATION.format(folder=folder, user="root", controller=controller, daemon=daemon))
        environment["SLURM_CONF"] = str(folder / "slurm.conf")
        logs = open(folder / "log", "w")
        started = []
        try:
            for command in (["munged", "--force", "--foreground", f"--socket={folder}/munge.sock", f"--key-file={folder}/munge.key",
                             f"--pid-file={folder}/munged.pid", f"--log-file={folder}/munged.log", f"--seed-file={folder}/munge.seed"],
                            ["slurmctld", "-D"], ["slurmd", "-D", "-N", "localhost"]):
                started.append(subprocess.Popen(command, env=environment, stdout=logs, stderr=logs))
                time.sleep(1)
            yield folder
        finally:
            for process in reversed(started):
                process.send_signal(signal.SIGTERM)
            for process in reversed(started):
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
            logs.close()


def waited_for(what, seconds, is_so):
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, f"{what}: not within {seconds} s"
        time.sleep(0.5)


def main():
    missing = [program for program in PROGRAMS if not shutil.which(program)]
    if missing:
        needed(f"{', '.join(missing)} not installed: the packages slurm-wlm and munge have them")
    if os.geteuid() != 0:
        needed("slurmd needs root")
    script = pathlib.Path(sys.argv[2]).resolve() / "cluster" / "slurm.sh"
    with tempfile.TemporaryDirectory() as folder:
        made = Made(sys.argv[1], folder)
        with slurm(made.environment) as cluster:
            def shown(command):
                ran = made.run(command)
                return ran.stdout + ran.stderr

            waited_for("the cluster", 60, lambda: "idle" in shown("sinfo -h -o %T"))
            (made.folder / "slow").write_text("2")
            submitted = made.run(f"'{script}' {SHARDS} out --dataset cases.json --tool tool.json --jobs 1")
            assert submitted.returncode == 0, submitted.stdout + submitted.stderr
            array = submitted.stdout.split("array ")[1].split(",")[0]
            log = made.folder / "out" / "shard-3.log"
            waited_for("shard 3", 60, lambda: log.exists() and "shard 3/8" in log.read_text())
            time.sleep(3)  # it has an answer, and waits for the next
            requeued = made.run(f"scontrol requeue {array}_3")
            assert requeued.returncode == 0, requeued.stderr
            # Slurm would start it again after two minutes.
            waited_for("shard 3 again", 60, lambda: "BeginTime" in (state := shown(f"squeue -h -j {array}_3 -o '%T %r'")) or "RUNNING" in state)
            made.run(f"scontrol update JobId={array}_3 StartTime=now")
            (made.folder / "slow").write_text("0")
            waited_for("the merge", 400, lambda: shown("squeue -h -o %i").strip() == "")
            merged = (made.folder / "out" / "merge.log").read_text()
            assert "shards are missing" not in merged, merged
            assert log.read_text().count("shard 3/8 (--shard) of run slurm-") == 2, f"it was not started again: {log.read_text()}"
            assert "are not asked again" in log.read_text(), f"it did not resume: {log.read_text()}"
            made.expect_same("out/runs/latest", "an array of eight")
            print(f"Slurm: {SHARDS} tasks, one requeued, come to what one process has ({cluster.name})")


main()
