// SPDX-License-Identifier: Apache-2.0
// The contents of one world's files, and its commands' input.
#pragma once

#include <string>

#include "clues.h"
#include "lines.h"
#include "named_files.h"
#include "plan.h"

namespace assay::worlds {

class Texts {
 public:
  // All arguments are borrowed.
  Texts(const Clues& clues, const Lines& lines, const NamedFiles& named, const Setting& setting)
      : clues_(clues), lines_(lines), named_(named), setting_(setting) {}

  // A different text for each number.
  std::string text_for(const std::string& path, std::size_t number) const;
  // Standard input in this world.
  std::string input(const sandbox::World& world) const;

 private:
  const Clues& clues_;
  const Lines& lines_;
  const NamedFiles& named_;
  const Setting& setting_;
};

}  // namespace assay::worlds
