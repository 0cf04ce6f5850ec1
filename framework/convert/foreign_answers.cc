// SPDX-License-Identifier: Apache-2.0
// Reads the answers in result files of promptfoo and inspect_ai.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "answer_list.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "sources.h"

namespace assay::convert {
namespace {

std::optional<double> number_of(const Node& node, std::string_view key) {
  const Node* member = node.find(key);
  return member ? member->number() : std::nullopt;
}

std::optional<double> latency_from(std::optional<double> milliseconds) {
  return milliseconds && *milliseconds >= 0 && *milliseconds < 1e12 ? milliseconds : std::nullopt;
}

// A whole number of at least 0.
std::optional<int> index_of(const Node& node, std::string_view key) {
  const auto number = number_of(node, key);
  return number && *number >= 0 && *number < 1e9 ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

// Another version may use the same names with other meanings, so it is rejected.
void expect_version(const Node& root, const std::string& file, int known, std::string_view next) {
  const Node* version = root.find("version");
  if (version && version->number() != known)
    throw Error(Problem{.where = {file, version->line},
                        .what = fmt::format("has version {}; assay reads version {}",
                                            one_line(version->is_scalar() ? version->text : "…"), known),
                        .next = std::string(next)});
}

// What a case made from this test may ask: the prompt as sent, or one of its variables.
std::vector<std::string> asked_by(const Node& result) {
  std::vector<std::string> asked;
  if (const Node* prompt = result.find("prompt"))
    if (auto raw = prompt->text_of("raw")) asked.push_back(*raw);
  if (const Node* variables = result.find("vars"))
    for (const auto& [name, value] : variables->members)
      if (value.is_scalar()) asked.push_back(value.text);
  return asked;
}

// The test has the id that `assay convert` gives it: from its metadata, or by its position. A position is
// another one if tests were filtered or repeated: then the case is the one that asks the prompt as sent, or
// the only variable.
void take_id(const Node& result, ForeignAnswer& one) {
  one.asked = asked_by(result);
  if (const Node* test = result.find("testCase"))
    if (const Node* metadata = test->find("metadata"))
      if (auto id = metadata->text_of("id")) {
        one.id = *id;
        return;
      }
  if (const auto index = index_of(result, "testIdx")) one.id = fmt::format("t{:04}", *index + 1);
  const Node* prompt = result.find("prompt");
  const Node* variables = result.find("vars");
  one.otherwise = one.asked;
  if (variables && variables->members.size() > 1)
    one.otherwise.resize(prompt && prompt->text_of("raw") ? 1 : 0);
}

// Whether the provider itself says so, as servers do that block a request.
bool is_refusal(const Node* response) {
  const Node* word = response ? response->find("isRefusal") : nullptr;
  return word && word->boolean() == true;
}

// Answers are passed on at the end: until then it is not known which providers have several prompts.
class PromptfooResults {
 public:
  explicit PromptfooResults(AnswerList& answers) : answers_(answers) {}

  void take(const Node& result) {
    if (!result.is_map()) return answers_.leave_out(result.line, "is not a result");
    ForeignAnswer one{.line = result.line, .id = ""};
    take_id(result, one);
    if (const Node* provider = result.find("provider")) one.run = name_of(*provider);
    if (const auto repetition = index_of(result, "repeatIndex"); repetition && *repetition < kMostAttempts)
      one.attempt = *repetition + 1;
    one.latency_ms = latency_from(number_of(result, "latencyMs"));
    const Node* response = result.find("response");
    const Node* output = response ? response->find("output") : nullptr;
    // 1 means a failed assertion: an answer like any other, graded again here. Older files state no reason.
    const auto reason = number_of(result, "failureReason");
    if (reason == 2 || (!reason && !output && result.find("error"))) {
      one.failure = result.text_of("error").value_or("failed");
    } else {
      if (output && !output->is_scalar()) return answers_.leave_out(output->line, "its output is not text");
      one.answer = output ? output->text : "";
      if (is_refusal(response))
        one.refused = trimmed(*one.answer).empty() ? "the provider reported a refusal" : *one.answer;
    }
    const int prompt = index_of(result, "promptIdx").value_or(0);
    prompts_[one.run].insert(prompt);
    taken_.emplace_back(std::move(one), prompt);
  }

  // promptIdx counts the prompts of all providers; a run is numbered among those of its own provider.
  void finish() {
    for (auto& [one, prompt] : taken_) {
      const auto& all = prompts_[one.run];
      if (all.size() > 1)
        one.run += fmt::format(" prompt {}", std::distance(all.begin(), all.find(prompt)) + 1);
      answers_.take(std::move(one));
    }
  }

 private:
  // The label is empty if the provider has none.
  static std::string name_of(const Node& provider) {
    if (provider.is_scalar()) return provider.text;
    const std::string label = provider.text_of("label").value_or("");
    return label.empty() ? provider.text_of("id").value_or("") : label;
  }

  AnswerList& answers_;
  std::map<std::string, std::set<int>> prompts_;  // by provider
  std::vector<std::pair<ForeignAnswer, int>> taken_;
};

// The verdict of a score that a person changed by hand.
std::optional<bool> label_of(const Node& sample) {
  const Node* scores = sample.find("scores");
  if (!scores) return std::nullopt;
  for (const auto& [name, score] : scores->members) {
    const Node* history = score.find("history");
    const bool is_by_hand = history && std::ranges::any_of(history->items, [](const Node& each) {
                              return each.find("provenance");
                            });
    const std::string value = score.text_of("value").value_or("");
    if (is_by_hand && (value == "C" || value == "I")) return value == "C";
  }
  return std::nullopt;
}

std::optional<std::string> completion_of(const Node& sample) {
  const Node* output = sample.find("output");
  if (!output) return std::nullopt;
  if (auto text = output->text_of("completion")) return text;
  const Node* choices = output->find("choices");
  if (!choices || choices->items.empty()) return std::nullopt;
  const Node* message = choices->items.front().find("message");
  return message ? message->text_of("content") : std::nullopt;
}

void take_sample(const Node& sample, const std::string& model, AnswerList& answers) {
  ForeignAnswer one{.line = sample.line, .id = sample.text_of("id").value_or("")};
  const Node* input = sample.find("input");
  if (!input) return answers.leave_out(sample.line, "has no input, which must be the prompt of its case");
  one.asked = {prompt_of_input(*input)};  // samples without ids of their own are numbered: any case has one
  if (one.asked.front().starts_with("attachment://"))
    return answers.leave_out(sample.line,
                             "its input is an attachment; dump the log with --resolve-attachments");
  one.run = model;
  if (const auto epoch = number_of(sample, "epoch"); epoch && *epoch >= 1 && *epoch <= kMostAttempts)
    one.attempt = static_cast<int>(*epoch);
  if (const auto seconds = number_of(sample, "total_time")) one.latency_ms = latency_from(*seconds * 1000);
  one.label = label_of(sample);
  if (const Node* error = sample.find("error")) {
    one.failure = error->is_scalar() ? error->text : error->text_of("message").value_or("failed");
  } else {
    one.answer = completion_of(sample);
    if (!one.answer) return answers.leave_out(sample.line, "has no output");
    if (one.answer->starts_with("attachment://"))
      return answers.leave_out(sample.line,
                               "its output is an attachment; dump the log with --resolve-attachments");
  }
  answers.take(std::move(one));
}

}  // namespace

void read_promptfoo_answers(const Text& text, AnswerList& answers) {
  PromptfooResults results(answers);
  if (text.file.ends_with(".jsonl")) {
    each_json_line(text, [&](const Node& result) { results.take(result); });
    return results.finish();
  }
  const Node root = node_from(parse_json(text.bytes, text.file));
  const Node* list = root.find("results");
  for (const Node* head : {&root, list})
    if (head)
      expect_version(*head, text.file, 3,
                     "write the results with another version of promptfoo: promptfoo export");
  if (list && list->is_map()) list = list->find("results");
  if (!list || !list->is_list())
    throw Error(Problem{.where = {text.file, root.line},
                        .what = "has no results",
                        .next = "name what promptfoo eval -o results.json wrote"});
  for (const Node& each : list->items) results.take(each);
  results.finish();
}

void read_inspect_answers(const Text& text, AnswerList& answers) {
  if (text.bytes.starts_with("PK"))
    throw Error(Problem{.where = {text.file, 0},
                        .what = "is an archive",
                        .next = "inspect log dump FILE > log.json, and import that"});
  const Node root = node_from(parse_json(text.bytes, text.file));
  expect_version(root, text.file, 2, "dump the log with another version of inspect_ai: inspect log dump");
  const Node* samples = root.find("samples");
  if (!samples || !samples->is_list())
    throw Error(Problem{.where = {text.file, root.line},
                        .what = "has no samples",
                        .next = "name what inspect log dump writes"});
  const Node* evaluation = root.find("eval");
  const std::string model = evaluation ? evaluation->text_of("model").value_or("") : "";
  for (const Node& each : samples->items) take_sample(each, model, answers);
}

}  // namespace assay::convert
