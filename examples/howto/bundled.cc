// The bytes come in through the assembler: a C++ array of their size would take the compiler seconds.
#include "bundled.h"

__asm__(
    ".section .rodata\n"
    ".balign 16\n"
    "howto_index_begin:\n"
    ".incbin \"" HOWTO_INDEX
    "\"\n"
    "howto_index_end:\n"
    ".byte 0\n"
    ".text\n");

extern "C" {
extern const char howto_index_begin[] __attribute__((visibility("hidden")));
extern const char howto_index_end[] __attribute__((visibility("hidden")));
}

namespace assay::howto {

std::string_view bundled_index() {
  return {howto_index_begin, static_cast<std::size_t>(howto_index_end - howto_index_begin)};
}

}  // namespace assay::howto
