// SPDX-License-Identifier: Apache-2.0
#include "answer_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "assay/internal/text.h"
#include "lines.h"

namespace assay::convert {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kOtherDataset =
    "name the dataset that was made from these tests; an answer to a test that it lacks stays out";

Json line_of(const ForeignAnswer& one) {
  Json json = {{"id", one.id}};
  if (!one.run.empty()) json["run"] = one.run;
  if (one.attempt) json["attempt"] = *one.attempt;
  if (one.is_retrieval) {
    json["hits"] = Json::array();
    for (const auto& [document, score] : one.documents) {
      Json hit = {{"doc_id", document}};
      if (score) hit["score"] = *score;
      json["hits"].push_back(std::move(hit));
    }
  } else if (!one.refused.empty()) {
    json["refused"] = one.refused;
  } else if (one.answer) {
    json["answer"] = *one.answer;
  } else {
    json["ending"] = "unavailable";  // a rate limit, a missing key or a missing program: nobody answered
    json["detail"] = one.failure;
  }
  if (one.latency_ms) json["latency_ms"] = *one.latency_ms;
  if (one.tokens) json["tokens"] = *one.tokens;
  if (one.cost) json["cost"] = *one.cost;
  if (one.label) json["label"] = *one.label;
  if (!one.record.empty()) json["stdout"] = one.record;
  return json;
}

struct AnswerKind {
  AnswerSource source;
  std::string_view name;
  void (*read)(const Text& text, const Mapping& mapping, AnswerList& answers);  // null: a transcript's
};
constexpr std::array kAnswerKinds = {
    AnswerKind{AnswerSource::jsonl, "jsonl", read_answer_rows},
    AnswerKind{AnswerSource::promptfoo, "promptfoo", read_promptfoo_answers},
    AnswerKind{AnswerSource::inspect, "inspect", read_inspect_answers},
    AnswerKind{AnswerSource::lm_eval, "lm-eval", read_lm_eval_answers},
    AnswerKind{AnswerSource::atif, "atif", nullptr},
    AnswerKind{AnswerSource::mini, "mini", nullptr},
    AnswerKind{AnswerSource::codex, "codex", nullptr},
    AnswerKind{AnswerSource::claude, "claude", nullptr},
    AnswerKind{AnswerSource::gemini, "gemini", nullptr},
    AnswerKind{AnswerSource::opencode, "opencode", nullptr},
    AnswerKind{AnswerSource::qwen, "qwen", nullptr},
    AnswerKind{AnswerSource::copilot, "copilot", nullptr},
    AnswerKind{AnswerSource::pi, "pi", nullptr},
    AnswerKind{AnswerSource::trec, "trec", read_trec_answers},
    AnswerKind{AnswerSource::beir, "beir", read_beir_answers},
    AnswerKind{AnswerSource::mteb, "mteb", read_beir_answers},
    AnswerKind{AnswerSource::msmarco, "msmarco", read_msmarco_answers},
};

const AnswerKind& kind_of_answers(AnswerSource source) {
  return *std::ranges::find(kAnswerKinds, source, &AnswerKind::source);
}

// Whether the message asks this and, apart from it, only says how to work: the prompt is a paragraph, or ends
// one behind a colon.
bool asks_within(std::string_view message, std::string_view prompt) {
  for (std::size_t at = message.find(prompt); at != message.npos; at = message.find(prompt, at + 1)) {
    const std::string_view before = message.substr(0, at);
    const std::string_view behind = message.substr(at + prompt.size());
    const bool begins = trimmed(before).empty() || before.ends_with('\n') || before.ends_with(": ");
    if (begins && (trimmed(behind).empty() || behind.starts_with("\n\n") || behind.starts_with("\n<")))
      return true;
  }
  return false;
}

}  // namespace

