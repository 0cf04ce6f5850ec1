// SPDX-License-Identifier: Apache-2.0
#include "find/global_options.h"

#include <algorithm>
#include <array>

#include "call/steps.h"
#include "languages/values.h"

namespace assay::equivalence {
namespace {

bool is_time_test(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames = {"-amin",  "-atime", "-cmin",
                                                      "-ctime", "-mmin",  "-mtime"};
  return std::ranges::find(kNames, name) != kNames.end();
}

bool is_known_dialect(std::string_view name) {
  constexpr std::array<std::string_view, 13> kNames = {"findutils-default",
                                                       "ed",
                                                       "emacs",
                                                       "gnu-awk",
                                                       "grep",
                                                       "posix-awk",
                                                       "awk",
                                                       "posix-basic",
                                                       "posix-egrep",
                                                       "egrep",
                                                       "posix-extended",
                                                       "posix-minimal-basic",
                                                       "sed"};
  return std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace

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
  if (name == "-help" || name == "-version" || name == "-files0-from") failed_ = true;
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

}  // namespace assay::equivalence
