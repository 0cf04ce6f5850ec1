// What a run is of: files that must be the same from its first case to its reports, or its figures would be
// of nothing that there was.
#pragma once

#include <string>

#include "assay/tool.h"
#include "case_index.h"
#include "suite.h"

namespace assay {

// A digest, a word, the same for all processes of one runner: the datasets' hashes; and size and time of
// suite.json, of the tool's description (or recording), its program and its first argument where that is a
// file (a script), and of the suite's own tables. Later arguments may be files that the tool itself writes.
std::string subject_of(const Suite& suite, const Tool& tool, const CaseIndex& index);

// The run's folder keeps it, from its first process on. Throws Error where it cannot be written.
void pin_subject(const std::filesystem::path& run_folder, const std::string& subject);

// Throws Error where a run without reports is not of `subject`, or where nobody knows.
void check_subject(const std::filesystem::path& run_folder, const std::string& subject);

// Throws Error where the suite's datasets are not those of the index any more.
void check_current(const Suite& suite, const CaseIndex& index);

}  // namespace assay
