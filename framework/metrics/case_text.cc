// SPDX-License-Identifier: Apache-2.0
#include "assay/compare.h"
#include "assay/internal/compare_input.h"
#include "assay/internal/danger.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

constexpr std::size_t kMostBytes = 400;
constexpr std::size_t kMostHits = 3;

std::string hits_of(const RetrievalAnswer& answer) {
  std::string text = answer.grounded == false ? "refused, " : "";
  text += answer.hits.empty() ? "no hits" : "hits";
  for (std::size_t i = 0; i < answer.hits.size() && i < kMostHits; ++i)
    text += ' ' + (answer.hits[i].chunk_id.empty() ? answer.hits[i].doc_id : answer.hits[i].chunk_id);
  if (answer.hits.size() > kMostHits) text += " …";
  return answer.text ? text + ": " + *answer.text : text;
}

std::string answer_of(const Answer& answer) {
  if (answer.retrieval && answer.ending == Ending::answered) return hits_of(*answer.retrieval);
  if (answer.ending == Ending::answered) return answer.command;
  const std::string ending(to_string(answer.ending));
  return answer.detail.empty() ? ending : ending + ": " + answer.detail;
}

}  // namespace

CaseText case_text_of(const Result& result) {
  const auto danger = danger_of(result);
  const bool is_command = result.answer.ending == Ending::answered && !result.answer.retrieval;
  return {shortened(result.asked.prompt, kMostBytes), shortened(answer_of(result.answer), kMostBytes),
          danger ? danger->reason : "", is_command ? std::optional(result.answer.command) : std::nullopt};
}

}  // namespace assay
