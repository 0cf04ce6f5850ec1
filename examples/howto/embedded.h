// A file's bytes as a part of the program. They come in through the assembler: a C++ array of their size
// would take the compiler seconds.
#pragma once

#include <string_view>

// Defines the function `name` in namespace assay::howto: the bytes of `file`, which live as long as the
// program.
#define HOWTO_EMBED(name, file)                                                                           \
  __asm__(".section .rodata\n.balign 16\n" #name "_begin:\n.incbin \"" file "\"\n" #name                  \
          "_end:\n.byte 0\n"                                                                              \
          ".text\n");                                                                                     \
  extern "C" {                                                                                            \
  extern const char name##_begin[] __attribute__((visibility("hidden")));                                 \
  extern const char name##_end[] __attribute__((visibility("hidden")));                                   \
  }                                                                                                       \
  namespace assay::howto {                                                                                \
  std::string_view name() { return {name##_begin, static_cast<std::size_t>(name##_end - name##_begin)}; } \
  }
