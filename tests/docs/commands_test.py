#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every command line of assay that a page shows, in a block or within a sentence, names a command and options
that the program has; and every command and every option is on a page.

usage: commands_test.py ROOT ASSAY
       commands_test.py --self-test
"""
import functools
import glob
import re
import subprocess
import sys

# In a block a line, with the lines it continues on; in a sentence what stands between backticks.
BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`]+)`")
# Until a pipe, the end of a command, or a comment.
CALL = re.compile(r"(?:^|[\s;&|(])assay ([a-z]+)((?: (?:[^|;&#\n])*)?)")
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")  # commands to compare, whose options are not assay's
OPTION = re.compile(r"(?<=\s)--[a-z][a-z-]*")


def calls(text):
    """(offset, command, its options) of each call."""
    lines = [(block.start(1), block.group(1).replace("\\\n", "  ")) for block in BLOCK.finditer(text)]
    prose = BLOCK.sub(lambda block: " " * len(block.group()), text)
    lines += [(span.start(1), span.group(1).replace("\n", " ")) for span in SPAN.finditer(prose)]
    for start, line in lines:
        line = QUOTED.sub(lambda quoted: "x" * len(quoted.group()), line)
        for call in CALL.finditer(line):
            yield start + call.start(), call.group(1), OPTION.findall(call.group(2))


def faults(pages, options_of):
    for page in pages:
        with open(page, encoding="utf-8") as file:
            text = file.read()
        for offset, command, options in calls(text):
            where = f"{page}:{text.count(chr(10), 0, offset) + 1}"
            known = options_of(command)
            if known is None:
                yield f"{where}: assay {command}: there is no such command"
                continue
            yield from (f"{where}: assay {command} {option}: there is no such option" for option in options if option not in known)


def missing(pages, commands, options_of):
    """What no page names."""
    text = ""
    for page in pages:
        with open(page, encoding="utf-8") as file:
            text += file.read()
    for command in commands:
        if not re.search(rf"^\| \[?`{command}`", text, re.MULTILINE):
            yield f"docs/command-line.md: no row for {command}"
        yield from (f"assay {command} {option}: on no page" for option in sorted(options_of(command) - {"--help"})
                    if not re.search(rf"{option}(?![a-z-])", text))


def options_of_program(program):
    @functools.lru_cache
    def options(command):
        helped = subprocess.run([program, command, "--help"], capture_output=True, text=True, check=False)
        return None if helped.returncode else frozenset(re.findall(r"--[a-z][a-z-]*", helped.stdout))
    return options


def self_test():
    text = "Use `assay show\n--json` and `assay frob`.\n\n```sh\n$ x | assay show \\\n  --nope | assay show --json 'ls --all' # --no\n```\n"
    assert [each[1:] for each in calls(text)] == [("show", ["--nope"]), ("show", ["--json"]), ("show", ["--json"]), ("frob", [])], list(calls(text))


def main():
    root, program = sys.argv[1:]
    pages = [f"{root}/README.md", *sorted(glob.glob(f"{root}/docs/**/*.md", recursive=True))]
    options_of = options_of_program(program)
    listed = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout.partition("Subcommands:\n")[2]
    commands = re.findall(r"^  (\w+) ", listed.partition("\n\n")[0], re.MULTILINE)
    assert len(commands) > 20, listed
    found = [*faults(pages, options_of), *missing(pages, commands, options_of)]
    print("\n".join(found))
    return 1 if found else 0


if sys.argv[1] == "--self-test":
    self_test()
else:
    sys.exit(main())
