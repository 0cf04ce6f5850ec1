// SPDX-License-Identifier: Apache-2.0
#include "runners.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>

#include "embedded_tables.h"
#include "table_reader.h"

namespace assay {

// Each is read when it is first asked for, unchecked: the compiler of tables has checked them.
std::vector<const Utility*> find_runners(std::string_view name) {
  static std::mutex reading;
  static std::map<std::uint32_t, const Utility> read;
  std::vector<const Utility*> found;
  const std::span names(embedded_runner_names, embedded_runner_names_count);
  const auto named = std::ranges::equal_range(names, name, {}, text_of);
  if (named.empty()) return found;
  const std::lock_guard lock(reading);
  for (const EmbeddedName& each : named) {
    auto known = read.find(each.table);
    if (known == read.end()) {
      constexpr const char* kFile = "runners.json";
      const EmbeddedTable place = embedded_runner_places[each.table];
      const JsonValue table = parse_json({embedded_tables + place.begin, place.size}, kFile);
      known = read.emplace(each.table, read_table(table, kFile, find_utility).utility).first;
    }
    found.push_back(&known->second);
  }
  return found;
}

}  // namespace assay
