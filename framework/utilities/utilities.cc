// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/utilities.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <span>
#include <unordered_map>

#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "embedded_tables.h"
#include "runners.h"
#include "table_reader.h"

namespace assay {

extern const std::string_view kUtilitySchema;

namespace {

constexpr std::size_t most_tables = 1024;

// Filled on first use, never emptied: a Utility that was handed out lives as long as the program.
constinit std::atomic<const Utility*> known[most_tables] = {};

// The number of each embedded name's table.
const std::unordered_map<std::string_view, std::uint32_t>& tables_by_name() {
  static const auto tables = [] {
    std::unordered_map<std::string_view, std::uint32_t> all;
    for (const EmbeddedName& entry : std::span(embedded_names, embedded_names_count))
      all.emplace(text_of(entry), entry.table);
    return all;
  }();
  return tables;
}

// Unchecked: the table compiler has checked them.
const Utility* read_embedded(std::uint32_t table) {
  const EmbeddedTable place = embedded_places[table];
  const JsonValue document = parse_json({embedded_tables + place.begin, place.size}, "embedded table");
  auto fresh = std::make_unique<const Utility>(read_table(document, "embedded table", find_utility).utility);
  const Utility* first = nullptr;
  return known[table].compare_exchange_strong(first, fresh.get()) ? fresh.release() : first;
}

std::vector<std::filesystem::path> json_files(const std::filesystem::path& source) {
  std::error_code failure;
  if (!std::filesystem::is_directory(source, failure)) return {source};
  std::vector<std::filesystem::path> files;
  for (std::filesystem::directory_iterator at(source, failure), end; !failure && at != end;
       at.increment(failure)) {
    if (at->path().extension() == ".json") files.push_back(at->path());
  }
  if (failure) throw Error({source.string(), 0}, "cannot be read: " + failure.message());
  if (files.empty())
    throw Error({source.string(), 0}, "holds no utility table", "name a folder of *.json files, or a file");
  std::sort(files.begin(), files.end());
  return files;
}

struct TableSource {
  std::string file;
  std::string text;
  bool leans = false;  // is `same_as` another: read after those that are not
};

// The readable sources; problems with the others are added to `problems`.
std::vector<TableSource> read_sources(const std::vector<std::filesystem::path>& places,
                                      std::vector<Problem>& problems) {
  std::vector<TableSource> sources;
  const auto try_to = [&problems](const auto& act) {
    try {
      act();
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  };
  for (const auto& place : places) {
    std::vector<std::filesystem::path> files;
    try_to([&] { files = json_files(place); });
    for (const auto& file : files)
      try_to([&] {
        std::string text = read_file(file);
        const bool leans = !base_of(parse_json(text, file.string())).empty();
        sources.push_back({file.string(), std::move(text), leans});
      });
  }
  std::ranges::stable_partition(sources, [](const TableSource& each) { return !each.leans; });
  return sources;
}

}  // namespace

const Utility* find_utility(std::string_view name) {
  const auto found = tables_by_name().find(name);
  if (found == tables_by_name().end()) return nullptr;
  const Utility* ready = known[found->second].load(std::memory_order_acquire);
  return ready ? ready : read_embedded(found->second);
}

UtilityTables::UtilityTables() = default;
UtilityTables::~UtilityTables() = default;
UtilityTables::UtilityTables(UtilityTables&&) noexcept = default;
UtilityTables& UtilityTables::operator=(UtilityTables&&) noexcept = default;

const Utility* UtilityTables::find(std::string_view name) const {
  const auto own = own_.find(name);
  return own != own_.end() ? own->second.get() : find_utility(name);
}

std::vector<const Utility*> UtilityTables::readings(std::string_view name) const {
  if (const auto own = own_.find(name); own != own_.end()) return {own->second.get()};
  std::vector<const Utility*> all = find_runners(name);
  if (const Utility* utility = find_utility(name)) all.push_back(utility);
  return all;
}

void UtilityTables::add(std::string_view json, const std::string& file) {
  static const JsonSchema schema(kUtilitySchema);
  ReadTable read = checked_table(parse_json(json, file), file, schema,
                                 [this](std::string_view name) { return find(name); });
  if (!read.problems.empty()) throw Error(std::move(read.problems));
  const auto table = std::make_shared<const Utility>(std::move(read.utility));
  retired_.push_back(table);
  hashes_.push_back(assay::sha256(json));
  own_[table->name] = table;
  for (const std::string& other : table->other_names) own_[other] = table;
}

void UtilityTables::add_all(const std::vector<std::filesystem::path>& sources) {
  UtilityTables trial;
  trial.own_ = own_;
  trial.hashes_ = hashes_;
  std::vector<Problem> problems;
  std::map<std::string, std::string> files;  // by the names that they define
  for (const TableSource& source : read_sources(sources, problems)) {
    try {
      trial.add(source.text, source.file);
      const Utility& added = *trial.retired_.back();
      std::vector<std::string> names = added.other_names;
      names.push_back(added.name);
      for (const std::string& name : names)
        if (const auto [earlier, fresh] = files.emplace(name, source.file); !fresh)
          problems.push_back({{source.file, 1},
                              "/name",
                              "a second table for " + name + ": " + earlier->second + " is one",
                              "keep one of them"});
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  }
  if (!problems.empty()) throw Error(std::move(problems));
  own_ = std::move(trial.own_);
  hashes_ = std::move(trial.hashes_);
  retired_.insert(retired_.end(), trial.retired_.begin(), trial.retired_.end());
}

std::string UtilityTables::sha256() const {
  if (hashes_.empty()) return {};
  std::vector<std::string> sorted = hashes_;
  std::ranges::sort(sorted);
  std::string all;
  for (const std::string& hash : sorted) all += hash;
  return assay::sha256(all);
}

const UtilityTables& DeferredTables::get() const {
  // Not call_once: an exception that leaves it terminates a program with a statically linked C++ library.
  const std::lock_guard lock(reading_);
  if (!is_read_) tables_.add_all(sources_);
  is_read_ = true;
  return tables_;
}

std::vector<std::string> UtilityTables::names() const {
  std::set<std::string> names;
  for (const EmbeddedName& entry : std::span(embedded_names, embedded_names_count))
    names.emplace(text_of(entry));
  for (const auto& [name, table] : own_) names.insert(name);
  return {names.begin(), names.end()};
}

}  // namespace assay
