// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/model_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "assay/internal/text.h"
#include "failure.h"

namespace assay::http {
namespace {

bool is_text(const JsonValue& part) {
  const auto type = part.text("type", "text");
  return type == "text" || type == "output_text";
}

// The refusal of a message, or of one of its parts.
std::string refusal_in(const JsonValue& message) {
  if (auto refusal = message.text("refusal"); !refusal.empty()) return refusal;
  const auto* content = message.find("content");
  if (content && content->array())
    for (const auto& part : *content->array())
      if (auto refusal = part.text("refusal"); !refusal.empty()) return refusal;
  return {};
}

bool has_thoughts(const JsonValue& message) {
  for (const char* member : {"reasoning_content", "reasoning", "thinking"})
    if (!trimmed(message.text(member)).empty()) return true;
  const auto* content = message.find("content");
  if (content && content->array())
    for (const auto& part : *content->array())
      if (const auto type = part.text("type"); type == "thinking" || type == "reasoning") return true;
  return false;
}

// Some servers count a model's thoughts beside its message, which shows in the total only.
std::optional<std::int64_t> output_tokens_in(const JsonValue& answer) {
  const auto output = count_at(answer, "/usage/completion_tokens");
  const auto total = count_at(answer, "/usage/total_tokens");
  auto thoughts = count_at(answer, "/usage/completion_tokens_details/reasoning_tokens");
  if (!thoughts) thoughts = count_at(answer, "/usage/reasoning_tokens");
  const auto input = count_at(answer, "/usage/prompt_tokens");
  const bool are_beside = output && total && thoughts && input && *total - *input - *output == *thoughts;
  return are_beside ? *output + *thoughts : output;
}

}  // namespace

bool is_server_address(std::string_view url) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (url.starts_with(scheme)) {
      const auto rest = url.substr(scheme.size());
      const auto host = rest.substr(0, rest.find('/'));
      return !host.empty() && host.find('@') == host.npos && rest.find_first_of("?#") == rest.npos;
    }
  return false;
}

std::string joined(std::string address, std::string_view path) {
  while (address.ends_with('/')) address.pop_back();
  return address += path;
}

std::string key_in(const std::string& variable) {
  const char* value = variable.empty() ? nullptr : std::getenv(variable.c_str());
  return value == nullptr ? std::string() : std::string(trimmed(value));
}

std::string without_key(std::string text, const std::string& key) {
  if (key.empty()) return text;
  for (auto at = text.find(key); at != text.npos; at = text.find(key, at)) text.replace(at, key.size(), "…");
  return text;
}

std::string complaint_in(std::string_view body) {
  constexpr std::size_t kLongest = 200;
  return one_line(shortened(stated_complaint(body), kLongest));
}

bool reports_failure(std::string_view body) { return stated_failure(body).has_value(); }

bool complains_of(const Reply& reply, std::initializer_list<std::string_view> words) {
  auto complaint = stated_complaint(reply.body);
  for (char& each : complaint)
    if (each >= 'A' && each <= 'Z') each = static_cast<char>(each - 'A' + 'a');
  return std::ranges::any_of(words,
                             [&](std::string_view word) { return complaint.find(word) != complaint.npos; });
}

bool is_about_key(const Reply& reply) {
  if (reply.status == 401 || reply.status == 403) return true;
  return reply.status == 400 && complains_of(reply, {"api key", "api_key", "apikey", "authentication",
                                                     "unauthorized", "credentials"});
}

std::string failure_text(const Reply& reply, const std::string& key_variable, std::string_view no_variable) {
  if (reply.ending != Ending::answered) return reply.why;
  auto text = reply.is_failure && reply.status / 100 == 2 ? std::string("an error")
                                                          : fmt::format("status {}", reply.status);
  if (is_about_key(reply)) {
    text += key_variable.empty() ? fmt::format(" ({})", no_variable)
                                 : fmt::format(" (its key is in ${})", key_variable);
  }
  if (const auto complaint = complaint_in(reply.body); !complaint.empty()) text += ": " + complaint;
  if (reply.retry_after && *reply.retry_after >= std::chrono::seconds(1))
    text += fmt::format(" (it asks to wait {:g} s)", static_cast<double>(reply.retry_after->count()) / 1000);
  return text;
}

std::optional<std::int64_t> count_at(const JsonValue& answer, std::string_view pointer) {
  constexpr double kMost = 1e15;
  const auto* value = answer.at_pointer(pointer);
  const double count = value == nullptr ? -1 : value->number(-1);
  if (!(count >= 0 && count <= kMost && count == std::floor(count))) return std::nullopt;
  return static_cast<std::int64_t>(count);
}

std::string content_text(const JsonValue* content) {
  if (content == nullptr) return {};
  if (content->string()) return *content->string();
  if (content->object()) return is_text(*content) ? content->text("text") : std::string();
  std::string text;
  if (content->array())
    for (const auto& part : *content->array()) text += content_text(&part);
  return text;
}

ChatReply chat_reply_in(const JsonValue& answer) {
  const auto ending = answer.text_at("/choices/0/finish_reason");
  ChatReply reply{.is_cut_off = ending == "length",
                  .is_filtered = ending == "content_filter",
                  .input_tokens = count_at(answer, "/usage/prompt_tokens"),
                  .output_tokens = output_tokens_in(answer)};
  const auto* message = answer.at_pointer("/choices/0/message");
  if (message == nullptr || message->object() == nullptr) return reply;
  reply.is_completion = true;
  reply.text = content_text(message->find("content"));
  reply.is_thought = trimmed(reply.text).empty() && has_thoughts(*message);
  reply.refusal = refusal_in(*message);
  return reply;
}

Ledger::Ledger(std::optional<TokenPrice> price, std::shared_ptr<Budget> budget)
    : price_(price), budget_(std::move(budget)) {}

std::optional<double> Ledger::cost_of(std::int64_t input_tokens, std::int64_t output_tokens) const {
  constexpr double kMillion = 1e6;
  if (!price_) return std::nullopt;
  return (static_cast<double>(input_tokens) * price_->input +
          static_cast<double>(output_tokens) * price_->output) /
         kMillion;
}

void Ledger::note_answer(std::int64_t input_tokens, std::int64_t output_tokens) {
  const auto cost = cost_of(input_tokens, output_tokens);
  if (budget_ && cost) budget_->spend(*cost);
  const std::lock_guard lock(mutex_);
  ++usage_.requests;
  usage_.input_tokens += input_tokens;
  usage_.output_tokens += output_tokens;
}

void Ledger::note_cached() {
  const std::lock_guard lock(mutex_);
  ++usage_.cached;
}

std::string Ledger::objection() const {
  constexpr double kRounding = 1e-12;  // errors of many small sums
  if (!budget_ || budget_->spent() < budget_->limit() * (1 - kRounding)) return {};
  return fmt::format("{:.4f} of the {:.4f} that asking may cost is spent", budget_->spent(),
                     budget_->limit());
}

ModelUsage Ledger::usage() const {
  const std::lock_guard lock(mutex_);
  ModelUsage usage = usage_;
  usage.cost = cost_of(usage.input_tokens, usage.output_tokens);
  return usage;
}

}  // namespace assay::http
