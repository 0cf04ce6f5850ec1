// SPDX-License-Identifier: Apache-2.0
// The figures of a retrieval run as rows that console and Markdown share.
#pragma once

#include <string>
#include <vector>

#include "assay/retrieval.h"

namespace assay {

// A metric with a cut-off has a text at each of kCutoffs, another one text; "–" for a figure without value.
struct RetrievalRow {
  std::string name;  // as in metrics.json
  std::vector<std::string> values;
  std::size_t n = 0;  // queries that it is a mean over
};

std::vector<RetrievalRow> retrieval_rows(const AggregateMetrics& metrics);

}  // namespace assay
