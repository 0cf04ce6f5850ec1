// The cookbook as data: cookbook.json, its format described in README.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "recipe.h"

namespace assay::howto {

// All recipes of a cookbook, fragments resolved. Throws std::runtime_error naming the recipe that is wrong.
std::vector<Recipe> parse_cookbook(std::string_view json);

// One recipe as JSON on one line, readable by parse_recipe.
std::string dump_recipe(const Recipe& recipe);
Recipe parse_recipe(std::string_view json);

}  // namespace assay::howto
