// SPDX-License-Identifier: Apache-2.0
// Samples of inspect_ai, in the form its dataset readers expect.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "answer_list.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "lines.h"
#include "row.h"
#include "sources.h"

namespace assay::convert {
namespace {

// Rows as objects of text, without blank fields.
Node objects_of(const CsvTable& table) {
  Node list;
  list.kind = Node::Kind::list;
  list.line = table.header_line;
  for (const auto& record : table.records) {
    Node object;
    object.kind = Node::Kind::map;
    object.line = record.line;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (trimmed(record.fields[i]).empty()) continue;
      Node value = scalar_node(record.fields[i], record.line);
      value.kind = Node::Kind::text;  // in a table, `true` is a word like any other
      object.members.emplace_back(table.columns[i], std::move(value));
    }
    list.items.push_back(std::move(object));
  }
  return list;
}

struct SampleFile {
  Node list;
  std::vector<std::string> names = {};  // of columns or members, in the order of the file
  SourceLine where = {};                // where the names are
  std::string_view called = "member";   // what they are
};

SampleFile sample_file(const Text& text, const TellOfRow& tell) {
  if (text.file.ends_with(".csv")) {
    const CsvTable table = read_csv(text.bytes, text.file);
    return {objects_of(table), table.columns, {text.file, table.header_line}, "column"};
  }
  SampleFile file;
  file.list =
      trimmed(text.bytes).starts_with('[') ? read_json_document(text, tell) : read_json_lines(text, tell);
  file.where = {text.file, file.list.items.empty() ? 0 : file.list.items.front().line};
  std::set<std::string_view> known;
  for (const Node& each : file.list.items)
    for (const auto& [name, value] : each.members)
      if (known.insert(name).second) file.names.push_back(name);
  return file;
}

// Of the user; null: there is none.
const Node* last_message(const Node& input) {
  const Node* last = nullptr;
  for (const Node& message : input.items)
    if (message.text_at("role") == "user") last = &message;
  return last;
}

bool is_text_part(const Node& part) {
  return part.text_at("type").value_or("text") == "text" && part.text_at("text");
}

// A message's content, or its text parts: not what the model thought.
std::string content_of(const Node& message) {
  if (const auto text = message.text_at("content")) return *text;
  std::string all;
  if (const Node* parts = message.find("content"))
    for (const Node& part : parts->items)
      if (is_text_part(part)) all += part.text_at("text").value_or("");
  return all;
}

// Otherwise every sample would lack that part, or only its id.
void expect_columns(const SampleFile& file, const Mapping& mapping) {
  if (file.names.empty()) return;
  const auto is_there = [&](std::string_view name) {
    return std::ranges::find(file.names, name) != file.names.end();
  };
  for (const auto& pair : mapping.pairs)
    if (!is_there(pair.column)) refuse_column(file.where, pair.column, file.names, file.called);
  struct Usual {
    std::string_view part, column, held;
  };
  for (const Usual& usual : {Usual{"prompt", "input", "prompts"}, Usual{"expected", "target", "commands"}})
    if (std::ranges::find(mapping.pairs, usual.part, &Mapping::Pair::part) == mapping.pairs.end() &&
        !is_there(usual.column))
      refuse_without(file.where, usual.column, usual.held, file.names, file.called);
}

class Samples {
 public:
  Samples(const std::string& file, const Options& options, Draft& draft) : file_(file), draft_(draft) {
    for (const auto& pair : options.mapping.pairs) {
      if (pair.part == "prompt") input_ = pair.column;
      if (pair.part == "expected") target_ = pair.column;
      if (pair.part == "id") id_ = pair.column;
    }
  }

  void take(const Node& sample) {
    ++number_;
    if (sample.is_nothing() && !sample.text.empty()) return draft_.leave_out(sample.line, sample.text);
    if (!sample.is_map())
      return draft_.complain(sample.line, fmt::format("is {}, not a sample", kind_of(sample)),
                             "write {\"input\": …}");
    if (const Node* id = sample.find(id_)) expect_exact(*id, "id", file_);
    DraftCase one{.line = sample.line,
                  .id = sample.text_at(id_).value_or(std::to_string(number_)),
                  .prompt = "",
                  .commands = {}};
    const Node* choices = sample.find("choices");
    if (choices && !(choices->is_list() && choices->items.empty()))
      return draft_.leave_out(sample.line, "has choices: its target is a letter, not a command");
    if (const std::string fault = fault_of(sample); !fault.empty())
      return draft_.leave_out(sample.line, fault);
    for (const auto& [key, value] : sample.members) {
      if (value.is_nothing()) continue;
      if (key == input_)
        take_input(value, one);
      else if (key == target_)
        take_target(value, one);
      else if (key == "metadata")
        take_metadata(value, one);
      else if (key != id_ && key != "choices")
        draft_.remark(Remark::Kind::dropped, value.line, fmt::format("the member \"{}\"", one_line(key)));
    }
    draft_.take(std::move(one));
  }

