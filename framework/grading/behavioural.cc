// SPDX-License-Identifier: Apache-2.0
// The level `behavioural`: runs both commands in disposable worlds.
#include <fmt/core.h>

#include <utility>

#include "assay/internal/behaviour.h"
#include "assay/internal/text.h"
#include "awk_notes.h"
#include "built_in.h"
#include "text.h"
#include "world_evidence.h"

namespace assay {
namespace {

constexpr double kBehavioural = 0.85;

std::string line_for(const Pair& pair, const behaviour::Shown& shown, Question question) {
  const std::string world = world_word(shown.world);
  if (world.empty()) return {};
  return "assay explain --world " + world + (question == Question::fulfils ? " --question fulfils " : " ") +
         as_word(pair.accepted) + " " + as_word(trimmed_command(pair.answer.command));
}

// "`ls`, `ls -a`: …"
std::string smaller_text(const behaviour::Shown& shown) {
  if (!shown.smaller) return {};
  return fmt::format("`{}`, `{}`: {}", one_line(shown.smaller->accepted), one_line(shown.smaller->generated),
                     shown.smaller->difference);
}

Counterexample counterexample(const Pair& pair, const behaviour::Shown& shown, Question question) {
  const std::string& folder = shown.world.world.folder;
  return {.world = described(shown.world),
          .accepted = described(shown.accepted, folder),
          .generated = described(shown.generated, folder),
          .again = line_for(pair, shown, question),
          .smaller = smaller_text(shown)};
}

Verdict compared_verdict(const Pair& pair, behaviour::Comparison found, Question question) {
  Verdict verdict{.why = std::move(found.why), .is_starved = found.is_starved};
  if (found.shown) verdict.evidence = counterexample(pair, *found.shown, question);
  switch (found.finding) {
    case behaviour::Finding::same:
      verdict.outcome = Outcome::match;
      verdict.score = kBehavioural;
      break;
    case behaviour::Finding::differs:
      verdict.outcome = Outcome::mismatch;
      break;
    case behaviour::Finding::undecided:
      break;
    case behaviour::Finding::unavailable:
    case behaviour::Finding::broken:
      verdict.outcome = Outcome::unavailable;
      break;
  }
  return verdict;
}

Verdict grade_behavioural(const Pair& pair, const Surroundings& surroundings) {
  const auto& lab = surroundings.backends.lab;
  if (!lab) return {.outcome = Outcome::unavailable, .why = "no sandbox was handed in"};
  const behaviour::Terms terms = world_terms(pair.asked, surroundings);
  const std::string_view accepted = trimmed_command(pair.accepted);
  const std::string_view generated = trimmed_command(pair.answer.command);
  auto own = own_world(pair.asked);
  if (pair.is_assumed && !own) return {.why = "there is no world in which to check the assumptions"};
  Verdict verdict =
      compared_verdict(pair,
                       pair.is_assumed ? lab->decide_in(accepted, generated, *std::move(own), terms)
                                       : lab->decide(accepted, generated, std::move(own), terms),
                       surroundings.question);
  if (verdict.outcome == Outcome::unavailable || pair.is_assumed) return verdict;
  std::string notes = awk_notes(pair, *lab, terms);
  if (auto* shown = std::get_if<Counterexample>(&verdict.evidence))
    shown->elsewhere = std::move(notes);
  else if (!notes.empty())
    verdict.evidence = std::move(notes);
  return verdict;
}

std::string behavioural_obstacle(const Case& asked, const Surroundings& surroundings) {
  const auto& lab = surroundings.backends.lab;
  if (!lab) return "no sandbox was handed in";
  const behaviour::Terms terms = world_terms(asked, surroundings);
  if (std::string lack = lack_of_tools(asked, *lab); !lack.empty()) return lack;
  const auto own = own_world(asked);
  std::string first;
  for (const std::string& accepted : asked.accepted) {
    std::string why = lab->obstacle(trimmed_command(accepted), own, terms);
    if (why.empty()) return {};
    if (first.empty()) first = std::move(why);
  }
  return first;
}

}  // namespace

Level behavioural_level() {
  return {.name = "behavioural",
          .grade = PairGrader(grade_behavioural),
          .version = "1",
          .kind = DatasetKind::commands,
          .best = kBehavioural,
          .assumed = Level::Assumed::checked,
          .runs_commands = true,
          .obstacle = behavioural_obstacle};
}

}  // namespace assay
