// SPDX-License-Identifier: Apache-2.0
// The suite that a command line describes.
#pragma once

#include <span>

#include "assay/internal/plan.h"
#include "command_line.h"

namespace assay::cli {

// Of --exec-level. Throws Error where one has no name, or is no program with its arguments.
std::vector<ExecLevel> exec_levels_of(const std::vector<std::string>& texts);

// Throws Error for a server that is none.
LikenessPlace place_of(const ModelChoice& model);
// None where no judge was named. Throws Error where it is none.
std::optional<JudgeService> service_of(const JudgeChoice& judge);
// Where a run goes that is stored there.
std::filesystem::path store_of(const RunPlace& place);

// Scripts and binaries, and whatever may be executed and is not a description.
bool is_program(const std::filesystem::path& file);

// Throws Error where the tool is none.
Suite suite_of(const RunDatasets& asked);
// Throws Error for a --max-cost or a --tool-cache of nothing: none of the tools is a model on a server, and
// no judge is named; and for a cost that one of them cannot be held to.
void check_servers(const RunDatasets& asked, std::span<const Tool> tools);
// The same for its own tool.
void check_servers(const RunDatasets& asked);
// Of answers that were recorded elsewhere: it has no tool.
Suite suite_of(const ImportRuns& asked);

}  // namespace assay::cli
