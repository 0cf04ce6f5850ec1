// SPDX-License-Identifier: Apache-2.0
// The entries of a world while it is made: what cannot stand where it is put is left out.
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

  // Whether it stands there now: not where something is, below what is no folder, or in the system's own.
  bool add(sandbox::Entry entry);
  std::size_t size() const { return entries_.size(); }
  // Sorted, folders before what is in them, other names of files last; paths from the folder on where they
  // can.
  std::vector<sandbox::Entry> take();

  // Absolute and without empty parts or dots; empty where there is no such place in a world.
  std::string place_of(std::string_view path) const;

 private:
  std::string folder_;
  std::map<std::string, sandbox::Entry> entries_;  // by their places
};

}  // namespace assay::worlds
