// SPDX-License-Identifier: Apache-2.0
#include "cookbook.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace howto {
namespace {

using Json = nlohmann::ordered_json;

void add_pieces(std::vector<Piece>& pieces, const Json& written, const Json& fragments) {
  if (written.is_array()) {
    for (const auto& each : written) add_pieces(pieces, each, fragments);
  } else if (written.is_object()) {
    Piece& piece = pieces.emplace_back();
    for (const auto& [text, triggers] : written.items()) piece.choices.push_back({text, triggers});
  } else if (const std::string text = written; text.starts_with('@')) {
    add_pieces(pieces, fragments.at(text.substr(1)), fragments);
  } else {
    const bool optional = text.starts_with('?');
    pieces.push_back({{{text.substr(optional ? 1 : 0), {}}}, optional});
  }
}

Recipe recipe_of(const Json& entry, const Json& fragments) {
  Recipe recipe{entry.at("id"), entry.at("phrases"), {}, {}};
  add_pieces(recipe.pieces, entry.at("command"), fragments);
  const Json slots = entry.value("slots", Json::object());
  for (const auto& [name, declared] : slots.items()) {
    const std::string slot = declared;
    const auto equals = slot.find('=');
    recipe.slots[name] = {slot.substr(0, equals), equals == slot.npos ? "" : slot.substr(equals + 1)};
  }
  return recipe;
}

}  // namespace

std::vector<Recipe> read_cookbook(const std::string& path) {
  std::ifstream in(path);
  const Json book = Json::parse(in);
  std::vector<Recipe> recipes;
  for (const auto& entry : book.at("recipes"))
    recipes.push_back(recipe_of(entry, book.value("fragments", Json())));
  return recipes;
}

}  // namespace howto
