// SPDX-License-Identifier: Apache-2.0
#include "wire_forms.h"

#include <array>
#include <nlohmann/json.hpp>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/model_server.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

using Json = nlohmann::json;  // sorts members, so equal requests have equal bytes

constexpr int kMostTokens = 1024;

enum class Form { strict_schema, schema, any_json, plain };
enum class Settings {
  fixed,  // temperature 0 and a seed
  newer,  // for models that reject both
};

struct RequestForm {
  Form form;
  Settings settings;
};

constexpr std::array kOpenAi = {
    RequestForm{Form::strict_schema, Settings::fixed}, RequestForm{Form::strict_schema, Settings::newer},
    RequestForm{Form::schema, Settings::fixed},        RequestForm{Form::any_json, Settings::fixed},
    RequestForm{Form::any_json, Settings::newer},      RequestForm{Form::plain, Settings::fixed},
    RequestForm{Form::plain, Settings::newer}};
constexpr std::array kOllama = {RequestForm{Form::schema, Settings::fixed},
                                RequestForm{Form::any_json, Settings::fixed},
                                RequestForm{Form::plain, Settings::fixed}};
constexpr std::array kAnthropic = {RequestForm{Form::schema, Settings::fixed},
                                   RequestForm{Form::schema, Settings::newer},
                                   RequestForm{Form::plain, Settings::newer}};

Json schema() {
  return {{"type", "object"},
          {"properties",
           {{"analysis", {{"type", "string"}}},
            {"verdict", {{"type", "string"}, {"enum", {"equivalent", "not_equivalent", "unsure"}}}}}},
          {"required", {"analysis", "verdict"}},
          {"additionalProperties", false}};
}

Json message(std::string_view role, std::string_view text) { return {{"role", role}, {"content", text}}; }

// The messages of the user and the judge so far.
Json conversation(const Round& round) {
  Json messages = Json::array({message("user", round.prompt.user)});
  if (round.rejected.empty()) return messages;
  messages.push_back(message("assistant", round.rejected));
  messages.push_back(message("user", correction()));
  return messages;
}

Json with_system(const Round& round) {
  Json messages = conversation(round);
  messages.insert(messages.begin(), message("system", round.prompt.system));
  return messages;
}

Json openai_body(const JudgeService& service, RequestForm form, const Round& round) {
  Json body = {{"model", service.model}, {"messages", with_system(round)}};
  switch (form.form) {
    case Form::strict_schema:
    case Form::schema: {
      Json named = {{"name", "verdict"}, {"schema", schema()}};
      if (form.form == Form::strict_schema) named["strict"] = true;
      body["response_format"] = {{"type", "json_schema"}, {"json_schema", std::move(named)}};
      break;
    }
    case Form::any_json: body["response_format"] = {{"type", "json_object"}}; break;
    case Form::plain: break;
  }
  switch (form.settings) {
    case Settings::fixed:
      body["temperature"] = 0;
      body["seed"] = round.seed;
      body["max_tokens"] = kMostTokens;
      break;
    case Settings::newer:
      body["max_completion_tokens"] = 4 * kMostTokens;  // such models reason first
      break;
  }
  return body;
}

Json ollama_body(const JudgeService& service, RequestForm form, const Round& round) {
  Json body = {{"model", service.model},
               {"messages", with_system(round)},
               {"stream", false},
               {"options", {{"temperature", 0}, {"seed", round.seed}, {"num_predict", kMostTokens}}}};
  if (form.form == Form::schema) body["format"] = schema();
  if (form.form == Form::any_json) body["format"] = "json";
  return body;
}

Json anthropic_body(const JudgeService& service, RequestForm form, const Round& round) {
  Json body = {{"model", service.model},
               {"system", round.prompt.system},
               {"messages", conversation(round)},
               {"max_tokens", kMostTokens}};
  if (form.settings == Settings::fixed) body["temperature"] = 0;
  if (form.form == Form::plain) return body;
  body["tools"] = Json::array(
      {{{"name", "give_verdict"}, {"description", "Says what the verdict is."}, {"input_schema", schema()}}});
  body["tool_choice"] = {{"type", "tool"}, {"name", "give_verdict"}};
  return body;
}

std::int64_t count_at(const JsonValue& answer, std::string_view pointer) {
  return http::count_at(answer, pointer).value_or(0);
}

constexpr const char* kCut = "its answer was cut off";
constexpr const char* kRefused = "it refused to judge";
constexpr const char* kOnlyThoughts = "it sent only thoughts";

ServerReply openai_reply(const JsonValue& answer) {
  auto chat = http::chat_reply_in(answer);
  ServerReply reply{.text = std::move(chat.text),
                    .input_tokens = chat.input_tokens.value_or(0),
                    .output_tokens = chat.output_tokens.value_or(0)};
  if (chat.is_thought) reply.problem = kOnlyThoughts;
  if (chat.is_cut_off) reply.problem = kCut;
  if (chat.is_filtered || !chat.refusal.empty()) reply.problem = kRefused;
  return reply;
}

