// SPDX-License-Identifier: Apache-2.0
#include "served_reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "assay/error.h"
#include "assay/internal/json.h"

namespace assay {
namespace {

constexpr JsonLimits kLimits = {.bytes = std::size_t{64} << 20, .depth = 8};

[[noreturn]] void refuse(const std::string& server, std::string what) {
  throw Error(Problem{.where = {.file = server},
                      .pointer = {},
                      .what = "the server gives no vectors: " + std::move(what),
                      .next = {}});
}

JsonValue answer_in(std::string_view body, const std::string& server) try {
  return parse_json(body, server, kLimits);
} catch (const Error&) {
  refuse(server, "its answer is not JSON");  // the parser's message would point into JSON that the user does
                                             // not have
}

std::vector<float> vector_in(const JsonValue& item, const std::string& server) {
  const auto* numbers = item.find("embedding");
  if (!numbers || !numbers->array() || numbers->array()->empty()) refuse(server, "an item has no embedding");
  std::vector<float> vector;
  vector.reserve(numbers->array()->size());
  for (const auto& number : *numbers->array()) {
    const double value = number.number(std::numeric_limits<double>::quiet_NaN());
    if (!(std::abs(value) <= std::numeric_limits<float>::max()))
      refuse(server, "an embedding holds a value that is not a number");
    vector.push_back(static_cast<float>(value));
  }
  if (std::ranges::all_of(vector, [](float value) { return value == 0; }))
    refuse(server, "an embedding is all zeros");
  return vector;
}

}  // namespace

std::vector<std::vector<float>> vectors_in(std::string_view body, std::size_t texts,
                                           const std::string& server) {
  const auto answer = answer_in(body, server);
  const auto* data = answer.find("data");
  if (!data || !data->array()) refuse(server, "its answer has no data");
  if (data->array()->size() != texts)
    refuse(server, fmt::format("{} embeddings of {} texts", data->array()->size(), texts));
  std::vector<std::vector<float>> vectors(texts);
  for (const auto& item : *data->array()) {
    const auto* index = item.find("index");
    const auto* at = index == nullptr ? nullptr : index->integer();
    // A vector assigned to the wrong text would be worse than none.
    if (at == nullptr || *at < 0 || static_cast<std::uint64_t>(*at) >= texts ||
        !vectors[static_cast<std::size_t>(*at)].empty())
      refuse(server, "its embeddings are not numbered from 0");
    vectors[static_cast<std::size_t>(*at)] = vector_in(item, server);
  }
  return vectors;
}

}  // namespace assay
