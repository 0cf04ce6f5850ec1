// SPDX-License-Identifier: Apache-2.0
#include "assay/compare.h"

#include <utility>

#include "assay/internal/compare_input.h"
#include "assay/internal/enum_words.h"
#include "assay/internal/grade_case.h"
#include "assay/internal/paired.h"
#include "assay/internal/retrieval_accumulator.h"
#include "assay/internal/text.h"
#include "case_figures.h"
#include "paired_cases.h"
#include "same_answer.h"
#include "totals.h"

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

// The cases of a comparison as its report lists them.

// Lists every case while there is room; beyond that, only changes.
class CaseList {
 public:
  // `report` must outlive this, which writes to it.
  CaseList(CompareReport& report, std::size_t most) : report_(report), most_(most) {}
  bool has_room() const { return report_.per_query.size() < most_; }
  // Adds the next case, in order, and counts it in its category.
  void add(QueryComparison query);

 private:
  CompareReport& report_;
  std::size_t most_;
  std::size_t cases_ = 0;
};

std::size_t& count_of(CategoryChanges& changes, Change kind) {
  switch (kind) {
    case Change::win: return changes.wins;
    case Change::loss: return changes.losses;
    case Change::draw: return changes.draws;
    case Change::regression: return changes.regressions;
    case Change::machine:
    case Change::grader: return changes.same_answers;
    case Change::missing: break;
  }
  return changes.missing;
}

// Whether the case changed in a way worth listing.
bool is_change(const QueryComparison& query) { return query.kind != Change::draw || query.is_new_danger; }

void CaseList::add(QueryComparison query) {
  ++cases_;
  ++count_of(report_.by_category[query.category], query.kind);
  if (cases_ == most_ + 1)
    std::erase_if(report_.per_query, [](const QueryComparison& each) { return !is_change(each); });
  if (cases_ <= most_ || (is_change(query) && has_room())) report_.per_query.push_back(std::move(query));
  report_.not_listed = cases_ - report_.per_query.size();
}

// The figures over all cases of one run.
class SideFigures {
 public:
  explicit SideFigures(HitLevel matched) : retrieval_(matched) {}

  void add(const CaseFigures& each) {
    totals_.add(each.last.status, each.last.score);
    has_queries_ |= each.last.retrieval.has_value();
    retrieval_.add(each.last);
    safety_.add(each);
  }
  bool has_queries() const { return has_queries_; }
  void finish(Metric::Over over, CompareSide& side) {
    side.all = totals_.group("");
    if (over == Metric::Over::queries) side.aggregate = retrieval_.finish();
    side.safety = safety_.finish();
  }

 private:
  Totals totals_;
  RetrievalAccumulator retrieval_;
  SafetyTally safety_;
  bool has_queries_ = false;
};

class RunComparison {
 public:
  RunComparison(RunInfo a, RunInfo b, const CompareOptions& options)
      : options_(options), a_(level(a, b)), b_(level(a, b)), circumstances_(a, b) {
    report_.matched = level(a, b);
    report_.causes = causes_between(a, b);
    report_.a.info = std::move(a);
    report_.b.info = std::move(b);
  }

  // Takes the texts of changed cases from these inputs.
  void read_texts(const CompareInput& a, const CompareInput& b) {
    text_in_a_ = a.text;
    text_in_b_ = b.text;
  }

  void add(const CaseFigures* a, const CaseFigures* b) {
    if (a != nullptr) a_.add(*a);
    if (b != nullptr) b_.add(*b);
    const bool in_a = a != nullptr && a->has_figures();
    const bool in_b = b != nullptr && b->has_figures();
    measured_apart_ |= in_a != in_b;
    shared_ += in_a && in_b;
    if (a != nullptr && b != nullptr) {
      pair(*a, *b);
    } else {
      miss(a != nullptr ? *a : *b, a == nullptr);
    }
  }

  CompareReport finish() {
    const auto over = a_.has_queries() || b_.has_queries() ? Metric::Over::queries : Metric::Over::commands;
    a_.finish(over, report_.a);
    b_.finish(over, report_.b);
    if (measured_apart_) report_.measured_in_both = shared_;
    for (const MetricPairs& pairs : metrics_) finish(pairs);
    adjust(report_.metrics);
    return std::move(report_);
  }

 private:
  static HitLevel level(const RunInfo& a, const RunInfo& b);

  void finish(const MetricPairs& pairs) {
    const bool is_of_safety = pairs.metric().role == Metric::Role::safety;
    if (is_of_safety && !report_.a.safety && !report_.b.safety) return;
    MetricComparison metric = pairs.finish(options_.draws);
    if (metric.is_judged || metric.a.n + metric.b.n > 0) report_.metrics.push_back(std::move(metric));
  }

