// How well one recipe answers a request.
#pragma once

#include "index.h"
#include "ranking.h"
#include "request.h"

namespace assay::howto {

// With a `focus` that phrase of the recipe alone is what the request might mean. `best_bm25` is that of the
// candidate the index puts first.
Ranked judge(const Candidate& candidate, const Phrase* focus, const Request& request, const Index& index,
             double best_bm25);

}  // namespace assay::howto
