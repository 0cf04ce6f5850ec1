// SPDX-License-Identifier: Apache-2.0
// Random commands, drawn from the productions in text files (grammar/*.txt).
//
// A file has sections. `= name` begins a nonterminal and `~ rule` the templates about one rule of the engine.
// Each line after it is a production; a production written twice is twice as likely. @name (or @{name})
// stands for a production of that nonterminal; the same slot (@name, @name2 …) is the same text throughout a
// line. A template has several ways of writing one command, separated by " ~~ ": the rule in reverse.
// @{call:ls} stands for a call made from the table of ls, which each way spells differently. \N is a newline,
// # begins a comment line.
//
// Re-entrant once constructed.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/utilities.h"
#include "samples.h"

namespace assay::refute {

using Random = SplitMix64;

template <typename T>
const T& one_of(const std::vector<T>& all, Random& random) {
  return all[random.below(all.size())];
}

struct Template {
  std::string rule;
  std::vector<std::string> ways;
};

class Grammar {
 public:
  // Throws Error if a file cannot be read or refers to an unknown name.
  explicit Grammar(const std::filesystem::path& folder);

  const std::vector<Template>& templates() const { return templates_; }
  bool has(std::string_view nonterminal) const { return rules_.contains(nonterminal); }

  // A random text of the nonterminal.
  std::string text(std::string_view nonterminal, Random& random) const;
  // Each way of the template at least once; ways with calls in `spellings` spellings.
  std::vector<std::string> ways(const Template& chosen, std::size_t spellings, Random& random) const;
  // A call made from the utility's table, in `spellings` spellings.
  std::vector<std::string> call(const Utility& utility, std::size_t spellings, Random& random) const;

 private:
  class Expansion;

  void read(const std::filesystem::path& file);
  void check() const;

  std::map<std::string, std::vector<std::string>, std::less<>> rules_;
  std::vector<Template> templates_;
};

}  // namespace assay::refute
