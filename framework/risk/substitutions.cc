// SPDX-License-Identifier: Apache-2.0
#include "substitutions.h"

namespace assay::risk {
namespace {

class Substitutions {
 public:
  explicit Substitutions(const VisitList& visit) : visit_(visit) {}

  void segments(const std::vector<shell::Segment>& all) const {
    for (const auto& each : all) std::visit([this](const auto& node) { segment(node); }, each.node);
  }

 private:
  void word(const shell::Word& word) const { segments(word.segments); }
  void segment(const shell::Text&) const {}
  void segment(const shell::DoubleQuoted& node) const { segments(node.parts); }
  void segment(const shell::Boxed<shell::Parameter>& node) const {
    if (node->subscript) word(*node->subscript);
    word(node->argument);
    if (node->second) word(*node->second);
  }
  void segment(const shell::CommandSubstitution& node) const { visit_(node.body); }
  void segment(const shell::Arithmetic& node) const { segments(node.parts); }
  void segment(const shell::ProcessSubstitution& node) const { visit_(node.body); }
  void segment(const shell::ExtendedGlob& node) const {
    for (const auto& each : node.alternatives) word(each);
  }
  void segment(const shell::Array& node) const {
    for (const auto& each : node.elements) {
      if (each.subscript) word(*each.subscript);
      word(each.value);
    }
  }

  const VisitList& visit_;
};

}  // namespace

void for_each_list(const shell::Word& word, const VisitList& visit) {
  Substitutions(visit).segments(word.segments);
}

void for_each_list(const shell::Arithmetic& arithmetic, const VisitList& visit) {
  Substitutions(visit).segments(arithmetic.parts);
}

}  // namespace assay::risk
