// SPDX-License-Identifier: Apache-2.0
#include <type_traits>

#include "assay/internal/shell_calls.h"

namespace assay::shell {
namespace {

// For constant segments and for others.
void visit_lists(auto& segments, const auto& visit) {
  const auto word = [&visit](auto& each) { visit_lists(each.segments, visit); };
  const auto node = [&](auto& part) {
    using Node = std::remove_cvref_t<decltype(part)>;
    if constexpr (std::is_same_v<Node, DoubleQuoted> || std::is_same_v<Node, Arithmetic>) {
      visit_lists(part.parts, visit);
    } else if constexpr (std::is_same_v<Node, CommandSubstitution> ||
                         std::is_same_v<Node, ProcessSubstitution>) {
      visit(part.body);
    } else if constexpr (std::is_same_v<Node, Boxed<Parameter>>) {
      if (part->subscript) word(*part->subscript);
      word(part->argument);
      if (part->second) word(*part->second);
    } else if constexpr (std::is_same_v<Node, ExtendedGlob>) {
      for (auto& each : part.alternatives) word(each);
    } else if constexpr (std::is_same_v<Node, Array>) {
      for (auto& each : part.elements) {
        if (each.subscript) word(*each.subscript);
        word(each.value);
      }
    } else {
      static_assert(std::is_same_v<Node, Text>);
    }
  };
  for (auto& each : segments) std::visit(node, each.node);
}

}  // namespace

void for_each_list(std::vector<Segment>& segments, const std::function<void(List&)>& visit) {
  visit_lists(segments, visit);
}

void for_each_list(const std::vector<Segment>& segments, const std::function<void(const List&)>& visit) {
  visit_lists(segments, visit);
}

}  // namespace assay::shell
