#include <iostream>

#include "assay/internal/console.h"
#include "command_line.h"
#include "explain_pairs.h"
#include "explanation.h"

namespace assay::cli {
int perform(const Explain& options) {
  UtilityTables tables;
  tables.add_all(options.tables);
  if (!options.pairs.empty()) return explain_pairs(options.pairs, tables);
  const auto comparison = compare(options.a, options.b, {.tables = &tables});
  if (options.json)
    std::cout << explanation_json(options.a, options.b, comparison) << "\n";
  else
    std::cout << explanation(options.a, options.b, comparison, terminal_colour());
  const bool proven =
      comparison.verdict == Equivalence::equivalent || comparison.verdict == Equivalence::conditionally;
  return proven ? kHeld : kNot;
}

}  // namespace assay::cli
