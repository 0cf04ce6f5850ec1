// SPDX-License-Identifier: Apache-2.0
#include "toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

// The library asserts properties that some texts violate: that is a fault of the text, not of the program.
namespace assay::convert {
inline void expect_of_toml(bool holds) {
  if (!holds) throw std::domain_error("it cannot be parsed");
}
}  // namespace assay::convert
#define TOML_ASSERT(condition) assay::convert::expect_of_toml(static_cast<bool>(condition))
#include <toml++/toml.h>

#include "assay/internal/text.h"

namespace assay::convert {
namespace {

Node node_of(const toml::node& value) {
  const int line = static_cast<int>(value.source().begin.line);
  Node node = scalar_node("", line);
  if (const auto* table = value.as_table()) {
    node.kind = Node::Kind::map;
    for (const auto& [key, member] : *table)
      node.members.emplace_back(std::string(key.str()), node_of(member));
  } else if (const auto* array = value.as_array()) {
    node.kind = Node::Kind::list;
    for (const auto& each : *array) node.items.push_back(node_of(each));
  } else if (const auto* text = value.as_string()) {
    node.kind = Node::Kind::text;
    node.text = text->get();
  } else if (const auto* boolean = value.as_boolean()) {
    node.text = boolean->get() ? "true" : "false";
  } else if (const auto* integer = value.as_integer()) {
    node.text = std::to_string(integer->get());
  } else if (const auto* number = value.as_floating_point()) {
    node.text = fmt::format("{}", number->get());
  } else {
    std::ostringstream written;  // a date or a time
    value.visit([&](const auto& each) {
      if constexpr (toml::is_value<decltype(each)>) written << each;
    });
    node.text = written.str();
  }
  return node;
}

// TOML allows no other control characters, and its parser mishandles some.
void expect_no_controls(std::string_view text, const std::string& file) {
  const auto is_control = [](unsigned char c) {
    return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f;
  };
  const auto at = std::ranges::find_if(text, is_control);
  if (at == text.end()) return;
  throw Error(Problem{.where = {file, 1 + static_cast<int>(std::count(text.begin(), at, '\n'))},
                      .what = "is not TOML: it holds a control character",
                      .next = "remove it, or write it as \\uXXXX in quotes"});
}

}  // namespace

Node read_toml(std::string_view text, const std::string& file) {
  expect_no_controls(text, file);
  try {
    return node_of(toml::parse(text));
  } catch (const toml::parse_error& fault) {
    throw Error(Problem{.where = {file, static_cast<int>(fault.source().begin.line)},
                        .what = "is not TOML: " + one_line(fault.description()),
                        .next = ""});
  } catch (const std::domain_error& fault) {
    throw Error(Problem{.where = {file, 0}, .what = std::string("is not TOML: ") + fault.what(), .next = ""});
  }
}

}  // namespace assay::convert
