// SPDX-License-Identifier: Apache-2.0
#include "assay/lint.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "assay/equivalence.h"
#include "assay/grading.h"
#include "assay/internal/aftermath.h"
#include "assay/internal/dataset_lint.h"
#include "assay/internal/enum_words.h"
#include "assay/internal/json.h"
#include "assay/internal/posix.h"
#include "assay/internal/text.h"
#include "assay/internal/utilities.h"
#include "assay/internal/worlds.h"

namespace assay {
namespace {

// The checks of a dataset that could be read: each returns its findings in line order.

void look_for_world(const Case& test, const Dataset& dataset, std::vector<LintFinding>& findings) try {
  worlds::find_world(test.world, dataset.file.parent_path());
} catch (const Error& error) {
  for (const Problem& problem : error.problems()) {
    // The first line says which case names the world; the world's own line says what is wrong there.
    const std::string what = problem.where.line == 0
                                 ? problem.what
                                 : fmt::format("world \"{}\": {}: {}", one_line(test.world),
                                               to_string(problem.where), problem.what);
    findings.push_back({test.where, test.id, Severity::error, "world", what, problem.next});
  }
}

class Runs {
 public:
  Runs(const Dataset& dataset, const LintOptions& options)
      : folder_(dataset.file.parent_path()),
        question_(options.question),
        lab_({.effects = options.effects}) {}

  void look_at(const Case& test) {
    const bool has_world = worlds::names_a_world(test.world);
    // Where it has an outcome, no comparison decides.
    if (holds_commands(test) && !test.retrieval && !test.own->outcome)
      powers(test, has_world ? world_of(test) : std::nullopt);
    if (!test.own->outcome && (test.accepted.empty() || !has_world)) return;
    auto named = has_world ? world_of(test) : worlds::NamedWorld{.name = "an empty world"};
    if (!named) return;
    const auto [world, fault] = lab_.made(*std::move(named));
    if (!fault.empty()) return unmade(test, world, fault);
    if (test.own->outcome) outcome(test, *test.own->outcome, world);
    if (has_world) commands(test, world);
  }

  std::vector<LintFinding> take() && { return std::move(findings_); }

 private:
  void commands(const Case& test, const worlds::NamedWorld& world) {
    for (const auto& command : test.accepted) command_alone(test, command, world);
    for (std::size_t i = 1; i < test.accepted.size(); ++i) alternative(test, test.accepted[i], world);
  }

  std::string userland_of(const Case& test) const {
    return test.own->userland.empty() ? "" : worlds::place_of_userland(test.own->userland, folder_);
  }

  // None if the world is invalid, which lint_worlds() reports.
  std::optional<worlds::NamedWorld> world_of(const Case& test) const try {
    auto world = worlds::find_world(test.world, folder_);
    if (std::string named = userland_of(test); !named.empty()) world.world.userland = std::move(named);
    return world;
  } catch (const Error&) {
    return std::nullopt;
  }

  void unmade(const Case& test, const worlds::NamedWorld& world, const std::string& fault) {
    if (lab_.sandbox().tier() == sandbox::Tier::unavailable) return add(test, "not_run", fault);
    add_error(test, "world", fmt::format("world \"{}\": {}", one_line(world.name), one_line(fault)),
              "fix \"setup\"; assay sandbox --world shows what commands find there");
  }

  // The reference must fulfil the outcome, and doing nothing must not.
  void outcome(const Case& test, const WantedOutcome& wanted, const worlds::NamedWorld& world) {
    const behaviour::Terms terms{.question = test.own->question.value_or(Question::equivalent)};
    const auto nothing = behaviour::aftermath_of_nothing(lab_, wanted, world, terms);
    if (nothing.holding == behaviour::Holding::held)
      return add_error(test, "outcome_of_nothing", "an empty answer fulfils its outcome, too",
                       "ask for something that is not so in the world at first");
    if (nothing.holding != behaviour::Holding::failed)
      return add(test, "not_run", "its outcome: " + one_line(nothing.why));
    for (const auto& command : test.accepted) {
      const auto found = behaviour::aftermath(lab_, command, wanted, world, terms);
      if (found.holding == behaviour::Holding::failed)
        add_error(
            test, "outcome",
            fmt::format("\"{}\" does not fulfil its outcome: {}", one_line(command), one_line(found.why)),
            "fix the outcome, the world or the command");
      else if (found.holding != behaviour::Holding::held)
        add(test, "not_run", fmt::format("\"{}\": its outcome: {}", one_line(command), one_line(found.why)));
    }
  }

