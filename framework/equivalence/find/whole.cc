// SPDX-License-Identifier: Apache-2.0
// find as a whole: paths, options that apply to the whole expression, and equivalents of its last action.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "assay/internal/text.h"
#include "call/steps.h"
#include "find/expression.h"
#include "languages/values.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

// Takes options out of an expression, since their position does not matter. Those that apply only to the rest
// of the expression are recorded in the tests they apply to.
class FindOptions {
 public:
  explicit FindOptions(Context& context) : context_(context), settings_(context.arena.memory()) {}

  // Null if an option is in a place where its position matters.
  const Term* extract(const Term& term);
  // The extracted options in one order; `expression` is the remainder.
  Terms terms(const Term& expression);

  bool follows() const { return follows_; }
  void drop_follow() { follows_ = false; }
  const Terms& settings() const { return settings_; }

 private:
  const Term* walk(const Term& term);
  const Term* take_option(const Term& option);
  const Term* take_positional(const Term& option);
  const Term* take_test(const Term& test);

  Context& context_;
  Terms settings_;
  std::string_view dialect_ = "emacs";
  bool annotates_ = false;
  bool default_regex_ = false;
  bool from_midnight_ = false;
  bool follows_ = false;
  bool tested_ = false;
  bool tested_time_ = false;
  bool acted_ = false;
  bool pruned_ = false;
  bool failed_ = false;
};

bool is_time_test(std::string_view name) { return is_among(name, "-amin -atime -cmin -ctime -mmin -mtime"); }

bool is_known_dialect(std::string_view name) {
  constexpr std::string_view kNames =
      "findutils-default ed emacs gnu-awk grep posix-awk awk posix-basic posix-egrep egrep posix-extended "
      "posix-minimal-basic sed";
  return is_among(name, kNames);
}

const Term* FindOptions::extract(const Term& term) {
  const Term* rest = walk(term);
  return failed_ ? nullptr : rest;
}

Terms FindOptions::terms(const Term& expression) {
  Terms all = context_.arena.terms();
  // -delete implies -depth; but together with -prune, which -depth disables, find requires it to be given.
  const bool deletes = holds_action(expression, "-delete") && !holds_action(expression, "-prune");
  std::ranges::stable_sort(settings_, {}, [](const Term* each) { return each->parts[0]->text; });
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    const std::string_view name = settings_[i]->parts[0]->text;
    const bool is_last = i + 1 == settings_.size() || settings_[i + 1]->parts[0]->text != name;
    const bool is_implied = deletes && name == "-depth";
    if (is_implied) context_.note(rule::find_option_place, name);
    if (is_last && !is_implied) all.push_back(settings_[i]);
  }
  if (follows_) all.push_back(context_.arena.live("-follow"));
  if (from_midnight_) all.push_back(context_.arena.live("-daystart"));
  return all;
}

const Term* FindOptions::walk(const Term& term) {
  if (term.is(Label::option_of)) return take_option(term);
  if (term.is(Label::positional)) return take_positional(term);
  if (term.is(Label::test_of)) return take_test(term);
  const bool is_logic =
      term.is(Label::all) || term.is(Label::any) || term.is(Label::negation) || term.is(Label::comma);
  if (!is_logic) {
    acted_ = true;
    pruned_ = pruned_ || holds_action(term, "-prune");
    return &term;
  }
  Terms parts = context_.arena.terms();
  for (const Term* part : term.parts) parts.push_back(walk(*part));
  return context_.arena.node(term.label, parts);
}

const Term* FindOptions::take_option(const Term& option) {
  const std::string_view name = option.parts[0]->text;
  if (is_among(name, "-help -version -files0-from")) failed_ = true;
  // The information that -prune needs about a file depends on what was read before, and on some file systems
  // so does what is found.
  if (name == "-depth" && pruned_) failed_ = true;
  if (tested_ || acted_) context_.note(rule::find_option_place, option);
  if (name != "-noleaf" && !name.ends_with("ignore_readdir_race")) {
    Terms parts(option.parts.begin(), option.parts.end(), context_.arena.memory());
    if (parts.size() == 2 && !(parts[1]->is_text() && is_digits(parts[1]->text))) failed_ = true;
    if (parts.size() == 2) parts[1] = value_of(context_, ValueKind::integer, *parts[1]);
    settings_.push_back(context_.arena.node(Label::option, parts));
  } else if (name != "-noleaf") {
    failed_ = true;
  }
  return context_.arena.node(Label::always, {});
}

