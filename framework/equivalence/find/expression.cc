// SPDX-License-Identifier: Apache-2.0
#include "find/expression.h"

#include <algorithm>
#include <utility>

#include "assay/internal/text.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

const Primary* primary_of(const Utility& find, std::string_view name) {
  if (const Primary* known = find.find_primary(name)) return known;
  const bool compares_times = name.size() == 8 && name.starts_with("-newer") &&
                              std::string_view("aBcm").find(name[6]) != std::string_view::npos &&
                              std::string_view("aBcmt").find(name[7]) != std::string_view::npos;
  return compares_times ? find.find_primary("-newer") : nullptr;
}

bool is_terminator(const Term& word, std::span<const Term* const> before) {
  if (!word.is_text()) return false;
  if (word.text == ";") return true;
  return word.text == "+" && !before.empty() && before.back()->is_text() && before.back()->text == "{}";
}

// {} stands for a path, which never begins with a dash.
void mark_paths(Context& context, Terms& words, bool many) {
  for (const Term*& word : words) {
    if (!word->is_text()) continue;
    const std::size_t at = word->text.find("{}");
    if (at == std::string_view::npos) continue;
    Terms pieces = context.arena.terms();
    std::string_view rest = word->text;
    for (std::size_t found = at; found != std::string_view::npos; found = rest.find("{}")) {
      if (found > 0) pieces.push_back(context.arena.text(rest.substr(0, found)));
      pieces.push_back(context.arena.live(many ? "{}+" : "{}"));
      rest.remove_prefix(found + 2);
    }
    if (!rest.empty()) pieces.push_back(context.arena.text(rest));
    word = context.arena.node(Label::word, pieces, word->span);
  }
}

// An argument that is one word, or several that find would refuse in any place: words with a dot or a slash
// are not primaries.
bool is_one_argument(const Term& word) {
  if (is_one_word(word)) return true;
  if (argument_of(word).known != Known::glob) return false;
  return std::ranges::any_of(word.parts, [](const Term* piece) {
    return piece->is_text() && piece->text.find_first_of("./") != std::string_view::npos;
  });
}

// -exec command {} ; — `at` is after the name and is moved past the end. Null if there is no end.
const Term* read_exec(Context& context, std::string_view name, std::span<const Term* const> arguments,
                      std::size_t& at) {
  const std::size_t begin = at;
  while (at < arguments.size() && !is_terminator(*arguments[at], arguments.subspan(begin, at - begin))) ++at;
  if (at == arguments.size() || at == begin) return nullptr;
  Terms words(arguments.begin() + static_cast<std::ptrdiff_t>(begin),
              arguments.begin() + static_cast<std::ptrdiff_t>(at), context.arena.memory());
  const std::string_view mark = arguments[at]->text;
  if (mark == "+" && words.size() < 2) return nullptr;
  if (!std::ranges::all_of(words, [](const Term* word) { return is_one_argument(*word); })) return nullptr;
  return exec_term(context, name, std::move(words), mark, arguments[at++]->span);
}

// It sets how times are read, and is no part of the expression: ! -daystart and -daystart -o x are errors.
bool is_daystart(const Term& part) {
  return part.is(Label::positional) && part.parts[0]->text == "-daystart";
}

class ExpressionReader {
 public:
  ExpressionReader(Context& context, const Utility& find, std::span<const Term* const> arguments)
      : context_(context), find_(find), arguments_(arguments) {}

  const Term* read() {
    const Term* expression = read_comma();
    const bool is_sure = types_ < 2 || !lists_types_;
    return expression && at_ == arguments_.size() && is_sure ? expression : nullptr;
  }

 private:
  std::string_view peek() const {
    return at_ < arguments_.size() && arguments_[at_]->is_text() ? arguments_[at_]->text : std::string_view();
  }
  bool is_at(std::string_view name, std::string_view other) const {
    return peek() == name || (!other.empty() && peek() == other);
  }

  const Term* read_comma() { return read_joined(Label::comma, ",", "", &ExpressionReader::read_any); }
  const Term* read_any() { return read_joined(Label::any, "-o", "-or", &ExpressionReader::read_all); }

  const Term* read_joined(Label label, std::string_view name, std::string_view other,
                          const Term* (ExpressionReader::*read_part)()) {
    Terms parts = context_.arena.terms();
    for (;;) {
      const Term* part = (this->*read_part)();
      if (!part) return nullptr;
      parts.push_back(part);
      if (!is_at(name, other)) break;
      ++at_;
    }
    return parts.size() == 1 ? parts[0] : context_.arena.node(label, parts);
  }

  const Term* read_all() {
    Terms parts = context_.arena.terms();
    for (bool is_joined = false;;) {
      const Term* part = read_one();
      if (!part || (is_joined && is_daystart(*part))) return nullptr;
      parts.push_back(part);
      if (at_ == arguments_.size() || is_at("-o", "-or") || is_at(",", ")")) break;
      is_joined = is_at("-a", "-and");
      if (is_joined && is_daystart(*part)) return nullptr;
      if (is_joined) ++at_;
    }
    if (std::ranges::all_of(parts, [](const Term* part) { return is_daystart(*part); })) return nullptr;
    return parts.size() == 1 ? parts[0] : context_.arena.node(Label::all, parts);
  }

  const Term* read_one() {
    if (++depth_ > 200) return nullptr;
    const Term* one = read_at_depth();
    --depth_;
    return one;
  }

