// SPDX-License-Identifier: Apache-2.0
// Groups of commands that the engine considers equivalent.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "grammar.h"
#include "trial.h"

namespace assay::refute {

class Generator {
 public:
  // `seeds` are files of commands, or of pairs of them separated by a tab, one a line. Given a rule, only
  // templates about that rule are used.
  Generator(Grammar grammar, const std::vector<std::filesystem::path>& seeds, const std::string& rule = {});

  // The claims of one group, all about the same first command; may be empty. Equal arguments give equal
  // claims.
  std::vector<Claim> group(std::uint64_t seed, std::size_t index) const;

  // A command of the seeds with one edit: a claim if the engine still considers it equivalent, otherwise
  // none.
  std::vector<Claim> edit(std::uint64_t seed, std::size_t index) const;

 private:
  std::vector<std::string> ways(std::size_t index, Random& random) const;

  Grammar grammar_;
  bool has_one_rule_;
  std::vector<const Utility*> utilities_;
  std::vector<std::vector<const Template*>> templates_;  // by rule
  std::vector<std::vector<std::string>> seeds_;
};

}  // namespace assay::refute
