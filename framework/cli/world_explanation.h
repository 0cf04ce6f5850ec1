// SPDX-License-Identifier: Apache-2.0
// How two commands compare where both are run in a world.
#pragma once

#include <string>
#include <string_view>

#include "assay/internal/behaviour.h"
#include "assay/internal/worlds.h"

namespace assay::cli {

struct InWorld {
  worlds::NamedWorld world;
  behaviour::Comparison found;
};

// In that world alone; a counterexample is shown as it was found.
InWorld run_in_world(std::string_view a, std::string_view b, const std::string& world, Question question);

// For a terminal; ends in a newline.
std::string world_explanation(const InWorld& in_world);
// One JSON object, no newline.
std::string world_explanation_json(const InWorld& in_world);

}  // namespace assay::cli
