// SPDX-License-Identifier: Apache-2.0
// The tokens and cost of requests to model servers, and their limits.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace assay {

// The cost of a million tokens, in the same currency as the limits.
struct TokenPrice {
  double input = 0.0;
  double output = 0.0;
  bool operator==(const TokenPrice&) const = default;
};

// A spending limit that its users share. Thread-safe. Requests under way when the limit is reached still
// cost.
class Budget {
 public:
  explicit Budget(double limit) : limit_(limit) {}

  void spend(double amount) { spent_.fetch_add(amount); }
  double limit() const { return limit_; }
  double spent() const { return spent_; }

 private:
  const double limit_;
  std::atomic<double> spent_ = 0;
};

struct ModelUsage {
  std::int64_t requests = 0;  // answered by a server
  std::int64_t cached = 0;    // answered from the cache
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  std::optional<double> cost = {};  // none: no price was given
};

// How earlier answers of servers are reused.
enum class ReplyUse {
  use,    // a request that was answered before is not sent again
  only,   // no server is asked; an answer that is not cached is unavailable
  forgo,  // no answer is reused or cached
};

}  // namespace assay
