// SPDX-License-Identifier: Apache-2.0
#include "call/call.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "assay/internal/text.h"
#include "call/steps.h"
#include "size_limits.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

std::string_view without_folder(std::string_view name) { return name.substr(name.rfind('/') + 1); }

// The utility that a name certainly means: one without a folder, or in the system's folders. Empty for ./ls
// and the like.
std::string_view utility_named(std::string_view name) {
  if (name.find('/') == std::string_view::npos) return name;
  const std::string_view base = without_folder(name);
  const std::string_view folder = name.substr(0, name.size() - base.size());
  return folder == "/bin/" || folder == "/usr/bin/" ? base : std::string_view();
}

bool is_known_name(const Context& context, const Term& name) {
  return name.is_text() && !context.script.changed_shell && context.place.depth <= kMaxDepth &&
         !context.defines(name.text);
}

// Keeps the arguments as written.
Call* plain_call(Context& context, std::span<const Term* const> words) {
  Call* call = context.arena.make<Call>(context.arena);
  call->name = words[0];
  call->tail.assign(words.begin() + 1, words.end());
  return call;
}

// Two names of one option may be two options to the utility, which then refuses their common prefix (cmp
// --prin).
bool is_ambiguous(const Utility& utility, const ParsedOption& option, const Term& argument) {
  if (option.spelling != Spelling::abbreviated) return false;
  const std::string_view text = argument.is_text() ? argument.text : argument_of(argument).text;
  const std::string_view start = text.substr(0, text.find('='));
  return std::ranges::count_if(utility.long_names, [&](Utility::NamedId each) {
           return utility.text_of(each).starts_with(start);
         }) != 1;
}

// Utilities disagree whether the operand "-" after "--" is standard input or a file of that name. In place of
// a script, "-" ends a shell's options instead (sh -c -).
bool is_doubtful(const ParsedInvocation& parsed, std::span<const Term* const> arguments) {
  const auto is_dash = [&](std::uint32_t at) { return arguments[at]->is_text("-"); };
  return (parsed.dashes && std::ranges::any_of(parsed.operands, is_dash)) ||
         (parsed.inner_at && is_dash(*parsed.inner_at)) ||
         std::ranges::any_of(parsed.options, [&](const ParsedOption& each) {
           return is_ambiguous(*parsed.utility, each, *arguments[each.argument]);
         });
}

bool names_processes(const Utility& utility, std::span<const Term* const> arguments, const Term& word) {
  if (utility.name == "kill" || utility.name == "wait")
    return std::ranges::none_of(arguments, [](const Term* each) { return each->is_text("--"); });
  const auto at = std::ranges::find(arguments, &word);
  return utility.name == "ps" && at != arguments.begin() && (*(at - 1))->is_text() &&
         is_among((*(at - 1))->text, "-p --pid -q --ppid");
}

// An expansion in the place of a process id is assumed to be a number.
Argument known_argument(Context& context, const Utility& utility, std::span<const Term* const> arguments,
                        const Term& word) {
  const Argument argument = argument_of(word);
  const bool is_expansion = word.is(Label::word) && word.parts.size() == 1 &&
                            (word.parts[0]->is(Label::split) || word.parts[0]->is(Label::quoted)) &&
                            word.parts[0]->parts[0]->is(Label::parameter);
  if (!is_expansion || !context.allows(rule::process_id) || !names_processes(utility, arguments, word))
    return argument;
  context.assume(rule::process_id, word);
  return {"1", Known::one_word};
}

Call* parsed_call(Context& context, const Utility& utility, std::span<const Term* const> words) {
  const auto arguments = words.subspan(1);
  std::pmr::vector<Argument> known(context.arena.memory());
  known.reserve(arguments.size());
  for (const Term* word : arguments) known.push_back(known_argument(context, utility, arguments, *word));
  ParsedInvocation parsed;
  parse_options(utility, known, parsed);
  if (parsed.unknown_at || prints_its_options(parsed) || is_doubtful(parsed, arguments))
    return plain_call(context, words);
  Call* call = context.arena.make<Call>(context.arena);
  call->name = words[0];
  call->utility = &utility;
  read_arguments(context, *call, parsed, arguments);
  if (parsed.inner_at && call->tail.empty()) read_inner(context, *call, parsed, arguments);
  if (!parsed.inner_at) add_default_command(context, *call);
  settle_options(context, *call, arguments);
  return call;
}

// Whether a script may print the name by which its interpreter was called.
bool shows_name(const Term* word) {
  constexpr std::array<std::string_view, 6> kNames = {"$0", "{0", "$_", "{_", "BASH", "ARGV"};
  return word->is_text() && std::ranges::any_of(kNames, [word](std::string_view each) {
           return word->text.find(each) != std::string_view::npos;
         });
}

