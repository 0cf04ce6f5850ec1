// SPDX-License-Identifier: Apache-2.0
// What utilities mean: the compiled-in tables (utility.h), and the user's own.
//
// Threads: everything here is re-entrant; a Utility never changes once it was handed out.
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

// A compiled-in table, by the utility's name without a folder; null for an unknown utility. A table is
// read at its first use and lives as long as the program.
const Utility* find_utility(std::string_view name);

// The compiled-in tables and perhaps some of the user's.
class UtilityTables {
 public:
  UtilityTables();
  ~UtilityTables();
  UtilityTables(UtilityTables&&) noexcept;
  UtilityTables& operator=(UtilityTables&&) noexcept;

  // Reads the files, and every *.json of the folders, in any order; a table
  // replaces the compiled-in one of the same name. Throws Error with every problem
  // of every file, and then changes nothing. Pointers handed out before stay valid.
  void add_all(const std::vector<std::filesystem::path>& sources);
  // One table's text; `file` is for messages.
  void add(std::string_view json, const std::string& file);

  const Utility* find(std::string_view name) const;
  std::vector<std::string> names() const;  // sorted, other names included
  // Of the texts that were added, whatever their order and their files' names; empty where there are none.
  std::string sha256() const;

 private:
  std::map<std::string, std::shared_ptr<const Utility>, std::less<>> own_;
  std::vector<std::shared_ptr<const Utility>> retired_;  // every table ever added: pointers stay valid
  std::vector<std::string> hashes_;                      // of the texts
};

// Tables of the user's that are read when somebody first asks for them.
class DeferredTables {
 public:
  explicit DeferredTables(std::vector<std::filesystem::path> sources) : sources_(std::move(sources)) {}
  // Throws Error as add_all() does, each time it is asked.
  const UtilityTables& get() const;

 private:
  std::vector<std::filesystem::path> sources_;
  mutable std::mutex reading_;
  mutable bool is_read_ = false;
  mutable UtilityTables tables_;
};

}  // namespace assay
