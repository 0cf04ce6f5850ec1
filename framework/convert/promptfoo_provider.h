// SPDX-License-Identifier: Apache-2.0
// What a promptfoo configuration does to prompts and outputs beside its tests.
#pragma once

#include <string>
#include <string_view>

#include "draft.h"
#include "node.h"

namespace assay::convert {

// Which programs answered is left to the runs, but not what was done to prompts and answers: reports what a
// dataset has no place for. Why no test can be a case; empty: each can.
std::string obstacle_of_providers(const Node& providers, Draft& draft);

// Reports the texts around every prompt in the `config` of a prompt or a provider.
void drop_surroundings(const Node& config, std::string_view whose, Draft& draft);

}  // namespace assay::convert
