// SPDX-License-Identifier: Apache-2.0
// Converts answers recorded by other programs to recorded answers (docs/tool-contract.md): text in, text out.
//
// Pure and re-entrant.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/convert.h"

namespace assay::convert {

enum class AnswerSource {
  jsonl,
  promptfoo,
  inspect,
  lm_eval,
  atif,
  mini,
  codex,
  claude,
  gemini,
  opencode,
  qwen,
  copilot,
  pi,
  trec,
  beir,
  mteb,
  msmarco
};
std::string_view to_string(AnswerSource source);
// Whether its answers are rankings of documents.
bool is_ranked(AnswerSource source);
// Whether a file of it is what an agent did for one task.
bool is_transcript(AnswerSource source);
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
  bool has_outcome = false;  // it says what must hold after the answer ran
};

// How transcripts are read.
struct TranscriptOptions {
  // Which commands of a transcript are the answer: the last one; all of them; or all, if the case has an
  // outcome, and otherwise the last one.
  enum class Commands { by_case, last, all } commands = Commands::by_case;
};

// How rankings are read.
struct RankedOptions {
  // What a query without a line in a run found: nothing, as `trec_eval -c` counts it; or nobody knows.
  enum class Absent { empty, unmeasured } absent = Absent::empty;
  bool ignore_identical_ids = false;  // leave out a document with the id of its query, as BEIR does
};

struct Answers {
  std::string lines;  // recorded answers, one per line; empty if there are none
  std::size_t count = 0;
  std::size_t left_out = 0;
  std::map<std::string, std::size_t> absent = {};  // by run: queries that are not in it; only of rankings
  std::vector<Remark> remarks;                     // in the order of the source
};

// An answer to a question that no case asks is left out and listed, since converted datasets lack some tests;
// if no answer belongs to a case, that is an Error. Throws Error with file and line if the text is not in the
// given format.
Answers answers_from(AnswerSource source, const Text& text, const Mapping& mapping,
                     const std::vector<KnownCase>& cases, const RankedOptions& ranked = {});

// Likewise, an answer per transcript. REQUIRES: is_transcript(source).
Answers answers_from(AnswerSource source, const std::vector<Text>& transcripts,
                     const std::vector<KnownCase>& cases, const TranscriptOptions& options);

}  // namespace assay::convert
