// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <type_traits>

#include "assay/grading.h"
#include "built_in.h"
#include "query.h"

namespace assay {

std::optional<Level> built_in_level(std::string_view name) {
  const auto found = std::ranges::find(kBuiltIn, name, &BuiltIn::name);
  if (found == std::end(kBuiltIn)) return query_level(name);
  return std::visit(
      [&](auto how) {
        if constexpr (std::is_invocable_v<decltype(how)>)
          return how();
        else
          return Level{std::string(name), how, found->version, DatasetKind::commands, found->best};
      },
      found->how);
}

Level find_level(std::string_view name, std::span<const Level> own) {
  const auto found = std::ranges::find(own, name, &Level::name);
  if (found != own.end()) return *found;
  if (auto built_in = built_in_level(name)) return *std::move(built_in);
  throw Error(Problem{.what = "unknown grading level \"" + std::string(name) + "\"",
                      .next = "the built-in ones are " + built_in_levels_text() +
                              "; others come with a suite's SOURCES or EXEC_LEVEL, or with --exec-level"});
}

bool compares_text(std::string_view name) {
  const bool is_built_in = std::ranges::find(kBuiltIn, name, &BuiltIn::name) != std::end(kBuiltIn);
  return is_built_in && (name.starts_with("text_") || name == "patterns");
}

std::vector<std::string> built_in_levels() {
  std::vector<std::string> names;
  for (const BuiltIn& each : kBuiltIn) names.emplace_back(each.name);
  return names;
}

std::string built_in_levels_text() {
  std::string names;
  for (const std::string& each : built_in_levels()) (names += names.empty() ? "" : ", ") += each;
  return names + "; of golden queries: contains, hit@K";
}

std::vector<std::string> default_levels(DatasetKind kind) {
  if (kind == DatasetKind::queries) return {"contains", "hit@10"};
  return {"exact", "whitespace", "canonical"};
}

}  // namespace assay
