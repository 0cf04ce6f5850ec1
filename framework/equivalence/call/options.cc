// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "call/steps.h"
#include "refiners/refiners.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

const Term* value_term(Context& context, const OptionValue& value, std::span<const Term* const> arguments) {
  if (value.form == ValueForm::none) return nullptr;
  const Term& argument = *arguments[value.argument];
  if (argument.is_text()) return context.arena.text(value.text, argument.span);
  return without_prefix(context, argument, value.offset);
}

// The name as written; `letter` is the position within a cluster.
std::string_view spelling_of(Context& context, const ParsedOption& option, const Option& known,
                             const Term& argument, std::size_t letter) {
  const std::string_view text = argument.is_text() ? argument.text : argument_of(argument).text;
  switch (option.spelling) {
    case Spelling::letter:
      if (letter + 1 < text.size()) {
        const char name[] = {text[0], text[letter + 1]};
        for (const std::string& each : known.names)
          if (each == std::string_view(name, 2)) return each;
      }
      return known.name();
    case Spelling::word:
    case Spelling::abbreviated: return context.arena.keep(text.substr(0, text.find('=')));
    case Spelling::numeric: return text.substr(0, 1);
    case Spelling::bundle:
    case Spelling::key: return known.name();
  }
  return known.name();
}

// The index from which arguments are kept as written.
std::uint32_t tail_start(const ParsedInvocation& parsed) {
  std::uint32_t start = *parsed.uncertain_at;
  for (const ParsedOption& option : parsed.options) {
    const bool has_value =
        option.value.form != ValueForm::none && option.value.argument >= *parsed.uncertain_at;
    const bool has_second =
        option.second.form != ValueForm::none && option.second.argument >= *parsed.uncertain_at;
    if (has_value || has_second) start = std::min(start, option.argument);
  }
  return start;
}

void note_layout(Context& context, const ParsedInvocation& parsed, std::span<const Term* const> arguments) {
  if (!context.aim.trace) return;
  for (std::size_t i = 0; i < parsed.options.size(); ++i) {
    const ParsedOption& option = parsed.options[i];
    const bool shares = i > 0 && parsed.options[i - 1].argument == option.argument;
    if (shares) context.note(rule::cluster, *arguments[option.argument]);
    if (!parsed.operands.empty() && parsed.operands[0] < option.argument)
      context.note(rule::operand_place, *arguments[option.argument]);
  }
  if (parsed.dashes) context.note(rule::dashes, "--");
}

// Positional options keep their place among the operands.
void interleave(Context& context, Call& call) {
  // With one URL and one such option, curl accepts them in any order.
  const bool is_single =
      call.is("curl") && call.operands.size() == 1 && call.tail.empty() && !call.has("--next") &&
      !call.has("--url") &&
      std::ranges::count_if(call.options, [](const Setting& each) { return each.option->positional; }) == 1;
  const auto is_positional = [is_single](const Setting& each) {
    return each.option->positional && !is_single;
  };
  if (std::ranges::none_of(call.options, is_positional)) return;
  Terms mixed = context.arena.terms();
  std::pmr::vector<std::uint32_t> places(context.arena.memory());
  std::size_t operand = 0;
  for (const Setting& each : call.options) {
    if (!is_positional(each)) continue;
    for (; operand < call.operands.size() && call.places[operand] < each.parsed.argument; ++operand)
      mixed.push_back(call.operands[operand]);
    mixed.push_back(setting_term(context, *call.utility, each));
  }
  mixed.insert(mixed.end(), call.operands.begin() + static_cast<std::ptrdiff_t>(operand),
               call.operands.end());
  call.operands = std::move(mixed);
  std::erase_if(call.options, is_positional);
}

bool names_paths_in_a_file(const Term& find_expression) {
  return std::ranges::any_of(find_expression.parts,
                             [](const Term* each) { return each->is_text("-files0-from"); });
}

void add_default_operand(Context& context, Call& call) {
  if (!call.operands.empty() || !call.tail.empty() || call.inner || !context.allows(rule::default_operand))
    return;
  const auto& operands = call.utility->operands;
  if (operands.size() != 1 || !operands[0].default_value || call.has_any(operands[0].unless) ||
      (call.expression && names_paths_in_a_file(*call.expression)))
    return;
  context.note(rule::default_operand, *operands[0].default_value);
  call.operands.push_back(context.arena.text(*operands[0].default_value, call.name->span));
}

