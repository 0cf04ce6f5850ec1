// SPDX-License-Identifier: Apache-2.0
// The tables of utilities: those compiled in (see utility.h) and the user's own.
//
// Thread-safe: everything here is re-entrant, and a Utility never changes once it has been handed out.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/utility.h"

namespace assay {

// A compiled-in table, by the utility's name without a folder; null for an unknown utility. A table is read
// on first use and lives as long as the program.
const Utility* find_utility(std::string_view name);

// The compiled-in tables and optionally the user's own.
class UtilityTables {
 public:
  UtilityTables();
  ~UtilityTables();
  UtilityTables(UtilityTables&&) noexcept;
  UtilityTables& operator=(UtilityTables&&) noexcept;

  // Reads the given files, and every *.json in the given folders, in any order; a table replaces the
  // compiled-in one of the same name. Throws Error with every problem of every file, and then changes
  // nothing. Pointers handed out before stay valid.
  void add_all(const std::vector<std::filesystem::path>& sources);
  // Adds one table from its text; `file` is for messages.
  void add(std::string_view json, const std::string& file);

  const Utility* find(std::string_view name) const;
  // The tables by which to look for a command in a call of a program, in the order of looking: the user's own
  // table alone if there is one, else those of runners.json, which serve nothing else, and the compiled-in
  // one.
  std::vector<const Utility*> readings(std::string_view name) const;
  std::vector<std::string> names() const;  // sorted, other names included
  // Digest of the added texts, independent of their order and file names; empty if there are none.
  std::string sha256() const;

 private:
  std::map<std::string, std::shared_ptr<const Utility>, std::less<>> own_;
  std::vector<std::shared_ptr<const Utility>> retired_;  // every table ever added: pointers stay valid
  std::vector<std::string> hashes_;                      // of the texts
};

// The user's tables, read on first use.
class DeferredTables {
 public:
  explicit DeferredTables(std::vector<std::filesystem::path> sources) : sources_(std::move(sources)) {}
  // Throws Error like add_all(), on every call.
  const UtilityTables& get() const;

 private:
  std::vector<std::filesystem::path> sources_;
  mutable std::mutex reading_;
  mutable bool is_read_ = false;
  mutable UtilityTables tables_;
};

}  // namespace assay
