// SPDX-License-Identifier: Apache-2.0
// Keys of sort: a key without its own flags inherits the global ones; a single key from the first field is
// the whole line.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "languages/characters.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

constexpr std::string_view kOrderings = "MRVbdfghinr";

struct Key {
  std::string start;  // field, or field.character
  std::string end;    // empty: the end of the line
  std::string start_flags;
  std::string end_flags;
};

std::string sorted_flags(std::string flags) {
  std::ranges::sort(flags);
  flags.erase(std::unique(flags.begin(), flags.end()), flags.end());
  return flags;
}

// Reads field[.character][flags]; false for anything else.
bool read_place(std::string_view& text, std::string& place, std::string& flags) {
  const auto read_number = [&text]() -> std::string {
    std::size_t end = 0;
    while (end < text.size() && is_digit(text[end])) ++end;
    const std::string digits(text.substr(0, end));
    text.remove_prefix(end);
    return digits;
  };
  place = read_number();
  if (place.empty() || place[0] == '0' || place.size() > 6) return false;
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    const std::string character = read_number();
    if (character.empty() || character.size() > 6) return false;
    place += "." + character;
  }
  while (!text.empty() && kOrderings.find(text[0]) != std::string_view::npos) {
    flags += text[0];
    text.remove_prefix(1);
  }
  flags = sorted_flags(std::move(flags));
  return true;
}

std::optional<Key> read_key(std::string_view text) {
  Key key;
  if (!read_place(text, key.start, key.start_flags)) return std::nullopt;
  if (key.start.ends_with(".0")) return std::nullopt;
  if (key.start.ends_with(".1") && key.start.find('.') == key.start.size() - 2)
    key.start.resize(key.start.size() - 2);
  if (text.empty()) return key;
  if (text[0] != ',') return std::nullopt;
  text.remove_prefix(1);
  if (!read_place(text, key.end, key.end_flags) || !text.empty()) return std::nullopt;
  if (key.end.ends_with(".0") && key.end.find('.') == key.end.size() - 2) key.end.resize(key.end.size() - 2);
  return key;
}

std::string print_key(const Key& key) {
  std::string text = key.start + key.start_flags;
  if (!key.end.empty()) text += "," + key.end + key.end_flags;
  return text;
}

// -b applies to the position that it is written at, all other flags to the whole key.
void move_flags_to_start(Key& key) {
  std::string moved;
  std::string kept;
  for (const char c : key.end_flags) (c == 'b' ? kept : moved) += c;
  key.start_flags = sorted_flags(key.start_flags + moved);
  key.end_flags = kept;
}

// A number ends at a blank, and so does a field by default: the end of the key then makes no difference.
void drop_end_of_number(Key& key) {
  const bool is_number = key.start_flags.find('n') != std::string::npos &&
                         key.start_flags.find_first_not_of("bnr") == std::string::npos;
  if (!is_number || key.end != key.start || key.start.find('.') != std::string::npos) return;
  key.end.clear();
  key.end_flags.clear();
}

Setting flag(const Call& call, std::string_view name) {
  Setting setting;
  setting.parsed.id = call.utility->find_option(name);
  setting.option = &call.utility->options[setting.parsed.id];
  return setting;
}

// The global flags, without their dash.
std::string global_flags(const Call& call) {
  std::string flags;
  for (const Setting& each : call.options) {
    const std::string& name = each.option->name();
    if (!each.value && name.size() == 2 && kOrderings.find(name[1]) != std::string_view::npos)
      flags += name[1];
  }
  return sorted_flags(std::move(flags));
}

std::optional<std::vector<Key>> keys_of(const Call& call) {
  std::vector<Key> keys;
  for (const Setting& each : call.options) {
    if (each.option->name() != "-k") continue;
    if (!each.value || !each.value->is_text()) return std::nullopt;
    const auto key = read_key(each.value->text);
    if (!key) return std::nullopt;
    keys.push_back(*key);
  }
  return keys;
}

