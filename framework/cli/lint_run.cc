#include "lint_run.h"

#include <fmt/format.h>

#include "assay/internal/behaviour.h"
#include "assay/internal/text.h"

namespace assay::cli {
namespace {

class Runs {
 public:
  explicit Runs(const Dataset& dataset) : folder_(dataset.file.parent_path()) {}

  void look_at(const Case& asked) {
    if (asked.accepted.empty() || !worlds::names_a_world(asked.world)) return;
    const auto world = world_of(asked);
    if (!world) return;
    for (const auto& command : asked.accepted) command_alone(asked, command, *world);
    for (std::size_t i = 1; i < asked.accepted.size(); ++i) alternative(asked, asked.accepted[i], *world);
  }

  std::vector<Finding> take() && { return std::move(findings_); }

 private:
  // None where it is no world, which lint_worlds() says.
  std::optional<worlds::NamedWorld> world_of(const Case& asked) const try {
    return worlds::find_world(asked.world, folder_);
  } catch (const Error&) {
    return std::nullopt;
  }

  void command_alone(const Case& asked, const std::string& command, const worlds::NamedWorld& world) {
    const auto outcome = lab_.sandbox().run(world.world, sandbox::shell_command(command));
    const std::string quoted = "\"" + one_line(command) + "\"";
    const auto why = behaviour::cannot_be_run(command, outcome);
    if (why) {
      add(asked, "not_run", quoted + ": " + *why);
    } else if (outcome.end != sandbox::End::exited || outcome.exit_code != 0) {
      add(asked, "fails",
          fmt::format("{} fails in its world: {}{}", quoted, behaviour::ending_text(outcome),
                      first_words(outcome.err)));
    } else if (outcome.out.empty() && outcome.effects.empty()) {
      add(asked, "does_nothing", quoted + " prints nothing and changes nothing in its world");
    }
  }

  void alternative(const Case& asked, const std::string& command, const worlds::NamedWorld& world) {
    const behaviour::Terms terms{.question = asked.own->question.value_or(Question::equivalent)};
    const auto found = lab_.decide_in(asked.accepted.front(), command, world, terms);
    if (found.finding != behaviour::Finding::differs) return;
    add(asked, "alternative_differs",
        fmt::format("\"{}\" does not do the same as \"{}\" in its world: {}", one_line(command),
                    one_line(asked.accepted.front()), one_line(found.why)));
  }

  static std::string first_words(std::string_view err) {
    return err.empty() ? "" : ", " + one_line(err.substr(0, std::min(err.find('\n'), std::size_t{120})));
  }

  void add(const Case& asked, std::string rule, std::string what) {
    findings_.push_back({asked.where, asked.id, Severity::warning, std::move(rule), std::move(what), ""});
  }

  std::filesystem::path folder_;
  behaviour::Lab lab_{{.shrink_tries = 0}};
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> lint_by_running(const Dataset& dataset) {
  Runs runs(dataset);
  for (const Case& asked : dataset.cases) runs.look_at(asked);
  return std::move(runs).take();
}

}  // namespace assay::cli
