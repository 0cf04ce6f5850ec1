#include "answer.h"

#include <nlohmann/json.hpp>

#include "request.h"

namespace assay::howto {
namespace {

// Below it, the best recipe shares too little with the request to be meant.
constexpr double kThreshold = .52;

using nlohmann::ordered_json;

ordered_json fields(const Ranked& ranked) {
  ordered_json object{{"command", ranked.command.text},
                      {"recipe", ranked.recipe},
                      {"score", std::round(std::min(ranked.score, 1.0) * 1000) / 1000}};
  auto& slots = object["slots"] = ordered_json::object();
  for (const auto& [name, value] : ranked.command.slots) slots[name] = value;
  if (!ranked.command.stand_ins.empty()) object["stand_ins"] = ranked.command.stand_ins;
  return object;
}

ordered_json fields(const Refusal& refusal) { return {{"refused", refusal.reason}}; }

}  // namespace

Answer answer(std::string_view text, const Index& index) {
  if (text.size() > kLongestRequest)
    return Refusal{"the request is longer than " + std::to_string(kLongestRequest) + " bytes"};
  if (text.find_first_not_of(" \t\r\n\v\f") == text.npos) return Refusal{"the request is empty"};
  const auto best = rank(read_request(text, index.words(), index.stemmer()), index, 1);
  if (best.empty() || best.front().score < kThreshold) return Refusal{"no recipe fits the request"};
  return best.front();
}

std::string to_json(std::string_view request, const Answer& answer) {
  ordered_json object{{"request", request}};
  object.update(std::visit([](const auto& outcome) { return fields(outcome); }, answer));
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace assay::howto
