// SPDX-License-Identifier: Apache-2.0
#include "chat_description.h"

#include <nlohmann/json.hpp>

#include "assay/internal/model_server.h"
#include "assay/internal/text.h"

namespace assay::tool {
namespace {

nlohmann::ordered_json copied(const JsonValue& value) {
  using Json = nlohmann::ordered_json;
  return std::visit(
      [](const auto& data) -> Json {
        using Data = std::decay_t<decltype(data)>;
        if constexpr (std::is_same_v<Data, JsonValue::Array>) {
          Json list = Json::array();
          for (const JsonValue& each : data) list.push_back(copied(each));
          return list;
        } else if constexpr (std::is_same_v<Data, JsonValue::Object>) {
          Json object = Json::object();
          for (const auto& [name, each] : data) object[name] = copied(each);
          return object;
        } else {
          return Json(data);
        }
      },
      value.data);
}

void read_text(const JsonValue& written, std::string_view key, std::string& to) {
  if (const JsonValue* value = written.find(key)) to = *value->string();
}

std::optional<std::int64_t> integer_at(const JsonValue& written, std::string_view key) {
  const JsonValue* value = written.find(key);
  return value ? std::optional(static_cast<std::int64_t>(value->number(0))) : std::nullopt;
}

double number_at(const JsonValue& written, std::string_view key) {
  const JsonValue* value = written.find(key);
  return value ? value->number(0) : 0;
}

}  // namespace

Chat chat_of(const JsonValue& written) {
  Chat chat;
  read_text(written, "base_url", chat.base_url);
  read_text(written, "model", chat.model);
  read_text(written, "system", chat.system);
  read_text(written, "user", chat.user);
  read_text(written, "key", chat.key_variable);
  if (const JsonValue* value = written.find("temperature")) chat.temperature = value->number(0);
  chat.max_tokens = integer_at(written, "max_tokens");
  chat.seed = integer_at(written, "seed");
  if (const JsonValue* value = written.find("parameters")) chat.parameters = copied(*value).dump();
  chat.requests_per_minute = number_at(written, "requests_per_minute");
  if (const JsonValue* price = written.find("price"))
    chat.price = TokenPrice{number_at(*price, "input"), number_at(*price, "output")};
  return chat;
}

std::vector<Problem> chat_problems(const JsonValue& description, const Chat& chat, const std::string& file) {
  std::vector<Problem> problems;
  const auto add = [&](const std::string& pointer, std::string what, std::string next) {
    const JsonValue* at = description.at_pointer(pointer);
    problems.push_back({{file, at ? at->line : description.line}, pointer, std::move(what), std::move(next)});
  };
  for (const char* member : {"argv", "stdin", "success_codes", "tokens", "cost"})
    if (description.find(member))
      add(std::string("/") + member,
          std::string("\"") + member + "\" is of a program, and the tool is a model",
          "leave it out, or leave out \"chat\"");
  if (!http::is_server_address(chat.base_url))
    add("/chat/base_url", "\"" + one_line(chat.base_url) + "\" is not the address of a server",
        "write it as http://localhost:11434/v1 or https://api.openai.com/v1, without a key: \"key\" names "
        "the "
        "variable that holds it");
  if (chat.user.find("{prompt}") == std::string::npos)
    add("/chat/user", "the model is never given the prompt", "put {prompt} into \"user\", or leave it out");
  for (const char* member : {"model", "messages", "stream", "n", "temperature", "max_tokens", "seed"})
    if (description.at_pointer(std::string("/chat/parameters/") + member))
      add(std::string("/chat/parameters/") + member, std::string("\"") + member + "\" cannot be a parameter",
          "use \"chat\"'s own member if it has one; assay requests exactly one complete message");
  return problems;
}

ProcessLimits limits_of_chat() {
  ProcessLimits limits;
  limits.timeout = std::chrono::seconds(60);
  return limits;
}

}  // namespace assay::tool
