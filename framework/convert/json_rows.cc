// SPDX-License-Identifier: Apache-2.0
// Rows of other programs in JSON: one odd row or token does not make a file unreadable.
#include <fmt/format.h>

#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "lines.h"
#include "node.h"
#include "sources.h"

namespace assay::convert {
namespace {

// A value over several lines begins with a line that is no value.
bool is_opening(std::string_view line) { return trimmed(line) == "{" || trimmed(line) == "["; }

// What to do about halves of surrogate pairs in a JSON text.
std::function<void(int)> halves_to(const TellOfRow& tell) {
  if (!tell) return {};
  return [&tell](int line) {
    tell(Remark::Kind::note, line, "half of a surrogate pair (\\ud800 to \\udfff) is read as U+FFFD");
  };
}

// Pointers to the lists of objects in an object; those in rows are none of its own.
void find_lists(const Node& node, const std::string& at, std::vector<std::string>& lists) {
  constexpr std::size_t kMost = 4;
  for (const auto& [name, value] : node.members) {
    const std::string pointer = at + pointer_token(name);
    if (value.is_list() && !value.items.empty() && value.items.front().is_map() && lists.size() < kMost)
      lists.push_back(pointer);
    find_lists(value, pointer, lists);
  }
}

std::string how_to_name_rows(const Node& root) {
  std::vector<std::string> lists;
  find_lists(root, "", lists);
  return lists.empty()
             ? ""
             : fmt::format("name the list of its rows: --rows {}", fmt::join(lists, ", or --rows "));
}

// Refuses one object that is no row and holds rows.
void expect_no_holder(const Text& text, const JsonRows& rows) {
  const std::string_view all = trimmed(text.bytes);
  const std::string_view first = first_line(all);
  Node root;
  try {
    if (first.size() < all.size() && parse_foreign_json(first, {text.file, 1}).object()) return;
  } catch (const Error&) {  // the object may go on in other lines
  }
  try {
    root = read_json_document(text);
  } catch (const Error&) {
    return;  // the reader of lines says which is faulty
  }
  const std::string next = how_to_name_rows(root);
  if (root.is_map() && !rows.is_row(root) && !next.empty())
    throw Error({text.file, root.line}, "holds one object, which is no row", next);
}

}  // namespace

void each_json_line(const Text& text, const std::function<void(Node)>& take, const TellOfRow& tell) {
  each_line(text.bytes, [&](std::string_view line, int number) {
    if (trimmed(line).empty()) return;
    Node row;
    try {
      row = node_from(parse_foreign_json(line, {text.file, number}, halves_to(tell)));
    } catch (const Error& error) {
      Problem problem = error.problems().front();
      if (is_opening(line)) {
        problem.what = "a JSON value begins here and goes on in other lines";
        problem.next = std::string("write one object per line: jq -c ") +
                       (trimmed(line) == "[" ? "'.[]'" : ".") + " FILE > lines.jsonl";
      } else if (tell) {
        return tell(Remark::Kind::left_out, number, problem.what);
      }
      throw Error(std::move(problem));
    }
    take(std::move(row));
  });
}

Node read_json_document(const Text& text, const TellOfRow& tell) {
  return node_from(parse_foreign_json(text.bytes, {text.file, 1}, halves_to(tell)));
}

Node read_json_lines(const Text& text, const TellOfRow& tell) {
  Node list;
  list.kind = Node::Kind::list;
  list.line = 1;
  const auto keep_place = [&](Remark::Kind kind, int line, std::string what) {
    if (kind != Remark::Kind::left_out) return tell(kind, line, std::move(what));
    Node& unreadable = list.items.emplace_back();
    unreadable.line = line;
    unreadable.text = std::move(what);
  };
  each_json_line(
      text, [&](Node object) { list.items.push_back(std::move(object)); }, keep_place);
  return list;
}

int each_json_row(const Text& text, const JsonRows& rows,
                  const std::function<void(const Node& row, int number)>& take, const TellOfRow& tell) {
  const bool is_list = trimmed(text.bytes).starts_with('[');
  if (rows.pointer.empty() && !is_list) {
    expect_no_holder(text, rows);
    each_json_line(
        text, [&](const Node& row) { take(row, 0); }, tell);
    return 0;
  }
  const Node root = read_json_document(text, tell);
  const Node* list = rows.pointer.empty() ? &root : root.at(rows.pointer);
  if (!list || !list->is_list()) {
    const std::string next = how_to_name_rows(root);
    throw Error({text.file, list ? list->line : root.line},
                list ? fmt::format("is {} at {}, not a list", kind_of(*list), one_line(rows.pointer))
                     : fmt::format("has nothing at {}", one_line(rows.pointer)),
                next.empty() ? "name a list of objects in it" : next);
  }
  for (int number = 0; const Node& row : list->items) take(row, ++number);
  return list->line;
}

}  // namespace assay::convert
