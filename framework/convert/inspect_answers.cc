// SPDX-License-Identifier: Apache-2.0
// Answers in logs of inspect_ai.
#include <algorithm>

#include "answer_list.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "sources.h"

namespace assay::convert {
namespace {

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

void take_sample(const Node& sample, int number, const std::string& model, AnswerList& answers) {
  ForeignAnswer one{.place = {sample.line, "sample", number}, .id = sample.text_of("id").value_or("")};
  const Node* input = sample.find("input");
  if (!input) return answers.leave_out(one.place, "has no input, which must be the prompt of its case");
  if (std::string fault = fault_of_input(*input); !fault.empty())
    return answers.leave_out(one.place, std::move(fault));
  one.asked = {prompt_of_input(*input)};  // samples without ids of their own are numbered: any case has one
  if (one.asked.front().starts_with("attachment://"))
    return answers.leave_out(one.place,
                             "its input is an attachment; dump the log with --resolve-attachments");
  one.run = model;
  if (const auto epoch = sample.number_of("epoch"); epoch && *epoch >= 1 && *epoch <= kMostAttempts)
    one.attempt = static_cast<int>(*epoch);
  if (const auto seconds = sample.number_of("total_time")) one.latency_ms = latency_from(*seconds * 1000);
  one.label = label_of(sample);
  if (const Node* error = sample.find("error")) {
    one.failure = error->is_scalar() ? error->text : error->text_of("message").value_or("failed");
  } else {
    one.answer = completion_of(sample);
    if (!one.answer) return answers.leave_out(one.place, "has no output");
    if (one.answer->starts_with("attachment://"))
      return answers.leave_out(one.place,
                               "its output is an attachment; dump the log with --resolve-attachments");
  }
  answers.take(std::move(one));
}

}  // namespace

void read_inspect_answers(const Text& text, const Mapping&, AnswerList& answers) {
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
  for (int number = 0; const Node& each : samples->items) {
    if (const Node* id = each.find("id")) expect_exact(*id, "id", text.file);
    take_sample(each, ++number, model, answers);
  }
}

}  // namespace assay::convert
