// SPDX-License-Identifier: Apache-2.0
// Compound commands and conditions to text.
#include "characters.h"
#include "parser.h"
#include "printer.h"

namespace assay::shell {
namespace {

bool is_esac(std::string_view text) { return text == "esac"; }

}  // namespace

bool is_bare(const Word& word, bool (*accepts)(std::string_view)) {
  if (word.segments.size() != 1) return false;
  const Text* text = std::get_if<Text>(&word.segments[0].node);
  return text && text->quoting == Quoting::none && accepts(text->text);
}

void Printer::node(const Subshell& subshell) {
  Printer inner;
  inner.closed_list(subshell.body);
  if (!inner.due_.empty()) inner.break_line();
  out_ += inner.out_.starts_with('(') ? "( " : "(";
  out_ += inner.out_;
  out_ += ')';
}

void Printer::node(const Group& group) {
  out_ += "{ ";
  body(group.body, "}");
}

void Printer::node(const If& branches) {
  for (std::size_t i = 0; i < branches.branches.size(); ++i) {
    out_ += i == 0 ? "if " : "elif ";
    body(branches.branches[i].condition, "then ");
    body(branches.branches[i].body, "");
  }
  if (branches.otherwise) {
    out_ += "else ";
    body(*branches.otherwise, "");
  }
  out_ += "fi";
}

void Printer::node(const Loop& loop) {
  out_ += loop.kind == LoopKind::while_true ? "while " : "until ";
  body(loop.condition, "do ");
  body(loop.body, "done");
}

void Printer::node(const Boxed<For>& loop) {
  out_ += loop->kind == ForKind::each ? "for " : "select ";
  out_ += loop->name;
  if (loop->words) {
    out_ += loop->words->empty() ? " in" : " in ";
    words(*loop->words);
  }
  out_ += "; do ";
  body(loop->body, "done");
}

void Printer::node(const Boxed<ArithmeticFor>& loop) {
  out_ += "for ((";
  segments(loop->initial.parts, TextStyle::bare);
  out_ += ';';
  segments(loop->condition.parts, TextStyle::bare);
  out_ += ';';
  segments(loop->step.parts, TextStyle::bare);
  out_ += ")); do ";
  body(loop->body, "done");
}

void Printer::node(const Case& cases) {
  out_ += "case ";
  word(cases.subject);
  out_ += " in ";
  for (const CaseItem& item : cases.items) {
    if (!item.patterns.empty() && is_bare(item.patterns[0], is_esac)) out_ += '(';
    for (std::size_t i = 0; i < item.patterns.size(); ++i) {
      if (i > 0) out_ += " | ";
      word(item.patterns[i]);
    }
    out_ += item.body.items.empty() ? ")" : ") ";
    closed_list(item.body);
    if (!due_.empty()) break_line();
    switch (item.end) {
      case CaseEnd::leave:
        out_ += " ;; ";
        break;
      case CaseEnd::fall_through:
        out_ += " ;& ";
        break;
      case CaseEnd::test_next:
        out_ += " ;;& ";
        break;
    }
  }
  out_ += "esac";
}

void Printer::node(const ArithmeticCommand& arithmetic) {
  out_ += "((";
  segments(arithmetic.expression.parts, TextStyle::bare);
  out_ += "))";
}

void Printer::node(const Boxed<Test>& test) {
  out_ += "[[ ";
  condition(test->condition);
  out_ += " ]]";
}

void Printer::node(const FunctionDefinition& function) {
  const bool plain = is_name(function.name) && reserved_word(function.name) == Reserved::none;
  out_ += plain ? "" : "function ";
  out_ += function.name;
  out_ += plain ? "() " : " () ";
  command(*function.body);
}

void Printer::node(const Coprocess& coprocess) {
  out_ += "coproc ";
  if (coprocess.name != Coprocess().name) out_ += coprocess.name + " ";
  command(*coprocess.body);
}

void Printer::condition(const Condition& condition) {
  switch (condition.kind) {
    case ConditionKind::word:
      return word(condition.operands.at(0));
    case ConditionKind::unary:
      out_ += condition.spelling + " ";
      return word(condition.operands.at(0));
    case ConditionKind::binary:
      word(condition.operands.at(0));
      out_ += " " + condition.spelling + " ";
      return word(condition.operands.at(1));
    case ConditionKind::negate:
      out_ += "! ";
      return this->condition(condition.inner.at(0));
    case ConditionKind::both:
      return conditions(condition, " && ");
    case ConditionKind::either:
      return conditions(condition, " || ");
    case ConditionKind::group:
      out_ += "( ";
      this->condition(condition.inner.at(0));
      out_ += " )";
  }
}

void Printer::conditions(const Condition& condition, std::string_view between) {
  for (std::size_t i = 0; i < condition.inner.size(); ++i) {
    if (i > 0) out_ += between;
    this->condition(condition.inner[i]);
  }
}

}  // namespace assay::shell
