#include <iostream>

#include "assay/internal/command_grade.h"
#include "assay/internal/console.h"
#include "assay/internal/suite.h"
#include "assay/internal/utilities.h"
#include "command_line.h"
#include "explain_pairs.h"
#include "explanation.h"

namespace assay::cli {
int perform(const Explain& options) {
  const Backends backends{.tables = tables_at(options.tables)};
  if (backends.tables) backends.tables->get();  // every mistake in them is said now
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
