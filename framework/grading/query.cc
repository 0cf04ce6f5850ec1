// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "assay/internal/text.h"
#include "levels.h"

namespace assay {
namespace {

constexpr int kDeepest = 1000;

// The first hit that has one of the wanted ids.
struct Place {
  int rank = 0;  // from 1; 0: nowhere
  std::string id;
};

Place find(const std::vector<Hit>& hits, const std::vector<std::string>& wanted, std::string Hit::*id) {
  const std::set<std::string_view> ids(wanted.begin(), wanted.end());
  for (std::size_t i = 0; i < hits.size(); ++i)
    if (ids.contains(hits[i].*id)) return {static_cast<int>(i + 1), hits[i].*id};
  return {};
}

std::string joined(const std::vector<std::string>& ids) {
  std::string list;
  for (const auto& id : ids) list += (list.empty() ? "" : ", ") + one_line(id);
  return list;
}

// The chunk that a query asks for, or the document if it names no chunk.
struct Wanted {
  std::string words;  // "chunk a.md#b", "one of the chunks …"
  Place place;
};

Wanted wanted(const Case& query, const std::vector<Hit>& hits) {
  const RetrievalExpectation& expected = *query.retrieval;
  const bool chunks = !expected.expected_chunk_ids.empty();
  const auto& ids = chunks ? expected.expected_chunk_ids : expected.expected_doc_ids;
  const char* kind = chunks ? "chunk" : "document";
  return {ids.size() == 1 ? fmt::format("{} {}", kind, one_line(ids.front()))
                          : fmt::format("one of the {}s {}", kind, joined(ids)),
          find(hits, ids, chunks ? &Hit::chunk_id : &Hit::doc_id)};
}

// Where its document ranks if the chunk was missed.
std::string document_place(const Case& query, const std::vector<Hit>& hits) {
  const RetrievalExpectation& expected = *query.retrieval;
  if (expected.expected_chunk_ids.empty()) return "";
  const Place document = find(hits, expected.expected_doc_ids, &Hit::doc_id);
  return document.rank == 0 ? "; nor is its document"
                            : fmt::format("; its document comes at rank {}", document.rank);
}

// Whether the query names the documents with the answer; if not, only the answer's text can be judged.
bool names_documents(const Case& query) {
  return !query.retrieval->expected_doc_ids.empty() || !query.retrieval->expected_chunk_ids.empty();
}

Verdict grade_hit(const Case& query, const Answer& answer, int k) {
  Verdict verdict;
  if (!query.retrieval || !answer.retrieval) return verdict;
  if (!names_documents(query)) {
    verdict.outcome = VerdictKind::unavailable;
    verdict.why = "the query names no documents";
    return verdict;
  }
  const auto& hits = answer.retrieval->hits;
  const auto [words, place] = wanted(query, hits);
  if (place.rank > 0 && place.rank <= k) {
    verdict.outcome = VerdictKind::match;
    verdict.score = 1.0;
    verdict.accepted = place.id;
    verdict.why = fmt::format("{} is at rank {}", one_line(place.id), place.rank);
  } else if (place.rank > 0) {
    verdict.outcome = VerdictKind::mismatch;
    verdict.why = fmt::format("{} is at rank {}, below the top {}", one_line(place.id), place.rank, k);
  } else {
    verdict.outcome = VerdictKind::mismatch;
    verdict.why =
        fmt::format("{} is not among the {} hits{}", words, hits.size(), document_place(query, hits));
  }
  return verdict;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The fault of a text; empty if it has none.
std::string fault_of(const std::string& text, const RetrievalExpectation& expected) {
  for (const auto& part : expected.must_contain)
    if (!has(text, part)) return fmt::format("the answer does not say \"{}\"", one_line(part));
  for (const auto& part : expected.forbidden)
    if (has(text, part)) return fmt::format("the answer says \"{}\", which is forbidden", one_line(part));
  return "";
}

// A veto: the right words do not show that the right document was found, unless the query names none.
Verdict grade_words(const Case& query, const Answer& answer) {
  Verdict verdict;
  verdict.why = "no answer in words, or no words to look for";
  if (!query.retrieval || !answer.retrieval || !answer.retrieval->text) return verdict;
  const auto& expected = *query.retrieval;
  if (expected.must_contain.empty() && expected.forbidden.empty()) return verdict;
  const std::string fault = fault_of(*answer.retrieval->text, expected);
  if (fault.empty()) {
    verdict.why = "the answer contains all required words, and no forbidden one";
    if (names_documents(query)) return verdict;
    verdict.outcome = VerdictKind::match;
    verdict.score = 1.0;
    return verdict;
  }
  if (!names_documents(query)) {
    verdict.outcome = VerdictKind::mismatch;
    verdict.why = fault;
    return verdict;
  }
  const Place place = wanted(query, answer.retrieval->hits).place;
  verdict.outcome = VerdictKind::mismatch;
  verdict.why = fault + (place.rank ? fmt::format(", though {} is at rank {}", one_line(place.id), place.rank)
                                    : ", and no expected document was found");
  return verdict;
}

Grade graded_query(Status status, std::string method, std::string why) {
  return {.status = status,
          .score = status == Status::pass ? 1.0 : 0.0,
          .method = std::move(method),
          .why = std::move(why)};
}

Grade grade_expected_refusal(const Case& query, const Answer& answer) {
  static const RetrievalAnswer nothing;
  const RetrievalAnswer& said = answer.retrieval ? *answer.retrieval : nothing;
  if (said.text) {
    const auto& forbidden = query.retrieval->forbidden;
    const auto told =
        std::ranges::find_if(forbidden, [&](const auto& part) { return has(*said.text, part); });
    if (told != forbidden.end())
      return graded_query(Status::miss, "contains",
                          fmt::format("expected a refusal, and none that says \"{}\"", one_line(*told)));
  }
  if (answer.ending == Ending::refused) return graded_query(Status::pass, "refusal", "refused, as expected");
  const bool has_words =
      (said.text && !said.text->empty()) || (answer.ending == Ending::answered && !answer.retrieval);
  if (said.grounded || has_words)
    return graded_query(Status::miss, "none", "expected a refusal, got an answer in words");
  if (said.hits.empty()) return graded_query(Status::pass, "empty", "found nothing, as expected");
  if (said.text)
    return graded_query(Status::miss, "none", "expected a refusal, got hits without a word about them");
  return graded_query(
      Status::unmeasured, "search",
      fmt::format("expected a refusal; a search alone ({} hits) does not say whether it would",
                  said.hits.size()));
}

std::string seen_at(const Case& query, const Answer& answer) {
  if (!answer.retrieval) return "";
  const Place place = wanted(query, answer.retrieval->hits).place;
  return place.rank ? fmt::format(", though it found {} at rank {}", one_line(place.id), place.rank) : "";
}

// For a query that names no documents and an answer without text to judge; none if there is text.
std::optional<Grade> grade_without_documents(const Case& query, const Answer& answer) {
  const RetrievalExpectation& expected = *query.retrieval;
  if (expected.must_contain.empty() && expected.forbidden.empty())
    return graded_query(Status::unmeasured, "none",
                        "the query names neither documents nor words to look for");
  if (answer.ending == Ending::refused)
    return graded_query(Status::miss, "refused", "refused, but expected an answer");
  if (answer.ending == Ending::answered && !answer.retrieval)
    return graded_query(Status::miss, "none", "answered in words alone where hits were expected");
  if (answer.retrieval && answer.retrieval->text) {
    if (answer.ending == Ending::answered) return std::nullopt;
    return graded_query(Status::miss, "empty", "found nothing and said nothing; expected an answer");
  }
  return graded_query(Status::unmeasured, "search",
                      "the query names no documents, and there is no answer in words");
}

}  // namespace

std::optional<Level> query_level(std::string_view name) {
  if (name == "contains") return Level{"contains", grade_words, "1", DatasetKind::queries};
  constexpr std::string_view kHit = "hit@";
  if (!name.starts_with(kHit)) return std::nullopt;
  const std::string_view digits = name.substr(kHit.size());
  const auto k = number_from<int>(digits);
  if (!k || *k < 1 || *k > kDeepest || digits.front() == '0') return std::nullopt;
  return Level{std::string(name),
               [k = *k](const Case& query, const Answer& answer) { return grade_hit(query, answer, k); }, "1",
               DatasetKind::queries};
}

std::optional<Grade> grade_query_ending(const Case& query, const Answer& answer) {
  const bool spoke =
      answer.ending == Ending::answered || answer.ending == Ending::refused || answer.ending == Ending::empty;
  if (!spoke) return std::nullopt;
  if (query.expect == Expectation::refusal) return grade_expected_refusal(query, answer);
  if (!names_documents(query)) return grade_without_documents(query, answer);
  const std::string words = wanted(query, {}).words;
  switch (answer.ending) {
    case Ending::refused:
      return graded_query(Status::miss, "refused",
                          fmt::format("refused, but expected {}{}", words, seen_at(query, answer)));
    case Ending::empty:
      return graded_query(Status::miss, "empty", fmt::format("found nothing; expected {}", words));
    default: break;
  }
  if (answer.retrieval) return std::nullopt;
  return graded_query(Status::miss, "none", "answered in words where hits were expected: " + words);
}

}  // namespace assay
