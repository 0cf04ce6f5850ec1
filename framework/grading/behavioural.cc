#include "behavioural.h"

#include <filesystem>
#include <utility>

#include "assay/internal/behaviour.h"
#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "text.h"

namespace assay {
namespace {

constexpr double kBehavioural = 0.85;
constexpr std::size_t kMostText = 2000;   // of what a command printed, in bytes
constexpr std::size_t kMostChanges = 20;  // of files
constexpr std::size_t kMostWorld = 4000;  // of a world on a command line, in bytes

std::string excerpt(std::string_view bytes) {
  if (bytes.size() <= kMostText) return to_utf8(bytes);
  return to_utf8(bytes.substr(0, kMostText)) + "…";
}

WorldOutcome described(const sandbox::Outcome& outcome, std::string_view folder) {
  WorldOutcome described{
      .out = excerpt(outcome.out), .err = excerpt(outcome.err), .ending = behaviour::ending_text(outcome)};
  for (const auto& effect : outcome.effects) {
    if (described.changes.size() == kMostChanges) {
      described.changes.push_back("and " + std::to_string(outcome.effects.size() - kMostChanges) + " more");
      break;
    }
    described.changes.push_back(behaviour::change_text(effect, folder));
  }
  return described;
}

std::string as_word(std::string_view text) { return shell::print(shell::literal_word(text)); }

std::string line_for(const Pair& pair, const behaviour::Shown& shown, Question question) {
  std::string world = worlds::world_line(shown.world.world);
  if (world.size() > kMostWorld) return {};
  return "assay explain --world " + as_word(world) +
         (question == Question::fulfils ? " --question fulfils " : " ") + as_word(pair.accepted) + " " +
         as_word(trimmed_command(pair.answer.command));
}

Counterexample counterexample(const Pair& pair, const behaviour::Shown& shown, Question question) {
  const std::string& folder = shown.world.world.folder;
  return {.world = shown.world.name + (shown.world.note.empty() ? "" : ": " + shown.world.note),
          .accepted = described(shown.accepted, folder),
          .generated = described(shown.generated, folder),
          .again = line_for(pair, shown, question)};
}

std::optional<worlds::NamedWorld> own_world(const Case& asked) {
  if (!worlds::names_a_world(asked.world)) return std::nullopt;
  return worlds::find_world(asked.world, std::filesystem::path(asked.where.file).parent_path());
}

Verdict verdict_of(const Pair& pair, behaviour::Comparison found, Question question) {
  Verdict verdict{.why = std::move(found.why)};
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
      verdict.outcome = Outcome::unavailable;
      break;
  }
  return verdict;
}

Verdict grade_behavioural(const Pair& pair, const Surroundings& surroundings) {
  const auto& lab = surroundings.backends.lab;
  if (!lab) return {.outcome = Outcome::unavailable, .why = "no sandbox was handed in"};
  const behaviour::Terms terms{.question = surroundings.question, .stop = surroundings.stop};
  const std::string_view accepted = trimmed_command(pair.accepted);
  const std::string_view generated = trimmed_command(pair.answer.command);
  auto own = own_world(pair.asked);
  if (pair.is_assumed && !own) return {.why = "there is no world to see whether the assumptions hold"};
  return verdict_of(pair,
                    pair.is_assumed ? lab->decide_in(accepted, generated, *std::move(own), terms)
                                    : lab->decide(accepted, generated, std::move(own), terms),
                    surroundings.question);
}

}  // namespace

Level behavioural_level() {
  return {.name = "behavioural",
          .grade = PairGrader(grade_behavioural),
          .version = "1",
          .kind = DatasetKind::commands,
          .best = kBehavioural,
          .assumed = Level::Assumed::checked,
          .runs_commands = true};
}

}  // namespace assay
