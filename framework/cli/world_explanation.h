// SPDX-License-Identifier: Apache-2.0
// Compares two commands by running both in a world.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "assay/internal/behaviour.h"
#include "assay/internal/worlds.h"

namespace assay::cli {

struct InWorld {
  worlds::NamedWorld world;
  behaviour::Comparison found;
};

// In that world only; a counterexample is shown unreduced.
InWorld run_in_world(std::string_view a, std::string_view b, const std::string& world, Question question,
                     const std::string& userland = {},
                     std::chrono::milliseconds timeout = sandbox::Limits{}.timeout);

// For a terminal; ends in a newline.
std::string world_explanation(const InWorld& in_world);
// One JSON object, no newline.
std::string world_explanation_json(const InWorld& in_world);

}  // namespace assay::cli
