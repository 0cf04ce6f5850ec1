// SPDX-License-Identifier: Apache-2.0
// Commands to text. Here-documents wait until the line can end; the newline then replaces `;`.
#include "printer.h"

#include "assay/internal/word.h"
#include "characters.h"
#include "parser.h"

namespace assay::shell {
namespace {

// Redirections and here-documents to text.

bool has_line(std::string_view text, std::string_view line) {
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    if (text.substr(0, newline) == line) return true;
    if (newline == std::string_view::npos) return false;
    text.remove_prefix(newline + 1);
  }
  return false;
}

std::string delimiter_for(std::string_view body) {
  std::string delimiter = "EOF";
  for (int i = 1; has_line(body, delimiter); ++i) delimiter = "EOF" + std::to_string(i);
  return delimiter;
}

// Compound commands and conditions to text.

bool is_esac(std::string_view text) { return text == "esac"; }

template <class Print>
std::string printed(Print print) {
  Printer printer;
  print(printer);
  return printer.finish();
}

// A lone `!` or `time`.
bool is_lone_prefix(const Pipeline& pipeline) {
  if (pipeline.commands.size() != 1) return false;
  const Command& command = pipeline.commands[0];
  const auto* simple = std::get_if<SimpleCommand>(&command.node);
  return simple && simple->words.empty() && simple->assignments.empty() && command.redirects.empty();
}

bool is_reserved(std::string_view text) { return reserved_word(text) != Reserved::none; }

}  // namespace

std::string_view spelling_of(RedirectOperator operation) {
  switch (operation) {
    case RedirectOperator::input: return "<";
    case RedirectOperator::output: return ">";
    case RedirectOperator::append: return ">>";
    case RedirectOperator::clobber: return ">|";
    case RedirectOperator::read_write: return "<>";
    case RedirectOperator::dup_input: return "<&";
    case RedirectOperator::dup_output: return ">&";
    case RedirectOperator::both: return "&>";
    case RedirectOperator::both_append: return "&>>";
    case RedirectOperator::here_string: return "<<<";
    case RedirectOperator::here_document: return "<<";
  }
  return "";
}

int usual_descriptor(RedirectOperator operation) { return spelling_of(operation)[0] == '<' ? 0 : 1; }

void Printer::redirects(const std::vector<Redirect>& redirects) {
  for (std::size_t i = 0; i < redirects.size(); ++i) {
    if (i > 0) out_ += ' ';
    redirect(redirects[i]);
  }
}

void Printer::redirect(const Redirect& redirect) {
  const std::string_view spelling = spelling_of(redirect.operation);
  if (!redirect.fd_variable.empty()) {
    out_ += '{';
    out_ += redirect.fd_variable;
    out_ += '}';
  } else if (redirect.fd != usual_descriptor(redirect.operation)) {
    out_ += std::to_string(redirect.fd);
  }
  out_ += spelling;
  if (redirect.operation == RedirectOperator::here_document) return here_document(redirect);
  const std::string target = print(redirect.target);
  if (target.starts_with('<') || target.starts_with('>')) out_ += ' ';
  out_ += target;
}

void Printer::here_document(const Redirect& redirect) {
  std::optional<std::string> body = std::string();
  for (const Segment& segment : redirect.target.segments) {
    const std::optional<std::string> part = static_text(segment);
    body = body && part ? std::optional(*body + *part) : std::nullopt;
  }
  const bool quoted = body && body->find_first_of("$`\\") != std::string::npos;
  if (!body) {
    Printer inner;
    for (const Segment& segment : redirect.target.segments) {
      if (const auto* parts = std::get_if<DoubleQuoted>(&segment.node))
        inner.segments(parts->parts, TextStyle::here_document);
    }
    body = inner.finish();
  }
  if (!body->empty() && body->back() != '\n') *body += '\n';
  std::string delimiter = delimiter_for(*body);
  out_ += quoted ? "'" + delimiter + "'" : delimiter;
  due_.push_back({std::move(*body), std::move(delimiter)});
}

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
      case CaseEnd::leave: out_ += " ;; "; break;
      case CaseEnd::fall_through: out_ += " ;& "; break;
      case CaseEnd::test_next: out_ += " ;;& "; break;
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
    case ConditionKind::word: return word(condition.operands.at(0));
    case ConditionKind::unary: out_ += condition.spelling + " "; return word(condition.operands.at(0));
    case ConditionKind::binary:
      word(condition.operands.at(0));
      out_ += " " + condition.spelling + " ";
      return word(condition.operands.at(1));
    case ConditionKind::negate: out_ += "! "; return this->condition(condition.inner.at(0));
    case ConditionKind::both: return conditions(condition, " && ");
    case ConditionKind::either: return conditions(condition, " || ");
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

