// SPDX-License-Identifier: Apache-2.0
// How each kind of server is asked, and how it answers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "assay/internal/http.h"
#include "assay/judge.h"
#include "prompt.h"

namespace assay {

// One of several ways to ask a kind of server, the strictest first: by a JSON schema, for any JSON, plainly;
// with or without settings that some models refuse. A server that does not take one (400, 422) is asked in
// the next.
using Dialect = int;
int dialects_of(JudgeProtocol protocol);

struct Turn {
  Prompt prompt;
  std::string rejected = {};  // what the judge said that was no verdict; empty: it was not asked before
  unsigned seed = 0;          // of votes on the same question, each has another
};

// Without what names the caller: equal requests may share an answer.
http::Request request_of(const JudgeService& service, Dialect dialect, const Turn& turn);
// How a key is handed over; none for an empty one.
std::vector<http::Header> credentials(JudgeProtocol protocol, const std::string& key);

// What a server's answer holds.
struct Spoken {
  std::string text;     // of the model
  std::string problem;  // why that is no whole message; empty: it is one
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
};
Spoken spoken_in(JudgeProtocol protocol, std::string_view body);

}  // namespace assay
