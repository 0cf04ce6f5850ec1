// SPDX-License-Identifier: Apache-2.0
// Replaces tests of paths and owners by shorter equivalent tests, under assumptions.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "assay/internal/text.h"
#include "find/expression.h"
#include "languages/values.h"

namespace assay::equivalence {
namespace {

constexpr std::size_t kMostEndings = 16;

using Endings = std::vector<std::string>;

// How a regex dialect of find writes groups and alternatives.
struct Marks {
  std::string_view open, close, either;
  std::string_view special;  // characters with a special meaning
};

std::optional<Marks> marks_of(std::string_view dialect) {
  if (dialect == "emacs" || dialect == "findutils-default") return Marks{"\\(", "\\)", "\\|", ".*+?[]^$\\/"};
  if (is_among(dialect, "posix-extended posix-egrep egrep")) return Marks{"(", ")", "|", ".*+?[]^$\\/(){}|"};
  return std::nullopt;
}

// The texts that match an expression of plain characters, groups and alternatives.
class EndingReader {
 public:
  EndingReader(std::string_view text, const Marks& marks) : rest_(text), marks_(marks) {}

  // None if it has alternatives outside groups.
  std::optional<Endings> read_one() {
    auto all = read_sequence();
    return rest_.empty() ? all : std::nullopt;
  }

 private:
  bool skip(std::string_view mark) {
    if (!rest_.starts_with(mark)) return false;
    rest_.remove_prefix(mark.size());
    return true;
  }

  std::optional<Endings> read_either() {
    Endings all;
    do {
      const auto one = read_sequence();
      if (!one || all.size() + one->size() > kMostEndings) return std::nullopt;
      all.insert(all.end(), one->begin(), one->end());
    } while (skip(marks_.either));
    return all;
  }

  std::optional<Endings> read_sequence() {
    Endings all{""};
    while (!rest_.empty() && !rest_.starts_with(marks_.either) && !rest_.starts_with(marks_.close)) {
      const auto next = read_piece();
      if (!next || all.size() * next->size() > kMostEndings) return std::nullopt;
      Endings joined;
      for (const std::string& before : all)
        for (const std::string& after : *next) joined.push_back(before + after);
      all = std::move(joined);
    }
    return all;
  }

  std::optional<Endings> read_piece() {
    if (skip(marks_.open)) {
      if (++depth_ > 8) return std::nullopt;
      auto inner = read_either();
      --depth_;
      return inner && skip(marks_.close) ? inner : std::nullopt;
    }
    if (skip("\\.")) return Endings{"."};
    const char next = rest_.front();
    if (marks_.special.find(next) != std::string_view::npos) return std::nullopt;
    rest_.remove_prefix(1);
    return Endings{std::string(1, next)};
  }

  std::string_view rest_;
  const Marks& marks_;
  int depth_ = 0;
};

// A matching name has one of these endings; none if the pattern demands more. An empty ending fits every
// name.
std::optional<Endings> endings_of(std::string_view pattern, std::string_view dialect) {
  const auto marks = marks_of(dialect);
  if (!marks || !pattern.starts_with(".*")) return std::nullopt;
  // Alternatives outside a group would each need their own start.
  EndingReader reader(pattern.substr(2), *marks);
  return reader.read_one();
}

bool is_plain_ending(std::string_view text) {
  return !text.empty() && text.find_first_of("/?*[\\\n") == std::string_view::npos;
}

// The end of a name does not show in a path that was given with a trailing slash.
bool are_plain_starts(const Call& find) {
  return std::ranges::all_of(find.operands, [](const Term* each) {
    return each->is_text() && !each->text.empty() && !each->text.ends_with('/');
  });
}

class NameSettler {
 public:
  NameSettler(Context& context, const Call& find)
      : context_(context), plain_starts_(are_plain_starts(find)) {}

