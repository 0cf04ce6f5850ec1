# SPDX-License-Identifier: Apache-2.0
"""figures_test.py ASSAY EXAMPLES: reads the figures of runs with DuckDB, using the commands and queries of
docs/store-schema.md."""
import json
import pathlib
import sys
import tempfile

from made_run import CASES, Made, needed

try:
    import duckdb
except ImportError:
    needed("duckdb is not installed: ./do schemas fetches it")
page = pathlib.Path(sys.argv[2]).resolve().parent / "docs" / "store-schema.md"
block = page.read_text().split("```sql\n")[1].split("```")[0]
commands = [line[3:] for line in block.splitlines() if line.startswith("-- assay ")]
text = "\n".join(line for line in block.splitlines() if not line.startswith("--"))
query, copy = (each for each in text.split(";") if each.strip())
assert len(commands) == 2, commands

with tempfile.TemporaryDirectory() as folder:
    made = Made(sys.argv[1], folder)
    for _ in range(2):
        assert made.run("assay run --dataset cases.json --tool tool.json --store assay.db").returncode == 1
    for command in commands:
        ran = made.run(command)
        assert ran.returncode == 0, ran.stderr
    with duckdb.connect() as database:
        database.execute(f"SET file_search_path = '{made.folder}'")
        cursor = database.execute(query)
        names = [column[0] for column in cursor.description]
        rows = [dict(zip(names, row)) for row in cursor.fetchall()]
        assert len(rows) == 4, f"two runs of two categories: {rows}"
        assert sum(row["attempts"] for row in rows) == 2 * CASES, rows
        expected = json.loads((made.folder / "whole/runs/latest/metrics.json").read_text())["by_category"]
        for row in rows:
            assert round(row["accuracy"], 4) == expected[row["category"]]["accuracy"], row
            assert row["alarms"] == 0 and row["p95_ms"] > 0, row
        database.execute(copy.replace("'figures.parquet'", f"'{made.folder}/figures.parquet'"))
        columns = database.execute(f"DESCRIBE FROM '{made.folder}/figures.parquet'").fetchall()
        types = {name: kind for name, kind, *_ in columns}
        assert database.execute(f"SELECT count(*) FROM '{made.folder}/figures.parquet'").fetchone() == (2 * CASES,)
        for name, kind in {"status": "VARCHAR", "attempt": "BIGINT", "score": "DOUBLE", "latency_ms": "DOUBLE",
                           "tags": "VARCHAR[]", "posix_compliant": "BOOLEAN"}.items():
            assert types[name] == kind, f"{name} is {types[name]}"
print(f"DuckDB {duckdb.__version__}: figures of two runs queried, and written as Parquet")
