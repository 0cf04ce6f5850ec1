// SPDX-License-Identifier: Apache-2.0
#include "token_states.h"

#include <algorithm>
#include <cmath>

#include "assay/error.h"

namespace assay {

std::vector<float> pooled(std::span<const float> states, std::size_t hidden, Pooling pooling,
                          const std::filesystem::path& model) {
  std::vector<float> vector(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(hidden));
  if (pooling == Pooling::mean) {
    for (std::size_t i = hidden; i < states.size(); ++i) vector[i % hidden] += states[i];
    for (auto& value : vector) value *= static_cast<float>(hidden) / static_cast<float>(states.size());
  }
  const bool finite =
      std::all_of(vector.begin(), vector.end(), [](float value) { return std::isfinite(value); });
  const bool some = std::any_of(vector.begin(), vector.end(), [](float value) { return value != 0; });
  if (finite && some) return vector;
  throw Error(Problem{
      .where = {.file = model.string()},
      .pointer = {},
      .what = finite ? "the model gives a vector of zeros" : "the model gives a value that is not a number",
      .next = "its weights are damaged: fetch them again"});
}

void expect_local(const std::optional<Pooling>& pooling, const std::filesystem::path& model) {
  if (pooling != Pooling::server) return;
  throw Error(Problem{.where = {.file = model.string()},
                      .pointer = {},
                      .what = "a server does not pool vectors that are computed here",
                      .next = "name cls or mean"});
}

std::string name_of_model(const std::filesystem::path& directory) {
  const auto folder = directory.lexically_normal();
  const auto named = folder.has_filename() ? folder : folder.parent_path();
  // Packages keep a model in a folder named "model".
  const auto package = named.parent_path().filename();
  return (named.filename() == "model" && !package.empty() ? package : named.filename()).string();
}

}  // namespace assay
