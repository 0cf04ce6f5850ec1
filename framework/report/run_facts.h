// SPDX-License-Identifier: Apache-2.0
// What a run is a run of, as the reports for people list it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "assay/result.h"

namespace assay {

// Names and texts: the tool, each dataset, each part of the tool, the commit, …; only what is known. Texts
// come from outside and are not escaped, and so do the names of parts.
std::vector<std::pair<std::string, std::string>> run_facts(const RunInfo& info);

// "awk: mawk 1.3.4 20200120, bash 5.2.15, coreutils: GNU 9.1": what the programs of worlds were; empty:
// unknown.
std::string userland_text(const RunInfo& info);

// "functional, similarity threshold 0.90".
std::string profile_text(const EvaluationTerms& terms);

}  // namespace assay