ServerReply ollama_reply(const JsonValue& answer) {
  ServerReply reply{.text = http::content_text(answer.at_pointer("/message/content")),
                    .input_tokens = count_at(answer, "/prompt_eval_count"),
                    .output_tokens = count_at(answer, "/eval_count")};
  const auto* done = answer.find("done");
  if (answer.text_at("/done_reason") == "length" || !done || !done->boolean() || !*done->boolean())
    reply.problem = kCut;
  return reply;
}

// As text, so that all kinds of servers are parsed alike.
std::string as_text(const JsonValue& input) {
  Json object = Json::object();
  if (input.object())
    for (const auto& [name, value] : *input.object())
      object[name] = value.string() ? Json(*value.string()) : Json();
  return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

ServerReply anthropic_reply(const JsonValue& answer) {
  ServerReply reply{.input_tokens = count_at(answer, "/usage/input_tokens"),
                    .output_tokens = count_at(answer, "/usage/output_tokens")};
  const auto* content = answer.find("content");
  bool is_tool = false;
  if (content && content->array())
    for (const auto& block : *content->array()) {
      const auto* input = block.find("input");
      if (input && block.text_at("/type") == "tool_use") {
        reply.text = is_tool ? std::string() : as_text(*input);  // two verdicts count as none
        is_tool = true;
      } else if (!is_tool && block.text_at("/type") == "text") {
        reply.text += block.text_at("/text");
      }
    }
  const auto ending = answer.text_at("/stop_reason");
  if (ending == "max_tokens" || ending == "model_context_window_exceeded") reply.problem = kCut;
  if (ending == "refusal") reply.problem = kRefused;
  return reply;
}

std::string_view without_fence(std::string_view text) {
  constexpr std::string_view kFence = "```";
  if (!text.starts_with(kFence) || !text.ends_with(kFence) || text.size() < 2 * kFence.size()) return text;
  text = text.substr(kFence.size(), text.size() - 2 * kFence.size());
  if (text.starts_with("json")) text.remove_prefix(4);
  return trimmed(text);
}

std::optional<JudgeVerdict> verdict_named(const std::string& name) {
  for (const auto verdict : {JudgeVerdict::equivalent, JudgeVerdict::not_equivalent, JudgeVerdict::unsure})
    if (name == to_string(verdict)) return verdict;
  return std::nullopt;
}

}  // namespace

int forms_of(JudgeProtocol protocol) {
  switch (protocol) {
    case JudgeProtocol::openai: return kOpenAi.size();
    case JudgeProtocol::ollama: return kOllama.size();
    case JudgeProtocol::anthropic: return kAnthropic.size();
  }
  return 0;
}

http::Request request_of(const JudgeService& service, FormIndex form, const Round& round) {
  const auto which = static_cast<std::size_t>(form);
  const auto dump = [](const Json& body) {
    return body.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  switch (service.protocol) {
    case JudgeProtocol::openai:
      return {.url = http::joined(service.url, "/chat/completions"),
              .headers = {},
              .body = dump(openai_body(service, kOpenAi[which], round))};
    case JudgeProtocol::ollama:
      return {.url = http::joined(service.url, "/api/chat"),
              .headers = {},
              .body = dump(ollama_body(service, kOllama[which], round))};
    case JudgeProtocol::anthropic: break;
  }
  return {.url = http::joined(service.url, "/messages"),
          .headers = {{"anthropic-version", "2023-06-01"}},
          .body = dump(anthropic_body(service, kAnthropic[which], round))};
}

std::vector<http::Header> credentials(JudgeProtocol protocol, const std::string& key) {
  if (key.empty()) return {};
  if (protocol == JudgeProtocol::anthropic) return {{"x-api-key", key}};
  return {{"Authorization", "Bearer " + key}};
}

ServerReply read_reply(JudgeProtocol protocol, std::string_view body) try {
  const auto answer = parse_json(body, "");
  switch (protocol) {
    case JudgeProtocol::openai: return openai_reply(answer);
    case JudgeProtocol::ollama: return ollama_reply(answer);
    case JudgeProtocol::anthropic: break;
  }
  return anthropic_reply(answer);
} catch (const Error&) {
  return {.text = {}, .problem = "its answer is not JSON"};
}

std::optional<ParsedVerdict> parse_verdict(std::string_view message) try {
  const auto object = parse_json(without_fence(trimmed(message)), "", {.bytes = 1u << 16, .depth = 4});
  const auto* analysis = object.find("analysis");
  const auto* verdict = object.find("verdict");
  if (!analysis || !analysis->string() || !verdict || !verdict->string() || object.object()->size() != 2)
    return std::nullopt;
  const auto named = verdict_named(*verdict->string());
  if (!named) return std::nullopt;
  return ParsedVerdict{.verdict = *named, .analysis = one_line(*analysis->string())};
} catch (const Error&) {
  return std::nullopt;
}

}  // namespace assay
