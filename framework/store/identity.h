// SPDX-License-Identifier: Apache-2.0
// Whether two descriptions with one run id are of one run: shards of it, or before and after it was killed.
#pragma once

#include <filesystem>
#include <string>

#include "assay/result.h"

namespace assay {

// The first thing that two descriptions with one run id differ in, for "another …"; empty: they are of one
// run.
std::string difference_between(const RunInfo& a, const RunInfo& b);
// Throws Error where they are not: another suite, tool, dataset, other levels, or cases
// that were dealt to shards otherwise.
void expect_same_run(const std::filesystem::path& file, const RunInfo& stored, const RunInfo& other);

}  // namespace assay
