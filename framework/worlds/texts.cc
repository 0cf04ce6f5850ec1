// SPDX-License-Identifier: Apache-2.0
#include "texts.h"

#include <fmt/format.h>

#include <algorithm>

#include "archive.h"
#include "assay/internal/text.h"
#include "contents.h"

namespace assay::worlds {

std::string Texts::text_for(const std::string& path, std::size_t number) const {
  if (std::ranges::find(clues_.pattern_files, path) != clues_.pattern_files.end()) return named_.name_list();
  SplitMix64 random(setting_.seed * 31 + number * 7 + setting_.turn);
  std::string text = setting_.plan == Plan::plain || setting_.plan == Plan::odd ? lines_.long_text(random)
                                                                                : lines_.short_text(random);
  // Lists of files that exist elsewhere, for commands that read lists.
  if (!clues_.names.empty() && (setting_.plan == Plan::plain || setting_.plan == Plan::other))
    text = named_.name_list() + text;
  if (setting_.manner == Manner::ordinary && !text.ends_with('\n')) text += '\n';
  // What a file of patterns has, whole and twice, in part, and as a pattern would match it.
  if (!clues_.pattern_files.empty())
    each_line(named_.name_list(), [&](std::string_view line) {
      std::string matched(line);
      std::ranges::replace(matched, '.', 'X');
      text = fmt::format("{0}\n{0}s\nx {0} y\n{1}\n{0}\n", line, matched) + text;
    });
  if (clues_.looks_at_bytes && setting_.plan == Plan::odd) return lines_.bytes() + text;
  if (path.ends_with(".bin") || path.ends_with(".dat")) return lines_.bytes();
  if (setting_.plan == Plan::odd) text = clues_.wants_sorted ? sorted(text, number) : with_names(text);
  if (path.ends_with(".json") || !clues_.members.empty())
    return json_with(clues_.members, number + setting_.turn,
                     clues_.are_in_list && setting_.plan != Plan::odd);
  Members members = {{"in.txt", text}, {"d/x.c", lines_.excerpt(number)}, {"d/e/y", ""}};
  for (const PathClue& each : clues_.paths)
    if (each.path != path && each.use == Use::read && !each.is_glob && each.path.size() < 100 &&
        each.path.front() != '/')
      members.push_back({each.path, "in the archive\n", true});
  if (std::string archive = archive_named(path, members); !archive.empty()) return archive;
  if (clues_.reads_names && setting_.plan == Plan::plain) return with_names(text);
  return text;
}

std::string Texts::input(const sandbox::World& world) const {
  SplitMix64 random(setting_.seed * kPlanCount + setting_.turn);
  std::string text;
  if (clues_.asks)
    text = setting_.plan == Plan::bare || setting_.plan == Plan::odd ? "n\ny\nn\n" : "y\nn\ny\ny\n";
  if (clues_.reads_names && setting_.plan != Plan::missing) {
    std::size_t count = 0;
    for (const sandbox::Entry& entry : world.entries) {
      if (entry.path.find('/') == std::string::npos && ++count % 3 == 1 && count < 40)
        (text += entry.path) += '\n';
    }
  }
  switch (setting_.plan) {
    case Plan::plain:
    case Plan::odd: return text + lines_.long_text(random);
    case Plan::other:
    case Plan::turned: return text + lines_.short_text(random);
    case Plan::bare: return text + lines_.dull_text();
    case Plan::single: return text + lines_.single_text();
    case Plan::missing: return text;
  }
  return text;
}

}  // namespace assay::worlds
