#include "stage.h"

#include <algorithm>

#include "words.h"

namespace assay::canonical {
namespace {

using shell::RedirectOperator;

bool is_dup(const Redirection& redirect) {
  return redirect.operation == RedirectOperator::dup_input ||
         redirect.operation == RedirectOperator::dup_output;
}

std::string_view mark_of(RedirectOperator operation) {
  switch (operation) {
    case RedirectOperator::input:
      return "<";
    case RedirectOperator::output:
      return ">";
    case RedirectOperator::append:
      return ">>";
    case RedirectOperator::clobber:
      return ">|";
    case RedirectOperator::read_write:
      return "<>";
    case RedirectOperator::dup_input:
      return "<&";
    case RedirectOperator::dup_output:
      return ">&";
    case RedirectOperator::both:
      return "&>";
    case RedirectOperator::both_append:
      return "&>>";
    case RedirectOperator::here_string:
      return "<<<";
    case RedirectOperator::here_document:
      return "<<";
  }
  return "";
}

bool reads_by_default(RedirectOperator operation) {
  switch (operation) {
    case RedirectOperator::input:
    case RedirectOperator::read_write:
    case RedirectOperator::dup_input:
    case RedirectOperator::here_string:
    case RedirectOperator::here_document:
      return true;
    case RedirectOperator::output:
    case RedirectOperator::append:
    case RedirectOperator::clobber:
    case RedirectOperator::dup_output:
    case RedirectOperator::both:
    case RedirectOperator::both_append:
      return false;
  }
  return false;
}

Redirection errors_to_output(Context& context) {
  return {RedirectOperator::dup_output, 2, {}, context.arena.text("1"), {}};
}

enum class Opening { always, perhaps, dup };

Opening opening_of(const Redirection& redirect) {
  if (is_dup(redirect)) return Opening::dup;
  if (redirect.operation == RedirectOperator::here_document ||
      redirect.operation == RedirectOperator::here_string) {
    return Opening::always;
  }
  return redirect.target->is_text() && redirect.target->text == "/dev/null" ? Opening::always
                                                                            : Opening::perhaps;
}

// Descriptors that a duplication reads; -1 for a close, -2 where that is not known.
int source_of(const Redirection& redirect) {
  const std::string_view text = redirect.target->text;
  if (!redirect.target->is_text()) return -2;
  if (text == "-") return -1;
  return text.size() == 1 && text[0] >= '0' && text[0] <= '9' ? text[0] - '0' : -2;
}

bool is_static(const Redirection& redirect) { return redirect.target->is_text(); }

bool commute(const Context& context, const Redirection& left, const Redirection& right) {
  if (left.fd == right.fd || !left.fd_variable.empty() || !right.fd_variable.empty()) return false;
  if (is_dup(left) && (source_of(left) == right.fd || source_of(left) == -2)) return false;
  if (is_dup(right) && (source_of(right) == left.fd || source_of(right) == -2)) return false;
  if (is_dup(left) && is_dup(right)) return source_of(left) == -1 || source_of(right) == -1;
  if (!is_static(left) && !is_static(right)) return false;
  if (opening_of(left) == Opening::always || opening_of(right) == Opening::always) return true;
  return context.allows(Rule::redirects_open);
}

}  // namespace

Redirections redirections_of(Context& context, const shell::Command& command) {
  Redirections all(context.arena.memory());
  for (const shell::Redirect& each : command.redirects) {
    Redirection redirect{each.operation, each.fd, each.fd_variable, nullptr, each.span};
    const bool is_text = each.operation == RedirectOperator::here_string;
    redirect.target = word_term(context, each.target, is_text ? shell::Place::plain : shell::Place::argument);
    const bool both =
        each.operation == RedirectOperator::both || each.operation == RedirectOperator::both_append;
    if (both) {
      redirect.operation =
          each.operation == RedirectOperator::both ? RedirectOperator::output : RedirectOperator::append;
      context.note(Rule::redirect_both, mark_of(each.operation));
    }
    all.push_back(redirect);
    if (both) all.push_back(errors_to_output(context));
  }
  if (command.pipes_errors) {
    context.note(Rule::pipe_errors, "|&");
    all.push_back(errors_to_output(context));
  }
  settle_redirections(context, all);
  return all;
}

void settle_redirections(Context& context, Redirections& redirects) {
  if (redirects.size() < 2 || !context.allows(Rule::redirect_order)) return;
  const auto comes_first = [](const Redirection& left, const Redirection& right) {
    return left.fd < right.fd;
  };
  for (std::size_t end = redirects.size(); end > 1; --end) {
    for (std::size_t at = 1; at < end; ++at) {
      Redirection& left = redirects[at - 1];
      Redirection& right = redirects[at];
      if (!comes_first(right, left) || !commute(context, left, right)) continue;
      const bool strict = opening_of(left) == Opening::always || opening_of(right) == Opening::always ||
                          is_dup(left) || is_dup(right);
      context.note(strict ? Rule::redirect_order : Rule::redirects_open, *right.target);
      std::swap(left, right);
    }
  }
}

const Term* redirection_term(Context& context, const Redirection& redirect) {
  const std::string_view mark = mark_of(redirect.operation);
  std::string start;
  if (!redirect.fd_variable.empty()) {
    start = "{" + std::string(redirect.fd_variable) + "}";
  } else if (redirect.fd != (reads_by_default(redirect.operation) ? 0 : 1)) {
    start = std::to_string(redirect.fd);
  }
  const std::string_view kept = start.empty() ? mark : context.arena.keep(start + std::string(mark));
  return context.arena.node("redirect", {context.arena.live(kept), redirect.target}, redirect.span);
}

const Term* stage_term(Context& context, const Stage& stage) {
  const Term* command = stage.call ? call_term(context, *stage.call) : stage.other;
  if (command && stage.assignments.empty() && stage.redirects.empty()) return command;
  Terms parts(stage.assignments, context.arena.memory());
  if (command) parts.push_back(command);
  for (const Redirection& each : stage.redirects) parts.push_back(redirection_term(context, each));
  return context.arena.node("command", parts, stage.span);
}

}  // namespace assay::canonical