AnswerList::AnswerList(const std::vector<KnownCase>& cases, const RankedOptions& ranked)
    : cases_(cases), ranked_(ranked) {
  for (const KnownCase& each : cases) {
    by_id_.emplace(each.id, &each);
    if (const std::string number = plain_number(each.id); !number.empty())
      if (const auto [known, is_new] = by_number_.emplace(number, &each); !is_new) known->second = nullptr;
    if (!by_prompt_.emplace(trimmed(each.prompt), &each).second) shared_prompts_.insert(trimmed(each.prompt));
  }
}

Text AnswerList::begin(const Text& given) {
  sort_remarks();
  file_ = &given.file;
  expect_utf8(given.bytes, given.file);
  if (trimmed(without_mark(given.bytes)).empty())
    throw Error({given.file, 0}, "is empty", "name the file that holds the answers");
  return {given.file, without_mark(given.bytes)};
}

const KnownCase* AnswerList::case_of_transcript(const std::string& file,
                                                const std::vector<std::string>& messages,
                                                const AnswerPlace& place) {
  const auto is_asked = [&](const KnownCase& known) {
    const std::string_view prompt = trimmed(known.prompt);
    return !prompt.empty() &&
           std::ranges::any_of(messages, [&](const std::string& each) { return asks_within(each, prompt); });
  };
  for (std::filesystem::path name = std::filesystem::path(file).filename();; name = name.stem()) {
    if (const auto named = by_id_.find(name.native()); named != by_id_.end()) {
      const auto other = std::ranges::find_if(
          messages, [&](const std::string& each) { return by_prompt_.contains(trimmed(each)); });
      if (is_asked(*named->second) || other == messages.end()) return named->second;
      leave_out(place,
                fmt::format("is named after case {}, and asks \"{}\"", one_line(named->first),
                            one_line(shortened(*other, 200))),
                "name the file after its case");
      return nullptr;
    }
    if (!name.has_extension()) break;
  }
  const KnownCase* found = nullptr;
  for (const KnownCase& each : cases_)
    if ((!found || found->prompt.size() < each.prompt.size()) && is_asked(each)) found = &each;
  const std::string next = "name the file after its case, as in ID.jsonl";
  if (!found) {
    leave_out(place,
              messages.empty()
                  ? "holds no message of a user"
                  : fmt::format("no case asks \"{}\"", one_line(shortened(trimmed(messages.front()), 200))),
              next);
  } else if (shared_prompts_.contains(trimmed(found->prompt))) {
    leave_out_ambiguous(place, found->prompt, next);
    found = nullptr;
  }
  return found;
}

void AnswerList::take(ForeignAnswer one) {
  const auto by_prompt = one.prompt ? by_prompt_.find(trimmed(*one.prompt)) : by_prompt_.end();
  if (one.id.empty()) {
    if (!one.prompt) return leave_out(one.place, "names neither the id nor the prompt of its case");
    if (by_prompt == by_prompt_.end())
      return leave_out_unmatched(one.place, fmt::format("no case asks \"{}\"", one_line(*one.prompt)));
    if (shared_prompts_.contains(by_prompt->first))
      return leave_out_ambiguous(
          one.place, *one.prompt,
          "say in each answer which case it answers: member \"id\", or --map id=MEMBER");
    one.id = by_prompt->second->id;
  }
  if (!find_otherwise(one)) return;
  if (one.is_retrieval) find_number(one);
  const auto known = by_id_.find(one.id);
  if (known == by_id_.end())
    return leave_out_unmatched(one.place, fmt::format("no case has the id \"{}\"", one_line(one.id)));
  if (one.prompt && trimmed(known->second->prompt) != trimmed(*one.prompt))
    return leave_out_unmatched(one.place,
                               fmt::format("answers \"{}\", and case {} asks \"{}\"", one_line(*one.prompt),
                                           one_line(one.id), one_line(known->second->prompt)));
  if (!fits(one, *known->second))
    return leave_out_unmatched(
        one.place, fmt::format("answers \"{}\", and case {} asks \"{}\"", one_line(one.prompts.front()),
                               one_line(one.id), one_line(known->second->prompt)));
  if (one.answer && one.answer->find('\0') != one.answer->npos)
    return leave_out(one.place, "the answer holds a NUL character",
                     "remove it; no command that runs can hold one");
  expect_new_attempt(one);
  ++result_.count;
  result_.lines += line_of(one).dump() + "\n";
}

