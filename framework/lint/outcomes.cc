// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "assay/internal/aftermath.h"
#include "assay/internal/text.h"
#include "checks.h"

namespace assay {
namespace {

class Runs {
 public:
  explicit Runs(const Dataset& dataset) : folder_(dataset.file.parent_path()) {}

  void look_at(const Case& asked) {
    const bool has_world = worlds::names_a_world(asked.world);
    if (!asked.own->outcome && (asked.accepted.empty() || !has_world)) return;
    auto named = has_world ? world_of(asked) : worlds::NamedWorld{.name = "an empty world"};
    if (!named) return;
    const auto [world, fault] = lab_.made(*std::move(named));
    if (!fault.empty()) return unmade(asked, world, fault);
    if (asked.own->outcome) outcome(asked, *asked.own->outcome, world);
    if (has_world) commands(asked, world);
  }

  std::vector<LintFinding> take() && { return std::move(findings_); }

 private:
  void commands(const Case& asked, const worlds::NamedWorld& world) {
    for (const auto& command : asked.accepted) command_alone(asked, command, world);
    for (std::size_t i = 1; i < asked.accepted.size(); ++i) alternative(asked, asked.accepted[i], world);
  }

  // None if the world is invalid, which lint_worlds() reports.
  std::optional<worlds::NamedWorld> world_of(const Case& asked) const try {
    auto world = worlds::find_world(asked.world, folder_);
    if (const std::string& userland = asked.own->userland; !userland.empty())
      world.world.userland = userland.find('/') == userland.npos ? userland : (folder_ / userland).string();
    return world;
  } catch (const Error&) {
    return std::nullopt;
  }

  void unmade(const Case& asked, const worlds::NamedWorld& world, const std::string& fault) {
    if (lab_.sandbox().tier() == sandbox::Tier::unavailable) return add(asked, "not_run", fault);
    add_error(asked, "world", fmt::format("world \"{}\": {}", one_line(world.name), one_line(fault)),
              "fix \"setup\"; assay sandbox --world shows what commands find there");
  }

  // The reference must fulfil the outcome, and doing nothing must not.
  void outcome(const Case& asked, const WantedOutcome& wanted, const worlds::NamedWorld& world) {
    const behaviour::Terms terms{.question = asked.own->question.value_or(Question::equivalent)};
    const auto nothing = behaviour::aftermath_of_nothing(lab_, wanted, world, terms);
    if (nothing.holding == behaviour::Holding::held)
      return add_error(asked, "outcome_of_nothing", "an empty answer fulfils its outcome, too",
                       "ask for something that is not so in the world at first");
    if (nothing.holding != behaviour::Holding::failed)
      return add(asked, "not_run", "its outcome: " + one_line(nothing.why));
    for (const auto& command : asked.accepted) {
      const auto found = behaviour::aftermath(lab_, command, wanted, world, terms);
      if (found.holding == behaviour::Holding::failed)
        add_error(
            asked, "outcome",
            fmt::format("\"{}\" does not fulfil its outcome: {}", one_line(command), one_line(found.why)),
            "fix the outcome, the world or the command");
      else if (found.holding != behaviour::Holding::held)
        add(asked, "not_run", fmt::format("\"{}\": its outcome: {}", one_line(command), one_line(found.why)));
    }
  }

  void command_alone(const Case& asked, const std::string& command, const worlds::NamedWorld& world) {
    const auto outcome = lab_.sandbox().run(world.world, sandbox::shell_command(command));
    const std::string quoted = "\"" + one_line(command) + "\"";
    const auto why = behaviour::cannot_be_run(command, outcome);
    if (why) {
      add(asked, "not_run", quoted + ": " + *why);
    } else if (is_as_wanted(asked, outcome)) {
      return;
    } else if (!behaviour::has_answered(outcome)) {
      add(asked, "fails",
          fmt::format("{} fails in its world: {}{}", quoted, behaviour::ending_text(outcome),
                      first_words(outcome.err)));
    } else if (outcome.out.empty() && outcome.effects.empty()) {
      add(asked, "does_nothing", quoted + " prints nothing and changes nothing in its world");
    }
  }

  // By default an alternative is another right answer and need not be the same command.
  void alternative(const Case& asked, const std::string& command, const worlds::NamedWorld& world) {
    const behaviour::Terms terms{.question = asked.own->question.value_or(Question::fulfils)};
    const auto found = lab_.decide_in(asked.accepted.front(), command, world, terms);
    if (found.finding != behaviour::Finding::differs) return;
    add(asked, "alternative_differs",
        fmt::format("\"{}\" does not do the same as \"{}\" in its world: {}", one_line(command),
                    one_line(asked.accepted.front()), one_line(found.why)));
  }

  // A command may be wanted for its exit status.
  static bool is_as_wanted(const Case& asked, const sandbox::Outcome& outcome) {
    return asked.own->outcome && asked.own->outcome->exit_status == outcome.exit_code;
  }

  static std::string first_words(std::string_view err) {
    return err.empty() ? "" : ", " + one_line(err.substr(0, std::min(err.find('\n'), std::size_t{120})));
  }

  void add(const Case& asked, std::string rule, std::string what) {
    findings_.push_back({asked.where, asked.id, Severity::warning, std::move(rule), std::move(what), ""});
  }

  void add_error(const Case& asked, std::string rule, std::string what, std::string next) {
    findings_.push_back(
        {asked.where, asked.id, Severity::error, std::move(rule), std::move(what), std::move(next)});
  }

  std::filesystem::path folder_;
  behaviour::Lab lab_{{.shrink_tries = 0}};
  std::vector<LintFinding> findings_;
};

}  // namespace

std::vector<LintFinding> lint_outcomes(const Dataset& dataset) {
  Runs runs(dataset);
  for (const Case& asked : dataset.cases) runs.look_at(asked);
  return std::move(runs).take();
}

}  // namespace assay
