// SPDX-License-Identifier: Apache-2.0
// Single commands of a pipeline that equal another command. Each function returns whether it changed
// something.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// sed y/abc/xyz/ and sed s/a/b/g of single characters are tr.
bool read_transliteration(Context& context, Stage& stage);

// tee o > /dev/null is cat > o.
bool read_silent_tee(Context& context, Stage& stage);

// curl -o f, sort -o f and wget -O f are > f.
bool read_output_option(Context& context, Stage& stage);

// tac f | tac is cat f.
bool drop_tac_twice(Context& context, Stages& stages, std::size_t at);

// A text that is piped to cat, which only copies it.
bool drop_last_cat(Context& context, Stages& stages);

}  // namespace assay::equivalence
