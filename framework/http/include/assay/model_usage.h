// SPDX-License-Identifier: Apache-2.0
// What asking servers of models takes: tokens, money, and how much of that there may be.
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

// What may be spent by all who share it. Safe to use from several threads. What is under way when the limit
// is reached still costs.
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
  std::int64_t cached = 0;    // that none was asked
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  std::optional<double> cost = {};  // none: no price was named
};

// What is done with answers that servers gave.
enum class ReplyUse {
  use,    // what was asked before is not asked again
  only,   // no server is asked: what was not kept is unavailable
  forgo,  // none is taken, and none is kept
};

}  // namespace assay
