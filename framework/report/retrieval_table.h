// SPDX-License-Identifier: Apache-2.0
// The figures of a retrieval run, as rows shared by console and Markdown.
#pragma once

#include <string>
#include <vector>

#include "assay/retrieval.h"

namespace assay {

// One text per cut-off in kCutoffs if the metric has one, otherwise a single text; "–" for a missing figure.
struct RetrievalRow {
  std::string name;  // as in metrics.json
  std::vector<std::string> values;
  std::size_t n = 0;  // number of queries in the mean
};

std::vector<RetrievalRow> retrieval_rows(const AggregateMetrics& metrics);

}  // namespace assay
