#include "call/call.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "call/options.h"
#include "call/refine.h"
#include "size_limits.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

std::string_view without_folder(std::string_view name) { return name.substr(name.rfind('/') + 1); }

// The utility that a name means for certain: one without a folder, or in the system's. Empty for ./ls and the
// like.
std::string_view utility_named(std::string_view name) {
  if (name.find('/') == std::string_view::npos) return name;
  const std::string_view base = without_folder(name);
  const std::string_view folder = name.substr(0, name.size() - base.size());
  return folder == "/bin/" || folder == "/usr/bin/" ? base : std::string_view();
}

bool is_of_shell(const Utility& utility) { return utility.builtin != Builtin::no; }

bool is_function(const Context& context, std::string_view name) {
  return std::ranges::find(context.functions, name) != context.functions.end();
}

bool is_known_name(const Context& context, const Term& name) {
  return name.is_text() && !context.changed_shell && context.depth <= kMaxDepth &&
         !is_function(context, name.text);
}

// The inner call of wrappers and the like. Behind most of them the shell's own commands are programs.
const Term* inner_call_term(Context& context, const Utility& wrapper, std::span<const Term* const> words) {
  const bool in_shell = std::exchange(context.in_shell, context.in_shell && is_of_shell(wrapper));
  ++context.depth;
  const Call* inner = call_of(context, words);
  --context.depth;
  context.in_shell = in_shell;
  return inner->replacement ? inner->replacement : call_term(context, *inner);
}

// Words in which `mark` stands for text that is not known yet; it is written as `shown`.
void replace_marks(Context& context, std::string_view mark, std::string_view shown, Terms& words) {
  for (const Term*& word : words) {
    if (!word->is_text() || word->text.find(mark) == std::string_view::npos) continue;
    Terms pieces = context.arena.terms();
    std::string_view rest = word->text;
    for (std::size_t at = rest.find(mark); at != std::string_view::npos; at = rest.find(mark)) {
      if (at > 0) pieces.push_back(context.arena.text(rest.substr(0, at)));
      pieces.push_back(context.arena.node(Label::quoted, {context.arena.live(shown)}));
      rest.remove_prefix(at + mark.size());
    }
    if (!rest.empty()) pieces.push_back(context.arena.text(rest));
    word = context.arena.node(Label::word, pieces, word->span);
  }
}

// None where another option takes the mark its meaning, or several give one.
std::string_view replacement_mark(const Call& call) {
  if (!call.is("xargs")) return {};
  const auto marks_or_counts = std::ranges::count_if(call.options, [&call](const Setting& each) {
    constexpr std::array<std::string_view, 8> kNames = {"-I", "-i", "--replace",   "-n",
                                                        "-L", "-l", "--max-lines", "--max-args"};
    return std::ranges::any_of(
        kNames, [&](std::string_view name) { return call.utility->find_option(name) == each.parsed.id; });
  });
  if (marks_or_counts != 1) return {};
  for (const std::string_view name : {"-I", "-i", "--replace"}) {
    if (const Setting* setting = call.find(name)) {
      if (!setting->value) return "{}";
      return setting->value->is_text() ? setting->value->text : std::string_view();
    }
  }
  return {};
}

// The words with {} for the mark, as texts.
std::span<const Term* const> with_mark(Context& context, std::string_view mark,
                                       std::span<const Term* const> words) {
  Terms marked(words.begin(), words.end(), context.arena.memory());
  for (const Term*& word : std::span(marked).subspan(1)) {
    if (!word->is_text() || word->text.find(mark) == std::string_view::npos) continue;
    std::string text(word->text);
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 2))
      text.replace(at, mark.size(), "{}");
    word = context.arena.text(context.arena.keep(text), word->span);
  }
  return context.arena.node(Label::words, marked)->parts;
}

