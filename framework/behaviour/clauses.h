// SPDX-License-Identifier: Apache-2.0
// The clauses of a wanted outcome, apart from the check.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/internal/aftermath.h"

namespace assay::behaviour {

struct Clauses {
  std::vector<Unmet> unmet;
  std::string unknown;    // why a clause could not be examined; empty: all were
  bool is_final = false;  // a clause stays unmet whatever is printed or changed later
};

// REQUIRES: `outcome` is from a run in `world` that had room for contents (kContentBytes).
Clauses clauses_of(const WantedOutcome& wanted, const sandbox::World& world,
                   const sandbox::SandboxResult& outcome);

inline constexpr std::uint64_t kContentBytes = 8u << 20;

// "\"a\\nb\"", cut if long; "nothing" if empty.
std::string in_quotes(std::string_view bytes);
// Whether every world has this path, whatever it contains.
bool is_in_every_world(const std::string& path);
// An absolute path as in effects: no empty parts, no dots, no trailing slash.
std::string absolute(std::string_view path, std::string_view folder);

}  // namespace assay::behaviour
