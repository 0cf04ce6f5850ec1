// SPDX-License-Identifier: Apache-2.0
// Files for a folder that a command walks: for each selection criterion, some on either side of its boundary
// that all other criteria select.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/worlds.h"
#include "clues.h"
#include "lines.h"
#include "tree.h"

namespace assay::worlds {

// Common names, or names with blanks, newlines and leading dashes.
enum class Naming { usual, odd };

class NamedFiles {
 public:
  NamedFiles(const Clues& clues, const Lines& lines, Manner manner);

  // `turn` chooses the variation where only one can be.
  void add_to(Tree& tree, const std::string& root, std::size_t turn, Naming naming) const;
  // Adds one file for each name, and one below.
  void add_one(Tree& tree, const std::string& root) const;
  // Adds one file selected by its name, in a subfolder of the root, and one that is not selected.
  void add_single(Tree& tree, const std::string& root) const;
  // Some of the names, one per line.
  std::string name_list() const;
  // Adds files that a path's glob matches.
  void add_glob(Tree& tree, const std::string& glob, std::size_t turn) const;

 private:
  struct Kind {
    sandbox::NodeType type = sandbox::NodeType::file;
    unsigned mode = 0;  // 0: the default
    std::uint64_t size = 0;
    std::int64_t age = 60;
    std::int64_t accessed = -1;  // -1: same as its age
    std::int64_t dated = -1;
    std::string target;     // of a link
    bool is_empty = false;  // a file without bytes, or a folder without files
  };
  void vary_sizes();
  void vary_ages();
  void vary_modes();
  void vary_types();
  sandbox::Entry entry_of(const Kind& kind, std::string path, std::size_t which) const;
  void add_name(Tree& tree, const std::string& root, std::string_view glob, std::size_t turn) const;
  void add_paths(Tree& tree, const std::string& root, std::size_t turn) const;
  void add_chain(Tree& tree, const std::string& root) const;
  void add_odd(Tree& tree, const std::string& root) const;
  std::string usual_name() const;
  bool names_files_alone(std::string_view glob) const;
  bool has_links() const;

  const Clues& clues_;
  const Lines& lines_;
  Manner manner_;
  std::vector<std::string> globs_;  // of names
  Kind base_;
  std::vector<Kind> kinds_;
  bool is_shallow_ = false;  // nothing below the first folder matters
};

}  // namespace assay::worlds
