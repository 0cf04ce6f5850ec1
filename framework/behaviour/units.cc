// SPDX-License-Identifier: Apache-2.0
#include "units.h"

#include <algorithm>

#include "assay/internal/commands_run.h"
#include "assay/internal/invocation.h"
#include "assay/internal/shell.h"
#include "assay/internal/shell_visitor.h"
#include "assay/internal/word.h"

namespace assay::behaviour {
namespace {

using namespace shell;
using enum NearMissClass;

class UnitWalk : public Visitor {
 public:
  explicit UnitWalk(std::string_view source) : source_(source) {}

  Units take() && { return std::move(units_); }

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
        near(logic, {{next, next + 2, ";"}});
        near(logic, {{next, next + 2, spelling == "&&" ? "||" : "&&"}});
      }
      const bool before = std::exchange(decides_, decides_ || i + 1 < links.size());
      pipeline(links[i].pipeline);
      decides_ = before;
    }
  }

  void if_command(const If& node, const Command& /*command*/) override {
    for (const Branch& branch : node.branches) {
      const bool before = std::exchange(decides_, true);
      list(branch.condition);
      decides_ = before;
      list(branch.body);
    }
    if (node.otherwise) list(*node.otherwise);
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
      if (at != std::string_view::npos) {
        add({.key = "operator !", .what = "!", .without = {{{at, at + 1}}}});
        near(negation, {{at, at + 1}});
      }
    }
    for (std::size_t i = 0; i < stages.size(); ++i) {
      removal_ = whole;
      if (stages.size() > 1)
        removal_ = i == 0 ? Edit{stages[0].span.begin, stages[1].span.begin}
                          : Edit{stages[i - 1].span.end, stages[i].span.end};
      if (stages[i].pipes_errors && i + 1 < stages.size()) {
        const std::size_t at = source_.find("|&", stages[i].span.end);
        if (at != std::string_view::npos) {
          add({.key = "operator |&", .what = "|&", .without = {{{at, at + 2, "|"}}}});
          near(NearMissClass::redirection, {{at, at + 2, "|"}});
        }
      }
      if (i + 1 < stages.size())
        near(order, {{stages[i].span.begin, stages[i].span.end, text_of(stages[i + 1].span)},
                     {stages[i + 1].span.begin, stages[i + 1].span.end, text_of(stages[i].span)}});
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
    if (removal) {
      unit.without.push_back({*removal});
      near(stage, {*removal});
    }
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
      near(NearMissClass::redirection, unit.without.front());
      const std::size_t at = text.find('>');
      if (redirect.operation == RedirectOperator::output)
        unit.without.push_back({{redirect.span.begin + at, redirect.span.begin + at + 1, ">>"}});
      if (redirect.operation == RedirectOperator::append)
        unit.without.push_back({{redirect.span.begin + at, redirect.span.begin + at + 2, ">"}});
      if (unit.without.size() > 1) near(append, unit.without.back());
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
      call(name, words, simple.words.front().span.end);
    }
    for (const Word& each : simple.words) expansions(each);
    Visitor::simple_command(simple, command);
  }

  // ---- The words of a call ----

  // `end`: of the name.
  void call(const std::string& name, const std::vector<const Word*>& words, std::size_t end) {
    call(find_utility(name == "[" ? "test" : name), words, end);
  }

  void call(const Utility* utility, const std::vector<const Word*>& words, std::size_t end) {
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
    add_further_options(*utility, parsed, end);
    auto of = kind_of_first(*utility, parsed);
    for (const std::uint32_t operand : parsed.operands) {
      if (operand < words.size() && operand != parsed.inner_at) add_word(*words[operand], {}, of);
      of = WordPlace::Of::operand;
    }
    if (parsed.dashes && *parsed.dashes < words.size()) add_word(*words[*parsed.dashes], {});
    if (parsed.inner_at && *parsed.inner_at < words.size()) inner_call(parsed, words);
    if (parsed.expression_at) expression(*utility, words, *parsed.expression_at);
  }

  void inner_call(const ParsedInvocation& parsed, const std::vector<const Word*>& words) {
    const std::size_t at = *parsed.inner_at;
    const std::vector<const Word*> rest(words.begin() + static_cast<std::ptrdiff_t>(at) + 1, words.end());
    if (parsed.inner == InnerForm::script) return add_word(*words[at], {});
    add_word(*words[at], {});
    const std::size_t end = words[at]->span.end;
    if (parsed.inner == InnerForm::subcommand && parsed.subcommand) return call(parsed.subcommand, rest, end);
    call(std::string(base_name(literal_value(*words[at]).value_or(""))), rest, end);
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
    exchange(utility, parsed, index, edits.front(), sharing == 1 || !is_letter, word);
    separate(option.value);
    separate(option.second);
    near(class_of(known, option_dropped), edits);
    unit.without.push_back(std::move(edits));
    if (const auto value = region_of(option.value, words)) {
      if (known.kind != ValueKind::path && known.kind != ValueKind::choice)
        add_numbers(*value, unit, class_of(known, number));
      unit.text = value;
      if (known.kind == ValueKind::pattern || known.kind == ValueKind::program)
        units_.words.push_back(
            {known.kind == ValueKind::pattern ? WordPlace::Of::pattern : program_of(utility),
             {words[option.value.argument]->span.begin, words[option.value.argument]->span.end}});
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
        if (name == "!" || name == "-o") {
          add({.key = "operator " + name, .what = text(at), .without = {{cut(*words[at])}}});
          near(name == "!" ? negation : logic, {cut(*words[at])});
        }
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
      near(class_of(*primary, option_dropped), edits);
      unit.without.push_back(std::move(edits));
      const std::string &name = text(at),
                        other = name.starts_with("-i") ? "-" + name.substr(2) : "-i" + name.substr(1);
      if (primary->kind == ValueKind::pattern && utility.find_primary(other))
        near(letter_case, {{words[at]->span.begin, words[at]->span.end, other}});
      if (primary->arguments == 1 && at + 1 < words.size()) {
        if (const auto region = raw(*words[at + 1])) {
          if (primary->kind != ValueKind::path && primary->kind != ValueKind::pattern) {
            add_numbers(*region, unit, class_of(*primary, number));
            add_signs(*region);
          }
          unit.text = region;
          if (primary->kind == ValueKind::pattern)
            units_.words.push_back({name.ends_with("regex") ? WordPlace::Of::pattern : WordPlace::Of::glob,
                                    {words[at + 1]->span.begin, words[at + 1]->span.end}});
        }
      }
      add(std::move(unit));
      if (primary->command && at + 1 < words.size()) {
        const std::vector<const Word*> inner(
            words.begin() + static_cast<std::ptrdiff_t>(at) + 2,
            words.begin() + static_cast<std::ptrdiff_t>(std::max(end, at + 3)) - 1);
        call(std::string(base_name(text(at + 1))), inner, words[at + 1]->span.end);
      }
      at = end;
    }
  }

  void add_word(const Word& word, std::vector<Data> data, WordPlace::Of of = WordPlace::Of::operand) {
    units_.words.push_back({of, {word.span.begin, word.span.end}});
    const auto value = literal_value(word);
    Unit unit{.key = "word " + (value ? *value : print(word)),
              .what = text_of(word.span),
              .without = {{cut(word)}},
              .data = std::move(data)};
    if (const auto region = raw(word)) {
      const std::string_view text = source_.substr(region->begin, region->end - region->begin);
      const std::string_view digits = text.substr(text.starts_with('+') || text.starts_with('-') ? 1 : 0);
      if (!digits.empty() && std::ranges::all_of(digits, is_decimal)) add_numbers(*region, unit, number);
      unit.text = region;
    }
    add(std::move(unit));
  }

  void add_numbers(const Region& region, Unit& unit, NearMissClass of) {
    std::size_t at = region.begin;
    while (at < region.end && !is_decimal(source_[at])) ++at;
    std::size_t end = at;
    while (end < region.end && is_decimal(source_[end])) ++end;
    if (at == end) return;
    for (const std::string& each : neighbours(source_.substr(at, end - at))) {
      unit.without.push_back({{at, end, each}});
      near(of == depth ? depth : number, unit.without.back());
    }
  }

  // +7, 7 and -7 of find.
  void add_signs(const Region& region) {
    const std::string_view text = source_.substr(region.begin, region.end - region.begin);
    const bool has_sign = text.starts_with('+') || text.starts_with('-');
    if (text.size() <= has_sign || !is_decimal(text[has_sign])) return;
    for (const std::string_view sign : {"", "+", "-"})
      if (sign != text.substr(0, has_sign))
        near(comparison, {{region.begin, region.begin + has_sign, std::string(sign)}});
  }

  // ---- Options of the same utility ----

  // What an option is about, if there is a class for that.
  template <typename Named>
  static NearMissClass class_of(const Named& option, NearMissClass otherwise) {
    const auto is_named = [&](std::initializer_list<std::string_view> names) {
      return std::ranges::find(names, option.names.front()) != names.end();
    };
    if (option.data.empty()) return otherwise;
    switch (option.data.front()) {
      case Data::case_: return letter_case;
      case Data::hidden: return hidden;
      case Data::links: return option.data.size() == 1 ? links : otherwise;
      case Data::deep:
        return is_named({"-r", "-R", "-d", "-s", "-maxdepth", "-mindepth", "-prune"}) ? depth : otherwise;
      case Data::refusal: return question;
      case Data::existing_target:
      case Data::missing: return option.data.back() == Data::write_protected ? question : otherwise;
      case Data::word_parts: return is_named({"-w", "-x"}) ? anchor : is_named({"-v"}) ? negation : otherwise;
      default: return otherwise;
    }
  }

  // Whether somebody might have written it there, and a world may show it.
  static bool may_be_added(const Option& option, const ParsedInvocation& parsed, OptionId id) {
    return option.arity == Arity::none && option.repetition != Repetition::exits && !option.data.empty() &&
           !parsed.has(id);
  }

  // Those of POSIX first, which people know.
  static std::vector<OptionId> in_order(const Utility& utility) {
    std::vector<OptionId> ids;
    for (const bool posix : {true, false})
      for (OptionId id = 0; id < utility.options.size(); ++id)
        if (utility.options[id].posix == posix) ids.push_back(id);
    return ids;
  }

  void add_further_options(const Utility& utility, const ParsedInvocation& parsed, std::size_t end) {
    for (const ParsedOption& each : parsed.options)
      if (each.spelling == Spelling::bundle) return;
    for (const OptionId id : in_order(utility)) {
      const Option& option = utility.options[id];
      if (may_be_added(option, parsed, id) && option.name().starts_with('-'))
        near(class_of(option, option_added), {{end, end, " " + option.name()}}, option.data);
    }
  }

  // Another option that shows on the same data, in the place of one without a value.
  void exchange(const Utility& utility, const ParsedInvocation& parsed, std::size_t index, const Edit& cut,
                bool is_whole, const Word& word) {
    const Option& own = utility.options[parsed.options[index].id];
    if (own.arity != Arity::none || own.data.empty() || parsed.options[index].spelling == Spelling::bundle)
      return;
    for (const OptionId id : in_order(utility)) {
      const Option& option = utility.options[id];
      const bool is_letter = option.name().size() == 2 && option.name().front() == '-';
      if (!may_be_added(option, parsed, id) || option.data.front() != own.data.front()) continue;
      if (is_whole && option.name().starts_with('-'))
        near(class_of(option, option_exchanged), {{word.span.begin, word.span.end, option.name()}},
             option.data);
      else if (!is_whole && is_letter)
        near(class_of(option, option_exchanged), {{cut.begin, cut.end, option.name().substr(1)}},
             option.data);
    }
  }

  static WordPlace::Of program_of(const Utility& utility) {
    if (utility.name == "sed") return WordPlace::Of::sed;
    return utility.language == "awk" || utility.name.ends_with("awk") ? WordPlace::Of::awk
                                                                      : WordPlace::Of::operand;
  }

  static WordPlace::Of kind_of_first(const Utility& utility, const ParsedInvocation& parsed) {
    if (utility.operands.empty() ||
        std::ranges::any_of(utility.operands.front().unless, [&](OptionId id) { return parsed.has(id); }))
      return WordPlace::Of::operand;
    const OperandRole role = utility.operands.front().role;
    return role == OperandRole::pattern   ? WordPlace::Of::pattern
           : role == OperandRole::program ? program_of(utility)
                                          : WordPlace::Of::operand;
  }

  // ---- Quotes and expansions ----

  void expansions(const Word& word) {
    for (const Segment& segment : word.segments) {
      if (const auto* quoted = std::get_if<DoubleQuoted>(&segment.node)) {
        const bool expands = std::ranges::any_of(
            quoted->parts, [](const Segment& part) { return !std::holds_alternative<Text>(part.node); });
        if (expands && segment.span.end > segment.span.begin + 1 && source_[segment.span.begin] == '"') {
          const std::string text = text_of(segment.span);
          const Edit first{segment.span.begin, segment.span.begin + 1};
          const Edit last{segment.span.end - 1, segment.span.end};
          add({.key = "quotes " + text, .what = "the quotes of " + text, .without = {{first, last}}});
          near(quoting, {first, last});
          near(quoting, {{first.begin, first.end, "'"}, {last.begin, last.end, "'"}});
        }
        for (const Segment& part : quoted->parts) expansion(part);
      } else if (const char first = source_[segment.span.begin];
                 first == '\'' && std::holds_alternative<Text>(segment.node)) {
        // In double quotes a variable expands, without quotes a star does and blanks part words.
        const std::string text = text_of({segment.span.begin + 1, segment.span.end - 1});
        const std::size_t begin = segment.span.begin, end = segment.span.end;
        if (text.find_first_of("$`\\") != text.npos && text.find('"') == text.npos)
          near(quoting, {{begin, begin + 1, "\""}, {end - 1, end, "\""}});
        if (text.find_first_of("*?[ {\\") != text.npos) near(quoting, {{begin, begin + 1}, {end - 1, end}});
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
    for (const Edits& each : unit.without) near(NearMissClass::expansion, each);
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

  void near(NearMissClass of, Edits edits, std::vector<Data> data = {}) {
    units_.near.push_back({of, std::move(edits), std::move(data)});
  }

  void add(Unit unit) { units_.all.push_back(std::move(unit)); }

  std::string_view source_;
  Units units_;
  std::optional<Edit> removal_;  // takes out the command that is looked at
  bool decides_ = false;         // whether what follows runs depends on what is looked at
  int depth_ = 0;
};

}  // namespace

std::optional<Units> units_of(std::string_view command) {
  const Parsed parsed = parse(command);
  if (!parsed) return std::nullopt;
  UnitWalk walk(command);
  walk.list(parsed.tree);
  return std::move(walk).take();
}

std::string edited(std::string_view source, Edits edits) {
  std::ranges::sort(edits, std::greater{}, &Edit::begin);
  std::string text(source);
  for (const Edit& each : edits)
    if (each.begin <= each.end && each.end <= text.size())
      text.replace(each.begin, each.end - each.begin, each.with);
  return text;
}

std::vector<std::string> neighbours(std::string_view digits) {
  if (digits.size() > 9) return {};
  const long number = std::stol(std::string(digits));
  std::vector<std::string> all = {std::to_string(number + 1)};
  if (number > 0) all.push_back(std::to_string(number - 1));
  return all;
}

bool is_in_no_world(Data data) { return data <= Data::file_systems; }

bool is_unseen(Data data, Question question) {
  return data == Data::messages || data == Data::speed ||
         (is_in_no_world(data) && question == Question::fulfils);
}

}  // namespace assay::behaviour
