// SPDX-License-Identifier: Apache-2.0
#include "world_explanation.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/internal/text.h"
#include "named_world.h"
#include "sandbox_report.h"

namespace assay::cli {
namespace {

std::string_view word_for(behaviour::Finding finding) {
  switch (finding) {
    case behaviour::Finding::same:
      return "same";
    case behaviour::Finding::differs:
      return "differs";
    case behaviour::Finding::undecided:
      return "undecided";
    case behaviour::Finding::unavailable:
      return "unavailable";
    case behaviour::Finding::broken:
      return "broken world";
  }
  return "";
}

std::string indented(const std::string& text) {
  std::string all;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    all += "  " + text.substr(begin, end - begin);
    begin = end;
  }
  return all;
}

}  // namespace

InWorld run_in_world(std::string_view a, std::string_view b, const std::string& world, Question question,
                     const std::string& userland, std::chrono::milliseconds timeout) {
  InWorld in_world{named_world(world), {}};
  if (!userland.empty()) in_world.world.world.userland = userland;
  behaviour::Lab lab({.shrink_tries = 0, .time = timeout});
  in_world.found = lab.decide_in(a, b, in_world.world, {.question = question});
  return in_world;
}

std::string world_explanation(const InWorld& in_world) {
  const behaviour::Comparison& found = in_world.found;
  std::string text = fmt::format("in {}: {}: {}\n", one_line(in_world.world.name), word_for(found.finding),
                                 one_line(found.why));
  if (!found.shown) return text;
  return text + "a\n" + indented(outcome_report(found.shown->accepted)) + "b\n" +
         indented(outcome_report(found.shown->generated));
}

std::string world_explanation_json(const InWorld& in_world) {
  using Json = nlohmann::ordered_json;
  const behaviour::Comparison& found = in_world.found;
  Json json = {{"world", to_utf8(in_world.world.name)},
               {"finding", word_for(found.finding)},
               {"why", to_utf8(found.why)}};
  if (found.shown) {
    json["a"] = Json::parse(outcome_json(found.shown->accepted));
    json["b"] = Json::parse(outcome_json(found.shown->generated));
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace assay::cli
