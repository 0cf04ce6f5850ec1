#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Packages: tree-sitter-bash 0.25.1 with tree-sitter 0.26.1 (PyPI), beside the machine's sh and `bash -n`.
#
# Seen: five constructs that POSIX specifies are errors in the grammar: `for i do`, the redirection `<>`, two here-documents of
# one command, a command after `;` on the line of a here-document, and the word `==`. The tree that is returned nevertheless
# has commands, but wrong ones: of `cat <<A; ls` the `ls` is missing, of two here-documents the second one's text and its
# delimiter become commands, and so does `done` of the loop. `&&` in place of `;` is parsed well. In the other direction,
# `ls;;` is a syntax error in every shell, and a tree without error here.
#
# Why it surprises: the grammar knows bash's own `<(…)`, `|&` and `[[ =~ ]]`, which are harder, and here-documents before `&&` and `|`. A
# parser that returns a tree for every text looks tolerant, but what it drops or invents is a command.
#
# Take care: who counts, compares or rates commands by their nodes must look at root_node.has_error first and call such a
# text not parsed, because a command that is missing from the tree looks like one that was never given. An answer without error
# is no proof of valid syntax either; `sh -n` and `bash -n` give that.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check 'tree-sitter-bash==0.25.1' 'tree-sitter==0.26.1'
cat >"$dir/parse.py" <<'PYTHON'
import subprocess
import tree_sitter_bash
from tree_sitter import Language, Parser

parser = Parser(Language(tree_sitter_bash.language()))


def commands(node):
    found = [node.text.decode()] if node.type == "command_name" else []
    for child in node.children:
        found += commands(child)
    return found


for text in ["for i in a; do ls; done", "for i do ls; done", "cat <f >g", "cat <>f", "cat <<A && ls\nx\nA", "cat <<A; ls\nx\nA",
             "cat <<A <<B\na\nA\nb\nB", "echo =", "echo ==", "ls;", "ls;;"]:
    tree = parser.parse((text + "\n").encode()).root_node
    shells = ["valid" if subprocess.run([shell, "-n", "-c", text], capture_output=True).returncode == 0 else "invalid"
              for shell in ("sh", "bash")]
    print(f"{text!r} | sh {shells[0]}, bash {shells[1]} | {'error' if tree.has_error else 'no error'}, commands {commands(tree)}")
PYTHON
"$dir/venv/bin/python" "$dir/parse.py" >"$dir/seen"
cat "$dir/seen"
cat >"$dir/expected" <<'TEXT'
'for i in a; do ls; done' | sh valid, bash valid | no error, commands ['ls']
'for i do ls; done' | sh valid, bash valid | error, commands ['ls', 'done']
'cat <f >g' | sh valid, bash valid | no error, commands ['cat']
'cat <>f' | sh valid, bash valid | error, commands ['cat']
'cat <<A && ls\nx\nA' | sh valid, bash valid | no error, commands ['cat', 'ls']
'cat <<A; ls\nx\nA' | sh valid, bash valid | error, commands ['cat']
'cat <<A <<B\na\nA\nb\nB' | sh valid, bash valid | error, commands ['cat', 'b', 'B']
'echo =' | sh valid, bash valid | no error, commands ['echo']
'echo ==' | sh valid, bash valid | error, commands ['echo']
'ls;' | sh valid, bash valid | no error, commands ['ls']
'ls;;' | sh invalid, bash invalid | no error, commands ['ls']
TEXT
diff "$dir/expected" "$dir/seen"
echo "as described"
