// SPDX-License-Identifier: Apache-2.0
// What requests to model servers take: tokens, money, and the limits of both.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace assay {

// What a million tokens cost, in whatever currency limits are in.
struct TokenPrice {
  double input = 0.0;
  double output = 0.0;
  bool operator==(const TokenPrice&) const = default;
};

// What all who share it may spend. Safe to use from several threads. Requests under way when the limit
// is reached still cost.
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
  std::int64_t requests = 0;  // that a server answered
  std::int64_t cached = 0;    // answered without asking one
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  std::optional<double> cost = {};  // none: no price was named
};

// How earlier answers of servers are reused.
enum class ReplyUse {
  use,    // a request that was answered before is not sent again
  only,   // no server is asked: an answer that was not kept is unavailable
  forgo,  // no answer is reused or kept
};

}  // namespace assay