const Term* FindOptions::take_positional(const Term& option) {
  const std::string_view name = option.parts[0]->text;
  if (name == "-regextype" && option.parts[1]->is_text() && is_known_dialect(option.parts[1]->text)) {
    context_.note(rule::find_regextype, option);
    dialect_ = option.parts[1]->text;
    if (dialect_ != "emacs") annotates_ = true;
  } else if (name == "-daystart" && !tested_time_) {
    from_midnight_ = true;
  } else if (name == "-follow" && !tested_ && !acted_) {
    follows_ = true;
  } else if (name != "-warn" && name != "-nowarn") {
    failed_ = true;
  }
  return context_.arena.node(Label::always, {});
}

const Term* FindOptions::take_test(const Term& test) {
  const std::string_view name = test.parts[0]->text;
  tested_ = true;
  if (is_time_test(name)) tested_time_ = true;
  if (name != "-regex" && name != "-iregex") return &test;
  if (!annotates_) {
    default_regex_ = true;
    return &test;
  }
  if (default_regex_) failed_ = true;  // a test without a dialect came before
  return context_.arena.node(Label::test_of, {context_.arena.live("-regextype"),
                                              context_.arena.text(dialect_), test.parts[0], test.parts[1]});
}

std::span<const Term* const> conjuncts(const Term* const& expression) {
  return expression->is(Label::all) ? expression->parts : std::span<const Term* const>(&expression, 1);
}

bool is_type(const Term& term, std::string_view letters) {
  return term.is(Label::test_of) && term.parts[0]->text == "-type" && term.parts[1]->is_text() &&
         term.parts[1]->text.size() == 1 && letters.find(term.parts[1]->text[0]) != std::string_view::npos;
}

// A pattern that matches neither "." nor a name that ends in one.
bool needs_a_name(std::string_view pattern) {
  if (pattern.find_first_of("[\\") != std::string_view::npos) return false;
  return std::ranges::any_of(pattern, [](char c) { return c != '*' && c != '?' && c != '.'; });
}

// Whether the first tests reject the path "." itself: it is the only path printed as it was spelled.
bool leaves_out_path(const Term* expression, const FindOptions& options) {
  for (const Term* setting : options.settings()) {
    const bool is_depth = setting->parts[0]->text == "-mindepth" && setting->parts[1]->is_text();
    if (is_depth && setting->parts[1]->text != "0") return true;
  }
  for (const Term* part : conjuncts(expression)) {
    if (!is_pure(*part)) return false;
    if (is_type(*part, "fl")) return true;
    const bool is_name =
        part->is(Label::test_of) && (part->parts[0]->text == "-name" || part->parts[0]->text == "-iname");
    if (is_name && part->parts[1]->is_text() && needs_a_name(part->parts[1]->text)) return true;
  }
  return false;
}

void settle_folder(Context& context, Call& call, const Term* expression, const FindOptions& options) {
  if (holds_action(*expression, "-printf") || holds_action(*expression, "-fprintf")) return;  // %H shows it
  for (const Term*& path : call.operands) {
    if (!path->is_text()) continue;
    if (path->text != "./" || !leaves_out_path(expression, options)) continue;
    context.note(rule::path_spelling, *path);
    path = context.arena.text(".", path->span);
  }
}

// The parts of a file that a test examines, besides names and types; none if that is not known.
std::optional<std::vector<FilePart>> seen_by(std::string_view test) {
  const auto is_among = [test](std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, test) != names.end();
  };
  using Parts = std::vector<FilePart>;
  if (is_among({"-name", "-iname", "-path", "-ipath", "-regex", "-iregex", "-regextype", "-type", "-lname",
                "-ilname", "-inum", "-fstype", "-true", "-false"}))
    return Parts{};
  if (is_among({"-size", "-empty"})) return Parts{FilePart::content};
  if (is_among({"-mtime", "-mmin", "-newermm", "-newermt"})) return Parts{FilePart::times, FilePart::content};
  if (is_among({"-user", "-group", "-uid", "-gid", "-nouser", "-nogroup"})) return Parts{FilePart::owner};
  if (is_among({"-perm", "-readable", "-writable", "-executable"}))
    return Parts{FilePart::mode, FilePart::owner};
  if (test == "-links") return Parts{FilePart::links};
  return std::nullopt;
}

