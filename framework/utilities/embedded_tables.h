// SPDX-License-Identifier: Apache-2.0
// The compiled-in tables, as assay_utility_compiler writes them: JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assay {

// All names, including other names, sorted. They are located by offsets into `embedded_tables` instead of
// pointers, so that nothing needs relocating when a program starts.
struct EmbeddedName {
  std::uint32_t name, name_size;
  std::uint32_t table;  // index in `embedded_places`, or in `embedded_runner_places`
};
struct EmbeddedTable {
  std::uint32_t begin, size;
};

extern const char embedded_tables[];
extern const EmbeddedName embedded_names[];
extern const std::size_t embedded_names_count;
extern const EmbeddedTable embedded_places[];
// Those of runners.json, of which several may have the same name.
extern const EmbeddedName embedded_runner_names[];
extern const std::size_t embedded_runner_names_count;
extern const EmbeddedTable embedded_runner_places[];

inline std::string_view text_of(const EmbeddedName& entry) {
  return {embedded_tables + entry.name, entry.name_size};
}

}  // namespace assay
