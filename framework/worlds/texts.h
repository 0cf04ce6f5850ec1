// SPDX-License-Identifier: Apache-2.0
// What the files of one world hold, and what its commands are given to read.
#pragma once

#include <string>

#include "clues.h"
#include "grove.h"
#include "lines.h"
#include "plan.h"

namespace assay::worlds {

class Texts {
 public:
  // All are borrowed.
  Texts(const Clues& clues, const Lines& lines, const Grove& grove, const Setting& setting)
      : clues_(clues), lines_(lines), grove_(grove), setting_(setting) {}

  // Another one for each number.
  std::string text_for(const std::string& path, std::size_t number) const;
  // Standard input in this world.
  std::string input(const sandbox::World& world) const;

 private:
  const Clues& clues_;
  const Lines& lines_;
  const Grove& grove_;
  const Setting& setting_;
};

}  // namespace assay::worlds
