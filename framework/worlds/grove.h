// SPDX-License-Identifier: Apache-2.0
// Files for a folder that a command walks through: for each thing that they are chosen by, some on either
// side of its boundary that are chosen by all other things.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/worlds.h"
#include "clues.h"
#include "lines.h"
#include "tree.h"

namespace assay::worlds {

// Names that are usual, or with blanks, newlines and leading dashes.
enum class Naming { usual, odd };

class Grove {
 public:
  Grove(const Clues& clues, const Lines& lines, Manner manner);

  // `turn` says which of the variations stand where only one can.
  void plant(Tree& tree, const std::string& root, std::size_t turn, Naming naming) const;
  // One file for each name, and one below.
  void plant_one(Tree& tree, const std::string& root) const;
  // One file that is chosen by its name, in a folder of the root, and one that is not.
  void plant_single(Tree& tree, const std::string& root) const;
  // Some of the names, one a line.
  std::string name_list() const;
  // Files that a glob of a path names.
  void plant_glob(Tree& tree, const std::string& glob, std::size_t turn) const;

 private:
  struct Kind {
    sandbox::NodeType type = sandbox::NodeType::file;
    unsigned mode = 0;  // 0: the usual
    std::uint64_t size = 0;
    std::int64_t age = 60;
    std::int64_t accessed = -1;  // -1: as its age
    std::int64_t dated = -1;
    std::string target;     // of a link
    bool is_empty = false;  // a file without bytes, a folder without files
  };
  void vary_sizes();
  void vary_ages();
  void vary_modes();
  void vary_types();
  sandbox::Entry entry_of(const Kind& kind, std::string path, std::size_t which) const;
  void plant_name(Tree& tree, const std::string& root, std::string_view glob, std::size_t turn) const;
  void plant_paths(Tree& tree, const std::string& root, std::size_t turn) const;
  void plant_chain(Tree& tree, const std::string& root) const;
  void plant_odd(Tree& tree, const std::string& root) const;
  std::string usual_name() const;
  bool names_files_alone(std::string_view glob) const;
  bool has_links() const;

  const Clues& clues_;
  const Lines& lines_;
  Manner manner_;
  std::vector<std::string> globs_;  // of names
  Kind base_;
  std::vector<Kind> kinds_;
  bool is_shallow_ = false;  // nothing below the first folder counts
};

}  // namespace assay::worlds
