// SPDX-License-Identifier: Apache-2.0
// Variables that change how a shell reads and finds commands, and where a script may set them.
#pragma once

#include <string_view>

namespace assay::equivalence {

// PATH, IFS and the like.
bool is_reserved(std::string_view name);

// Whether the text begins with a variable that makes utilities read their arguments by another standard.
bool names_standard(std::string_view text);

// Whether the text may set one of them other than by an assignment before a command: in arithmetic (PATH=1,
// ++IFS), as an attached value (printf -vPATH), for a descriptor ({PATH}>), through env or sudo, or as an
// exported function. Reading them ($PATH) does not count. Errs on the side of yes.
bool may_set_reserved(std::string_view script);

// Whether the name occurs anywhere except after a dollar: as a separate word, in arithmetic, in an
// assignment.
bool names_variable(std::string_view script, std::string_view name);

}  // namespace assay::equivalence