void note_names(Context& context, const Settings& settings) {
  if (!context.aim.trace) return;
  for (const Setting& each : settings) {
    const bool is_numeric = each.parsed.spelling == Spelling::numeric;
    if (!is_numeric && each.spelled != each.option->name()) context.note(rule::option_name, each.spelled);
    const bool is_long = each.option->name().starts_with("--");
    const ValueForm usual = is_long ? ValueForm::equals : ValueForm::separate;
    if (each.value && (is_numeric || each.parsed.value.form != usual))
      context.note(rule::argument_form, each.spelled);
  }
}

// For display: the name with the options as written.
void note_call(Context& context, const Call& call, std::span<const Term* const> arguments) {
  if (!context.aim.trace) return;
  std::string flags = print(*call.name);
  std::string all = flags;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string word = print(*arguments[at]);
    all += " " + word;
    const bool is_flag = std::ranges::any_of(call.options, [at](const Setting& each) {
      return each.parsed.argument == at || (each.value && each.parsed.value.argument == at);
    });
    if (is_flag) flags += " " + word;
  }
  context.aim.trace->flags.push_back(std::move(flags));
  context.aim.trace->calls.push_back(std::move(all));
}

}  // namespace

void read_arguments(Context& context, Call& call, const ParsedInvocation& parsed,
                    std::span<const Term* const> arguments) {
  auto end = static_cast<std::uint32_t>(arguments.size());
  if (parsed.uncertain_at) end = tail_start(parsed);
  std::size_t letter = 0;
  for (std::size_t i = 0; i < parsed.options.size(); ++i) {
    const ParsedOption& each = parsed.options[i];
    if (each.argument >= end) break;
    letter = i > 0 && parsed.options[i - 1].argument == each.argument ? letter + 1 : 0;
    Setting setting;
    setting.parsed = each;
    setting.option = &call.utility->options[each.id];
    setting.value = value_term(context, each.value, arguments);
    setting.second = value_term(context, each.second, arguments);
    setting.spelled = spelling_of(context, each, *setting.option, *arguments[each.argument], letter);
    setting.span = arguments[each.argument]->span;
    call.options.push_back(setting);
  }
  for (const std::uint32_t at : parsed.operands) {
    if (at >= end || (parsed.expression_at && at >= *parsed.expression_at)) break;
    call.operands.push_back(arguments[at]);
    call.places.push_back(at);
  }
  if (end < arguments.size()) call.tail.assign(arguments.begin() + end, arguments.end());
  if (parsed.expression_at && call.tail.empty())
    call.expression = context.arena.node(Label::expression, arguments.subspan(*parsed.expression_at));
  note_layout(context, parsed, arguments);
}

namespace {

// od reads "+8", and a second operand that begins with a digit, as an offset if all options are as old as -c;
// after `-t c` or `-A o` they are files.
bool may_read_an_offset(const Call& call) {
  if (!call.is("od")) return false;
  if (call.operands.size() > 1 || !call.tail.empty() || call.has("+")) return true;
  return std::ranges::any_of(
      call.operands, [](const Term* each) { return !each->is_text() || each->text.starts_with('+'); });
}

}  // namespace

void settle_options(Context& context, Call& call, std::span<const Term* const> arguments) {
  const Utility& utility = *call.utility;
  const bool reads_offset = may_read_an_offset(call);
  note_call(context, call, arguments);
  if (context.aim.rung >= Rung::aliases) {
    note_names(context, call.options);
    if (!reads_offset) spell_canonically(context, utility, call.options);
  }
  put_in_order(context, utility, call.options);
  if (context.allows(rule::default_value) && context.script.defaults_hold && call.tail.empty() &&
      !reads_offset)
    drop_defaults(context, call);
  interleave(context, call);
  add_default_operand(context, call);
  if (context.aim.rung < Rung::aliases) return;
  for (Setting& each : call.options) each.spelled = {};
}

