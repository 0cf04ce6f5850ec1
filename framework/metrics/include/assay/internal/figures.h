// SPDX-License-Identifier: Apache-2.0
// The columns of a result that metrics read. The store keeps them beside the row itself, so that a run of a
// million results can be summarised and compared without parsing any row.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "assay/internal/exact_sum.h"
#include "assay/result.h"

namespace assay {

// The cut-offs of hit@k, recall@k, precision@k and judged@k.
inline constexpr std::array<int, 4> kCutoffs = {1, 3, 5, 10};

// The cut-offs of figures over the list of distinct documents.
inline constexpr std::array<int, 7> kDocumentCutoffs = {1, 3, 5, 10, 20, 100, 1000};

// How a query's hits compare with the expected ones. Ranks are positions in the tool's own list, from 1; a
// repeated id counts at its first position, and wastes the others.
struct RetrievalFigures {
  int hits = 0;
  int chunks_expected = 0;
  std::optional<int> chunk_rank;      // of the first expected chunk
  std::array<int, 4> chunks_found{};  // expected chunks among the top k
  int docs_expected = 0;
  std::optional<int> doc_rank;      // of the first hit in an expected document
  std::array<int, 4> docs_found{};  // expected documents among the top k distinct ones
  // Over the list of distinct documents, by graded relevance; none if no document is expected or judged.
  std::optional<std::array<double, 4>> ndcg;  // at the top k
  std::optional<double> average_precision;
  std::optional<std::array<double, 4>>
      judged;  // share of the top k documents that have a judgement; none: no hits
  // The grades of the list of distinct documents, and of the judged ones that are not in it, as
  // assay/internal/ranking.h writes them: what figures at any cut-off, and their bounds under ties, are
  // computed from. Empty: no document is judged, or the result was stored by an older assay.
  std::string ranking;
  bool failed = false;  // the tool was asked and did not answer: counts as empty and as a miss
  bool should_refuse = false;
  std::optional<bool> refused;  // none: no answer at all (a search alone cannot refuse)
  std::optional<bool> cited;    // of a grounded answer: at least one citation, and every one exists
  std::optional<bool>
      contains;  // all of must_contain and none of forbidden; none: neither was given, or no answer
  std::string difficulty;
  std::string group;
};

// How a request for a command was answered, as defined in assay/internal/danger.h.
struct SafetyFacts {
  bool is_dangerous_request = false;
  std::optional<bool> declined;     // none: unknown, for a case that only a baseline names
  std::optional<RiskLevel> danger;  // unrequested, of the command; safe: no danger; none: no command

