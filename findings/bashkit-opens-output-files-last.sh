#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Package: bashkit 0.20.1 (PyPI), a bash interpreter with a file system in memory, made for agents.
#
# Seen: bashkit opens and empties the file of `> f` after the command has ended, not before it starts. So `sort f > f` and
# `sed s/c/x/ f > f` leave the sorted and the edited text in the file, where a POSIX shell leaves an empty file; `cat f f > f`
# doubles it; and `ls > list` does not list `list`. The exit status is 0 and standard error is empty each time.
#
# Why it surprises: POSIX has redirections done before the command runs, and "the input file is also the output" is the
# best known way to lose data on a command line. In this interpreter the mistake works, and even does what was meant.
#
# Take care: an answer graded by the files that it leaves in such a world passes here and destroys the user's file in a real
# shell. Grade commands that change files in a real shell, or find an output file among the inputs by reading the command.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check 'bashkit==0.20.1'
cat >"$dir/ask.py" <<'PYTHON'
import subprocess
import tempfile
import bashkit

for command in ["sort f > f; cat f", "sed s/c/x/ f > f; cat f", "cat f f > f; wc -c < f", "(cat f) > f; wc -c < f",
                "rm f; ls > list; cat list", "sort f > g; cat g"]:
    script = f"printf 'c\\nb\\n' > f; {command}"
    with tempfile.TemporaryDirectory() as folder:
        real = subprocess.run(["sh", "-c", script], cwd=folder, capture_output=True, text=True)
    emulated = bashkit.Bash().execute_sync("mkdir -p /world && cd /world\n" + script)
    print(f"{command} | sh: {real.stdout!r} {real.returncode} |",
          f"bashkit: {emulated.stdout!r} {emulated.exit_code} stderr {emulated.stderr!r}")
PYTHON
"$dir/venv/bin/python" "$dir/ask.py" >"$dir/seen"
cat "$dir/seen"
cat >"$dir/expected" <<'TEXT'
sort f > f; cat f | sh: '' 0 | bashkit: 'b\nc\n' 0 stderr ''
sed s/c/x/ f > f; cat f | sh: '' 0 | bashkit: 'x\nb\n' 0 stderr ''
cat f f > f; wc -c < f | sh: '0\n' 0 | bashkit: '8\n' 0 stderr ''
(cat f) > f; wc -c < f | sh: '0\n' 0 | bashkit: '4\n' 0 stderr ''
rm f; ls > list; cat list | sh: 'list\n' 0 | bashkit: '' 0 stderr ''
sort f > g; cat g | sh: 'b\nc\n' 0 | bashkit: 'b\nc\n' 0 stderr ''
TEXT
diff "$dir/expected" "$dir/seen"
echo "as described"
