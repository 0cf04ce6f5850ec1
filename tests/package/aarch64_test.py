#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the aarch64 tarball of ./do aarch64 with qemu: checks what it is linked with, compares a pair, grades
recorded answers, and asks a tool.

usage: aarch64_test.py TARBALL EXAMPLES WORK

EXAMPLES holds cases.json. The last part starts aarch64 programs, for which the kernel must hand them to qemu:
the test registers qemu in its own user namespace (Linux 6.7 or later), so that the machine is not changed.
Ends with 77, a skip, if something is missing.
"""
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tarfile

TARBALL, EXAMPLES, WORK = (pathlib.Path(each).absolute() for each in sys.argv[1:4])
QEMU = shutil.which("qemu-aarch64-static")
# The header of an aarch64 program, and the mask of the bits that are compared. F: opened at once, O: also
# matches programs that can only be executed.
MAGIC = "7f454c460201010000000000000000000200b700"
MASK = "ffffffffffffff00fffffffffffffffffeffffff"
REGISTERED = ":assay-aarch64:M::{}:{}:{}:OF".format(*("".join(f"\\x{each:02x}" for each in bytes.fromhex(text)) for text in (MAGIC, MASK)), QEMU)
# As root in new namespaces; without --fork the shell itself is in them.
IN_NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-euc",
                'mount -t binfmt_misc none /proc/sys/fs/binfmt_misc; printf %s "$0" >/proc/sys/fs/binfmt_misc/register; exec "$@"', REGISTERED]


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def run(*words, status=0):
    environment = {name: value for name, value in os.environ.items() if name != "ASSAY_STORE"}
    done = subprocess.run([str(each) for each in words], cwd=WORK, env=environment, text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, words))}\nended with {done.returncode}, not {status}:\n{done.stdout[-6000:]}")
    return done.stdout


def expect(condition, what):
    if not condition:
        sys.exit(what)


def check_program(path):
    """A 64-bit ELF file for aarch64 (183) that names no dynamic loader."""
    data = path.read_bytes()
    expect(data[:5] == b"\x7fELF\x02", f"{path.name} is no ELF of 64 bits")
    machine, = struct.unpack_from("<H", data, 18)
    expect(machine == 183, f"{path.name} is for machine {machine}")
    table, = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    kinds = [struct.unpack_from("<I", data, table + size * each)[0] for each in range(count)]
    expect(3 not in kinds, f"{path.name} is not linked statically")


def main():
    if not TARBALL.is_file():
        skip(f"there is no {TARBALL}: ./do aarch64 cross-builds it")
    if not QEMU:
        skip("qemu-aarch64-static is not installed (Debian: qemu-user-static)")
    with tarfile.open(TARBALL) as packed:
        packed.extractall(WORK)
    program, = WORK.glob("*/bin/assay")
    check_program(program)
    check_program(program.parent / "assay-runner")

    expect("equivalent, score" in run(QEMU, program, "explain", "ls -a -l", "ls -la"), "explain does not call two orders of options the same")
    expect("different: " in run(QEMU, program, "explain", "ls -a", "ls -l", status=1), "explain calls different options the same")

    answers = [{"id": "list", "answer": "ls -al"}, {"id": "where", "answer": "ls"}]
    (WORK / "answers.jsonl").write_text("".join(json.dumps(each) + "\n" for each in answers))
    said = run(QEMU, program, "run", "--dataset", EXAMPLES / "cases.json", "--recorded", "answers.jsonl", "--levels", "exact,canonical",
               "--output", "out", status=1)
    expect("1 pass, 1 miss, 0 unmeasured" in said, said)

    can_register = subprocess.run([*IN_NAMESPACE, program, "--version"], capture_output=True, text=True, check=False)
    if can_register.returncode != 0:
        print(f"not run: a tool that is asked. No program for aarch64 can be started here: {can_register.stderr.strip()}")
        return
    ask = WORK / "ask.sh"
    ask.write_text('#!/bin/sh\ncase $1 in *hidden*) echo ls -al ;; *) echo tail -20 app.log ;; esac\n')
    ask.chmod(0o755)
    said = run(*IN_NAMESPACE, program, "init", "suite", "--tool", "./ask.sh {prompt}")
    expect("2 pass, 0 miss, 0 unmeasured" in said, said)


shutil.rmtree(WORK, ignore_errors=True)
WORK.mkdir(parents=True)
main()
shutil.rmtree(WORK, ignore_errors=True)
