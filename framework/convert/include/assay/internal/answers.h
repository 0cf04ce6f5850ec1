// SPDX-License-Identifier: Apache-2.0
// Answers that other programs recorded, as recorded answers (docs/tool-contract.md): text in, text out.
//
// Pure, and re-entrant.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/convert.h"

namespace assay::convert {

enum class AnswerSource { jsonl, promptfoo, inspect, trec };
std::optional<AnswerSource> answer_source_from(std::string_view word);
std::vector<std::string> answer_source_names();

// As mapping_from, of what a recorded answer says: id or prompt, answer, run, attempt, latency_ms, refused,
// label.
Mapping answer_mapping_from(std::string_view text);

// A case of the datasets that answers are graded by.
struct AskedCase {
  std::string id;
  std::string prompt;
};

struct Answers {
  std::string lines;  // of recorded answers; empty where there is none
  std::size_t count = 0;
  std::size_t left_out = 0;
  std::vector<Remark> remarks;  // in the order of the source
};

// An answer to what no case asks is left out and listed, since of what was converted some tests are left out;
// but where none is to a case, that is an Error. Throws Error with file and line where the text is not what
// it is said to be.
Answers answers_from(AnswerSource source, const Text& text, const Mapping& mapping,
                     const std::vector<AskedCase>& asked);

}  // namespace assay::convert
