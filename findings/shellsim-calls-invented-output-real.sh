#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Package: shellsim 0.1.39 (PyPI), an environment like BusyBox in the process, made for training and testing agents.
#
# Seen: each result lists what was not supported, which commands were only partial, and a trust for every call. For these calls
# all lists are empty, the trust is "real", the status is 0, and the output is wrong: `date -u -d @0 +%F` is 2025-01-01,
# `printf '%d' 0x10` is 0, `tr -c 'a\n' '-'` changes what it should keep, `cut -f3,1` swaps the fields, `cut -s` prints lines
# without the delimiter, `paste -d '\0' - -` gives each line twice, and `xargs` splits a quoted word. Other gaps are
# reported properly: `od` is listed as partial, and an unknown option of paste ends with status 2.
#
# Why it surprises: its description promises that unsupported options fail visibly, and the labels are there so that a trainer
# can drop doubtful episodes. These mistakes are in commands that it regards as complete, so the filter keeps just them.
#
# Take care: a label of trust that the world writes about itself is no evidence. Before answers are graded in such a world, run
# each utility that the cases use on a few inputs there and in a real system, and compare the outputs.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check 'shellsim==0.1.39'
cat >"$dir/ask.py" <<'PYTHON'
import os
import subprocess
import shellsim

for command in ["date -u -d @0 +%F", "printf '%d' 0x10", r"echo abc | tr -c 'a\n' '-'", "echo a b c | cut -d ' ' -f 3,1",
                "echo none | cut -s -d : -f 2", r"printf '1\n2\n' | paste -d '\0' - -", "echo \"'a b' c\" | xargs -n 1 echo",
                "echo abc | od -c", "echo a | paste -s"]:
    real = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    seen = shellsim.run(command)
    trust = sorted({call.trust for call in seen.invocations})
    print(f"{command} | sh {real.stdout!r} | shellsim {seen.stdout_text!r} status {seen.returncode} unsupported",
          f"{len(seen.unsupported) + len(seen.unsupported_commands)} partial {list(seen.partial_commands)} trust {trust}")
PYTHON
"$dir/venv/bin/python" "$dir/ask.py" >"$dir/seen"
cat "$dir/seen"
cat >"$dir/expected" <<'TEXT'
date -u -d @0 +%F | sh '1970-01-01\n' | shellsim '2025-01-01\n' status 0 unsupported 0 partial [] trust ['real']
printf '%d' 0x10 | sh '16' | shellsim '0' status 0 unsupported 0 partial [] trust ['real']
echo abc | tr -c 'a\n' '-' | sh 'a--\n' | shellsim '-bc-' status 0 unsupported 0 partial [] trust ['real']
echo a b c | cut -d ' ' -f 3,1 | sh 'a c\n' | shellsim 'c a\n' status 0 unsupported 0 partial [] trust ['real']
echo none | cut -s -d : -f 2 | sh '' | shellsim 'none\n' status 0 unsupported 0 partial [] trust ['real']
printf '1\n2\n' | paste -d '\0' - - | sh '12\n' | shellsim '1\\1\n2\\2\n' status 0 unsupported 0 partial [] trust ['real']
echo "'a b' c" | xargs -n 1 echo | sh 'a b\nc\n' | shellsim "'a\nb'\nc\n" status 0 unsupported 0 partial [] trust ['real']
echo abc | od -c | sh '0000000   a   b   c  \\n\n0000004\n' | shellsim '6162630a\n' status 0 unsupported 0 partial ['od'] trust ['partial', 'real']
echo a | paste -s | sh 'a\n' | shellsim '' status 2 unsupported 0 partial [] trust ['real']
TEXT
diff "$dir/expected" "$dir/seen"
echo "as described"
