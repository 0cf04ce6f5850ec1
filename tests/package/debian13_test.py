#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gives `./do demo` to a fresh Debian 13, as somebody who clones the project there would: no package of it is
installed, a warning of its compiler is an error, and the demonstration has to be green.

usage: debian13_test.py ROOT WORK

Debian is unpacked into WORK by debootstrap, which is kept for the next time. Ends with 77, a skip, if this user cannot
make a root file system, debootstrap is not installed, or Debian's mirror cannot be reached.
"""
import os
import shutil
import subprocess
import sys

ROOT, WORK = (os.path.realpath(path) for path in sys.argv[1:3])
SYSTEM = os.path.join(WORK, "trixie")
# Not chroot: in one, no command could make the namespaces that worlds need.
ENTER = """set -e
mount --bind "$1" "$1"
mkdir -p "$1/outside"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount --rbind /sys "$1/sys"
cd "$1"
pivot_root . outside
umount -l /outside
cd /assay
echo entered
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 CI=1 ./do demo
"""


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def needs(why):
    """For what CI has: with ASSAY_MUST_RUN its absence is a failure."""
    if os.environ.get("ASSAY_MUST_RUN"):
        sys.exit(f"ASSAY_MUST_RUN is set, but {why}")
    skip(why)


def unpack():
    complete = os.path.join(SYSTEM, "assay-complete")
    if os.path.exists(complete):
        return
    shutil.rmtree(SYSTEM, ignore_errors=True)
    os.makedirs(WORK, exist_ok=True)
    done = subprocess.run(["debootstrap", "--variant=minbase", "--include=ca-certificates", "trixie", SYSTEM], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        skip(f"debootstrap cannot unpack Debian 13 here: {done.stdout[-600:]}")
    with open(complete, "w", encoding="utf-8"):
        pass


def main():
    if os.geteuid() != 0:
        needs("only root can unpack another system")
    if not shutil.which("debootstrap"):
        needs("debootstrap is not installed")
    unpack()
    sources = os.path.join(SYSTEM, "assay")
    shutil.rmtree(sources, ignore_errors=True)
    for name in subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], text=True, check=True, stdout=subprocess.PIPE).stdout.split("\0"):
        if name and os.path.isfile(os.path.join(ROOT, name)):
            os.makedirs(os.path.dirname(os.path.join(sources, name)), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, name), os.path.join(sources, name))
    shutil.copy("/etc/resolv.conf", os.path.join(SYSTEM, "etc", "resolv.conf"))
    done = subprocess.run(["unshare", "--mount", "--pid", "--fork", "sh", "-c", ENTER, "sh", SYSTEM], text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if "entered" not in done.stdout or "apt-get could not install" in done.stdout:
        skip(f"this machine cannot enter another system, or not reach Debian's mirror from there: {done.stdout[-600:]}")
    if done.returncode != 0 or "The demonstration is green." not in done.stdout:
        sys.exit(f"./do demo ended with {done.returncode} on Debian 13:\n{done.stdout[-8000:]}")
    if "in disposable worlds here" in done.stdout:
        sys.exit("no command could be run in worlds:\n" + done.stdout[-3000:])
    print(done.stdout[-1500:])


main()
