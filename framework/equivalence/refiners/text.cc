// SPDX-License-Identifier: Apache-2.0
// Programs that write parts of texts: basename, dirname, cut, head, tail, jq, seq and tr.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "call/call.h"
#include "languages/characters.h"
#include "languages/values.h"
#include "refiners/refiners.h"

namespace assay::equivalence {

// basename and dirname.

namespace {

// A path of names separated by single slashes, without a trailing one.
std::optional<std::string_view> path_without_slash(const Term& word) {
  if (!word.is_text() || word.text.find_first_not_of('/') == word.text.npos) return std::nullopt;
  const bool has_twins = word.text.find("//") != word.text.npos;
  if (has_twins || word.text.starts_with('-')) return std::nullopt;
  return word.text.ends_with('/') ? word.text.substr(0, word.text.size() - 1) : word.text;
}

void write_known(Context& context, Call& call, std::string_view text) {
  context.note(rule::known_name, *call.operands[0]);
  const std::string line = std::string(text) + "\n";
  call.replacement = context.arena.node(Label::emit, {context.arena.kept(line)});
}

// basename path suffix is basename -s suffix path.
void name_suffix(Context& context, Call& call) {
  if (call.operands.size() != 2 || !call.has_only({"-z"})) return;
  const Term& suffix = *call.operands[1];
  if (!suffix.is_text() || suffix.text.empty()) return;
  context.note(rule::option_name, suffix);
  call.operands.pop_back();
  add_option(context, call, "-s", suffix.text);
}

}  // namespace

static void refine_basename(Context& context, Call& call) {
  if (!call.tail.empty()) return;
  if (context.allows(rule::option_name)) name_suffix(context, call);
  if (!context.allows(rule::known_name) || call.operands.size() != 1 || !call.has_only({"-s"})) return;
  const auto path = path_without_slash(*call.operands[0]);
  if (!path) return;
  std::string_view name = path->substr(path->rfind('/') + 1);
  if (const Setting* suffix = call.find("-s")) {
    if (!suffix->value || !suffix->value->is_text()) return;
    const std::string_view text = suffix->value->text;
    if (name != text && name.ends_with(text)) name.remove_suffix(text.size());
  }
  write_known(context, call, name);
}

static void refine_dirname(Context& context, Call& call) {
  if (!context.allows(rule::known_name) || !call.tail.empty() || !call.options.empty() ||
      call.operands.size() != 1)
    return;
  const auto path = path_without_slash(*call.operands[0]);
  if (!path) return;
  const std::size_t slash = path->rfind('/');
  write_known(context, call, slash == path->npos ? "." : slash == 0 ? "/" : path->substr(0, slash));
}

constexpr Rule rule::known_name = {.id = "known-name",
                                   .rung = Rung::utility,
                                   .meaning = "basename and dirname of a constant path equal their result",
                                   .same = {"basename /etc/a.txt .txt", "echo a"},
                                   .apart = {"basename /etc/a.txt", "echo a"},
                                   .refine = {{{"basename", refine_basename}, {"dirname", refine_dirname}}}};

// cut -c is cut -b.
static void refine_characters(Context& context, Call& call) {
  if (!context.allows(rule::cut_characters)) return;
  const Setting* characters = call.find("-c");
  if (!characters || !characters->value) return;
  // A second list is refused.
  if (std::ranges::count(call.options, characters->option, &Setting::option) > 1 || call.has("-b") ||
      call.has("-f"))
    return;
  context.assume(rule::cut_characters, *characters->value);
  const Term* list = characters->value;
  call.remove("-c");
  add_option(context, call, "-b");
  call.find("-b")->value = list;
}

constexpr Rule rule::cut_characters = {
    .id = "cut-characters",
    .rung = Rung::rewrite,
    .meaning = "cut's characters are bytes",
    .same = {"cut -c 2 f", "cut -b 2 f"},
    .apart = {"cut -c 2 f", "cut -f 2 f"},
    .assumption = "cut counts bytes as characters, or there are only bytes of ASCII",
    .refine = {{{"cut", refine_characters}}}};

void refine_cut(Context& context, Call& call) {
  if (!context.allows(rule::field_list)) return;
  const bool joins = call.has("-f") || !call.has("--output-delimiter");
  if (!joins) return;
  for (Setting& each : call.options) {
    if (each.option->kind != ValueKind::field_list || !each.value || !each.value->is_text()) continue;
    const auto merged = merged_field_list(each.value->text);
    if (!merged || *merged == each.value->text) continue;
    context.note(rule::field_list, *each.value);
    each.value = context.arena.kept(*merged, each.span);
  }
}

// head and tail: signs that a count has by default.

namespace {

// Of two signs, the second one counts.
bool is_signed(std::string_view text, char sign) {
  return text.size() > 1 && text[0] == sign && is_digits(text.substr(1, 1));
}

// head counts from the start and tail from the end by default, so + and - respectively change nothing.
void drop_sign(Context& context, Call& call, char usual) {
  if (!context.allows(rule::default_value) || !context.script.defaults_hold || !call.tail.empty()) return;
  const bool counts_bytes = call.has("-c");
  for (Setting& each : call.options) {
    const bool is_count = each.option->name() == "-n" || each.option->name() == "-c";
    if (!is_count || !each.value || !each.value->is_text() || !is_signed(each.value->text, usual)) continue;
    context.note(rule::default_value, *each.value);
    each.value = context.arena.text(each.value->text.substr(1), each.value->span);
  }
  const Setting* lines = call.find("-n");
  const bool is_usual = lines && lines->value && lines->value->is_text("10") &&
                        std::ranges::count(call.options, lines->parsed.id,
                                           [](const Setting& each) { return each.parsed.id; }) == 1;
  if (is_usual && !counts_bytes) call.remove("-n");
}

}  // namespace

void refine_head(Context& context, Call& call) { drop_sign(context, call, '+'); }
void refine_tail(Context& context, Call& call) { drop_sign(context, call, '-'); }

// jq: its filter without the blanks around commas and pipes.

namespace {

// None if something is not understood: a comment, a string with an embedded filter, or a reference to the
// source line.
std::optional<std::string> without_blanks(std::string_view filter) {
  if (filter.find("__loc__") != filter.npos) return std::nullopt;
  std::string text;
  bool is_text = false;
  for (std::size_t at = 0; at < filter.size(); ++at) {
    const char c = filter[at];
    if (c == '#' && !is_text) return std::nullopt;
    if (is_text && c == '\\') {
      if (at + 1 == filter.size() || filter[at + 1] == '(') return std::nullopt;
      text.append(filter.substr(at++, 2));
      continue;
    }
    if (c == '"') is_text = !is_text;
    const std::size_t next = filter.find_first_not_of(" \n\t", at);
    const auto separates = [](char mark) { return mark == ',' || mark == '|'; };
    const bool is_blank = !is_text && next != at;
    const bool is_idle = is_blank && (text.empty() || next == filter.npos || separates(text.back()) ||
                                      separates(filter[next]));
    // `| =` would become an update.
    if (is_idle && next != filter.npos && !text.empty() && text.back() == '|' && filter[next] == '=')
      return std::nullopt;
    if (!is_idle) text += c;
  }
  return is_text ? std::nullopt : std::optional(text);
}

}  // namespace

static void refine_jq(Context& context, Call& call) {
  if (!context.allows(rule::jq_filter) || !call.tail.empty() || call.operands.empty() || call.has("-f") ||
      call.has("--args") || call.has("--jsonargs") || !call.operands[0]->is_text())
    return;
  const Term& filter = *call.operands[0];
  const auto shorter = without_blanks(filter.text);
  if (!shorter || shorter->empty() || *shorter == filter.text) return;
  context.note(rule::jq_filter, filter);
  call.operands[0] = context.arena.kept(*shorter, filter.span);
}

constexpr Rule rule::jq_filter = {.id = "jq-filter",
                                  .rung = Rung::utility,
                                  .meaning = "blanks around commas and pipes do not matter",
                                  .same = {"jq '.a | .b' f", "jq '.a|.b' f"},
                                  .apart = {"jq '\"a, b\"' f", "jq '\"a,b\"' f"},
                                  .refine = {{{"jq", refine_jq}}}};

// seq 1 5 and seq 1 1 5 are seq 5.
static void refine_seq(Context& context, Call& call) {
  if (!context.allows(rule::sequence_start) || !call.tail.empty() || call.has("-f")) return;
  if (!std::ranges::all_of(call.operands,
                           [](const Term* each) { return each->is_text() && is_digits(each->text); }))
    return;
  if (call.operands.size() == 3 && call.operands[1]->text == "1") {
    context.note(rule::sequence_start, "1");
    call.operands.erase(call.operands.begin() + 1);
  }
  if (call.operands.size() == 2 && call.operands[0]->text == "1") {
    context.note(rule::sequence_start, "1");
    call.operands.erase(call.operands.begin());
  }
}

constexpr Rule rule::sequence_start = {.id = "sequence-start",
                                       .rung = Rung::utility,
                                       .meaning = "a start and a step of 1 may be left out",
                                       .same = {"seq 1 5", "seq 5"},
                                       .apart = {"seq 2 5", "seq 5"},
                                       .refine = {{{"seq", refine_seq}}}};

// tr: its sets as bytes.

namespace {

// The translation of two sets: the pairs that change a byte; of two for the same byte, the later one. None if
// one of the sets is empty.
std::optional<std::string> translation(const std::string& from, const std::string& to) {
  if (from.empty() || to.empty()) return std::nullopt;
  std::array<int, 256> map;
  for (int i = 0; i < 256; ++i) map[static_cast<std::size_t>(i)] = i;
  for (std::size_t i = 0; i < from.size(); ++i)
    map[static_cast<unsigned char>(from[i])] = static_cast<unsigned char>(i < to.size() ? to[i] : to.back());
  std::string pairs;
  for (int i = 0; i < 256; ++i) {
    const int image = map[static_cast<std::size_t>(i)];
    if (image != i) pairs.append(1, static_cast<char>(i)).append(1, static_cast<char>(image));
  }
  return pairs;
}

std::string octal_byte(unsigned char byte) {
  const char digits[] = {'\\', static_cast<char>('0' + byte / 64), static_cast<char>('0' + byte / 8 % 8),
                         static_cast<char>('0' + byte % 8)};
  return {digits, 4};
}

// Writes bytes as a set of tr.
std::string written(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const bool is_plain = is_letter_or_digit(c);
    text += is_plain ? std::string(1, c) : octal_byte(static_cast<unsigned char>(c));
  }
  return text;
}

// The ASCII ranges of classes.
std::string with_ranges(std::string_view text) {
  if (text == "[:lower:]") return "a-z";
  if (text == "[:upper:]") return "A-Z";
  if (text == "[:digit:]") return "0-9";
  return std::string(text);
}

bool is_case_class(const Term& set) { return set.text == "[:lower:]" || set.text == "[:upper:]"; }

// Whether tr accepts a class for the set at `at`: as the second set it must be a change of case, and -c or -t
// rule that out.
bool takes_class(const Call& call, std::size_t at) {
  if (call.operands.size() != 2) return call.operands.size() == 1;
  if (!call.options.empty()) return false;
  const bool changes_case = is_case_class(*call.operands[0]) && is_case_class(*call.operands[1]);
  const bool is_class = call.operands[1]->text.find("[:") != std::string_view::npos;
  return changes_case || (at == 0 && !is_class);
}

// Whether the first set is no longer than the second, which [c*] makes as long, or nothing is translated.
bool truncates_nothing(const Call& call) {
  if (call.operands.size() != 2 || call.has("-d")) return true;
  const std::string_view from = call.operands[0]->text, to = call.operands[1]->text;
  if (to.size() > 3 && to.starts_with('[') && to.ends_with("*]")) {
    const auto filler = character_set(to.substr(1, to.size() - 3));
    return filler && filler->size() == 1;
  }
  if (call.has("-c")) return false;
  const auto first = character_set(from), second = character_set(to);
  return first && second && first->size() <= second->size();
}

}  // namespace

