#include "toml.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <sstream>

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

}  // namespace

Node read_toml(std::string_view text, const std::string& file) {
  try {
    return node_of(toml::parse(text));
  } catch (const toml::parse_error& fault) {
    throw Error(Problem{.where = {file, static_cast<int>(fault.source().begin.line)},
                        .what = "is not TOML: " + one_line(fault.description()),
                        .next = ""});
  }
}

}  // namespace assay::convert
