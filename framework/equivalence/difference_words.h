// SPDX-License-Identifier: Apache-2.0
// Where two commands part, for people: in which words of a pattern, script or path, and what an option means.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/equivalence.h"
#include "assay/internal/utilities.h"
#include "tree/term.h"

namespace assay::equivalence {

// The pieces of two texts between what they begin and end with alike. Empty: nothing stands there.
struct Parting {
  std::string_view left, right;
};

// Of two texts that are arguments of `utility`: awk programs by their words, sed scripts by their commands
// and then, like patterns, by characters, paths by their components. None where they have little in common.
std::optional<Parting> parting(std::string_view utility, std::string_view left, std::string_view right);

// Bytes of `source` in which the part of `text` stands, where `place` spells the text as it is, and once.
std::optional<TextRange> place_of(std::string_view part, std::string_view text, std::string_view source,
                                  TextRange place);

// "only the first searches subfolders", "the first sorts by size; the second sorts by time": what the options
// say that one of two calls has and the other has not. Empty where the table does not know.
std::string options_apart(const Term& left, const Term& right, const Utility& utility);

}  // namespace assay::equivalence
