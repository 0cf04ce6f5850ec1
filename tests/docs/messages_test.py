#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every message in bold and every reason in the tables of docs/how-to/troubleshooting.md occurs in the
source.

usage: messages_test.py ROOT
"""
import glob
import os
import re
import sys

ROOT = sys.argv[1]
OF_CMAKE = "Could not find a package configuration file provided by"

sources = ""
for pattern in ("framework/**/*.cc", "framework/**/*.h", "cmake/*"):
    for path in glob.glob(os.path.join(ROOT, pattern), recursive=True):
        with open(path, encoding="utf-8") as file:
            # A long string is written as several literals, one a line.
            sources += re.sub(r'"\s*\n\s*"', "", file.read())

with open(os.path.join(ROOT, "docs", "how-to", "troubleshooting.md"), encoding="utf-8") as file:
    page = file.read()
messages = re.findall(r"\*\*`([^`]+)`\*\*", page)
reasons = re.findall(r"^\| ((?:`[^`]+`(?:, )?)+) \|", page, re.MULTILINE)
words = messages + [word for reason in reasons for word in re.findall(r"`([^`]+)`", reason)]
unknown = [each for each in words if each not in sources and not each.startswith(OF_CMAKE)]
if len(messages) < 8 or len(words) < 15:
    sys.exit(f"too few messages were found on the page: {words}")
if unknown:
    sys.exit(f"docs/how-to/troubleshooting.md explains what nothing says: {unknown}")
print(f"{len(words)} messages: each is said")
