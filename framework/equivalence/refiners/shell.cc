// SPDX-License-Identifier: Apache-2.0
// Commands of the shell, and programs that run or control others.
#include "assay/internal/shell.h"

#include <algorithm>

#include "assay/internal/text.h"
#include "languages/characters.h"
#include "languages/values.h"
#include "refiners/refiners.h"
#include "script/lists.h"
#include "script/state.h"
#include "script/visibility.h"
#include "tree/words.h"

namespace assay::equivalence {

// sh -c and bash -c with a literal script, which is read like any other.

namespace {

// Whether this is the name in ${name}.
bool is_plain_parameter(std::string_view name) {
  if (name.size() == 1 && std::string_view("@*#?$!-").find(name[0]) != std::string_view::npos) return true;
  return !name.empty() && is_alphanumeric(name, "_");
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
  for (const std::string_view each : kBash)
    if (text.find(each) != std::string_view::npos) return false;
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

static void refine_script(Context& context, Call& call) {
  if (!call.inner || !call.inner->is(Label::script) || !context.allows(rule::inner_script) ||
      context.place.depth > 4)
    return;
  // Other options change how the script is read (+B, -k, -o posix) or print it (-x), and a login shell's
  // start-up files may define functions (-l).
  if (!call.has_only({"-c", "-e"})) return;
  // In place of the last command, the shell itself is what a signal reaches.
  if (context.script.has_background && context.script.signals_jobs) return;
  const Term& word = *call.inner->parts[0];
  const bool is_bash = call.is("bash");
  if (!word.is_text() || (!is_bash && (!call.is("sh") || !is_portable(word.text))) ||
      !self_reference(word.text).empty() || may_show_level(word.text))
    return;
  const shell::Parsed& parsed = context.arena.hold(shell::parse(word.text));
  if (!parsed || (!is_bash && parsed.has_bash_prefix)) return;
  if (depends_on_lines(word.text) && !has_same_lines(line_starts(parsed.tree, word.text), {})) return;
  Context inner(context.arena);
  inner.aim = context.aim;
  inner.aim.rung = std::min(context.aim.rung, Rung::utility);
  inner.place.dialect = is_bash ? Dialect::bash : Dialect::posix;
  inner.script = facts_of(word.text);
  inner.script.lists_processes = context.script.lists_processes;
  inner.place.depth = context.place.depth + 1;
  inner.place.is_top = false;
  inner.script.defaults_hold = context.script.defaults_hold;
  inner.functions = context.functions;  // they may be exported
  inner.script.stops_on_error = call.has("-e");
  inner.script.writes_files |= context.script.writes_files;
  survey(inner, parsed.tree);
  inner.script.shows_making |= context.script.shows_making;
  if (inner.script.as_written) return;
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
    .apart = {"sh -c 'ls {a,b}'", "sh -c 'ls a b'"},
    .refine = {{{"bash", refine_script}, {"sh", refine_script}}}};

// Commands that join their words for another program: ssh, watch.

namespace {

std::string joined_text(std::span<const Term* const> words) {
  std::string text;
  for (const Term* word : words) text.append(text.empty() ? "" : " ").append(word->text);
  return text;
}

}  // namespace

// The remote side, or a shell, receives the words joined by blanks.
void refine_joined(Context& context, Call& call) {
  if (!call.inner || !call.inner->is(Label::words) || !context.allows(rule::joined_words)) return;
  const auto words = call.inner->parts;
  if (!are_texts(words)) return;
  if (words.size() > 1 && words[0]->text.starts_with('-')) return;  // as a single word it would be an option
  if (words.size() > 1) context.note(rule::joined_words, *call.inner);
  call.inner = context.arena.node(Label::words, {context.arena.kept(joined_text(words), call.inner->span)});
}

constexpr Rule rule::joined_words = {.id = "joined-words",
                                     .rung = Rung::utility,
                                     .meaning = "ssh and watch join their words with blanks",
                                     .same = {"ssh host 'ls -l'", "ssh host ls -l"},
                                     .apart = {"ssh host \"ls 'a b'\"", "ssh host ls 'a b'"},
                                     .refine = {{{"watch", refine_joined}}}};

// test, and [.

namespace {

// -h f is -L f.
void spell_link_test(Context& context, Terms& operands) {
  const std::size_t at = operands.size() - 2;
  const bool is_unary = operands.size() == 2 || (operands.size() == 3 && operands[0]->is_text("!"));
  if (!is_unary || !operands[at]->is_text("-h")) return;
  operands[at] = context.arena.text("-L");
  context.note(rule::test_brackets, *operands[at]);
}

// ! -z x and -n x are x; ! -n x and ! x are -z x.
void shorten_test(Context& context, Terms& operands) {
  if (operands.size() == 3 && operands[0]->is_text("!") && operands[1]->is_text("-z")) {
    operands.erase(operands.begin(), operands.begin() + 2);
  } else if (operands.size() == 3 && operands[0]->is_text("!") && operands[1]->is_text("-n")) {
    operands.erase(operands.begin());
    operands[0] = context.arena.text("-z");
  } else if (operands.size() == 2 && operands[0]->is_text("!")) {
    operands[0] = context.arena.text("-z");
  } else if (operands.size() == 2 && operands[0]->is_text("-n")) {
    operands.erase(operands.begin());
  } else if (operands.size() == 3 && operands[1]->is_text("==")) {
    operands[1] = context.arena.text("=");
  } else {
    return;
  }
  context.note(rule::test_brackets, *operands[0]);
}

}  // namespace

static void refine_test(Context& context, Call& call) {
  if (!context.allows(rule::test_brackets) || !call.tail.empty()) return;
  if (std::ranges::all_of(call.operands, [](const Term* each) { return is_one_word(*each); })) {
    if (call.operands.size() >= 2) spell_link_test(context, call.operands);
    shorten_test(context, call.operands);
  }
}

constexpr Rule rule::test_brackets = {
    .id = "test-brackets",
    .rung = Rung::utility,
    .meaning = "`[ … ]` equals test; `! -z` equals `-n`, `==` equals `=`, and `-h` equals `-L`",
    .same = {"[ -f a ]", "test -f a"},
    .apart = {"[ $x = a ]", "[ \"$x\" = a ]"},
    .refine = {{{"test", refine_test}}}};

// true, and :.

static void refine_true(Context& context, Call& call) {
  if (!context.allows(rule::no_operation) || !call.tail.empty() || !call.options.empty()) return;
  if (!are_texts(call.operands)) return;
  if (call.name->text == "true" && call.operands.empty()) return;
  if (call.name->text == "true" && call.operands.size() == 1) return;  // /bin/true --help
  context.note(rule::no_operation, *call.name);
  call.name = context.arena.text("true", call.name->span);
  call.operands.clear();
}

constexpr Rule rule::no_operation = {.id = "no-operation",
                                     .rung = Rung::utility,
                                     .meaning = "`:` equals true",
                                     .same = {":", "true"},
                                     .apart = {":", "false"},
                                     .refine = {{{"true", refine_true}}}};

// kill -9, -n 9 and -s KILL.
void refine_kill(Context& context, Call& call) {
  if (!context.allows(rule::signal_value)) return;
  Setting* number = call.find("-n");
  const OptionId name = call.utility->find_option("-s");
  if (!number || name == no_option || call.has("-s") || !number->value || !number->value->is_text()) return;
  const auto signal = canonical_signal(number->value->text);
  if (!signal) return;
  context.note(rule::signal_value, *number->value);
  number->parsed.id = name;
  number->option = &call.utility->options[name];
  number->value = context.arena.kept(*signal, number->span);
}

namespace {

// Verbs whose arguments are unit names, not patterns.
constexpr std::string_view kUnitVerbs =
    "cat disable enable is-active is-enabled is-failed kill mask reenable reload reload-or-restart restart "
    "start status stop try-reload-or-restart try-restart unmask";

// A name that systemctl completes with the suffix: not a path, a pattern or a process id, and without the
// suffix of another kind of unit.
bool is_bare_unit(std::string_view name) {
  return !name.empty() && is_alphanumeric(name, "_-@") && name.find_first_not_of("0123456789") != name.npos;
}

}  // namespace

// systemctl stop x.service is systemctl stop x.
static void refine_systemctl(Context& context, Call& call) {
  constexpr std::string_view kSuffix = ".service";
  if (!context.allows(rule::unit_suffix) || !call.tail.empty() || call.operands.size() < 2 ||
      !call.operands[0]->is_text() || !is_among(call.operands[0]->text, kUnitVerbs))
    return;
  for (const Term*& operand : std::span(call.operands).subspan(1)) {
    if (!operand->is_text() || !operand->text.ends_with(kSuffix)) continue;
    const std::string_view name = operand->text.substr(0, operand->text.size() - kSuffix.size());
    if (!is_bare_unit(name)) continue;
    context.note(rule::unit_suffix, *operand);
    operand = context.arena.text(name, operand->span);
  }
}

constexpr Rule rule::unit_suffix = {.id = "unit-suffix",
                                    .rung = Rung::values,
                                    .meaning = "`.service` after the name of a unit may be left out",
                                    .same = {"systemctl restart nginx", "systemctl restart nginx.service"},
                                    .apart = {"systemctl restart a", "systemctl restart a.socket"},
                                    .refine = {{{"systemctl", refine_systemctl}}}};

}  // namespace assay::equivalence
