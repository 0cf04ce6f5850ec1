// find as a whole: paths, options that hold for the whole expression, and what its last action comes to.
#include <algorithm>
#include <array>

#include "find_expression.h"
#include "value.h"
#include "words.h"

namespace assay::canonical {
namespace {

bool is_time_test(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames = {"-amin",  "-atime", "-cmin",
                                                      "-ctime", "-mmin",  "-mtime"};
  return std::ranges::find(kNames, name) != kNames.end();
}

// Takes options out of an expression; where they stand does not count. What holds for the rest of the
// expression alone is written to the tests it holds for.
class Options {
 public:
  explicit Options(Context& context) : context_(context), settings_(context.arena.memory()) {}

  // Null where an option stands where that matters.
  const Term* extract(const Term& term) {
    const Term* rest = walk(term);
    return failed_ ? nullptr : rest;
  }

  Terms terms(const Term& expression) {
    Terms all = context_.arena.terms();
    const bool deletes = holds_action(expression, "-delete");
    std::ranges::stable_sort(settings_, {}, [](const Term* each) { return each->parts[0]->text; });
    for (std::size_t i = 0; i < settings_.size(); ++i) {
      const std::string_view name = settings_[i]->parts[0]->text;
      const bool is_last = i + 1 == settings_.size() || settings_[i + 1]->parts[0]->text != name;
      const bool is_implied = deletes && name == "-depth";
      if (is_implied) context_.note(Rule::find_option_place, name);
      if (is_last && !is_implied) all.push_back(settings_[i]);
    }
    if (follows_) all.push_back(context_.arena.live("-follow"));
    if (from_midnight_) all.push_back(context_.arena.live("-daystart"));
    return all;
  }

  bool follows() const { return follows_; }
  void drop_follow() { follows_ = false; }
  bool has_depth_limit(std::string_view name) const {
    return std::ranges::any_of(settings_, [&](const Term* each) { return each->parts[0]->text == name; });
  }
  const Terms& settings() const { return settings_; }

 private:
  const Term* walk(const Term& term) {
    if (term.is("option-of")) return take_option(term);
    if (term.is("positional")) return take_positional(term);
    if (term.is("test-of")) return take_test(term);
    const bool is_logic = term.is("all") || term.is("any") || term.is("not") || term.is("comma");
    if (!is_logic) {
      acted_ = true;
      return &term;
    }
    Terms parts = context_.arena.terms();
    for (const Term* part : term.parts) parts.push_back(walk(*part));
    return context_.arena.node(term.text, parts);
  }

  const Term* take_option(const Term& option) {
    const std::string_view name = option.parts[0]->text;
    if (name == "-help" || name == "-version" || name == "-files0-from") failed_ = true;
    if (tested_ || acted_) context_.note(Rule::find_option_place, option);
    if (name != "-noleaf" && !name.ends_with("ignore_readdir_race")) {
      Terms parts(option.parts.begin(), option.parts.end(), context_.arena.memory());
      if (parts.size() == 2) parts[1] = value_of(context_, ValueKind::integer, *parts[1]);
      settings_.push_back(context_.arena.node("option", parts));
    } else if (name != "-noleaf") {
      failed_ = true;
    }
    return context_.arena.node("true", {});
  }

  const Term* take_positional(const Term& option) {
    const std::string_view name = option.parts[0]->text;
    if (name == "-regextype" && option.parts[1]->is_text()) {
      context_.note(Rule::find_regextype, option);
      dialect_ = option.parts[1]->text;
      if (dialect_ != "emacs") annotates_ = true;
    } else if (name == "-daystart" && !tested_time_) {
      from_midnight_ = true;
    } else if (name == "-follow" && !tested_ && !acted_) {
      follows_ = true;
    } else if (name != "-warn" && name != "-nowarn") {
      failed_ = true;
    }
    return context_.arena.node("true", {});
  }