  const Term* settle(const Term& term) {
    if (term.is(Label::test_of)) return settle_test(term);
    const bool is_logic =
        term.is(Label::all) || term.is(Label::any) || term.is(Label::negation) || term.is(Label::comma);
    if (!is_logic) return &term;
    Terms parts = context_.arena.terms();
    for (const Term* part : term.parts) parts.push_back(settle(*part));
    return context_.arena.node(term.label, parts, term.span);
  }

 private:
  const Term* settle_test(const Term& test) {
    const std::string_view name = test.parts[0]->text;
    const bool is_single = test.parts.size() == 2 && test.parts[1]->is_text();
    if (is_single && (name == "-user" || name == "-group")) return settle_owner(test);
    if (!plain_starts_ || !context_.allows(rule::path_end)) return &test;
    if (is_single && (name == "-path" || name == "-ipath"))
      return settle_path(test, name == "-path" ? "-name" : "-iname");
    if (is_single && (name == "-regex" || name == "-iregex"))
      return settle_regex(test, name, test.parts[1]->text, "emacs");
    const bool has_dialect = name == "-regextype" && test.parts.size() == 4 && test.parts[1]->is_text() &&
                             test.parts[3]->is_text();
    return has_dialect ? settle_regex(test, test.parts[2]->text, test.parts[3]->text, test.parts[1]->text)
                       : &test;
  }

  const Term* settle_owner(const Term& test) {
    const std::string_view owner = test.parts[1]->text;
    if (!context_.allows(rule::owner_number) || !is_digits(owner) || owner.size() > 9 ||
        (owner.size() > 1 && owner[0] == '0'))
      return &test;
    context_.note(rule::owner_number, test);
    return made(test, test.parts[0]->text == "-user" ? "-uid" : "-gid", std::string(owner));
  }

  const Term* settle_path(const Term& test, std::string_view name) {
    const std::string_view pattern = test.parts[1]->text;
    if (!pattern.starts_with('*') || !is_plain_ending(pattern.substr(1))) return &test;
    context_.note(rule::path_end, test);
    return made(test, name, std::string(pattern));
  }

  const Term* settle_regex(const Term& test, std::string_view name, std::string_view pattern,
                           std::string_view dialect) {
    const auto endings = endings_of(pattern, dialect);
    if (!endings || !std::ranges::all_of(*endings, is_plain_ending)) return &test;
    context_.note(rule::path_end, test);
    Terms names = context_.arena.terms();
    for (const std::string& ending : *endings)
      names.push_back(made(test, name == "-regex" ? "-name" : "-iname", "*" + ending));
    return names.size() == 1 ? names[0] : context_.arena.node(Label::any, names);
  }

  const Term* made(const Term& like, std::string_view name, const std::string& argument) {
    return context_.arena.node(Label::test_of,
                               {context_.arena.live(name, like.parts[0]->span),
                                context_.arena.text(context_.arena.keep(argument), like.span)});
  }

  Context& context_;
  bool plain_starts_;
};

}  // namespace

const Term* settle_find_names(Context& context, const Call& find, const Term& expression) {
  return NameSettler(context, find).settle(expression);
}

constexpr Rule rule::path_end = {
    .id = "path-end",
    .rung = Rung::rewrite,
    .meaning = "`-path '*x'` and `-regex '.*x'` equal tests of the ends of names",
    .same = {"find . -path '*.c'", "find . -name '*.c'"},
    .apart = {"find . -path '*/c'", "find . -name 'c'"},
    .assumption = "file names are valid text of the locale, without line ends"};

constexpr Rule rule::owner_number = {.id = "owner-number",
                                     .rung = Rung::rewrite,
                                     .meaning = "`-user` and `-group` with a number equal `-uid` and `-gid`",
                                     .same = {"find . -user 120", "find . -uid 120"},
                                     .apart = {"find . -user +120", "find . -uid +120"},
                                     .assumption = "no user and no group has a number as its name"};

}  // namespace assay::equivalence
