// SPDX-License-Identifier: Apache-2.0
// The figures of a run of queries.
#pragma once

#include <cstddef>
#include <optional>

#include "assay/retrieval.h"
#include "retrieval_script.h"

namespace assay {

inline Figure figure(double value, std::size_t n) { return {value, n}; }
inline const Figure kNone = {std::nullopt, 0};

inline AggregateMetrics metrics_of(RetrievalScript script) { return aggregate_retrieval(script.run()); }

}  // namespace assay
