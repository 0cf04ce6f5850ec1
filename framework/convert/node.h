// SPDX-License-Identifier: Apache-2.0
// A document independent of its format (JSON, YAML or TOML): scalars as text, with their lines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/internal/json.h"

namespace assay::convert {

struct Node {
  enum class Kind {
    nothing,  // null, ~ or no value at all
    plain,    // a number, a boolean, or unquoted text in YAML
    text,
    list,
    map
  } kind = Kind::nothing;
  int line = 0;             // of its first byte
  int key_line = 0;         // of the key in YAML, where a list or a map may begin below it; 0: not known
  std::string text;         // of a scalar, as written; a number with a fraction in JSON is written anew
  bool is_rounded = false;  // a number of JSON whose digits may be lost: at least 2^53, and no 64-bit integer
  std::vector<Node> items;
  std::vector<std::pair<std::string, Node>> members;  // keys are unique

  Node();

  bool is_nothing() const { return kind == Kind::nothing; }
  bool is_scalar() const { return kind == Kind::plain || kind == Kind::text; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }
  // The member of a map; null if this is not a map, has no such member, or the member is nothing.
  const Node* find(std::string_view key) const;
  // The member with that name; otherwise, if it begins with a slash, the target of it as a JSON pointer.
  const Node* at(std::string_view path) const;
  // The text of that member; none if there is no such scalar.
  std::optional<std::string> text_at(std::string_view key) const;
  // Likewise, the number of that member.
  std::optional<double> number_of(std::string_view key) const;

  // The value of a plain scalar as that type (YAML 1.2's core schema); none if it is of another type.
  std::optional<bool> boolean() const;
  std::optional<double> number() const;  // finite
};

// "a number", "a list", …: for messages. Unquoted text of YAML is text.
std::string_view kind_of(const Node& node);

// A plain scalar.
Node scalar_node(std::string text, int line);
Node node_from(const JsonValue& value);
// Two names may become one if digits are lost: then it throws Error. `called`: "id", …
void expect_exact(const Node& value, std::string_view called, const std::string& file);

// Without the byte order mark that some programs write before a text.
std::string_view without_mark(std::string_view text);

// Throws Error with the line of the first byte that is not UTF-8, or with what kind of file it is.
void expect_utf8(std::string_view text, const std::string& file);

// TOML, with the line of every value. Dates and times become plain text. Throws Error with file and line if
// the text is not TOML.
Node read_toml(std::string_view text, const std::string& file);

// A strict subset of YAML: one document in which every value keeps its line and its text as written. A
// block scalar (| or >) loses its single final newline. Plain scalars stay text: `no`, `0755` and 1.10 keep
// their spelling, and Node::number() and Node::boolean() convert them on request. Throws Error with file
// and line for invalid YAML and for constructs that make a file mean something other than it appears to:
// anchors and aliases, merge keys, tags except !!str, duplicate keys, a second document, a byte order mark,
// more than 64 levels.
Node read_yaml(std::string_view text, const std::string& file);

}  // namespace assay::convert