std::string print(const List& list) {
  return printed([&](Printer& printer) { printer.list(list); });
}
std::string print(const AndOr& item) {
  return printed([&](Printer& printer) { printer.and_or(item); });
}
std::string print(const Pipeline& pipeline) {
  return printed([&](Printer& printer) { printer.pipeline(pipeline); });
}
std::string print(const Command& command) {
  return printed([&](Printer& printer) { printer.command(command); });
}
std::string print(const Word& word) {
  return printed([&](Printer& printer) { printer.word(word); });
}
std::string print(const Parameter& parameter) {
  return printed([&](Printer& printer) { printer.parameter(parameter, TextStyle::bare, false); });
}
std::string print_quoted(const Parameter& parameter) {
  return printed([&](Printer& printer) { printer.parameter(parameter, TextStyle::double_quotes, false); });
}
std::string print(const Arithmetic& arithmetic) {
  return printed([&](Printer& printer) { printer.segments(arithmetic.parts, TextStyle::bare); });
}

std::string Printer::finish() {
  if (!due_.empty()) {
    break_line();
    out_.pop_back();
  }
  return std::move(out_);
}

// Adds a newline and the here-documents announced on the line.
void Printer::break_line() {
  out_ += '\n';
  for (const Document& document : due_) out_ += document.body + document.delimiter + "\n";
  due_.clear();
}

void Printer::list(const List& list) {
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    and_or(list.items[i]);
    const bool background = list.items[i].background;
    if (background) out_ += " &";
    if (i + 1 == list.items.size()) return;
    if (!due_.empty())
      break_line();
    else
      out_ += background ? " " : "; ";
  }
}

// A list before a `)` or `;;`, neither of which may follow a lone `!` or `time`.
void Printer::closed_list(const List& inner) {
  list(inner);
  if (!inner.items.empty() && is_lone_prefix(inner.items.back().links.back().pipeline)) out_ += ';';
}

// A list within a compound command, terminated so that `after` can follow.
void Printer::body(const List& inner, std::string_view after) {
  list(inner);
  if (!due_.empty())
    break_line();
  else
    out_ += inner.items.empty() || inner.items.back().background ? " " : "; ";
  out_ += after;
}

// A line may end after an operator.
void Printer::connector(std::string_view spelling) {
  out_ += ' ';
  out_ += spelling;
  if (due_.empty())
    out_ += ' ';
  else
    break_line();
}

void Printer::and_or(const AndOr& item) {
  for (const Link& link : item.links) {
    switch (link.connector) {
      case Connector::always: break;
      case Connector::on_success: connector("&&"); break;
      case Connector::on_failure: connector("||"); break;
    }
    pipeline(link.pipeline);
  }
}

void Printer::pipeline(const Pipeline& pipeline) {
  switch (pipeline.timing) {
    case Timing::none: break;
    case Timing::standard: out_ += "time "; break;
    case Timing::posix: out_ += "time -p "; break;
  }
  if (pipeline.negated) out_ += "! ";
  if (pipeline.repeats_prefix) out_ += "! ! ";
  for (std::size_t i = 0; i < pipeline.commands.size(); ++i) {
    if (i > 0) connector(pipeline.commands[i - 1].pipes_errors ? "|&" : "|");
    command(pipeline.commands[i]);
  }
}

void Printer::command(const Command& command) {
  if (const auto* plain = std::get_if<SimpleCommand>(&command.node)) return simple(*plain, command.redirects);
  std::visit(
      [&](const auto& compound) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(compound)>, SimpleCommand>) node(compound);
      },
      command.node);
  if (!command.redirects.empty()) out_ += ' ';
  redirects(command.redirects);
}

// After a redirection a reserved word is an ordinary word: `>f if`.
void Printer::simple(const SimpleCommand& simple, const std::vector<Redirect>& redirections) {
  for (const Assignment& one : simple.assignments) {
    assignment(one);
    out_ += ' ';
  }
  const bool first =
      simple.assignments.empty() && !simple.words.empty() && is_bare(simple.words[0], is_reserved);
  if (first) redirects(redirections);
  if (first && !redirections.empty()) out_ += ' ';
  words(simple.words);
  if (!first && !redirections.empty() && !simple.words.empty()) out_ += ' ';
  if (!first) redirects(redirections);
  if (simple.words.empty() && redirections.empty() && !out_.empty()) out_.pop_back();
}

void Printer::words(const std::vector<Word>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out_ += ' ';
    word(words[i]);
  }
}

void Printer::assignment(const Assignment& assignment) {
  out_ += assignment.name;
  if (assignment.subscript) {
    out_ += '[';
    word(*assignment.subscript);
    out_ += ']';
  }
  out_ += assignment.append ? "+=" : "=";
  word(assignment.value);
}

}  // namespace assay::shell
