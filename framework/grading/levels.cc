// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "assay/grading.h"
#include "behavioural.h"
#include "built_in.h"
#include "judge_level.h"
#include "outcome_level.h"
#include "posix_level.h"
#include "query.h"
#include "similarity_level.h"

namespace assay {

std::optional<Level> built_in_level(std::string_view name) {
  for (const BuiltIn& each : kBuiltIn)
    if (each.name == name)
      return std::visit(
          [&](auto grade) {
            return Level{std::string(name), grade, each.version, DatasetKind::commands, each.best};
          },
          each.grade);
  if (name == "behavioural") return behavioural_level();
  if (name == "outcome") return outcome_level();
  if (name == "posix") return posix_level();
  if (name == "similarity") return similarity_level();
  if (name == "judge") return judge_level();
  return query_level(name);
}

Level find_level(std::string_view name, std::span<const Level> own) {
  const auto found = std::ranges::find(own, name, &Level::name);
  if (found != own.end()) return *found;
  if (auto built_in = built_in_level(name)) return *std::move(built_in);
  throw Error(Problem{.what = "unknown grading level \"" + std::string(name) + "\"",
                      .next = "the built-in ones are " + built_in_levels_text() +
                              "; others come with a suite's SOURCES or EXEC_LEVEL, or with --exec-level"});
}

std::string built_in_levels_text() {
  std::string names;
  for (const BuiltIn& each : kBuiltIn) (names += names.empty() ? "" : ", ") += each.name;
  return names + ", behavioural, outcome, similarity, judge, posix; of golden queries: contains, hit@K";
}

std::vector<std::string> default_levels(DatasetKind kind) {
  if (kind == DatasetKind::queries) return {"contains", "hit@10"};
  return {"exact", "whitespace", "canonical"};
}

}  // namespace assay
