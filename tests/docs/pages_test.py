#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Follows a page's instructions in an empty folder, and compares the results with those that the page shows.

usage: pages_test.py ROOT BUILD ASSAY MAKE_MODEL PAGE…
       pages_test.py --self-test

A page is a list of code blocks. An HTML comment above a block, invisible to readers, says how to treat it:

  <!-- file: NAME -->         the block becomes the file NAME
  <!-- file: NAME, mode 755 -->
  <!-- status: N -->          the block exits with that status, not 0; `0, 1`: one for each command
  <!-- not run: WHY -->       it is not executed
  <!-- needs: sandbox -->     it is not executed if the machine has no sandbox; with ASSAY_MUST_RUN it must
                              have one
  <!-- after: PAGE -->        anywhere: PAGE is followed first, in the same folder

A block `sh` is executed. So is a block `console`: the lines below each `$ command` must be its output (`…`
alone in a line stands for any lines, within a line for any text). Other blocks without `file:` are only
shown.

This test runs a server that answers as a model and as a judge; its address replaces Ollama's.

A page that speaks of files without showing them has files/PAGE/prepare.sh beside this test, which makes them.
It is run first, with $root and $make_model, a program that writes a small model to a folder.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BLOCK = re.compile(r"^((?:<!--[^\n]*-->\n+)*)```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"<!-- ([a-z ]+): ([^\n]*?) -->")
MARKS = {"file", "status", "not run", "needs", "after"}
SHELLS = ("sh", "console", "bash")


OLLAMA = "http://localhost:11434/v1"


class Fault(Exception):
    """A page and the program disagree."""


def matches(printed, shown):
    parts = ["(?:.*\n)*?" if line.strip() == "…" else ".*".join(map(re.escape, line.rstrip().split("…"))) + "[ ]*\n"
             for line in shown.splitlines()]
    return re.fullmatch("".join(parts), printed)


def run(commands, folder, environment):
    return subprocess.run(["bash", "-e", "-o", "pipefail", "-c", commands], cwd=folder, env=environment, text=True, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=240)


def follow_console(text, folder, environment, where, statuses):
    """`statuses`: one for all commands, or one for each."""
    commands = re.findall(r"^\$ ((?:[^\n]*\\\n)*[^\n]*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)
    if len(statuses) == 1:
        statuses *= len(commands)
    if len(statuses) != len(commands):
        raise Fault(f"{where}: {len(commands)} commands, {len(statuses)} statuses")
    for (command, shown), status in zip(commands, statuses):
        done = run(command, folder, environment)
        if done.returncode != status:
            raise Fault(f"{where}: `{command}` ended with {done.returncode}, not {status}:\n{done.stdout}")
        if not matches(done.stdout, shown):
            raise Fault(f"{where}: `{command}` printed\n{done.stdout}--- the page shows\n{shown}")


def follow_script(text, folder, environment, where, status):
    ran = run(text, folder, environment)
    if ran.returncode != status:
        raise Fault(f"{where}: ended with {ran.returncode}, not {status}:\n{text}---\n{ran.stdout}")


def is_missing(what, folder, environment):
    """Whether this machine lacks what a block needs."""
    if what != "sandbox":
        raise Fault(f"needs: {what}: only a sandbox can be needed")
    return run("assay sandbox --check", folder, environment).returncode != 0 and not os.environ.get("ASSAY_MUST_RUN")


def follow(page, folder, environment):
    """Returns the number of blocks that were executed."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    done = 0
    for earlier in re.findall(r"<!-- after: (\S+) -->", text):
        follow(os.path.join(os.path.dirname(page), earlier), folder, environment)
    for block in BLOCK.finditer(text):
        said = dict(COMMENT.findall(block.group(1)))
        language, content = block.group(2), block.group(3).replace(OLLAMA, environment.get("MODEL_URL", OLLAMA))
        where = f"{page}:{text.count(chr(10), 0, block.start(2)) + 1}"
        if not said.keys() <= MARKS:
            raise Fault(f"{where}: unknown mark: {', '.join(said.keys() - MARKS)}")
        if "file" in said:
            name, _, mode = said["file"].partition(", mode ")
            if name.endswith(".json"):
                json.loads(content)
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
            if mode:
                os.chmod(path, int(mode, 8))
        elif "not run" in said or language not in SHELLS:
            continue
        elif "needs" in said and is_missing(said["needs"], folder, environment):
            print(f"{where}: skipped: there is no {said['needs']} here")
            continue
        else:
            statuses = [int(each) for each in said.get("status", "0").split(",")]
            if language == "console":
                follow_console(content, folder, environment, where, statuses)
            elif len(statuses) > 1:
                follow_console(re.sub(r"^((?:[^\n]*\\\n)*[^\n]*\n)", r"$ \1…\n", content, flags=re.MULTILINE), folder, environment, where, statuses)
            else:
                follow_script(content, folder, environment, where, statuses[0])
        done += 1
    return done


def prepare(page, folder, environment):
    """Makes the files that the page speaks of."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "files", os.path.basename(page).removesuffix(".md"), "prepare.sh")
    if not os.path.exists(script):
        return
    with open(script, encoding="utf-8") as file:
        ran = run(file.read(), folder, environment)
    if ran.returncode != 0:
        raise Fault(f"{script}: ended with {ran.returncode}:\n{ran.stdout}")


class Model(BaseHTTPRequestHandler):
    """Answers some requests as a language model does: with a fence around its command, or by refusing. As a
    judge it finds everything equivalent but the canary."""

    def do_POST(self):
        messages = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"]
        asked = messages[-1]["content"]
        commands = {"hidden": "```bash\nls -la\n```", "last": "tail -20 app.log", "many": "`wc -l app.log`", "delete": "REFUSED"}
        said = next((command for word, command in commands.items() if word in asked), "true")
        if any("verdict" in message["content"] for message in messages):
            said = json.dumps({"analysis": "as told", "verdict": "not_equivalent" if "rm -rf" in asked else "equivalent"})
        body = json.dumps({"choices": [{"message": {"content": said}}], "usage": {"total_tokens": 42}}).encode()
        self.send_response(200 if self.path == "/v1/chat/completions" else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def environment_of(folder, build, program):
    """A reader's environment: the program in PATH, the package for find_package, and a home of its own."""
    tools = os.path.join(folder, "bin")
    os.makedirs(os.path.join(folder, "home"))
    os.makedirs(tools)
    os.symlink(program, os.path.join(tools, "assay"))
    kept = {name: value for name, value in os.environ.items() if not re.match(r"ASSAY_|GTEST_|CTEST_|CMAKE_|MAKEFLAGS|DASHBOARD", name)}
    return kept | {"HOME": os.path.join(folder, "home"), "PATH": f"{tools}:{kept['PATH']}", "assay_DIR": build, "LC_ALL": "C.UTF-8"}


def self_test():
    """Output that differs from the page is a fault, and output that matches is none."""
    with tempfile.TemporaryDirectory() as folder:
        def outcome(text):
            page = os.path.join(folder, "page.md")
            with open(page, "w", encoding="utf-8") as file:
                file.write(text)
            try:
                return follow(page, folder, dict(os.environ))
            except Fault as fault:
                return str(fault).split("\n", maxsplit=1)[0].replace(folder, "")
        good = "<!-- file: a/b.txt -->\n```text\none\ntwo\n```\n"
        assert outcome(good + "```console\n$ cat a/b.txt\none\ntwo\n```\n") == 2
        assert outcome(good + "```console\n$ cat a/b.txt\n…\ntwo\n$ head -n 1 a/b.txt\no…e\n```\n") == 2
        assert outcome(good + "```console\n$ cat a/b.txt\none\n```\n") == "/page.md:6: `cat a/b.txt` printed"
        assert outcome("```sh\ntrue\nfalse\ntrue\n```\n") == "/page.md:1: ended with 1, not 0:"
        assert outcome("<!-- status: 1 -->\n\n```sh\nfalse\n```\n") == 1
        assert outcome("<!-- status: 0, 1 -->\n```console\n$ true\n$ false\n```\n") == 1
        assert outcome("<!-- status: 0, 1 -->\n```sh\necho \\\n  one\nfalse\n```\n") == 1
        assert outcome("<!-- status: 0, 0 -->\n```console\n$ true\n$ false\n```\n") == "/page.md:2: `false` ended with 1, not 0:"
        assert outcome("<!-- note run: a slip -->\n```sh\nfalse\n```\n") == "/page.md:2: unknown mark: note run"
        assert outcome("<!-- not run: it is gone -->\n```sh\nfalse\n```\n```json\n{\n```\n") == 0


def main():
    root, build, program, make_model, *pages = sys.argv[1:]
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.environ["MODEL_URL"] = f"http://127.0.0.1:{server.server_port}/v1"
    for page in pages:
        folder = tempfile.mkdtemp(prefix="assay-page-")
        try:
            work = os.path.join(folder, "work")
            os.makedirs(work)
            shutil.copytree(os.path.join(root, "examples", "ci"), os.path.join(folder, "examples", "ci"))
            environment = environment_of(folder, build, program)
            prepare(page, work, environment | {"root": root, "make_model": make_model})
            done = follow(os.path.join(root, page), work, environment)
            print(f"{page}: {done} blocks")
            if not done:
                sys.exit(77)
        finally:
            subprocess.run(["chmod", "-R", "u+rwX", folder], check=False)
            shutil.rmtree(folder, ignore_errors=True)


try:
    if sys.argv[1] == "--self-test":
        self_test()
    else:
        main()
except Fault as fault:
    print(fault)
    sys.exit(1)
