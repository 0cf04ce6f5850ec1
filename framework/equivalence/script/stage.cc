// SPDX-License-Identifier: Apache-2.0
#include "script/stage.h"

#include <algorithm>

#include "assay/internal/shell.h"
#include "pipeline/stage_facts.h"
#include "size_limits.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

using shell::RedirectOperator;

bool is_dup(const Redirection& redirect) {
  return redirect.operation == RedirectOperator::dup_input ||
         redirect.operation == RedirectOperator::dup_output;
}

Redirection errors_to_output(Context& context) {
  return {RedirectOperator::dup_output, 2, {}, context.arena.text("1"), {}};
}

// The descriptor that a duplication reads; -1 for a close, -2 if it is not known.
int source_of(const Redirection& redirect) {
  const std::string_view text = redirect.target->text;
  if (!redirect.target->is_text()) return -2;
  if (text == "-") return -1;
  return text.size() == 1 && text[0] >= '0' && text[0] <= '9' ? text[0] - '0' : -2;
}

bool is_null_device(const Redirection& redirect) {
  const bool writes = redirect.operation == RedirectOperator::output ||
                      redirect.operation == RedirectOperator::append ||
                      redirect.operation == RedirectOperator::clobber;
  return writes && redirect.target->is_text("/dev/null");
}

// 2>&1 is 2>/dev/null after >/dev/null.
void spell_null_device(Context& context, Redirections& redirects) {
  for (std::size_t at = 0; at < redirects.size(); ++at) {
    Redirection& each = redirects[at];
    if (is_null_device(each)) each.operation = RedirectOperator::output;
    if (each.operation != RedirectOperator::dup_output || !each.fd_variable.empty()) continue;
    for (std::size_t before = at; before-- > 0;) {
      const Redirection& earlier = redirects[before];
      if (!earlier.fd_variable.empty()) break;
      if (earlier.fd != source_of(each)) continue;
      if (!is_null_device(earlier)) break;
      context.note(rule::null_device, "2>&1");
      each.operation = RedirectOperator::output;
      each.target = earlier.target;
      break;
    }
  }
}

// <<< x is a here-document of x and a newline.
void spell_here_string(Context& context, Redirection& redirect) {
  const Term& text = *redirect.target;
  Terms pieces = context.arena.terms();
  if (text.is(Label::word)) pieces.assign(text.parts.begin(), text.parts.end());
  if (text.is_text()) pieces.push_back(&text);
  const bool ends_in_text = !pieces.empty() && pieces.back()->is_text();
  const std::string last = (ends_in_text ? std::string(pieces.back()->text) : "") + "\n";
  if (ends_in_text) pieces.pop_back();
  pieces.push_back(context.arena.kept(last));
  context.note(rule::here_string, "<<<");
  redirect.operation = RedirectOperator::here_document;
  redirect.target = pieces.size() == 1 ? pieces[0] : context.arena.node(Label::word, pieces, text.span);
}

bool is_here_text(const Redirection& redirect) {
  return redirect.operation == RedirectOperator::here_document ||
         redirect.operation == RedirectOperator::here_string;
}

// Whether a redirection cannot fail for lack of a file.
bool always_opens(const Redirection& redirect) {
  return is_here_text(redirect) || redirect.target->is_text("/dev/null");
}

// What expanding a redirection's word does besides producing text.
enum class Expanding { nothing, reads_variable, anything };

Expanding expanding_of(const Term& term) {
  if (term.is_text()) return Expanding::nothing;
  if (term.kind == Kind::live)
    return term.text.starts_with('~') ? Expanding::reads_variable : Expanding::anything;
  if (term.is(Label::parameter)) {
    const bool is_plain = term.parts[0]->is_text() && term.parts[0]->text != "RANDOM";
    return is_plain ? Expanding::reads_variable : Expanding::anything;
  }
  const bool is_shell =
      term.is(Label::word) || term.is(Label::quoted) || term.is(Label::split) || term.is(Label::many);
  if (!is_shell) return Expanding::anything;
  Expanding most = Expanding::nothing;
  for (const Term* part : term.parts) most = std::max(most, expanding_of(*part));
  return most;
}

// Errors are written before or after it, and nobody looks at them.
bool only_silences(const Redirection& redirect) {
  return redirect.fd == 2 && redirect.fd_variable.empty() && is_null_device(redirect);
}

bool opens_file(const Redirection& redirect) { return !is_dup(redirect) && !is_here_text(redirect); }

