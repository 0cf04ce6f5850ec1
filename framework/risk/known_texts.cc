// SPDX-License-Identifier: Apache-2.0
#include "known_texts.h"

#include <algorithm>
#include <string_view>

#include "assay/internal/shell.h"
#include "assay/internal/shell_visitor.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "roles.h"

namespace assay::risk {
namespace {

std::string without_blanks(std::string_view text) {
  std::string all;
  for (const char c : text)
    if (std::string_view(" \t\r\n").find(c) == std::string_view::npos) all += c;
  return all;
}

std::string reversed_lines(std::string_view text) {
  std::string all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line(text.substr(at, end - at));
    std::ranges::reverse(line);
    all += line + (end < text.size() ? "\n" : "");
    at = end + 1;
  }
  return all;
}

// A set of tr with its ranges written out; none for classes and escapes.
std::optional<std::string> members(std::string_view set) {
  if (set.find_first_of("[\\") != set.npos) return std::nullopt;
  std::string all;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (i + 2 >= set.size() || set[i + 1] != '-') {
      all += set[i];
      continue;
    }
    for (int c = set[i]; c <= set[i + 2]; ++c) all += static_cast<char>(c);
    i += 2;
  }
  return all;
}

std::optional<std::string> translated(const Call& call, std::string_view text) {
  const bool removes = call.has("-d"), others = removes && (call.has("-c") || call.has("-C"));
  if (call.options.size() != (others ? 2U : removes ? 1U : 0U)) return std::nullopt;
  if (call.operands.size() != (removes ? 1U : 2U)) return std::nullopt;
  const auto from = members(call.operands.front()), to = members(call.operands.back());
  if (!from || !to || to->empty()) return std::nullopt;
  std::string all;
  for (const char c : text) {
    const std::size_t at = from->find(c);
    if ((at == from->npos) != others)
      all += c;
    else if (!removes)
      all += (*to)[std::min(at, to->size() - 1)];
  }
  return all;
}

// What `call` prints of `text`: base64 -d, xxd -r -p, rev, tr. None if it is not such a call.
std::optional<std::string> decoded(const Call& call, std::string_view text) {
  if (call.name == "tr") return translated(call, text);
  if (call.name == "rev") return reversed_lines(text);
  if (!decodes(call)) return std::nullopt;
  if (call.name == "xxd") return call.says('p', "-ps") ? from_hex(text) : std::nullopt;
  if (is_among(call.name, "base64 openssl basenc")) {
    std::string digits = without_blanks(text);
    while (digits.size() % 4 != 0) digits += '=';
    return from_base64(digits);
  }
  return std::nullopt;
}

using namespace shell;

constexpr std::string_view kBlanks = " \t\n";
// A danger shows in short texts; a hostile command line would double them without end.
constexpr std::size_t kMostTextBytes = 4096, kMostFileBytes = 65'536, kMostNames = 200;
constexpr std::size_t kMostSpent = std::size_t{4} << 20;

Segment literal(std::string text) { return {Text{std::move(text), Quoting::single}, {}}; }

bool is_pwd(const List& list) {
  const SimpleCommand* only = only_simple_command(list);
  return only && only->words.size() == 1 && literal_value(only->words.front()) == "pwd";
}

// The calls that a list makes, but not those of substitutions.
class CallsOf : public Visitor {
 public:
  std::vector<const SimpleCommand*> take() { return std::move(calls_); }

 private:
  void simple_command(const SimpleCommand& node, const Command&) override { calls_.push_back(&node); }
  void substitution(const List&) override {}
  std::vector<const SimpleCommand*> calls_;
};

}  // namespace

std::string without_dot(std::string path) { return path.starts_with("./") ? path.substr(2) : path; }

// ${x}, ${x:-text} and the like; none if it is not known.
std::optional<std::string> KnownTexts::value_of(const Parameter& parameter) const {
  if (parameter.subscript || parameter.indirect) return std::nullopt;
  using enum ParameterOperator;
  const auto found = variables_.find(parameter.name);
  const auto text = [&] { return found->second.text ? std::optional(*found->second.text) : std::nullopt; };
  const bool is_set = found != variables_.end() && found->second.text && !found->second.text->empty();
  if (parameter.operation == none && found != variables_.end()) return text();
  if (parameter.operation == default_value || parameter.operation == assign_default) {
    if (is_set) return text();
    // $HOME and positions are set in another way.
    if (found == variables_.end() && parameter.name != "HOME")
      return literal_value(resolved(parameter.argument));
  }
  return std::nullopt;
}

