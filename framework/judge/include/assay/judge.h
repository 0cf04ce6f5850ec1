// SPDX-License-Identifier: Apache-2.0
// A judge: a large language model on a server, asked whether an answer does what an accepted command does.
//
// The answer is passed as data: fenced and escaped. Once per run a canary, a wrong answer that asks to be
// called right, tests the judge. Both orders are asked, and a verdict requires that they agree.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/model_usage.h"

namespace assay {

namespace http {
class Poster;
class ReplyCache;
}  // namespace http

enum class JudgeProtocol {
  openai,     // /chat/completions: OpenAI, vLLM, llama.cpp's server, and many others
  ollama,     // /api/chat
  anthropic,  // /messages
};
std::string_view to_string(JudgeProtocol protocol);
std::optional<JudgeProtocol> judge_protocol_from(std::string_view text);

// The model to ask, its server, and the cost limit.
struct JudgeService {
  std::string url;  // without the final path: https://api.openai.com/v1, http://localhost:11434,
                    // https://api.anthropic.com/v1
  JudgeProtocol protocol = JudgeProtocol::openai;
  std::string model;
  // The environment variable that holds the server's key. If it is not set, no key is sent.
  std::string key_variable = "ASSAY_JUDGE_KEY";
  unsigned votes = 1;                                            // of each order, from 1 to 9
  double requests_per_minute = 0;                                // of this process; 0: no limit
  std::chrono::milliseconds timeout = std::chrono::seconds(60);  // of one attempt
  std::optional<TokenPrice> price = {};                          // none: costs are unknown
  std::optional<double> max_cost = {};  // once reached, no further requests are sent; needs a price
  std::shared_ptr<Budget> budget = {};  // the same, shared with others; overrides `max_cost`
  using Cache = ReplyUse;
  Cache cache = Cache::use;
};
std::optional<JudgeService::Cache> judge_cache_from(std::string_view text);
// Throws Error if something in it cannot be used.
void check(const JudgeService& service);
// Everything a verdict depends on except the key, on one line: "llama3 (ollama, http://localhost:11434), …".
std::string description_of(const JudgeService& service);
[[deprecated("use description_of()")]] inline std::string described(const JudgeService& service) {
  return description_of(service);
}

struct JudgeQuestion {
  std::string instruction;  // the request
  std::string expected;     // an accepted command
  std::string generated;    // the answer
  Question question = Question::fulfils;
  std::string observed = {};  // a description of what both did when run; empty: they were not run
};

enum class JudgeVerdict {
  equivalent,
  not_equivalent,
  unsure,       // it says so, or contradicts itself
  judge_error,  // no verdict, which says nothing about the answer
};
std::string_view to_string(JudgeVerdict verdict);

struct JudgeVote {
  enum class Order { expected_first, generated_first } order = Order::expected_first;
  JudgeVerdict verdict = JudgeVerdict::judge_error;
  std::string why;  // one line: the model's analysis, or what went wrong
  bool is_cached = false;
  bool operator==(const JudgeVote&) const = default;
};

struct Ruling {
  JudgeVerdict verdict = JudgeVerdict::judge_error;
  std::string why;  // one line
  // Who decided. quick_check: no judge could be asked, but assay's own rules prove that the two commands do
  // the same, or print the same. nobody: no judge could be asked, and nothing was proven.
  enum class By { votes, quick_check, nobody } by = By::nobody;
  std::vector<JudgeVote> votes = {};
};

using JudgeUsage = ModelUsage;

// Thread-safe. No request is sent, and no process started, before the first question.
class Judge {
 public:
  // Throws Error as check() does. Answers are stored in `cache`; null: nowhere.
  explicit Judge(JudgeService service, std::shared_ptr<http::ReplyCache> cache = {});
  // The same, with another transport for requests.
  Judge(JudgeService service, std::shared_ptr<http::ReplyCache> cache, std::unique_ptr<http::Poster> poster);
  ~Judge();  // requests under way end as judge_error
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  // Waits for the servers to answer. Does the answer do what was asked for, as the accepted command does?
  Ruling judge(std::string instruction, std::string expected, std::string generated);
  // `done` is called once, in any thread, perhaps before this returns; it must not throw or destroy the
  // judge.
  void ask(JudgeQuestion question, std::stop_token stop, std::function<void(Ruling)> done);

  const JudgeService& service() const;
  JudgeUsage usage() const;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// The ruling without a judge: `equivalent` if assay's rules prove it, otherwise judge_error.
Ruling quick_check(std::string_view expected, std::string_view generated);

}  // namespace assay
