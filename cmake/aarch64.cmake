# SPDX-License-Identifier: Apache-2.0
# Toolchain: Debian's cross compiler for aarch64 with the libraries in ASSAY_SYSROOT
# (packaging/aarch64/sysroot.sh), and qemu for the programs of its own that the build runs. ./do aarch64 uses
# it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_SYSROOT ${ASSAY_SYSROOT})
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ASSAY_SYSROOT)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L ${ASSAY_SYSROOT})
set(CMAKE_FIND_ROOT_PATH ${ASSAY_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
