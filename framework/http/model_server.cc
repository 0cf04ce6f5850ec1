// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/model_server.h"

#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "assay/error.h"
#include "assay/internal/text.h"

namespace assay::http {
namespace {

std::optional<std::int64_t> token_count(const JsonValue& answer, std::string_view pointer) {
  const auto* value = answer.at_pointer(pointer);
  const auto* count = value == nullptr ? nullptr : value->integer();
  return count == nullptr || *count < 0 ? std::nullopt : std::optional(*count);
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

std::string complaint_in(std::string_view body) try {
  constexpr std::size_t kLongest = 200;
  const auto answer = parse_json(body, "");
  auto text = answer.text_at("/error/message");
  if (text.empty()) text = answer.text_at("/error");
  return one_line(std::string_view(text).substr(0, kLongest));
} catch (const Error&) {
  return {};
}

ChatReply chat_reply_in(const JsonValue& answer) {
  const auto* message = answer.at_pointer("/choices/0/message");
  const auto ending = answer.text_at("/choices/0/finish_reason");
  return {.is_completion = message != nullptr && message->object() != nullptr,
          .text = answer.text_at("/choices/0/message/content"),
          .refusal = answer.text_at("/choices/0/message/refusal"),
          .is_cut_off = ending == "length",
          .is_filtered = ending == "content_filter",
          .input_tokens = token_count(answer, "/usage/prompt_tokens"),
          .output_tokens = token_count(answer, "/usage/completion_tokens")};
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