bool sees_none(const Term& test, std::span<const FilePart> changed) {
  if (!test.is(Label::test_of))
    return is_pure(test) &&
           std::ranges::all_of(test.parts, [&](const Term* each) { return sees_none(*each, changed); });
  const auto seen = seen_by(test.parts[0]->text);
  return seen && std::ranges::find_first_of(*seen, changed) == seen->end();
}

bool is_path_mark(const Term& word, std::string_view mark) {
  return word.is(Label::word) && word.parts.size() == 1 && word.parts[0]->kind == Kind::live &&
         word.parts[0]->text == mark;
}

// Whether the words before the last one hold operands besides those that come before files, such as chmod's
// mode: several calls would treat them several times.
bool has_other_files(const Utility& utility, const Term& command) {
  const auto is_given = [&](OptionId id) {
    return std::ranges::any_of(command.parts, [&](const Term* part) {
      if (!part->is(Label::option) && !part->is(Label::joined)) return false;
      std::string_view name = part->parts[0]->text;
      if (name.starts_with("--") && name.ends_with('=')) name.remove_suffix(1);
      return utility.find_option(name) == id;
    });
  };
  const auto known = std::ranges::count_if(utility.operands, [&](const Operand& each) {
    return each.role != OperandRole::path && std::ranges::none_of(each.unless, is_given);
  });
  const auto operands =
      std::count_if(command.parts.begin() + 1, command.parts.end() - 1, [](const Term* part) {
        const bool is_end = part->kind == Kind::live && part->text == "--";
        return !is_end && !part->is(Label::option) && !part->is(Label::joined);
      });
  return operands > known;
}

// Whether the path is the command's last argument, and several paths at once are the same as one call after
// another.
bool treats_one_by_one(const Context& context, const Term& command) {
  if (!command.is(Label::call) || command.parts.size() < 2) return false;
  const Utility* utility = context.find(command.parts[0]->text);
  if (!utility || !utility->one_by_one.holds) return false;
  const Fact& fact = utility->one_by_one;
  const auto is_among = [utility](const Term& option, const std::vector<OptionId>& ids) {
    return std::ranges::find(ids, utility->find_option(option.parts[0]->text)) != ids.end();
  };
  for (const Term* part : command.parts) {
    const bool is_option = part->is(Label::option) || part->is(Label::joined);
    if (is_option && ((fact.is_limited && !is_among(*part, fact.only)) || is_among(*part, fact.unless)))
      return false;
  }
  return is_found_path(*command.parts.back()) && !has_other_files(*utility, command);
}

const Term* with_mark_last(Context& context, const Term& command, std::string_view mark) {
  Terms parts(command.parts.begin(), command.parts.end(), context.arena.memory());
  parts.back() = context.arena.node(Label::word, {context.arena.live(mark)});
  return context.arena.node(Label::call, parts);
}

const Term* with_last_test(Context& context, std::span<const Term* const> before, const Term* last) {
  Terms parts(before.begin(), before.end(), context.arena.memory());
  parts.push_back(last);
  return parts.size() == 1 ? parts[0] : context.arena.node(Label::all, parts);
}

// rm of the found path, with no other options than those.
bool is_removal(const Term& command, std::initializer_list<std::string_view> options) {
  if (!command.is(Label::call) || command.parts[0]->text != "rm" || !is_found_path(*command.parts.back()))
    return false;
  return std::all_of(command.parts.begin() + 1, command.parts.end() - 1, [&](const Term* part) {
    return part->is(Label::option) && std::ranges::find(options, part->parts[0]->text) != options.end();
  });
}

bool is_deep(const FindOptions& options) {
  return std::ranges::any_of(options.settings(),
                             [](const Term* each) { return each->parts[0]->text == "-depth"; });
}

