// SPDX-License-Identifier: Apache-2.0
// The entries of a world under construction: entries that cannot exist at their place are left out.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/sandbox.h"

namespace assay::worlds {

class Tree {
 public:
  explicit Tree(std::string folder) : folder_(std::move(folder)) {}

  // Whether it was added: not if the place is taken, below something that is not a folder, or in a system
  // folder.
  bool add(sandbox::Entry entry);
  std::size_t size() const { return entries_.size(); }
  // Sorted, folders before their contents, other names of files last; paths are relative to the folder if
  // possible.
  std::vector<sandbox::Entry> take();

  // Absolute and without empty components or dots; empty if a world cannot have this place.
  std::string absolute_path(std::string_view path) const;

 private:
  std::string folder_;
  std::map<std::string, sandbox::Entry> entries_;  // by their places
};

}  // namespace assay::worlds