void drop_folder(Context& context, Call& call) {
  const std::string_view name = call.name->text;
  if (!name.starts_with("/bin/") && !name.starts_with("/usr/bin/")) return;
  if (without_folder(name) == "time" || !context.allows(rule::program_folder))
    return;  // that of the shell is a keyword
  // Help and version texts contain the name used, as do some progress reports.
  if (may_exit(call)) return;
  // --help and --version of dd, which has no options.
  const auto asks = [](const Term* each) { return each->text.starts_with("--"); };
  if (std::ranges::any_of(call.operands, asks) || std::ranges::any_of(call.tail, asks)) return;
  const bool may_report = call.has("-v") || !call.tail.empty();
  if ((call.is("mkdir") || call.is("rmdir") || call.is("install")) && may_report) return;
  const bool shows = std::ranges::any_of(call.operands, shows_name) ||
                     std::ranges::any_of(call.tail, shows_name) ||
                     (call.inner && std::ranges::any_of(call.inner->parts, shows_name));
  if (shows) return;
  if (call.is("printenv") || call.is("env")) return;  // they print $_, which is the name with its folder
  context.assume(rule::program_folder, *call.name);
  call.name = context.arena.text(without_folder(name), call.name->span);
}

// [ … ] is test …
std::optional<Terms> test_words(Context& context, std::span<const Term* const> words) {
  if (words[0]->text != "[" || !context.place.in_shell || !context.allows(rule::test_brackets) ||
      words.size() < 2 || context.defines("test"))
    return std::nullopt;
  if (!words.back()->is_text() || words.back()->text != "]") return std::nullopt;
  context.note(rule::test_brackets, "[");
  Terms test(words.begin(), words.end() - 1, context.arena.memory());
  test[0] = context.arena.text("test", words[0]->span);
  return test;
}

}  // namespace

Setting* Call::find(std::string_view option_name) {
  if (!utility) return nullptr;
  const OptionId id = utility->find_option(option_name);
  if (id == no_option) return nullptr;
  const auto found =
      std::ranges::find_if(options, [id](const Setting& each) { return each.parsed.id == id; });
  return found == options.end() ? nullptr : &*found;
}

const Setting* Call::find(std::string_view option_name) const {
  return const_cast<Call*>(this)->find(option_name);
}

void Call::remove(std::string_view option_name) {
  const OptionId id = utility->find_option(option_name);
  std::erase_if(options, [id](const Setting& each) { return each.parsed.id == id; });
}

bool Call::has_any(std::span<const OptionId> ids) const {
  return std::ranges::any_of(
      options, [ids](const Setting& each) { return std::ranges::find(ids, each.parsed.id) != ids.end(); });
}

bool Call::holds(const Fact& fact) const {
  const auto is_allowed = [&fact](const Setting& each) {
    return std::ranges::find(fact.only, each.parsed.id) != fact.only.end();
  };
  return fact.holds && !(fact.single && operands.size() > 1) && !has_any(fact.unless) &&
         (!fact.is_limited || std::ranges::all_of(options, is_allowed));
}

bool Call::has_only(std::initializer_list<std::string_view> option_names) const {
  return std::ranges::all_of(options, [&](const Setting& each) {
    return std::ranges::any_of(
        option_names, [&](std::string_view name) { return utility->find_option(name) == each.parsed.id; });
  });
}

namespace {

Call* with_rung(Context& context, Rung rung, std::span<const Term* const> words) {
  const Rung outer = std::exchange(context.aim.rung, rung);
  Call* call = call_of(context, words);
  context.aim.rung = outer;
  return call;
}

}  // namespace

Call* call_of(Context& context, std::span<const Term* const> words) {
  const Term& name = *words[0];
  if (context.aim.rung < Rung::flag_order || !is_known_name(context, name)) return plain_call(context, words);
  if (context.script.lists_processes && context.aim.rung > Rung::flag_order)
    return with_rung(context, Rung::flag_order, words);
  if (words.size() > kMostWords) {
    context.arena.note_limit("a command of more than 1,024 words is compared by its words");
    return plain_call(context, words);
  }
  if (const auto test = test_words(context, words)) return call_of(context, *test);
  const Utility* utility = context.find(utility_named(name.text));
  if (!utility) return plain_call(context, words);
  const bool is_bare = name.text.find('/') == std::string_view::npos;
  if (utility->is_builtin() && !(is_bare && context.place.in_shell)) return plain_call(context, words);
  if (asks_the_script(*utility, words)) return plain_call(context, words);
  if (!utility->same_as.empty() && context.allows(rule::other_name) && is_bare &&
      !context.defines(utility->same_as[0]) && !may_be_refused(*utility, words)) {
    context.note(rule::other_name, name);
    Terms other = context.arena.terms();
    for (const std::string& word : utility->same_as) other.push_back(context.arena.text(word, name.span));
    other.insert(other.end(), words.begin() + 1, words.end());
    return call_of(context, other);
  }
  if (context.place.dialect == Dialect::posix && utility->is_builtin()) return plain_call(context, words);
  Call* call = parsed_call(context, *utility, words);
  if (keeps_its_words(context, *call, words)) return plain_call(context, words);
  if (call->utility) drop_folder(context, *call);
  if (call->utility && !may_exit(*call)) refine(context, *call);
  return call;
}

