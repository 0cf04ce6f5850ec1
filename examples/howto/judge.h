// How well one recipe answers a request.
#pragma once

#include "index.h"
#include "ranking.h"
#include "request.h"

namespace assay::howto {

// All phrases taken together. `best_bm25` is that of the candidate the index puts first.
Ranked judge(const Candidate& candidate, const Request& request, const Index& index, double best_bm25);

// The answer if the phrase that suits the request best is what was meant.
Ranked judge_by_phrase(const Candidate& candidate, const Request& request, const Index& index,
                       double best_bm25);

}  // namespace assay::howto
