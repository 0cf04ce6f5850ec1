#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Packages: strands-shell 0.5.0 and shellsim 0.1.39 (PyPI), shells with a file system in memory, made for agents.
#
# Seen: in a folder with the files `ab` and `a*`, the word `"a*"*`, a quoted star followed by a plain one, becomes both names in
# both packages. A real shell gives only `a*`, because the quoted star stands for itself. A backslash does not help
# either: `\**` becomes every name of the folder. A word that is quoted completely is left alone by both.
#
# Why it surprises: two packages by different authors make the same mistake. It shows only where one word has both a quoted
# and an unquoted pattern character. Tests of globbing rarely have such a word, but commands like `rm "$prefix"*` have it as
# soon as the variable holds a star, because the value of a quoted variable is read as a pattern too.
#
# Take care: in these worlds a command touches more files than it does in a real shell, with status 0 and no message. A
# case about awkward file names measures the package and not the tool. Keep such cases for a real shell.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check 'strands-shell==0.5.0' 'shellsim==0.1.39'
cat >"$dir/ask.py" <<'PYTHON'
import subprocess
import tempfile
import shellsim
import strands_shell


def text(output):
    return output.decode() if isinstance(output, bytes) else output


for command in ['echo "a*"', 'echo "a*"*', "p='a*'; echo \"$p\"*", 'rm "a*"*; ls', r'echo \**']:
    script = f"touch ab 'a*'; {command}"
    with tempfile.TemporaryDirectory() as folder:
        real = subprocess.run(["sh", "-c", script], cwd=folder, capture_output=True, text=True)
    inside = "mkdir -p /tmp/w; cd /tmp/w\n" + script
    strands = strands_shell.Shell().run(inside)
    sim = shellsim.run(inside)
    print(f"{command} | sh: {real.stdout!r} |",
          f"strands-shell: {text(strands.stdout)!r} {strands.status} stderr {text(strands.stderr)!r} |",
          f"shellsim: {sim.stdout_text!r} {sim.returncode} stderr {sim.stderr_text!r}")
PYTHON
"$dir/venv/bin/python" "$dir/ask.py" >"$dir/seen"
cat "$dir/seen"
cat >"$dir/expected" <<'TEXT'
echo "a*" | sh: 'a*\n' | strands-shell: 'a*\n' 0 stderr '' | shellsim: 'a*\n' 0 stderr ''
echo "a*"* | sh: 'a*\n' | strands-shell: 'a* ab\n' 0 stderr '' | shellsim: 'a* ab\n' 0 stderr ''
p='a*'; echo "$p"* | sh: 'a*\n' | strands-shell: 'a* ab\n' 0 stderr '' | shellsim: 'a* ab\n' 0 stderr ''
rm "a*"*; ls | sh: 'ab\n' | strands-shell: '' 0 stderr '' | shellsim: '' 0 stderr ''
echo \** | sh: '**\n' | strands-shell: 'a* ab\n' 0 stderr '' | shellsim: 'a* ab\n' 0 stderr ''
TEXT
diff "$dir/expected" "$dir/seen"
echo "as described"