static void refine_tr(Context& context, Call& call) {
  if (!context.allows(rule::character_set) || !call.tail.empty()) return;
  if (!are_texts(call.operands)) return;
  if (call.has("-t") && truncates_nothing(call)) {
    context.note(rule::character_set, "-t");
    call.remove("-t");
  }
  std::vector<std::string> sets;
  for (const Term* each : call.operands) {
    std::string text(each->text);
    if (context.allows(rule::class_ranges) && takes_class(call, sets.size())) {
      text = with_ranges(text);
      if (text != each->text) context.note(rule::class_ranges, *each);
    }
    const auto set = character_set(text);
    if (!set) return;
    sets.push_back(*set);
  }
  std::vector<std::string> settled;
  const bool translates = sets.size() == 2 && call.options.empty();
  const bool deletes = sets.size() == 1 && call.has_only({"-d"}) && call.has("-d");
  const bool squeezes = sets.size() == 1 && call.has_only({"-s"}) && call.has("-s");
  if (translates) {
    const auto pairs = translation(sets[0], sets[1]);
    if (!pairs || pairs->empty()) return;
    std::string from;
    std::string to;
    for (std::size_t i = 0; i < pairs->size(); i += 2) {
      from += (*pairs)[i];
      to += (*pairs)[i + 1];
    }
    settled = {written(from), written(to)};
  } else if (deletes || squeezes || (sets.size() == 1 && call.has("-c"))) {
    std::ranges::sort(sets[0]);
    sets[0].erase(std::unique(sets[0].begin(), sets[0].end()), sets[0].end());
    settled = {written(sets[0])};
  } else {
    for (const std::string& set : sets) settled.push_back(written(set));
  }
  for (std::size_t i = 0; i < settled.size(); ++i) {
    if (settled[i] == call.operands[i]->text) continue;
    context.note(rule::character_set, *call.operands[i]);
    call.operands[i] = context.arena.kept(settled[i], call.operands[i]->span);
  }
}

constexpr Rule rule::character_set = {
    .id = "character-set",
    .rung = Rung::utility,
    .meaning =
        "tr's ranges are expanded, pairs that change nothing are removed, sets to delete or "
        "squeeze have no order, and `-t` changes nothing about a first set that is no longer than the second",
    .same = {"tr abc xyz", "tr a-c x-z"},
    .apart = {"tr ab xy", "tr ba xy"},
    .refine = {{{"tr", refine_tr}}}};

constexpr Rule rule::class_ranges = {
    .id = "class-ranges",
    .rung = Rung::rewrite,
    .meaning =
        "`[:lower:]`, `[:upper:]` and `[:digit:]` of tr equal ranges, and so do `[:blank:]` in a "
        "set of sed and `[^[:digit:]]` of grep",
    .same = {"tr '[:lower:]' '[:upper:]'", "tr a-z A-Z"},
    .apart = {"tr -d '[:alpha:]'", "tr -d a-z"},
    .assumption = "the locale's letters, digits and blanks are ASCII's"};

}  // namespace assay::equivalence
