// SPDX-License-Identifier: Apache-2.0
// Transcripts of agents: the commands that one ran for a task become its answer. Each format is a few rows of
// the tables below, which say where it tells what; functions read what a format tells in prose.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <span>

#include "answer_list.h"
#include "assay/internal/json.h"
#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "sources.h"

namespace assay::convert {
namespace {

using enum AnswerSource;

// Pointers are from an event: an object of the file. A condition is "/type=user", "/id" (there is such a
// member), or several of these with blanks between them; a value that ends with * is a beginning, and | parts
// alternatives. An empty one always holds.
struct Agent {
  AnswerSource source;
  std::string_view list;              // the events of a document; empty: there is an event per line
  std::string_view version, is_read;  // where its format's version is, and the one that is read
  std::string_view name, model;       // of the tool; an empty `name` is the format's
  bool keeps_folder = false;          // a command that succeeds leaves its folder to the next one
};
constexpr std::array kAgents = {
    Agent{atif, "/steps", "/schema_version", "ATIF-v1.*", "/agent/name", "/agent/model_name"},
    Agent{mini, "/messages", "/trajectory_format", "mini-swe-agent-1*", "", "/info/config/model/model_name"},
    Agent{codex, "", "", "", "", "/payload/model"},
    Agent{claude, "", "", "", "", "/message/model", true},
    Agent{gemini, "/messages", "", "", "", "/model"},
    Agent{opencode, "", "", "", "", ""},
    Agent{qwen, "", "", "", "", "/model"},
    Agent{copilot, "", "", "", "", "/data/selectedModel"},
    Agent{pi, "", "/version", "3", "", "/message/model"},
};

// A call of a tool, in an element of a list of an event, or in the event itself.
struct CallPlace {
  AnswerSource source;
  std::string_view list, when, id, tool, arguments;
  bool is_wrapped = false;  // in the call of a shell that the agent makes of it
};
constexpr std::array kCalls = {
    CallPlace{atif, "/tool_calls", "", "/tool_call_id", "/function_name", "/arguments"},
    CallPlace{mini, "/extra/actions", "", "/tool_call_id", "", ""},
    CallPlace{codex, "", "/item/type=command_execution|file_change", "/item/id", "/item/type", "/item", true},
    CallPlace{codex, "", "/payload/type=function_call", "/payload/call_id", "/payload/name",
              "/payload/arguments"},
    CallPlace{codex, "", "/payload/type=custom_tool_call", "/payload/call_id", "/payload/name", "/payload"},
    CallPlace{claude, "/message/content", "/type=tool_use", "/id", "/name", "/input"},
    CallPlace{gemini, "/toolCalls", "", "/id", "/name", "/args"},
    CallPlace{opencode, "", "/part/type=tool", "/part/callID", "/part/tool", "/part/state/input"},
    CallPlace{qwen, "/message/parts", "/functionCall", "/functionCall/id", "/functionCall/name",
              "/functionCall/args"},
    CallPlace{qwen, "/message/content", "/type=tool_use", "/id", "/name", "/input"},
    CallPlace{copilot, "", "/type=tool.execution_start", "/data/toolCallId", "/data/toolName",
              "/data/arguments"},
    CallPlace{pi, "/message/content", "/type=toolCall", "/id", "/name", "/arguments"},
};

// What became of a call.
struct Told {
  bool ran = true;
  std::optional<int> status = {};
};

// A text, or the texts of a list of parts.
std::string joined_text(const Node* node) {
  if (!node) return "";
  if (node->is_scalar()) return node->text;
  std::string all;
  for (const Node& part : node->items) all += part.text_at("text").value_or("");
  return all;
}

// The number behind that beginning of a line: the last one of the text; or, `is_ahead`, one before a line
// that begins the command's output.
std::optional<int> stated(std::string_view text, std::string_view beginning, bool is_ahead = false) {
  std::optional<int> found;
  bool is_output = false;
  assay::each_line(text, [&](std::string_view line) {
    is_output = is_output || (is_ahead && line.starts_with("Output:"));
    if (is_output || !line.starts_with(beginning)) return;
    line.remove_prefix(beginning.size());
    if (const auto number = number_from<int>(line.substr(0, line.find_first_not_of("-0123456789"))))
      found = number;
  });
  return found;
}

bool has_line(std::string_view text, std::string_view beginning) {
  return text.starts_with(beginning) || text.find("\n" + std::string(beginning)) != text.npos;
}

std::optional<int> status_at(const Node& element, std::string_view pointer) {
  const Node* value = element.at(pointer);
  const auto number = value ? value->number() : std::nullopt;
  return number && std::abs(*number) < 1e9 ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

Told told_by_mini(const Node& message) {
  const bool ran = joined_text(message.at("/extra/exception_info")).find("not executed") == std::string::npos;
  return {ran, ran ? status_at(message, "/extra/returncode") : std::nullopt};
}

Told told_by_codex(const Node& event) {
  return {event.at("/item/status") == nullptr || event.at("/item/status")->text != "declined",
          status_at(event, "/item/exit_code")};
}

// Of a command's output as codex's model reads it.
Told told_in_codex_prose(std::string_view text) {
  if (const auto status = stated(text, "Process exited with code ", true)) return {true, status};
  if (text.starts_with('{')) {
    try {
      const Node root = read_json_document({"", text});
      for (const char* place : {"/metadata/exit_code", "/returncode"})
        if (const auto status = status_at(root, place)) return {true, status};
    } catch (const Error&) {  // a text like any other
    }
  }
  return {has_line(text, "Output:") || has_line(text, "Process running"), {}};
}

Told told_in_rollout(const Node& event) {
  return told_in_codex_prose(joined_text(event.at("/payload/output")));
}

// The text begins with a status other than 0; a call that failed without one was denied.
Told told_by_claude(const Node& part) {
  const std::string text = joined_text(part.at("/content"));
  if (const auto status = stated(first_line(text), "Exit code ")) return {true, status};
  const Node* is_error = part.at("/is_error");
  if (is_error && is_error->boolean() == true) return {false, {}};
  return {true, 0};
}

// As gemini, and qwen, which is made from it, put it: a command that ran has an output, and a status of 0 may
// be left out. Of one that a signal ended, it may say 0.
Told told_by_gemini_text(const std::string& text) {
  if (!has_line(text, "Output:")) return {false, {}};
  if (const int signal = stated(text, "Signal: ").value_or(0); signal > 0) return {true, 128 + signal};
  return {true, stated(text, "Exit Code: ").value_or(0)};
}
Told told_by_gemini(const Node& call) {
  return told_by_gemini_text(joined_text(call.at("/result/0/functionResponse/response/output")));
}
Told told_by_qwen(const Node& part) {
  return told_by_gemini_text(joined_text(part.at("/functionResponse/response/output")));
}
Told told_by_qwen_stream(const Node& part) { return told_by_gemini_text(joined_text(part.at("/content"))); }

Told told_by_opencode(const Node& event) {
  const auto status = status_at(event, "/part/state/metadata/exit");
  return {status || joined_text(event.at("/part/state/status")) != "error", status};
}

Told told_by_copilot(const Node& event) {
  const auto status = status_at(event, "/data/shellExecution/exitCode");
  const Node* success = event.at("/data/success");
  return {status || (success && success->boolean() == true), status};
}

// Neither 0 nor a signal is told.
Told told_by_pi(const Node& event) {
  const std::string text = joined_text(event.at("/message/content"));
  const Node* is_error = event.at("/message/isError");
  const bool failed = is_error && is_error->boolean() == true;
  return {!failed || has_line(text, "Command "), stated(text, "Command exited with code ")};
}

// Prose of the agent from which the transcript was made.
Told told_by_atif(const Node& result) {
  const std::string text = joined_text(result.at("/content"));
  if (text.find("action was not executed") != std::string::npos) return {false, {}};
  if (const auto status = stated(first_line(text), "Exit code ")) return {true, status};
  return {true, told_in_codex_prose(text).status};
}

struct ResultPlace {
  AnswerSource source;
  std::string_view list, when, id;
  Told (*told)(const Node& element);
};
constexpr std::array kResults = {
    ResultPlace{atif, "/observation/results", "", "/source_call_id", told_by_atif},
    ResultPlace{mini, "", "/extra/returncode", "/tool_call_id", told_by_mini},
    ResultPlace{codex, "", "/item/type=command_execution", "/item/id", told_by_codex},
    ResultPlace{codex, "", "/payload/type=function_call_output", "/payload/call_id", told_in_rollout},
    ResultPlace{claude, "/message/content", "/type=tool_result", "/tool_use_id", told_by_claude},
    ResultPlace{gemini, "/toolCalls", "/result", "/id", told_by_gemini},
    ResultPlace{opencode, "", "/part/type=tool", "/part/callID", told_by_opencode},
    ResultPlace{qwen, "/message/parts", "/functionResponse", "/functionResponse/id", told_by_qwen},
    ResultPlace{qwen, "/message/content", "/type=tool_result", "/tool_use_id", told_by_qwen_stream},
    ResultPlace{copilot, "", "/type=tool.execution_complete", "/data/toolCallId", told_by_copilot},
    ResultPlace{pi, "", "/message/role=toolResult", "/message/toolCallId", told_by_pi},
};

// What it took: all numbers at `tokens` together; a * in a pointer is each member. Of two with one key, the
// later one counts; a total counts in place of all others, and is the last one.
struct UsagePlace {
  AnswerSource source;
  std::string_view when, key, tokens, cost;
  bool is_total = false;
};
constexpr std::array kUsage = {
    UsagePlace{atif, "/metrics", "", "/metrics/prompt_tokens /metrics/completion_tokens",
               "/metrics/cost_usd"},
    UsagePlace{atif, "/final_metrics", "",
               "/final_metrics/total_prompt_tokens /final_metrics/total_completion_tokens",
               "/final_metrics/total_cost_usd", true},
    UsagePlace{mini, "/extra/response/usage", "", "/extra/response/usage/total_tokens", "/extra/cost"},
    UsagePlace{mini, "/info/model_stats", "", "", "/info/model_stats/instance_cost", true},
    UsagePlace{codex, "/type=turn.completed", "", "/usage/input_tokens /usage/output_tokens", "", true},
    UsagePlace{codex, "/payload/type=token_count", "", "/payload/info/total_token_usage/total_tokens", "",
               true},
    UsagePlace{claude, "/message/usage", "/message/id",
               "/message/usage/input_tokens /message/usage/cache_creation_input_tokens "
               "/message/usage/cache_read_input_tokens /message/usage/output_tokens",
               ""},
    UsagePlace{claude, "/type=result", "",
               "/usage/input_tokens /usage/cache_creation_input_tokens /usage/cache_read_input_tokens "
               "/usage/output_tokens",
               "/total_cost_usd", true},
    UsagePlace{gemini, "/tokens", "/id", "/tokens/total", ""},
    UsagePlace{opencode, "/type=step_finish", "/part/id", "/part/tokens/total", "/part/cost"},
    UsagePlace{qwen, "/usageMetadata", "/uuid", "/usageMetadata/totalTokenCount", ""},
    UsagePlace{qwen, "/type=result", "", "/usage/input_tokens /usage/output_tokens", "", true},
    UsagePlace{copilot, "/type=session.shutdown", "",
               "/data/accountingSnapshot/modelMetrics/*/usage/inputTokens "
               "/data/accountingSnapshot/modelMetrics/*/usage/outputTokens",
               "", true},
    UsagePlace{pi, "/message/usage", "/message/responseId", "/message/usage/totalTokens",
               "/message/usage/cost/total"},
};

// A text that an event holds.
struct TextPlace {
  AnswerSource source;
  std::string_view when, text;
};
constexpr std::array kUserMessages = {
    TextPlace{atif, "/source=user", "/message"},
    TextPlace{mini, "/role=user", "/content"},
    TextPlace{codex, "/payload/type=user_message", "/payload/message"},
    TextPlace{codex, "/payload/type=message /payload/role=user", "/payload/content"},
    TextPlace{claude, "/type=user", "/message/content"},
    TextPlace{gemini, "/type=user", "/content"},
    TextPlace{qwen, "/type=user", "/message/parts"},
    TextPlace{qwen, "/type=user", "/message/content"},
    TextPlace{copilot, "/type=user.message", "/data/content"},
    TextPlace{pi, "/message/role=user", "/message/content"},
};
// Why the model could not go on, which is not the agent's doing. Some of them exit with 0 then.
constexpr std::array kFailures = {
    TextPlace{mini,
              "/info/exit_status=AuthenticationError|RateLimitError|APIConnectionError|APIError|"
              "InternalServerError|ServiceUnavailableError|Timeout|BadGatewayError|PermissionDeniedError",
              "/info/exit_status"},
    TextPlace{codex, "/type=turn.failed", "/error/message"},
    TextPlace{codex, "/payload/type=error", "/payload/message"},
    TextPlace{claude, "/type=result /api_error_status", "/result"},
    TextPlace{gemini, "/type=error", "/content"},
    TextPlace{opencode, "/type=error", "/error/data/message"},
    TextPlace{qwen, "/type=result /result=[API*", "/result"},
    TextPlace{qwen, "/type=assistant /message/parts/0/text=[API*", "/message/parts/0/text"},
    TextPlace{copilot, "/type=session.error", "/data/message"},
    TextPlace{pi, "/message/stopReason=error", "/message/errorMessage"},
};

bool is_one_of(std::string_view value, std::string_view alternatives) {
  while (true) {
    const std::size_t end = alternatives.find('|');
    const std::string_view one = alternatives.substr(0, end);
    if (one.ends_with('*') ? value.starts_with(one.substr(0, one.size() - 1)) : value == one) return true;
    if (end == alternatives.npos) return false;
    alternatives.remove_prefix(end + 1);
  }
}

// Calls visit with each of the texts, which blanks part.
template <typename Visit>
void each_word(std::string_view words, Visit visit) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    visit(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

bool holds(const Node& event, std::string_view condition) {
  bool does = true;
  each_word(condition, [&](std::string_view one) {
    const std::size_t sign = one.find('=');
    const Node* value = event.at(one.substr(0, sign));
    does = does && value && (sign == one.npos || is_one_of(value->text, one.substr(sign + 1)));
  });
  return does;
}

// Calls visit with each element of the event's list for which the condition holds, or with the event.
template <typename Visit>
void each_element(const Node& event, std::string_view list, std::string_view when, Visit visit) {
  const Node* all = list.empty() ? &event : event.at(list);
  if (!all) return;
  for (const Node& each : list.empty() ? std::span(all, 1) : std::span(all->items))
    if (each.is_map() && holds(each, when)) visit(each);
}

void add_amounts(const Node& from, std::string_view pointer, std::optional<double>& sum) {
  const std::size_t star = pointer.find("/*/");
  const Node* at = from.at(pointer.substr(0, star));
  if (!at) return;
  if (star != pointer.npos) {
    for (const auto& [name, value] : at->members) add_amounts(value, pointer.substr(star + 2), sum);
  } else if (const auto amount = amount_from(at->number())) {
    sum = sum.value_or(0) + *amount;
  }
}

struct RunCommand {
  std::string id;
  std::string command;
  Told told = {};
  bool has_ended = false;  // what became of it is told
};

// `bash -lc 'ls'` is ls.
std::string without_shell(std::string command) {
  const shell::Parsed parsed = shell::parse(command);
  const shell::Command* only = parsed ? shell::only_command(parsed.tree) : nullptr;
  const auto* call =
      only && only->redirects.empty() ? std::get_if<shell::SimpleCommand>(&only->node) : nullptr;
  if (!call || call->words.size() != 3 || !call->assignments.empty()) return command;
  std::vector<std::string> words;
  for (const shell::Word& word : call->words) words.push_back(shell::literal_value(word).value_or(""));
  const std::string name = std::filesystem::path(words[0]).filename();
  const bool is_shell = is_among(name, "bash sh zsh dash") && is_among(words[1], "-c -lc");
  return is_shell && !trimmed(words[2]).empty() ? words[2] : command;
}

// In a call's arguments, which may be JSON text; none: it is of a tool that runs no command.
std::optional<std::string> command_in(const Node& arguments) {
  if (arguments.kind == Node::Kind::text) {
    try {
      return command_in(read_json_document({"", arguments.text}));
    } catch (const Error&) {
      return std::nullopt;
    }
  }
  for (const char* name : {"command", "cmd"}) {
    const Node* value = arguments.find(name);
    if (!value) continue;
    if (value->kind == Node::Kind::text) return value->text;
    std::string line;  // as words
    for (const Node& word : value->items)
      line += (line.empty() ? "" : " ") + shell::print(shell::literal_word(word.text));
    if (!line.empty()) return without_shell(std::move(line));
  }
  return std::nullopt;
}

// Tools with which agents change files; no command shows what they did.
bool edits_files(std::string_view tool) {
  return is_among(lowercase(tool),
                  "write edit multiedit notebookedit write_file replace patch apply_patch file_change create "
                  "str_replace str_replace_editor str_replace_based_edit_tool");
}

constexpr std::string_view kSubmission = "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT";

// Without the line by which mini's model says that it is done.
std::string without_submission(std::string_view command) {
  command = trimmed(command);
  if (command == kSubmission) return "";
  for (const std::string_view sign : {" && ", "; ", "\n"}) {
    const std::string behind = std::string(sign) + std::string(kSubmission);
    const std::string before = std::string(kSubmission) + std::string(sign);
    if (command.ends_with(behind)) return std::string(command.substr(0, command.size() - behind.size()));
    if (command.starts_with(before)) return std::string(command.substr(before.size()));
  }
  return std::string(command);
}

class Transcript {
 public:
  explicit Transcript(const Agent& agent) : agent_(agent) {}

  void take(const Node& event) {
    const auto mine = [&](const auto& place) { return place.source == agent_.source; };
    for (const CallPlace& place : kCalls)
      if (mine(place))
        each_element(event, place.list, place.when, [&](const Node& each) { take_call(each, place); });
    for (const ResultPlace& place : kResults)
      if (mine(place))
        each_element(event, place.list, place.when, [&](const Node& each) { take_result(each, place); });
    for (const UsagePlace& place : kUsage)
      if (mine(place) && holds(event, place.when)) take_usage(event, place);
    for (const TextPlace& place : kUserMessages)
      if (mine(place) && holds(event, place.when))
        if (std::string text = joined_text(event.at(place.text)); !trimmed(text).empty())
          messages_.push_back(std::move(text));
    for (const TextPlace& place : kFailures)
      if (mine(place) && holds(event, place.when))
        failure_ = shortened(first_line(joined_text(event.at(place.text)) + " "), 200);
    const std::string model = agent_.model.empty() ? "" : joined_text(event.at(agent_.model));
    if (!model.empty() && !model.starts_with('<')) model_ = model;
    if (!agent_.name.empty())
      if (const std::string name = joined_text(event.at(agent_.name)); !name.empty()) name_ = name;
    was_submitted_ = was_submitted_ || holds(event, "/info/exit_status=Submitted");
  }

  // Whether anything in it was as in that format.
  bool is_of_format() const { return !steps_.empty() || !messages_.empty() || !usage_.empty() || tokens_; }
  const std::vector<std::string>& messages() const { return messages_; }

  // Once, at the end.
  void give(ForeignAnswer one, bool all, AnswerList& answers) {
    settle_submission();
    std::vector<const RunCommand*> ran;
    for (const RunCommand& each : steps_)
      if (each.told.ran) ran.push_back(&each);
    if (const std::size_t others = steps_.size() - ran.size(); others > 0)
      answers.remark(one.place, fmt::format("{} not run, as it says: left out",
                                            counted(others, "command was", "commands were")));
    one.run = name_.empty() ? std::string(to_string(agent_.source)) : name_;
    if (!model_.empty()) one.run += " " + model_;
    one.tokens = tokens_ ? tokens_ : total(&Usage::tokens);
    one.cost = cost_ ? cost_ : total(&Usage::cost);
    if (one.cost == 0) one.cost.reset();  // the price was not known
    one.failure = failure_;
    if (one.failure.empty() && all && !editor_.empty())
      one.failure = fmt::format("it changed files by {}, which no command shows", one_line(editor_));
    if (one.failure.empty()) one.answer = all ? joined(ran) : ran.empty() ? "" : ran.back()->command;
    for (const RunCommand* each : ran)
      one.record +=
          fmt::format("$ {}\nstatus {}\n", each->command,
                      each->told.status ? std::to_string(*each->told.status) : std::string("not told"));
    answers.take(std::move(one));
  }

 private:
  struct Usage {
    std::optional<double> tokens, cost;
  };

  void take_call(const Node& call, const CallPlace& place) {
    const std::string tool = place.tool.empty() ? "" : joined_text(call.at(place.tool));
    const Node* arguments = place.arguments.empty() ? &call : call.at(place.arguments);
    const auto command = arguments && !edits_files(tool) ? command_in(*arguments) : std::nullopt;
    if (edits_files(tool)) editor_ = tool;
    if (!command || trimmed(*command).empty()) return;
    const std::string id = joined_text(call.at(place.id));
    if (!id.empty() && std::ranges::find(steps_, id, &RunCommand::id) != steps_.end()) return;  // told twice
    steps_.push_back({id, place.is_wrapped ? without_shell(*command) : *command});
    failure_.clear();  // it went on
  }

  void take_result(const Node& result, const ResultPlace& place) {
    const std::string id = joined_text(result.at(place.id));
    const auto step = std::ranges::find_if(
        steps_, [&](const RunCommand& each) { return id.empty() ? !each.has_ended : each.id == id; });
    if (step == steps_.end()) return;
    step->told = place.told(result);
    step->has_ended = true;
  }

  void take_usage(const Node& event, const UsagePlace& place) {
    Usage one;
    each_word(place.tokens, [&](std::string_view pointer) { add_amounts(event, pointer, one.tokens); });
    if (!place.cost.empty()) add_amounts(event, place.cost, one.cost);
    if (place.is_total) {
      if (one.tokens) tokens_ = one.tokens;
      if (one.cost) cost_ = one.cost;
      return;
    }
    const std::string key = place.key.empty() ? "" : joined_text(event.at(place.key));
    usage_[key.empty() ? fmt::format("#{}", usage_.size()) : key] = one;
  }

  std::optional<double> total(std::optional<double> Usage::*part) const {
    std::optional<double> sum;
    for (const auto& [key, one] : usage_)
      if (one.*part) sum = sum.value_or(0) + *(one.*part);
    return sum;
  }

  // mini looks for its model's last line in the output of the last command, so that command ran, and ended
  // with 0, although the transcript says that it was not executed.
  void settle_submission() {
    if (agent_.source != mini || !was_submitted_ || steps_.empty()) return;
    RunCommand& last = steps_.back();
    if (last.command.find(kSubmission) == std::string::npos) return;
    last.command = without_submission(last.command);
    last.told = {true, 0};
    if (last.command.empty()) steps_.pop_back();
  }

  // Each command in a shell of its own, as it ran: what one does to its shell, or an error in it, is no
  // matter to the next.
  std::string joined(const std::vector<const RunCommand*>& steps) const {
    if (steps.size() == 1) return steps.front()->command;
    const auto moves = [](const RunCommand* each) {
      return each->command.find("cd") != std::string::npos ||
             each->command.find("pushd") != std::string::npos;
    };
    const bool follows = agent_.keeps_folder && std::ranges::any_of(steps, moves);
    std::string script = follows ? "exec 3>&1\n" : "";
    for (const RunCommand* each : steps) {
      const std::string command = shell::print(shell::literal_word(each->command));
      script += follows ? fmt::format(
                              "folder=$(bash -c 'eval \"$0\" </dev/null >&3 3>&- && pwd -P' {}) && "
                              "cd \"$folder\"\n",
                              command)
                        : fmt::format("bash -c {} </dev/null\n", command);
    }
    return script;
  }

  const Agent& agent_;
  std::vector<RunCommand> steps_;
  std::vector<std::string> messages_;  // of the user
  std::map<std::string, Usage> usage_;
  std::optional<double> tokens_, cost_;  // totals
  std::string name_, model_, failure_, editor_;
  bool was_submitted_ = false;
};

const Agent& agent_of(AnswerSource source) { return *std::ranges::find(kAgents, source, &Agent::source); }

// Throws Error for another version of the format.
void expect_readable(const Node& event, const Agent& agent, const std::string& file) {
  const Node* version = agent.version.empty() ? nullptr : event.at(agent.version);
  if (version && version->is_scalar() && !is_one_of(version->text, agent.is_read))
    throw Error(
        {file, version->line},
        fmt::format("is a transcript of version {}; assay reads {}", one_line(version->text), agent.is_read),
        "name a transcript of that version, or convert it to --from jsonl");
}

// Throws Error if the text is a document of the format without its list.
void each_event(const Text& text, const Agent& agent, const TellOfRow& tell,
                const std::function<void(const Node& event)>& take) {
  if (trimmed(text.bytes).starts_with('[')) {
    const Node root = read_json_document(text, tell);
    for (const Node& each : root.items) take(each);
    return;
  }
  if (!agent.list.empty()) {
    Node root;
    try {
      root = read_json_document(text, tell);
    } catch (const Error&) {
      if (agent.source != gemini) throw;  // which writes a document, or lines
    }
    if (const Node* list = root.at(agent.list)) {
      take(root);
      for (const Node& each : list->items) take(each);
      return;
    }
  }
  each_json_line(text, take, tell);
}

// Formats of which the text is a transcript, as `--from FORMAT`.
std::vector<std::string> fitting_formats(const Text& text) {
  std::vector<std::string> fitting;
  for (const Agent& agent : kAgents) {
    Transcript transcript(agent);
    try {
      each_event(
          text, agent, [](Remark::Kind, int, const std::string&) {},
          [&](const Node& event) { transcript.take(event); });
    } catch (const Error&) {
      continue;
    }
    if (transcript.is_of_format()) fitting.push_back(fmt::format("--from {}", to_string(agent.source)));
  }
  return fitting;
}

}  // namespace

void read_transcript(const Text& text, AnswerSource source, const TranscriptOptions& options,
                     AnswerList& answers) {
  const Agent& agent = agent_of(source);
  Transcript transcript(agent);
  ForeignAnswer one{.place = {1}};
  // A line that is cut off, as where the agent was ended, takes no other with it.
  const auto tell = [&](Remark::Kind, int line, const std::string& what) {
    answers.remark({line}, "this line is not read: " + what);
  };
  each_event(text, agent, tell, [&](const Node& event) {
    expect_readable(event, agent, text.file);
    transcript.take(event);
  });
  if (!transcript.is_of_format()) {
    const auto fitting = fitting_formats(text);
    throw Error({text.file, 0}, fmt::format("is no transcript of {}", to_string(source)),
                fitting.empty()
                    ? "name the file that the agent wrote (docs/convert.md#transcripts)"
                    : fmt::format("it may be one of another agent: {}", fmt::join(fitting, ", ")));
  }
  const KnownCase* known = answers.case_of_transcript(text.file, transcript.messages(), one.place);
  if (!known) return;
  one.id = known->id;
  using enum TranscriptOptions::Commands;
  const bool takes_all = options.commands == by_case ? known->has_outcome : options.commands == all;
  transcript.give(std::move(one), takes_all, answers);
}

}  // namespace assay::convert
