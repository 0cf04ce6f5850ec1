#include "assay/utilities.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <span>

#include "assay/json.h"
#include "embedded_tables.h"
#include "table_codec.h"
#include "table_reader.h"

namespace assay {
namespace {

constexpr std::size_t most_tables = 1024;

// Filled at first use, never emptied: a Utility handed out lives as long as the program.
constinit std::atomic<const Utility*> unpacked[most_tables] = {};

std::string_view text_of(const PackedName& entry) { return {packed_tables + entry.name, entry.name_size}; }

const Utility* unpack(std::uint32_t table) {
  const PackedTable place = packed_table_places[table];
  auto fresh = std::make_unique<const Utility>(unpack_table({packed_tables + place.begin, place.size}));
  const Utility* first = nullptr;
  return unpacked[table].compare_exchange_strong(first, fresh.get()) ? fresh.release() : first;
}

std::vector<std::filesystem::path> json_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code failure;
  for (std::filesystem::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure)) {
    if (at->path().extension() == ".json") files.push_back(at->path());
  }
  if (failure) throw Error(Problem{{folder.string(), 0}, "", "cannot be read: " + failure.message(), ""});
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

const Utility* find_utility(std::string_view name) {
  const std::span names(packed_names, packed_names_count);
  const auto found = std::ranges::lower_bound(names, name, {}, text_of);
  if (found == names.end() || text_of(*found) != name) return nullptr;
  const Utility* ready = unpacked[found->table].load(std::memory_order_acquire);
  return ready ? ready : unpack(found->table);
}

UtilityTables::UtilityTables() = default;
UtilityTables::~UtilityTables() = default;
UtilityTables::UtilityTables(UtilityTables&&) noexcept = default;
UtilityTables& UtilityTables::operator=(UtilityTables&&) noexcept = default;

const Utility* UtilityTables::find(std::string_view name) const {
  const auto own = own_.find(name);
  return own != own_.end() ? own->second.get() : find_utility(name);
}

void UtilityTables::add(std::string_view json, const std::string& file) {
  ReadTable read =
      read_table(parse_json(json, file), file, [this](std::string_view name) { return find(name); });
  if (!read.problems.empty()) throw Error(std::move(read.problems));
  const auto table = std::make_shared<const Utility>(std::move(read.utility));
  retired_.push_back(table);
  own_[table->name] = table;
  for (const std::string& other : table->other_names) own_[other] = table;
}

void UtilityTables::add_folder(const std::filesystem::path& folder) {
  UtilityTables trial;
  trial.own_ = own_;
  std::vector<Problem> problems;
  for (const auto& file : json_files(folder)) {
    try {
      trial.add(read_file(file), file.string());
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  }
  if (!problems.empty()) throw Error(std::move(problems));
  own_ = std::move(trial.own_);
  retired_.insert(retired_.end(), trial.retired_.begin(), trial.retired_.end());
}

std::vector<std::string> UtilityTables::names() const {
  std::set<std::string> names;
  for (const PackedName& entry : std::span(packed_names, packed_names_count)) names.emplace(text_of(entry));
  for (const auto& [name, table] : own_) names.insert(name);
  return {names.begin(), names.end()};
}

}  // namespace assay