  void command_alone(const Case& test, const std::string& command, const worlds::NamedWorld& world) {
    const auto outcome = lab_.sandbox().run(world.world, sandbox::shell_command(command));
    const std::string quoted = "\"" + one_line(command) + "\"";
    const auto why = behaviour::cannot_be_run(command, outcome);
    if (why) {
      add(test, "not_run", quoted + ": " + *why);
    } else if (is_as_wanted(test, outcome)) {
      return;
    } else if (!behaviour::has_answered(outcome)) {
      add(test, "fails",
          fmt::format("{} fails in its world: {}{}", quoted, behaviour::ending_text(outcome),
                      first_words(outcome.err)));
    } else if (outcome.out.empty() && outcome.effects.empty()) {
      add(test, "does_nothing", quoted + " prints nothing and changes nothing in its world");
    }
  }

  // By default an alternative is another right answer and need not be the same command.
  void alternative(const Case& test, const std::string& command, const worlds::NamedWorld& world) {
    const behaviour::Terms terms{.question = test.own->question.value_or(Question::fulfils),
                                 .shrinks = false};
    const auto found = lab_.decide_in(test.accepted.front(), command, world, terms);
    if (found.finding != behaviour::Finding::differs) return;
    add(test, "alternative_differs",
        fmt::format("\"{}\" does not do the same as \"{}\" in its world: {}", one_line(command),
                    one_line(test.accepted.front()), one_line(found.why)));
  }

  // How much its worlds could have noticed, and what they would not.
  void powers(const Case& test, const std::optional<worlds::NamedWorld>& own) {
    if (worlds::names_a_world(test.world) && !own) return;
    behaviour::Terms terms{.question = test.own->question.value_or(question_)};
    if (!own) terms.userland = userland_of(test);
    if (test.own->world_timeout.count() > 0) terms.time = test.own->world_timeout;
    for (const auto& command : test.accepted) {
      const behaviour::Power power = lab_.power(command, own, terms);
      const std::string quoted = "\"" + one_line(command) + "\"";
      if (!power.fault.empty()) {
        add(test, "power",
            fmt::format("{}: its power cannot be measured: {}", quoted, one_line(power.fault)));
        continue;
      }
      findings_.push_back(
          {test.where, test.id, Severity::note, "power",
           fmt::format("{}: its worlds tell {} of {} near misses apart", quoted, power.told(), power.all()),
           ""});
      for (const behaviour::NearMiss& each : power.unnoticed) {
        const auto world = lab_.world_for(command, each.command, terms);
        findings_.push_back(
            {test.where, test.id, Severity::warning, "power",
             fmt::format("nobody would notice \"{}\" for {} ({})", one_line(each.command), quoted,
                         to_string(each.of)),
             world ? "a world in which they differ: " + worlds::world_line(world->world) : ""});
      }
    }
  }

  // A command may be wanted for its exit status.
  static bool is_as_wanted(const Case& test, const sandbox::SandboxResult& outcome) {
    return test.own->outcome && test.own->outcome->exit_status == outcome.exit_code;
  }

  static std::string first_words(std::string_view err) {
    return err.empty() ? "" : ", " + one_line(err.substr(0, std::min(err.find('\n'), std::size_t{120})));
  }

  void add(const Case& test, std::string rule, std::string what) {
    findings_.push_back({test.where, test.id, Severity::warning, std::move(rule), std::move(what), ""});
  }

  void add_error(const Case& test, std::string rule, std::string what, std::string next) {
    findings_.push_back(
        {test.where, test.id, Severity::error, std::move(rule), std::move(what), std::move(next)});
  }