  const Term* read_at_depth() {
    const std::string_view name = peek();
    if (name.empty()) return nullptr;
    if (name == "!" || name == "-not") {
      ++at_;
      const Term* negated = read_one();
      return negated && !is_daystart(*negated) ? context_.arena.node(Label::negation, {negated}) : nullptr;
    }
    if (name == "(") {
      ++at_;
      const Term* inner = read_comma();
      if (!inner || peek() != ")") return nullptr;
      ++at_;
      return inner;
    }
    return read_primary(name);
  }

  const Term* read_primary(std::string_view name) {
    const Primary* primary = primary_of(find_, name);
    if (!primary || primary->what == PrimaryClass::operator_) return nullptr;
    const std::size_t start = at_++;
    const bool is_newer = name.size() == 8 && primary->names.front() == "-newer";
    const std::string_view canonical = is_newer ? name : std::string_view(primary->names.front());
    if (canonical != name) context_.note(rule::find_name, name);
    if (primary->command) return read_exec(context_, canonical, arguments_, at_);
    if (at_ + primary->arguments > arguments_.size()) return nullptr;
    Terms parts = context_.arena.terms();
    parts.push_back(context_.arena.live(canonical, arguments_[start]->span));
    for (std::size_t i = 0; i < primary->arguments; ++i) {
      if (!is_one_argument(*arguments_[at_])) return nullptr;
      parts.push_back(arguments_[at_++]);
    }
    if (canonical == "-type" || canonical == "-xtype") note_type(*parts.back());
    return context_.arena.node(label_of(primary->what), parts);
  }

  void note_type(const Term& argument) {
    ++types_;
    lists_types_ |= !argument.is_text() || argument.text.find(',') != std::string_view::npos;
  }

  static Label label_of(PrimaryClass what) {
    switch (what) {
      case PrimaryClass::test: return Label::test_of;
      case PrimaryClass::action: return Label::action;
      case PrimaryClass::option: return Label::option_of;
      case PrimaryClass::positional:
      case PrimaryClass::operator_: return Label::positional;
    }
    return Label::positional;
  }

  Context& context_;
  const Utility& find_;
  std::span<const Term* const> arguments_;
  std::size_t at_ = 0;
  int depth_ = 0;
  // How GNU find 4.9 treats "-type f -type f,d" depends on the action after it.
  int types_ = 0;
  bool lists_types_ = false;
};

}  // namespace

const Term* exec_term(Context& context, std::string_view name, Terms words, std::string_view mark,
                      shell::Span end) {
  const bool many = mark == "+";
  mark_paths(context, words, many);
  const bool in_shell = std::exchange(context.place.in_shell, false);
  ++context.place.depth;
  const Term* command = call_term(context, *call_of(context, words));
  --context.place.depth;
  context.place.in_shell = in_shell;
  return context.arena.node(Label::exec,
                            {context.arena.live(name), command, context.arena.live(many ? "+" : "\\;", end)});
}

const Term* read_find_expression(Context& context, const Utility& find,
                                 std::span<const Term* const> arguments) {
  if (arguments.empty()) return context.arena.node(Label::always, {});
  return ExpressionReader(context, find, arguments).read();
}

const Term* find_words(Context& context, const Utility& find, std::span<const Term* const> arguments) {
  Terms words = context.arena.terms();
  for (std::size_t at = 0; at != arguments.size();) {
    const Term& word = *arguments[at];
    const Primary* primary = word.is_text() ? primary_of(find, word.text) : nullptr;
    if (primary && primary->command) {
      std::size_t end = at + 1;
      if (const Term* exec = read_exec(context, word.text, arguments, end)) {
        words.push_back(exec);
        at = end;
        continue;
      }
    }
    words.push_back(&word);
    ++at;
  }
  return context.arena.node(Label::expression, words);
}

bool is_pure(const Term& expression) {
  if (expression.is(Label::test_of) || expression.is(Label::always)) return true;
  const bool is_logic =
      expression.is(Label::all) || expression.is(Label::any) || expression.is(Label::negation);
  return is_logic && std::ranges::all_of(expression.parts, [](const Term* part) { return is_pure(*part); });
}

bool is_action(const Term& term, std::string_view name) {
  return term.is(Label::action) && term.parts[0]->text == name;
}

bool is_always_true(const Term& term) {
  if (term.is(Label::exec)) return term.parts[2]->text == "+";
  return term.is(Label::action) &&
         is_among(term.parts[0]->text, "-print -print0 -printf -ls -fls -fprint -fprint0 -fprintf -prune");
}

std::size_t count_actions(const Term& term) {
  if (term.is(Label::exec) || (term.is(Label::action) && term.parts[0]->text != "-prune")) return 1;
  if (term.is(Label::test_of) || term.kind != Kind::node) return 0;
  std::size_t count = 0;
  for (const Term* part : term.parts) count += count_actions(*part);
  return count;
}

bool holds_action(const Term& expression, std::string_view name) {
  if (is_action(expression, name) || (expression.is(Label::exec) && expression.parts[0]->text == name))
    return true;
  if (expression.is(Label::test_of) || expression.is(Label::action) || expression.is(Label::exec))
    return false;
  return std::ranges::any_of(expression.parts,
                             [name](const Term* part) { return holds_action(*part, name); });
}

constexpr Rule rule::find_name = {.id = "find-name",
                                  .rung = Rung::utility,
                                  .meaning = "different names of a test are equal",
                                  .same = {"find . -wholename x", "find . -path x"},
                                  .apart = {"find . -name x", "find . -path x"}};

}  // namespace assay::equivalence
