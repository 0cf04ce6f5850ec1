// SPDX-License-Identifier: Apache-2.0
#include "other_members.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"

namespace assay::convert {
namespace {

// As --map reads it.
std::string in_mapping(std::string column) {
  for (std::size_t at = 0; (at = column.find(',', at)) != column.npos; at += 2) column.insert(at, "\\");
  return column;
}

// A row with any other value in a mapped column is left out.
bool can_be_tags(const Node& value) {
  if (value.is_map()) return false;
  return std::ranges::all_of(value.items, [](const Node& each) { return each.is_scalar(); });
}

}  // namespace

std::string how_to_keep_as_tag(const std::string& column) {
  return fmt::format("--map {} keeps it as a tag",
                     shell::print(shell::literal_word("tags=" + in_mapping(column))));
}

bool OtherMembers::is_taken(const std::string& column) const {
  return std::ranges::find(taken_, column, &Mapping::Pair::column) != taken_.end();
}

bool OtherMembers::leads_deeper(const std::string& pointer) const {
  return std::ranges::any_of(
      taken_, [&](const Mapping::Pair& pair) { return pair.column.starts_with(pointer + "/"); });
}

void OtherMembers::look_into(const Node& node, const std::string& pointer) {
  for (const auto& [name, value] : node.members) {
    const std::string deeper = pointer + "/" + name;
    // A pointer cannot name a member with a slash, except at the top, where the name itself is the column.
    look_at(pointer.empty() ? name : deeper, deeper, value, pointer.empty() || name.find('/') == name.npos);
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string deeper = fmt::format("{}/{}", pointer, i);
    look_at(deeper, deeper, node.items[i], true);
  }
}

void OtherMembers::look_at(const std::string& column, const std::string& pointer, const Node& value,
                           bool can_be_named) {
  if (is_taken(column) || is_taken(pointer)) return;
  if ((value.is_map() || value.is_list()) && leads_deeper(pointer)) return look_into(value, pointer);
  Other& other = others_.try_emplace(column, Other{value.line}).first->second;
  if (!can_be_named || !can_be_tags(value)) other.can_be_tag = false;
}

void OtherMembers::report(Draft& draft) const {
  for (const auto& [column, other] : others_)
    draft.remark(Remark::Kind::dropped, other.line, fmt::format("the member \"{}\"", one_line(column)),
                 other.can_be_tag ? how_to_keep_as_tag(column) : "");
}

}  // namespace assay::convert
