// SPDX-License-Identifier: Apache-2.0
#include "shape.h"

#include <array>
#include <type_traits>

namespace assay::shell {

constexpr std::array<std::string_view, 21> kOperatorNames{
    "",   "length", "-",  "=",         "?", "+",  "#", "##", "%", "%%",   "/",
    "//", "/#",     "/%", "substring", "^", "^^", ",", ",,", "@", "names"};

std::string shape(const Segment& segment);
std::string shape(const ArrayElement& element);
std::string shape(const Assignment& assignment);
std::string shape(const Redirect& redirect);
std::string shape(const Condition& condition);
std::string shape(const Branch& branch);
std::string shape(const CaseItem& item);
std::string shape(const Command& command);
std::string shape(const AndOr& item);

std::string join(const auto& items, std::string_view between) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : std::string(between)) + shape(item);
  return out;
}

std::string shape(const std::vector<Segment>& segments) {
  std::string out;
  for (const Segment& segment : segments) out += shape(segment);
  return out;
}

std::string shape(const Parameter& parameter) {
  const auto operation = static_cast<std::size_t>(parameter.operation);
  if (operation == 0 && !parameter.subscript && !parameter.indirect) return "$" + parameter.name;
  std::string out = "${";
  out += parameter.indirect ? "indirect " : "";
  out += parameter.name;
  if (parameter.subscript) out += "[" + shape(*parameter.subscript) + "]";
  if (operation != 0)
    out += " " + std::string(parameter.or_null ? ":" : "") + std::string(kOperatorNames.at(operation));
  if (!parameter.argument.segments.empty()) out += " " + shape(parameter.argument);
  if (parameter.second) out += " then " + shape(*parameter.second);
  return out + "}";
}

std::string shape(const ArrayElement& element) {
  const std::string subscript = element.subscript ? "[" + shape(*element.subscript) + "]" : "";
  return subscript + (element.append ? "+=" : element.subscript ? "=" : "") + shape(element.value);
}

std::string shape(const Text& text) {
  switch (text.quoting) {
    case Quoting::none: return text.text;
    case Quoting::escaped: return "e'" + text.text + "'";
    case Quoting::single: return "s'" + text.text + "'";
    case Quoting::ansi: return "a'" + text.text + "'";
  }
  return {};
}

std::string shape(const Segment& segment) {
  return std::visit(
      [](const auto& node) -> std::string {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, Text>) {
          return shape(node);
        } else if constexpr (std::is_same_v<Node, DoubleQuoted>) {
          return (node.translated ? "$d[" : "d[") + shape(node.parts) + "]";
        } else if constexpr (std::is_same_v<Node, Boxed<Parameter>>) {
          return shape(*node);
        } else if constexpr (std::is_same_v<Node, CommandSubstitution>) {
          constexpr std::string_view kOpenings[] = {"$(", "${ ", "${| "};
          return std::string(kOpenings[static_cast<int>(node.kind)]) + shape(node.body) +
                 (node.kind == SubstitutionKind::subshell ? ")" : "}");
        } else if constexpr (std::is_same_v<Node, Arithmetic>) {
          return "$((" + shape(node.parts) + "))";
        } else if constexpr (std::is_same_v<Node, ProcessSubstitution>) {
          return (node.direction == ProcessDirection::from_process ? "<(" : ">(") + shape(node.body) + ")";
        } else if constexpr (std::is_same_v<Node, ExtendedGlob>) {
          return node.kind + ("(" + join(node.alternatives, "|")) + ")";
        } else {
          return "array(" + join(node.elements, " ") + ")";
        }
      },
      segment.node);
}

std::string shape(const Assignment& assignment) {
  const std::string subscript = assignment.subscript ? "[" + shape(*assignment.subscript) + "]" : "";
  return "set " + assignment.name + subscript + (assignment.append ? "+=" : "=") + shape(assignment.value);
}

std::string shape(const Redirect& redirect) {
  constexpr std::array<std::string_view, 11> kNames{"<",  ">",  ">>",  ">|",  "<>", "<&",
                                                    ">&", "&>", "&>>", "<<<", "<<"};
  const int usual = kNames.at(static_cast<std::size_t>(redirect.operation))[0] == '<' ? 0 : 1;
  std::string out = redirect.fd_variable.empty() ? "" : "{" + redirect.fd_variable + "}";
  if (redirect.fd != usual) out += std::to_string(redirect.fd);
  return out + std::string(kNames.at(static_cast<std::size_t>(redirect.operation))) + shape(redirect.target);
}

