// SPDX-License-Identifier: Apache-2.0
// What the literals of a pair of commands imply about worlds that could distinguish the two.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calls.h"

namespace assay::worlds {

inline bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

// How a command uses a path.
enum class Use {
  read,    // as a file
  walked,  // as a folder
  made     // creates or replaces it
};
struct PathClue {
  std::string path;
  bool is_glob = false;
  Use use = Use::read;
  bool may_be_folder = false;  // what is made: it goes into a folder of that name if there is one
  bool operator==(const PathClue& other) const {
    return path == other.path && is_glob == other.is_glob && use == other.use;
  }
};

// A name by which files are selected; a path if `is_path`.
struct NameClue {
  std::string glob;
  bool is_path = false;
  bool operator==(const NameClue&) const = default;
};

enum class Syntax { fixed, basic, extended };
struct PatternClue {
  std::string text;
  Syntax syntax = Syntax::fixed;
  bool operator==(const PatternClue&) const = default;
};

enum class Side { below, at, above };  // find's -n, n, +n
struct SizeClue {
  Side side = Side::at;
  std::uint64_t count = 0;
  std::uint64_t unit = 512;  // in bytes
  bool negated = false;
  bool operator==(const SizeClue&) const = default;
  bool holds(std::uint64_t size) const;
};
struct AgeClue {
  Side side = Side::at;
  std::int64_t count = 0;
  std::int64_t unit = 86400;  // in seconds
  bool accessed = false;
  bool negated = false;
  bool operator==(const AgeClue&) const = default;
  bool holds(std::int64_t age) const;
};
struct ModeClue {
  unsigned bits = 0;
  char form = '=';  // '=', '-' for all bits, '/' for any; 'o' for chmod's operand
  bool negated = false;
  bool operator==(const ModeClue&) const = default;
};

struct Clues {
  std::vector<PathClue> paths;
  std::vector<NameClue> names;
  std::vector<PatternClue> patterns;
  std::vector<SizeClue> sizes;
  std::vector<AgeClue> ages;
  std::vector<std::int64_t> dates;         // seconds since 1970
  std::vector<std::string> siblings;       // link targets
  std::vector<std::string> path_patterns;  // regular expressions that whole paths are matched against
  bool has_reference = false;              // a file's time is compared with another file's
  std::vector<ModeClue> modes;
  std::string types;  // find's letters
  std::vector<int> depths;
  std::vector<std::uint64_t> lines;     // counts and numbers of lines
  std::vector<std::uint64_t> columns;   // numbers of fields and characters
  std::vector<std::uint64_t> numbers;   // that values are compared with
  std::vector<std::string> separators;  // of fields
  std::vector<std::string> variables;
  std::vector<std::string> looped;         // variables whose words a loop goes through
  std::vector<std::string> temporaries;    // files that a command writes and removes
  std::vector<std::string> members;        // of JSON
  bool are_in_list = false;                // members, of objects in a list
  std::vector<std::string> pattern_files;  // grep -f
  bool goes_deep = false;                  // a folder is walked to any depth
  bool reads_names = false;                // its input is a list of files
  bool wants_sorted = false;               // its input must be sorted
  bool asks = false;                       // it asks before it acts
  bool looks_at_bytes = false;             // binary files, control characters
  bool looks_at_rights = false;            // permissions to read, write and execute
  bool asks_to_read = false;               // test -r
  bool takes_amounts = false;              // lines are numbers, with fractions, signs and units
  bool seeks_extremes = false;             // it keeps the largest or the smallest of some amounts
  bool counts = false;                     // a program of its own counts lines
  bool folds_case = false;                 // it treats A and a alike, or converts between them
  bool copies = false;                     // files, which may get the modes of others
  bool follows_links = false;              // or explicitly does not
  bool takes_folders = false;              // its operands may be folders: rm -r
  bool has_calls = false;
};

// The clues of both commands, the first one's first, without duplicates.
Clues clues_of(std::string_view accepted, std::string_view generated);

// Parts of clues_of(), for calls of one kind.
void add_call_clues(const Call& call, Clues& clues);
void add_find_clues(const Call& call, Clues& clues);
void add_program_clues(std::string_view program, std::string_view utility, Clues& clues);
// Requirements on texts and files, for calls that look at more than lines of characters.
void add_content_clues(const Calls& calls, Clues& clues);

// Whether a world can have this path; false if it begins with a dash or is a URL.
bool is_path(std::string_view text);

template <class T, class V>
void add_once(std::vector<T>& all, V value) {
  constexpr std::size_t kMost = 24;
  T one(std::move(value));
  for (const T& each : all)
    if (each == one) return;
  if (all.size() < kMost) all.push_back(std::move(one));
}

// "10" for "+10k"; none if there is no leading number.
std::optional<std::uint64_t> leading_number(std::string_view text);

}  // namespace assay::worlds
