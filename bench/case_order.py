#!/usr/bin/env python3
"""Finds out which functions a process that runs one case calls, and writes them down for the linker.

usage: case_order.py BUILD_DIR RUNNER MAP ORDER

RUNNER is linked as assay-runner is, MAP is what its linker wrote of it (-Map), ORDER the linker script to write. x86-64
alone can be traced; the script that comes out is of names, and serves others too.
"""
import ctypes
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

# One that passes at once, one that needs the shell-aware levels, and a miss with its explanation: what each needs beyond the
# one before it stands behind that one's.
CASES = {"exact": ("ls", "ls"), "equivalent": ("ls -l -a", "ls -la"), "miss": ("cat notes", "grep -n x notes | head -2")}

HEADER = """/* The functions of a process that runs one case, side by side: such a process is short, and a tenth of its time went
   into pages of code that it used a line of. Written by `./do order`, which runs cases and notes what is called. A name that
   no longer exists is passed over; functions that are not named here stand where they stood, so nothing depends on this but
   speed. Sections of several functions are named by their archive and object. */
"""

TRACEME, CONT, GETREGS, SETREGS, DETACH, SETOPTIONS = 0, 7, 12, 13, 17, 0x4200
FOLLOW = 0x2 | 0x4 | 0x8 | 0x10 | 0x100000  # fork, vfork, clone, exec; kill all when this process ends
RIP = 16  # of the 27 registers in struct user_regs_struct
BREAKPOINT = b"\xcc"

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def fail(words):
    sys.exit(f"case_order: error: {words}")


def functions_of(program):
    """The addresses at which a function of a program that is not relocated begins."""
    table = subprocess.run(["readelf", "-sW", program], check=True, capture_output=True, text=True).stdout
    rows = (line.split() for line in table.splitlines())
    return {int(row[1], 16) for row in rows if len(row) >= 8 and row[3] in ("FUNC", "IFUNC") and row[6] != "UND"}


class Traced:
    """A program with a breakpoint at each of its functions, which goes when it was met."""

    def __init__(self, command, functions):
        self.called, self.bytes = set(), {}
        self.main = os.fork()
        if self.main == 0:
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nothing, stream)
            libc.ptrace(TRACEME, 0, None, None)
            os.execv(command[0], command)
        os.waitpid(self.main, 0)
        libc.ptrace(SETOPTIONS, self.main, None, FOLLOW)
        self.memory = os.open(f"/proc/{self.main}/mem", os.O_RDWR)
        for at in functions:
            self.bytes[at] = os.pread(self.memory, 1, at)
            os.pwrite(self.memory, BREAKPOINT, at)

    def run(self):
        task, signal_number = self.main, 0
        while True:
            libc.ptrace(CONT, task, None, signal_number)
            while True:
                task, status = os.waitpid(-1, 0x40000000)  # __WALL
                if os.WIFSTOPPED(status):
                    break
                if task == self.main:
                    os.close(self.memory)
                    return os.waitstatus_to_exitcode(status)
            signal_number = self.stopped(task, os.WSTOPSIG(status), status >> 16)

    def stopped(self, task, number, event):
        """What to go on with: 0, or the signal that the task shall get."""
        if event == 4 and task != self.main:  # exec: another program now, and no breakpoints in it
            libc.ptrace(DETACH, task, None, 0)
            return 0
        if event or number == signal.SIGSTOP:
            return 0
        if number != signal.SIGTRAP:
            return number
        registers = (ctypes.c_ulonglong * 27)()
        libc.ptrace(GETREGS, task, None, ctypes.addressof(registers))
        at = registers[RIP] - 1
        if at not in self.bytes:
            return number
        self.called.add(at)
        os.pwrite(self.memory, self.bytes[at], at)
        registers[RIP] = at
        libc.ptrace(SETREGS, task, None, ctypes.addressof(registers))
        return 0


