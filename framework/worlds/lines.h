// SPDX-License-Identifier: Apache-2.0
// The lines of a world's texts: what patterns match and nearly match, in fields of every separator, on both
// sides of every number, with ties, blanks and cases.
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

  // Each line in the order in which it tells most.
  const std::vector<std::string>& all() const { return lines_; }

  // What patterns match.
  const std::vector<std::string>& words() const { return words_; }

  // More lines than any number of lines that a command has, the last one ended.
  std::string long_text(Random& random) const;
  // Another order, with ties, the last line without its end.
  std::string short_text(Random& random) const;
  bool is_long() const { return longest_ > 40; }
  // A few of them for one of many files.
  std::string excerpt(std::size_t which) const;
  // A line or two that patterns match, and one that they do not.
  std::string single_text() const;
  // What patterns match between bytes that are no characters.
  std::string bytes() const;
  // The same in texts whose encoding is broken.
  std::string broken_text() const;
  // None that a pattern matches in its own case.
  std::string dull_text() const;

 private:
  void add_fields(const std::string& separator, std::size_t fields, std::size_t row);
  void add_samples(const Clues& clues);
  void add_values(const Clues& clues);
  void add_amounts();
  void add_widths(const Clues& clues);

  std::vector<std::string> lines_;
  std::vector<std::string> words_;       // that patterns match
  std::vector<std::string> separators_;  // the clues' first
  std::size_t fields_ = 4;
  std::size_t longest_ = 0;  // number of lines that a command has
  bool are_amounts_ = false;
};

}  // namespace assay::worlds
