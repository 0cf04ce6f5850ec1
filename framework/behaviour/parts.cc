// SPDX-License-Identifier: Apache-2.0
#include "parts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>

#include "assay/equivalence.h"
#include "assay/internal/invocation.h"
#include "assay/internal/shell.h"
#include "assay/internal/shell_visitor.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "calls.h"

namespace assay::behaviour {
namespace {

using namespace shell;

struct Edit {
  std::size_t begin = 0, end = 0;
  std::string with = {};
};
using Edits = std::vector<Edit>;

// Bytes of the source that are a literal's own, without its quotes.
struct Region {
  std::size_t begin = 0, end = 0;
};

// A part that a command has, whether the other one has it or not: equal keys are the same part.
struct Unit {
  std::string key;
  std::string what;
  std::vector<Edits> without;
  std::optional<Region> text = {};  // of a word that may resemble one of the other command
  std::vector<Data> data = {};
  bool is_option = false;
  bool is_condition = false;
};

std::string edited(std::string_view source, Edits edits) {
  std::ranges::sort(edits, std::greater{}, &Edit::begin);
  std::string text(source);
  for (const Edit& each : edits)
    if (each.begin <= each.end && each.end <= text.size())
      text.replace(each.begin, each.end - each.begin, each.with);
  return text;
}

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

// The number that begins there, one less and one more.
std::vector<std::string> neighbours(std::string_view digits) {
  if (digits.size() > 9) return {};
  const long number = std::stol(std::string(digits));
  std::vector<std::string> all = {std::to_string(number + 1)};
  if (number > 0) all.push_back(std::to_string(number - 1));
  return all;
}

class Units : public Visitor {
 public:
  explicit Units(std::string_view source) : source_(source) {}

  std::vector<Unit> take() && { return std::move(units_); }

  void list(const List& list) override {
    const auto& items = list.items;
    const bool is_nested = depth_++ > 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (items.size() > 1) {
        removal_ = i == 0 ? Edit{items[0].span.begin, items[1].span.begin}
                          : Edit{items[i - 1].span.end, items[i].span.end};
      } else if (is_nested) {
        removal_ = Edit{items[0].span.begin, items[0].span.end, ":"};
      } else {
        removal_.reset();
      }
      and_or(items[i]);
    }
    --depth_;
  }

 private:
  void and_or(const AndOr& item) override {
    const auto whole = removal_;
    const auto end = [](const Link& link) { return link.pipeline.commands.back().span.end; };
    const auto& links = item.links;
    for (std::size_t i = 0; i < links.size(); ++i) {
      removal_ = whole;
      const std::size_t at = i == 0 ? end(links[0]) : end(links[i - 1]);
      const std::size_t next = i + 1 < links.size() || i > 0 ? operator_at(at) : std::string_view::npos;
      if (links.size() > 1 && next != std::string_view::npos)
        removal_ = i == 0 ? Edit{item.span.begin, next + 2} : Edit{at, end(links[i])};
      if (i > 0 && next != std::string_view::npos) {
        const std::string spelling(source_.substr(next, 2));
        add({.key = "operator " + spelling, .what = spelling, .without = {{{next, next + 2, ";"}}}});
      }
      const bool before = std::exchange(decides_, decides_ || i + 1 < links.size());
      pipeline(links[i].pipeline);
      decides_ = before;
    }
  }

  void if_command(const If& node, const Command& command) override {
    for (const Branch& branch : node.branches) {
      const bool before = std::exchange(decides_, true);
      list(branch.condition);
      decides_ = before;
      list(branch.body);
    }
    if (node.otherwise) list(*node.otherwise);
    static_cast<void>(command);
  }

  // The && or || that follows.
  std::size_t operator_at(std::size_t from) const {
    const std::size_t at = source_.find_first_not_of(" \t\n)}", from);
    if (at == std::string_view::npos) return at;
    const std::string_view two = source_.substr(at, 2);
    return two == "&&" || two == "||" ? at : std::string_view::npos;
  }

