// SPDX-License-Identifier: Apache-2.0
// Runs in worlds as evidence, for the levels that run commands.
#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "assay/grading.h"
#include "assay/internal/aftermath.h"
#include "assay/internal/behaviour.h"
#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "levels.h"
#include "text.h"

namespace assay {
namespace {

constexpr std::size_t kMostText = 2000;   // of a command's output, in bytes
constexpr std::size_t kMostChanges = 20;  // of files
constexpr std::size_t kMostWorld = 4000;  // of a world on a command line, in bytes

std::string excerpt(std::string_view bytes) { return to_utf8(shortened(bytes, kMostText)); }

// A lower bound on the size of its description.
std::size_t bytes_in(const sandbox::World& world) {
  std::size_t bytes = world.input.size();
  for (const sandbox::Entry& entry : world.entries) bytes += entry.path.size() + entry.content.size();
  return bytes;
}

// The context's, or the case's: a folder is relative to that of the dataset.
std::string userland_of(const Case& asked, const GradingContext& context) {
  if (!context.userland.empty()) return context.userland;
  return worlds::place_of_userland(asked.own->userland,
                                   std::filesystem::path(asked.where.file).parent_path());
}

// The world that the case names; none if it names none to run commands in. Throws Error if it is invalid.
std::optional<worlds::NamedWorld> own_world(const Case& asked, const GradingContext& context) {
  if (!worlds::names_a_world(asked.world)) return std::nullopt;
  auto world = worlds::find_world(asked.world, std::filesystem::path(asked.where.file).parent_path());
  if (std::string named = userland_of(asked, context); !named.empty())
    world.world.userland = std::move(named);
  return world;
}

// What holds in the case's worlds: the question, the userland and the case's time for a command.
behaviour::Terms world_terms(const Case& asked, const GradingContext& context) {
  behaviour::Terms terms{.question = context.question,
                         .stop = context.stop,
                         .userland = userland_of(asked, context),
                         .shrinks = context.userland.empty()};
  if (asked.own->world_timeout.count() > 0) terms.time = asked.own->world_timeout;
  return terms;
}

// Which of the programs that the case names as required its worlds lack here; empty: none.
std::string lack_of_tools(const Case& asked, const GradingContext& context, behaviour::Lab& lab) {
  if (asked.own->required_tools.empty() || lab.sandbox().tier() == sandbox::Tier::unavailable) return {};
  const auto own = own_world(asked, context);
  const std::string lack =
      lab.lack_of(asked.own->required_tools, own ? own->world.userland : userland_of(asked, context));
  return lack.empty() ? lack : "the case's required_tools: " + lack;
}

// Texts are shortened, paths below `folder` made relative to it.
WorldOutcome world_outcome(const sandbox::SandboxResult& outcome, std::string_view folder) {
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

std::string name_and_note(const worlds::NamedWorld& world) {
  return world.name + (world.note.empty() ? "" : ": " + world.note);
}

// Quoted as one shell word, for a command line.
std::string as_word(std::string_view text) { return shell::print(shell::literal_word(text)); }

// The world as such a word; empty if it is too long for a command line.
std::string world_word(const worlds::NamedWorld& world) {
  if (bytes_in(world.world) > kMostWorld) return {};
  const std::string text = worlds::world_line(world.world);
  return text.size() > kMostWorld ? std::string() : as_word(text);
}

// The level `behavioural`: runs both commands in disposable worlds.

constexpr double kBehavioural = 0.85;
constexpr double kDoubted = 0.70;  // below the usual minimum

std::string line_for(const Pair& pair, const behaviour::Shown& shown, Question question) {
  std::string world = world_word(shown.world);
  if (world.empty()) {
    // One that was not made smaller is found again, or made again, by its name.
    const std::vector<std::string_view> ready = worlds::ready_worlds();
    if (shown.world.name.starts_with("generated/"))
      world = "generated";
    else if (std::ranges::find(ready, shown.world.name) != ready.end())
      world = shown.world.name;
    else
      return {};
  }
  return "assay explain --world " + world + (question == Question::fulfils ? " --question fulfils " : " ") +
         as_word(pair.accepted) + " " + as_word(trimmed_command(pair.answer.command));
}

// "`ls`, `ls -a`: …"
std::string smaller_text(const behaviour::Shown& shown) {
  if (!shown.smaller) return {};
  return fmt::format("{}, {}: {}", code_span(one_line(shown.smaller->accepted)),
                     code_span(one_line(shown.smaller->generated)), shown.smaller->difference);
}

Counterexample counterexample(const Pair& pair, const behaviour::Shown& shown, Question question) {
  const std::string& folder = shown.world.world.folder;
  std::string world = name_and_note(shown.world);
  if (shown.is_smaller) world += fmt::format(", made smaller ({})", one_line(shown.difference));
  return {.world = std::move(world),
          .accepted = world_outcome(shown.accepted, folder),
          .generated = world_outcome(shown.generated, folder),
          .again = line_for(pair, shown, question),
          .smaller = smaller_text(shown)};
}

Verdict compared_verdict(const Pair& pair, behaviour::Comparison found, Question question) {
  Verdict verdict{.why = std::move(found.why), .is_starved = found.is_starved};
  if (found.shown) verdict.evidence = counterexample(pair, *found.shown, question);
  switch (found.finding) {
    case behaviour::Finding::same:
      verdict.outcome = VerdictKind::match;
      verdict.score = found.doubt.empty() ? kBehavioural : kDoubted;
      if (!found.doubt.empty()) verdict.why += ", but " + found.doubt;
      break;
    case behaviour::Finding::differs: verdict.outcome = VerdictKind::mismatch; break;
    case behaviour::Finding::undecided: break;
    case behaviour::Finding::unavailable:
    case behaviour::Finding::broken: verdict.outcome = VerdictKind::unavailable; break;
  }
  return verdict;
}

// A match counts as far as the worlds could have noticed a near miss.
void weigh(Verdict& verdict, const behaviour::Power& power, double least, const Pair& pair,
           Question question) {
  if (!power.fault.empty()) {
    verdict.outcome = VerdictKind::undecided;
    verdict.why = fmt::format("{}: the power of its worlds cannot be measured: {}",
                              one_line(to_string(pair.asked.where)), power.fault);
    return;
  }
  Power& shown = verdict.power.emplace();
  for (const auto& [id, count] : power.classes) shown.classes.push_back({id, count.told, count.all});
  verdict.why += fmt::format("; these tell {} of {} near misses apart", power.told(), power.all());
  if (power.share() >= least) return;
  verdict.why += fmt::format(", fewer than {:.0f} %", least * 100);
  if (question == Question::fulfils)
    verdict.score = std::min(verdict.score, kDoubted);
  else
    verdict.outcome = VerdictKind::undecided;
}

std::string_view finding_word(behaviour::Finding finding) {
  switch (finding) {
    case behaviour::Finding::same: return "the same";
    case behaviour::Finding::differs: return "differs";
    case behaviour::Finding::undecided: return "undecided";
    case behaviour::Finding::unavailable:
    case behaviour::Finding::broken: return "cannot run";
  }
  return "";
}

bool runs_awk(std::string_view command) { return behaviour::runs_program(command, "awk"); }

// What other awks make of a pair: for people, never for the verdict. A line for each other awk that is
// installed: "with gawk: differs: stdout: …". Empty if neither command calls awk, or if the case, its world
// or the suite names a userland.
std::string awk_notes(const Pair& pair, behaviour::Lab& lab, const behaviour::Terms& terms,
                      const std::optional<worlds::NamedWorld>& own) {
  const std::string_view accepted = trimmed_command(pair.accepted);
  const std::string_view generated = trimmed_command(pair.answer.command);
  if (!runs_awk(accepted) && !runs_awk(generated)) return {};
  if (!lab.in_force(terms).userland.empty() || (own && !own->world.userland.empty())) return {};
  const auto host = lab.userland().find("awk");
  std::string notes;
  for (const std::string& userland : sandbox::installed_awks()) {
    const std::string program = userland.substr(0, userland.find("-awk"));  // "busybox-awk", "original-awk"
    if (host == lab.userland().end() || host->second.starts_with(program)) continue;
    behaviour::Terms other = terms;
    other.userland = userland;
    other.shrinks = false;
    const behaviour::Comparison found = lab.decide(accepted, generated, own, other);
    notes +=
        (notes.empty() ? "with " : "\nwith ") + userland + ": " + std::string(finding_word(found.finding));
    if (found.finding != behaviour::Finding::same) notes += ": " + one_line(found.why);
  }
  return notes;
}

Verdict grade_behavioural(const Pair& pair, const GradingContext& context) {
  const auto& lab = context.backends.lab;
  if (!lab) return {.outcome = VerdictKind::unavailable, .why = "no sandbox was handed in"};
  const behaviour::Terms terms = world_terms(pair.asked, context);
  const std::string_view accepted = trimmed_command(pair.accepted);
  const std::string_view generated = trimmed_command(pair.answer.command);
  const auto own = own_world(pair.asked, context);
  // Where only made worlds can check it, the proof stays what it is under *equivalent*, with its assumptions;
  // under *fulfils*, where it does not suffice, they decide as they do without it.
  const bool is_check = pair.is_assumed && (own || context.question == Question::equivalent);
  Verdict verdict = compared_verdict(pair,
                                     is_check ? lab->decide_in(accepted, generated, own, terms)
                                              : lab->decide(accepted, generated, own, terms),
                                     context.question);
  if (is_check && !own && verdict.outcome == VerdictKind::match)
    return {.why = "what it assumes holds in ordinary worlds"};
  if (verdict.outcome == VerdictKind::unavailable || is_check) return verdict;
  if (const auto least = lab->minimum_power(); least && verdict.outcome == VerdictKind::match)
    weigh(verdict, lab->power(accepted, own, terms), *least, pair, context.question);
  std::string notes = awk_notes(pair, *lab, terms, own);
  if (auto* shown = std::get_if<Counterexample>(&verdict.evidence))
    shown->elsewhere = std::move(notes);
  else if (!notes.empty())
    verdict.evidence = std::move(notes);
  return verdict;
}

std::string behavioural_obstacle(const Case& asked, const GradingContext& context) {
  const auto& lab = context.backends.lab;
  if (!lab) return "no sandbox was handed in";
  const behaviour::Terms terms = world_terms(asked, context);
  const auto own = own_world(asked, context);
  if (std::string lack = lack_of_tools(asked, context, *lab); !lack.empty()) return lack;
  std::string first;
  for (const std::string& accepted : asked.accepted) {
    std::string why = lab->obstacle(trimmed_command(accepted), own, terms);
    if (why.empty()) return {};
    if (first.empty()) first = std::move(why);
  }
  return first;
}

// The level `outcome`: conditions that must hold after the answer ran.

using behaviour::Aftermath;
using behaviour::Holding;

constexpr double kOutcome = 0.90;

UnmetOutcome evidence_of(const Aftermath& found, std::string_view command) {
  UnmetOutcome evidence{.world = name_and_note(found.world),
                        .generated = world_outcome(found.outcome, found.world.world.folder)};
  for (const auto& [clause, wanted, got] : found.unmet) evidence.unmet.push_back({clause, wanted, got});
  if (const std::string world = world_word(found.world); !world.empty())
    evidence.again = fmt::format("assay sandbox --world {} -- {}", world, as_word(command));
  return evidence;
}

// Why a failed outcome may not be the answer's fault; empty if nothing speaks against it. Under *equivalent*
// each accepted command must fulfil it, under *fulfils* the first one must not fail it.
std::string doubt(const Case& asked, const worlds::NamedWorld& world, behaviour::Lab& lab,
                  const behaviour::Terms& terms) {
  const bool all = terms.question == Question::equivalent;
  const std::size_t count = all ? asked.accepted.size() : std::min<std::size_t>(asked.accepted.size(), 1);
  for (std::size_t i = 0; i < count; ++i) {
    const Aftermath found =
        aftermath(lab, trimmed_command(asked.accepted[i]), *asked.own->outcome, world, terms);
    if (found.holding == Holding::failed) return "the accepted command does not fulfil it, either";
    if (all && found.holding != Holding::held) return "of the accepted command: " + found.why;
  }
  return {};
}

Verdict verdict_of(const Aftermath& found, Question question) {
  switch (found.holding) {
    case Holding::held:
      if (question == Question::fulfils)
        return {.outcome = VerdictKind::match, .score = kOutcome, .why = found.why};
      return {.why = found.why + ", which does not prove that the commands are equivalent"};
    case Holding::failed: return {.outcome = VerdictKind::mismatch, .why = found.why};
    case Holding::undecided: return {.why = found.why};
    case Holding::unavailable:
      return {.outcome = VerdictKind::unavailable, .why = found.why, .is_starved = found.is_starved};
  }
  return {};
}

worlds::NamedWorld world_of(const Case& asked, const GradingContext& context) {
  return own_world(asked, context).value_or(worlds::NamedWorld{.name = "an empty world"});
}

// An empty answer must fail the conditions: otherwise they tell nobody apart.
std::string outcome_obstacle(const Case& asked, const GradingContext& context) {
  if (!asked.own->outcome) return "the case has no conditions";
  if (context.question == Question::equivalent)
    return "an outcome does not prove that commands are equivalent; ask whether they fulfil the prompt";
  const auto& lab = context.backends.lab;
  if (!lab) return "no sandbox was handed in";
  if (std::string lack = lack_of_tools(asked, context, *lab); !lack.empty()) return lack;
  const Aftermath nothing = behaviour::aftermath_of_nothing(
      *lab, *asked.own->outcome, world_of(asked, context), world_terms(asked, context));
  switch (nothing.holding) {
    case Holding::failed: return {};
    case Holding::held: return "an empty answer fulfils the outcome, too";
    case Holding::undecided:
    case Holding::unavailable: break;
  }
  return nothing.why;
}

Verdict grade_outcome(const Case& asked, const Answer& answer, const GradingContext& context) {
  if (!asked.own->outcome) return {.why = "the case has no conditions"};
  const auto& lab = context.backends.lab;
  if (!lab) return {.outcome = VerdictKind::unavailable, .why = "no sandbox was handed in"};
  const behaviour::Terms terms = world_terms(asked, context);
  const std::string_view command = trimmed_command(answer.command);
  const worlds::NamedWorld world = world_of(asked, context);
  const Aftermath found = aftermath(*lab, command, *asked.own->outcome, world, terms);
  Verdict verdict = verdict_of(found, context.question);
  if (found.holding != Holding::failed) return verdict;
  verdict.evidence = evidence_of(found, command);
  if (const std::string why = doubt(asked, world, *lab, terms); !why.empty()) {
    verdict.outcome = VerdictKind::undecided;
    verdict.why = why + " (" + found.why + ")";
  }
  return verdict;
}

}  // namespace

Level behavioural_level() {
  return {.name = "behavioural",
          .grade = PairGrader(grade_behavioural),
          .version = "2",
          .kind = DatasetKind::commands,
          .best = kBehavioural,
          .assumed = Level::Assumed::checked,
          .runs_commands = true,
          .obstacle = behavioural_obstacle};
}

Level outcome_level() {
  return {.name = "outcome",
          .grade = CaseGrader(grade_outcome),
          .version = "1",
          .kind = DatasetKind::commands,
          .best = kOutcome,
          .runs_commands = true,
          .obstacle = outcome_obstacle};
}

}  // namespace assay
