// SPDX-License-Identifier: Apache-2.0
// A judge on a scripted server, and what such a server replies. The first two requests are those of the
// canary.
#pragma once

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/internal/http_client.h"
#include "assay/judge.h"
#include "scripted_server.h"

namespace assay {

inline std::string saying(const std::string& content) {
  return nlohmann::json({{"choices", {{{"finish_reason", "stop"}, {"message", {{"content", content}}}}}},
                         {"usage", {{"prompt_tokens", 100}, {"completion_tokens", 10}}}})
      .dump();
}

inline ScriptedReply verdict(const std::string& verdict) {
  return replying(200, saying(nlohmann::json({{"analysis", "because"}, {"verdict", verdict}}).dump()));
}

inline const ScriptedReply kYes = verdict("equivalent");
inline const ScriptedReply kNo = verdict("not_equivalent");
inline const std::string kSoon = "retry-after-ms: 1\r\n";

// The judge rejects the canary, then gets these replies.
inline std::vector<ScriptedReply> after_canary(std::vector<ScriptedReply> replies) {
  replies.insert(replies.begin(), {kNo, kNo});
  return replies;
}

inline JudgeService service_at(const ScriptedServer& server) {
  return {.url = server.url("/v1"), .model = "m"};
}

inline std::unique_ptr<http::Poster> in_process(int attempts = 2) {
  return std::make_unique<http::Client>(
      http::ClientOptions{.attempt_timeout = std::chrono::seconds(5), .attempts = attempts});
}

inline Ruling judged(const ScriptedServer& server, int attempts = 2) {
  Judge judge(service_at(server), nullptr, in_process(attempts));
  return judge.judge("count lines", "wc -l f", "grep -c '' f");
}

}  // namespace assay
