# SPDX-License-Identifier: Apache-2.0
"""kills_test.py ASSAY EXAMPLES: eight workers share 2,000 recorded cases, and twenty of them are killed:
every case has one result, and the figures are those of a single process."""
import json
import random
import subprocess
import sys
import tempfile
import time

from made_run import Made, case
from server import Server

ALL, WORKERS, KILLS = 2000, 8, 20

with tempfile.TemporaryDirectory() as folder:
    made = Made(sys.argv[1], folder)
    dataset = {"name": "many", "version": "1", "description": "d", "created_at": "2026-01-01T00:00:00Z",
               "test_cases": [case(number) for number in range(1, ALL + 1)]}
    (made.folder / "many.json").write_text(json.dumps(dataset))
    answers = [{"id": f"case-{number}", "answer": f"{'tail' if number % 7 == 3 else 'head'} -n {number} f"}
               for number in range(1, ALL + 1)]
    (made.folder / "answers.jsonl").write_text("".join(json.dumps(each) + "\n" for each in answers))
    options = "--dataset many.json --recorded answers.jsonl"
    whole = made.run(f"assay run {options} --store one.db --output one")
    assert whole.returncode == 1, whole.stdout + whole.stderr
    with Server(folder) as server:
        server.sql("CREATE SCHEMA kills")
        store = server.url("kills")

        def start():
            return subprocess.Popen(["sh", "-c", f"exec assay run {options} --join shared --lease 0.5 --store '{store}' 2>&1"],
                                    cwd=made.folder, env=made.environment, text=True, stdout=subprocess.PIPE)

        def done():
            exists = server.sql("SELECT to_regclass('work') IS NOT NULL", "kills") == "t"
            return int(server.sql("SELECT count(*) FROM work WHERE state = 2", "kills")) if exists else 0

        chance = random.Random(19)
        workers = [start() for _ in range(WORKERS)]
        for kill in range(KILLS):
            while done() < ALL * kill // (KILLS + 1):  # spread over the run, wherever it is by then
                time.sleep(0.01)
            victim = chance.randrange(WORKERS)
            workers[victim].kill()
            workers[victim].communicate()
            workers[victim] = start()
        for worker in workers:
            out, _ = worker.communicate()
            assert worker.returncode == 1, f"the gate is strict, and cases miss: {out}"
        results, distinct = server.sql("SELECT count(*), count(DISTINCT query_id) FROM eval_figures", "kills").split("|")
        assert (int(results), int(distinct)) == (ALL, ALL), (results, distinct)
        assert server.sql("SELECT count(*) FROM eval_rows", "kills") == str(ALL)
        tries, duplicates = server.sql("SELECT sum(tries), (SELECT count(*) FROM work_duplicates) FROM work", "kills").split("|")
        killed = server.sql("SELECT count(*) FROM eval_figures WHERE pass IS NULL", "kills")
        ran = made.run(f"assay report shared --store '{store}' --output many")
        assert ran.returncode == 0, ran.stderr
        assert killed == "0", f"{killed} cases lost three workers; kills are spread, so none should"
        assert made.figures("many") == made.figures("one/runs/latest"), "other figures than one process has"
        print(f"{ALL} results of {WORKERS} workers and {KILLS} kills: {int(tries) - ALL} cases were leased again, {duplicates} answered twice")
