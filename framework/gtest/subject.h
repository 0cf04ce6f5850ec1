// SPDX-License-Identifier: Apache-2.0
// What a run is of: files that must be the same from its first case to its reports, or its figures would be
// of nothing that there was.
#pragma once

#include <string>

#include "assay/evaluate.h"
#include "case_index.h"
#include "suite.h"

namespace assay {

// A digest, a word, the same for all processes of one runner: of the run's subject (subject.h of the room
// run) by sizes and times of files, and of suite.json with all its options.
std::string subject_digest(const BuiltSuite& suite, const Tool& tool, const EvaluateOptions& options,
                           const CaseIndex& index);

// The run `run_id` of the cases of `index`.
RunInfo describe_run(const BuiltSuite& suite, const Tool& tool, const EvaluateOptions& options,
                     const CaseIndex& index, const std::string& run_id);

// The run's folder keeps it, from its first process on. Throws Error where it cannot be written.
void pin_subject(const std::filesystem::path& run_folder, const std::string& subject);

// Throws Error where a run without reports is not of `subject`, or where nobody knows.
void check_subject(const std::filesystem::path& run_folder, const std::string& subject);

// Throws Error where the suite's datasets are not those of the index any more.
void check_current(const BuiltSuite& suite, const CaseIndex& index);

}  // namespace assay