constexpr Rule rule::other_name = {.id = "other-name",
                                   .rung = Rung::utility,
                                   .meaning = "a utility equals another one with options",
                                   .same = {"egrep 'a+' f", "grep -E 'a+' f"},
                                   .apart = {"grep 'a+' f", "grep -E 'a+' f"}};

constexpr Rule rule::program_folder = {.id = "program-folder",
                                       .rung = Rung::rewrite,
                                       .meaning = "`/bin/` and `/usr/bin/` before a utility may be left out",
                                       .same = {"/bin/ls -l", "ls -l"},
                                       .apart = {"./ls", "ls"},
                                       .assumption = "PATH finds the same program",
                                       .sentence = "PATH finds {}, or the same program"};

constexpr Rule rule::process_id = {.id = "process-id",
                                   .rung = Rung::rewrite,
                                   .meaning = "expansions given to kill, wait and ps -p are operands",
                                   .same = {"kill $p", "kill -s TERM $p"},
                                   .apart = {"kill $p", "kill -9 $p"},
                                   .assumption = "the expansions are process IDs",
                                   .sentence = "{} is the ID of a process"};

// A call as a canonical term.

namespace {

// Whether it may change the shell that it runs in.
bool may_change_shell(const Utility& utility) {
  return utility.is_builtin() && utility.builtin != Builtin::quiet;
}

bool looks_like_option(const Term& operand) {
  if (operand.is_text()) return operand.text.size() > 1 && operand.text[0] == '-';
  if (operand.is(Label::option) || operand.is(Label::joined)) return false;
  const Argument argument = argument_of(operand);
  return argument.text.empty() || argument.text[0] == '-';
}

// Whether the first operand names the action: users write options after it (apt list --installed).
bool names_action(const Utility& utility) {
  return utility.order == OptionOrder::permute && utility.operands.size() > 1 &&
         utility.operands[0].role == OperandRole::name && !utility.operands[0].many;
}

}  // namespace

const Term* call_term(Context& context, const Call& call) {
  if (call.replacement) return call.replacement;
  Terms parts = context.arena.terms();
  parts.push_back(call.name);
  if (!call.utility) {
    parts.insert(parts.end(), call.tail.begin(), call.tail.end());
    const Term* plain = context.arena.node(Label::plain, parts, call.span);
    return context.arena.opaque(*plain);
  }
  const Utility& utility = *call.utility;
  auto operands = std::span<const Term* const>(call.operands);
  if (names_action(utility) && !operands.empty() && !looks_like_option(*operands[0])) {
    parts.push_back(operands[0]);
    operands = operands.subspan(1);
  }
  for (const Setting& each : call.options) parts.push_back(setting_term(context, *call.utility, each));
  const bool may_end_options = utility.dashes && !utility.dashes_matter && utility.order != OptionOrder::none;
  if (may_end_options &&
      std::ranges::any_of(call.operands, [](const Term* each) { return looks_like_option(*each); })) {
    parts.push_back(context.arena.live("--"));
  }
  const bool is_script = call.inner && call.inner->is(Label::script);
  if (is_script) parts.push_back(call.inner);
  parts.insert(parts.end(), operands.begin(), operands.end());
  if (call.inner && !is_script) parts.push_back(call.inner);
  if (call.expression) parts.push_back(call.expression);
  if (!call.tail.empty()) parts.push_back(context.arena.node(Label::tail, call.tail));
  const Term* term =
      context.arena.node(may_change_shell(utility) ? Label::builtin : Label::call, parts, call.span);
  const bool hides_command = !call.tail.empty() && utility.inner.form != InnerForm::none;
  return hides_command ? context.arena.opaque(*term) : term;
}

Call* make_call(Context& context, std::string_view name, shell::Span span) {
  const Utility* utility = context.find(name);
  if (!utility || std::ranges::find(context.functions, name) != context.functions.end()) return nullptr;
  Call* call = context.arena.make<Call>(context.arena);
  call->utility = utility;
  call->name = context.arena.text(name, span);
  call->span = span;
  return call;
}

void add_option(Context& context, Call& call, std::string_view option, std::string_view value) {
  const OptionId id = call.utility->find_option(option);
  if (id == no_option) return;
  Setting setting;
  setting.parsed.id = id;
  setting.option = &call.utility->options[id];
  setting.span = call.name->span;
  if (!value.empty()) setting.value = context.arena.kept(value, call.name->span);
  call.options.push_back(setting);
  std::ranges::stable_sort(call.options, {}, [](const Setting& each) { return each.parsed.id; });
}

}  // namespace assay::equivalence
