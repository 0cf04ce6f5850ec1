# SPDX-License-Identifier: Apache-2.0
"""A kill of assay alone, as for want of memory: the script that started it goes on."""
import json

PROGRAM = """#!/bin/sh
[ "$1" = run ] || exec "{folder}/bin/real_assay" "$@"
shift
echo $$ >"{folder}/pid"
exec "{folder}/bin/real_assay" run --jobs 1 "$@"
"""
KILL = """if [ "$1" = "$(cat "{folder}/killed_at" 2>/dev/null)" ]; then
  rm "{folder}/killed_at"
  kill -9 "$(cat "{folder}/pid")"
fi
"""


def kill_at(made, number):
    """From now on `assay run` asks cases one by one, and the first that asks this case is killed."""
    program, tool = made.folder / "bin" / "assay", made.folder / "tool.sh"
    if not program.with_name("real_assay").exists():
        program.rename(program.with_name("real_assay"))
        program.write_text(PROGRAM.format(folder=made.folder))
        program.chmod(0o755)
        tool.write_text(KILL.format(folder=made.folder) + tool.read_text())
    (made.folder / "killed_at").write_text(f"the first {number} lines")


def expect_results(made, store, count):
    """That this file, without any other, has so many results."""
    (made.folder / "copy.db").write_bytes((made.folder / store).read_bytes())
    listed = made.run("assay runs --json --store copy.db")
    assert listed.returncode == 0, f"{store}: {listed.stderr}"
    assert [run["results"] for run in json.loads(listed.stdout)] == [count], f"{store}: {listed.stdout}"
    for file in made.folder.glob("copy.db*"):
        file.unlink()