def suite_of(folder, build):
    with open(f"{folder}/tool.sh", "w") as file:
        file.write("#!/bin/sh\ncase $1 in\n" + "".join(f"'{name}') echo '{answer}' ;;\n"
                   for name, (_, answer) in CASES.items()) + "esac\n")
    os.chmod(f"{folder}/tool.sh", 0o755)
    with open(f"{folder}/set.json", "w") as file:
        json.dump({"name": "set", "version": "1", "description": "every kind of end", "created_at": "2026-01-01T00:00:00Z",
                   "test_cases": [{"id": name, "prompt": name, "expected_command": expected, "category": "listing",
                                   "risk_level": "safe", "posix_compliant": True, "tags": ["basic"]}
                                  for name, (expected, _) in CASES.items()]}, file, indent=1)
    with open(f"{folder}/CMakeLists.txt", "w") as file:
        file.write("cmake_minimum_required(VERSION 3.25)\nproject(order LANGUAGES NONE)\nfind_package(assay REQUIRED)\n"
                   "enable_testing()\nassay_add_suite(NAME demo DATASETS set.json TOOL ./tool.sh)\n")
    for command in (["cmake", "-S", folder, "-B", f"{folder}/build", f"-Dassay_DIR={build}"],
                    ["ctest", "--test-dir", f"{folder}/build", "-N"]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return f"{folder}/build/assay/demo/suite.json"


def sections_of(link_map):
    """(address, size, name, where from) of each input section with code, in order."""
    found, name, started = [], None, False
    with open(link_map) as lines:
        for line in lines:
            started = started or line.startswith("Linker script and memory map")
            alone = re.match(r"^ {1,4}(\.text\S*)\s*$", line)
            if alone:
                name = alone.group(1)
                continue
            placed = re.match(r"^ (\.text\S*)?\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S.*)$", line)
            if started and placed and (placed.group(1) or name) and int(placed.group(3), 16):
                found.append((int(placed.group(2), 16), int(placed.group(3), 16), placed.group(1) or name, placed.group(4)))
            name = None
    return sorted(found)


def pattern_of(section, source):
    """What the linker knows it by; cut short where a name is longer than anybody reads."""
    if section.startswith(".text._Z"):
        return f"*({section})" if len(section) <= 200 else f"*({section[:200]}*)"
    member = re.match(r"(?:.*/)?([^/(]+)\((.*)\)$", source)
    file = f"{member.group(1)}:{member.group(2)}" if member else os.path.basename(source)
    file = re.sub(r"^libm-[0-9.]+\.a", "libm*.a", file)
    # The C library has one object a processor's features for these, and another machine takes another of them.
    several = re.match(r"libc\.a:(?:mem|str|wcs|wmem)\w+-", file)
    return f"*{several.group()}*(.text .text.*)" if several else f"*{file}({section})"


def main():
    if len(sys.argv) != 5 or os.uname().machine != "x86_64":
        fail("x86-64 alone can be traced" if len(sys.argv) == 5 else __doc__)
    build, runner, link_map, order = (os.path.abspath(argument) for argument in sys.argv[1:])
    with open(runner, "rb") as file:
        if file.read(18)[16:] != b"\x02\x00":  # ET_EXEC: addresses are those of the file
            fail(f"{runner} is not linked statically")
    functions, called = functions_of(runner), {}
    with tempfile.TemporaryDirectory() as folder:
        suite = suite_of(folder, build)
        linked = os.path.join(os.path.dirname(suite), "traced")
        os.symlink(runner, linked)
        for name in CASES:
            traced = Traced([linked, f"--assay_ctest=set.{name}"], functions)
            status = traced.run()
            if status != (1 if name == "miss" else 0):
                fail(f"case {name} ended with {status}")
            for at in traced.called:
                called.setdefault(at, name)
    patterns, size = {}, 0
    for address, length, section, source in sections_of(link_map):
        users = {called[at] for at in called if address <= at < address + length}
        if users and not section.startswith(".text.startup"):
            first = min(list(CASES).index(name) for name in users)
            pattern = pattern_of(section, source)
            patterns[pattern] = min(first, patterns.get(pattern, first))
            size += length
    lines = "".join(f"    /* {name} */\n" + "".join(f"    {pattern}\n" for pattern in sorted(patterns)
                                                   if patterns[pattern] == first)
                    for first, name in enumerate(CASES))
    with open(order, "w") as file:
        file.write(HEADER + "SECTIONS\n{\n  .text.case :\n  {\n    *(.text.startup .text.startup.*)\n"
                   + lines + "  }\n}\nINSERT BEFORE .text;\n")
    print(f"{len(called)} functions in {len(patterns)} sections, {size // 1024} KiB: {order}")


main()