void AnswerList::find_number(ForeignAnswer& one) const {
  if (by_id_.contains(one.id)) return;
  const auto found = by_number_.find(plain_number(one.id));
  if (found != by_number_.end() && found->second != nullptr) one.id = found->second->id;
}

void AnswerList::add_absent() {
  std::map<std::string_view, std::set<std::string_view>> answered;  // by run
  for (const auto& [place, attempts] : attempts_) answered[place.first].insert(place.second);
  for (const auto& [run, queries] : answered)
    for (const KnownCase& each : cases_) {
      if (queries.contains(each.id)) continue;
      ++result_.absent[std::string(run)];
      if (ranked_.absent == RankedOptions::Absent::unmeasured) continue;
      ForeignAnswer nothing{.place = {}, .id = each.id};
      nothing.run = run;
      nothing.is_retrieval = true;
      result_.lines += line_of(nothing).dump() + "\n";
    }
}

bool AnswerList::fits(const ForeignAnswer& one, const KnownCase& known) const {
  return one.prompts.empty() || std::ranges::any_of(one.prompts, [&](const std::string& each) {
           return trimmed(each) == trimmed(known.prompt);
         });
}

bool AnswerList::find_otherwise(ForeignAnswer& one) {
  const auto known = by_id_.find(one.id);
  constexpr const char* kGiveIds = "give the tests ids: metadata.id";
  if (known != by_id_.end() && fits(one, *known->second)) {
    if (!one.is_guess || !shared_prompts_.contains(trimmed(known->second->prompt))) return true;
    leave_out_ambiguous(one.place, known->second->prompt, kGiveIds);
    return false;
  }
  for (const std::string& prompt : one.otherwise) {
    const auto found = by_prompt_.find(trimmed(prompt));
    if (found == by_prompt_.end()) continue;
    if (!shared_prompts_.contains(found->first)) {
      one.id = found->second->id;
      return true;
    }
    leave_out_ambiguous(one.place, prompt, kGiveIds);
    return false;
  }
  return true;
}

// An answer without a number is the attempt after the existing ones, as in the reader of recorded answers.
void AnswerList::expect_new_attempt(ForeignAnswer& one) {
  auto& taken = attempts_[{one.run, one.id}];
  // Two tests may ask the prompt of one case.
  if (one.attempt && !one.otherwise.empty() && taken.contains(*one.attempt)) one.attempt.reset();
  const int attempt = one.attempt.value_or(taken.empty() ? 1 : taken.rbegin()->first + 1);
  const auto [first, is_new] = taken.emplace(attempt, one.place);
  if (!is_new)
    throw Error({*file_, one.place.line},
                fmt::format("a second answer for attempt {} of \"{}\"; the first is in {}", attempt,
                            one_line(one.id), in_words(first->second)),
                "keep one of them, or give each its own attempt");
}

void AnswerList::leave_out(const AnswerPlace& place, std::string what, std::string next) {
  ++result_.left_out;
  if (place.number > 0) what = fmt::format("{} {}: {}", place.noun, place.number, what);
  remarks_.emplace_back(
      place, Remark{Remark::Kind::left_out, {*file_, place.line}, std::move(what), std::move(next)});
}

std::function<void(Remark::Kind, int, std::string)> AnswerList::tell_of_row() {
  return [this](Remark::Kind kind, int line, std::string what) {
    if (kind == Remark::Kind::left_out) return leave_out({line}, std::move(what));
    remarks_.emplace_back(AnswerPlace{line}, Remark{kind, {*file_, line}, std::move(what), ""});
  };
}

void AnswerList::leave_out_unmatched(const AnswerPlace& place, std::string what) {
  leave_out(place, std::move(what), kOtherDataset);
}