 private:
  // A verdict (`true`) or a number is no command.
  std::string fault_of(const Node& sample) const {
    const Node* input = sample.find(input_);
    if (input && input->kind != Node::Kind::text && !input->is_list())
      return fmt::format("its {} is {}, not text", input_, kind_of(*input));
    if (const std::string fault = input ? fault_of_input(*input) : ""; !fault.empty()) return fault;
    const Node* target = sample.find(target_);
    if (!target || target->kind == Node::Kind::text) return "";
    if (!target->is_list()) return fmt::format("its {} is {}, not text", target_, kind_of(*target));
    for (const Node& each : target->items)
      if (each.kind != Node::Kind::text)
        return fmt::format("its {} holds {}, not text", target_, kind_of(each));
    return "";
  }

  void take_input(const Node& input, DraftCase& one) {
    one.prompt = prompt_of_input(input);
    if (input.items.size() > 1)
      draft_.remark(Remark::Kind::dropped, input.line,
                    counted(input.items.size() - 1, "message") +
                        " of the input: the last one of the user is the prompt");
  }
  void take_target(const Node& target, DraftCase& one) {
    if (target.is_scalar()) one.commands.push_back(target.text);
    for (const Node& each : target.items) one.commands.push_back(each.text);
  }
  void take_metadata(const Node& metadata, DraftCase& one) {
    for (const auto& [key, value] : metadata.members) {
      if (key == "category" && value.is_scalar())
        one.category = value.text;
      else if (value.is_scalar())
        one.tags.push_back(key + ":" + value.text);
      else if (!value.is_nothing())
        draft_.remark(Remark::Kind::dropped, value.line,
                      fmt::format("the metadata \"{}\", which is {}", one_line(key), kind_of(value)));
    }
    if (!metadata.is_map())
      draft_.remark(Remark::Kind::dropped, metadata.line, "the metadata, which is not an object");
  }

