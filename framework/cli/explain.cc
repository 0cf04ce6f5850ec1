// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <iostream>

#include "assay/internal/command_grade.h"
#include "assay/internal/console.h"
#include "assay/internal/suite.h"
#include "assay/internal/utilities.h"
#include "command_line.h"
#include "explain_pairs.h"
#include "explanation.h"
#include "world_explanation.h"

namespace assay::cli {
namespace {

int explain_in_world(const Explain& options) {
  const InWorld in_world =
      run_in_world(options.a, options.b, options.world, options.question, options.userland,
                   std::chrono::milliseconds(std::llround(options.world_timeout * 1000)));
  std::cout << (options.json ? world_explanation_json(in_world) + "\n" : world_explanation(in_world));
  switch (in_world.found.finding) {
    case behaviour::Finding::same:
      return kHeld;
    case behaviour::Finding::differs:
      return kNot;
    case behaviour::Finding::undecided:
    case behaviour::Finding::unavailable:
    case behaviour::Finding::broken:
      break;
  }
  return kUndecided;
}

}  // namespace

int perform(const Explain& options) {
  if (!options.world.empty()) return explain_in_world(options);
  const Backends backends = backends_at(options.tables);
  if (backends.tables) backends.tables->get();  // reports every error in them now
  if (!options.pairs.empty()) return explain_pairs(options.pairs, backends);
  const auto comparison = explain_commands(options.a, options.b, backends);
  if (options.json)
    std::cout << explanation_json(options.a, options.b, comparison) << "\n";
  else
    std::cout << explanation(options.a, options.b, comparison, terminal_colour());
  const bool proven =
      comparison.verdict == Equivalence::equivalent || comparison.verdict == Equivalence::conditionally;
  return proven ? kHeld : kNot;
}

}  // namespace assay::cli
