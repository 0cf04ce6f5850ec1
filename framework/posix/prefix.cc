// SPDX-License-Identifier: Apache-2.0
#include "prefix.h"

namespace assay::posix {

void judge_prefix(const shell::Pipeline& pipeline, Findings& findings) {
  const bool is_timed = pipeline.timing != shell::Timing::none;
  if (!is_timed && !pipeline.negated && !pipeline.repeats_prefix) return;
  const shell::Command& first = pipeline.commands.front();
  const auto* simple = std::get_if<shell::SimpleCommand>(&first.node);
  const bool has_command =
      !simple || !simple->words.empty() || !simple->assignments.empty() || !first.redirects.empty();
  if (pipeline.repeats_prefix)
    findings.syntax("several ! or time before a pipeline are a bashism", "one", first.span);
  else if (!has_command)
    findings.syntax("! or time without a command is a bashism", "! :", first.span);
  else if (is_timed && (!simple || simple->words.empty()))
    findings.syntax("time before a compound command is a bashism", "time sh -c", first.span);
}

}  // namespace assay::posix