// Whether one may open something that exists only because of the other: a file it creates, a descriptor.
bool opens_what_other_makes(const Redirection& left, const Redirection& right) {
  if (!opens_file(left) || !opens_file(right)) return false;
  if (opens_input(*left.target) || opens_input(*right.target)) return true;
  const bool is_read =
      left.operation == RedirectOperator::input || right.operation == RedirectOperator::input;
  return is_read && may_be_one_file(*left.target, *right.target);
}

enum class Passing { never, if_opened, always };

Passing passing(const Redirection& left, const Redirection& right) {
  if (left.fd == right.fd || !left.fd_variable.empty() || !right.fd_variable.empty()) return Passing::never;
  if (is_dup(left) && (source_of(left) == right.fd || source_of(left) == -2)) return Passing::never;
  if (is_dup(right) && (source_of(right) == left.fd || source_of(right) == -2)) return Passing::never;
  if (is_dup(left) && is_dup(right))
    return source_of(left) == -1 || source_of(right) == -1 ? Passing::always : Passing::never;
  if (opens_what_other_makes(left, right)) return Passing::never;
  const Expanding by_left = expanding_of(*left.target), by_right = expanding_of(*right.target);
  if (by_left == Expanding::anything) return only_silences(right) ? Passing::always : Passing::never;
  if (by_right == Expanding::anything) return only_silences(left) ? Passing::always : Passing::never;
  const bool expands = by_left != Expanding::nothing || by_right != Expanding::nothing;
  const bool is_idle = is_null_device(left) || is_null_device(right) || is_dup(left) || is_dup(right);
  if (expands && !is_idle) return Passing::never;
  // The target may be a link to /dev/fd/3: that does not matter if only errors are discarded, or for a
  // literal text.
  const auto passes_any = [](const Redirection& each) { return only_silences(each) || is_here_text(each); };
  const bool is_certain =
      passes_any(left) || passes_any(right) || (always_opens(left) && always_opens(right));
  return is_certain ? Passing::always : Passing::if_opened;
}

bool is_simple(const Term& command) {
  return command.is(Label::call) || command.is(Label::command) || command.is(Label::plain) ||
         command.is(Label::emit) || command.is(Label::builtin);
}

}  // namespace

bool looks_around(const Term& term) {
  if (term.kind == Kind::live) return term.text.find_first_of("*?[(`") != std::string_view::npos;
  return term.is(Label::substitution) || term.is(Label::split) || term.is(Label::special) ||
         term.is(Label::bracketed) || term.is(Label::extended_glob) || term.is(Label::process_input) ||
         term.is(Label::process_output) ||
         std::ranges::any_of(term.parts, [](const Term* each) { return looks_around(*each); });
}

const Term* redirected_term(Context& context, const Redirections& redirects, const Term* command) {
  if (!command || !is_simple(*command) || std::ranges::all_of(redirects, only_silences)) return command;
  const bool is_ordered = looks_around(*command) || may_act(*command) ||
                          std::ranges::any_of(redirects, [](const Redirection& each) {
                            return !each.fd_variable.empty() || may_act(*each.target);
                          });
  return is_ordered ? context.arena.node(Label::group, {command}) : command;
}

Redirections redirections_of(Context& context, const shell::Command& command) {
  Redirections all(context.arena.memory());
  for (const shell::Redirect& each : command.redirects) {
    Redirection redirect{each.operation, each.fd, each.fd_variable, nullptr, each.span};
    const bool is_text = each.operation == RedirectOperator::here_string;
    const bool is_body = is_text || each.operation == RedirectOperator::here_document;
    redirect.target =
        word_term(context, each.target, is_body ? shell::Place::assignment : shell::Place::argument);
    const bool both =
        each.operation == RedirectOperator::both || each.operation == RedirectOperator::both_append;
    if (both) {
      redirect.operation =
          each.operation == RedirectOperator::both ? RedirectOperator::output : RedirectOperator::append;
      context.note(rule::redirect_both, shell::spelling_of(each.operation));
    }
    if (is_text && context.allows(rule::here_string)) spell_here_string(context, redirect);
    all.push_back(redirect);
    if (both) all.push_back(errors_to_output(context));
  }
  if (command.pipes_errors) {
    context.note(rule::pipe_errors, "|&");
    all.push_back(errors_to_output(context));
  }
  if (context.allows(rule::null_device) && all.size() <= kMostRedirections) spell_null_device(context, all);
  settle_redirections(context, all);
  return all;
}

