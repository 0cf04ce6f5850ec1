// SPDX-License-Identifier: Apache-2.0
// Converts schema-checked JSON to values: a world file's entries, users, input and variables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/worlds.h"
#include "users.h"

namespace assay::worlds {

class EntryReader {
 public:
  explicit EntryReader(NamedWorld& into) : into_(into) {}

  // REQUIRES: `document` conforms to the schema.
  void read(const JsonValue& document);
  // The caller fills in `where.file`.
  std::vector<Problem> take_problems() { return std::move(problems_); }

 private:
  void read_userland(const JsonValue& document);
  void read_users(const JsonValue& users);
  void read_entry(const JsonValue& value, const std::string& pointer);
  void read_content(const JsonValue& value, const std::string& pointer, sandbox::Entry& entry);
  void repeat(const JsonValue& times, const std::string& pointer, sandbox::Entry& entry);
  void read_mode(const JsonValue& value, const std::string& pointer, sandbox::Entry& entry);
  void read_times(const JsonValue& value, const std::string& pointer, sandbox::Entry& entry);
  void read_owner(const JsonValue& value, sandbox::Entry& entry);
  // The member, or its decoded sibling with _base64.
  std::string bytes(const JsonValue& value, std::string_view member, const std::string& pointer);
  void add(const JsonValue& where, const std::string& pointer, std::string what, std::string next);

  NamedWorld& into_;
  std::vector<Problem> problems_;
  std::size_t repeated_bytes_ = 0;
  Accounts accounts_;
};

// Conflicts between entries: the same path twice, below a file, or in a folder that the system provides.
// `lines` has the line of each entry, by index.
std::vector<Problem> check_places(const sandbox::World& world, const std::vector<int>& lines);

}  // namespace assay::worlds