// A folder that a path names by "." cannot be removed by that name.
bool may_be_removed(const Term* start) {
  return start->is_text() && !start->text.empty() && start->text.find("//") == std::string_view::npos &&
         start->text != "./" && !start->text.ends_with("/.") && !start->text.ends_with("/./");
}

// Bottom-up, rmdir on every folder removes those that are empty by then.
const Term* settle_removed_folders(Context& context, const Call& call, const Term* expression) {
  const auto parts = conjuncts(expression);
  const Term* last = parts.back();
  const auto before = parts.first(parts.size() - 1);
  if (!context.allows(rule::empty_folders) || !last->is(Label::exec) || last->parts[0]->text != "-exec" ||
      last->parts[2]->text == "+" || !last->parts[1]->is(Label::call) || last->parts[1]->parts.size() != 2 ||
      last->parts[1]->parts[0]->text != "rmdir" || !is_found_path(*last->parts[1]->parts[1]) ||
      !std::ranges::all_of(call.operands, may_be_removed) ||
      !std::ranges::all_of(before, [](const Term* each) { return is_pure(*each); }) ||
      std::ranges::none_of(before, [](const Term* each) { return is_type(*each, "d"); }))
    return expression;
  context.note(rule::empty_folders, *last);
  Terms all(before.begin(), before.end(), context.arena.memory());
  all.push_back(context.arena.node(Label::test_of, {context.arena.live("-empty")}));
  all.push_back(context.arena.node(Label::action, {context.arena.live("-delete")}));
  return settle_find_expression(context, *context.arena.node(Label::all, all));
}

bool has_links_option(const Call& call) { return call.has("-H") || call.has("-L") || call.has("-P"); }

void use_follow_option(Context& context, Call& call, FindOptions& options) {
  if (!options.follows() || has_links_option(call)) return;
  const OptionId id = call.utility->find_option("-L");
  if (id == no_option) return;
  context.note(rule::find_option_place, "-follow");
  Setting setting;
  setting.parsed.id = id;
  setting.option = &call.utility->options[id];
  call.options.push_back(setting);
  options.drop_follow();
}

// Only starting points that are links, and files that a test compares with, can tell -H from -P.
bool may_drop_links_option(const Context& context, const Call& call) {
  const auto may_ask = [](const Term* each) {
    const std::string text = print(*each);
    return std::ranges::any_of(std::array{"newer", "-samefile", "-files0-from", "$", "`"},
                               [&](const char* words) { return text.find(words) != text.npos; });
  };
  if (call.has("-L")) return false;
  return !call.has("-H") || (has_such_files(context, call, FilesGiven::no_links) &&
                             !(call.expression && std::ranges::any_of(call.expression->parts, may_ask)));
}

}  // namespace

bool is_found_path(const Term& word) { return is_path_mark(word, "{}") || is_path_mark(word, "{}+"); }

bool leaves_tests_alone(const Context& context, std::span<const Term* const> tests, const Term& command) {
  const Utility* utility = command.is(Label::call) ? context.find(command.parts[0]->text) : nullptr;
  constexpr FilePart kAll[] = {FilePart::mode, FilePart::owner, FilePart::times, FilePart::links,
                               FilePart::content};
  const std::span<const FilePart> changed = utility && utility->changes
                                                ? std::span<const FilePart>(*utility->changes)
                                                : std::span<const FilePart>(kAll);
  return std::ranges::all_of(tests, [&](const Term* each) { return sees_none(*each, changed); });
}

