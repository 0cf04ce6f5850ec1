// SPDX-License-Identifier: Apache-2.0
// Differences between two commands that no world can show.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "calls.h"

namespace assay::behaviour {

// Owners of the files in the worlds that told something.
enum class Owners { the_user, several };

// Returned as a sentence: "no world has files of other users". A world has one file system, change times no
// earlier than its start, nobody at a terminal, and in most cases files of a single user.
std::optional<std::string> blind_spot(const std::vector<Call>& accepted, const std::vector<Call>& generated,
                                      Question question, Owners owners = Owners::the_user);

// Set if only one of them asks for a value that is the same in every world, such as the machine's name: the
// other may have it hard-coded. Also if only one asks for all groups of the user, who has one,
// or for real ids, which are those in force.
std::optional<std::string> blind_to_machine(std::string_view accepted, std::string_view generated);

// Set unless both ask the clock in the same words: today a format, or a text, may say what another one does.
std::optional<std::string> blind_to_clock(std::string_view accepted, std::string_view generated);

// Set if one of them leaves background jobs: how far those have got when the world is inspected is a matter
// of chance.
std::optional<std::string> blind_to_jobs(std::string_view accepted, std::string_view generated);

// Set if they ask for different time zones, languages or collations: a world has only UTC and C.UTF-8, and
// falls back to these for a name that it does not know.
std::optional<std::string> blind_to_places(std::string_view accepted, std::string_view generated);

}  // namespace assay::behaviour
