# SPDX-License-Identifier: Apache-2.0
"""assay for Conan 2, with the libraries of the system: conan create packaging/conan -c tools.system.package_manager:mode=install

assay is tested with Debian's packages, so this recipe installs them, not a recipe per library.
"""
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.system.package_manager import Apt

ROOT = os.path.join("..", "..")


class Assay(ConanFile):
    name = "assay"
    license = "Apache-2.0"
    description = "Grades command-line tools that answer natural language"
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"

    def set_version(self):
        project = load(self, os.path.join(self.recipe_folder, ROOT, "CMakeLists.txt"))
        self.version = project.split("project(assay VERSION ")[1].split(" ")[0]

    def export_sources(self):
        root = os.path.join(self.recipe_folder, ROOT)
        copy(self, "CMakeLists.txt", root, self.export_sources_folder)
        for file in ("LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"):
            copy(self, file, root, self.export_sources_folder)
        for folder in ("cmake", "datasets", "docs", "examples", "framework", "suites"):
            copy(self, f"{folder}/*", root, self.export_sources_folder)

    def system_requirements(self):
        Apt(self).install(["libboost-dev", "libgtest-dev", "nlohmann-json3-dev", "rapidjson-dev", "libdtl-dev", "libfmt-dev", "nettle-dev", "libsqlite3-dev",
                           "libsqlitecpp-dev", "libcli11-dev", "libre2-dev", "libseccomp-dev", "libeigen3-dev", "libutf8proc-dev",
                           "libfyaml-dev", "libpq-dev", "libssl-dev", "libtomlplusplus-dev", "libzstd-dev", "zlib1g-dev"])

    def validate(self):
        if self.settings.os != "Linux":
            raise Exception("assay needs Linux")  # docs/non-goals.md

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["ASSAY_PRECOMPILE"] = True  # with the next, less than half the build time
        toolchain.cache_variables["ASSAY_UNITY"] = True
        toolchain.cache_variables["BUILD_TESTING"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build(target=["assay_runner", "assay_program", "assay_manual", "assay_gtest_main"])

    def package(self):
        CMake(self).install()

    def package_info(self):
        # find_package(assay) must find the package's own configuration file, which defines assay_add_suite.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append(os.path.join("lib", "cmake", "assay"))
        self.cpp_info.libs = []
