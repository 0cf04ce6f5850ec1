// SPDX-License-Identifier: Apache-2.0
// Parses "prompt=nl,expected=bash" into pairs.
#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/answers.h"
#include "assay/internal/convert.h"
#include "assay/internal/text.h"
#include "sources.h"

namespace assay::convert {
namespace {

// Splits at commas, except those after a backslash.
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ',')
      parts.emplace_back();
    else if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',')
      parts.back() += text[++i];
    else
      parts.back() += text[i];
  }
  return parts;
}

[[noreturn]] void refuse_mapping(std::string what, std::string next) {
  throw UsageError(Problem{.where = {}, .what = std::move(what), .next = std::move(next)});
}

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

struct Parts {
  std::vector<std::string> all;
  std::vector<std::string> lists;  // those that may have several columns
};

// Without this, the last of two columns would be taken without a word.
void expect_free(const Mapping& mapping, const Mapping::Pair& pair, const Parts& parts) {
  const auto earlier = std::ranges::find(mapping.pairs, pair.part, &Mapping::Pair::part);
  if (earlier == mapping.pairs.end() || std::ranges::find(parts.lists, pair.part) != parts.lists.end())
    return;
  refuse_mapping(fmt::format("--map: {} has two columns, \"{}\" and \"{}\"", pair.part,
                             one_line(earlier->column), one_line(pair.column)),
                 parts.lists.empty()
                     ? "name one of them"
                     : "name one of them; several columns are possible for " + joined(parts.lists));
}

// `whole` names the object that the parts belong to.
Mapping read_mapping(std::string_view text, std::string_view whole, const Parts& parts) {
  Mapping mapping;
  for (const auto& pair : parts_of(text)) {
    const std::size_t equals = pair.find('=');
    if (equals == pair.npos || equals + 1 == pair.size())
      refuse_mapping(fmt::format("--map: \"{}\" names no column", one_line(pair)),
                     "write PART=COLUMN: --map prompt=nl,expected=bash");
    const std::string part = pair.substr(0, equals);
    if (std::ranges::find(parts.all, part) == parts.all.end()) {
      const std::string near = nearest(part, parts.all);
      refuse_mapping(fmt::format("--map: {} has no part \"{}\"", whole, one_line(part)),
                     near.empty() ? "its parts are " + joined(parts.all) : "did you mean \"" + near + "\"?");
    }
    Mapping::Pair read{part, pair.substr(equals + 1)};
    expect_free(mapping, read, parts);
    mapping.pairs.push_back(std::move(read));
  }
  return mapping;
}

}  // namespace

void expect_parts(const Mapping& mapping, std::string_view format, const std::vector<std::string>& parts) {
  for (const auto& pair : mapping.pairs)
    if (std::ranges::find(parts, pair.part) == parts.end())
      refuse_mapping(fmt::format("--map: {} has no effect on {}", pair.part, format),
                     "only these parts have one: " + joined(parts));
}

Mapping mapping_from(std::string_view text) {
  return read_mapping(text, "a case", {part_names(), list_part_names()});
}

Mapping answer_mapping_from(std::string_view text) {
  return read_mapping(text, "an answer", {.all = answer_part_names(), .lists = {}});
}

}  // namespace assay::convert
