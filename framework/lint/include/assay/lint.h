// SPDX-License-Identifier: Apache-2.0
// Errors and doubts in a dataset: what its schema cannot say.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/error.h"

namespace assay {

namespace sandbox {
class EffectCache;
}

enum class Severity { error, warning, note };  // a note is a fact, and nothing to mend
std::string_view to_string(Severity severity);

struct LintFinding {
  SourceLine where;
  std::string id;  // of the case; empty for the file as a whole
  Severity severity = Severity::warning;
  // schema; parse, unknown_utility, unknown_option, risk, posix; redundant_alternative, duplicate,
  // contradiction; world; and if commands are run: not_run, fails, does_nothing, alternative_differs,
  // outcome, outcome_of_nothing, power.
  std::string rule;
  std::string what;  // one line
  std::string next;  // a possible remedy; may be empty
};

// "file:line: error: case ID: what [rule]", followed by the next step if there is one; each line ends in a
// newline.
std::string to_string(const LintFinding& finding);

struct LintOptions {
  std::vector<std::filesystem::path> tables;  // the user's utility tables: files, or folders of *.json
  // Also runs each accepted command in the world of its case, and its near misses in all its worlds.
  bool runs_commands = false;
  Question question = Question::equivalent;  // of a case that does not set its own; for near misses
  // Where it is kept what the commands did; null: nowhere.
  std::shared_ptr<sandbox::EffectCache> effects = {};
};

// The findings in each dataset, in the order of its lines. A dataset that its schema refuses has a finding
// for each fault. Throws Error for a file that cannot be read, before any is checked, and for an invalid
// table.
std::vector<LintFinding> lint(const std::vector<std::filesystem::path>& datasets,
                              const LintOptions& options = {});

}  // namespace assay
