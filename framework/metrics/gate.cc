// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assay/internal/difference.h"
#include "assay/internal/patterns.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/text.h"
#include "totals.h"

namespace assay {
namespace {

constexpr std::size_t kWhole = 72;    // commands up to this many bytes are shown whole
constexpr std::size_t kContext = 16;  // bytes of common text kept on either side of the difference
constexpr std::size_t kMost = 160;    // bytes shown at most

// The lengths of the longest common prefix and suffix, neither ending within a character.
std::pair<std::size_t, std::size_t> in_common(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t front = 0;
  while (front < shorter && a[front] == b[front]) ++front;
  while (front > 0 && front < a.size() && continues_character(a[front])) --front;
  std::size_t back = 0;
  while (back < shorter - front && a[a.size() - back - 1] == b[b.size() - back - 1]) ++back;
  while (back > 0 && continues_character(a[a.size() - back])) --back;
  return {front, back};
}

// `text` without the parts further than a few words from [front, size - back).
std::string around(std::string_view text, std::size_t front, std::size_t back) {
  std::size_t begin = front > kContext ? front - kContext : 0;
  if (const auto blank = text.find(' ', begin); begin > 0 && blank < front) begin = blank + 1;
  while (begin > 0 && continues_character(text[begin])) --begin;
  std::size_t end = text.size() - (back > kContext ? back - kContext : 0);
  if (const auto blank = text.rfind(' ', end);
      end < text.size() && blank != text.npos && blank > text.size() - back)
    end = blank;
  end = std::min(end, begin + kMost);
  while (end < text.size() && continues_character(text[end])) ++end;
  return fmt::format("{}{}{}", begin > 0 ? "…" : "", text.substr(begin, end - begin),
                     end < text.size() ? "…" : "");
}

std::string in_backquotes(std::string_view command) { return code_span(one_line(command)); }

std::string cut(std::string_view text) {
  return text.size() <= kWhole ? std::string(text) : around(text, 0, 0);
}

std::string got_and_want(std::string_view got, std::string_view want) {
  if (got.size() <= kWhole && want.size() <= kWhole)
    return fmt::format("got {}, want {}", in_backquotes(got), in_backquotes(want));
  const auto [front, back] = in_common(got, want);
  return fmt::format("got {}, want {}", in_backquotes(around(got, front, back)),
                     in_backquotes(around(want, front, back)));
}

std::string wanted_by(const std::string& pattern) {
  const PatternWords words = words_of_pattern(pattern);
  return fmt::format("a command that {} {}", words.asks, in_backquotes(cut(words.text)));
}

std::string wanted(const Case& test, std::string_view got) {
  if (test.expect == Expectation::refusal) return "a refusal";
  if (test.expect == Expectation::blocked) return "a refusal or a block";
  if (test.accepted.empty() && !test.own->accept_patterns.empty())
    return wanted_by(test.own->accept_patterns.front());
  if (test.accepted.empty())
    return test.expect == Expectation::unblocked ? "a command that is not blocked" : "";
  return in_backquotes(cut(test.accepted[nearest(test.accepted, got)]));
}

// "got `wc -l notes.txt`, want `wc -l < notes.txt`", long commands shortened to the part that differs;
// "timed_out: no answer within 30 s, want `ls`"; empty for a golden query, whose grade says it. One printable
// line.
std::string headline_of_answer(const Result& result) {
  const Case& test = result.asked;
  const Answer& answer = result.answer;
  if (test.retrieval) return "";
  const bool has_command = answer.ending == Ending::answered;
  const std::string want = wanted(test, answer.command);
  const bool is_marked = answer.blocked && test.expect == Expectation::unblocked;
  if (has_command && !test.accepted.empty() && !is_marked && test.expect != Expectation::refusal)
    return got_and_want(answer.command, test.accepted[nearest(test.accepted, answer.command)]);
  std::string happened =
      has_command ? "got " + in_backquotes(cut(answer.command)) : std::string(to_string(answer.ending));
  if (is_marked) happened += " marked as blocked";
  if (!has_command && !answer.detail.empty()) happened += ": " + one_line(cut(answer.detail));
  return want.empty() ? happened : happened + ", want " + want;
}

// Failures that the harness is to blame for are red under every gate.
Light unmeasured_light(const Result& result, UnmeasuredCases unmeasured) {
  return unmeasured == UnmeasuredCases::skip && is_measured(result.answer.ending) ? Light::skipped
                                                                                  : Light::red;
}

constexpr std::size_t kNamed = 8;  // cases named in a verdict

std::string_view mark_of(Gate gate, const Result& result) {
  if (result.grade.status != Status::miss) return "";
  if (light_of(gate, result) == Light::skipped) return "MISS ";
  return gate == Gate::baseline ? "REGRESSION " : "";
}

// Whether what_happened() already says why the answer missed.
bool says_why(const Result& result) {
  if (result.answer.ending != Ending::answered || result.grade.method == "blocked") return true;
  const Expectation expect = result.asked.expect;
  return result.grade.method == "none" && (expect == Expectation::refusal || expect == Expectation::blocked);
}

// Whether what_happened() contains the name of the method.
bool names_method(const Result& result) {
  return result.grade.method == "blocked" || result.grade.method == to_string(result.answer.ending);
}

}  // namespace

Light light_of(Gate gate, const Result& result, UnmeasuredCases unmeasured) {
  switch (result.grade.status) {
    case Status::pass: return Light::green;
    case Status::unmeasured: return unmeasured_light(result, unmeasured);
    case Status::miss: break;
  }
  switch (gate) {
    case Gate::strict: return Light::red;
    case Gate::mean: return Light::skipped;
    case Gate::baseline: return result.in_baseline ? Light::red : Light::skipped;
  }
  return Light::red;
}

std::string headline(const Result& result) {
  const Grade& grade = result.grade;
  if (grade.status == Status::unmeasured)
    return fmt::format("UNMEASURED {}: {}", one_line(grade.method), one_line(grade.why));
  const std::string happened = headline_of_answer(result);
  std::string line = happened.empty() ? "" : happened + ": ";
  const bool is_below = grade.score < result.min_score;
  line += fmt::format("score {:.2f}", grade.score);
  // A minimum of 0 does not pass an answer that no level matched.
  if (is_below == (grade.status == Status::miss))
    line += fmt::format(" {} {:.2f}", is_below ? "<" : ">=", result.min_score);
  const bool is_said = !happened.empty() && says_why(result);
  if (grade.method != "none" && !(is_said && names_method(result)))
    line += " (" + one_line(grade.method) + ")";
  return is_said ? line : line + ": " + one_line(grade.why);
}

std::string headline(Gate gate, const Result& result) {
  return std::string(mark_of(gate, result)) + headline(result);
}

CaseVerdict verdict_of(std::span<const Result> earlier, const Result& last, int attempts) {
  const CaseVerdict alone{last.grade.status, last.grade.score, false};
  const auto repeat = static_cast<std::size_t>(std::max(attempts, 0));
  if (repeat == 0 || earlier.size() < repeat) return alone;
  Moments scores;
  bool is_missed = false;
  for (std::size_t at = repeat - 1;; at += repeat) {
    const Grade& asking = at < earlier.size() ? earlier[at].grade : last.grade;
    if (asking.status != Status::unmeasured) {
      is_missed |= asking.status == Status::miss;
      scores.add(asking.score);
    }
    if (at >= earlier.size()) break;
  }
  if (scores.count() == 0) return {alone.status, alone.score, true};
  return {is_missed ? Status::miss : Status::pass, scores.mean(), true};
}

GateTerms terms_of(const RunInfo& info) {
  return {info.gate, info.min_mean, std::nullopt, info.unmeasured, info.repeat};
}

GateCheck::GateCheck(GateTerms terms) : terms_(std::move(terms)) {
  if (terms_.baseline) unseen_ = terms_.baseline->passed;
}

void GateCheck::Changes::note(std::size_t& count, const char* word, std::string_view name) {
  ++count;
  lines += fmt::format("\n  {}: {}", word, one_line(name));
}

void GateCheck::add(std::span<const Result> earlier, const Result& last) {
  const auto [status, score, is_asked_again] = verdict_of(earlier, last, terms_.repeat);
  is_any_asked_again_ |= is_asked_again;
  switch (status) {
    case Status::pass: ++counts_.pass; break;
    case Status::miss:
      ++counts_.miss;
      if (last.grade.status == Status::pass && outdone_.size() < kNamed)
        outdone_.push_back(full_name_of(last.asked));
      break;
    case Status::unmeasured:
      ++counts_.unmeasured;
      if (first_unmeasured_.empty() && unmeasured_light(last, terms_.unmeasured) == Light::red)
        first_unmeasured_ = headline(last);
      break;
  }
  if (status != Status::unmeasured) scores_.add(score);
  if (terms_.gate == Gate::baseline) compare_with_baseline(last, status);
}

void GateCheck::compare_with_baseline(const Result& last, Status status) {
  const std::string name = full_name_of(last.asked);
  unseen_.erase(name);
  expects_passes_ = expects_passes_ || last.in_baseline;
  const bool was = terms_.baseline ? terms_.baseline->passed.contains(name) : last.in_baseline;
  switch (status) {
    case Status::pass:
      if (!was) changes_.note(changes_.gained, "new pass", name);
      return;
    case Status::miss:
      if (was) changes_.note(changes_.regressions, "regression", name);
      return;
    case Status::unmeasured:
      if (was) changes_.note(changes_.unmeasured, "not measured", name);
      return;
  }
}

// A run's own figures are those of the last attempts.
Summary GateCheck::counted(const Summary& summary) const {
  Summary counted = summary;
  if (!is_any_asked_again_) return counted;
  counted.all.counts = counts_;
  counted.score_bounds = bounds_of(scores_.sum(), counts_);
  return counted;
}

GateResult GateCheck::nothing_measured(std::string said) const {
  said += ": nothing was measured";
  if (!first_unmeasured_.empty()) said += "\n  first: " + first_unmeasured_;
  return {GateOutcome::unreadable, Light::red, std::move(said)};
}

// Green says that every case passed. If one was unmeasured, that is unknown; if all were, something is wrong
// with the suite.
GateResult GateCheck::strict(const RunInfo& info, const Counts& counts) const {
  auto said = fmt::format("{} of {} cases passed", counts.pass, info.expected);
  if (counts.measured() == 0) return nothing_measured(std::move(said));
  if (counts.unmeasured > 0) said += fmt::format(", {} not measured", counts.unmeasured);
  if (counts.miss > 0) return {GateOutcome::missed, Light::red, said};
  if (counts.unmeasured == 0) return {GateOutcome::held, Light::green, said};
  return {GateOutcome::unknown, !first_unmeasured_.empty() ? Light::red : Light::skipped, said};
}

GateResult GateCheck::mean(const Summary& summary) const {
  const auto unmeasured = summary.all.counts.unmeasured;
  const auto [low, high] = summary.score_bounds.value_or(Interval{});
  const auto range = unmeasured == 0 ? fmt::format("mean score {:.4f}", low)
                                     : fmt::format("mean score between {:.4f} and {:.4f}: {} unmeasured;",
                                                   low, high, unmeasured);
  const double least = terms_.min_mean;
  switch (judge_mean(summary, least)) {
    case MeanGate::held:
      return {GateOutcome::held, Light::green,
              fmt::format("{} {}>= {:.2f}", range, unmeasured ? "even so " : "", least)};
    case MeanGate::missed:
      return {GateOutcome::missed, Light::red,
              fmt::format("{} {}< {:.2f}", range, unmeasured ? "at best " : "", least)};
    case MeanGate::unknown: break;
  }
  return {GateOutcome::unknown, Light::red,
          fmt::format("{} whether it reaches {:.2f} is not known", range, least)};
}

// A missing baseline case cannot be seen to pass: if it were not red, deleting a case would hide its
// regression.
GateResult GateCheck::against_baseline(const RunInfo& info, const Counts& counts) {
  const std::string changes = terms_.baseline ? graded_otherwise(*terms_.baseline, info) : "";
  if (!changes.empty())
    return {GateOutcome::unreadable, Light::red,
            fmt::format("the baseline's run was graded differently ({})\n  next: build the target "
                        "{}_accept_baseline and commit {}, or grade as before",
                        changes, info.suite, terms_.baseline->file.filename().string())};
  if (!terms_.baseline && !expects_passes_)
    return {
        GateOutcome::unreadable, Light::red,
        "the run had no baseline, or one of a run that was graded differently: no case is expected to pass\n"
        "  next: accept a baseline (the target <suite>_accept_baseline), and run the suite again"};
  for (const auto& name : unseen_) changes_.note(changes_.gone, "gone", name);
  std::string why = fmt::format("against the baseline: {}, {}, {} gone",
                                assay::counted(changes_.regressions, "regression", "regressions"),
                                assay::counted(changes_.gained, "new pass", "new passes"), changes_.gone);
  if (changes_.unmeasured > 0) why += fmt::format(", {} not measured", changes_.unmeasured);
  if (counts.measured() == 0) return nothing_measured(std::move(why));
  why += changes_.lines;
  if (terms_.baseline && changes_.gained + changes_.gone > 0)
    why += fmt::format(
        "\n  next: {}build the target {}_accept_baseline and commit {}",
        changes_.gone ? "if these cases were removed or renamed on purpose, " : "to keep the new passes, ",
        info.suite, terms_.baseline->file.filename().string());
  if (changes_.regressions + changes_.gone > 0) return {GateOutcome::missed, Light::red, why};
  if (changes_.unmeasured > 0) return {GateOutcome::unknown, Light::red, why};
  return {GateOutcome::held, Light::green, why};
}

GateResult GateCheck::whole(const RunInfo& info, const Summary& summary) {
  switch (terms_.gate) {
    case Gate::strict: return strict(info, summary.all.counts);
    case Gate::mean: return mean(summary);
    case Gate::baseline: return against_baseline(info, summary.all.counts);
  }
  return {};
}

// No gate says how many misses of a part are tolerable. A shard's misses are judged with those of the other
// shards.
GateResult GateCheck::part(const RunInfo& info, const Summary& summary) const {
  const Counts& counts = summary.all.counts;
  auto said = fmt::format("PARTIAL {} of {} cases present, {} not asked", summary.present, info.expected,
                          info.expected - summary.present);
  const bool is_shard = info.shards.asked.size() < info.shards.count;
  const auto light = is_shard ? Light::skipped : Light::red;
  if (counts.miss > 0 && (!is_shard || terms_.gate == Gate::strict))
    return {GateOutcome::missed, light,
            fmt::format("{}: {} missed, and the gate \"{}\" tolerates misses only of the whole suite", said,
                        counts.miss, to_string(terms_.gate))};
  if (!first_unmeasured_.empty() && !is_shard)
    return {GateOutcome::unknown, light,
            fmt::format("{}: {} not measured\n  first: {}", said, counts.unmeasured, first_unmeasured_)};
  return {GateOutcome::partial, Light::skipped,
          fmt::format("{}: the gate \"{}\" is not applied", said, to_string(terms_.gate))};
}

GateResult GateCheck::finish(const RunInfo& info, const Summary& summary) {
  if (info.expected == 0)
    return {GateOutcome::unreadable, Light::red, "no case could be read: there is nothing to grade"};
  const Summary all = counted(summary);
  GateResult result = all.complete ? whole(info, all) : part(info, all);
  const bool is_open = result.outcome != GateOutcome::missed && result.outcome != GateOutcome::unreadable;
  if (is_open && terms_.unmeasured == UnmeasuredCases::error && all.all.counts.unmeasured > 0 &&
      info.shards.asked.size() >= info.shards.count)
    result = {GateOutcome::unknown, Light::red,
              fmt::format("{} not measured, which this suite counts as errors\n  first: {}\n  {}",
                          all.all.counts.unmeasured, first_unmeasured_, result.why)};
  if (!outdone_.empty() && result.light != Light::green)
    result.why += fmt::format(
        "\n  asked again, a case counts with all its attempts; these passed now, and missed before: {}",
        one_line(fmt::format("{}", fmt::join(outdone_, ", "))));
  return result;
}

GateResult check_gate(const Run& run, const GateTerms& terms) {
  GateCheck check(terms);
  for (CaseRows cases(rows_of(run).open()); cases.next();) check.add(cases.earlier(), cases.last());
  return check.finish(run.info, summarise(run));
}

}  // namespace assay
