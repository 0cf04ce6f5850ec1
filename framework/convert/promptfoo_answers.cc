// SPDX-License-Identifier: Apache-2.0
// Answers in result files of promptfoo.
#include <fmt/format.h>

#include <iterator>
#include <map>
#include <set>

#include "answer_list.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "sources.h"

namespace assay::convert {
namespace {

// A whole number of at least 0.
std::optional<int> index_of(const Node& node, std::string_view key) {
  const auto number = node.number_of(key);
  return number && *number >= 0 && *number < 1e9 ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

// What a case made from this test may ask: the prompt as sent, or one of its variables.
std::vector<std::string> prompts_of(const Node& result) {
  std::vector<std::string> prompts;
  if (const Node* prompt = result.find("prompt"))
    if (auto raw = prompt->text_at("raw")) prompts.push_back(*raw);
  if (const Node* variables = result.find("vars"))
    for (const auto& [name, value] : variables->members)
      if (value.is_scalar()) prompts.push_back(value.text);
  return prompts;
}

// The test has the id that `assay convert` gives it: from its metadata, or by its position. A position is
// another one if tests were filtered or repeated: then the case is the one that asks the prompt as sent, or
// the only variable.
void take_id(const Node& result, const std::string& file, ForeignAnswer& one) {
  one.prompts = prompts_of(result);
  if (const Node* test = result.find("testCase"))
    if (const Node* metadata = test->find("metadata"))
      if (const Node* id = metadata->find("id"); id && id->is_scalar()) {
        expect_exact(*id, "id", file);
        one.id = id->text;
        return;
      }
  if (const auto index = index_of(result, "testIdx")) one.id = fmt::format("t{:04}", *index + 1);
  const Node* prompt = result.find("prompt");
  const Node* variables = result.find("vars");
  one.otherwise = one.prompts;
  if (variables && variables->members.size() > 1)
    one.otherwise.resize(prompt && prompt->text_at("raw") ? 1 : 0);
}

// Whether the provider itself says so, as servers do that block a request.
bool is_refusal(const Node* response) {
  const Node* word = response ? response->find("isRefusal") : nullptr;
  return word && word->boolean() == true;
}

// Answers are passed on at the end: until then it is not known which providers have several prompts.
class PromptfooResults {
 public:
  PromptfooResults(const std::string& file, AnswerList& answers) : file_(file), answers_(answers) {}

  // `number`: in the list of results; 0 if each has its own line.
  void take(const Node& result, int number = 0) {
    const AnswerPlace place{result.line, "result", number};
    if (!result.is_map()) return answers_.leave_out(place, "is not a result");
    ForeignAnswer one{.place = place};
    take_id(result, file_, one);
    if (const Node* provider = result.find("provider")) one.run = name_of(*provider);
    if (const auto repetition = index_of(result, "repeatIndex"); repetition && *repetition < kMostAttempts)
      one.attempt = *repetition + 1;
    one.latency_ms = latency_from(result.number_of("latencyMs"));
    const Node* response = result.find("response");
    const Node* output = response ? response->find("output") : nullptr;
    // 1 means a failed assertion: an answer like any other, graded again here. Older files state no reason.
    const auto reason = result.number_of("failureReason");
    if (reason == 2 || (!reason && !output && result.find("error"))) {
      one.failure = result.text_at("error").value_or("failed");
    } else if (!output && !is_refusal(response)) {
      one.failure = "no output";
    } else {
      if (output && !output->is_scalar()) return answers_.leave_out(place, "its output is not text");
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
    const std::string label = provider.text_at("label").value_or("");
    return label.empty() ? provider.text_at("id").value_or("") : label;
  }

  const std::string& file_;
  AnswerList& answers_;
  std::map<std::string, std::set<int>> prompts_;  // by provider
  std::vector<std::pair<ForeignAnswer, int>> taken_;
};

}  // namespace

void read_promptfoo_answers(const Text& text, const Mapping&, AnswerList& answers) {
  PromptfooResults results(text.file, answers);
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
    throw Error({text.file, root.line}, "has no results", "name what promptfoo eval -o results.json wrote");
  for (int number = 0; const Node& each : list->items) results.take(each, ++number);
  results.finish();
}

}  // namespace assay::convert