  void pipeline(const Pipeline& pipeline) override {
    const auto& stages = pipeline.commands;
    const auto whole = removal_;
    if (pipeline.negated) {
      const std::size_t at = source_.rfind('!', stages.front().span.begin);
      if (at != std::string_view::npos) add({.key = "operator !", .what = "!", .without = {{{at, at + 1}}}});
    }
    for (std::size_t i = 0; i < stages.size(); ++i) {
      removal_ = whole;
      if (stages.size() > 1)
        removal_ = i == 0 ? Edit{stages[0].span.begin, stages[1].span.begin}
                          : Edit{stages[i - 1].span.end, stages[i].span.end};
      if (stages[i].pipes_errors && i + 1 < stages.size()) {
        const std::size_t at = source_.find("|&", stages[i].span.end);
        if (at != std::string_view::npos)
          add({.key = "operator |&", .what = "|&", .without = {{{at, at + 2, "|"}}}});
      }
      command(stages[i]);
    }
  }

  void command(const Command& command) override {
    const auto whole = removal_;
    const auto* simple = std::get_if<SimpleCommand>(&command.node);
    if (!simple) add_run("{", command, whole);
    for (const Redirect& each : command.redirects) {
      removal_.reset();
      redirection(each);
    }
    removal_ = whole;
    node(command);
  }

  void add_run(const std::string& name, const Command& command, const std::optional<Edit>& removal) {
    Unit unit{.key = "run " + name, .what = text_of(command.span), .without = {}, .is_condition = decides_};
    if (removal) unit.without.push_back({*removal});
    add(std::move(unit));
  }

  void redirection(const Redirect& redirect) {
    Visitor::redirect(redirect);
    if (redirect.operation == RedirectOperator::here_document) return;
    const std::string text(source_.substr(redirect.span.begin, redirect.span.end - redirect.span.begin));
    Unit unit{.key = "redirect " + std::to_string(redirect.fd) +
                     std::string(spelling_of(redirect.operation)) + print(redirect.target),
              .what = text};
    // Nobody looks at what is printed on standard error.
    const bool is_unseen = redirect.fd == 2 && literal_value(redirect.target) == "/dev/null";
    if (!is_unseen) {
      unit.without.push_back({{redirect.span.begin, redirect.span.end}});
      const std::size_t at = text.find('>');
      if (redirect.operation == RedirectOperator::output)
        unit.without.push_back({{redirect.span.begin + at, redirect.span.begin + at + 1, ">>"}});
      if (redirect.operation == RedirectOperator::append)
        unit.without.push_back({{redirect.span.begin + at, redirect.span.begin + at + 2, ">"}});
    }
    add(std::move(unit));
  }

  void simple_command(const SimpleCommand& simple, const Command& command) override {
    const auto whole = removal_;
    for (const Assignment& each : simple.assignments)
      add({.key = "assign " + each.name + "=" + print(each.value),
           .what = text_of(each.span),
           .without = {{{each.span.begin, each.span.end}}}});
    if (!simple.words.empty()) {
      const std::string name(base_name(literal_value(simple.words.front()).value_or("")));
      add_run(name, command, whole);
      std::vector<const Word*> words;
      for (auto word = simple.words.begin() + 1; word != simple.words.end(); ++word) words.push_back(&*word);
      call(name, words);
    }
    for (const Word& each : simple.words) expansions(each);
    Visitor::simple_command(simple, command);
  }

  // ---- The words of a call ----

  void call(const std::string& name, const std::vector<const Word*>& words) {
    call(find_utility(name == "[" ? "test" : name), words);
  }

  void call(const Utility* utility, const std::vector<const Word*>& words) {
    if (!utility) {
      for (const Word* word : words) add_word(*word, {});
      return;
    }
    std::vector<std::string> texts;
    for (const Word* word : words) texts.push_back(literal_value(*word).value_or(""));
    std::vector<Argument> arguments;
    for (std::size_t i = 0; i < words.size(); ++i)
      arguments.push_back({texts[i], literal_value(*words[i]) ? Known::literal : Known::one_word});
    const ParsedInvocation parsed = parse_options(*utility, arguments);
    if (parsed.unknown_at) {
      for (const Word* word : words) add_word(*word, {});
      return;
    }
    for (std::size_t i = 0; i < parsed.options.size(); ++i) add_option(*utility, parsed, i, words);
    for (const std::uint32_t operand : parsed.operands)
      if (operand < words.size() && operand != parsed.inner_at) add_word(*words[operand], {});
    if (parsed.dashes && *parsed.dashes < words.size()) add_word(*words[*parsed.dashes], {});
    if (parsed.inner_at && *parsed.inner_at < words.size()) inner_call(parsed, words);
    if (parsed.expression_at) expression(*utility, words, *parsed.expression_at);
  }

