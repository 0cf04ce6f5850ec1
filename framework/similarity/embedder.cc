// SPDX-License-Identifier: Apache-2.0
#include "assay/embedder.h"

#include <algorithm>
#include <cmath>

#include "assay/error.h"

namespace assay {

std::string_view to_string(Pooling pooling) {
  switch (pooling) {
    case Pooling::cls:
      return "cls";
    case Pooling::mean:
      return "mean";
    case Pooling::server:
      return "server";
  }
  return "?";
}

std::optional<Pooling> pooling_from(std::string_view text) {
  for (const auto pooling : {Pooling::cls, Pooling::mean, Pooling::server})
    if (text == to_string(pooling)) return pooling;
  return std::nullopt;
}

std::vector<Embedding> Embedder::get_embeddings(std::span<const std::string> texts) {
  std::vector<Embedding> embeddings;
  for (const auto& text : texts) embeddings.push_back(get_embedding(text));
  return embeddings;
}

double Embedder::similarity(std::string_view a, std::string_view b) {
  return std::max(0.0, cosine(get_embedding(a).values, get_embedding(b).values));
}

double cosine(std::span<const float> a, std::span<const float> b) {
  if (a.size() != b.size())
    throw Error(Problem{.where = {},
                        .pointer = {},
                        .what = "a vector of " + std::to_string(a.size()) +
                                " numbers was compared with one of " + std::to_string(b.size()),
                        .next = "take both from the same model"});
  double product = 0, a_square = 0, b_square = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    product += static_cast<double>(a[i]) * b[i];
    a_square += static_cast<double>(a[i]) * a[i];
    b_square += static_cast<double>(b[i]) * b[i];
  }
  const double cosine = product / (std::sqrt(a_square) * std::sqrt(b_square));
  if (!std::isfinite(cosine))
    throw Error(Problem{.where = {}, .pointer = {}, .what = "a vector has no direction", .next = {}});
  return std::clamp(cosine, -1.0, 1.0);
}

}  // namespace assay
