// SPDX-License-Identifier: Apache-2.0
// What a server's reply says about a failure. Servers put it into different places, some of them in a reply
// of status 200. A header, as both the client's program and the room need it, and share nothing else.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace assay::http {
namespace failure {

using Json = nlohmann::json;

inline constexpr std::size_t kDeepest = 64;

// Discarded if the text is not JSON, or is nested so deeply that reading it would exhaust the stack.
inline Json read(std::string_view body) {
  std::size_t depth = 0, deepest = 0;
  for (const char c : body) {
    if (c == '{' || c == '[') deepest = std::max(deepest, ++depth);
    if ((c == '}' || c == ']') && depth > 0) --depth;
  }
  if (deepest > kDeepest) return Json(Json::value_t::discarded);
  return Json::parse(body, nullptr, false);
}

// Null if there is nothing.
inline const Json* at(const Json& reply, const char* pointer) {
  const Json::json_pointer place(pointer);
  return reply.contains(place) ? &reply.at(place) : nullptr;
}

inline std::string text_at(const Json& reply, const char* pointer) {
  const Json* found = at(reply, pointer);
  return found && found->is_string() ? found->get<std::string>() : std::string();
}

inline bool says_nothing(const Json& error) {
  return error.is_null() || error == Json(false) || (error.is_string() && error.get<std::string>().empty()) ||
         (error.is_structured() && error.empty());
}

inline std::string complaint_of(const Json& reply) {
  for (const char* place :
       {"/error/message", "/error", "/0/error/message", "/choices/0/error/message", "/choices/0/error",
        "/message", "/detail", "/detail/0/msg", "/detail/message", "/error/type", "/error/code"})
    if (auto text = text_at(reply, place); !text.empty()) return text;
  return {};
}

inline int status_of(const Json& value) {
  const auto known = [](double status) {
    return status >= 400 && status < 600 && status == std::floor(status) ? static_cast<int>(status) : 0;
  };
  if (value.is_number()) return known(value.get<double>());
  if (!value.is_string()) return 0;
  const auto text = value.get<std::string>();
  int number = 0;
  const auto end = text.data() + text.size();
  if (const auto read = std::from_chars(text.data(), end, number); read.ec == std::errc{} && read.ptr == end)
    return known(number);
  if (text.starts_with("rate_limit")) return 429;
  if (text == "overloaded_error") return 503;
  if (text == "api_error" || text == "server_error" || text == "internal_server_error") return 500;
  return 0;
}

}  // namespace failure

struct StatedFailure {
  std::string complaint{};  // as the server wrote it; empty: it says no more
  int status = 0;           // 400 to 599; 0: the reply names none, so asking again may be pointless
};

// The failure that a reply's body reports, whatever its status: an `error` that is not empty, also of the
// first choice, or an object that calls itself an error. Empty for any other body, also one that is not JSON.
inline std::optional<StatedFailure> stated_failure(std::string_view body) {
  using namespace failure;
  if (body.find("error") == body.npos) return std::nullopt;
  const Json reply = read(body);
  if (!reply.is_structured()) return std::nullopt;
  const auto is = [&](const char* place) {
    const Json* error = at(reply, place);
    return error && !says_nothing(*error);
  };
  const bool is_error = is("/error") || is("/choices/0/error") || is("/0/error") ||
                        text_at(reply, "/object") == "error" || text_at(reply, "/type") == "error" ||
                        text_at(reply, "/choices/0/finish_reason") == "error";
  if (!is_error) return std::nullopt;
  StatedFailure failure{.complaint = complaint_of(reply)};
  for (const char* place : {"/error/code", "/error/status", "/choices/0/error/code", "/0/error/code", "/code",
                            "/status", "/error/type", "/type"})
    if (const Json* value = at(reply, place); value && failure.status == 0)
      failure.status = status_of(*value);
  return failure;
}

// The message of a reply that failed: also a `message` or `detail` that would mean nothing in a reply that
// succeeded. Empty if there is none that can be read.
inline std::string stated_complaint(std::string_view body) {
  using namespace failure;
  const Json reply = read(body);
  return reply.is_structured() ? complaint_of(reply) : std::string();
}

}  // namespace assay::http