void KnownTexts::add(const Segment& segment, bool is_quoted, std::vector<Segment>& into) const {
  if (const auto* quoted = std::get_if<DoubleQuoted>(&segment.node)) {
    if (quoted->parts.empty()) into.push_back(segment);
    for (const Segment& part : quoted->parts) add(part, true, into);
    return;
  }
  std::optional<std::string> value;
  if (const auto* parameter = std::get_if<shell::Boxed<Parameter>>(&segment.node)) {
    value = value_of(**parameter);
  } else if (const auto* substitution = std::get_if<CommandSubstitution>(&segment.node)) {
    const KnownText text = printed_text(substitution->body, sources());
    if (text && !is_pwd(substitution->body)) value = *text;
    while (value && value->ends_with('\n')) value->pop_back();
    if (value && value->size() > kMostTextBytes) value.reset();
  } else if (const auto* text = std::get_if<Text>(&segment.node); text && is_quoted) {
    value = text->text;
  }
  if (value && !spend(value->size())) value.reset();
  if (value)
    into.push_back(is_quoted ? literal(*std::move(value))
                             : Segment{Text{*std::move(value), Quoting::none}, segment.span});
  else if (is_quoted)
    into.push_back({.node = DoubleQuoted{{segment}}, .span = segment.span});
  else
    into.push_back(segment);
}

Word KnownTexts::resolved(const Word& word) const {
  Word all{.segments = {}, .span = word.span};
  for (const Segment& each : word.segments) {
    const auto* text = std::get_if<Text>(&each.node);
    if (text) {
      all.segments.push_back(each);
      continue;
    }
    const std::size_t before = all.segments.size();
    add(each, false, all.segments);
    // What expands is not read again: no tilde, brace or glob of it is active, but blanks split it.
    for (std::size_t i = before; i < all.segments.size(); ++i)
      if (auto* fresh = std::get_if<Text>(&all.segments[i].node)) fresh->quoting = Quoting::single;
  }
  return all;
}

std::vector<Word> KnownTexts::fields_of(const Word& word) const {
  std::vector<Word> fields(1);
  bool has_text = false;
  const auto next = [&] {
    if (has_text) fields.emplace_back();
    has_text = false;
  };
  for (const Segment& each : word.segments) {
    std::vector<Segment> parts;
    if (!std::holds_alternative<Text>(each.node)) add(each, false, parts);
    const bool is_bare =
        !std::holds_alternative<Text>(each.node) && !std::holds_alternative<DoubleQuoted>(each.node);
    if (parts.empty()) parts.push_back(each);
    for (Segment& part : parts) {
      auto* text = std::get_if<Text>(&part.node);
      if (!text || !is_bare) {
        fields.back().segments.push_back(std::move(part));
        has_text = true;
        continue;
      }
      const std::string value = std::move(text->text);
      for (std::size_t at = 0; at < value.size();) {
        if (kBlanks.find(value[at]) != kBlanks.npos) {
          next();
          at = std::min(value.find_first_not_of(kBlanks, at), value.size());
          continue;
        }
        const std::size_t end = std::min(value.find_first_of(kBlanks, at), value.size());
        fields.back().segments.push_back(literal(value.substr(at, end - at)));
        has_text = true;
        at = end;
      }
    }
  }
  if (!has_text) fields.pop_back();
  for (Word& field : fields) field.span = word.span;
  return fields;
}

Origin KnownTexts::origin_of(const Word& word) const {
  Origin worst = Origin::here;
  for_each_list(word.segments, [&](const List& body) { worst = std::max(worst, origin_of(body)); });
  const auto look = [&](const std::vector<Segment>& segments, const auto& self) -> void {
    for (const Segment& each : segments) {
      if (const auto* quoted = std::get_if<DoubleQuoted>(&each.node)) self(quoted->parts, self);
      const auto* parameter = std::get_if<shell::Boxed<Parameter>>(&each.node);
      if (!parameter) continue;
      if (const auto found = variables_.find((*parameter)->name); found != variables_.end())
        worst = std::max(worst, found->second.origin);
      self((*parameter)->argument.segments, self);
    }
  };
  look(word.segments, look);
  return worst;
}

Origin KnownTexts::origin_of(const List& list) const {
  CallsOf calls;
  calls.list(list);
  Origin worst = Origin::here;
  for (const SimpleCommand* each : calls.take()) {
    if (each->words.empty()) continue;
    worst = std::max(worst, origin_of(read_call(each->words, *tables_, {}).call, each->words));
  }
  const Command* only = only_command(list);
  if (const Redirect* source = only ? input_redirect(*only) : nullptr)
    if (const Held* held = file(word_text(source->target))) worst = std::max(worst, held->origin);
  return worst;
}

