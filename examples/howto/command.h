// From a recipe and its filled slots to one shell command.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "filling.h"
#include "recipe.h"
#include "request.h"

namespace assay::howto {

struct Command {
  std::string text;
  std::map<std::string, std::string> slots;  // every slot in the text, its value not quoted
  std::vector<std::string> stand_ins;        // the slots that neither request nor recipe could fill
};

// The choice of each Triggered piece that the request makes, in the order of the pieces; null for none.
// `spoken` grows by the tokens that were said to make the choices.
std::vector<const Choice*> choose(const Recipe& recipe, const Filling& filling, const Request& request,
                                  const Stemmer& stemmer, std::vector<std::size_t>& spoken);

// The slots that a request fills for choices it does not make.
std::set<std::string> idle_slots(const Recipe& recipe, const Filling& filling,
                                 const std::vector<const Choice*>& choices);

Command write_command(const Recipe& recipe, const Filling& filling, const std::vector<const Choice*>& choices,
                      const Words& words);

}  // namespace assay::howto
