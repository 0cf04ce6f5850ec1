// SPDX-License-Identifier: Apache-2.0
// Whether two descriptions with one run id describe the same run: its shards, or the run before and after it
// was killed.
#pragma once

#include <filesystem>
#include <string>

#include "assay/result.h"

namespace assay {

// The first difference between two descriptions with one run id, to follow "another …"; empty if they
// describe the same run.
std::string difference_between(const RunInfo& a, const RunInfo& b);
// Throws Error if they do not: another suite, tool or dataset, other levels, or another dealing of cases to
// shards.
void expect_same_run(const std::filesystem::path& file, const RunInfo& stored, const RunInfo& other);

}  // namespace assay