Origin KnownTexts::origin_of(const Call& call, std::span<const Word> words) const {
  if (fetches(call)) return Origin::fetched;
  if (decodes(call)) return Origin::decoded;
  Origin worst = Origin::here;
  if (call.name == "echo" || call.name == "printf")
    for (const Word& each : words) worst = std::max(worst, origin_of(each));
  if (is_among(call.name, "cat tac head tail sed"))
    for (const std::string& each : call.operands)
      if (const Held* held = file(each)) worst = std::max(worst, held->origin);
  return worst;
}

void KnownTexts::assign(const std::string& name, const Word& value, bool appends) {
  if (variables_.size() >= kMostNames && !variables_.contains(name)) return;
  Held& held = variables_[name];
  std::optional<std::string> text =
      value.segments.empty() ? "" : literal_value(resolved(value), Place::assignment);
  // Whose home it is does not matter, and a tilde out of a variable would not be active.
  if (const std::string written = word_text(value);
      !text && written.starts_with('~') && written.find('$') == written.npos)
    text = "/root" + written.substr(std::min(written.find('/'), written.size()));
  if (appends && text) text = held.text ? std::optional(*held.text + *text) : std::nullopt;
  if (text && text->size() > kMostTextBytes) text.reset();
  held = Held(std::move(text), std::max(origin_of(value), appends ? held.origin : Origin::here));
}

void KnownTexts::take_variable_of(const KnownTexts& other, const std::string& name) {
  const auto found = other.variables_.find(name);
  if (found == other.variables_.end())
    variables_.erase(name);
  else
    variables_[name] = found->second;
}

bool KnownTexts::spend(std::size_t bytes) const {
  *spent_ += bytes;
  return *spent_ < kMostSpent;
}

std::optional<std::string> KnownTexts::text_of_variable(const std::string& name) const {
  const auto found = variables_.find(name);
  if (found == variables_.end() || !found->second.text) return std::nullopt;
  return *found->second.text;
}

void KnownTexts::keep_file(const std::string& path, Held held, bool appends) {
  const std::string name = without_dot(path);
  if (path.find('$') != path.npos || (files_.size() >= kMostNames && !files_.contains(name))) return;
  Held& kept = files_[name];
  const std::size_t before = appends && kept.text ? kept.text->size() : 0;
  const std::size_t bytes = before + (held.text ? held.text->size() : 0);
  if (bytes > kMostFileBytes || !spend(bytes))
    held.text = nullptr;
  else if (before > 0 && held.text)
    held.text = std::make_shared<const std::string>(*kept.text + *held.text);
  if (appends) held.origin = std::max(held.origin, kept.origin);
  kept = std::move(held);
}

void KnownTexts::copy_file(const std::string& from, const std::string& to) {
  if (const Held* held = file(from)) keep_file(to, Held(*held), false);
}

const Held* KnownTexts::file(const std::string& path) const {
  const auto found = files_.find(without_dot(path));
  return found == files_.end() ? nullptr : &found->second;
}

KnownText KnownTexts::printed_by(std::span<const Word> words, const KnownText& input) const {
  const ReadCall read = read_call({words.begin(), words.end()}, *tables_, {});
  const Call& call = read.call;
  const bool reads_input =
      call.operands.empty() || (call.operands.size() == 1 && call.operands.front() == "-");
  KnownText text = input;
  if (!reads_input && call.name != "tr") {
    std::string all;
    for (std::size_t i = 0; i < call.operands.size(); ++i) {
      const Held* held = file(call.operands[i]);
      KnownText part = held ? held->text : nullptr;
      if (!part) part = provided_text(words[call.operand_at[i]], sources());
      if (!part || all.size() + part->size() > kMostFileBytes || !spend(part->size())) return nullptr;
      all += *part;
    }
    text = std::make_shared<const std::string>(std::move(all));
  }
  if (!text) return nullptr;
  if (call.name == "cat") return text;
  auto printed = decoded(call, *text);
  return printed ? std::make_shared<const std::string>(*std::move(printed)) : nullptr;
}

TextSources KnownTexts::sources() const {
  TextSources sources([this](const Word& word) { return std::optional(reread_text(resolved(word))); });
  sources.file_text = [this](const std::string& path) -> KnownText {
    const Held* held = file(path);
    return held ? held->text : nullptr;
  };
  sources.printed_by = [this](std::span<const Word> words, const KnownText& input) {
    return printed_by(words, input);
  };
  return sources;
}

}  // namespace assay::risk
