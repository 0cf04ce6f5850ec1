// SPDX-License-Identifier: Apache-2.0
#include "answer.h"

#include <algorithm>
#include <regex>

#include "text_search.h"

namespace howto {
namespace {

constexpr std::size_t kCandidates = 50;
// In points of bm25: a bonus for each value or choice the command takes from the request, and a penalty for
// each slot left unfilled.
constexpr double kSaid = 2.0;
constexpr double kLacking = 3.0;

// How well a value of one type fills a slot of another; 0 if not at all.
int fit(const std::string& value, const std::string& slot) {
  if (value == slot) return 3;
  if (slot == "path" || slot == "output") return value == "file" || value == "dir" ? 2 : 0;
  if (slot == "file") return value == "dir" || value == "glob" ? 1 : 0;
  return (slot == "ordinal" || slot == "port") && value == "number" ? 2 : 0;
}

// Quoted for the shell, in single quotes if it needs quoting.
std::string quoted(const std::string& text) {
  static const std::regex plain("[\\w./:@%+=,~-]+");
  return std::regex_match(text, plain) ? text
                                       : "'" + std::regex_replace(text, std::regex("'"), "'\\''") + "'";
}

struct Request {
  std::string words;  // in lower case, a blank before each
  std::vector<Value> values;
};

Request read(const std::string& text) {
  Request request{" " + text, values_in(text)};
  for (char& c : request.words) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return request;
}

// The name of a thing says nothing about what to do with it.
std::vector<std::string> terms_to_find(std::string text, const Request& request) {
  for (const auto& [type, value, begin, end] : request.values)
    if (type == "file" || type == "url" || type == "host") text.replace(begin, end - begin, end - begin, ' ');
  return terms_of(text);
}

struct Writer {
  const Recipe& recipe;
  const Request& request;

  // Adds the first choice that the request asks for and whose slots it fills; otherwise the last one, with
  // stand-ins.
  void add(const Piece& piece, Command& command) const {
    const auto said = [&](const std::string& trigger) { return says(request.words, trigger); };
    std::vector<Command> drafts;
    for (const bool asked : {true, false})
      for (const Choice& choice : piece.choices) {
        if (asked ? std::ranges::none_of(choice.triggers, said) : !choice.triggers.empty()) continue;
        Command& draft = drafts.emplace_back(command);
        if (asked) draft.said.push_back({"choice", choice.text});
        add(choice.text, draft);
      }
    const auto whole = [&](const Command& draft) { return draft.stand_ins == command.stand_ins; };
    if (const auto found = std::ranges::find_if(drafts, whole); found != drafts.end())
      command = *found;
    else if (!piece.optional && piece.choices.back().triggers.empty() &&
             !piece.choices.back().text.starts_with('-'))
      command = drafts.back();
  }

  void add(const std::string& text, Command& command) const {
    static const std::regex slot("\\{([a-z_]+[0-9]?)\\}");
    if (!text.empty() && !command.text.empty()) command.text += ' ';
    auto rest = text.begin();
    for (std::sregex_iterator at(text.begin(), text.end(), slot), end; at != end; ++at) {
      command.text.append(rest, (*at)[0].first);
      rest = (*at)[0].second;
      const bool in_quotes = std::ranges::count(command.text, '\'') % 2 == 1;
      const std::string value = value_of((*at)[1], command);
      if (in_quotes && value.find_first_of("'/\\&\"") != value.npos)
        ++command.stand_ins;  // the quotes would change its meaning
      command.text += in_quotes ? value : quoted(value);
    }
    command.text.append(rest, text.end());
  }

  std::string value_of(const std::string& name, Command& command) const {
    if (const auto known = command.slots.find(name); known != command.slots.end()) return known->second;
    const Slot& slot = recipe.slots.at(name);
    if (const Value* value = best_value(slot.type, command)) {
      command.said.push_back(*value);
      return command.slots[name] = value->text;
    }
    command.stand_ins += slot.fallback.empty() ? 1 : 0;
    return slot.fallback.empty() ? name : slot.fallback;
  }

  // The best-fitting value that the command does not use yet; among equals the first in the request.
  const Value* best_value(const std::string& type, const Command& command) const {
    const Value* best = nullptr;
    int most = 0;
    for (const Value& value : request.values) {
      const auto in = [&](const Value& said) { return said.begin < value.end && value.begin < said.end; };
      const int points = std::ranges::any_of(command.said, in) ? 0 : fit(value.type, type);
      if (points > most || (best && points == most && value.begin < best->begin))
        best = &value, most = points;
    }
    return best;
  }
};

}  // namespace

std::optional<Command> answer(const std::vector<Recipe>& cookbook, const std::string& text) {
  const Request request = read(text);
  std::vector<std::pair<std::string, std::string>> phrases;
  std::vector<const Recipe*> recipes;  // by phrase
  for (const Recipe& recipe : cookbook)
    for (const auto& phrase : recipe.phrases) {
      phrases.emplace_back("", phrase);
      recipes.push_back(&recipe);
    }
  const auto terms = terms_to_find(text, request);
  std::optional<Command> best;
  double most = 0;
  for (const Hit& hit : search(phrases, terms, kCandidates)) {
    // A phrase that matches only a small part of the request is about something else.
    if (3 * hit.matched < terms.size()) continue;
    Command command{recipes[hit.text]->id};
    for (const Piece& piece : recipes[hit.text]->pieces)
      Writer{*recipes[hit.text], request}.add(piece, command);
    const double points = hit.score + kSaid * double(command.said.size()) - kLacking * command.stand_ins;
    if (!best || points > most) best = std::move(command), most = points;
  }
  return best;
}

}  // namespace howto
