// SPDX-License-Identifier: Apache-2.0
#include "runners.h"

#include <map>
#include <memory>
#include <mutex>

#include "table_fields.h"
#include "table_reader.h"

namespace assay {

extern const std::string_view kRunners;

namespace {

// Each is read when it is first asked for: those that are the same as another table need that one.
class Runners {
 public:
  Runners() : document_(parse_json(kRunners, kFile)), read_(document_.array()->size()) {
    for (std::size_t at = 0; at < read_.size(); ++at) {
      const JsonValue& table = (*document_.array())[at];
      positions_.emplace(*table.find("name")->string(), at);
      for (const std::string& other : texts_of(table.find("other_names"))) positions_.emplace(other, at);
    }
  }

  std::vector<const Utility*> named(std::string_view name) {
    std::vector<const Utility*> found;
    const auto [begin, end] = positions_.equal_range(name);
    if (begin == end) return found;
    const std::lock_guard lock(reading_);
    for (auto at = begin; at != end; ++at) found.push_back(&table_at(at->second));
    return found;
  }

 private:
  // The compiler of tables has checked them.
  const Utility& table_at(std::size_t at) {
    if (!read_[at])
      read_[at] =
          std::make_unique<const Utility>(read_table((*document_.array())[at], kFile, find_utility).utility);
    return *read_[at];
  }

  static constexpr const char* kFile = "runners.json";

  const JsonValue document_;
  std::multimap<std::string, std::size_t, std::less<>> positions_;
  std::mutex reading_;
  std::vector<std::unique_ptr<const Utility>> read_;
};

}  // namespace

std::vector<const Utility*> find_runners(std::string_view name) {
  static Runners runners;
  return runners.named(name);
}

}  // namespace assay