  void pair(const CaseFigures& a, const CaseFigures& b) {
    const bool of_queries = a.last.retrieval.has_value();
    if (of_queries != b.last.retrieval.has_value())
      throw NotComparable(
          Problem{{},
                  "",
                  "case " + a.last.id + " asks for a command in one run and for documents in the other",
                  "compare runs of one suite"});
    if (metrics_.empty())
      metrics_ = pairs_over(of_queries ? Metric::Over::queries : Metric::Over::commands, report_.matched);
    if (a.has_figures() && b.has_figures())
      for (MetricPairs& metric : metrics_) metric.add(a, b, report_.matched);
    note_unmeasured(a, b);
    if (a.is_measured() && b.is_measured()) ++report_.passes[a.has_passed()][b.has_passed()];
    QueryComparison query = compare_case(a, b, report_.matched);
    query.category = a.last.category;
    note_same_answer(query, a, b);
    note_danger(query, &a, b);
    if (is_change(query)) put_texts(query, &a, &b);
    keep(std::move(query));
  }

  // Of repeated cases only the last answers are known.
  void note_same_answer(QueryComparison& query, const CaseFigures& a, const CaseFigures& b) {
    if (circumstances_.is_same() || !query.changes_verdict() || query.kind == Change::missing) return;
    if (a.attempts != 1 || b.attempts != 1 || !text_in_a_ || !text_in_b_) return;
    const auto change = circumstances_.changed(a, b);
    if (!change) return;
    const auto in_a = text_in_a_(a.last), in_b = text_in_b_(b.last);
    if (!in_a || !in_b || !in_a->command || in_a->command != in_b->command) return;
    query.kind = *change;
    query.note = query.cause = circumstances_.note(*change);
    (*change == Change::machine ? report_.machine_differs : report_.grader_differs) =
        circumstances_.differs(*change);
    if (b.has_passed()) return;
    ++report_.same_answers_lost;
    if (report_.same_answers_lost_names.size() < CompareReport::kSameAnswersNamed)
      report_.same_answers_lost_names.push_back(a.last.dataset + "." + a.last.id);
  }

  void note_danger(QueryComparison& query, const CaseFigures* a, const CaseFigures& b) {
    if (!is_alarm(b)) return;
    const auto in_a = a != nullptr ? is_endangered(*a) : std::nullopt;
    report_.dangers_unknown_in_a += !in_a;
    if (in_a.value_or(true)) return;
    query.is_new_danger = true;
    ++report_.new_dangers;
    if (report_.new_danger_names.size() < CompareReport::kDangersNamed)
      report_.new_danger_names.push_back(b.last.dataset + "." + b.last.id);
  }

  void note_unmeasured(const CaseFigures& a, const CaseFigures& b) {
    if (!a.is_measured() && b.is_measured()) ++report_.unmeasured_in_a;
    if (!a.is_measured() || b.is_measured()) return;
    if (!a.has_passed()) {
      ++report_.missed_unmeasured;
      return name_lost(report_.missed_unmeasured_names, a);
    }
    ++report_.unproven;
    if (report_.unproven_names.size() < CompareReport::kUnprovenNamed)
      report_.unproven_names.push_back(a.last.dataset + "." + a.last.id);
  }

  static void name_lost(std::vector<std::string>& names, const CaseFigures& each) {
    if (names.size() < CompareReport::kLostNamed) names.push_back(each.last.dataset + "." + each.last.id);
  }

  void miss(const CaseFigures& each, bool in_a) {
    QueryComparison query;
    query.dataset = each.last.dataset;
    query.query_id = each.last.id;
    query.kind = Change::missing;
    query.category = each.last.category;
    (in_a ? query.b_status : query.a_status) = each.status();
    ++(in_a ? report_.missing_in_a : report_.missing_in_b);
    if (!in_a) name_lost(report_.missing_in_b_names, each);
    query.note = query.cause = in_a ? "only in b" : "only in a";
    (in_a ? query.b_score : query.a_score) = each.score();
    if (each.last.retrieval)
      (in_a ? query.b_hit_rank : query.a_hit_rank) = rank_at(*each.last.retrieval, report_.matched);
    if (in_a) note_danger(query, nullptr, each);
    put_texts(query, in_a ? nullptr : &each, in_a ? &each : nullptr);
    cases_.add(std::move(query));
  }

  void keep(QueryComparison query) {
    switch (query.kind) {
      case Change::win:
        ++report_.wins;
        report_.new_passes += query.changes_verdict();
        break;
      case Change::loss: ++report_.losses; break;
      case Change::draw: ++report_.draws; break;
      case Change::regression: ++report_.regressions; break;
      case Change::missing: ++report_.unmeasured; break;
      case Change::machine: ++report_.by_machine; break;
      case Change::grader: ++report_.by_grader; break;
    }
    cases_.add(std::move(query));
  }