const Term* setting_term(Context& context, const Utility& utility, const Setting& setting) {
  const bool canonical = context.aim.rung >= Rung::aliases;
  const std::string_view name = canonical ? std::string_view(setting.option->name()) : setting.spelled;
  // tar -? would be read as a glob.
  if (!setting.value) {
    const bool is_pattern = name.find('?') != std::string_view::npos;
    return context.arena.node(
        Label::option, {is_pattern ? context.arena.text(name) : context.arena.live(name)}, setting.span);
  }
  bool joined = false;
  bool equals = false;
  if (canonical) {
    const Arity arity = setting.option->arity;
    equals = name.starts_with("--") && utility.equals;
    joined = equals || setting.parsed.spelling == Spelling::key ||
             (arity != Arity::required && arity != Arity::pair && arity != Arity::next);
  } else {
    equals = setting.parsed.value.form == ValueForm::equals && setting.parsed.spelling != Spelling::key;
    joined = setting.parsed.value.form != ValueForm::separate;
  }
  const std::string_view written = equals ? context.arena.keep(std::string(name) + "=") : name;
  const Label label = joined ? Label::joined : Label::option;
  if (!setting.second)
    return context.arena.node(label, {context.arena.live(written), setting.value}, setting.span);
  return context.arena.node(label, {context.arena.live(written), setting.value, setting.second},
                            setting.span);
}

namespace {

// Uses the table's name: `svn co` is `svn checkout`.
const Term* subcommand_name(Context& context, const Utility& subcommand, const Term* word) {
  if (word->text == subcommand.name || !context.allows(rule::option_name)) return word;
  context.note(rule::option_name, word->text);
  return context.arena.text(subcommand.name, word->span);
}

// The subcommand that runs if none is named: git stash -u is git stash push -u.
const Utility* usual_subcommand(Context& context, const ParsedInvocation& parsed) {
  const InnerRule& inner = parsed.utility->inner;
  if (inner.form != InnerForm::subcommand || inner.otherwise.empty() || parsed.inner_at ||
      parsed.uncertain_at || !parsed.operands.empty() || !context.allows(rule::default_operand))
    return nullptr;
  context.note(rule::default_operand, inner.otherwise[0]);
  return parsed.utility->find_subcommand(inner.otherwise[0]);
}

}  // namespace

const Term* subcommand_term(Context& context, const Utility& above, const Utility& subcommand,
                            std::span<const Term* const> words) {
  if (!subcommand.same_as.empty() && context.allows(rule::other_name)) {
    context.note(rule::other_name, *words[0]);
    Terms other = context.arena.terms();
    for (const std::string& word : subcommand.same_as)
      other.push_back(context.arena.text(word, words[0]->span));
    other.insert(other.end(), words.begin() + 1, words.end());
    return subcommand_term(context, above, *above.find_subcommand(subcommand.same_as[0]), other);
  }
  const auto arguments = words.subspan(1);
  std::pmr::vector<Argument> known(context.arena.memory());
  for (const Term* word : arguments) known.push_back(argument_of(*word));
  ParsedInvocation parsed;
  parse_options(subcommand, known, parsed);
  Call call(context.arena);
  call.name = words[0];
  if (parsed.unknown_at || (parsed.inner_at && parsed.uncertain_at)) {
    call.tail.assign(arguments.begin(), arguments.end());
    return call_term(context, call);
  }
  call.name = subcommand_name(context, subcommand, words[0]);
  call.utility = &subcommand;
  if (const Utility* usual = usual_subcommand(context, parsed)) {
    Terms words_of_usual = context.arena.terms();
    words_of_usual.push_back(context.arena.text(usual->name, words[0]->span));
    words_of_usual.insert(words_of_usual.end(), arguments.begin(), arguments.end());
    call.inner = subcommand_term(context, subcommand, *usual, words_of_usual);
    return call_term(context, call);
  }
  read_arguments(context, call, parsed, arguments);
  if (parsed.inner_at) {
    const auto rest = arguments.subspan(*parsed.inner_at);
    call.inner = parsed.subcommand ? subcommand_term(context, subcommand, *parsed.subcommand, rest)
                                   : context.arena.node(Label::words, rest);
  }
  settle_options(context, call, arguments);
  read_operand_values(context, call);
  if (call.is("s_client")) refine_server_name(context, call);
  return call_term(context, call);
}

