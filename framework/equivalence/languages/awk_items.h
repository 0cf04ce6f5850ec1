// SPDX-License-Identifier: Apache-2.0
// Gives the items of an awk program one form: patterns and actions.
#pragma once

#include "languages/awk_lexer.h"
#include "languages/awk_program.h"

namespace assay::equivalence {

// {if(c)x} is c{x}, 1{x} is {x}, NR!=1 is NR>1, {x}{y} is {x;y}. REQUIRES: a program without line breaks,
// functions and getline.
void settle_items(AwkTokens& tokens, AwkSurroundings surroundings);

}  // namespace assay::equivalence
