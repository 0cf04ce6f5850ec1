// SPDX-License-Identifier: Apache-2.0
// sh -c and bash -c with a literal script, which is read like any other.
#include "assay/internal/shell.h"

#include <algorithm>

#include "refiners/refiners.h"
#include "script/line_ends.h"
#include "script/lists.h"
#include "script/self_reference.h"
#include "script/state.h"

namespace assay::equivalence {
namespace {

// Whether this is the name in ${name}.
bool is_plain_parameter(std::string_view name) {
  if (name.size() == 1 && std::string_view("@*#?$!-").find(name[0]) != std::string_view::npos) return true;
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// 12> and 02>: a descriptor for bash, but an argument and > for sh.
bool has_long_descriptor(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  for (std::size_t at = text.find_first_of("<>"); at != std::string_view::npos;
       at = text.find_first_of("<>", at + 1)) {
    const std::string_view before = text.substr(0, at);
    if (before.size() - (before.find_last_not_of(kDigits) + 1) > 1) return true;
  }
  return false;
}

// Whether sh reads the text as bash does: it contains none of bash's own constructs anywhere.
bool is_portable(std::string_view text) {
  constexpr std::string_view kBash[] = {"[[", "((",       "$[",     "<(",   ">(", "$'", "$\"", "|&",
                                        "&>", ">&",       "<<",     "+=",   "!(", "@(", "?(",  "*(",
                                        "+(", "function", "select", "time", "~",  "\\"};
  for (const std::string_view each : kBash) {
    if (text.find(each) != std::string_view::npos) return false;
  }
  if (has_long_descriptor(text)) return false;
  for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
    const std::string_view name = text.substr(at + 1, text.find('}', at) - at - 1);
    const bool is_parameter = at > 0 && text[at - 1] == '$';
    if (is_parameter ? !is_plain_parameter(name) : !name.empty()) return false;
  }
  return true;
}

// A shell replaces itself by the last simple command of -c, and SHLVL shows whether it did: in `{ env; }` it
// did not.
bool may_show_level(std::string_view text) {
  return text.find("SHLVL") != std::string_view::npos || text.find("env") != std::string_view::npos;
}

}  // namespace

void refine_script(Context& context, Call& call) {
  if (!call.inner || !call.inner->is(Label::script) || !context.allows(rule::inner_script) ||
      context.depth > 4)
    return;
  // Other options change how the script is read (+B, -k, -o posix) or print it (-x), and a login shell's
  // start-up files may define functions (-l).
  if (!call.has_only({"-c", "-e"})) return;
  // In place of the last command, the shell itself is what a signal reaches.
  if (context.has_background && context.signals_jobs) return;
  const Term& word = *call.inner->parts[0];
  const bool is_bash = call.is("bash");
  if (!word.is_text() || (!is_bash && (!call.is("sh") || !is_portable(word.text))) ||
      !self_reference(word.text).empty() || may_show_level(word.text))
    return;
  const shell::Parsed& parsed = context.arena.hold(shell::parse(word.text));
  if (!parsed || (!is_bash && parsed.has_bash_prefix)) return;
  if (depends_on_lines(word.text) && !has_same_lines(line_starts(parsed.tree, word.text), {})) return;
  Context inner(context.arena);
  inner.rung = std::min(context.rung, Rung::utility);
  inner.tables = context.tables;
  inner.trace = context.trace;
  inner.dialect = is_bash ? Dialect::bash : Dialect::posix;
  static_cast<ScriptFacts&>(inner) = facts_of(word.text);
  inner.lists_processes = context.lists_processes;
  inner.depth = context.depth + 1;
  inner.is_top = false;
  inner.defaults_hold = context.defaults_hold;
  inner.functions = context.functions;  // they may be exported
  inner.stops_on_error = call.has("-e");
  inner.writes_files |= context.writes_files;
  survey(inner, parsed.tree);
  inner.shows_making |= context.shows_making;
  if (inner.as_written) return;
  const Term* script = list_term(inner, parsed.tree);
  context.note(rule::inner_script, word);
  call.inner = context.arena.node(Label::script, {context.arena.node(Label::quoted_script, {script})});
}

constexpr Rule rule::inner_script = {
    .id = "inner-script",
    .rung = Rung::utility,
    .meaning =
        "a script of `bash -c` is compared as a script, and so is one of `sh -c` if bash reads it alike",
    .same = {"bash -c 'ls -l -a'", "bash -c 'ls -la '"},
    .apart = {"sh -c 'ls {a,b}'", "sh -c 'ls a b'"}};

}  // namespace assay::equivalence