std::string shape(const Condition& condition) {
  switch (condition.kind) {
    case ConditionKind::word: return shape(condition.operands.at(0));
    case ConditionKind::unary: return condition.spelling + " " + shape(condition.operands.at(0));
    case ConditionKind::binary:
      return shape(condition.operands.at(0)) + " " + condition.spelling + " " +
             shape(condition.operands.at(1));
    case ConditionKind::negate: return "not(" + shape(condition.inner.at(0)) + ")";
    case ConditionKind::both: return "and(" + join(condition.inner, ", ") + ")";
    case ConditionKind::either: return "or(" + join(condition.inner, ", ") + ")";
    case ConditionKind::group: return "(" + shape(condition.inner.at(0)) + ")";
  }
  return {};
}

std::string shape(const Branch& branch) { return shape(branch.condition) + " then " + shape(branch.body); }

std::string shape(const CaseItem& item) {
  constexpr std::array<std::string_view, 3> kEnds{";;", ";&", ";;&"};
  return join(item.patterns, "|") + ") " + shape(item.body) +
         std::string(kEnds.at(static_cast<std::size_t>(item.end)));
}

std::string inside(const SimpleCommand& simple) {
  const std::string assignments = join(simple.assignments, " ");
  const std::string words = join(simple.words, " ");
  return assignments + (assignments.empty() || words.empty() ? "" : " ") + words;
}
std::string inside(const Subshell& node) { return "sub " + shape(node.body); }
std::string inside(const Group& node) { return "group " + shape(node.body); }
std::string inside(const If& node) {
  return "if " + join(node.branches, " elif ") + (node.otherwise ? " else " + shape(*node.otherwise) : "");
}
std::string inside(const Loop& node) {
  return (node.kind == LoopKind::while_true ? "while " : "until ") + shape(node.condition) + " do " +
         shape(node.body);
}
std::string inside(const Boxed<For>& node) {
  return (node->kind == ForKind::each ? "for " : "select ") + node->name +
         (node->words ? " in [" + join(*node->words, " ") + "]" : "") + " do " + shape(node->body);
}
std::string inside(const Boxed<ArithmeticFor>& node) {
  return "for((" + shape(node->initial.parts) + ";" + shape(node->condition.parts) + ";" +
         shape(node->step.parts) + ")) do " + shape(node->body);
}
std::string inside(const Case& node) {
  return "case " + shape(node.subject) + " in " + join(node.items, " ");
}
std::string inside(const ArithmeticCommand& node) { return "((" + shape(node.expression.parts) + "))"; }
std::string inside(const Boxed<Test>& node) { return "[[ " + shape(node->condition) + " ]]"; }
std::string inside(const FunctionDefinition& node) {
  return "function " + node.name + " " + shape(*node.body);
}

std::string inside(const Coprocess& node) { return "coproc " + node.name + " " + shape(*node.body); }

std::string shape(const Command& command) {
  const bool simple = std::holds_alternative<SimpleCommand>(command.node);
  const std::string node = std::visit([](const auto& node) { return inside(node); }, command.node);
  const std::string redirects = join(command.redirects, " ");
  const std::string all = node + (node.empty() || redirects.empty() ? "" : " ") + redirects;
  return simple ? "{" + all + "}" : "(" + all + ")";
}

std::string shape(const Link& link) {
  std::string out = link.connector == Connector::on_success   ? " && "
                    : link.connector == Connector::on_failure ? " || "
                                                              : "";
  out += link.pipeline.timing == Timing::standard ? "time "
         : link.pipeline.timing == Timing::posix  ? "time-p "
                                                  : "";
  out += link.pipeline.negated ? "!" : "";
  for (std::size_t i = 0; i < link.pipeline.commands.size(); ++i) {
    if (i > 0) out += link.pipeline.commands[i - 1].pipes_errors ? "|&" : "|";
    out += shape(link.pipeline.commands[i]);
  }
  return out;
}

std::string shape(const AndOr& item) {
  std::string out;
  for (const Link& link : item.links) out += shape(link);
  if (item.links.size() > 1) out = "(" + out + ")";
  return out + (item.background ? " &" : "");
}

std::string shape(const Word& word) { return word.segments.empty() ? "empty" : shape(word.segments); }

std::string shape(const List& list) { return join(list.items, "; "); }

std::string shape_of(std::string_view source) {
  const Parsed parsed = parse(source);
  return parsed ? shape(parsed.tree) : "error " + to_string(*parsed.error);
}

}  // namespace assay::shell
