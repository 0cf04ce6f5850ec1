// SPDX-License-Identifier: Apache-2.0
// Runs in worlds as evidence, for the levels that run commands.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/grading.h"
#include "assay/internal/behaviour.h"

namespace assay {

// The world that the case names; none: it names none to run commands in. Throws Error where it is none.
std::optional<worlds::NamedWorld> own_world(const Case& asked);

// Texts shortened, paths below `folder` relative to it.
WorldOutcome described(const sandbox::Outcome& outcome, std::string_view folder);
// Its name and what it is about.
std::string described(const worlds::NamedWorld& world);

// For a command line: as one word of the shell.
std::string as_word(std::string_view text);
// The world as such a word; empty where it is too long to be handed on.
std::string world_word(const worlds::NamedWorld& world);

}  // namespace assay
