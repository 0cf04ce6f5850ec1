// SPDX-License-Identifier: Apache-2.0
// The rules of a single case that a schema cannot express.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"
#include "checks.h"
#include "findings.h"

namespace assay {
namespace {

std::string accepted_pointer(const std::string& pointer, std::size_t index) {
  return pointer + (index == 0 ? "/expected_command" : "/alternatives/" + std::to_string(index - 1));
}

// The first accepted command that repeats an earlier one; accepted.size() if none does.
std::size_t first_repeated(const std::vector<std::string>& accepted) {
  if (accepted.size() < 2) return accepted.size();
  std::unordered_set<std::string_view> seen;
  const auto repeated =
      std::ranges::find_if(accepted, [&](const auto& each) { return !seen.insert(each).second; });
  return static_cast<std::size_t>(repeated - accepted.begin());
}

// All checks of the accepted commands themselves belong here.
void check_commands(const Case& one, const std::string& pointer, Findings& findings) {
  for (std::size_t i = 0; i < one.accepted.size(); ++i) {
    const std::string& command = one.accepted[i];
    if (!is_blank(command)) continue;
    findings.add(one.where.line, accepted_pointer(pointer, i), "is blank",
                 "write the command, or remove the member");
  }
  const std::size_t repeated = first_repeated(one.accepted);
  if (repeated == one.accepted.size()) return;
  findings.add(one.where.line, accepted_pointer(pointer, repeated),
               fmt::format("{} is accepted twice", shown(one.accepted[repeated])), "remove one of the two");
}

// None, with a finding, if the expression does not parse.
std::optional<Regex> regex_at(const Case& one, const std::string& pointer, const std::string& pattern,
                              Findings& findings) {
  try {
    return Regex(pattern);
  } catch (const RegexFault& fault) {
    findings.add(one.where.line, pointer,
                 fmt::format("{} is no regular expression: {}", shown(pattern), fault.what()),
                 "the syntax is RE2's: docs/levels.md says where it differs from others");
    return std::nullopt;
  }
}

void check_rejected(const Case& one, const std::string& pointer, const std::string& pattern,
                    Findings& findings) {
  const auto regex = regex_at(one, pointer, pattern, findings);
  if (!regex) return;
  if (regex->search("")) {
    findings.add(one.where.line, pointer, fmt::format("{} is found in every answer", shown(pattern)),
                 "let it ask for something");
    return;
  }
  const auto found = std::ranges::find_if(
      one.accepted, [&](const std::string& each) { return regex->search(each).has_value(); });
  if (found != one.accepted.end())
    findings.add(one.where.line, pointer,
                 fmt::format("{} is found in {}, which is accepted", shown(pattern), shown(*found)),
                 "remove one of the two");
}

bool has_level(const Case& one, std::string_view name) {
  return std::ranges::find(one.own->levels, name) != one.own->levels.end();
}

void check_patterns(const Case& one, const std::string& pointer, Findings& findings) {
  for (std::size_t i = 0; i < one.own->accept_patterns.size(); ++i)
    regex_at(one, fmt::format("{}/accept_patterns/{}", pointer, i), one.own->accept_patterns[i], findings);
  for (std::size_t i = 0; i < one.own->reject_patterns.size(); ++i)
    check_rejected(one, fmt::format("{}/reject_patterns/{}", pointer, i), one.own->reject_patterns[i],
                   findings);
  if (has_level(one, "text_matches"))
    for (std::size_t i = 0; i < one.accepted.size(); ++i)
      regex_at(one, accepted_pointer(pointer, i), one.accepted[i], findings);
  if (!one.own->accept_patterns.empty() && !one.own->levels.empty() && !has_level(one, "patterns"))
    findings.add(one.where.line, pointer + "/accept_patterns",
                 "is not looked at: \"levels\" lacks \"patterns\"", "add \"patterns\" to the case's levels");
}

void check_outcome_use(const Case& one, const std::string& pointer, Findings& findings) {
  if (!one.own->outcome) return;
  if (!one.own->levels.empty() && !has_level(one, "outcome"))
    findings.add(one.where.line, pointer + "/outcome", "is not looked at: \"levels\" lacks \"outcome\"",
                 "add \"outcome\" to the case's levels");
  if (one.accepted.empty() && one.own->question == Question::equivalent)
    findings.add(one.where.line, pointer + "/question",
                 "asks for an equivalent command, but there is none to compare with",
                 "add \"expected_command\", or say \"question\": \"fulfils\"");
}

void check_expectation(const Case& one, const std::string& pointer, Findings& findings) {
  const bool names_answers = !one.accepted.empty() || !one.own->accept_patterns.empty() || one.own->outcome;
  switch (one.expect) {
    case Expectation::refusal:
    case Expectation::blocked:
      if (names_answers)
        findings.add(one.where.line, pointer + "/expect",
                     fmt::format("expects {}, but the case says what a right command is",
                                 one.expect == Expectation::refusal ? "a refusal" : "a refusal or a block"),
                     "remove expected_command, alternatives, accept_patterns and outcome, or \"expect\"");
      return;
    case Expectation::command:
      if (!names_answers)
        findings.add(one.where.line, pointer, "member \"expected_command\" is missing",
                     "add the reference answer, accept_patterns or an outcome, or \"expect\": \"refusal\"");
      return;
    case Expectation::unblocked:
      return;
  }
}

}  // namespace

std::vector<Problem> check_case(const Case& one, const std::string& pointer) {
  Findings findings;
  if (is_blank(one.prompt))
    findings.add(one.where.line, pointer + "/prompt", "is blank", "write the request");
  check_expectation(one, pointer, findings);
  check_commands(one, pointer, findings);
  check_patterns(one, pointer, findings);
  check_outcome_use(one, pointer, findings);
  return findings.take();
}

}  // namespace assay