// What xargs puts into the words of its command: in the
// places of a mark, whatever it is called, or behind them.
void read_appended(Context& context, Call& call, Terms& words) {
  call.inner_words = context.arena.node(Label::words, words)->parts;
  const std::string_view mark = replacement_mark(call);
  if (mark.empty()) return words.push_back(context.arena.node(Label::appended, {}));
  const Term* name = words[0];  // stays as it is
  const bool is_free = std::ranges::none_of(
      words, [](const Term* word) { return word->text.find("{}") != std::string_view::npos; });
  Setting* replace = call.find("-I");
  const bool renames = mark != "{}" && is_free && replace && context.allows(Rule::replacement_mark);
  replace_marks(context, mark, renames ? "{}" : mark, words);
  words[0] = name;
  if (!renames) return;
  context.note(Rule::replacement_mark, mark);
  replace->value = context.arena.text("{}", replace->span);
  replace->parsed.value.text = "{}";
  call.inner_words = with_mark(context, mark, call.inner_words);
}

void read_inner(Context& context, Call& call, const ParsedInvocation& parsed,
                std::span<const Term* const> arguments) {
  Terms words(arguments.begin() + *parsed.inner_at, arguments.end(), context.arena.memory());
  switch (parsed.inner) {
    case InnerForm::argv: {
      if (call.is("xargs")) read_appended(context, call, words);
      call.inner = inner_call_term(context, *call.utility, words);
      return;
    }
    case InnerForm::subcommand:
      if (parsed.subcommand) {
        call.inner = subcommand_term(context, *parsed.subcommand, words);
        return;
      }
      [[fallthrough]];
    case InnerForm::none:
    case InnerForm::joined:
      call.inner = context.arena.node(Label::words, words);
      return;
    case InnerForm::script:
      call.inner = context.arena.node(Label::script, {words[0]});
      return;
  }
}

// xargs runs echo where nothing else is said.
void add_default_command(Context& context, Call& call) {
  const std::vector<std::string>& otherwise = call.utility->inner.otherwise;
  const bool is_bare = call.is("xargs") && !otherwise.empty() && call.tail.empty() && call.operands.empty();
  if (!is_bare || !context.allows(Rule::default_operand) || !replacement_mark(call).empty()) return;
  context.note(Rule::default_operand, otherwise[0]);
  Terms words = context.arena.terms();
  for (const std::string& word : otherwise) words.push_back(context.arena.text(word));
  call.inner_words = context.arena.node(Label::words, words)->parts;
  words.push_back(context.arena.node(Label::appended, {}));
  call.inner = inner_call_term(context, *call.utility, words);
}

// Arguments as they stand.
Call* plain_call(Context& context, std::span<const Term* const> words) {
  Call* call = context.arena.make<Call>(context.arena);
  call->name = words[0];
  call->tail.assign(words.begin() + 1, words.end());
  return call;
}

// diff -r writes the options it was given, as they were, in front of each pair of files.
bool prints_its_options(const ParsedInvocation& parsed) {
  const Utility& utility = *parsed.utility;
  return utility.name == "diff" && parsed.has(utility.find_option("-r")) &&
         !parsed.has(utility.find_option("-q"));
}

// Two names of one option may be two options to the utility, which then refuses their common beginning (cmp
// --prin).
bool is_ambiguous(const Utility& utility, const ParsedOption& option, const Term& argument) {
  if (option.spelling != Spelling::abbreviated) return false;
  const std::string_view text = argument.is_text() ? argument.text : argument_of(argument).text;
  const std::string_view start = text.substr(0, text.find('='));
  return std::ranges::count_if(utility.long_names, [&](Utility::NamedId each) {
           return utility.text_of(each).starts_with(start);
         }) != 1;
}

// Not all agree whether the operand "-" behind "--" is standard input or a file of that name.
bool is_doubtful(const ParsedInvocation& parsed, std::span<const Term* const> arguments) {
  const auto is_dash = [&](std::uint32_t at) {
    return arguments[at]->is_text() && arguments[at]->text == "-";
  };
  return (parsed.dashes && std::ranges::any_of(parsed.operands, is_dash)) ||
         std::ranges::any_of(parsed.options, [&](const ParsedOption& each) {
           return is_ambiguous(*parsed.utility, each, *arguments[each.argument]);
         });
}

