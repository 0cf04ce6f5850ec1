// SPDX-License-Identifier: Apache-2.0
// The level `outcome`: conditions that must hold after the answer ran.
#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/aftermath.h"
#include "assay/internal/text.h"
#include "built_in.h"
#include "text.h"
#include "world_evidence.h"

namespace assay {
namespace {

using behaviour::Aftermath;
using behaviour::Holding;

constexpr double kOutcome = 0.90;

UnmetOutcome evidence_of(const Aftermath& found, std::string_view command) {
  UnmetOutcome evidence{.world = described(found.world),
                        .generated = described(found.outcome, found.world.world.folder)};
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
        return {.outcome = Outcome::match, .score = kOutcome, .why = found.why};
      return {.why = found.why + ", which does not prove that the commands are equivalent"};
    case Holding::failed:
      return {.outcome = Outcome::mismatch, .why = found.why};
    case Holding::undecided:
      return {.why = found.why};
    case Holding::unavailable:
      return {.outcome = Outcome::unavailable, .why = found.why, .is_starved = found.is_starved};
  }
  return {};
}

worlds::NamedWorld world_of(const Case& asked) {
  return own_world(asked).value_or(worlds::NamedWorld{.name = "an empty world"});
}

// An empty answer must fail the conditions: otherwise they tell nobody apart.
std::string outcome_obstacle(const Case& asked, const Surroundings& surroundings) {
  if (!asked.own->outcome) return "the case has no conditions";
  if (surroundings.question == Question::equivalent)
    return "an outcome does not prove that commands are equivalent; ask whether they fulfil the prompt";
  const auto& lab = surroundings.backends.lab;
  if (!lab) return "no sandbox was handed in";
  if (std::string lack = lack_of_tools(asked, *lab); !lack.empty()) return lack;
  const Aftermath nothing = behaviour::aftermath_of_nothing(*lab, *asked.own->outcome, world_of(asked),
                                                            world_terms(asked, surroundings));
  switch (nothing.holding) {
    case Holding::failed:
      return {};
    case Holding::held:
      return "an empty answer fulfils the outcome, too";
    case Holding::undecided:
    case Holding::unavailable:
      break;
  }
  return nothing.why;
}

Verdict grade_outcome(const Case& asked, const Answer& answer, const Surroundings& surroundings) {
  if (!asked.own->outcome) return {.why = "the case has no conditions"};
  const auto& lab = surroundings.backends.lab;
  if (!lab) return {.outcome = Outcome::unavailable, .why = "no sandbox was handed in"};
  const behaviour::Terms terms = world_terms(asked, surroundings);
  const std::string_view command = trimmed_command(answer.command);
  const worlds::NamedWorld world = world_of(asked);
  const Aftermath found = aftermath(*lab, command, *asked.own->outcome, world, terms);
  Verdict verdict = verdict_of(found, surroundings.question);
  if (found.holding != Holding::failed) return verdict;
  verdict.evidence = evidence_of(found, command);
  if (const std::string why = doubt(asked, world, *lab, terms); !why.empty()) {
    verdict.outcome = Outcome::undecided;
    verdict.why = why + " (" + found.why + ")";
  }
  return verdict;
}

}  // namespace

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
