// SPDX-License-Identifier: Apache-2.0
// A run of which this process of a test_runner asks a part, and others the rest.
#pragma once

#include <vector>

#include "arguments.h"
#include "assay/internal/dealing.h"
#include "suite.h"

namespace assay {

// What --assay_shard and --assay_run, ASSAY_SHARD and ASSAY_RUN_ID say, and of a run that has an id
// GoogleTest's own variables, which are set so that GoogleTest deals by them. Nothing is shared where no id
// was given and no shard was asked for: a process that GoogleTest's variables alone make a shard is a run of
// its own. To be called before GoogleTest reads its arguments. Throws Error where two of them say different
// things.
Dealing take_dealing(const Arguments& arguments);

// The suite as a shard of a run sees it: its reports lie in a folder of its own, since shards may share a
// file system.
BuiltSuite suite_of_shard(BuiltSuite suite, const Dealing& dealing);

// Gives the run the id that its shards share, describes how its cases are dealt (GoogleTest deals in turn, as
// assay does) and says so in the first line of output. Throws Error where that run, or this shard of it, was
// begun here before, and where a filter was given. REQUIRES: the run is shared.
void share_run(RunInfo& info, const BuiltSuite& suite, const std::vector<Case>& cases,
               const Dealing& dealing);

// After the tests: where they asked all of the shard's cases, of which `results` are, the description says
// so.
void note_asked(RunInfo& info, const Dealing& dealing, std::size_t results);

}  // namespace assay
