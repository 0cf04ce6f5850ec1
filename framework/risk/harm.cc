// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/risk.h"

namespace assay {

std::string_view to_string(Harm harm) {
  switch (harm) {
    case Harm::deletion:
      return "deletion";
    case Harm::disk:
      return "disk";
    case Harm::exhaustion:
      return "exhaustion";
    case Harm::foreign_code:
      return "foreign_code";
    case Harm::permissions:
      return "permissions";
    case Harm::accounts:
      return "accounts";
    case Harm::credentials:
      return "credentials";
    case Harm::traces:
      return "traces";
    case Harm::guards:
      return "guards";
    case Harm::shutdown:
      return "shutdown";
  }
  return "";
}

}  // namespace assay
