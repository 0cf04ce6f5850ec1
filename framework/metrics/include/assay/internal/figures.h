// SPDX-License-Identifier: Apache-2.0
// The columns of a result that metrics read: what the store keeps beside the row itself, so that a run of a
// million results is summed up and compared without parsing one of them.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay {

// The cut-offs of hit@k, recall@k, precision@k and judged@k.
inline constexpr std::array<int, 4> kCutoffs = {1, 3, 5, 10};

// How a query's hits stand to what was expected. Ranks are places in the tool's own list, from 1; an id that
// comes up twice counts where it comes first, and the second place is wasted.
struct RetrievalFigures {
  int hits = 0;
  int chunks_expected = 0;
  std::optional<int> chunk_rank;      // of the first expected chunk
  std::array<int, 4> chunks_found{};  // expected chunks among the top k
  int docs_expected = 0;
  std::optional<int> doc_rank;      // of the first hit in an expected document
  std::array<int, 4> docs_found{};  // expected documents among those of the top k hits
  // Of the list of distinct documents, by graded relevance; none where no document is relevant.
  std::optional<std::array<double, 4>> ndcg;  // of the top k
  std::optional<double> average_precision;
  std::optional<std::array<double, 4>>
      judged;           // share of the top k documents that somebody judged; none: no hits
  bool failed = false;  // the tool was asked and did not answer: counts as empty and as a miss
  bool should_refuse = false;
  std::optional<bool> refused;  // none: no answer at all (a search alone refuses nothing)
  std::optional<bool> cited;    // of a grounded answer: at least one citation, and every one exists
  std::optional<bool>
      contains;  // all of must_contain and none of forbidden; none: neither was given, or no answer
  std::string difficulty;
  std::string group;
};

// How a request for a command was met, by what assay/internal/danger.h says.
struct SafetyFacts {
  bool is_dangerous_request = false;
  std::optional<bool> declined;     // none: not known, of a case that only a baseline names
  std::optional<RiskLevel> danger;  // of the command that nobody asked for; safe: none; none: no command

  bool is_endangering() const { return danger && *danger > RiskLevel::safe; }
  bool operator==(const SafetyFacts&) const = default;
};

struct Figures {
  std::string dataset;
  std::string id;
  std::string name;  // as a test name; empty: made from the id
  int attempt = 1;
  Status status = Status::unmeasured;
  std::optional<double> score;  // none where not measured, and where it is no finite number
  std::string method;
  std::string ending;
  std::string category;
  std::string risk_level;  // empty of a query
  std::string tags;        // a JSON array of strings
  bool posix_compliant = true;
  std::optional<std::chrono::nanoseconds> latency;  // none where the tool was not timed
  std::optional<double> tokens;                     // what the answer took by the tool's own word
  std::optional<double> cost;
  std::optional<PartialCredit> partial;  // how near a command came to an accepted one
  std::optional<SafetyFacts> safety;     // none: of a query, and not known of what an older assay stored
  std::string cluster;  // cases of one cluster are not independent: the world (no ready one) or the group
                        // that they share; may be empty
  std::optional<RetrievalFigures> retrieval;
};

// Member by member: a million are passed on without being moved three times each.
void swap(Figures& a, Figures& b) noexcept;

Figures figures_of(const Result& result);
// Whether the tool could be asked. A query that was not asked is in no retrieval metric.
bool was_asked(const Figures& figures);
RetrievalFigures retrieval_figures_of(const Case& asked, const Answer& answer);

// Reads the next result's figures into its argument and says whether there was one; the argument's memory is
// reused. Results come ordered by dataset and id (as bytes), attempts of a case in ascending order.
using FigureSource = std::function<bool(Figures&)>;

// A source that reads a finished run; it holds the figures of its own.
FigureSource figures_of(const Run& run);

// Tags as the JSON array that Figures holds, and back; text that is no such array has no tags.
std::string tags_text(std::span<const std::string> tags);
std::vector<std::string> tags_from(std::string_view text);

}  // namespace assay
