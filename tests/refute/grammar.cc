// SPDX-License-Identifier: Apache-2.0
#include "grammar.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>
#include <variant>

#include "assay/error.h"
#include "calls.h"

namespace assay::refute {
namespace {

constexpr int kDeepest = 9;
constexpr std::string_view kBetween = " ~~ ";

bool is_name(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Slot {
  std::size_t begin = 0, end = 0;
  std::string whole;  // including its number
  std::string name;
};

// The first slot from `from` on; if there is none, one that begins at the end of the text.
Slot next_slot(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('@', from); at < text.size(); at = text.find('@', at + 1)) {
    const bool braced = at + 1 < text.size() && text[at + 1] == '{';
    std::size_t end = at + (braced ? 2 : 1);
    const std::size_t begin = end;
    const auto belongs = [&](char c) { return is_name(c) || (braced && (c == ':' || c == '-' || c == '.')); };
    while (end < text.size() && belongs(text[end])) ++end;
    const std::size_t name_end = end;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (name_end == begin || (braced && (end == text.size() || text[end] != '}'))) continue;
    std::string whole(text.substr(begin, end - begin));
    std::string name = whole.substr(0, name_end - begin);
    // For b2sum and the like: the number belongs to the table's name.
    if (name.starts_with("call:")) name = whole;
    return {at, end + (braced ? 1 : 0), std::move(whole), std::move(name)};
  }
  return {text.size(), text.size(), "", ""};
}

// Places for a command in its surroundings; placed() fills them.
bool is_place(std::string_view name) { return name == "it" || name == "quoted"; }

std::string with_newlines(std::string text) {
  for (auto at = text.find("\\N"); at != text.npos; at = text.find("\\N", at)) text.replace(at, 2, "\n");
  return text;
}

std::vector<std::string> split(std::string_view text, std::string_view between) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(between, begin);
    parts.emplace_back(text.substr(begin, end - begin));
    if (end == text.npos) return parts;
    begin = end + between.size();
  }
}

}  // namespace

// The slots of one line, and the texts bound to them.
class Grammar::Expansion {
 public:
  Expansion(const Grammar& grammar, Random& random, int depth)
      : grammar_(grammar), random_(random), depth_(depth) {}

  std::string of(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
      const Slot slot = next_slot(text, at);
      result += text.substr(at, slot.begin - at);
      if (slot.begin < text.size())
        result +=
            is_place(slot.name) ? std::string(text.substr(slot.begin, slot.end - slot.begin)) : filled(slot);
      at = slot.end;
    }
    return result;
  }

  std::string production_of(const std::vector<std::string>& productions) {
    std::vector<const std::string*> open;
    if (depth_ > kDeepest)
      for (const std::string& each : productions)
        if (each.find('@') == each.npos) open.push_back(&each);
    const std::string& chosen = open.empty() ? one_of(productions, random_) : *one_of(open, random_);
    return Expansion(grammar_, random_, depth_ + 1).of(chosen);
  }

 private:
  std::string filled(const Slot& slot) {
    auto found = bound_.find(slot.whole);
    if (found == bound_.end()) found = bound_.emplace(slot.whole, value_of(slot.name)).first;
    if (const auto* text = std::get_if<std::string>(&found->second)) return *text;
    return spelled(std::get<MadeCall>(found->second), random_);
  }

  std::variant<std::string, MadeCall> value_of(const std::string& name) {
    if (name.starts_with("call:")) return make_call(*find_utility(name.substr(5)), grammar_, random_);
    return production_of(grammar_.rules_.find(name)->second);
  }

  const Grammar& grammar_;
  Random& random_;
  int depth_;
  std::map<std::string, std::variant<std::string, MadeCall>> bound_;
};

Grammar::Grammar(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& each : std::filesystem::directory_iterator(folder))
    if (each.path().extension() == ".txt") files.push_back(each.path());
  std::ranges::sort(files);
  for (const auto& file : files) read(file);
  check();
}

void Grammar::read(const std::filesystem::path& file) {
  std::ifstream input(file);
  if (!input) throw Error(Problem{{file.string(), 0}, "", "cannot be read", ""});
  std::vector<std::string>* productions = nullptr;
  std::string rule;
  for (std::string line; std::getline(input, line);) {
    if (line.empty() || line.starts_with("# ")) continue;
    if (line.starts_with("= ")) {
      productions = &rules_[line.substr(2)];
    } else if (line.starts_with("~ ")) {
      productions = nullptr;
      rule = line.substr(2);
    } else if (productions != nullptr) {
      productions->push_back(with_newlines(line));
    } else {
      templates_.push_back({rule, split(with_newlines(line), kBetween)});
    }
  }
}

void Grammar::check() const {
  const auto check_text = [&](const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const Slot slot = next_slot(text, at);
      at = slot.end;
      const bool is_call = slot.name.starts_with("call:") && find_utility(slot.name.substr(5)) != nullptr;
      if (slot.begin < text.size() && !is_call && !is_place(slot.name) && !has(slot.name))
        throw Error(
            Problem{{"grammar", 0}, "", fmt::format("no \"{}\", which stands in: {}", slot.name, text), ""});
    }
  };
  for (const auto& [name, productions] : rules_) std::ranges::for_each(productions, check_text);
  for (const Template& each : templates_) std::ranges::for_each(each.ways, check_text);
}

std::string Grammar::text(std::string_view nonterminal, Random& random) const {
  const auto found = rules_.find(nonterminal);
  if (found == rules_.end())
    throw Error(Problem{{"grammar", 0}, "", fmt::format("there is no \"{}\"", nonterminal), ""});
  return Expansion(*this, random, 0).production_of(found->second);
}

std::vector<std::string> Grammar::ways(const Template& chosen, std::size_t spellings, Random& random) const {
  Expansion expansion(*this, random, 0);
  std::vector<std::string> texts;
  for (const std::string& way : chosen.ways) {
    const std::size_t times = way.find("@{call:") == way.npos ? 1 : spellings;
    for (std::size_t i = 0; i < times; ++i) texts.push_back(expansion.of(way));
  }
  return texts;
}

std::vector<std::string> Grammar::call(const Utility& utility, std::size_t spellings, Random& random) const {
  const MadeCall made = make_call(utility, *this, random);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < spellings; ++i) texts.push_back(spelled(made, random));
  return texts;
}

}  // namespace assay::refute
