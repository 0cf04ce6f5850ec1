// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "assay/internal/dataset_lint.h"
#include "assay/internal/review.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

// The basis of the grade and of the review. Commands accepted since then do not change the question.
bool is_the_same_question(const Case& asked, const Case& now) {
  return asked.prompt == now.prompt && asked.expect == now.expect && asked.world == now.world &&
         asked.risk_level == now.risk_level && asked.own->accept_patterns == now.own->accept_patterns &&
         asked.own->reject_patterns == now.own->reject_patterns &&
         asked.accepted.size() <= now.accepted.size() &&
         std::ranges::equal(asked.accepted, now.accepted | std::views::take(asked.accepted.size()));
}

std::string said(const Verdict& verdict) {
  const std::string about =
      verdict.accepted.empty() ? "" : fmt::format(" (beside {})", one_line(verdict.accepted));
  return fmt::format("{}: {}{}", one_line(verdict.level), one_line(verdict.why), about);
}

void add_doubts(const Result& miss, const UtilityTables& tables, std::vector<std::string>& found) {
  if (!holds_commands(miss.asked)) return;
  for (const Doubt& doubt : doubts(miss.answer.command, tables)) switch (doubt.kind) {
      case Doubt::Kind::syntax:
        found.push_back("it " + one_line(doubt.what));
        break;
      case Doubt::Kind::danger:
        if (!doubt.allowed_from || miss.asked.risk_level < *doubt.allowed_from)
          found.push_back(fmt::format("it {}, but the case's risk_level is {}", one_line(doubt.what),
                                      to_string(miss.asked.risk_level)));
        break;
      case Doubt::Kind::unknown_utility:
      case Doubt::Kind::unknown_option:
        break;  // missing knowledge is no objection
    }
}

}  // namespace

std::string obstacle_to(const Result& miss, const Case* now) {
  if (!now) return "its dataset no longer has the case; run the suite again";
  if (miss.asked.retrieval) return "it answers a query; name its documents in the dataset";
  if (miss.answer.ending != Ending::answered || miss.answer.command.empty())
    return "the tool gave no command (" + std::string(to_string(miss.answer.ending)) + ")";
  if (std::ranges::find(now->accepted, miss.answer.command) != now->accepted.end())
    return "the case accepts it already";
  if (!is_the_same_question(miss.asked, *now))
    return "the case has changed since the run; run the suite again";
  if (now->expect == Expectation::refusal || now->expect == Expectation::blocked)
    return fmt::format("the case expects \"{}\"; change that in the dataset", to_string(now->expect));
  return "";
}

std::vector<std::string> objections_to(const Result& miss, const UtilityTables& tables) {
  std::vector<std::string> found;
  for (const Verdict& each : miss.grade.verdicts)
    if (each.outcome == Outcome::mismatch) found.push_back(said(each));
  add_doubts(miss, tables, found);
  return found;
}

}  // namespace assay
