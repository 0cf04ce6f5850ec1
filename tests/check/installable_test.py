# SPDX-License-Identifier: Apache-2.0
"""Every file that `cmake --install` needs is made by the targets that ./do demo builds.

Reads the build folder's rules and install scripts, so that nothing need be built again.
"""
import pathlib
import re
import sys

build = pathlib.Path(sys.argv[1])
source = pathlib.Path(sys.argv[2])


def steps():
    """Maps each output to the outputs and the inputs of its build step."""
    made = {}
    text = (build / "build.ninja").read_text().replace("$\n", "")
    for outputs, inputs in re.findall(r"^build (.*?): (.*)$", text, re.MULTILINE):
        names = [word for word in outputs.split() if word != "|"]
        step = (names, [word for word in inputs.split()[1:] if word not in ("|", "||")])
        for name in names:
            made[name.replace("${cmake_ninja_workdir}", "")] = step
    return made


def built_with(targets, made):
    reached, waiting = set(), list(targets)
    while waiting:
        name = waiting.pop().replace("${cmake_ninja_workdir}", "")
        if name in reached:
            continue
        reached.add(name)
        outputs, inputs = made.get(name, ([], []))
        waiting += outputs + inputs
    return {str(build / name) for name in reached}


def scripts(script):
    """The install script and those it includes; other tests' build folders lie below this one and are not meant."""
    yield script.read_text()
    for included in re.findall(r'include\("([^"]*/cmake_install\.cmake)"\)', script.read_text()):
        yield from scripts(pathlib.Path(included))


def installed():
    for text in scripts(build / "cmake_install.cmake"):
        for block in re.findall(r"file\(INSTALL (.*?)\)\n", text, re.DOTALL):
            if "TYPE DIRECTORY" in block:
                continue
            yield from re.findall(r'"(%s/[^"]*)"' % re.escape(str(build)), block.partition(" FILES ")[2])


demo = re.search(r'^demo\(\) \{.*?make "\$build_dir" (.*?)$', (source / "do").read_text(), re.DOTALL | re.MULTILINE)
targets = demo.group(1).split()
there = built_with(targets, steps())
needed = {name for name in installed() if "/CMakeFiles/Export/" not in name}
# Written by configuring.
configured = {name for name in needed if name.endswith((".cmake", ".txt", "/suite_settings_table.h"))}
missing = sorted(needed - there - configured)
assert {"assay.1", "assay-runner"} <= {pathlib.Path(name).name for name in needed}, "the install scripts were not read"
assert not missing, f"cmake --install needs files that {' '.join(targets)} do not make:\n" + "\n".join(missing)
print(f"{len(needed)} installed files are made by {' '.join(targets)}")