  void inner_call(const ParsedInvocation& parsed, const std::vector<const Word*>& words) {
    const std::size_t at = *parsed.inner_at;
    const std::vector<const Word*> rest(words.begin() + static_cast<std::ptrdiff_t>(at) + 1, words.end());
    if (parsed.inner == InnerForm::script) return add_word(*words[at], {});
    add_word(*words[at], {});
    if (parsed.inner == InnerForm::subcommand && parsed.subcommand) return call(parsed.subcommand, rest);
    call(std::string(base_name(literal_value(*words[at]).value_or(""))), rest);
  }

  void add_option(const Utility& utility, const ParsedInvocation& parsed, std::size_t index,
                  const std::vector<const Word*>& words) {
    const ParsedOption& option = parsed.options[index];
    if (option.argument >= words.size()) return;
    const Option& known = utility.options[option.id];
    Unit unit{.key = "option " + utility.name + " " + known.name() + " " + std::string(option.value.text),
              .what = known.name(),
              .data = known.data,
              .is_option = true};
    Edits edits;
    const Word& word = *words[option.argument];
    const auto own = raw(word);
    std::size_t before = 0, sharing = 0;
    for (std::size_t i = 0; i < parsed.options.size(); ++i) {
      if (parsed.options[i].argument != option.argument) continue;
      ++sharing;
      before += i < index;
    }
    const bool is_letter = option.spelling == Spelling::letter && own;
    const auto separate = [&](const OptionValue& value) {
      if (value.form == ValueForm::separate && value.argument < words.size())
        edits.push_back(cut(*words[value.argument]));
    };
    if (sharing == 1 || !is_letter) {
      edits.push_back(cut(word));
    } else {
      const std::size_t letter = own->begin + 1 + before;
      const bool has_rest =
          option.value.form == ValueForm::attached && option.value.argument == option.argument;
      edits.push_back({letter, has_rest ? own->end : letter + 1});
    }
    separate(option.value);
    separate(option.second);
    unit.without.push_back(std::move(edits));
    if (const auto value = region_of(option.value, words)) {
      if (known.kind != ValueKind::path && known.kind != ValueKind::choice) add_numbers(*value, unit);
      unit.text = value;
    }
    add(std::move(unit));
  }

  std::optional<Region> region_of(const OptionValue& value, const std::vector<const Word*>& words) const {
    if (value.form == ValueForm::none || value.argument >= words.size()) return std::nullopt;
    auto region = raw(*words[value.argument]);
    if (!region || region->begin + value.offset >= region->end) return std::nullopt;
    region->begin += value.offset;
    return region;
  }

