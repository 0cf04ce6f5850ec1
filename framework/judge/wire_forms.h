// SPDX-License-Identifier: Apache-2.0
// The requests to each kind of server, and their replies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assay/internal/http.h"
#include "assay/judge.h"
#include "prompt.h"

namespace assay {

// One of several ways to ask a kind of server, the strictest first: with a JSON schema, for any JSON, or
// plainly; with or without settings that some models reject. If a server rejects one (400, 422), the next is
// tried.
using FormIndex = int;
int forms_of(JudgeProtocol protocol);

struct Round {
  Prompt prompt;
  std::string rejected = {};  // the judge's invalid answer; empty: it was not asked before
  unsigned seed = 0;          // differs between the votes on one question
};

// Excludes everything that identifies the caller: equal requests may share an answer.
http::Request request_of(const JudgeService& service, FormIndex form, const Round& round);
// The headers that carry a key; none for an empty key.
std::vector<http::Header> credentials(JudgeProtocol protocol, const std::string& key);

// The contents of a server's reply.
struct ServerReply {
  std::string text;     // of the model
  std::string problem;  // why it is not a complete message; empty: it is
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
};
ServerReply read_reply(JudgeProtocol protocol, std::string_view body);

// What a judge's message says.
struct ParsedVerdict {
  JudgeVerdict verdict = JudgeVerdict::judge_error;
  std::string analysis;
};

// The whole message must be one object of the schema: nothing before it, after it, or extra in it. Servers
// without schemas fence it as ```json, which is accepted too. Empty for anything else.
std::optional<ParsedVerdict> parse_verdict(std::string_view message);

}  // namespace assay
