// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/partial_credit.h"

#include <algorithm>
#include <iterator>

#include "assay/internal/utilities.h"
#include "outline.h"
#include "words.h"

namespace assay {
namespace {

constexpr std::size_t kMostTokens = 10'000;

// For two uses of the same utility.
double flag_score(const std::set<std::string>& a, const std::set<std::string>& b) {
  if (a.empty() && b.empty()) return 1.0;
  std::vector<std::string> common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  const double shared = static_cast<double>(common.size());
  const double either = static_cast<double>(a.size() + b.size()) - shared;
  return (2.0 * shared - either) / static_cast<double>(std::max(a.size(), b.size()));
}

double overlap_of(const Outline& a, const Outline& b) {
  const std::size_t longer = std::max(a.uses.size(), b.uses.size());
  if (longer == 0) return 1.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < longer; ++i) {
    const bool is_same = i < a.uses.size() && i < b.uses.size() && a.uses[i].name == b.uses[i].name;
    sum += is_same ? 0.5 * (1.0 + flag_score(a.uses[i].flags, b.uses[i].flags)) : -1.0;
  }
  return sum / static_cast<double>(longer);
}

std::vector<std::string_view> sorted_tokens(std::string_view text) {
  auto tokens = words_of(text, kMostTokens);
  std::ranges::sort(tokens);
  return tokens;
}

double token_f1(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
  if (a.empty() && b.empty()) return 1.0;
  std::vector<std::string_view> common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  return 2.0 * static_cast<double>(common.size()) / static_cast<double>(a.size() + b.size());
}

bool is_nearer(const PartialCredit& a, const PartialCredit& b) {
  const double none = -2.0;  // less than any overlap
  const double in_a = a.overlap.value_or(none);
  const double in_b = b.overlap.value_or(none);
  return in_a != in_b ? in_a > in_b : a.token_f1 > b.token_f1;
}

}  // namespace

std::optional<PartialCredit> partial_credit(std::span<const std::string> accepted, std::string_view generated,
                                            const OwnTables& own_tables) {
  if (accepted.empty()) return std::nullopt;
  if (std::ranges::find(accepted, generated) != accepted.end()) return PartialCredit{1.0, 1.0, true};
  static const UtilityTables built_in;
  const UtilityTables& tables = own_tables ? own_tables->get() : built_in;
  const auto outline = outline_of(generated, tables);
  const auto tokens = sorted_tokens(generated);
  std::optional<PartialCredit> best;
  for (const std::string& command : accepted) {
    PartialCredit credit{.token_f1 = token_f1(sorted_tokens(command), tokens)};
    if (const auto other = outline ? outline_of(command, tables) : std::nullopt) {
      credit.overlap = overlap_of(*other, *outline);
      credit.template_match = other->template_text == outline->template_text;
    }
    if (!best || is_nearer(credit, *best)) best = credit;
  }
  return best;
}

}  // namespace assay
