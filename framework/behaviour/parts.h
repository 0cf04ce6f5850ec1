// SPDX-License-Identifier: Apache-2.0
// What one of two commands has and the other has not, each taken out of its own command: whether it matters
// is seen where that command then does something else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/utility.h"

namespace assay::behaviour {

// An option (also within a cluster), a word, a stage, an operator, a redirection, or a piece of a word that
// resembles one of the other command.
struct Part {
  std::string what;  // for display: "-i", "`sort -u`"
  // The whole command without it, or with it changed: a number by one, a piece of a word left out. Never with
  // what the other command has in its place.
  std::vector<std::string> without;
  std::vector<Data> data;  // on which it shows, by the utility's table; empty: not known
  bool is_option = false;  // of a utility that has a table
  // A command on whose status depends whether another one runs.
  bool is_condition = false;
};

// The parts that only `own` has, or has in another order, in the order of its text. Left out are those
// without which it is proven to be the same, and those of which a table says that no world could show them
// and nobody looks at them: under *fulfils* also what only a terminal shows. Empty if one of them does not
// parse.
std::vector<Part> parts_of(std::string_view own, std::string_view other, Question question);

}  // namespace assay::behaviour
