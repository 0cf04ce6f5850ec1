// SPDX-License-Identifier: Apache-2.0
#include "assay/compare.h"
#include "assay/internal/compare_input.h"
#include "assay/internal/danger.h"
#include "characters.h"

namespace assay {
namespace {

constexpr std::size_t kMostBytes = 400;
constexpr std::size_t kMostHits = 3;

std::string cut_case_text(std::string text) {
  if (text.size() <= kMostBytes) return text;
  std::size_t end = kMostBytes;
  while (end > 0 && continues(text[end])) --end;
  return text.substr(0, end) + "…";
}

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
  return {cut_case_text(result.asked.prompt), cut_case_text(answer_of(result.answer)),
          danger ? danger->reason : ""};
}

}  // namespace assay