  const Term* take_test(const Term& test) {
    const std::string_view name = test.parts[0]->text;
    tested_ = true;
    if (is_time_test(name)) tested_time_ = true;
    if (name != "-regex" && name != "-iregex") return &test;
    if (!annotates_) {
      default_regex_ = true;
      return &test;
    }
    if (default_regex_) failed_ = true;  // one without a dialect went before
    return context_.arena.node("test-of", {context_.arena.live("-regextype"), context_.arena.text(dialect_),
                                           test.parts[0], test.parts[1]});
  }

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
  bool failed_ = false;
};

std::span<const Term* const> conjuncts(const Term* const& expression) {
  return expression->is("all") ? expression->parts : std::span<const Term* const>(&expression, 1);
}

bool is_type(const Term& term, std::string_view letters) {
  return term.is("test-of") && term.parts[0]->text == "-type" && term.parts[1]->is_text() &&
         term.parts[1]->text.size() == 1 && letters.find(term.parts[1]->text[0]) != std::string_view::npos;
}

// A pattern that no "." matches, nor a name that ends in one.
bool needs_a_name(std::string_view pattern) {
  if (pattern.find_first_of("[\\") != std::string_view::npos) return false;
  return std::ranges::any_of(pattern, [](char c) { return c != '*' && c != '?' && c != '.'; });
}

// Whether the path "." itself cannot pass the first tests: it alone is printed as it was spelled.
bool leaves_out_path(const Term* expression, const Options& options) {
  for (const Term* setting : options.settings()) {
    const bool is_depth = setting->parts[0]->text == "-mindepth" && setting->parts[1]->is_text();
    if (is_depth && setting->parts[1]->text != "0") return true;
  }
  for (const Term* part : conjuncts(expression)) {
    if (!is_pure(*part)) return false;
    if (is_type(*part, "fl")) return true;
    const bool is_name =
        part->is("test-of") && (part->parts[0]->text == "-name" || part->parts[0]->text == "-iname");
    if (is_name && part->parts[1]->is_text() && needs_a_name(part->parts[1]->text)) return true;
  }
  return false;
}

void settle_paths(Context& context, Call& call, const Term* expression, const Options& options) {
  for (const Term*& path : call.operands) {
    if (!path->is_text()) continue;
    if (path->text != "./" || !leaves_out_path(expression, options)) continue;
    context.note(Rule::path_spelling, *path);
    path = context.arena.text(".", path->span);
  }
}

// Each operand on its own, in their order: with any options, or with none.
constexpr std::array<std::string_view, 5> kOneByOne = {"chgrp", "chmod", "chown", "rmdir", "touch"};
constexpr std::array<std::string_view, 9> kBareOneByOne = {"bzip2",     "cat",   "gzip", "md5sum", "sha1sum",
                                                           "sha256sum", "shred", "stat", "xz"};

template <class Names>
bool holds(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// Whether the test stands anywhere in the term.
bool looks_at(const Term& term, std::string_view test) {
  if (term.text == test) return true;
  return std::ranges::any_of(term.parts, [test](const Term* part) { return looks_at(*part, test); });
}

bool is_path_mark(const Term& word, std::string_view mark) {
  return word.is("word") && word.parts.size() == 1 && word.parts[0]->kind == Kind::live &&
         word.parts[0]->text == mark;
}

// Whether the path is the command's last argument, and several paths at once come to the same as one after
// another.
bool treats_one_by_one(const Term& command) {
  if (!command.is("call") || command.parts.size() < 2) return false;
  const std::string_view name = command.parts[0]->text;
  const bool is_removal = name == "rm";
  if (!is_removal && !holds(kOneByOne, name) && !holds(kBareOneByOne, name)) return false;
  for (const Term* part : command.parts) {
    const bool is_option = part->is("option") || part->is("joined");
    if (!is_option) continue;
    if (holds(kBareOneByOne, name)) return false;
    if (is_removal && part->parts[0]->text != "-f" && part->parts[0]->text != "-v") return false;
  }
  return is_path_mark(*command.parts.back(), "{}") || is_path_mark(*command.parts.back(), "{}+");
}

const Term* with_mark(Context& context, const Term& command, std::string_view mark) {
  Terms parts(command.parts.begin(), command.parts.end(), context.arena.memory());
  parts.back() = context.arena.node("word", {context.arena.live(mark)});
  return context.arena.node("call", parts);
}

bool is_plain_removal(const Term& command) {
  if (!command.is("call") || command.parts[0]->text != "rm") return false;
  return std::all_of(command.parts.begin() + 1, command.parts.end() - 1,
                     [](const Term* part) { return part->is("option") && part->parts[0]->text == "-f"; });
}

bool has_links_option(const Call& call) { return call.has("-H") || call.has("-L") || call.has("-P"); }

void use_follow_option(Context& context, Call& call, Options& options) {
  if (!options.follows() || has_links_option(call)) return;
  const OptionId id = call.utility->find_option("-L");
  if (id == no_option) return;
  context.note(Rule::find_option_place, "-follow");
  Setting setting;
  setting.parsed.id = id;
  setting.option = &call.utility->options[id];
  call.options.push_back(setting);
  options.drop_follow();
}

}  // namespace

// The last action of a conjunction, under the assumption that each call succeeds.
const Term* settle_last_action(Context& context, const Term* expression) {
  const auto parts = conjuncts(expression);
  const Term* last = parts.back();
  const auto before = parts.first(parts.size() - 1);
  if (!last->is("exec") || last->parts[0]->text != "-exec" || !context.allows(Rule::exec_plus))
    return expression;
  if (!treats_one_by_one(*last->parts[1])) return expression;
  // Folders that come and go steer the walk, and the number of links depends on what went before.
  const bool stands_still =
      std::ranges::any_of(before, [](const Term* each) { return is_type(*each, "flps"); }) &&
      std::ranges::none_of(before, [](const Term* each) { return looks_at(*each, "-links"); });
  if (!stands_still) return expression;
  const bool is_last_removal =
      is_plain_removal(*last->parts[1]) &&
      std::ranges::all_of(before, [](const Term* each) { return is_pure(*each); }) &&
      std::ranges::any_of(before, [](const Term* each) { return is_type(*each, "flps"); });
  Terms changed(before.begin(), before.end(), context.arena.memory());
  if (is_last_removal) {
    context.note(Rule::exec_delete, *last);
    changed.push_back(context.arena.node("action", {context.arena.live("-delete")}));
  } else if (last->parts[2]->text != "+") {
    context.note(Rule::exec_plus, *last);
    changed.push_back(context.arena.node(
        "exec", {last->parts[0], with_mark(context, *last->parts[1], "{}+"), context.arena.live("+")}));
  } else {
    return expression;
  }
  return changed.size() == 1 ? changed[0] : context.arena.node("all", changed);
}

void refine_find(Context& context, Call& call) {
  if (!call.tail.empty()) return;
  const auto arguments = call.expression ? call.expression->parts : std::span<const Term* const>();
  if (context.rung < Rung::utility) {
    if (call.expression) call.expression = find_words(context, *call.utility, arguments);
    return;
  }
  const Term* expression = read_find_expression(context, *call.utility, arguments);
  Options options(context);
  if (expression) expression = options.extract(*expression);
  if (!expression) {
    call.expression = context.arena.opaque(*find_words(context, *call.utility, arguments));
    return;
  }
  expression = settle_find_expression(context, *expression);
  // Where links are followed, removing a file changes what its links are.
  if (!options.follows() && !call.has("-L") && !call.has("-H"))
    expression = settle_last_action(context, expression);
  use_follow_option(context, call, options);
  settle_paths(context, call, expression, options);
  Terms parts = options.terms(*expression);
  parts.push_back(expression);
  call.expression = context.arena.node("expression", parts);
}

}  // namespace assay::canonical
