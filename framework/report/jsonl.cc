// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/jsonl.h"

#include <ostream>

namespace assay {

void write_result(std::ostream& out, const Result& result) { out << to_json_line(result) << '\n'; }

}  // namespace assay