// Replaces the last action of a conjunction, assuming that each call succeeds.
const Term* settle_last_action(Context& context, const Term* expression) {
  const auto parts = conjuncts(expression);
  const Term* last = parts.back();
  const auto before = parts.first(parts.size() - 1);
  if (!last->is(Label::exec) || last->parts[0]->text != "-exec" || !context.allows(rule::exec_plus))
    return expression;
  // Folders that appear or vanish change the walk, and output of an earlier action comes between the calls.
  // rm without -r fails at a folder.
  const bool finds_no_folders =
      std::ranges::any_of(before, [](const Term* each) { return is_type(*each, "flps"); });
  const bool stands_still = (finds_no_folders || is_removal(*last->parts[1], {"-f"})) &&
                            std::ranges::all_of(before, [](const Term* each) { return is_pure(*each); }) &&
                            leaves_tests_alone(context, before, *last->parts[1]);
  if (!stands_still) return expression;
  if (finds_no_folders && is_removal(*last->parts[1], {"-f", "-r"})) {
    context.assume(rule::exec_delete, *last);
    return with_last_test(context, before,
                          context.arena.node(Label::action, {context.arena.live("-delete")}));
  }
  if (last->parts[2]->text == "+" || !treats_one_by_one(context, *last->parts[1])) return expression;
  context.assume(rule::exec_plus, *last);
  const Term* command = with_mark_last(context, *last->parts[1], "{}+");
  return with_last_test(context, before,
                        context.arena.node(Label::exec, {last->parts[0], command, context.arena.live("+")}));
}

void refine_find(Context& context, Call& call) {
  if (!call.tail.empty()) return;
  for (const char* name : {"-P", "-H"})
    if (context.allows(rule::default_value) && call.has(name) && may_drop_links_option(context, call)) {
      context.note(rule::default_value, name);
      call.remove(name);
    }
  const auto arguments = call.expression ? call.expression->parts : std::span<const Term* const>();
  if (context.aim.rung < Rung::utility) {
    if (call.expression) call.expression = find_words(context, *call.utility, arguments);
    return;
  }
  const Term* expression = read_find_expression(context, *call.utility, arguments);
  FindOptions options(context);
  if (expression) expression = options.extract(*expression);
  if (!expression) {
    call.expression = context.arena.opaque(*find_words(context, *call.utility, arguments));
    return;
  }
  use_follow_option(context, call, options);
  expression = settle_find_names(context, call, *expression);
  expression = settle_find_expression(context, *expression);
  if (!options.follows()) expression = settle_find_actions(context, call, *expression);
  if (is_deep(options) && !call.has("-L") && !call.has("-H"))
    expression = settle_removed_folders(context, call, expression);
  settle_folder(context, call, expression, options);
  Terms parts = options.terms(*expression);
  parts.push_back(expression);
  call.expression = context.arena.node(Label::expression, parts);
}

constexpr Rule rule::find_option_place = {
    .id = "find-option-place",
    .rung = Rung::utility,
    .meaning = "the place of an option that holds for the whole expression does not matter",
    .same = {"find . -name x -maxdepth 1", "find . -maxdepth 1 -name x"},
    .apart = {"find . -depth", "find ."}};

constexpr Rule rule::find_regextype = {
    .id = "find-regextype",
    .rung = Rung::utility,
    .meaning = "the default dialect may be named, and each test is compared by the dialect in effect",
    .same = {"find . -regex '.*c'", "find . -regextype emacs -regex '.*c'"},
    .apart = {"find . -regex 'a+'", "find . -regextype sed -regex 'a+'"}};

constexpr Rule rule::exec_plus = {
    .id = "exec-plus",
    .rung = Rung::rewrite,
    .meaning =
        "`;` equals `+` for commands that treat each path separately and print nothing about the others",
    .same = {"find d -type f -exec chmod 600 {} \\;", "find d -type f -exec chmod 600 {} +"},
    .apart = {"find . -exec echo {} \\;", "find . -exec echo {} +"},
    .assumption = "each call of the command succeeds"};

constexpr Rule rule::exec_delete = {.id = "exec-delete",
                                    .rung = Rung::rewrite,
                                    .meaning = "`-exec rm` of plain files equals `-delete`",
                                    .same = {"find . -type f -exec rm {} \\;", "find . -type f -delete"},
                                    .apart = {"find . -name x -exec rm {} \\;", "find . -name x -delete"},
                                    .assumption = "find and every removal succeed, and none asks"};

constexpr Rule rule::empty_folders = {
    .id = "empty-folders",
    .rung = Rung::rewrite,
    .meaning = "rmdir on all folders, from the bottom up, removes the empty ones",
    .same = {"find d -depth -type d -exec rmdir {} \\;", "find d -type d -empty -delete"},
    .apart = {"find d -type d -exec rmdir {} \\;", "find d -type d -empty -delete"},
    .assumption = "every folder can be read, and every empty one can be removed"};

}  // namespace assay::equivalence