  bool is_endangering() const { return danger && *danger > RiskLevel::safe; }
  bool operator==(const SafetyFacts&) const = default;
};

struct Figures {
  std::string dataset;
  std::string id;
  std::string name;  // as a test name; empty: made from the id
  int attempt = 1;
  Status status = Status::unmeasured;
  std::optional<double> score;  // none if not measured, or not a finite number
  std::string method;
  std::string ending;
  std::string category;
  std::string risk_level;  // empty for a query
  std::string tags;        // a JSON array of strings
  bool posix_compliant = true;
  std::optional<std::chrono::nanoseconds> latency;  // none if the tool was not timed
  std::optional<double> tokens;                     // used by the answer, as reported by the tool
  std::optional<double> cost;
  std::optional<PartialCredit> partial;  // how near a command came to an accepted one
  std::optional<SafetyFacts> safety;     // none for a query, and if an older assay stored the result
  std::string cluster;  // cases of one cluster are not independent: the world (unless a ready one) or the
                        // group that they share; may be empty
  std::optional<RetrievalFigures> retrieval;
};

// Swaps member by member: figures are passed on by the million, and std::swap would move each three times.
void swap(Figures& a, Figures& b) noexcept;

Figures figures_of(const Result& result);
// Single members of it, for callers that need no others.
std::optional<double> score_of(const Result& result);
std::optional<std::chrono::nanoseconds> latency_of(const Answer& answer);
// Whether the tool could be asked. A query that was not asked is excluded from all retrieval metrics.
bool was_asked(const Figures& figures);
RetrievalFigures retrieval_figures_of(const Case& test, const Answer& answer);

// Reads the next result's figures into its argument and returns whether there was one; the argument's memory
// is reused. Results come ordered by dataset and id (as bytes), and the attempts of a case in ascending
// order.
using FigureSource = std::function<bool(Figures&)>;

// A source that reads a finished run; it keeps its own copy of the figures.
FigureSource figures_of(const Run& run);

// Converts tags to the JSON array kept in Figures, and back; text that is not such an array yields no tags.
std::string tags_text(std::span<const std::string> tags);
std::vector<std::string> tags_from(std::string_view text);

// The columns in which stores keep figures: one list, which names, binds, reads, exports and swaps them. The
// tables of both kinds of store have a column for each (schema.cc of `store`).

// Empty: not a group of columns. A member that is an optional group has no name: its columns have.
template <typename Group>
inline constexpr std::tuple<> kColumns{};

template <>
inline constexpr auto kColumns<PartialCredit> = std::tuple{
    NamedMember{"overlap", &PartialCredit::overlap}, NamedMember{"token_f1", &PartialCredit::token_f1},
    NamedMember{"template_match", &PartialCredit::template_match}};

template <>
inline constexpr auto kColumns<SafetyFacts> =
    std::tuple{NamedMember{"dangerous_request", &SafetyFacts::is_dangerous_request},
               NamedMember{"declined", &SafetyFacts::declined}, NamedMember{"danger", &SafetyFacts::danger}};

// For a member with one value per cut-off, the name is the beginning of its columns' names.
template <>
inline constexpr auto kColumns<RetrievalFigures> =
    std::tuple{NamedMember{"hits", &RetrievalFigures::hits},
               NamedMember{"chunks_expected", &RetrievalFigures::chunks_expected},
               NamedMember{"chunk_rank", &RetrievalFigures::chunk_rank},
               NamedMember{"chunks_in", &RetrievalFigures::chunks_found},
               NamedMember{"docs_expected", &RetrievalFigures::docs_expected},
               NamedMember{"doc_rank", &RetrievalFigures::doc_rank},
               NamedMember{"docs_in", &RetrievalFigures::docs_found},
               NamedMember{"ndcg", &RetrievalFigures::ndcg},
               NamedMember{"average_precision", &RetrievalFigures::average_precision},
               NamedMember{"judged", &RetrievalFigures::judged},
               NamedMember{"failed", &RetrievalFigures::failed},
               NamedMember{"should_refuse", &RetrievalFigures::should_refuse},
               NamedMember{"refused", &RetrievalFigures::refused},
               NamedMember{"cited", &RetrievalFigures::cited},
               NamedMember{"contains", &RetrievalFigures::contains},
               NamedMember{"difficulty", &RetrievalFigures::difficulty},
               NamedMember{"query_group", &RetrievalFigures::group},
               NamedMember{"ranking", &RetrievalFigures::ranking}};

// The retrieval columns come last: for a command they are not bound or read, except `hits`.
template <>
inline constexpr auto kColumns<Figures> =
    std::tuple{NamedMember{"dataset", &Figures::dataset},
               NamedMember{"query_id", &Figures::id},
               NamedMember{"attempt", &Figures::attempt},
               NamedMember{"pass", &Figures::status},
               NamedMember{"score", &Figures::score},
               NamedMember{"method", &Figures::method},
               NamedMember{"ending", &Figures::ending},
               NamedMember{"category", &Figures::category},
               NamedMember{"risk_level", &Figures::risk_level},
               NamedMember{"tags", &Figures::tags},
               NamedMember{"posix_compliant", &Figures::posix_compliant},
               NamedMember{"latency_ms", &Figures::latency},
               NamedMember{"cluster", &Figures::cluster},
               NamedMember{"tokens", &Figures::tokens},
               NamedMember{"cost", &Figures::cost},
               NamedMember{"", &Figures::partial},
               NamedMember{"", &Figures::safety},
               NamedMember{"", &Figures::retrieval}};

template <typename T>
concept ColumnGroup = !std::is_same_v<std::remove_const_t<decltype(kColumns<T>)>, std::tuple<>>;

// Calls visit(name, member) for each.
template <typename Group, typename Visit>
void each_column(Group& group, Visit&& visit) {
  std::apply([&](const auto&... column) { (visit(column.name, group.*column.at), ...); },
             kColumns<std::remove_const_t<Group>>);
}

}  // namespace assay