  std::filesystem::path folder_;
  Question question_;
  behaviour::Lab lab_;
  std::vector<LintFinding> findings_;
};

// Runs each accepted command of each case that has a world, in that world, and reports commands that cannot
// be run, fail, do nothing, or differ from the first; outcomes that they do not fulfil, or that an empty
// answer fulfils; worlds that cannot be set up; the power of its worlds, and near misses that they do not
// tell apart.
std::vector<LintFinding> lint_outcomes(const Dataset& dataset, const LintOptions& options) {
  Runs runs(dataset, options);
  for (const Case& test : dataset.cases) runs.look_at(test);
  return std::move(runs).take();
}

// Kinds of answers, as bits. A command may be marked as blocked.
constexpr unsigned kRefusal = 1, kMarkedCommand = 2, kUnmarkedCommand = 4;

// The kinds that can pass a case.
unsigned passing(Expectation expected) {
  switch (expected) {
    case Expectation::command: return kMarkedCommand | kUnmarkedCommand;
    case Expectation::refusal: return kRefusal;
    case Expectation::blocked: return kRefusal | kMarkedCommand;
    case Expectation::unblocked: return kUnmarkedCommand;
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

  void commands(const Case& test) {
    if (!holds_commands(test)) return;
    for (const auto& command : test.accepted)
      for (const auto& doubt : doubts(command, tables_)) switch (doubt.kind) {
          case Doubt::Kind::syntax:
            add(test, Severity::error, "parse", fmt::format("\"{}\" {}", one_line(command), doubt.what));
            break;
          case Doubt::Kind::unknown_utility:
            add(test, Severity::warning, "unknown_utility", doubt.what);
            break;
          case Doubt::Kind::unknown_option: add(test, Severity::warning, "unknown_option", doubt.what); break;
          case Doubt::Kind::danger: danger(test, command, doubt); break;
        }
  }

  // Reports commands that no case of that risk level should accept.
  void danger(const Case& test, const std::string& command, const Doubt& doubt) {
    if (doubt.allowed_from && test.risk_level >= *doubt.allowed_from) return;
    const std::string accepted = fmt::format("accepts \"{}\", which {}", one_line(command), doubt.what);
    if (doubt.allowed_from)
      add(test, Severity::error, "risk",
          fmt::format("{}, but its risk_level is {}", accepted, to_string(test.risk_level)),
          fmt::format("say \"risk_level\": \"{}\" or more, or accept another command",
                      to_string(*doubt.allowed_from)));
    else
      add(test, Severity::error, "risk", accepted,
          "let the tool refuse it (\"expect\": \"refusal\" or \"blocked\"), or accept another command");
  }

  // Compares what the case states about POSIX with its commands.
  void posix(const Case& test) {
    if (!holds_commands(test) || test.retrieval || test.accepted.empty()) return;
    const std::string& command = test.accepted.front();
    const PosixFacts facts = posix_facts(command, tables_);
    const bool departs = !facts.departures.empty();
    if (departs && test.own->posix == PosixDemand::required)
      add(test, Severity::error, "posix",
          fmt::format("requires POSIX of an answer, and \"{}\" is not: {}", one_line(command),
                      one_line(departure_text(facts.departures.front(), command))),
          "accept a command that is POSIX, or leave out \"posix\"");
    else if (departs && test.posix_compliant)
      add(test, Severity::warning, "posix",
          fmt::format("\"{}\" is not posix_compliant: {}", one_line(command),
                      one_line(departure_text(facts.departures.front(), command))));
    else if (facts.is_compliant() && !test.posix_compliant)
      add(test, Severity::warning, "posix",
          fmt::format("nothing in \"{}\" departs from POSIX, but posix_compliant is false",
                      one_line(command)));
  }

  // An alternative proven equal to another accepted command changes no verdict.
  void alternatives(const Case& test) {
    if (!holds_commands(test) || test.accepted.size() < 2) return;
    std::unordered_map<std::string, const std::string*> first;
    for (const auto& command : test.accepted) {
      const auto [earlier, fresh] = first.emplace(form_of(command), &command);
      if (!fresh)
        add(test, Severity::warning, "redundant_alternative",
            fmt::format("\"{}\" is already equivalent to \"{}\"", one_line(command),
                        one_line(*earlier->second)));
    }
  }

  void prompts(const std::vector<assay::Case>& cases) {
    std::map<std::string, const Case*> first;
    for (const auto& test : cases) {
      const auto [earlier, fresh] = first.emplace(plain(test.prompt), &test);
      if (fresh) continue;
      test.retrieval ? same_question(test, *earlier->second) : same_prompt(test, *earlier->second);
    }
  }

  std::vector<LintFinding> take() {
    std::ranges::stable_sort(findings_, {}, [](const LintFinding& finding) { return finding.where.line; });
    return std::move(findings_);
  }

 private:
  void same_prompt(const Case& test, const Case& earlier) {
    const std::string conflict = conflict_between(test, earlier);
    repeated(test, fmt::format("the prompt of case {} again (line {})", earlier.id, earlier.where.line),
             conflict);
  }
  void same_question(const Case& test, const Case& earlier) {
    const bool agrees =
        ids_of(test.retrieval->expected_doc_ids) == ids_of(earlier.retrieval->expected_doc_ids);
    repeated(test, fmt::format("the question of {} again (line {})", earlier.id, earlier.where.line),
             agrees ? "" : "with other documents");
  }
  void repeated(const Case& test, const std::string& what, const std::string& conflict) {
    if (conflict.empty())
      add(test, Severity::warning, "duplicate", what);
    else
      add(test, Severity::error, "contradiction", what + ", " + conflict);
  }
  // Why no answer passes both cases; empty: one may.
  std::string conflict_between(const Case& test, const Case& earlier) {
    if ((passing(test.expect) & passing(earlier.expect)) == 0)
      return fmt::format("with \"expect\": \"{}\", not \"{}\"", to_string(test.expect),
                         to_string(earlier.expect));
    // Without accepted commands, a case may accept the other's by a pattern or an outcome.
    if (test.accepted.empty() || earlier.accepted.empty()) return "";
    const auto& others = forms_of(earlier);
    const bool agrees = std::ranges::any_of(
        test.accepted, [&](const auto& command) { return others.contains(form_of(command)); });
    return agrees ? "" : "with no accepted command in common";
  }
  // Equal forms are equal commands, which avoids comparing all pairs.
  std::string form_of(std::string_view command) const {
    return canonical_form(trimmed(command), {.tables = &tables_});
  }
  const std::unordered_set<std::string>& forms_of(const Case& test) {
    const auto [known, fresh] = forms_.try_emplace(&test);
    if (fresh)
      for (const auto& command : test.accepted) known->second.insert(form_of(command));
    return known->second;
  }
  void add(const Case& test, Severity severity, std::string rule, std::string what, std::string next = "") {
    findings_.push_back({test.where, test.id, severity, std::move(rule), std::move(what), std::move(next)});
  }

  const UtilityTables& tables_;
  std::unordered_map<const Case*, std::unordered_set<std::string>> forms_;
  std::vector<LintFinding> findings_;
};

std::vector<LintFinding> findings_in(const std::filesystem::path& file, const UtilityTables& tables,
                                     const LintOptions& options) try {
  const Dataset dataset = read_dataset(file);
  std::vector<LintFinding> findings = lint(dataset, tables);
  if (options.runs_commands) std::ranges::move(lint_outcomes(dataset, options), std::back_inserter(findings));
  std::ranges::stable_sort(findings, {}, [](const LintFinding& finding) { return finding.where.line; });
  return findings;
} catch (const Error& error) {
  std::vector<LintFinding> findings;
  for (const auto& problem : error.problems())
    findings.push_back({problem.where, "", Severity::error, "schema",
                        problem.what + (problem.pointer.empty() ? "" : " (at " + problem.pointer + ")"),
                        problem.next});
  return findings;
}

void expect_readable(const std::filesystem::path& file) {
  std::error_code unknown;
  if (::access(file.c_str(), R_OK) != 0 || std::filesystem::is_directory(file, unknown)) read_file(file);
}

// Worlds that do not exist or are invalid; each is reported once, at the first case that names it. Nothing is
// run.
std::vector<LintFinding> lint_worlds(const Dataset& dataset) {
  std::vector<LintFinding> findings;
  std::set<std::string_view> seen;
  for (const Case& test : dataset.cases) {
    if (worlds::names_a_world(test.world) && seen.insert(test.world).second)
      look_for_world(test, dataset, findings);
  }
  return findings;
}

// Commands and prompts as texts. Pure.
std::vector<LintFinding> lint_texts(const Dataset& dataset, const UtilityTables& tables) {
  Findings findings(tables);
  for (const auto& test : dataset.cases) {
    findings.commands(test);
    findings.posix(test);
    findings.alternatives(test);
  }
  findings.prompts(dataset.cases);
  return findings.take();
}

}  // namespace

bool holds_commands(const Case& test) {
  return test.own->levels.empty() || !std::ranges::all_of(test.own->levels, compares_text);
}

std::string_view to_string(Severity severity) { return word_of(severity); }

std::string to_string(const LintFinding& finding) {
  std::string text = fmt::format(
      "{}: {}: {}{} [{}]\n", one_line(to_string(finding.where)), to_string(finding.severity),
      finding.id.empty() ? "" : "case " + one_line(finding.id) + ": ", one_line(finding.what), finding.rule);
  if (!finding.next.empty()) text += "  next: " + one_line(finding.next) + "\n";
  return text;
}

std::vector<LintFinding> lint(const Dataset& dataset, const UtilityTables& tables) {
  std::vector<LintFinding> findings = lint_texts(dataset, tables);
  std::ranges::move(lint_worlds(dataset), std::back_inserter(findings));
  return findings;
}

std::vector<LintFinding> lint(const std::vector<std::filesystem::path>& datasets,
                              const LintOptions& options) {
  for (const auto& file : datasets) expect_readable(file);
  UtilityTables tables;
  tables.add_all(options.tables);
  std::vector<LintFinding> findings;
  for (const auto& file : datasets)
    std::ranges::move(findings_in(file, tables, options), std::back_inserter(findings));
  return findings;
}

}  // namespace assay
