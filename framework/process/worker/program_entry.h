// SPDX-License-Identifier: Apache-2.0
// The entry point of a worker program: included once, by the file that defines `extern "C" [[noreturn]] void
// program_entry(long* stack)`, the stack being argc, argv…, null, environment….
#pragma once

#include "system_call.h"

// The program's first instructions: call `program_entry` with the stack as the kernel left it.
#if defined(ASSAY_WITH_C_LIBRARY)
extern "C" [[noreturn]] void program_entry(long* stack);
int main(int, char** argv) { program_entry(reinterpret_cast<long*>(argv) - 1); }
#elif defined(__x86_64__)
__asm__(
    ".globl _start\n"
    "_start:\n\t"
    "xor %ebp, %ebp\n\t"
    "mov %rsp, %rdi\n\t"
    "and $-16, %rsp\n\t"
    "call program_entry\n");
#elif defined(__aarch64__)
__asm__(
    ".globl _start\n"
    "_start:\n\t"
    "mov x29, xzr\n\t"
    "mov x0, sp\n\t"
    "bl program_entry\n");
#endif
