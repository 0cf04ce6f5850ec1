// SPDX-License-Identifier: Apache-2.0
// Parses "prompt=nl,expected=bash" into pairs.
#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/answers.h"
#include "assay/internal/convert.h"
#include "assay/internal/nearest.h"
#include "assay/internal/text.h"

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
  throw Error(Problem{.where = {}, .what = std::move(what), .next = std::move(next)});
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// `whole` names the object that the parts belong to.
Mapping read_mapping(std::string_view text, std::string_view whole, const std::vector<std::string>& parts) {
  Mapping mapping;
  for (const auto& pair : parts_of(text)) {
    const std::size_t equals = pair.find('=');
    if (equals == pair.npos || equals + 1 == pair.size())
      refuse_mapping(fmt::format("--map: \"{}\" names no column", one_line(pair)),
                     "write PART=COLUMN: --map prompt=nl,expected=bash");
    const std::string part = pair.substr(0, equals);
    if (std::ranges::find(parts, part) == parts.end()) {
      const std::string near = nearest(part, parts);
      refuse_mapping(fmt::format("--map: {} has no part \"{}\"", whole, one_line(part)),
                     near.empty() ? "its parts are " + joined(parts) : "did you mean \"" + near + "\"?");
    }
    mapping.pairs.push_back({part, pair.substr(equals + 1)});
  }
  return mapping;
}

}  // namespace

Mapping mapping_from(std::string_view text) { return read_mapping(text, "a case", part_names()); }

Mapping answer_mapping_from(std::string_view text) {
  return read_mapping(text, "an answer",
                      {"id", "prompt", "answer", "run", "attempt", "latency_ms", "refused", "label"});
}

}  // namespace assay::convert
