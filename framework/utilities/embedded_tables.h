// SPDX-License-Identifier: Apache-2.0
// The compiled-in tables, as assay_utility_compiler writes them: JSON.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay {

// All names, including other names, sorted. They are located by offsets into `embedded_tables` instead of
// pointers, so that nothing needs relocating when a program starts.
struct EmbeddedName {
  std::uint32_t name, name_size;
  std::uint32_t table;  // index in `embedded_places`
};
struct EmbeddedTable {
  std::uint32_t begin, size;
};

extern const char embedded_tables[];
extern const EmbeddedName embedded_names[];
extern const std::size_t embedded_names_count;
extern const EmbeddedTable embedded_places[];

}  // namespace assay
