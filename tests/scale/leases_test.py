# SPDX-License-Identifier: Apache-2.0
"""leases_test.py ASSAY EXAMPLES: workers that join a run on a PostgreSQL server: which ones are refused, and
the effects of a lost server and of cases that crash workers."""
import json
import os
import pty
import signal
import subprocess
import sys
import tempfile
import time

from made_run import CASES, Made, needed
from server import LIBFAKETIME, Server

RUN = "assay run --dataset cases.json --tool tool.json --join shared"


def eventually(what, holds, process=None):
    """Waits until `holds` is true, as long as the process runs."""
    end = time.monotonic() + 120
    while not holds():
        assert process is None or process.poll() is None, f"{what}: the worker has ended: {process.communicate()}"
        assert time.monotonic() < end, f"{what}: not within two minutes"
        time.sleep(0.02)


class Workers:
    """The workers of a run in its own schema."""

    def __init__(self, made, server, schema):
        self.made, self.server, self.schema = made, server, schema
        server.sql(f"CREATE SCHEMA {schema}")
        self.store = server.url(schema)

    def run(self, command=RUN):
        return self.made.run(f"{command} --store '{self.store}'")

    def start(self, command=RUN):
        return subprocess.Popen(["sh", "-c", f"exec {command} --store '{self.store}'"], cwd=self.made.folder, text=True,
                                env=self.made.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def sql(self, text):
        return self.server.sql(text, self.schema)

    def count(self, condition):
        """The number of such items in the queue; 0 while there is no queue."""
        if self.sql("SELECT to_regclass('work') IS NULL") == "t":
            return 0
        return int(self.sql(f"SELECT count(*) FROM work WHERE {condition}"))

    def expect_whole(self, of):
        ran = self.made.run(f"assay report shared --store '{self.store}' --output {self.schema}")
        assert ran.returncode == 0, ran.stderr
        self.made.expect_same(self.schema, of)


def several_share_a_run(made, server):
    workers = Workers(made, server, "several")
    started = [workers.start() for _ in range(3)]
    for each in started:
        out, err = each.communicate()
        assert each.returncode == 1, f"the gate is strict, and cases miss: {out}{err}"
        assert out.startswith("joined run shared: ") and f"of {CASES} cases were answered here" in out, out
    workers.expect_whole("three workers")
    assert workers.sql("SELECT count(*) FROM eval_rows") == str(CASES)
    late = workers.run()
    assert late.returncode == 1 and f"0 of {CASES} cases are left" in late.stdout, late.stdout + late.stderr
    assert "note: run shared, which began at 2" in late.stderr and f"has results of {CASES} of its {CASES} cases" in late.stderr, late.stderr


def a_terminal_shows_how_far_all_of_them_have_come(made, server):
    workers = Workers(made, server, "shown")
    (made.folder / "slow").write_text("0.3")
    controller, terminal = pty.openpty()
    with subprocess.Popen(["sh", "-c", f"exec {RUN} --jobs 1 --store '{workers.store}'"], cwd=made.folder, stderr=terminal,
                          env={**made.environment, "TERM": "xterm"}, stdout=subprocess.DEVNULL) as worker:
        os.close(terminal)
        shown = b""
        try:
            while data := os.read(controller, 4096):
                shown += data
        except OSError:  # the terminal's other end is closed
            pass
    (made.folder / "slow").write_text("0")
    assert worker.returncode == 1
    assert f"of {CASES} answered, ".encode() in shown and b" here" in shown and b" a second, " in shown, shown


def others_are_refused(made, server):
    workers = Workers(made, server, "refusals")
    assert workers.run().returncode == 1
    dataset = json.loads((made.folder / "cases.json").read_text())
    dataset["version"] = "2"
    (made.folder / "changed").mkdir(exist_ok=True)
    (made.folder / "changed" / "cases.json").write_text(json.dumps(dataset))
    tool = json.loads((made.folder / "tool.json").read_text())
    (made.folder / "slower.json").write_text(json.dumps({**tool, "limits": {"timeout_s": 77}}))
    (made.folder / "other.json").write_text(json.dumps({**tool, "argv": [*tool["argv"], "more"]}))
    for command, reason in (
            (RUN.replace("cases.json", "changed/cases.json"), "another dataset made"),
            (RUN.replace("tool.json", "slower.json"), "another description of the tool"),
            (RUN.replace("tool.json", "other.json"), "another description of the tool"),
            (RUN + " --question fulfils", "another question: equivalent, not fulfils"),
            (RUN + " --levels exact", "another"),
            (RUN + " --min-score 0.5", "another minimum score"),
            (RUN + " --limit 3", f"share {CASES} attempts of cases; these are 3"),
            (RUN + " --repeat 2", f"share {CASES} attempts of cases; these are {2 * CASES}"),
            (RUN + " --output out", "a worker writes no reports")):
        ran = workers.run(command)
        assert ran.returncode == 2 and reason in ran.stderr and "next: " in ran.stderr, f"{command}: {ran.returncode} {ran.stderr}"
        assert "shard" not in ran.stderr, f"nobody spoke of shards: {ran.stderr}"
    cut = made.run(f"{RUN} --store '{workers.store}'", ASSAY_SHARD="1/2")
    assert cut.returncode == 2 and "ASSAY_SHARD=1/2 cuts a run" in cut.stderr, cut.stderr
    file = made.run(f"{RUN} --store file.db")
    assert file.returncode == 2 and "this store is a file" in file.stderr, file.stderr
    assert workers.sql("SELECT count(*) FROM eval_rows") == str(CASES), "nothing came of it"


def a_server_that_cannot_be_used_is_named(made, server):
    workers = Workers(made, server, "unusable")
    assert workers.run().returncode == 1
    server.sql("CREATE ROLE looker LOGIN; GRANT USAGE ON SCHEMA unusable TO looker; "
               "GRANT SELECT ON ALL TABLES IN SCHEMA unusable TO looker; CREATE ROLE locked LOGIN PASSWORD 'right'")
    looker = workers.store.replace("user=assay", "user=looker")
    locked = workers.store.replace("user=assay", "user=locked")
    workers.sql("UPDATE assay_schema SET version = version + 90")
    newer = workers.run()
    workers.sql("UPDATE assay_schema SET version = version - 90")
    for ran, reason in ((newer, "newer"), (made.run(f"{RUN} --store '{looker}'"), "role looker may not insert"),
                        (made.run(f"{RUN} --store '{locked}'", PGPASSWORD="wrong"), "password authentication failed"),
                        (made.run(f"{RUN} --store 'postgresql:///postgres?host=/nowhere'"), "cannot be reached")):
        assert ran.returncode == 2 and reason in ran.stderr and "next: " in ran.stderr, f"{reason}: {ran.returncode} {ran.stderr}"
    assert workers.sql("SELECT count(*) FROM eval_rows") == str(CASES), "nothing was lost"


def a_lost_server_loses_nothing(made, server):
    workers = Workers(made, server, "lost")
    (made.folder / "slow").write_text("1")
    worker = workers.start(RUN + " --jobs 4 --lease 1")
    eventually("four cases are leased", lambda: workers.count("state = 1") == 4, worker)
    server.stop()
    out, err = worker.communicate()
    (made.folder / "slow").write_text("0")
    assert worker.returncode == 2, out + err
    assert "4 more results of this worker are in assay.db" in err, err
    command = err.split("To merge: ")[1].splitlines()[0]
    server.start()
    assert workers.count("state = 2") == 0
    merged = made.run(command)
    assert merged.returncode == 0 and "4 results added" in merged.stdout, merged.stdout + merged.stderr
    again = workers.run(RUN + " --lease 1")
    assert again.returncode == 1 and f"{CASES - 4} of {CASES} cases are left" in again.stdout, again.stdout + again.stderr
    workers.expect_whole("a run whose server was lost")


def answers_that_three_workers_kept_replace_cases_given_up(made, server):
    workers = Workers(made, server, "kept")
    options = RUN + " --limit 2 --lease 1"
    (made.folder / "slow").write_text("1")
    kept = "2 more results of this worker are in ref.db"
    for tries, (file, said) in enumerate((("ref.db", kept), ("ref.db", kept), ("nowhere/ref.db", "2 more results of this worker are lost: ")), 1):
        worker = workers.start(f"env ASSAY_STORE={file} {options}")
        eventually("two cases are leased", lambda: workers.count(f"state = 1 AND tries = {tries} AND lease_until > now()") == 2, worker)
        server.stop()
        out, err = worker.communicate()
        server.start()
        assert worker.returncode == 2 and "connection to the store's server was lost" in err and said in err, out + err
    (made.folder / "slow").write_text("0")
    last = workers.run(options)
    again = f"--resume shared --store '{workers.store}'"
    assert last.returncode == 2 and f"cases that were not measured: 2\n  next: to ask them again, on one machine: assay run … {again}" in last.stderr, last.stderr
    resumed = made.run(f"assay run --dataset cases.json --tool tool.json --limit 2 {again}")
    assert resumed.returncode == 0, resumed.stdout + resumed.stderr
    merged = made.run(f"assay merge ref.db --store '{workers.store}'")
    assert merged.returncode == 0 and "2 results added" in merged.stdout, merged.stdout + merged.stderr
    assert workers.sql("SELECT attempt, count(pass) FROM eval_figures GROUP BY attempt ORDER BY attempt") == "1|2\n2|2"


def a_worker_stopped_after_the_loss_says_where_its_results_are(made, server):
    workers = Workers(made, server, "interrupted")
    text = (made.folder / "tool.sh").read_text()
    (made.folder / "tool.sh").write_text('[ "$1" = "the first 2 lines" ] && sleep 600\n' + text)
    (made.folder / "slow").write_text("1")
    worker = workers.start(f"env ASSAY_STORE=stopped.db {RUN} --jobs 2")
    eventually("two cases are leased", lambda: workers.count("state = 1") == 2, worker)
    server.stop()
    eventually("a result is kept", lambda: made.run("assay show shared --case case-1 --store stopped.db").returncode == 0, worker)
    worker.send_signal(signal.SIGINT)
    out, err = worker.communicate()
    server.start()
    (made.folder / "slow").write_text("0")
    (made.folder / "tool.sh").write_text(text)
    assert worker.returncode == -signal.SIGINT and "1 more results of this worker are in stopped.db" in err, out + err


def a_refused_statement_is_no_lost_server(made, server):
    workers = Workers(made, server, "refused")
    (made.folder / "slow").write_text("1")
    worker = workers.start(f"env ASSAY_STORE=refused.db {RUN} --jobs 2")
    eventually("two cases are leased", lambda: workers.count("state = 1") == 2, worker)
    workers.sql("ALTER TABLE eval_rows RENAME TO elsewhere")
    out, err = worker.communicate()
    workers.sql("ALTER TABLE elsewhere RENAME TO eval_rows")
    (made.folder / "slow").write_text("0")
    assert worker.returncode == 2 and "eval_rows" in err and "lost" not in err and "server is back" not in err, out + err
    assert "2 more results of this worker are in refused.db" in err and "merge them, and only then" in err, err
    assert workers.count("state = 0 AND tries = 0") == CASES, "the cases were given back"


def a_machine_that_cannot_ask_the_tool_takes_no_cases(made, server):
    workers = Workers(made, server, "broken")
    tool = json.loads((made.folder / "tool.json").read_text())
    program = made.folder / "program"
    program.write_text('#!/bin/sh\nexec sh "$(dirname "$0")/tool.sh" "$1"\n')
    description = {**tool, "argv": [str(program), "{prompt}"], "setup": ["sh", "-c", 'test -z "$BROKEN"']}
    (made.folder / "prepared.json").write_text(json.dumps(description))
    command = RUN.replace("tool.json", "prepared.json")
    program.chmod(0o755)
    for mode, broken, why in ((0o755, "1", "setup of the tool failed"), (0o644, "", "the tool cannot be started")):
        program.chmod(mode)
        ran = workers.run(f"env BROKEN={broken} {command}")
        assert ran.returncode == 2 and why in ran.stderr and "left to others" in ran.stderr, ran.stdout + ran.stderr
    assert workers.count("state = 0 AND tries = 0") == CASES
    program.chmod(0o755)
    assert workers.run(command).returncode == 1
    assert workers.sql("SELECT count(*) FROM eval_figures WHERE pass IS NOT NULL") == str(CASES)


def a_case_that_takes_workers_down_is_unmeasured(made, server):
    workers = Workers(made, server, "strikes")
    down = ('[ "$1" = "the first 9 lines" ] && p=$PPID && while [ "$(cat /proc/$p/comm)" != assay ]; do '
            "p=$(awk '/^PPid/ {print $2}' /proc/$p/status); done && kill -KILL $p && sleep 600\n")
    text = (made.folder / "tool.sh").read_text()
    (made.folder / "tool.sh").write_text(down + text)
    command = RUN + " --lease 0.3 --jobs 1"
    for number in range(3):
        worker = workers.run("exec " + command)
        assert worker.returncode in (-signal.SIGKILL, 128 + signal.SIGKILL), f"{number}: {worker.stdout}{worker.stderr}"
    last = workers.run(command)
    (made.folder / "tool.sh").write_text(text)
    assert last.returncode == 1, last.stdout + last.stderr
    assert workers.sql("SELECT query_id, pass IS NULL, ending FROM eval_figures WHERE pass IS NULL") == "case-9|t|unavailable"
    shown = made.run(f"assay show shared --json --case case-9 --store '{workers.store}'")
    assert "3 workers were given this case, and none came to its end" in shown.stdout, shown.stdout + shown.stderr
    assert workers.sql("SELECT count(*) FROM eval_rows") == str(CASES)


def clocks_that_differ_by_a_day_change_nothing(made, clock):
    (made.folder / clock).mkdir()
    with Server(made.folder / clock, clock) as server:
        ahead = float(server.sql("SELECT extract(epoch FROM clock_timestamp())")) - time.time()
        assert abs(abs(ahead) - 24 * 3600) < 3600, f"the server's clock differs by {ahead} seconds"
        workers = Workers(made, server, "clocks")
        (made.folder / "slow").write_text("1")
        started = [workers.start(RUN + " --lease 5 --jobs 2") for _ in range(2)]
        eventually("both have cases", lambda: workers.count("state = 1") == 4)
        (made.folder / "slow").write_text("0")
        for each in started:
            out, err = each.communicate()
            assert each.returncode == 1 and "answers came twice" not in out, out + err
        assert workers.sql("SELECT count(*) FROM work_duplicates") == "0", "no lease expired early"
        workers.expect_whole(f"workers of a server whose clock is set to {clock}")


def a_stopped_worker_gives_back_what_it_had(made, server):
    workers = Workers(made, server, "stopped")
    (made.folder / "slow").write_text("600")
    worker = workers.start()
    eventually("cases are leased", lambda: workers.count("state = 1") == 4, worker)
    worker.send_signal(signal.SIGINT)
    worker.communicate()
    (made.folder / "slow").write_text("0")
    assert worker.returncode == -signal.SIGINT
    assert workers.count("state = 0 AND tries = 0") == CASES
    judged = made.run(f"assay report shared --format junit --store '{workers.store}'")
    assert "--join shared, if workers joined it" in judged.stdout, judged.stdout + judged.stderr
    for alone in ("--resume", "--run-id"):
        ran = made.run(f"{RUN.replace('--join', alone)} --store '{workers.store}'")
        assert ran.returncode == 2 and f"{CASES} cases of run shared are left to the workers" in ran.stderr, ran.stderr
        assert "next: join them: --join shared" in ran.stderr, ran.stderr
    assert workers.run().returncode == 1
    workers.expect_whole("a worker that was stopped, and another one")


with tempfile.TemporaryDirectory() as folder:
    made = Made(sys.argv[1], folder)
    with Server(folder) as server:
        for check in (several_share_a_run, a_terminal_shows_how_far_all_of_them_have_come, others_are_refused,
                      a_server_that_cannot_be_used_is_named, a_lost_server_loses_nothing,
                      answers_that_three_workers_kept_replace_cases_given_up,
                      a_worker_stopped_after_the_loss_says_where_its_results_are, a_refused_statement_is_no_lost_server,
                      a_machine_that_cannot_ask_the_tool_takes_no_cases, a_case_that_takes_workers_down_is_unmeasured, a_stopped_worker_gives_back_what_it_had):
            check(made, server)
            print(check.__name__.replace("_", " "), flush=True)
    if LIBFAKETIME is None:
        needed("clocks that differ: libfaketime is not installed")
    for clock in ("+1d", "-1d"):
        clocks_that_differ_by_a_day_change_nothing(made, clock)
        print(f"the server's clock at {clock}", flush=True)
