// SPDX-License-Identifier: Apache-2.0
// What two commands may differ in that no world shows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "calls.h"

namespace assay::behaviour {

// Of the files of the worlds that told something.
enum class Owners { the_user, several };

// A sentence: "no world has files of other users". A world has one file system, times of change are those of
// its beginning, nobody sits at a terminal, and most have files of one user.
std::optional<std::string> blind_spot(const std::vector<Call>& accepted, const std::vector<Call>& generated,
                                      Question question, Owners owners = Owners::the_user);

// Where one of them alone asks for a value that every world has the same of, such as the machine's name: the
// other may have it written down.
std::optional<std::string> blind_to_machine(std::string_view accepted, std::string_view generated);

// Where one of them leaves jobs in the background: what these have done when the world is looked at is
// chance.
std::optional<std::string> blind_to_jobs(std::string_view accepted, std::string_view generated);

// Where they ask for another time zone, language or order of letters: a world has UTC and C.UTF-8 alone, and
// takes a name that it does not know for one of these.
std::optional<std::string> blind_to_places(std::string_view accepted, std::string_view generated);

}  // namespace assay::behaviour
