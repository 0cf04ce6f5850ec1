// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/shell_calls.h"

namespace assay::shell {
namespace {

class Walk {
 public:
  explicit Walk(const std::function<void(SimpleCommand&)>& visit) : visit_(visit) {}

  void list(List& list) {
    for (AndOr& item : list.items)
      for (Link& link : item.links)
        for (Command& each : link.pipeline.commands) command(each);
  }

 private:
  void command(Command& command) {
    std::visit([this](auto& node) { compound(node); }, command.node);
    for (Redirect& redirect : command.redirects) word(redirect.target);
  }
  void compound(SimpleCommand& node) {
    for (Assignment& each : node.assignments) {
      if (each.subscript) word(*each.subscript);
      word(each.value);
    }
    words(node.words);
    visit_(node);
  }
  void compound(Subshell& node) { list(node.body); }
  void compound(Group& node) { list(node.body); }
  void compound(If& node) {
    for (Branch& branch : node.branches) list(branch.condition), list(branch.body);
    if (node.otherwise) list(*node.otherwise);
  }
  void compound(Loop& node) { list(node.condition), list(node.body); }
  void compound(Boxed<For>& node) {
    if (node->words) words(*node->words);
    list(node->body);
  }
  void compound(Boxed<ArithmeticFor>& node) {
    for (Arithmetic* each : {&node->initial, &node->condition, &node->step}) segments(each->parts);
    list(node->body);
  }
  void compound(Case& node) {
    word(node.subject);
    for (CaseItem& item : node.items) words(item.patterns), list(item.body);
  }
  void compound(ArithmeticCommand& node) { segments(node.expression.parts); }
  void compound(Boxed<Test>& node) { condition(node->condition); }
  void compound(FunctionDefinition& node) { command(*node.body); }
  void compound(Coprocess& node) { command(*node.body); }

  void condition(Condition& condition) {
    words(condition.operands);
    for (Condition& inner : condition.inner) this->condition(inner);
  }
  void words(std::vector<Word>& all) {
    for (Word& each : all) word(each);
  }
  void word(Word& word) { segments(word.segments); }
  void segments(std::vector<Segment>& all) {
    for_each_list(all, [this](List& body) { list(body); });
  }

  const std::function<void(SimpleCommand&)>& visit_;
};

}  // namespace

void for_each_simple_command(List& list, const std::function<void(SimpleCommand&)>& visit) {
  Walk(visit).list(list);
}

}  // namespace assay::shell
