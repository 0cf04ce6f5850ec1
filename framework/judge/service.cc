// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "assay/error.h"
#include "assay/internal/enum_words.h"
#include "assay/internal/model_server.h"
#include "assay/internal/text.h"
#include "assay/judge.h"
#include "prompt.h"

namespace assay {
namespace {

constexpr unsigned kMostVotes = 9;

}  // namespace

std::string_view to_string(JudgeProtocol protocol) { return word_of(protocol); }

std::optional<JudgeProtocol> judge_protocol_from(std::string_view text) {
  return enumerator_of<JudgeProtocol>(text);
}

std::optional<JudgeService::Cache> judge_cache_from(std::string_view text) {
  using Cache = JudgeService::Cache;
  if (text == "use") return Cache::use;
  if (text == "only") return Cache::only;
  if (text == "off") return Cache::forgo;
  return std::nullopt;
}

std::string_view to_string(JudgeVerdict verdict) { return word_of(verdict); }

void check(const JudgeService& service) {
  if (!http::is_server_address(service.url))
    throw Error(
        {}, "\"" + one_line(service.url) + "\" is not the address of a judge",
        "write it as http://localhost:11434 or https://api.openai.com/v1, without a key: that is in the "
        "environment");
  if (service.model.empty()) throw Error({}, "the judge has no model", "name it: --judge-model NAME");
  if (service.votes < 1 || service.votes > kMostVotes)
    throw Error({}, fmt::format("{} votes of a judge", service.votes),
                fmt::format("ask for 1 to {}", kMostVotes));
  const auto is_amount = [](double amount) { return amount >= 0 && amount < 1e12; };
  if (service.price && !(is_amount(service.price->input) && is_amount(service.price->output)))
    throw Error({}, "the judge's price is not an amount", "name the price of a million tokens");
  if (!service.max_cost && !service.budget) return;
  if (!is_amount(service.budget ? service.budget->limit() : *service.max_cost))
    throw Error({}, "the judge's highest cost is not an amount", "name one");
  if (!service.price)
    throw Error({}, "a judge without a price cannot be held to a cost",
                "name the price of a million tokens: --judge-price IN,OUT");
}

std::string description_of(const JudgeService& service) {
  return fmt::format("{} ({}, {}), {} of each order, prompt {}", one_line(service.model),
                     to_string(service.protocol), one_line(service.url),
                     service.votes == 1 ? "one vote" : fmt::format("{} votes", service.votes),
                     kPromptVersion);
}

}  // namespace assay
