// SPDX-License-Identifier: Apache-2.0
#include <type_traits>

#include "assay/internal/shell_visitor.h"

namespace assay::shell {
namespace {

class SimpleCommands : public Visitor {
 public:
  explicit SimpleCommands(const std::function<void(SimpleCommand&)>& visit) : visit_(visit) {}

 private:
  // The list that is walked through may be changed: for_each_simple_command() was given it as such.
  void simple_command(const SimpleCommand& node, const Command& command) override {
    Visitor::simple_command(node, command);
    visit_(const_cast<SimpleCommand&>(node));
  }

  const std::function<void(SimpleCommand&)>& visit_;
};

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

void Visitor::list(const List& list) {
  for (const AndOr& item : list.items) and_or(item);
}

void Visitor::and_or(const AndOr& item) {
  for (const Link& link : item.links) pipeline(link.pipeline);
}

void Visitor::pipeline(const Pipeline& pipeline) {
  for (const Command& each : pipeline.commands) command(each);
}

void Visitor::command(const Command& command) {
  node(command);
  for (const Redirect& each : command.redirects) redirect(each);
}

void Visitor::node(const Command& command) {
  struct Enter {
    Visitor& self;
    const Command& command;
    void operator()(const SimpleCommand& node) const { self.simple_command(node, command); }
    void operator()(const Subshell& node) const { self.subshell(node, command); }
    void operator()(const Group& node) const { self.group(node, command); }
    void operator()(const If& node) const { self.if_command(node, command); }
    void operator()(const Loop& node) const { self.loop(node, command); }
    void operator()(const Boxed<For>& node) const { self.for_command(*node, command); }
    void operator()(const Boxed<ArithmeticFor>& node) const { self.arithmetic_for(*node, command); }
    void operator()(const Case& node) const { self.case_command(node, command); }
    void operator()(const ArithmeticCommand& node) const { self.arithmetic_command(node, command); }
    void operator()(const Boxed<Test>& node) const { self.test(*node, command); }
    void operator()(const FunctionDefinition& node) const { self.function(node, command); }
    void operator()(const Coprocess& node) const { self.coprocess(node, command); }
  };
  std::visit(Enter{*this, command}, command.node);
}

void Visitor::redirect(const Redirect& redirect) {
  word(redirect.target,
       redirect.operation == RedirectOperator::here_string ? Place::assignment : Place::argument);
}

void Visitor::assignment(const Assignment& assignment) {
  if (assignment.subscript) word(*assignment.subscript, Place::plain);
  word(assignment.value, Place::assignment);
}

void Visitor::simple_command(const SimpleCommand& node, const Command&) {
  for (const Assignment& each : node.assignments) assignment(each);
  words(node.words, Place::argument);
}

void Visitor::subshell(const Subshell& node, const Command&) { list(node.body); }

void Visitor::group(const Group& node, const Command&) { list(node.body); }

void Visitor::if_command(const If& node, const Command&) {
  for (const Branch& branch : node.branches) list(branch.condition), list(branch.body);
  if (node.otherwise) list(*node.otherwise);
}

void Visitor::loop(const Loop& node, const Command&) { list(node.condition), list(node.body); }

void Visitor::for_command(const For& node, const Command&) {
  if (node.words) words(*node.words, Place::argument);
  list(node.body);
}

void Visitor::arithmetic_for(const ArithmeticFor& node, const Command&) {
  for (const Arithmetic* each : {&node.initial, &node.condition, &node.step}) arithmetic(*each);
  list(node.body);
}

void Visitor::case_command(const Case& node, const Command&) {
  word(node.subject, Place::plain);
  for (const CaseItem& item : node.items) words(item.patterns, Place::pattern), list(item.body);
}

void Visitor::arithmetic_command(const ArithmeticCommand& node, const Command&) {
  arithmetic(node.expression);
}

void Visitor::test(const Test& node, const Command&) { condition(node.condition); }

void Visitor::function(const FunctionDefinition& node, const Command&) { command(*node.body); }

void Visitor::coprocess(const Coprocess& node, const Command&) { command(*node.body); }

void Visitor::condition(const Condition& condition) {
  words(condition.operands, Place::plain);
  for (const Condition& each : condition.inner) this->condition(each);
}

void Visitor::word(const Word& word, Place) {
  for_each_list(word.segments, [this](const List& body) { substitution(body); });
}

void Visitor::arithmetic(const Arithmetic& arithmetic) {
  for_each_list(arithmetic.parts, [this](const List& body) { substitution(body); });
}

void Visitor::substitution(const List& body) { list(body); }

void for_each_simple_command(List& list, const std::function<void(SimpleCommand&)>& visit) {
  SimpleCommands(visit).list(list);
}

void for_each_list(std::vector<Segment>& segments, const std::function<void(List&)>& visit) {
  visit_lists(segments, visit);
}

void for_each_list(const std::vector<Segment>& segments, const std::function<void(const List&)>& visit) {
  visit_lists(segments, visit);
}

}  // namespace assay::shell
