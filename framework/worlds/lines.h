// SPDX-License-Identifier: Apache-2.0
// The lines of a world's texts: what patterns match or nearly match, in fields with every separator, on both
// sides of every number, with ties, blanks and different letter cases.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/worlds.h"
#include "clues.h"
#include "samples.h"

namespace assay::worlds {

class Lines {
 public:
  Lines(const Clues& clues, Manner manner);

  // The most discriminating lines first.
  const std::vector<std::string>& all() const { return lines_; }

  // Texts that patterns match.
  const std::vector<std::string>& words() const { return words_; }

  // More lines than any line number in a command; the last one ends with a newline.
  std::string long_text(SplitMix64& random) const;
  // A different order, with ties; the last line has no newline.
  std::string short_text(SplitMix64& random) const;
  bool is_long() const { return longest_ > 40; }
  // A few lines, for one of many files.
  std::string excerpt(std::size_t which) const;
  // A line or two that patterns match, and one that they do not.
  std::string single_text() const;
  // Text that patterns match, between bytes that are not characters.
  std::string bytes() const;
  // Similar, in text with broken encoding.
  std::string broken_text() const;
  // Only lines that no pattern matches, letter case considered.
  std::string dull_text() const;

 private:
  void add_fields(const std::string& separator, std::size_t fields, std::size_t row);
  void add_samples(const Clues& clues);
  void add_values(const Clues& clues);
  void add_spellings(const Clues& clues);
  void add_amounts();
  void add_widths(const Clues& clues);

  std::vector<std::string> lines_;
  std::vector<std::string> words_;       // matched by patterns
  std::vector<std::string> separators_;  // those of the clues first
  std::size_t fields_ = 4;
  std::size_t longest_ = 0;  // largest line number in a command
  bool are_amounts_ = false;
  bool are_extremes_ = false;
};

}  // namespace assay::worlds
