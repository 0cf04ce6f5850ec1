// SPDX-License-Identifier: Apache-2.0
// Commands by the thousand: productions in text files (grammar/*.txt), drawn at random.
//
// A file has sections. `= name` opens a nonterminal, `~ rule` the templates that are about one rule of the
// engine; each line after it is a production, one more time written is one more chance. @name (or @{name})
// stands for a production of that nonterminal; the same slot (@name, @name2 …) is the same text all through a
// line. A template has several ways of writing one command, apart by " ~~ ": the rule backwards. @{call:ls}
// stands for a call made by the table of ls, which each way spells as it likes. \N is a newline, # begins a
// comment line.
//
// Re-entrant once read.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/utilities.h"
#include "samples.h"

namespace assay::refute {

using worlds::Random;

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
  // Throws Error where a file cannot be read, or names what is not there.
  explicit Grammar(const std::filesystem::path& folder);

  const std::vector<Template>& templates() const { return templates_; }
  bool has(std::string_view nonterminal) const { return rules_.contains(nonterminal); }

  // A text of the nonterminal.
  std::string text(std::string_view nonterminal, Random& random) const;
  // Each way of the template at least once, calls spelled `spellings` times.
  std::vector<std::string> ways(const Template& chosen, std::size_t spellings, Random& random) const;
  // A call made by the table of the utility, in as many spellings.
  std::vector<std::string> call(const Utility& utility, std::size_t spellings, Random& random) const;

 private:
  class Expansion;

  void read(const std::filesystem::path& file);
  void check() const;

  std::map<std::string, std::vector<std::string>, std::less<>> rules_;
  std::vector<Template> templates_;
};

}  // namespace assay::refute
