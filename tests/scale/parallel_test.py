# SPDX-License-Identifier: Apache-2.0
"""parallel_test.py ASSAY EXAMPLES: runs examples/cluster/gnu_parallel.sh with GNU parallel, here and over ssh."""
import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile

from killed_assay import expect_results, kill_at
from made_run import Made, needed

if not shutil.which("parallel"):
    needed("parallel is not installed")
script = pathlib.Path(sys.argv[2]).resolve() / "cluster" / "gnu_parallel.sh"
options = "--dataset cases.json --tool tool.json"
SSHD = shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/usr/bin")


@contextlib.contextmanager
def ssh_server(folder, path, prefix):
    """An ssh server on a loopback port, started by this user with keys made for it. Yields the command that reaches it."""
    folder.mkdir()
    for key in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / key], check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "sshd_config").write_text(f"ListenAddress 127.0.0.1:{port}\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/user.pub\n"
                                        f"PidFile none\nStrictModes no\nUsePAM no\nPermitRootLogin yes\nSetEnv PATH={path}\n")
    (folder / "ssh_config").write_text(f"Host other\n  HostName 127.0.0.1\n  Port {port}\n  IdentityFile {folder}/user\n  BatchMode yes\n"
                                       f"  StrictHostKeyChecking accept-new\n  UserKnownHostsFile {folder}/known\n  ConnectionAttempts 100\n")
    if os.geteuid() == 0:
        pathlib.Path("/run/sshd").mkdir(exist_ok=True)  # root's sshd separates its privileges there
    with open(folder / "log", "w") as log, subprocess.Popen([*prefix, SSHD, "-D", "-e", "-f", folder / "sshd_config"], stderr=log) as server:
        try:
            yield f"ssh -F {folder}/ssh_config"
        finally:
            server.terminate()


def other_machine(made, folder):
    """The beginning of a command that sees this folder, a copy of what is made, in place of it; empty without the privilege to mount."""
    prefix = ["unshare", "--mount", "sh", "-c", 'mount --bind "$1" "$2" && shift 2 && exec "$@"', "sh", folder, made.folder]
    shutil.copytree(made.folder, folder, symlinks=True, ignore=shutil.ignore_patterns("*.db*", "out", "whole"))
    if subprocess.run([*prefix, "true"], check=False).returncode == 0:
        return prefix
    print("the other machine shares this one's folders: nothing can be mounted")
    return []


def shards_over_ssh(made, other):
    with ssh_server(other / "ssh", made.environment["PATH"], other_machine(made, other / "made")) as ssh:
        ran = made.run(f"'{script}' 5 remote {options}", SSHLOGIN=f"2/{ssh} other", PARALLEL_SSH=ssh)
    assert ran.returncode == 1, f"the gate is strict, and cases miss: {ran.stdout}{ran.stderr}{(other / 'ssh' / 'log').read_text()}"
    hosts = [line.split("\t")[1] for line in (made.folder / "remote" / "jobs.log").read_text().splitlines()[1:]]
    assert len(hosts) == 5 and all("other" in host for host in hosts), hosts
    made.expect_same("remote/runs/latest", "five shards on another machine")


def a_killed_shard(made):
    """It comes to a machine that has not begun it, the second time."""
    command = f"'{script}' 5 killed {options}"
    kill_at(made, 12)
    killed = made.run(command, JOBS="1", ASSAY_RUN_ID="killed")
    assert killed.returncode == 2 and "1 of 5 shards are missing: 2\n" in killed.stderr, killed.stdout + killed.stderr
    expect_results(made, "killed/shard-2.db", 2)  # of the cases 2 and 7
    for asked in (made.folder / "killed").glob("asked-killed-2.db*"):
        asked.unlink()
    ran = made.run(command, JOBS="1", ASSAY_RUN_ID="killed")
    assert ran.returncode == 1 and "has results of 2 cases" not in ran.stderr, ran.stdout + ran.stderr
    made.expect_same("killed/runs/latest", "a shard that was killed, and asked elsewhere")
    kill_at(made, 17)
    made.run(command.replace(" killed", " here"), JOBS="1", ASSAY_RUN_ID="here")
    ran = made.run(command.replace(" killed", " here"), JOBS="1", ASSAY_RUN_ID="here")
    assert ran.returncode == 1 and "has results of 3 cases already" in ran.stderr, ran.stdout + ran.stderr
    made.expect_same("here/runs/latest", "a shard that was killed, and went on")


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
    if not SSHD or not shutil.which("rsync"):
        needed("over ssh: openssh-server or rsync is not installed")
    with tempfile.TemporaryDirectory() as other:
        shards_over_ssh(made, pathlib.Path(other))
    a_killed_shard(made)
print("GNU parallel: five shards, here and over ssh, come to what one process has")
