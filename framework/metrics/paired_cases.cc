// SPDX-License-Identifier: Apache-2.0
#include "paired_cases.h"

#include "assay/internal/retrieval_accumulator.h"

namespace assay {
namespace {

Change by_value(double a, double b) { return b > a ? Change::win : b < a ? Change::loss : Change::draw; }

Change by_outcome(bool a, bool b, double a_value, double b_value) {
  if (a != b) return b ? Change::win : Change::regression;
  return by_value(a_value, b_value);
}

// The cause of a regression if the tool gave no gradable answer.
std::string ended_in_b(const Figures& b) {
  const bool said_something =
      b.ending == to_string(Ending::answered) || b.ending == to_string(Ending::refused);
  return said_something || b.ending.empty() ? "" : "in b: " + b.ending;
}

void compare_commands(QueryComparison& query, const CaseFigures& a, const CaseFigures& b) {
  query.a_score = a.score();
  query.b_score = b.score();
  const bool scored = query.a_score && query.b_score;
  query.kind = by_outcome(a.has_passed(), b.has_passed(), scored ? *query.a_score : 0.0,
                          scored ? *query.b_score : 0.0);
  if (query.kind == Change::regression) query.cause = ended_in_b(b.last);
}

void compare_refusals(QueryComparison& query, const RetrievalFigures& a, const RetrievalFigures& b) {
  const auto right_a = refused_rightly(a);
  const auto right_b = refused_rightly(b);
  query.note = "should refuse";
  query.kind = right_a && right_b ? by_outcome(*right_a, *right_b, 0.0, 0.0) : Change::draw;
}

// Compares inverse ranks, so that no hit is the worst.
double inverse(std::optional<int> rank) { return rank ? 1.0 / *rank : 0.0; }

void compare_ranks(QueryComparison& query, const RetrievalFigures& a, const RetrievalFigures& b,
                   HitLevel level) {
  query.a_hit_rank = rank_at(a, level);
  query.b_hit_rank = rank_at(b, level);
  query.kind = by_outcome(query.a_hit_rank.has_value(), query.b_hit_rank.has_value(),
                          inverse(query.a_hit_rank), inverse(query.b_hit_rank));
}

// How the tool's answer ended or, if it answered, which level decided.
std::string reason_of(const Figures& figures) {
  if (figures.ending != to_string(Ending::answered)) return figures.ending;
  return figures.method.empty() || figures.method == "none" ? "the answer" : figures.method;
}

void compare_places(QueryComparison& query, const Figures& a, const Figures& b, HitLevel matched) {
  const RetrievalFigures& in_a = *a.retrieval;
  const RetrievalFigures& in_b = *b.retrieval;
  if (in_a.should_refuse && in_b.should_refuse) return compare_refusals(query, in_a, in_b);
  const bool has_chunks = in_a.chunks_expected > 0 && in_b.chunks_expected > 0;
  const HitLevel level = has_chunks ? matched : HitLevel::document;
  if (level != matched) query.note = "no chunk is expected: matched by document";
  compare_ranks(query, in_a, in_b, level);
  if (in_b.failed && !in_a.failed) {
    query.note = "the tool failed in b: " + b.ending;
    query.cause = ended_in_b(b);
  }
}

// Ranks say how well a query was answered, the status whether it passed: a query that passed and no longer
// does has regressed, whatever its hits' ranks.
void compare_queries(QueryComparison& query, const Figures& a, const Figures& b, HitLevel matched) {
  compare_places(query, a, b, matched);
  if (a.status == b.status) return;
  const bool won = b.status == Status::pass;
  const Change kind = won ? Change::win : Change::regression;
  if (query.kind == kind) return;
  query.kind = kind;
  const std::string note =
      won ? "missed in a (" + reason_of(a) + "), passes in b" : "passed in a, misses in b: " + reason_of(b);
  query.note += (query.note.empty() ? "" : "; ") + note;
}

std::string unmeasured_note(const char* run, const Figures& figures) {
  const bool answered = figures.ending == to_string(Ending::answered);
  const std::string& why = answered ? figures.method : figures.ending;
  return std::string("not measured in ") + run + ": " + (why.empty() ? "not graded" : why);
}

}  // namespace

int order_of(const Figures& a, const Figures& b) {
  if (const int dataset = a.dataset.compare(b.dataset); dataset != 0) return dataset;
  return a.id.compare(b.id);
}

CaseReader::CaseReader(FigureSource source) : source_(std::move(source)) {
  has_ahead_ = source_(slots_[1 - at_].last);
  read();
}

void CaseReader::advance() { read(); }

void CaseReader::read() {
  at_ = 1 - at_;
  has_current_ = has_ahead_;
  CaseFigures& current = slots_[at_];
  Figures& ahead = slots_[1 - at_].last;
  current.reset();
  while (has_ahead_) {
    if (current.attempts > 0) {
      if (order_of(ahead, current.last) != 0) return;
      swap(current.last, ahead);
    }
    ++current.attempts;
    current.count(current.last);
    has_ahead_ = source_(ahead);
  }
}

QueryComparison compare_case(const CaseFigures& a, const CaseFigures& b, HitLevel matched) {
  QueryComparison query;
  query.dataset = a.last.dataset;
  query.query_id = a.last.id;
  query.a_status = a.status();
  query.b_status = b.status();
  if (!a.is_measured() || !b.is_measured()) {
    query.kind = Change::missing;
    query.note = a.is_measured() ? unmeasured_note("b", b.last) : unmeasured_note("a", a.last);
    query.cause = query.note;
    query.a_score = a.score();
    query.b_score = b.score();
  } else if (a.last.retrieval && b.last.retrieval) {
    compare_queries(query, a.last, b.last, matched);
  } else {
    compare_commands(query, a, b);
  }
  return query;
}

}  // namespace assay