Call* parsed_call(Context& context, const Utility& utility, std::span<const Term* const> words) {
  const auto arguments = words.subspan(1);
  std::pmr::vector<Argument> known(context.arena.memory());
  known.reserve(arguments.size());
  for (const Term* word : arguments) known.push_back(argument_of(*word));
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

// Whether it may change the shell it runs in.
bool may_change_shell(const Utility& utility) {
  return is_of_shell(utility) && utility.builtin != Builtin::quiet;
}

bool looks_like_option(const Term& operand) {
  if (operand.is_text()) return operand.text.size() > 1 && operand.text[0] == '-';
  if (operand.is(Label::option) || operand.is(Label::joined)) return false;
  const Argument argument = argument_of(operand);
  return argument.text.empty() || argument.text[0] == '-';
}

// Whether the first operand says what is done: people write options behind it (apt list --installed).
bool names_action(const Utility& utility) {
  return utility.order == OptionOrder::permute && utility.operands.size() > 1 &&
         utility.operands[0].role == OperandRole::name && !utility.operands[0].many;
}

void drop_folder(Context& context, Call& call) {
  const std::string_view name = call.name->text;
  if (!name.starts_with("/bin/") && !name.starts_with("/usr/bin/")) return;
  if (without_folder(name) == "time" || !context.allows(Rule::program_folder))
    return;  // the shell's is a keyword
  context.assume(Rule::program_folder, *call.name);
  call.name = context.arena.text(without_folder(name), call.name->span);
}

// [ … ] is test …
std::optional<Terms> test_words(Context& context, std::span<const Term* const> words) {
  if (words[0]->text != "[" || !context.in_shell || !context.allows(Rule::test_brackets) ||
      words.size() < 2 || is_function(context, "test"))
    return std::nullopt;
  if (!words.back()->is_text() || words.back()->text != "]") return std::nullopt;
  context.note(Rule::test_brackets, "[");
  Terms test(words.begin(), words.end() - 1, context.arena.memory());
  test[0] = context.arena.text("test", words[0]->span);
  return test;
}

// Of folders, diff prints how it was called in front of each pair of files; its pages are headed so anyway.
bool shows_its_words(Context& context, const Call& call) {
  if (!call.is("diff") || call.has("-q")) return false;
  if (!context.allows(Rule::plain_files) || call.has("-r") || call.has("-l")) return true;
  context.note(Rule::plain_files, *call.name);
  return false;
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

bool Call::holds(const Fact& fact) const {
  const auto is_given = [this](OptionId id) {
    return std::ranges::any_of(options, [id](const Setting& each) { return each.parsed.id == id; });
  };
  const auto is_allowed = [&fact](const Setting& each) {
    return std::ranges::find(fact.only, each.parsed.id) != fact.only.end();
  };
  return fact.holds && !(fact.single && operands.size() > 1) && std::ranges::none_of(fact.unless, is_given) &&
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
  const Rung outer = std::exchange(context.rung, rung);
  Call* call = call_of(context, words);
  context.rung = outer;
  return call;
}

}  // namespace

Call* call_of(Context& context, std::span<const Term* const> words) {
  const Term& name = *words[0];
  if (context.rung < Rung::flag_order || !is_known_name(context, name)) return plain_call(context, words);
  if (context.lists_processes && context.rung > Rung::flag_order)
    return with_rung(context, Rung::flag_order, words);
  if (words.size() > kMostWords) {
    context.arena.note_limit("a command of more than 1,024 words is compared by its words");
    return plain_call(context, words);
  }
  if (const auto test = test_words(context, words)) return call_of(context, *test);
  const Utility* utility = context.find(utility_named(name.text));
  if (!utility) return plain_call(context, words);
  const bool is_bare = name.text.find('/') == std::string_view::npos;
  if (is_of_shell(*utility) && !(is_bare && context.in_shell)) return plain_call(context, words);
  if (!utility->same_as.empty() && context.allows(Rule::other_name) && is_bare &&
      !is_function(context, utility->same_as[0])) {
    context.note(Rule::other_name, name);
    Terms other = context.arena.terms();
    for (const std::string& word : utility->same_as) other.push_back(context.arena.text(word, name.span));
    other.insert(other.end(), words.begin() + 1, words.end());
    return call_of(context, other);
  }
  if (context.dialect == Dialect::posix && is_of_shell(*utility)) return plain_call(context, words);
  Call* call = parsed_call(context, *utility, words);
  if (shows_its_words(context, *call)) return plain_call(context, words);
  if (call->utility) drop_folder(context, *call);
  if (call->utility) refine(context, *call);
  return call;
}

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

}  // namespace assay::equivalence
