// SPDX-License-Identifier: Apache-2.0
// What is wanted of an outcome, clause by clause, but for the check.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/internal/aftermath.h"

namespace assay::behaviour {

struct Clauses {
  std::vector<Unmet> unmet;
  std::string unknown;    // why a clause cannot be looked at; empty: each could
  bool is_final = false;  // one stays unmet, whatever is printed or changed later
};

// `outcome`: of a run in `world` that had room for contents (kContentBytes).
Clauses clauses_of(const WantedOutcome& wanted, const sandbox::World& world, const sandbox::Outcome& outcome);

inline constexpr std::uint64_t kContentBytes = 8u << 20;

// "\"a\\nb\"", or its beginning.
std::string in_quotes(std::string_view bytes);
// Whether each world has it, whatever is in it.
bool is_in_every_world(const std::string& path);
// Absolute, as effects have it: without empty parts, dots and a slash at its end.
std::string absolute(std::string_view path, std::string_view folder);

}  // namespace assay::behaviour
