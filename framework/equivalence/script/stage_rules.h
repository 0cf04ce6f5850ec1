// SPDX-License-Identifier: Apache-2.0
// Neighbours in a pipeline, and inputs, that a single command can express. Each function returns whether it
// changed something.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// seq 5 | tac is seq 5 -1 1.
bool read_counted_down(Context& context, Stages& stages, std::size_t at);

// sort f | tail -n 1 is sort -r f | head -n 1.
bool read_sorted_end(Context& context, Stages& stages, std::size_t at);

// grep x f | head -n 3 is grep -m 3 x f.
bool read_first_matches(Context& context, Stages& stages, std::size_t at);

// cat <<< x is echo x | cat.
bool read_piped_text(Context& context, Stages& stages);

// cat /dev/null > f is true > f.
bool read_null_copy(Context& context, Stage& stage);

// ip route | grep ^default is ip route show default.
bool read_default_route(Context& context, Stages& stages, std::size_t at);

// echo | openssl s_client … | openssl x509 is openssl s_client … < /dev/null | openssl x509.
bool read_certificate_input(Context& context, Stages& stages, std::size_t at);

}  // namespace assay::equivalence
