// SPDX-License-Identifier: Apache-2.0
// Commands to text. Here-documents wait until the line can end; the newline then replaces `;`.
#include "printer.h"

#include "assay/internal/word.h"
#include "characters.h"
#include "parser.h"

namespace assay::shell {
namespace {

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
    if (!due_.empty()) {
      break_line();
    } else {
      out_ += background ? " " : "; ";
    }
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
  if (!due_.empty()) {
    break_line();
  } else {
    out_ += inner.items.empty() || inner.items.back().background ? " " : "; ";
  }
  out_ += after;
}

// A line may end after an operator.
void Printer::connector(std::string_view spelling) {
  out_ += ' ';
  out_ += spelling;
  if (due_.empty()) {
    out_ += ' ';
  } else {
    break_line();
  }
}

void Printer::and_or(const AndOr& item) {
  for (const Link& link : item.links) {
    switch (link.connector) {
      case Connector::always:
        break;
      case Connector::on_success:
        connector("&&");
        break;
      case Connector::on_failure:
        connector("||");
        break;
    }
    pipeline(link.pipeline);
  }
}

void Printer::pipeline(const Pipeline& pipeline) {
  switch (pipeline.timing) {
    case Timing::none:
      break;
    case Timing::standard:
      out_ += "time ";
      break;
    case Timing::posix:
      out_ += "time -p ";
      break;
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
