// SPDX-License-Identifier: Apache-2.0
// The level `posix`: the condition that an answer is POSIX.1-2017.
#include <fmt/format.h>

#include "assay/internal/posix.h"
#include "assay/internal/text.h"
#include "built_in.h"

namespace assay {
namespace {

const UtilityTables& built_in_tables() {
  static const UtilityTables tables;
  return tables;
}

std::string headline(const std::vector<Departure>& departures, std::string_view command) {
  const std::string more = departures.size() > 1 ? fmt::format(" (and {} more)", departures.size() - 1) : "";
  return one_line("not POSIX: " + departure_text(departures.front(), command) + more);
}

std::string all_of(const std::vector<Departure>& departures, std::string_view command) {
  std::string text;
  for (const Departure& each : departures)
    text += (text.empty() ? "" : "\n") + one_line(departure_text(each, command));
  return text;
}

Verdict grade_posix(const Case&, const Answer& answer, const Surroundings& surroundings) {
  const auto& own = surroundings.backends.tables;
  const PosixFacts facts = posix_facts(answer.command, own ? own->get() : built_in_tables());
  // A departure counts even if the rest is not understood.
  if (!facts.departures.empty())
    return {.outcome = Outcome::mismatch,
            .why = headline(facts.departures, answer.command),
            .evidence = all_of(facts.departures, answer.command)};
  // Not shown to be POSIX, and so a miss: what cannot be read must not take itself out of the measurement.
  if (facts.not_understood)
    return {.outcome = Outcome::mismatch,
            .why = "whether it is POSIX is not known: " + one_line(*facts.not_understood)};
  return {.why = "POSIX's shell, utilities and options"};
}

}  // namespace

Level posix_level() {
  return {.name = "posix",
          .grade = CaseGrader(grade_posix),
          .version = "1",
          .kind = DatasetKind::commands,
          .best = 0.0,
          .role = Level::Role::condition};
}

}  // namespace assay
