// SPDX-License-Identifier: Apache-2.0
// Answers in the sample files of lm-eval: a row per document and filter.
#include <fmt/format.h>

#include <span>

#include "answer_list.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "sources.h"

namespace assay::convert {
namespace {

// The prompt as sent; of messages in JSON, as chat models get them, the user's last one. None: there is none.
std::optional<std::string> sent_prompt(const Node& row) {
  const Node* sent = nullptr;
  for (const char* place : {"/arguments/gen_args_0/arg_0", "/arguments/0/0"})
    if (!sent) sent = row.at(place);
  if (sent && sent->is_list() && sent->items.size() == 1) sent = &sent->items.front();
  if (!sent) return std::nullopt;
  if (!sent->is_scalar()) return prompt_of_input(*sent);
  if (!trimmed(sent->text).starts_with("[{")) return sent->text;
  try {
    const std::string last = prompt_of_input(read_json_document({"", sent->text}));
    if (!last.empty()) return last;
  } catch (const Error&) {  // a text like any other
  }
  return sent->text;
}

// What a case may ask of the prompt as sent, with its examples and instructions, and the texts of the
// document from which it was made.
std::optional<std::string> asked_prompt(const Node& row, const AnswerList& answers) {
  const auto sent = sent_prompt(row);
  if (sent && answers.is_asked(*sent)) return sent;
  if (const Node* document = row.find("doc"))
    for (const auto& [name, value] : document->members)
      if (value.kind == Node::Kind::text && answers.is_asked(value.text)) return value.text;
  return sent;
}

// What the filter made of the responses; under "none", all responses as they came, also those that it drops.
const Node* responses_of(const Node& row, const std::string& filter) {
  const Node* all = row.at("/resps/0");
  const Node* filtered = row.at("/filtered_resps/0");
  return filtered && (filter != "none" || !all) ? filtered : all;
}

bool asks_several(const Node& row) {
  const Node* arguments = row.find("arguments");
  const Node* responses = row.find("resps");
  return (arguments && arguments->members.size() + arguments->items.size() > 1) ||
         (responses && responses->items.size() > 1);
}

void take_filtered_sample(const Node& row, int number, AnswerList& answers) {
  ForeignAnswer one{.place = {row.line, "sample", number}};
  const auto leave_out = [&](std::string what) { answers.leave_out(one.place, std::move(what)); };
  if (!row.is_map()) return leave_out(fmt::format("is {}, not a sample", kind_of(row)));
  if (asks_several(row)) return leave_out("rates several texts; a case has one answer");
  one.prompt = asked_prompt(row, answers);
  if (!one.prompt) return leave_out("has no prompt at /arguments/gen_args_0/arg_0");
  one.run = row.text_at("filter").value_or("");
  const Node* responses = responses_of(row, one.run);
  if (!responses) return leave_out("has no responses");
  const std::span all = responses->is_list() ? std::span(responses->items) : std::span(responses, 1);
  if (all.empty()) return leave_out("has no responses");
  for (int attempt = 0; const Node& each : all) {
    ForeignAnswer answer = one;
    answer.attempt = ++attempt;
    if (each.kind != Node::Kind::text)
      answers.leave_out(one.place, fmt::format("its response {} is {}, not text", attempt, kind_of(each)));
    else if (attempt > kMostAttempts)
      answers.leave_out(one.place, fmt::format("has more than {} responses", kMostAttempts));
    else {
      answer.answer = each.text;
      answers.take(std::move(answer));
    }
  }
}

}  // namespace

void read_lm_eval_answers(const Text& text, const Mapping&, AnswerList& answers) {
  const auto is_row = [](const Node& row) { return row.find("resps") != nullptr; };
  each_json_row(
      text, {.pointer = "", .is_row = is_row},
      [&](const Node& row, int number) { take_filtered_sample(row, number, answers); },
      answers.tell_of_row());
}

}  // namespace assay::convert