void settle_redirections(Context& context, Redirections& redirects) {
  if (redirects.size() < 2 || !context.allows(rule::redirect_order)) return;
  if (redirects.size() > kMostRedirections)
    return context.arena.note_limit("more than 64 redirections are compared as they stand");
  const auto comes_first = [](const Redirection& left, const Redirection& right) {
    return left.fd < right.fd;
  };
  for (std::size_t end = redirects.size(); end > 1; --end) {
    for (std::size_t at = 1; at < end; ++at) {
      Redirection& left = redirects[at - 1];
      Redirection& right = redirects[at];
      if (!comes_first(right, left)) continue;
      const Passing how = passing(left, right);
      if (how == Passing::never || (how == Passing::if_opened && !context.allows(rule::redirects_open)))
        continue;
      if (how == Passing::always) {
        context.note(rule::redirect_order, *right.target);
      } else {
        for (const Redirection* each : {&left, &right})
          if (!is_dup(*each)) context.assume(rule::redirects_open, *each->target);
      }
      std::swap(left, right);
    }
  }
}

namespace {

const Term* redirection_term(Context& context, const Redirection& redirect) {
  const std::string_view mark = shell::spelling_of(redirect.operation);
  std::string start;
  if (!redirect.fd_variable.empty())
    start = "{" + std::string(redirect.fd_variable) + "}";
  else if (redirect.fd != shell::usual_descriptor(redirect.operation))
    start = std::to_string(redirect.fd);
  const std::string_view kept = start.empty() ? mark : context.arena.keep(start + std::string(mark));
  return context.arena.node(Label::redirect, {context.arena.live(kept), redirect.target}, redirect.span);
}

}  // namespace

const Term* stage_term(Context& context, const Stage& stage) {
  const Term* command = stage.call ? call_term(context, *stage.call) : stage.other;
  if (command && stage.assignments.empty() && stage.redirects.empty()) return command;
  Terms parts(stage.assignments, context.arena.memory());
  if (command) parts.push_back(command);
  for (const Redirection& each : stage.redirects) parts.push_back(redirection_term(context, each));
  return context.arena.node(Label::command, parts, stage.span);
}

constexpr Rule rule::redirect_both = {.id = "redirect-both",
                                      .rung = Rung::quoting,
                                      .meaning = "`&>` equals `>` followed by `2>&1`",
                                      .same = {"ls x &> o", "ls x > o 2>&1"},
                                      .apart = {"ls x &> o", "ls x 2>&1 > o"}};

constexpr Rule rule::pipe_errors = {.id = "pipe-errors",
                                    .rung = Rung::quoting,
                                    .meaning = "`|&` equals `2>&1 |`",
                                    .same = {"ls x |& cat", "ls x 2>&1 | cat"},
                                    .apart = {"ls x |& cat", "ls x | cat"}};

constexpr Rule rule::redirect_order = {
    .id = "redirect-order",
    .rung = Rung::flag_order,
    .meaning =
        "redirections of different descriptors may change places if one of them cannot fail; one "
        "that contains a substitution changes places only with `2>/dev/null`",
    .same = {"ls >o 2>/dev/null", "ls 2>/dev/null >o"},
    .apart = {"ls >o 2>&1", "ls 2>&1 >o"}};

constexpr Rule rule::null_device = {
    .id = "null-device",
    .rung = Rung::utility,
    .meaning = "a copy of a descriptor that leads to `/dev/null` equals a redirection to it",
    .same = {"ls >/dev/null 2>&1", "ls 2>/dev/null >/dev/null"},
    .apart = {"ls >o 2>&1", "ls 2>o >o"}};

constexpr Rule rule::here_string = {
    .id = "here-string",
    .rung = Rung::utility,
    .meaning = "a here-string equals a here-document with its text and a newline",
    .same = {"cat <<< 'a b'", "cat <<E\na b\nE"},
    .apart = {"cat <<< $x", "cat <<< x"}};

constexpr Rule rule::redirects_open = {
    .id = "redirects-open",
    .rung = Rung::rewrite,
    .meaning = "redirections of different descriptors change places",
    .same = {"cat < a > o", "cat > o < a"},
    .apart = {"ls > o 2> o", "ls > o 2>&1"},
    .assumption = "every file that is redirected to or from can be opened, and is no link to a descriptor",
    .sentence = "{} can be opened and is no link to a descriptor"};

}  // namespace assay::equivalence