void AnswerList::leave_out_ambiguous(const AnswerPlace& place, std::string_view prompt, std::string next) {
  leave_out(place, fmt::format("several cases ask \"{}\"", one_line(prompt)), std::move(next));
}

void AnswerList::sort_remarks() {
  std::ranges::stable_sort(remarks_, {},
                           [](const auto& each) { return std::pair(each.first.line, each.first.number); });
  for (auto& [place, remark] : remarks_) result_.remarks.push_back(std::move(remark));
  remarks_.clear();
}

Answers AnswerList::finish(bool is_ranking) && {
  sort_remarks();
  if (result_.count == 0) {
    Problem problem{
        .where = {*file_, 0}, .what = "there are no answers in it", .next = "name the file that holds them"};
    const auto left_out = std::ranges::find(result_.remarks, Remark::Kind::left_out, &Remark::kind);
    if (left_out != result_.remarks.end()) {
      problem.what = "no case of the dataset has an answer in it";
      const Remark& first = *left_out;
      problem.where = first.where;
      problem.what += "; the first one was left out: " + first.what;
      problem.next = first.next.empty() ? "correct that answer and those after it" : first.next;
    }
    throw Error(std::move(problem));
  }
  if (is_ranking) add_absent();
  for (std::string& each : notes_)
    result_.remarks.push_back({Remark::Kind::note, {*file_, 0}, std::move(each), ""});
  return std::move(result_);
}

std::string in_words(const AnswerPlace& place) {
  return place.number > 0 ? fmt::format("line {} ({} {})", place.line, place.noun, place.number)
                          : fmt::format("line {}", place.line);
}

void expect_version(const Node& root, const std::string& file, int known, std::string_view next) {
  const Node* version = root.find("version");
  if (version && version->number() != known)
    throw Error({file, version->line},
                fmt::format("has version {}; assay reads version {}",
                            one_line(version->is_scalar() ? version->text : "…"), known),
                std::string(next));
}

std::optional<double> amount_from(std::optional<double> number) {
  return number && *number >= 0 && *number < 1e12 ? number : std::nullopt;
}

std::optional<int> index_of(const Node& node, std::string_view key) {
  const auto number = node.number_of(key);
  const bool is_index = number && *number >= 0 && *number < 1e9 && *number == std::floor(*number);
  return is_index ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

std::optional<AnswerSource> answer_source_from(std::string_view word) {
  const auto found = std::ranges::find(kAnswerKinds, word, &AnswerKind::name);
  return found == kAnswerKinds.end() ? std::nullopt : std::optional(found->source);
}

std::string_view to_string(AnswerSource source) { return kind_of_answers(source).name; }

bool is_transcript(AnswerSource source) { return kind_of_answers(source).read == nullptr; }

bool is_ranked(AnswerSource source) { return source >= AnswerSource::trec; }

std::vector<std::string> answer_source_names() {
  std::vector<std::string> names;
  names.reserve(std::size(kAnswerKinds));
  for (const AnswerKind& each : kAnswerKinds) names.emplace_back(each.name);
  return names;
}

Answers answers_from(AnswerSource source, const Text& text, const Mapping& mapping,
                     const std::vector<KnownCase>& cases, const RankedOptions& ranked) {
  if (is_transcript(source)) return answers_from(source, {text}, cases, TranscriptOptions{});
  AnswerList answers(cases, ranked);
  kind_of_answers(source).read(answers.begin(text), mapping, answers);
  return std::move(answers).finish(is_ranked(source));
}

Answers answers_from(AnswerSource source, const std::vector<Text>& transcripts,
                     const std::vector<KnownCase>& cases, const TranscriptOptions& options) {
  const RankedOptions none;
  AnswerList answers(cases, none);
  for (const Text& each : transcripts) read_transcript(answers.begin(each), source, options, answers);
  return std::move(answers).finish();
}

}  // namespace assay::convert