  // find's: each primary with its arguments.
  void expression(const Utility& utility, const std::vector<const Word*>& words, std::size_t at) {
    const auto text = [&](std::size_t i) {
      return i < words.size() ? literal_value(*words[i]).value_or("") : std::string();
    };
    const std::size_t first = at;
    while (at < words.size()) {
      const Primary* primary = utility.find_primary(text(at));
      if (!primary) {
        add_word(*words[at++], {});
        continue;
      }
      std::size_t end = at + 1 + primary->arguments;
      if (primary->command) {
        while (end < words.size() && text(end) != ";" && !(text(end) == "+" && text(end - 1) == "{}")) ++end;
        ++end;
      }
      end = std::min(end, words.size());
      if (primary->what == PrimaryClass::operator_) {
        const std::string name = primary->names.front();
        if (name == "!" || name == "-o")
          add({.key = "operator " + name, .what = text(at), .without = {{cut(*words[at])}}});
        at = end;
        continue;
      }
      Unit unit{.key = "primary " + primary->names.front(),
                .what = primary->names.front(),
                .data = primary->data,
                .is_option = true};
      Edits edits;
      for (std::size_t i = at; i < end; ++i) edits.push_back(cut(*words[i]));
      for (std::size_t i = at + 1; i < end; ++i) unit.key += " " + text(i);
      // One side of an "or" takes it along.
      const bool ends = end >= words.size() || text(end) == ")";
      if (text(end) == "-o" && (at == first || text(at - 1) == "("))
        edits.push_back(cut(*words[end]));
      else if (at > first && text(at - 1) == "-o" && (ends || text(end) == "-o"))
        edits.push_back(cut(*words[at - 1]));
      unit.without.push_back(std::move(edits));
      if (primary->arguments == 1 && at + 1 < words.size()) {
        if (const auto region = raw(*words[at + 1])) {
          if (primary->kind != ValueKind::path && primary->kind != ValueKind::pattern)
            add_numbers(*region, unit);
          unit.text = region;
        }
      }
      add(std::move(unit));
      if (primary->command && at + 1 < words.size()) {
        const std::vector<const Word*> inner(
            words.begin() + static_cast<std::ptrdiff_t>(at) + 2,
            words.begin() + static_cast<std::ptrdiff_t>(std::max(end, at + 3)) - 1);
        call(std::string(base_name(text(at + 1))), inner);
      }
      at = end;
    }
  }

  void add_word(const Word& word, std::vector<Data> data) {
    const auto value = literal_value(word);
    Unit unit{.key = "word " + (value ? *value : print(word)),
              .what = text_of(word.span),
              .without = {{cut(word)}},
              .data = std::move(data)};
    if (const auto region = raw(word)) {
      const std::string_view text = source_.substr(region->begin, region->end - region->begin);
      const std::string_view digits = text.substr(text.starts_with('+') || text.starts_with('-') ? 1 : 0);
      if (!digits.empty() && std::ranges::all_of(digits, is_decimal)) add_numbers(*region, unit);
      unit.text = region;
    }
    add(std::move(unit));
  }

  void add_numbers(const Region& region, Unit& unit) const {
    std::size_t at = region.begin;
    while (at < region.end && !is_decimal(source_[at])) ++at;
    std::size_t end = at;
    while (end < region.end && is_decimal(source_[end])) ++end;
    if (at == end) return;
    for (const std::string& each : neighbours(source_.substr(at, end - at)))
      unit.without.push_back({{at, end, each}});
  }

  // ---- Quotes and expansions ----

  void expansions(const Word& word) {
    for (const Segment& segment : word.segments) {
      if (const auto* quoted = std::get_if<DoubleQuoted>(&segment.node)) {
        const bool expands = std::ranges::any_of(
            quoted->parts, [](const Segment& part) { return !std::holds_alternative<Text>(part.node); });
        if (expands && segment.span.end > segment.span.begin + 1 && source_[segment.span.begin] == '"') {
          const std::string text = text_of(segment.span);
          add({.key = "quotes " + text,
               .what = "the quotes of " + text,
               .without = {{{segment.span.begin, segment.span.begin + 1},
                            {segment.span.end - 1, segment.span.end}}}});
        }
        for (const Segment& part : quoted->parts) expansion(part);
      } else {
        expansion(segment);
      }
    }
  }

  void expansion(const Segment& segment) {
    const auto* boxed = std::get_if<Boxed<Parameter>>(&segment.node);
    if (!boxed) return;
    const Parameter& parameter = **boxed;
    if (parameter.operation == ParameterOperator::none) return;
    const std::string text = text_of(segment.span);
    if (!text.starts_with("${")) return;
    Unit unit{
        .key = "expansion " + print(parameter), .what = text, .data = {Data::extensions, Data::variables}};
    unit.without.push_back({{segment.span.begin, segment.span.end, "${" + parameter.name + "}"}});
    const std::size_t colon = text.find(':');
    if (parameter.or_null && colon != std::string::npos)
      unit.without.push_back({{segment.span.begin + colon, segment.span.begin + colon + 1}});
    unit.text = Region{segment.span.begin + 2, segment.span.end - 1};
    add(std::move(unit));
  }

  // ---- Places in the source ----

  std::string text_of(Span span) const {
    return std::string(source_.substr(span.begin, span.end - span.begin));
  }

