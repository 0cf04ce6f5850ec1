// SPDX-License-Identifier: Apache-2.0
// The rules of a single case that a schema cannot express.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_set>

#include "assay/internal/json.h"
#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"
#include "checks.h"

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
               fmt::format("{} is accepted twice", in_quotes(one.accepted[repeated])),
               "remove one of the two");
}

// None, with a finding, if the expression does not parse.
std::optional<Regex> regex_at(const Case& one, const std::string& pointer, const std::string& pattern,
                              Findings& findings) {
  try {
    return Regex(pattern);
  } catch (const RegexFault& fault) {
    findings.add(one.where.line, pointer,
                 fmt::format("{} is no regular expression: {}", in_quotes(pattern), fault.what()),
                 "the syntax is RE2's: docs/levels.md says where it differs from others");
    return std::nullopt;
  }
}

void check_rejected(const Case& one, const std::string& pointer, const std::string& pattern,
                    Findings& findings) {
  const auto regex = regex_at(one, pointer, pattern, findings);
  if (!regex) return;
  if (regex->search("")) {
    findings.add(one.where.line, pointer, fmt::format("{} is found in every answer", in_quotes(pattern)),
                 "let it ask for something");
    return;
  }
  const auto found = std::ranges::find_if(
      one.accepted, [&](const std::string& each) { return regex->search(each).has_value(); });
  if (found != one.accepted.end())
    findings.add(one.where.line, pointer,
                 fmt::format("{} is found in {}, which is accepted", in_quotes(pattern), in_quotes(*found)),
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
    case Expectation::unblocked: return;
  }
}

// The rules of golden queries that a schema cannot express.

using Ids = std::set<std::string_view>;

Ids ids_of(const std::vector<std::string>& texts) { return {texts.begin(), texts.end()}; }

// A list of a query must have no blank and no repeated element.
void check_list(const Case& query, const std::string& pointer, const std::vector<std::string>& texts,
                Findings& findings) {
  Ids seen;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string at = pointer + "/" + std::to_string(i);
    if (is_blank(texts[i])) {
      findings.add(query.where.line, at, "is blank", "write it, or remove it");
    } else if (!seen.insert(texts[i]).second) {
      findings.add(query.where.line, at, fmt::format("{} is listed twice here", in_quotes(texts[i])),
                   "remove one of the two");
    }
  }
}

void check_refusal(const Case& query, const std::string& pointer, Findings& findings) {
  const auto reject = [&](std::string_view member, const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    findings.add(query.where.line, fmt::format("{}/{}", pointer, member),
                 "expects something of a query that should be refused: its expected_doc_ids is empty",
                 "name the documents in expected_doc_ids, or remove this");
  };
  reject("expected_chunk_ids", query.retrieval->expected_chunk_ids);
  reject("must_contain", query.retrieval->must_contain);
}

void check_texts(const Case& query, const std::string& pointer, Findings& findings) {
  const RetrievalExpectation& expected = *query.retrieval;
  for (std::size_t i = 0; i < expected.forbidden.size(); ++i) {
    const std::string& forbidden = expected.forbidden[i];
    if (is_blank(forbidden)) continue;
    for (const std::string& wanted : expected.must_contain) {
      if (wanted.find(forbidden) == std::string::npos) continue;
      findings.add(query.where.line, fmt::format("{}/forbidden/{}", pointer, i),
                   fmt::format("forbids {}, which must_contain asks for", in_quotes(forbidden)),
                   "remove it from one of the two");
      break;
    }
  }
}

void check_judgements(const Case& query, const std::string& pointer, Findings& findings) {
  const RetrievalExpectation& expected = *query.retrieval;
  const Ids wanted = ids_of(expected.expected_doc_ids);
  Ids seen;
  for (const Judgement& each : expected.judgements) {
    const std::string at = pointer + "/judgements" + pointer_token(each.doc_id);
    if (is_blank(each.doc_id))
      findings.add(query.where.line, at, "judges a document without an id", "name it");
    if (!seen.insert(each.doc_id).second)
      findings.add(query.where.line, at, fmt::format("judges {} twice", in_quotes(each.doc_id)),
                   "remove one of the two");
    if (each.grade <= 0 && wanted.contains(each.doc_id))
      findings.add(query.where.line, at,
                   fmt::format("judges {} not relevant, but it is expected", in_quotes(each.doc_id)),
                   "give it a grade of 1 or more, or remove it from expected_doc_ids");
  }
}

std::vector<std::pair<std::string, int>> grades_of(const Case& query) {
  std::vector<std::pair<std::string, int>> grades;
  for (const Judgement& each : query.retrieval->judgements) grades.emplace_back(each.doc_id, each.grade);
  std::ranges::sort(grades);
  return grades;
}

// The member in which two queries expect different things; empty: they expect the same.
std::string difference(const Case& a, const Case& b) {
  if (a.expect != b.expect) return "expected_doc_ids";
  if (ids_of(a.retrieval->expected_doc_ids) != ids_of(b.retrieval->expected_doc_ids))
    return "expected_doc_ids";
  if (ids_of(a.retrieval->expected_chunk_ids) != ids_of(b.retrieval->expected_chunk_ids))
    return "expected_chunk_ids";
  return grades_of(a) != grades_of(b) ? "judgements" : "";
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

std::vector<Problem> check_query(const Case& query, const std::string& pointer) {
  Findings findings;
  const RetrievalExpectation& expected = *query.retrieval;
  if (is_blank(query.prompt))
    findings.add(query.where.line, pointer + "/query", "is blank", "write the question");
  check_list(query, pointer + "/expected_doc_ids", expected.expected_doc_ids, findings);
  check_list(query, pointer + "/expected_chunk_ids", expected.expected_chunk_ids, findings);
  check_list(query, pointer + "/must_contain", expected.must_contain, findings);
  check_list(query, pointer + "/forbidden", expected.forbidden, findings);
  if (query.expect == Expectation::refusal) check_refusal(query, pointer, findings);
  check_texts(query, pointer, findings);
  check_judgements(query, pointer, findings);
  return findings.take();
}

std::vector<Problem> check_groups(const std::vector<PickedCase>& queries) {
  Findings findings;
  std::map<std::string_view, const Case*> first;
  for (const auto& [i, query] : queries) {
    const std::string& group = query.retrieval->group;
    const auto [known, fresh] = first.emplace(group, &query);
    const std::string member = fresh ? "" : difference(*known->second, query);
    if (member.empty()) continue;
    findings.add(query.where.line, case_pointer(DatasetKind::queries, i) + "/group",
                 fmt::format("group {} has other {} than in query {} in line {}", in_quotes(group), member,
                             in_quotes(known->second->id), known->second->where.line),
                 "queries of a group are other wordings of one wish: let them expect the same, or name "
                 "another group");
  }
  return findings.take();
}

std::vector<Problem> check_notes(const std::string& notes) {
  Findings findings;
  if (notes.find("expected_doc_ids") == std::string::npos) {
    findings.add(0, "/notes", "does not say what an empty expected_doc_ids means",
                 "write \"empty expected_doc_ids = the tool should refuse\"");
  }
  return findings.take();
}

}  // namespace assay
