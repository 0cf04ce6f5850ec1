#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of docs/suite-settings.md says what cmake/suite_settings.json says.

settings_page.py <source folder>            fails with the first line that differs
settings_page.py <source folder> --write    writes the table into the page
"""

import json
import pathlib
import sys

COMMANDS = ("run", "matrix", "watch", "regrade", "import", "evaluate", "calibrate")
BEGIN, END = "<!-- settings -->\n", "<!-- end of settings -->\n"


def values_of(setting):
    if "words" in setting:
        return ", ".join(f"`{word}`" for word in setting["words"])
    bounds = f", {setting['least']} to {setting['most']}" if "least" in setting and "most" in setting else ""
    kinds = {"share": "0 to 1", "count": f"1 to {setting.get('most')}", "seconds": "seconds" + bounds, "amount": "a number", "budget": "a number"}
    value = kinds.get(setting["kind"], setting.get("value", ""))
    return value if setting["kind"] in kinds else f"`{value}`".replace("|", "\\|")


def row_of(setting):
    users = setting["in"].split()
    option = f"`{setting['name'].upper()}`" if {"suite", "cmake"} & set(users) else ""
    commands = [command for command in COMMANDS if command in users]
    if commands:
        option += (", " if option else "") + f"`--{setting['name'].replace('_', '-')}`"
    notes = [setting["text"]]
    for member, words in (("with", "with {}"), ("needs", "needs {}"), ("excludes", "not with {}")):
        if member in setting:
            names = setting[member] if member == "with" else setting[member].upper().replace(" ", " or ")
            notes.append(words.format(names))
    default = setting.get("default", setting.get("unset", ""))
    return f"| {option} | {values_of(setting)} | {default} | {'; '.join(notes)} | {', '.join(commands)} |\n"


def table_of(settings):
    head = "| setting | values | by default | meaning | `assay` … |\n|---|---|---|---|---|\n"
    return head + "".join(row_of(setting) for setting in settings)


def main():
    folder = pathlib.Path(sys.argv[1])
    page = folder / "docs/suite-settings.md"
    text = page.read_text()
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    new = "\n" + table_of(json.loads((folder / "cmake/suite_settings.json").read_text())) + "\n"
    if "--write" in sys.argv:
        page.write_text(before + BEGIN + new + END + after)
        return 0
    if old == new:
        return 0
    print(f"{page}: the table differs from cmake/suite_settings.json; bring it up to date: {sys.argv[0]} {sys.argv[1]} --write")
    return 1


sys.exit(main())
