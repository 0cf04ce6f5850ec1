#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every relative link in every Markdown page leads to an existing file and to an existing heading in it; and
docs/README.md lists every page of docs/.

usage: links_test.py ROOT
       links_test.py --self-test
"""
import os
import re
import sys
import tempfile

LINK = re.compile(r"!?\[[^\]\n]*\]\(([^)\s]+)\)|(?:src|srcset|href)=\"([^\"]+)\"")
SKIPPED_FOLDERS = re.compile(r"^(build.*|\.git|\.cache|node_modules)$")


def pages(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(each for each in folders if not SKIPPED_FOLDERS.match(each))
        yield from (os.path.join(folder, file) for file in sorted(files) if file.endswith(".md"))


def text_lines(page):
    """Numbered lines outside code blocks, without inline code: links in code are examples."""
    fence = ""
    with open(page, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            mark = re.match(r"\s*(```+|~~~+)", line)
            if mark and (not fence or mark.group(1).startswith(fence)):
                fence = "" if fence else mark.group(1)
            elif not fence:
                yield number, line


def anchors(page):
    """The anchors of a page's headings, as GitHub and GitLab make them."""
    found = set()
    for _, line in text_lines(page):
        heading = re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if not heading:
            continue
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1)).lower()
        anchor = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        again = 0
        while (f"{anchor}-{again}" if again else anchor) in found:
            again += 1
        found.add(f"{anchor}-{again}" if again else anchor)
    return found


def faults(root):
    for page in pages(root):
        for number, line in text_lines(page):
            for target in (a or b for a, b in LINK.findall(re.sub(r"`[^`]*`", "", line))):
                if re.match(r"[a-z][a-z0-9+.-]*:", target):
                    continue
                path, _, anchor = target.partition("#")
                file = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
                where = f"{os.path.relpath(page, root)}:{number}: error: "
                if not os.path.exists(file):
                    yield f"{where}{target}: there is no such file"
                elif anchor and file.endswith(".md") and anchor not in anchors(file):
                    yield f"{where}{target}: {os.path.relpath(file, root)} has no such heading"


def unlisted(root):
    index = os.path.normpath(os.path.join(root, "docs", "README.md"))
    if not os.path.exists(index):
        return
    with open(index, encoding="utf-8") as file:
        listed = {os.path.normpath(os.path.join(root, "docs", (a or b).partition("#")[0])) for a, b in LINK.findall(file.read())}
    for page in pages(os.path.join(root, "docs")):
        if os.path.normpath(page) not in {index, *listed}:
            yield f"docs/README.md:1: error: {os.path.relpath(page, root)} is not listed: add a line for it under its kind"


def self_test():
    """Plants links: each bad one must be reported at its line, and no good one."""
    with tempfile.TemporaryDirectory() as root:
        os.mkdir(os.path.join(root, "sub"))
        with open(os.path.join(root, "a.md"), "w", encoding="utf-8") as file:
            file.write("# A page: `code` & more\n[good](sub/b.md#two-words) [top](#a-page-code--more) [out](https://example.org/x)\n"
                       "[bad](missing.md)\n[bad](sub/b.md#three)\n```\n[not a link](nowhere.md)\n```\n`[nor this](nowhere.md)`\n"
                       "![bad](picture.png)\n<img src=\"gone.png\">\n")
        with open(os.path.join(root, "sub", "b.md"), "w", encoding="utf-8") as file:
            file.write("## Two words\n## Two words\n[up](../a.md) [second](#two-words-1)\n[bad](a.md)\n")
        found = [each.split(" error:")[0] for each in faults(root)]
        wanted = ["a.md:3:", "a.md:4:", "a.md:9:", "a.md:10:", "sub/b.md:4:"]
        assert found == wanted, f"found {found}, wanted {wanted}"
        os.mkdir(os.path.join(root, "docs"))
        for name, text in (("README.md", "[a](a.md#x)\n"), ("a.md", "# X\n"), ("b.md", "# Y\n")):
            with open(os.path.join(root, "docs", name), "w", encoding="utf-8") as file:
                file.write(text)
        found = list(unlisted(root))
        assert len(found) == 1 and "docs/b.md is not listed" in found[0], found


if sys.argv[1] == "--self-test":
    self_test()
    sys.exit(0)
wrong = list(faults(sys.argv[1])) + list(unlisted(os.path.normpath(sys.argv[1])))
checked = sum(1 for _ in pages(sys.argv[1]))
print("\n".join(wrong) if wrong else f"{checked} pages: every link resolves")
assert checked > 20, "the pages were not found"
sys.exit(1 if wrong else 0)
