// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "assay/equivalence.h"
#include "assay/grading.h"
#include "assay/internal/dataset_lint.h"
#include "assay/internal/posix.h"
#include "assay/internal/text.h"
#include "checks.h"

namespace assay {
namespace {

// Kinds of answers, as bits. A command may be marked as blocked.
constexpr unsigned kRefusal = 1, kMarkedCommand = 2, kUnmarkedCommand = 4;

// The kinds that can pass a case.
unsigned passing(Expectation expected) {
  switch (expected) {
    case Expectation::command:
      return kMarkedCommand | kUnmarkedCommand;
    case Expectation::refusal:
      return kRefusal;
    case Expectation::blocked:
      return kRefusal | kMarkedCommand;
    case Expectation::unblocked:
      return kUnmarkedCommand;
  }
  return 0;
}

std::set<std::string_view> ids_of(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

// Without differences that a reader ignores: case, the kind and number of blanks, a full stop.
std::string plain(std::string_view prompt) {
  constexpr std::string_view kBlanks = " \t\n\v\f\r";
  std::string text;
  for (const char c : trimmed(prompt))
    if (kBlanks.find(c) == kBlanks.npos)
      text += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    else if (!text.ends_with(' '))
      text += ' ';
  while (text.ends_with('.') || text.ends_with(' ')) text.pop_back();
  return text;
}

class Findings {
 public:
  explicit Findings(const UtilityTables& tables) : tables_(tables) {}

  void commands(const Case& asked) {
    if (!holds_commands(asked)) return;
    for (const auto& command : asked.accepted)
      for (const auto& doubt : doubts(command, tables_)) switch (doubt.kind) {
          case Doubt::Kind::syntax:
            add(asked, Severity::error, "parse", fmt::format("\"{}\" {}", one_line(command), doubt.what));
            break;
          case Doubt::Kind::unknown_utility:
            add(asked, Severity::warning, "unknown_utility", doubt.what);
            break;
          case Doubt::Kind::unknown_option:
            add(asked, Severity::warning, "unknown_option", doubt.what);
            break;
          case Doubt::Kind::danger:
            danger(asked, command, doubt);
            break;
        }
  }

  // Reports commands that no case of that risk level should accept.
  void danger(const Case& asked, const std::string& command, const Doubt& doubt) {
    if (doubt.allowed_from && asked.risk_level >= *doubt.allowed_from) return;
    const std::string accepted = fmt::format("accepts \"{}\", which {}", one_line(command), doubt.what);
    if (doubt.allowed_from)
      add(asked, Severity::error, "risk",
          fmt::format("{}, but its risk_level is {}", accepted, to_string(asked.risk_level)),
          fmt::format("say \"risk_level\": \"{}\" or more, or accept another command",
                      to_string(*doubt.allowed_from)));
    else
      add(asked, Severity::error, "risk", accepted,
          "let the tool refuse it (\"expect\": \"refusal\" or \"blocked\"), or accept another command");
  }

  // Compares what the case states about POSIX with its commands.
  void posix(const Case& asked) {
    if (!holds_commands(asked) || asked.retrieval || asked.accepted.empty()) return;
    const std::string& command = asked.accepted.front();
    const PosixFacts facts = posix_facts(command, tables_);
    const bool departs = !facts.departures.empty();
    if (departs && asked.own->posix == PosixDemand::required)
      add(asked, Severity::error, "posix",
          fmt::format("requires POSIX of an answer, and \"{}\" is not: {}", one_line(command),
                      one_line(described(facts.departures.front(), command))),
          "accept a command that is POSIX, or leave out \"posix\"");
    else if (departs && asked.posix_compliant)
      add(asked, Severity::warning, "posix",
          fmt::format("\"{}\" is not posix_compliant: {}", one_line(command),
                      one_line(described(facts.departures.front(), command))));
    else if (facts.is_compliant() && !asked.posix_compliant)
      add(asked, Severity::warning, "posix",
          fmt::format("nothing in \"{}\" departs from POSIX, but posix_compliant is false",
                      one_line(command)));
  }

  // An alternative proven equal to another accepted command changes no verdict.
  void alternatives(const Case& asked) {
    if (!holds_commands(asked) || asked.accepted.size() < 2) return;
    std::unordered_map<std::string, const std::string*> first;
    for (const auto& command : asked.accepted) {
      const auto [earlier, fresh] = first.emplace(form_of(command), &command);
      if (!fresh)
        add(asked, Severity::warning, "redundant_alternative",
            fmt::format("\"{}\" is already equivalent to \"{}\"", one_line(command),
                        one_line(*earlier->second)));
    }
  }

  void prompts(const std::vector<assay::Case>& cases) {
    std::map<std::string, const Case*> first;
    for (const auto& asked : cases) {
      const auto [earlier, fresh] = first.emplace(plain(asked.prompt), &asked);
      if (fresh) continue;
      asked.retrieval ? same_question(asked, *earlier->second) : same_prompt(asked, *earlier->second);
    }
  }

  std::vector<LintFinding> take() {
    std::ranges::stable_sort(findings_, {}, [](const LintFinding& finding) { return finding.where.line; });
    return std::move(findings_);
  }

 private:
  void same_prompt(const Case& asked, const Case& earlier) {
    const std::string conflict = conflict_between(asked, earlier);
    repeated(asked, fmt::format("the prompt of case {} again (line {})", earlier.id, earlier.where.line),
             conflict);
  }
  void same_question(const Case& asked, const Case& earlier) {
    const bool agrees =
        ids_of(asked.retrieval->expected_doc_ids) == ids_of(earlier.retrieval->expected_doc_ids);
    repeated(asked, fmt::format("the question of {} again (line {})", earlier.id, earlier.where.line),
             agrees ? "" : "with other documents");
  }
  void repeated(const Case& asked, const std::string& what, const std::string& conflict) {
    if (conflict.empty())
      add(asked, Severity::warning, "duplicate", what);
    else
      add(asked, Severity::error, "contradiction", what + ", " + conflict);
  }
  // Why no answer passes both cases; empty: one may.
  std::string conflict_between(const Case& asked, const Case& earlier) {
    if ((passing(asked.expect) & passing(earlier.expect)) == 0)
      return fmt::format("with \"expect\": \"{}\", not \"{}\"", to_string(asked.expect),
                         to_string(earlier.expect));
    // Without accepted commands, a case may accept the other's by a pattern or an outcome.
    if (asked.accepted.empty() || earlier.accepted.empty()) return "";
    const auto& others = forms_of(earlier);
    const bool agrees = std::ranges::any_of(
        asked.accepted, [&](const auto& command) { return others.contains(form_of(command)); });
    return agrees ? "" : "with no accepted command in common";
  }
  // Equal forms are equal commands, which avoids comparing all pairs.
  std::string form_of(std::string_view command) const {
    return canonical_form(trimmed(command), {.tables = &tables_});
  }
  const std::unordered_set<std::string>& forms_of(const Case& asked) {
    const auto [known, fresh] = forms_.try_emplace(&asked);
    if (fresh)
      for (const auto& command : asked.accepted) known->second.insert(form_of(command));
    return known->second;
  }
  void add(const Case& asked, Severity severity, std::string rule, std::string what, std::string next = "") {
    findings_.push_back({asked.where, asked.id, severity, std::move(rule), std::move(what), std::move(next)});
  }

  const UtilityTables& tables_;
  std::unordered_map<const Case*, std::unordered_set<std::string>> forms_;
  std::vector<LintFinding> findings_;
};

}  // namespace

bool holds_commands(const Case& asked) {
  return asked.own->levels.empty() || !std::ranges::all_of(asked.own->levels, compares_text);
}

std::vector<LintFinding> lint_texts(const Dataset& dataset, const UtilityTables& tables) {
  Findings findings(tables);
  for (const auto& asked : dataset.cases) {
    findings.commands(asked);
    findings.posix(asked);
    findings.alternatives(asked);
  }
  findings.prompts(dataset.cases);
  return findings.take();
}

}  // namespace assay