  const std::string& file_;
  Draft& draft_;
  std::string input_ = "input";
  std::string target_ = "target";
  std::string id_ = "id";
  std::size_t number_ = 0;
};

// Answers in logs of inspect_ai.

// The verdict of a score that a person changed by hand.
std::optional<bool> label_of(const Node& sample) {
  const Node* scores = sample.find("scores");
  if (!scores) return std::nullopt;
  for (const auto& [name, score] : scores->members) {
    const Node* history = score.find("history");
    const bool is_by_hand = history && std::ranges::any_of(history->items, [](const Node& each) {
                              return each.find("provenance");
                            });
    const std::string value = score.text_at("value").value_or("");
    if (is_by_hand && (value == "C" || value == "I")) return value == "C";
  }
  return std::nullopt;
}

// How the model's output ended.
struct Output {
  std::optional<std::string> text = {};
  std::string stop_reason = {};
  bool is_refusal = false;
};

Output output_of(const Node& output) {
  Output read{.text = output.text_at("completion")};
  const Node* choices = output.find("choices");
  if (!choices || choices->items.empty()) return read;
  read.stop_reason = choices->items.front().text_at("stop_reason").value_or("");
  const Node* message = choices->items.front().find("message");
  if (!message) return read;
  if (!read.text && message->find("content")) read.text = content_of(*message);
  if (const Node* parts = message->find("content"))
    read.is_refusal = std::ranges::any_of(parts->items, [](const Node& part) {
      const Node* refusal = part.find("refusal");
      return refusal && refusal->boolean() == true;
    });
  return read;
}

std::string text_or(const Node& node, std::string_view member, std::string_view otherwise) {
  const std::string text = node.is_scalar() ? node.text : node.text_at(member).value_or("");
  return trimmed(text).empty() ? std::string(otherwise) : text;
}

// Why the sample has no answer of the model; empty: it may have one.
std::string failure_of(const Node& sample, const Output& output) {
  if (const Node* invalid = sample.find("invalidation"); invalid && invalid->boolean() != false)
    return "the sample was invalidated: " + text_or(*invalid, "reason", "no reason is given");
  if (const Node* error = sample.find("error")) return text_or(*error, "message", "failed");
  const Node* answer = sample.find("output");
  if (const Node* error = answer ? answer->find("error") : nullptr)
    return text_or(*error, "message", "failed");
  if (const Node* limit = sample.find("limit")) {
    const std::string kind = text_or(*limit, "type", "unknown");
    // Time may also be over while an answer is scored.
    const bool is_after_answer = is_among(kind, "time working") &&
                                 !trimmed(output.text.value_or("")).empty() &&
                                 is_among(output.stop_reason.empty() ? "stop" : output.stop_reason, "stop");
    if (!is_after_answer)
      return text_or(*limit, "reason", fmt::format("the sample was stopped by its limit: {}", kind));
  }
  if (is_among(output.stop_reason, "max_tokens model_length"))
    return fmt::format("the message was cut off ({})", output.stop_reason);
  return "";
}

void take_model_usage(const Node& output, ForeignAnswer& one) {
  const Node* usage = output.find("usage");
  if (!usage) return;
  one.tokens = amount_from(usage->number_of("total_tokens"));
  one.cost = amount_from(usage->number_of("total_cost"));
}

void take_sample(const Node& sample, int number, const std::string& model, AnswerList& answers) {
  ForeignAnswer one{.place = {sample.line, "sample", number}, .id = sample.text_at("id").value_or("")};
  const Node* input = sample.find("input");
  if (!input) return answers.leave_out(one.place, "has no input, which must be the prompt of its case");
  if (std::string fault = fault_of_input(*input); !fault.empty())
    return answers.leave_out(one.place, std::move(fault));
  one.prompts = {prompt_of_input(*input)};  // samples without ids of their own are numbered: any case has one
  if (one.prompts.front().starts_with("attachment://"))
    return answers.leave_out(one.place,
                             "its input is an attachment; dump the log with --resolve-attachments");
  one.run = model;
  if (const auto epoch = sample.number_of("epoch"); epoch && *epoch >= 1 && *epoch <= kMostAttempts)
    one.attempt = static_cast<int>(*epoch);
  if (const auto seconds = sample.number_of("total_time")) one.latency_ms = amount_from(*seconds * 1000);
  one.label = label_of(sample);
  const Node* said = sample.find("output");
  const Output output = said ? output_of(*said) : Output{};
  if (said) take_model_usage(*said, one);
  one.failure = failure_of(sample, output);
  if (one.failure.empty()) {
    one.answer = output.text;
    if (!one.answer) return answers.leave_out(one.place, "has no output");
    if (one.answer->starts_with("attachment://"))
      return answers.leave_out(one.place,
                               "its output is an attachment; dump the log with --resolve-attachments");
    if (output.stop_reason == "content_filter" || output.is_refusal)
      one.refused = trimmed(*one.answer).empty() ? "the server filtered the message out" : *one.answer;
  }
  answers.take(std::move(one));
}

}  // namespace

std::string prompt_of_input(const Node& input) {
  if (input.kind == Node::Kind::text) return input.text;
  const Node* message = last_message(input);
  return message ? content_of(*message) : "";
}

std::string fault_of_input(const Node& input) {
  const Node* message = last_message(input);
  const Node* parts = message ? message->find("content") : nullptr;
  if (!parts) return "";
  const auto other = std::ranges::find_if_not(parts->items, is_text_part);
  if (other == parts->items.end()) return "";
  return fmt::format("its prompt has a part that is not text: {}",
                     one_line(other->text_at("type").value_or(std::string(kind_of(*other)))));
}

void read_inspect(const Text& text, const Options& options, Draft& draft) {
  expect_parts(options.mapping, "inspect", {"prompt", "expected", "id"});
  const SampleFile file = sample_file(text, draft.tell_of_row());
  draft.expect_tests_at(file.list.line);
  expect_columns(file, options.mapping);
  Samples samples(text.file, options, draft);
  for (const Node& each : file.list.items) samples.take(each);
}

void read_inspect_answers(const Text& text, const Mapping&, AnswerList& answers) {
  const Node root = read_json_document(text, answers.tell_of_row());
  expect_version(root, text.file, 2, "dump the log with another version of inspect_ai: inspect log dump");
  const Node* samples = root.find("samples");
  if (!samples || !samples->is_list())
    throw Error({text.file, root.line}, "has no samples", "name what inspect log dump writes");
  const Node* evaluation = root.find("eval");
  const std::string model = evaluation ? evaluation->text_at("model").value_or("") : "";
  for (int number = 0; const Node& each : samples->items) {
    if (const Node* id = each.find("id")) expect_exact(*id, "id", text.file);
    take_sample(each, ++number, model, answers);
  }
}

}  // namespace assay::convert
