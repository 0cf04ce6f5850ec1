#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the recipe for Conan, the port for vcpkg and the Containerfile, and executes them if their tools are
installed. `fetch` builds a project that includes assay with FetchContent.

usage: recipes_test.py conan|vcpkg|container|fetch ROOT WORK VERSION CONAN

CONAN is the folder where ./do conan puts Conan. Ends with 77, a skip, if a tool is missing.
"""
import json
import os
import re
import shutil
import subprocess
import sys

KIND, ROOT, WORK, VERSION, CONAN = sys.argv[1:6]
# The fastest build from nothing.
FAST = {"CMAKE_CXX_FLAGS_RELEASE": "-O0", "ASSAY_PRECOMPILE": "ON", "ASSAY_UNITY": "ON"}
CONSUMER = os.path.join(ROOT, "tests", "package")


def run(*words, folder=WORK, **variables):
    done = subprocess.run(words, cwd=folder, env=os.environ | variables, text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}\nended with {done.returncode}:\n{done.stdout[-6000:]}")
    return done.stdout


def expect(condition, what):
    if not condition:
        sys.exit(what)


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def needs(why):
    """For what CI has: with ASSAY_MUST_RUN its absence is a failure."""
    if os.environ.get("ASSAY_MUST_RUN"):
        sys.exit(f"ASSAY_MUST_RUN is set, but {why}")
    skip(why)


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def consume(*toolchain):
    """The consumer that tests/package/check.cmake builds too: a suite with its own C++, and one without."""
    build = os.path.join(WORK, "consumer")
    run("cmake", "-S", CONSUMER, "-B", build, "-G", "Ninja", *toolchain)
    run("cmake", "--build", build)
    said = run("ctest", "--test-dir", build, "--no-tests=error", "--output-on-failure")
    expect("100% tests passed, 0 tests failed out of 6" in said, said)


def conan():
    if not os.path.isdir(CONAN):
        needs(f"{CONAN} is not there; ./do conan fetches Conan")
    program = [sys.executable, "-m", "conans.conan"]
    variables = {"PYTHONPATH": CONAN, "CONAN_HOME": os.path.join(WORK, "home")}
    recipe = os.path.join(ROOT, "packaging", "conan")
    run(*program, "profile", "detect", **variables)
    said = json.loads(run(*program, "inspect", recipe, "--format=json", "-v", "quiet", **variables))
    expect(said["version"] == VERSION, f"the recipe says {said['version']}, the project {VERSION}")
    # The recipe takes its libraries from the system, so no remote is needed.
    run(*program, "create", recipe, "--build=missing", "--no-remote", "-c", f"tools.cmake.cmaketoolchain:extra_variables={json.dumps(FAST)}",
        **variables)
    run(*program, "install", f"--requires=assay/{VERSION}", "--no-remote", "-g", "CMakeToolchain", "--output-folder", WORK, **variables)
    consume(f"-DCMAKE_TOOLCHAIN_FILE={WORK}/conan_toolchain.cmake", "-DCMAKE_BUILD_TYPE=Release")


def vcpkg():
    port = json.loads(read("packaging", "vcpkg", "assay", "vcpkg.json"))
    expect(port["version"] == VERSION, f"the port says {port['version']}, the project {VERSION}")
    expect(port["name"] == "assay" and port["license"] == "Apache-2.0", "name and licence")
    program = shutil.which("vcpkg")
    if not program:
        skip("the port is of this version; vcpkg is not installed, so it is not built")
    run(program, "install", "assay", f"--overlay-ports={ROOT}/packaging/vcpkg", f"--x-install-root={WORK}/installed")
    consume(f"-DCMAKE_TOOLCHAIN_FILE={os.path.dirname(os.path.realpath(program))}/scripts/buildsystems/vcpkg.cmake",
            f"-DVCPKG_INSTALLED_DIR={WORK}/installed")


def container():
    text = read("packaging", "Containerfile")
    for source in re.findall(r"^COPY (?!--from)(\S+)", text, re.MULTILINE):
        expect(os.path.exists(os.path.join(ROOT, source)), f"COPY {source}: there is no such place")
    expect(re.search(r"^  package\)", read("do"), re.MULTILINE), "./do has no command package, which the Containerfile calls")
    for engine in ("podman", "docker"):
        if shutil.which(engine) and subprocess.run([engine, "info"], capture_output=True, check=False).returncode == 0:
            break
    else:
        skip("neither podman nor a docker daemon is here, so no image is built")
    run(engine, "build", "-f", os.path.join(ROOT, "packaging", "Containerfile"), "-t", "assay-test", ROOT)
    said = run(engine, "run", "--rm", "assay-test", "explain", "ls -la", "ls -al")
    expect("equivalent" in said, said)


def fetch():
    """Configures, builds and runs a project that gets assay only through FetchContent."""
    for name in ("cases.json", "tool.sh"):
        shutil.copy(os.path.join(CONSUMER, name), WORK)
    with open(os.path.join(WORK, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write("cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES C CXX)\ninclude(FetchContent)\n"
                   f"FetchContent_Declare(assay SOURCE_DIR {ROOT})\nFetchContent_MakeAvailable(assay)\nenable_testing()\n"
                   "assay_add_suite(NAME ready DATASETS cases.json TOOL ./tool.sh)\n")
    build = os.path.join(WORK, "build")
    # No more than the suite needs.
    run("cmake", "-S", WORK, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", *(f"-D{name}={value}" for name, value in FAST.items()))
    run("cmake", "--build", build, "--target", "ready_test_runner")
    said = run("ctest", "--test-dir", build, "--no-tests=error", "--output-on-failure")
    expect("100% tests passed, 0 tests failed out of 3" in said, said)


shutil.rmtree(WORK, ignore_errors=True)
os.makedirs(WORK)
{"conan": conan, "vcpkg": vcpkg, "container": container, "fetch": fetch}[KIND]()
shutil.rmtree(WORK, ignore_errors=True)
