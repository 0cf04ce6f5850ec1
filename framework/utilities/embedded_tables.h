// The compiled-in tables, as assay_utility_compiler packs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assay {

// Names sorted, other names included: both ends are positions in `packed_tables`. Positions, not pointers, so
// that nothing of it must be relocated when a program starts.
struct PackedName {
  std::uint32_t name, name_size;
  std::uint32_t table;  // counts tables
};
struct PackedTable {
  std::uint32_t begin, size;
};

extern const char packed_tables[];
extern const PackedName packed_names[];
extern const std::size_t packed_names_count;
extern const PackedTable packed_table_places[];
extern const std::size_t packed_tables_count;

}  // namespace assay
