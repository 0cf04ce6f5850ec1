// What a run was a run of: the tool's file and its hash, the project's commit.
#pragma once

#include "assay/result.h"
#include "case_index.h"
#include "suite.h"

namespace assay {

RunInfo describe_run(const Suite& suite, const Extensions& extensions, const Tool& tool,
                     const CaseIndex& index, const std::string& run_id);

}  // namespace assay
