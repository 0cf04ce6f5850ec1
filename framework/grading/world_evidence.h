// SPDX-License-Identifier: Apache-2.0
// Runs in worlds as evidence, for the levels that run commands.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/grading.h"
#include "assay/internal/behaviour.h"

namespace assay {

// The world that the case names; none if it names none to run commands in. Throws Error if it is invalid.
std::optional<worlds::NamedWorld> own_world(const Case& asked);

// What holds in the case's worlds: the question, the case's userland and its time for a command.
behaviour::Terms world_terms(const Case& asked, const Surroundings& surroundings);

// Which of the programs that the case names as required worlds lack here; empty: none.
std::string lack_of_tools(const Case& asked, behaviour::Lab& lab);

// Texts are shortened, paths below `folder` made relative to it.
WorldOutcome described(const sandbox::Outcome& outcome, std::string_view folder);
// Its name and its note.
std::string described(const worlds::NamedWorld& world);

// Quoted as one shell word, for a command line.
std::string as_word(std::string_view text);
// The world as such a word; empty if it is too long for a command line.
std::string world_word(const worlds::NamedWorld& world);

}  // namespace assay
