// SPDX-License-Identifier: Apache-2.0
// The columns in which stores keep figures: one list, which names, binds, reads, exports and swaps them. The
// tables of both kinds of store have a column for each (schema.cc and server_schema.cc of `store`).
#pragma once

#include <tuple>
#include <type_traits>

#include "assay/internal/exact_sum.h"
#include "assay/internal/figures.h"

namespace assay {

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
               NamedMember{"query_group", &RetrievalFigures::group}};

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
