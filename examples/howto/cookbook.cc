#include "cookbook.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "quote.h"

namespace assay::howto {
namespace {

using nlohmann::ordered_json;

// One element of "command": "text", "?text", {"text": ["trigger", …], …}.
Piece read_piece(const ordered_json& element) {
  Piece piece;
  if (element.is_object()) {
    piece.when = Piece::When::Triggered;
    for (const auto& [text, triggers] : element.items())
      piece.choices.push_back({text, triggers.get<std::vector<std::string>>()});
    return piece;
  }
  element.get_to(piece.text);
  if (piece.text.starts_with('?')) {
    piece.when = Piece::When::SlotsGiven;
    piece.text.erase(0, 1);
  }
  return piece;
}

// "@name" stands for the pieces of the fragment of that name.
void read_pieces(const ordered_json& command, const ordered_json& fragments, std::vector<Piece>& pieces) {
  if (!command.is_array()) {
    pieces.push_back(read_piece(command));
    return;
  }
  for (const auto& element : command) {
    const bool fragment = element.is_string() && element.get_ref<const std::string&>().starts_with('@');
    if (fragment) {
      read_pieces(fragments.at(element.get<std::string>().substr(1)), fragments, pieces);
    } else {
      pieces.push_back(read_piece(element));
    }
  }
}

void add_slots(std::string_view text, const ordered_json& declared, Recipe& recipe) {
  for (const auto& hole : placeholders(text)) {
    if (!hole.filter.empty() && !filtered("", hole.filter))
      throw std::runtime_error("no filter is called '" + std::string(hole.filter) + "'");
    if (recipe.slot(hole.name) != nullptr) continue;
    const std::string name(hole.name);
    recipe.slots.push_back(declared.contains(name) ? parse_slot(name, declared.at(name).get<std::string>())
                                                   : implied_slot(name));
  }
}

void add_all_slots(const ordered_json& declared, Recipe& recipe) {
  for (const auto& phrase : recipe.phrases) add_slots(phrase, declared, recipe);
  for (const auto& piece : recipe.pieces) {
    add_slots(piece.text, declared, recipe);
    for (const auto& choice : piece.choices) add_slots(choice.text, declared, recipe);
  }
}

// Whether the command says itself where its result goes, or has none.
bool ends_elsewhere(const Recipe& recipe) {
  const bool output =
      std::ranges::any_of(recipe.slots, [](const Slot& slot) { return slot.type == SlotType::Output; });
  return output || std::ranges::any_of(recipe.pieces, [](const Piece& piece) {
           return piece.text.find("> ") != piece.text.npos || piece.text.find("; done") != piece.text.npos;
         });
}

Recipe read_recipe(const ordered_json& entry, const ordered_json& fragments, const ordered_json& tails) {
  Recipe recipe;
  entry.at("id").get_to(recipe.id);
  try {
    entry.at("category").get_to(recipe.category);
    entry.at("phrases").get_to(recipe.phrases);
    recipe.keywords = entry.value("keywords", "");
    read_pieces(entry.at("command"), fragments, recipe.pieces);
    add_all_slots(entry.value("slots", ordered_json::object()), recipe);
    if (tails.contains(recipe.category) && !ends_elsewhere(recipe)) {
      read_pieces(tails.at(recipe.category), fragments, recipe.pieces);
      add_all_slots(entry.value("slots", ordered_json::object()), recipe);
    }
  } catch (const std::exception& error) {
    throw std::runtime_error("recipe " + recipe.id + ": " + error.what());
  }
  if (recipe.phrases.empty()) throw std::runtime_error("recipe " + recipe.id + ": has no phrases");
  return recipe;
}

ordered_json piece_json(const Piece& piece) {
  switch (piece.when) {
    case Piece::When::Always:
      return piece.text;
    case Piece::When::SlotsGiven:
      return "?" + piece.text;
    case Piece::When::Triggered:
      break;
  }
  auto object = ordered_json::object();
  for (const auto& choice : piece.choices) object[choice.text] = choice.triggers;
  return object;
}

std::string_view type_name(SlotType type) {
  for (const std::string_view name :
       {"file", "files",   "dir",     "path",   "glob",        "extension", "size", "bytes",
        "days", "minutes", "seconds", "number", "ordinal",     "port",      "mode", "text",
        "word", "host",    "url",     "login",  "remote_path", "delimiter", "date", "output"}) {
    if (slot_type(name) == type) return name;
  }
  return "text";
}

std::string declaration(const Slot& slot) {
  std::string text(type_name(slot.type));
  if (slot.join != Join::None) text.append("+").append(join_name(slot.join));
  char separator = ':';
  for (const auto& ending : slot.endings) {
    text += separator + ending;
    separator = ',';
  }
  if (slot.default_value) text += "=" + *slot.default_value;
  return text;
}

}  // namespace

std::vector<Recipe> parse_cookbook(std::string_view text) try {
  const auto root = ordered_json::parse(text);
  const auto fragments = root.value("fragments", ordered_json::object());
  const auto tails = root.value("tails", ordered_json::object());
  std::vector<Recipe> recipes;
  std::set<std::string> ids;
  for (const auto& entry : root.at("recipes")) {
    recipes.push_back(read_recipe(entry, fragments, tails));
    if (!ids.insert(recipes.back().id).second)
      throw std::runtime_error("recipe " + recipes.back().id + ": the id is taken");
  }
  if (recipes.empty()) throw std::runtime_error("the cookbook has no recipes");
  return recipes;
} catch (const nlohmann::json::exception& error) {
  throw std::runtime_error(std::string("cookbook: ") + error.what());
}

std::string dump_recipe(const Recipe& recipe) {
  ordered_json entry{{"id", recipe.id},
                     {"category", recipe.category},
                     {"phrases", recipe.phrases},
                     {"keywords", recipe.keywords}};
  auto& command = entry["command"] = ordered_json::array();
  for (const auto& piece : recipe.pieces) command.push_back(piece_json(piece));
  auto& slots = entry["slots"] = ordered_json::object();
  for (const auto& slot : recipe.slots) slots[slot.name] = declaration(slot);
  return entry.dump();
}

Recipe parse_recipe(std::string_view text) {
  return read_recipe(ordered_json::parse(text), ordered_json::object(), ordered_json::object());
}

}  // namespace assay::howto
