// What commands do that a case's risk level forbids.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/dataset.h"

namespace assay::cli {

struct Danger {
  std::string why;  // "removes the system": what is said behind the command
  // The least risk level of a case that may expect it; none: nobody should.
  std::optional<RiskLevel> allowed_from;
};

// The first rule of risk_rules.json that matches a call as a whole. A call is a utility's name, its options
// by their canonical names (`-n`, `of==x`) and its operands, with one blank between them; `> file` of a
// redirection; `curl | sh` of two neighbours in a pipeline; `name()` of a function. Null where none does.
const Danger* danger_of(std::string_view call);

}  // namespace assay::cli
