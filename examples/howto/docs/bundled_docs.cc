// The bytes come in through the assembler: a C++ array of their size would take the compiler seconds.
#include "docs/bundled_docs.h"

__asm__(
    ".section .rodata\n"
    ".balign 16\n"
    "howto_docs_begin:\n"
    ".incbin \"" HOWTO_DOCS
    "\"\n"
    "howto_docs_end:\n"
    ".byte 0\n"
    ".text\n");

extern "C" {
extern const char howto_docs_begin[] __attribute__((visibility("hidden")));
extern const char howto_docs_end[] __attribute__((visibility("hidden")));
}

namespace assay::howto {

std::string_view bundled_docs() {
  return {howto_docs_begin, static_cast<std::size_t>(howto_docs_end - howto_docs_begin)};
}

}  // namespace assay::howto
