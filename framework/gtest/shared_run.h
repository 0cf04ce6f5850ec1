// SPDX-License-Identifier: Apache-2.0
// A run whose cases are divided between this test_runner process and others.
#pragma once

#include <vector>

#include "arguments.h"
#include "assay/internal/dealing.h"
#include "suite.h"

namespace assay {

// Evaluates --assay_shard and --assay_run, ASSAY_SHARD and ASSAY_RUN_ID, and, for a run with an id,
// GoogleTest's own variables, which it sets so that GoogleTest divides the cases accordingly. Nothing is
// shared if neither an id nor a shard was given: a process that only GoogleTest's variables make a shard is a
// separate run. Call before GoogleTest reads its arguments. Throws Error if two of them contradict each
// other.
Dealing take_dealing(const Arguments& arguments);

// The suite as seen by one shard of a run: its reports go to a separate folder, since shards may share a file
// system.
BuiltSuite suite_of_shard(BuiltSuite suite, const Dealing& dealing);

// Gives the run the id shared by its shards, describes how its cases are divided (round-robin, both in
// GoogleTest and in assay) and prints that as the first line of output. Throws Error if that run, or this
// shard of it, was already begun here, or if a filter was given. REQUIRES: the run is shared.
void share_run(RunInfo& info, const BuiltSuite& suite, const std::vector<Case>& cases,
               const Dealing& dealing);

// Call after the tests: if all of the shard's cases were asked, records that in the description. `results`:
// how many were asked.
void note_asked(RunInfo& info, const Dealing& dealing, std::size_t results);

}  // namespace assay