  // With the blank in front.
  Edit cut(const Word& word) const {
    std::size_t begin = word.span.begin;
    while (begin > 0 && source_[begin - 1] == ' ') --begin;
    return {begin, word.span.end};
  }

  std::optional<Region> raw(const Word& word) const {
    const std::size_t begin = word.span.begin, end = word.span.end;
    if (end <= begin || end > source_.size()) return std::nullopt;
    const char first = source_[begin], last = source_[end - 1];
    const std::string_view inside = source_.substr(begin + 1, end - begin - 2);
    if (first == '\'' && last == '\'' && end > begin + 1 && inside.find('\'') == std::string_view::npos)
      return Region{begin + 1, end - 1};
    if (first == '"' && last == '"' && end > begin + 1 &&
        inside.find_first_of("\"$`\\") == std::string_view::npos)
      return Region{begin + 1, end - 1};
    if (source_.substr(begin, end - begin).find_first_of("'\"\\`$") == std::string_view::npos)
      return Region{begin, end};
    return std::nullopt;
  }

  void add(Unit unit) { units_.push_back(std::move(unit)); }

  std::string_view source_;
  std::vector<Unit> units_;
  std::optional<Edit> removal_;  // takes out the command that is looked at
  int depth_ = 0;
  bool decides_ = false;  // whether what follows runs depends on what is looked at
};

std::optional<std::vector<Unit>> units_of(std::string_view command) {
  const Parsed parsed = parse(command);
  if (!parsed) return std::nullopt;
  Units units(command);
  units.list(parsed.tree);
  return std::move(units).take();
}

// ---- Pieces of words that resemble each other ----

struct Token {
  std::string text;
  std::size_t begin = 0;
};

// Numbers, names, and single characters, escaped ones with their backslash.
std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    const auto is_letter = [&](std::size_t i) {
      return std::isalpha(static_cast<unsigned char>(text[i])) != 0;
    };
    if (text[at] == '\\' && end < text.size()) {
      ++end;
    } else if (is_decimal(text[at])) {
      while (end < text.size() && is_decimal(text[end])) ++end;
    } else if (is_letter(at)) {
      while (end < text.size() && is_letter(end)) ++end;
    }
    tokens.push_back({std::string(text.substr(at, end - at)), at});
    at = end;
  }
  return tokens;
}

// Which tokens of `mine` the others lack, by their longest common subsequence; and how many they share.
struct Unshared {
  std::vector<Token> tokens;
  std::size_t shared = 0;
};
Unshared unshared(const std::vector<Token>& mine, const std::vector<Token>& others) {
  std::vector<std::vector<std::size_t>> best(mine.size() + 1, std::vector<std::size_t>(others.size() + 1));
  for (std::size_t i = mine.size(); i-- > 0;)
    for (std::size_t j = others.size(); j-- > 0;)
      best[i][j] =
          mine[i].text == others[j].text ? best[i + 1][j + 1] + 1 : std::max(best[i + 1][j], best[i][j + 1]);
  Unshared result{.shared = best[0][0]};
  std::size_t i = 0, j = 0;
  while (i < mine.size()) {
    if (j < others.size() && mine[i].text == others[j].text)
      ++i, ++j;
    else if (j < others.size() && best[i][j + 1] > best[i + 1][j])
      ++j;
    else
      result.tokens.push_back(mine[i++]);
  }
  return result;
}

// Those that the others lack, or have in another order. If the others have the same in another order, all
// that changed places with something.
std::vector<Unit> only_in(const std::vector<Unit>& mine, const std::vector<Unit>& others) {
  const auto keys_of = [](const std::vector<Unit>& units) {
    std::vector<Token> keys;
    for (const Unit& each : units) keys.push_back({each.key, keys.size()});
    return keys;
  };
  const auto is_same = [](const Token& a, const Token& b) { return a.text == b.text; };
  std::vector<Token> keys = keys_of(mine), theirs = keys_of(others);
  if (std::ranges::is_permutation(keys, theirs, is_same)) {
    const auto begin = std::ranges::mismatch(keys, theirs, is_same).in1;
    keys.erase(keys.begin(), begin);
  } else {
    keys = unshared(keys, theirs).tokens;
  }
  std::vector<Unit> alone;
  for (const Token& key : keys) alone.push_back(mine[key.begin]);
  return alone;
}

