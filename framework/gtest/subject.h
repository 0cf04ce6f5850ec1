// SPDX-License-Identifier: Apache-2.0
// The subject of a run: the files that must stay the same from its first case to its reports, or its figures
// would mix different states.
#pragma once

#include <string>

#include "assay/evaluate.h"
#include "case_index.h"
#include "suite.h"

namespace assay {

// A one-word digest, the same for all processes of one runner: of the run's subject (subject.h in
// framework/run) by the sizes and times of files, and of suite.json with all its options.
std::string subject_digest(const BuiltSuite& suite, const Tool& tool, const EvaluateOptions& options,
                           const CaseIndex& index);

// Describes the run `run_id` over the cases of `index`.
RunInfo describe_run(const BuiltSuite& suite, const Tool& tool, const EvaluateOptions& options,
                     const CaseIndex& index, const std::string& run_id);

// Records the subject in the run's folder, from its first process on. Throws Error if it cannot be written.
void pin_subject(const std::filesystem::path& run_folder, const std::string& subject);

// The subject that the run's folder records; empty if it records none.
std::string pinned_subject(const std::filesystem::path& run_folder);
bool is_pinned(const std::filesystem::path& run_folder, const std::string& subject);

// Throws Error if a run without reports has another subject, or an unknown one.
void check_subject(const std::filesystem::path& run_folder, const std::string& subject);

// Throws Error if the suite's datasets have changed since the index was written.
void check_current(const BuiltSuite& suite, const CaseIndex& index);

}  // namespace assay
