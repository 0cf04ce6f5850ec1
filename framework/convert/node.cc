// SPDX-License-Identifier: Apache-2.0
#include "node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "assay/internal/text.h"
#include "lines.h"

namespace assay::convert {
namespace {

Node scalar(Node::Kind kind, int line, std::string text) {
  Node node;
  node.kind = kind;
  node.line = line;
  node.text = std::move(text);
  return node;
}

}  // namespace

// Defined here because in the header clang++ would check a pair with a Node before Node is complete.
Node::Node() = default;

const Node* Node::find(std::string_view key) const {
  for (const auto& [name, value] : members)
    if (name == key) return value.is_nothing() ? nullptr : &value;
  return nullptr;
}

const Node* Node::at(std::string_view path) const {
  if (const Node* member = find(path)) return member;
  if (!path.starts_with('/')) return nullptr;
  const Node* node = this;
  for (bool is_last = false; node && !is_last;) {
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view step = path.substr(0, end);
    is_last = end == path.size();
    path.remove_prefix(end);
    if (!node->is_list()) {
      node = node->find(step);
      continue;
    }
    const auto index = number_from<std::size_t>(step);
    node = index && *index < node->items.size() ? &node->items[*index] : nullptr;
  }
  return node;
}

std::optional<std::string> Node::text_at(std::string_view key) const {
  const Node* member = find(key);
  return member && member->is_scalar() ? std::optional(member->text) : std::nullopt;
}

std::optional<bool> Node::boolean() const {
  if (kind != Kind::plain) return std::nullopt;
  if (is_among(text, "true True TRUE")) return true;
  if (is_among(text, "false False FALSE")) return false;
  return std::nullopt;
}

std::optional<double> Node::number() const {
  if (kind != Kind::plain) return std::nullopt;
  const bool has_plus = text.starts_with('+') && !text.starts_with("+-");
  return number_from<double>(std::string_view(text).substr(has_plus ? 1 : 0));
}

std::optional<double> Node::number_of(std::string_view key) const {
  const Node* member = find(key);
  return member ? member->number() : std::nullopt;
}

std::string_view kind_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::nothing: return "nothing";
    case Node::Kind::plain: return node.boolean() ? "true or false" : node.number() ? "a number" : "text";
    case Node::Kind::text: return "text";
    case Node::Kind::list: return "a list";
    case Node::Kind::map: return "an object";
  }
  return "";
}

Node scalar_node(std::string text, int line) { return scalar(Node::Kind::plain, line, std::move(text)); }

Node node_from(const JsonValue& value) {
  if (const auto* text = value.string()) return scalar(Node::Kind::text, value.line, *text);
  if (const auto* boolean = value.boolean())
    return scalar(Node::Kind::plain, value.line, *boolean ? "true" : "false");
  if (const auto* integer = value.integer())
    return scalar(Node::Kind::plain, value.line, std::to_string(*integer));
  Node node;
  node.line = value.line;
  if (const auto* list = value.array()) {
    node.kind = Node::Kind::list;
    for (const auto& each : *list) node.items.push_back(node_from(each));
  } else if (const auto* object = value.object()) {
    node.kind = Node::Kind::map;
    for (const auto& [key, member] : *object) node.members.emplace_back(key, node_from(member));
  } else if (!value.is_null()) {
    node.kind = Node::Kind::plain;
    const double number = value.number(0);
    node.text = fmt::format("{}", number);
    node.is_rounded = std::abs(number) >= 0x1p53;
  }
  return node;
}

void expect_exact(const Node& value, std::string_view called, const std::string& file) {
  if (value.is_rounded)
    throw Error({file, value.line},
                fmt::format("the {} is a number too large to keep its digits: {}", called, value.text),
                "write it in quotes");
}

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

void expect_utf8(std::string_view text, const std::string& file) {
  struct Signature {
    std::string_view bytes, what, next;
  };
  constexpr Signature kSignatures[] = {{"PK\x03\x04", "an archive", "unpack it: unzip FILE"},
                                       {"PK\x05\x06", "an empty archive", "name the file with its contents"},
                                       {"\x1F\x8B", "compressed", "unpack it: gzip -d FILE"},
                                       {"\x28\xB5\x2F\xFD", "compressed", "unpack it: zstd -d FILE"},
                                       {"\xFD"
                                        "7zXZ",
                                        "compressed", "unpack it: xz -d FILE"},
                                       {"BZh", "compressed", "unpack it: bzip2 -d FILE"},
                                       {"PAR1", "a table in Parquet", "write it as JSON lines or as CSV"}};
  for (const auto& [bytes, what, next] : kSignatures)
    if (text.starts_with(bytes) && (bytes != "BZh" || !is_utf8(text)))
      throw Error(
          {file, 0}, fmt::format("is {}", what),
          std::string(file.ends_with(".eval") ? "write it as JSON: inspect log dump FILE > log.json" : next));
  if (is_utf8(text)) return;
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw Error({file, 0}, "is UTF-16", "convert the file to UTF-8: iconv -f utf-16 -t utf-8");
  int faulty = 0;
  each_line(text, [&](std::string_view line, int number) {
    if (faulty == 0 && !is_utf8(line)) faulty = number;
  });
  throw Error({file, faulty}, "is not UTF-8", "convert the file to UTF-8: iconv -t utf-8");
}

}  // namespace assay::convert
