// SPDX-License-Identifier: Apache-2.0
// Variables that change how a shell reads and finds commands, wherever a script may set them.
#pragma once

#include <string_view>

namespace assay::equivalence {

// PATH, IFS and their like.
bool is_reserved(std::string_view name);

// Whether the text may set one of them other than by an assignment in front of a command: in arithmetic
// (PATH=1,
// ++IFS), as an attached value (printf -vPATH), for a descriptor ({PATH}>), for env and sudo, or as an
// exported function. Reads of them ($PATH) are none. Errs towards yes.
bool may_set_reserved(std::string_view script);

}  // namespace assay::equivalence