std::pmr::vector<const Operand*> roles_of(const Context& context, const Call& call) {
  std::pmr::vector<const Operand*> roles(call.operands.size(), nullptr, context.arena.memory());
  std::pmr::vector<const Operand*> entries(context.arena.memory());
  for (const Operand& each : call.utility->operands) {
    const bool is_left_out = std::ranges::any_of(each.unless, [&](OptionId id) {
      return std::ranges::any_of(call.options,
                                 [id](const Setting& option) { return option.parsed.id == id; });
    });
    if (!is_left_out) entries.push_back(&each);
  }
  const auto many = std::ranges::find_if(entries, [](const Operand* each) { return each->many; });
  const auto before = static_cast<std::size_t>(many - entries.begin());
  const std::size_t after = many == entries.end() ? 0 : entries.size() - before - 1;
  for (std::size_t at = 0; at < roles.size(); ++at) {
    if (at < before) {
      roles[at] = entries[at];
    } else if (many != entries.end()) {
      const std::size_t left = roles.size() - at;
      roles[at] = left <= after ? entries[entries.size() - left] : *many;
    }
  }
  return roles;
}

std::size_t operands_before_files(const Context& context, const Call& call) {
  const auto is_file = [](const Operand* each) { return each && each->role == OperandRole::path; };
  const auto roles = roles_of(context, call);
  return static_cast<std::size_t>(std::ranges::find_if(roles, is_file) - roles.begin());
}

bool has_such_files(const Context& context, const Call& call, FilesGiven wanted) {
  if (wanted == FilesGiven::any) return true;
  const auto files = std::span(call.operands).subspan(operands_before_files(context, call));
  return call.tail.empty() && (wanted != FilesGiven::at_most_one || files.size() < 2) &&
         std::ranges::all_of(files, [&](const Term* each) {
           if (!each->is_text() || each->text.find("{}") != each->text.npos) return false;
           const std::string_view name = each->text.substr(each->text.rfind('/') + 1);
           return wanted == FilesGiven::at_most_one || name == "." || name == ".." ||
                  (name.empty() && !each->text.empty());
         });
}

constexpr Rule rule::cluster = {.id = "cluster",
                                .rung = Rung::flag_order,
                                .meaning = "several letters after one dash are separate options",
                                .same = {"rm -r -f d", "rm -rf d"},
                                .apart = {"sed -i -e s/a/b/ f", "sed -ie s/a/b/ f"}};

constexpr Rule rule::operand_place = {.id = "operand-place",
                                      .rung = Rung::flag_order,
                                      .meaning = "options may follow operands if the utility allows it",
                                      .same = {"grep foo f -n", "grep -n foo f"},
                                      .apart = {"echo -n foo", "echo foo -n"},
                                      .refine = {{{"unzip", refine_unzip}}}};

constexpr Rule rule::dashes = {.id = "dashes",
                               .rung = Rung::flag_order,
                               .meaning = "`--` may be left out if no option could follow it",
                               .same = {"rm -- a", "rm a"},
                               .apart = {"rm -- -rf", "rm -rf"}};

constexpr Rule rule::option_name = {
    .id = "option-name",
    .rung = Rung::aliases,
    .meaning =
        "different names of an option, its abbreviations, and an option equal to a value of another "
        "are equal",
    .same = {"ls -S", "ls --sort=size"},
    .apart = {"ls -a", "ls -A"}};

constexpr Rule rule::argument_form = {
    .id = "argument-form",
    .rung = Rung::aliases,
    .meaning = "an attached argument, a separate one, one after `=`, and a number as an option are equal",
    .same = {"head -5 f", "head -n 5 f"},
    .apart = {"ls --color=always d", "ls --color always d"}};

constexpr Rule rule::default_operand = {
    .id = "default-operand",
    .rung = Rung::aliases,
    .meaning = "the default operand may be left out, and so may the default command of an object of `ip`",
    .same = {"ls", "ls ."},
    .apart = {"ls", "ls *"},
    .refine = {{{"mktemp", refine_mktemp}}}};

}  // namespace assay::equivalence