  // Only for listed cases: each look-up reads a row.
  void put_texts(QueryComparison& query, const CaseFigures* a, const CaseFigures* b) const {
    if (!cases_.has_room()) return;
    const auto text = [](const auto& source, const CaseFigures* each) {
      return source && each != nullptr ? source(each->last) : std::nullopt;
    };
    const auto in_a = text(text_in_a_, a);
    const auto in_b = text(text_in_b_, b);
    if (in_a) query.prompt = in_a->prompt, query.a_answer = in_a->answer;
    if (in_b) query.prompt = in_b->prompt, query.b_answer = in_b->answer;
    if (in_b && query.is_new_danger) say_danger(query, in_b->danger);
    say_more(query);
  }

  // Appended to what is already known about the case.
  static void say_danger(QueryComparison& query, const std::string& reason) {
    if (!query.note.empty()) query.note += "; ";
    query.note += reason.empty() ? "an earlier attempt was dangerous" : "b's answer " + reason;
  }

  // A cause names how the tool ended; adding the tool's message distinguishes causes.
  static void say_more(QueryComparison& query) {
    const bool is_of_a = query.a_status == Status::unmeasured;
    const std::string& said = is_of_a ? query.a_answer : query.b_answer;
    const auto colon = query.cause.find(": ");
    if (colon == query.cause.npos || !said.starts_with(query.cause.substr(colon + 2))) return;
    query.cause.replace(colon + 2, query.cause.npos, said);
  }

  CompareOptions options_;
  CompareReport report_;
  SideFigures a_;
  SideFigures b_;
  Circumstances circumstances_;
  std::function<std::optional<CaseText>(const Figures&)> text_in_a_;
  std::function<std::optional<CaseText>(const Figures&)> text_in_b_;
  std::vector<MetricPairs> metrics_;
  CaseList cases_{report_, options_.most_queries};
  std::size_t shared_ = 0;       // measured in both
  bool measured_apart_ = false;  // some case was measured in only one run
};

HitLevel RunComparison::level(const RunInfo& a, const RunInfo& b) {
  const auto chunker = [](const RunInfo& info) {
    const auto found = info.parts.find("chunker");
    return found == info.parts.end() ? std::string() : found->second;
  };
  return chunker(a) == chunker(b) ? HitLevel::chunk : HitLevel::document;
}

}  // namespace

CaseText case_text_of(const Result& result) {
  const auto danger = danger_of(result);
  const bool is_command = result.answer.ending == Ending::answered && !result.answer.retrieval;
  return {shortened(result.asked.prompt, kMostBytes), shortened(answer_of(result.answer), kMostBytes),
          danger ? danger->reason : "", is_command ? std::optional(result.answer.command) : std::nullopt};
}

std::string_view to_string(Change change) { return word_of(change); }

std::string_view to_string(PairedTest test) { return word_of(test); }

std::string_view chunker_version_match(HitLevel matched) {
  return matched == HitLevel::chunk ? "exact" : "fallback_doc";
}

CompareReport compare(CompareInput a, CompareInput b, const CompareOptions& options) {
  if (auto problems = obstacles(a.info, b.info, options); !problems.empty())
    throw NotComparable(std::move(problems));
  RunComparison comparison(std::move(a.info), std::move(b.info), options);
  comparison.read_texts(a, b);
  CaseReader in_a(std::move(a.figures));
  CaseReader in_b(std::move(b.figures));
  while (in_a.current() != nullptr || in_b.current() != nullptr) {
    const CaseFigures* left = in_a.current();
    const CaseFigures* right = in_b.current();
    const int order = left == nullptr ? 1 : right == nullptr ? -1 : order_of(left->last, right->last);
    comparison.add(order <= 0 ? left : nullptr, order >= 0 ? right : nullptr);
    if (order <= 0) in_a.advance();
    if (order >= 0) in_b.advance();
  }
  return comparison.finish();
}

CompareInput compare_input_of(const Run& run) {
  std::map<std::pair<std::string, std::string>, const Result*> last;
  for (const Result* each : last_attempts(run))
    last.emplace(std::pair(each->asked.dataset, each->asked.id), each);
  return {run.info, figures_of(run),
          [last = std::move(last)](const Figures& figures) -> std::optional<CaseText> {
            const auto found = last.find(std::pair(figures.dataset, figures.id));
            return found == last.end() ? std::nullopt : std::optional(case_text_of(*found->second));
          }};
}

CompareReport compare(const Run& a, const Run& b, const CompareOptions& options) {
  return compare(compare_input_of(a), compare_input_of(b), options);
}

}  // namespace assay
