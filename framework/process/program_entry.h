// How a program without a C library begins: included once, by the file that defines
// `extern "C" [[noreturn]] void program_entry(long* stack)`.
#pragma once

// The first instruction of the program: calls `program_entry` with the stack as the kernel left it.
#if defined(__x86_64__)
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
#else
#error "x86-64 and aarch64 only"
#endif
