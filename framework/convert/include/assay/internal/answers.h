// SPDX-License-Identifier: Apache-2.0
// Converts answers recorded by other programs to recorded answers (docs/tool-contract.md): text in, text out.
//
// Pure and re-entrant.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/convert.h"

namespace assay::convert {

enum class AnswerSource { jsonl, promptfoo, inspect, lm_eval, trec };
std::optional<AnswerSource> answer_source_from(std::string_view word);
std::vector<std::string> answer_source_names();

// The parts of a recorded answer.
std::vector<std::string> answer_part_names();
// Like mapping_from, for these parts.
Mapping answer_mapping_from(std::string_view text);

// A case of the datasets against which the answers are graded.
struct KnownCase {
  std::string id;
  std::string prompt;
};

struct Answers {
  std::string lines;  // recorded answers, one per line; empty if there are none
  std::size_t count = 0;
  std::size_t left_out = 0;
  std::vector<Remark> remarks;  // in the order of the source
};

// An answer to a question that no case asks is left out and listed, since converted datasets lack some tests;
// if no answer belongs to a case, that is an Error. Throws Error with file and line if the text is not in the
// given format.
Answers answers_from(AnswerSource source, const Text& text, const Mapping& mapping,
                     const std::vector<KnownCase>& cases);

}  // namespace assay::convert
