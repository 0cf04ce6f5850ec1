#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Eight workers sharing a run on one PostgreSQL server, against a floor: pgbench with as many connections,
which leases cases and inserts the bytes of a result for each, and does nothing else. It does so in two
transactions a case, as queues are usually written, and in one statement, which inserts a result and leases the
next case, as assay does.

usage: leases_bench.py ASSAY [CASES [TURNS]]

Answers are recorded, so only the harness is measured. Ours and the floors take turns on one server; the median
of each is printed. Ours is timed from the first answer to the last, which leaves out printing the run and most
of starting the programs.
"""
import json
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "scale"))
from server import Server  # noqa: E402

ASSAY = os.path.abspath(sys.argv[1])
CASES = int(sys.argv[2]) if len(sys.argv) > 2 else 8000
TURNS = int(sys.argv[3]) if len(sys.argv) > 3 else 5
WORKERS = 8

PICKED = """picked AS (SELECT place FROM bare WHERE state = 0 OR state = 1 AND lease_until < now() ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED),
leased AS (UPDATE bare SET state = 1, worker = :client_id, lease_until = now() + interval '1 minute', tries = tries + 1
           WHERE place = ANY(ARRAY(SELECT place FROM picked)) RETURNING place)
SELECT COALESCE((SELECT place FROM leased), 0) AS place \\gset
"""
# Parameters: this case's place (0: none yet) and its bytes.
FINISHED = """WITH mine AS (UPDATE bare SET state = 2 WHERE place = :place AND state < 2 RETURNING place),
added AS (INSERT INTO bare_rows(place, bytes) SELECT place, CAST(:bytes AS text) FROM mine)"""
FLOORS = {"two transactions": f"WITH {PICKED}{FINISHED} SELECT 1;\n", "one statement": f"{FINISHED},\n{PICKED}"}


def write(folder):
    cases, answers = [], []
    for i in range(CASES):
        command = f"find folder{i} -name '*.txt' -newer stamp{i % 97}"
        cases.append({"id": f"case_{i:06}", "prompt": f"list the text files below folder {i} that are newer than a stamp",
                      "expected_command": command, "category": "find", "risk_level": "safe", "posix_compliant": True, "tags": ["basic"]})
        answers.append(json.dumps({"id": cases[-1]["id"], "answer": command if i % 10 else "ls -R"}))
    (folder / "set.json").write_text(json.dumps({"name": "set", "version": "1", "description": "made for a benchmark",
                                                 "created_at": "2026-01-01T00:00:00Z", "test_cases": cases}))
    (folder / "answers.jsonl").write_text("\n".join(answers) + "\n")


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ours(folder, server, turn):
    """Cases per second, and milliseconds of CPU time per case in the workers."""
    command = [ASSAY, "run", "--dataset", "set.json", "--recorded", "answers.jsonl", "--join", f"turn-{turn}",
               "--store", server.url("runs")]
    before = cpu_of_children()
    workers = [subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(WORKERS)]
    for worker in workers:
        _, said = worker.communicate()
        if worker.returncode != 1:  # the gate is strict, and some cases miss
            sys.exit(said.decode())
    cpu = cpu_of_children() - before
    rows = f"eval_figures JOIN eval_rows USING(row_id) WHERE run_id = 'turn-{turn}'"
    count, seconds = server.sql(f"SELECT count(*), extract(epoch FROM max(t) - min(t)) FROM (SELECT CAST(CAST(result_json AS json)->>"
                                f"'started_at' AS timestamptz) AS t FROM {rows}) AS times", "runs").split("|")
    if int(count) != CASES:
        sys.exit(f"{count} results of {CASES} cases")
    return CASES / float(seconds), 1000 * cpu / CASES


def bare(folder, server, floor, row):
    """Cases per second."""
    server.sql(f"""DROP TABLE IF EXISTS bare, bare_rows;
        CREATE TABLE bare(place bigint PRIMARY KEY, state integer NOT NULL DEFAULT 0, worker text NOT NULL DEFAULT '',
                          lease_until timestamptz, tries integer NOT NULL DEFAULT 0);
        CREATE INDEX ON bare(place) WHERE state < 2;
        CREATE TABLE bare_rows(place bigint PRIMARY KEY, bytes text NOT NULL);
        INSERT INTO bare(place) SELECT generate_series(1, {CASES + 100 * WORKERS});
        ANALYZE bare""")
    script = folder / "floor.sql"
    script.write_text(FLOORS[floor])
    # The first statement of a client that leases and inserts in one only leases.
    said = server.call("pgbench", "-h", server.folder, "-U", "assay", "-n", "-M", "prepared", "-c", str(WORKERS), "-j", "2", "-t",
                       str(CASES // WORKERS + 1), "-D", "place=0", "-D", f"bytes={row}", "-f", script, "postgres",
                       stderr=subprocess.DEVNULL)
    inserted = int(server.sql("SELECT count(*) FROM bare_rows"))
    # Another client's lease may come between a statement's choice and its own, which then has no case.
    if inserted < 0.99 * CASES:
        sys.exit(f"{inserted} rows of {CASES}:\n{said}")
    return float(re.search(r"tps = ([0-9.]+) \(without", said).group(1))


def main():
    if not list(pathlib.Path("/usr/lib/postgresql").glob("*/bin/pgbench")):
        print("not measured: no PostgreSQL server on this machine (Debian: postgresql)")
        return 0
    with tempfile.TemporaryDirectory() as name, Server(name) as server:
        folder = pathlib.Path(name)
        write(folder)
        server.sql("CREATE SCHEMA runs")
        ours(folder, server, "first")
        row = server.sql(f"SELECT result_json FROM eval_rows ORDER BY length(result_json) OFFSET {CASES // 2} LIMIT 1", "runs")
        rates, costs, floors = [], [], {floor: [] for floor in FLOORS}
        for turn in range(TURNS):
            rate, cost = ours(folder, server, turn)
            rates.append(rate), costs.append(cost)
            for floor, measured in floors.items():
                measured.append(bare(folder, server, floor, row))
    print(f"{WORKERS} workers, {CASES} cases, rows of {len(row)} bytes, medians of {TURNS} turns")
    print(f"results a second {statistics.median(rates):>14.0f}")
    is_met = statistics.median(costs) <= 2
    for floor, measured in floors.items():
        ratios = [rate / each for rate, each in zip(rates, measured)]
        is_limit = floor == "two transactions"
        is_met &= not is_limit or statistics.median(ratios) >= 0.8
        print(f"pgbench, {floor:<17} {statistics.median(measured):>8.0f}   ratio {statistics.median(ratios):.2f} "
              f"({min(ratios):.2f} to {max(ratios):.2f}){'   at least 0.8' if is_limit else ''}")
    print(f"of a core, a case {statistics.median(costs):>13.2f} ms   at most 2 ms")
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
