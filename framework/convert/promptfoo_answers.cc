// SPDX-License-Identifier: Apache-2.0
// Answers in result files of promptfoo.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "answer_list.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "sources.h"

namespace assay::convert {
namespace {

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

// How often each test was asked: results are numbered on through its repetitions.
struct TestNumbering {
  int times = 1;
  // That positions are those of the tests as converted: not filtered, and repeated so often.
  bool is_known = false;
};

TestNumbering numbering_of(const Node& root) {
  const Node* options = root.find("runtimeOptions");
  if (!options || !options->is_map()) return {};
  const int times = std::max(index_of(*options, "repeat").value_or(1), 1);
  return {times, times <= kMostAttempts};
}

// The test has the id that `assay convert` gives it: from its metadata, or by its position. A position is
// another one if tests were filtered or repeated: then the case is the one that asks the prompt as sent, or
// the only variable.
void take_id(const Node& result, const std::string& file, const TestNumbering& repetition,
             ForeignAnswer& one) {
  one.prompts = prompts_of(result);
  if (const Node* test = result.find("testCase"))
    if (const Node* metadata = test->find("metadata"))
      if (const Node* id = metadata->find("id"); id && id->is_scalar()) {
        expect_exact(*id, "id", file);
        one.id = id->text;
        return;
      }
  if (const auto index = index_of(result, "testIdx")) {
    one.id = fmt::format("t{:04}", *index / repetition.times + 1);
    if (repetition.times > 1) one.attempt = *index % repetition.times + 1;
  }
  const Node* prompt = result.find("prompt");
  const Node* variables = result.find("vars");
  one.otherwise = one.prompts;
  if (variables && variables->members.size() > 1)
    one.otherwise.resize(prompt && prompt->text_at("raw") ? 1 : 0);
}

nlohmann::ordered_json json_of(const Node& node) {
  using Json = nlohmann::ordered_json;
  if (node.is_nothing()) return nullptr;
  if (node.kind == Node::Kind::text) return node.text;
  if (node.is_scalar()) return Json::parse(node.text, nullptr, false);
  Json made = node.is_list() ? Json::array() : Json::object();
  for (const Node& each : node.items) made.push_back(json_of(each));
  for (const auto& [name, value] : node.members) made[name] = json_of(value);
  return made;
}

// What promptfoo read as JSON is text again, as the tool printed it.
std::string text_of(const Node& output) { return output.is_scalar() ? output.text : json_of(output).dump(); }

void take_reported_usage(const Node& result, const Node* response, ForeignAnswer& one) {
  const Node* usage = response ? response->find("tokenUsage") : nullptr;
  // Where nothing was counted, there is a 0.
  if (usage && usage->number_of("total") != 0) one.tokens = amount_from(usage->number_of("total"));
  if (response) one.cost = amount_from(response->number_of("cost"));
  if (!one.cost && result.number_of("cost") != 0) one.cost = amount_from(result.number_of("cost"));
}

// Whether the provider itself says so, as servers do that block a request.
bool is_refusal(const Node* response) {
  const Node* word = response ? response->find("isRefusal") : nullptr;
  return word && word->boolean() == true;
}

// Answers are passed on at the end: until then it is not known which providers have several prompts.
class PromptfooResults {
 public:
  // `configuration`: of the run; may be null.
  PromptfooResults(const std::string& file, TestNumbering repetition, const Node* configuration,
                   AnswerList& answers)
      : file_(file), repetition_(repetition), configuration_(configuration), answers_(answers) {}

  // `number`: in the list of results; 0 if each has its own line.
  void take(const Node& result, int number = 0) {
    const AnswerPlace place{result.line, "result", number};
    if (!result.is_map()) return answers_.leave_out(place, "is not a result");
    ForeignAnswer one{.place = place};
    take_id(result, file_, repetition_, one);
    if (const Node* provider = result.find("provider")) one.run = name_of(*provider);
    if (const auto repetition = index_of(result, "repeatIndex"); repetition && *repetition < kMostAttempts)
      one.attempt = *repetition + 1;
    one.latency_ms = amount_from(result.number_of("latencyMs"));
    const Node* response = result.find("response");
    take_reported_usage(result, response, one);
    const Node* output = response ? response->find("output") : nullptr;
    // 1 means a failed assertion: an answer like any other, graded again here. Older files state no reason.
    const auto reason = result.number_of("failureReason");
    if (reason == 2 || (!reason && !output && result.find("error"))) {
      one.failure = result.text_at("error").value_or("failed");
    } else if (!output && !is_refusal(response)) {
      one.failure = "no output";
    } else {
      one.answer = output ? text_of(*output) : "";
      if (is_refusal(response))
        one.refused = trimmed(*one.answer).empty() ? "the provider reported a refusal" : *one.answer;
    }
    note_test(result);
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
      one.is_guess = !repetition_.is_known;
      if (one.is_guess && repetition_.times > 1) one.attempt.reset();
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

  // Positions are numbered in another way if repetitions are of several tests, as of a test with lists of
  // variables, if a test has its own number of them, or if the configuration has another test there.
  void note_test(const Node& result) {
    const Node* test = result.find("testCase");
    const auto index = index_of(result, "testIdx");
    if (!test || !index || !repetition_.is_known) return;
    const int position = *index / repetition_.times;
    const Node* variables = test->find("vars");
    const Node none, &given = variables ? *variables : none;
    const bool is_same =
        tests_.emplace(position, json_of(given).dump()).first->second == json_of(given).dump();
    if (!is_same || test->at("/options/repeat") || !is_configured(given, position))
      repetition_.is_known = false;
  }

  bool is_configured(const Node& variables, int position) const {
    const Node* tests = configuration_ ? configuration_->find("tests") : nullptr;
    if (!tests || !tests->is_list()) return true;
    if (static_cast<std::size_t>(position) >= tests->items.size()) return false;
    const Node* stated = tests->items[static_cast<std::size_t>(position)].find("vars");
    return !stated || std::ranges::all_of(stated->members, [&](const auto& each) {
      const auto& [name, value] = each;
      return !value.is_scalar() || variables.text_at(name) == value.text;
    });
  }

  const std::string& file_;
  TestNumbering repetition_;
  const Node* configuration_;
  AnswerList& answers_;
  std::map<int, std::string> tests_;              // the variables of each
  std::map<std::string, std::set<int>> prompts_;  // by provider
  std::vector<std::pair<ForeignAnswer, int>> taken_;
};

}  // namespace

void read_promptfoo_answers(const Text& text, const Mapping&, AnswerList& answers) {
  if (text.file.ends_with(".jsonl")) {
    PromptfooResults results(text.file, {}, nullptr, answers);
    each_json_line(
        text, [&](const Node& result) { results.take(result); }, answers.tell_of_row());
    return results.finish();
  }
  const Node root = read_json_document(text, answers.tell_of_row());
  PromptfooResults results(text.file, numbering_of(root), root.find("config"), answers);
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