void set_flags(Call& call, const std::string& flags) {
  std::erase_if(call.options, [](const Setting& each) {
    const std::string& name = each.option->name();
    return !each.value && name.size() == 2 && kOrderings.find(name[1]) != std::string_view::npos;
  });
  for (const char c : flags) {
    const char name[] = {'-', c};
    call.options.push_back(flag(call, std::string_view(name, 2)));
  }
}

bool is_whole_line(const Key& key) { return key.start == "1" && key.end.empty(); }

}  // namespace

static void refine_sort(Context& context, Call& call) {
  if (call.has("--files0-from") || call.has("--debug") || call.has("+")) return;
  if (!context.allows(rule::sort_keys) || !call.tail.empty()) return;
  auto keys = keys_of(call);
  if (!keys || keys->empty() || call.has("-R") || call.has("--sort")) return;
  const std::string global = global_flags(call);
  for (Key& key : *keys) {
    if (key.start_flags.find('R') != std::string::npos || key.end_flags.find('R') != std::string::npos)
      return;
    move_flags_to_start(key);
    const bool inherits = key.start_flags.empty() && key.end_flags.empty();
    if (inherits) {
      key.start_flags = global;
      if (!key.end.empty() && global.find('b') != std::string::npos) key.end_flags = "b";
    }
    if (!call.has("-t")) drop_end_of_number(key);
  }
  // Of the global flags only -r still has an effect: it reverses lines that are equal by all keys.
  const bool settles_ties = !call.has("-s") && !call.has("-u");
  const bool turns_ties = settles_ties && global.find('r') != std::string::npos;
  std::string rest = turns_ties ? "r" : "";
  if (keys->size() == 1 && is_whole_line(keys->front())) {
    const std::string& flags = keys->front().start_flags;
    const bool turns = flags.find('r') != std::string::npos;
    if (!settles_ties || turns == turns_ties) {
      rest = flags;
      keys->clear();
    }
  }
  const std::size_t count = keys->size();
  std::size_t at = 0;
  std::string before;
  std::string after;
  for (Setting& each : call.options) {
    if (each.option->name() != "-k" || count == 0) continue;
    before += print(*each.value);
    each.value = context.arena.kept(print_key((*keys)[at++]), each.span);
    after += print(*each.value);
  }
  if (count == 0) call.remove("-k");
  if (before != after || rest != global || count == 0) context.note(rule::sort_keys, "-k");
  set_flags(call, rest);
  std::ranges::stable_sort(call.options, {}, [](const Setting& each) { return each.parsed.id; });
}

bool turn_sort(Context& context, Call& call) {
  if (!call.tail.empty() ||
      !call.has_only({"-n", "-r", "-h", "-g", "-V", "-M", "-b", "-d", "-f", "-i", "-k", "-t"}))
    return false;
  const auto keys = keys_of(call);
  if (!keys) return false;
  const auto turn = [](std::string flags) {
    if (flags.ends_with('r')) return flags.substr(0, flags.size() - 1);
    return flags + "r";
  };
  const auto is_random = [](const Key& key) { return key.start_flags.find('R') != std::string::npos; };
  // By now all flags of a key are at its start, as refine_sort() leaves them.
  if (std::ranges::any_of(*keys, is_random) ||
      std::ranges::any_of(*keys, [](const Key& key) { return key.end_flags.size() > 1; }))
    return false;
  std::size_t at = 0;
  for (Setting& each : call.options) {
    if (each.option->name() != "-k") continue;
    Key key = (*keys)[at++];
    key.start_flags = turn(key.start_flags);
    each.value = context.arena.kept(print_key(key), each.span);
  }
  set_flags(call, turn(global_flags(call)));
  std::ranges::stable_sort(call.options, {}, [](const Setting& each) { return each.parsed.id; });
  return true;
}

constexpr Rule rule::sort_keys = {
    .id = "sort-keys",
    .rung = Rung::utility,
    .meaning =
        "a key without flags has the global ones; a single key from the first field on is the whole line",
    .same = {"sort -k2n f", "sort -n -k2 f"},
    .apart = {"sort -k2,2 -n -r f", "sort -k2,2n -r f"},
    .refine = {{{"sort", refine_sort}}}};

}  // namespace assay::equivalence