// The word of the others that resembles it most, if half of the shorter one is the same.
Unshared pieces_only_in(std::string_view mine, const std::vector<std::string>& others) {
  constexpr std::size_t kMost = 120;
  const std::vector<Token> tokens = tokens_of(mine);
  Unshared best;
  if (tokens.size() > kMost) return best;
  for (const std::string& other : others) {
    const std::vector<Token> theirs = tokens_of(other);
    if (theirs.size() > kMost) continue;
    Unshared found = unshared(tokens, theirs);
    if (2 * found.shared >= std::min(tokens.size(), theirs.size()) && found.shared > best.shared)
      best = std::move(found);
  }
  return best;
}

// Neighbours among them, taken together.
std::vector<Token> chunks_of(const std::vector<Token>& tokens) {
  std::vector<Token> chunks;
  for (std::size_t i = 0; i < tokens.size();) {
    Token chunk = tokens[i];
    std::size_t next = i + 1;
    while (next < tokens.size() && tokens[next].begin == chunk.begin + chunk.text.size())
      chunk.text += tokens[next++].text;
    if (next > i + 1) chunks.push_back(std::move(chunk));
    i = next;
  }
  return chunks;
}

// Data that no world has, and that nobody looks at under this question.
bool is_unseen(Data data, Question question) {
  return data == Data::messages || data == Data::speed ||
         (data == Data::terminal && question == Question::fulfils);
}

// Of every system, and nowhere a link: with a slash or without, it is the same.
bool is_folder_everywhere(std::string_view path) {
  return is_one_of(path, {"/etc/", "/usr/", "/var/", "/tmp/", "/root/"});
}

std::string shown(std::string_view what) { return one_line(shortened(what, 40)); }

}  // namespace

std::vector<Part> parts_of(std::string_view own, std::string_view other, Question question) {
  const auto mine = units_of(own), others = units_of(other);
  std::vector<Part> parts;
  if (!mine || !others) return parts;
  const std::string form = canonical_form(own);
  const auto add = [&](std::string what, const std::vector<Edits>& edits, const Unit& unit, bool is_whole) {
    Part part{.what = shown(what),
              .without = {},
              .data = is_whole ? unit.data : std::vector<Data>(),
              .is_option = is_whole && unit.is_option,
              .is_condition = is_whole && unit.is_condition};
    if (std::ranges::any_of(part.data, [&](Data each) { return is_unseen(each, question); })) return;
    for (const Edits& each : edits) {
      std::string text = edited(own, each);
      if (trimmed(text).empty() || !parse(text)) continue;
      // What is proven the same without it does not need it.
      if (canonical_form(text) == form) return;
      part.without.push_back(std::move(text));
    }
    if (!part.without.empty()) parts.push_back(std::move(part));
  };
  const std::vector<Unit> unmatched = only_in(*mine, *others), theirs = only_in(*others, *mine);
  std::vector<std::string> words;
  for (const Unit& each : theirs)
    if (each.text) words.emplace_back(other.substr(each.text->begin, each.text->end - each.text->begin));
  for (const Unit& unit : unmatched) {
    if (!unit.without.empty()) add(unit.what, unit.without, unit, true);
    if (!unit.text) continue;
    const std::string_view text = own.substr(unit.text->begin, unit.text->end - unit.text->begin);
    std::vector<Token> pieces = pieces_only_in(text, words).tokens;
    for (const Token& chunk : chunks_of(pieces)) pieces.push_back(chunk);
    for (const Token& token : pieces) {
      const std::size_t begin = unit.text->begin + token.begin, end = begin + token.text.size();
      if (end == unit.text->end && token.text == "/" && is_folder_everywhere(text)) continue;
      std::vector<Edits> edits;
      if (std::ranges::all_of(token.text, is_decimal)) {
        for (const std::string& each : neighbours(token.text)) edits.push_back({{begin, end, each}});
      } else {
        edits.push_back({{begin, end}});
      }
      add(token.text + " in " + std::string(text), edits, unit, false);
    }
  }
  return parts;
}

}  // namespace assay::behaviour
