// SPDX-License-Identifier: Apache-2.0
#include "smaller.h"

#include "assay/internal/behaviour.h"
#include "edits.h"

namespace assay::refute {
namespace {

constexpr int kMostTries = 60;

std::string without(std::string_view text, const Token& token) {
  std::string rest(text.substr(0, token.begin));
  std::string_view behind = text.substr(token.end);
  if (behind.starts_with(' ')) behind.remove_prefix(1);
  return rest.append(behind);
}

class Shortener {
 public:
  Shortener(Trial& trial, SmallRefutation found) : trial_(trial), found_(std::move(found)) {}

  SmallRefutation run() && {
    while (tries_ < kMostTries && shorten_once()) {
    }
    return std::move(found_);
  }

 private:
  bool shorten_once() {
    for (const Token& token : tokens_of(found_.claim.a)) {
      const std::string a = without(found_.claim.a, token);
      const std::string_view word =
          std::string_view(found_.claim.a).substr(token.begin, token.end - token.begin);
      for (const Token& other : tokens_of(found_.claim.b)) {
        if (std::string_view(found_.claim.b).substr(other.begin, other.end - other.begin) != word) continue;
        if (stays(a, without(found_.claim.b, other))) return true;
        break;
      }
      if (stays(a, found_.claim.b)) return true;
    }
    for (const Token& token : tokens_of(found_.claim.b))
      if (stays(found_.claim.a, without(found_.claim.b, token))) return true;
    return false;
  }

  bool stays(const std::string& a, const std::string& b) {
    if (a == b || a.empty() || b.empty()) return false;
    Claim claim{a, b, compare(a, b)};
    const bool is_claimed = claim.verdict.verdict == Equivalence::equivalent ||
                            claim.verdict.verdict == Equivalence::conditionally;
    if (!is_claimed || ++tries_ > kMostTries) return false;
    auto difference = trial_.again(claim, found_.world.world);
    if (!difference) return false;
    found_.claim = std::move(claim);
    found_.difference = *std::move(difference);
    return true;
  }

  Trial& trial_;
  SmallRefutation found_;
  int tries_ = 0;
};

// Removes entries as long as the world still refutes the claim.
void shrink_world(Trial& trial, SmallRefutation& found) {
  auto& world = found.world.world;
  for (std::size_t part = (world.entries.size() + 1) / 2; part > 0; part /= 2) {
    for (std::size_t begin = 0; begin < world.entries.size();) {
      sandbox::World less = world;
      const auto first = less.entries.begin() + static_cast<std::ptrdiff_t>(begin);
      less.entries.erase(first,
                         first + static_cast<std::ptrdiff_t>(std::min(part, less.entries.size() - begin)));
      if (const auto difference = trial.again(found.claim, less)) {
        world = std::move(less);
        found.difference = *difference;
      } else {
        begin += part;
      }
    }
  }
}

}  // namespace

SmallRefutation smaller(Trial& trial, Claim claim, Refutation refutation) {
  SmallRefutation found =
      Shortener(trial, {std::move(claim), std::move(refutation.world), std::move(refutation.difference)})
          .run();
  shrink_world(trial, found);
  return found;
}

}  // namespace assay::refute
