// SPDX-License-Identifier: Apache-2.0
// The origin of what a run graded: the program's file, the project's commit, the machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "assay/evaluate.h"
#include "assay/result.h"

namespace assay {

// As execvp finds it; the name itself if it is not found.
std::filesystem::path program_file(const std::string& name);

struct Checkout {
  std::string commit;  // empty: not a git checkout, or no git
  bool dirty = false;  // tracked files were changed
};
Checkout checkout_of(const std::filesystem::path& folder);

// The following functions fill in the members of a run that describe its subject; each leaves the others
// unchanged.

// The tool's name, its files with their hashes, limits and parts. Hashing a large program takes longer than
// grading a small run, so the hash is cached in `kept_hash` (empty: not cached) and reused while the file is
// unchanged.
void describe_tool(RunInfo& info, const Tool& tool, const std::filesystem::path& kept_hash = {});
// Like describe_tool(), at the cost of a few file system calls: sizes and times replace hashes, and of the
// files named by arguments only the first argument counts, a script, because later ones may be files that the
// tool itself writes.
void sketch_tool(RunInfo& info, const Tool& tool);
// The levels of the options, the versions of all levels that grade cases, and the back ends: the hash of the
// user's tables; if a level runs commands, the sandbox, which is opened for this; if a level asks it, the
// similarity model, which is loaded for this; and the judge.
void describe_grading(RunInfo& info, const EvaluateOptions& options, const CaseLevels& more,
                      const Backends& backends);
// The userlands that RunInfo::named_userlands is about, by the same names: a name or a folder each. Runs
// nothing.
std::map<std::string, std::string> places_of_userlands(const behaviour::Lab& lab, const CaseLevels& more);
// Records that the run starts now, on this machine, from the checkout that contains `project`.
void describe_start(RunInfo& info, const std::filesystem::path& project);

}  // namespace assay
