// SPDX-License-Identifier: Apache-2.0
// The tables that are compiled in, as assay_utility_compiler writes them: JSON.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay {

// Names sorted, other names included: both ends are positions in `embedded_tables`. Positions, not pointers,
// so that nothing of it must be relocated when a program starts.
struct EmbeddedName {
  std::uint32_t name, name_size;
  std::uint32_t table;  // position in `embedded_places`
};
struct EmbeddedTable {
  std::uint32_t begin, size;
};

extern const char embedded_tables[];
extern const EmbeddedName embedded_names[];
extern const std::size_t embedded_names_count;
extern const EmbeddedTable embedded_places[];

}  // namespace assay
