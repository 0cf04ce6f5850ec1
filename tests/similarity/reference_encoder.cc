// SPDX-License-Identifier: Apache-2.0
#include "reference_encoder.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace assay::tests {
namespace {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

class Reference {
 public:
  Reference(const MadeModel& shape, const ModelText& model) : shape_(shape), model_(model) {}

  Rows states(const std::vector<int>& ids) const {
    const auto words = tensor("embeddings.word_embeddings.weight");
    const auto positions = tensor("embeddings.position_embeddings.weight");
    const auto types = tensor("embeddings.token_type_embeddings.weight");
    const std::size_t first = shape_.family == MadeModel::Family::roberta ? 2 : 0;
    const auto hidden = static_cast<std::size_t>(shape_.hidden);
    Rows states;
    for (std::size_t t = 0; t < ids.size(); ++t) {
      Row row(hidden);
      for (std::size_t i = 0; i < hidden; ++i)
        row[i] = words[static_cast<std::size_t>(ids[t]) * hidden + i] + positions[(first + t) * hidden + i] +
                 types[i];
      states.push_back(norm("embeddings.LayerNorm", row));
    }
    for (int i = 0; i < shape_.layers; ++i)
      states = layer("encoder.layer." + std::to_string(i) + ".", states);
    return states;
  }

 private:
  Row tensor(const std::string& name) const { return model_.numbers(shape_.prefix + name); }

  Row norm(const std::string& name, const Row& row) const {
    const auto weight = tensor(name + ".weight"), bias = tensor(name + ".bias");
    double mean = 0, variance = 0;
    for (const auto value : row) mean += value / static_cast<double>(row.size());
    for (const auto value : row)
      variance += (value - mean) * (value - mean) / static_cast<double>(row.size());
    const double epsilon = shape_.family == MadeModel::Family::roberta ? 1e-5 : 1e-12;
    Row normed(row.size());
    for (std::size_t i = 0; i < row.size(); ++i)
      normed[i] = (row[i] - mean) / std::sqrt(variance + epsilon) * weight[i] + bias[i];
    return normed;
  }

  Rows dense(const std::string& name, const Rows& in) const {
    const auto weight = tensor(name + ".weight"), bias = tensor(name + ".bias");
    Rows out;
    for (const auto& row : in) {
      Row made = bias;
      for (std::size_t o = 0; o < made.size(); ++o)
        for (std::size_t i = 0; i < row.size(); ++i) made[o] += weight[o * row.size() + i] * row[i];
      out.push_back(std::move(made));
    }
    return out;
  }

  Rows attention(const std::string& name, const Rows& in) const {
    const auto query = dense(name + "query", in), key = dense(name + "key", in),
               value = dense(name + "value", in);
    const auto width = static_cast<std::size_t>(shape_.hidden / shape_.heads);
    Rows out(in.size(), Row(static_cast<std::size_t>(shape_.hidden)));
    for (std::size_t head = 0; head < static_cast<std::size_t>(shape_.heads); ++head)
      for (std::size_t t = 0; t < in.size(); ++t) {
        Row weights(in.size());
        double sum = 0;
        for (std::size_t s = 0; s < in.size(); ++s) {
          double product = 0;
          for (std::size_t i = head * width; i < (head + 1) * width; ++i) product += query[t][i] * key[s][i];
          sum += weights[s] = std::exp(product / std::sqrt(static_cast<double>(width)));
        }
        for (std::size_t s = 0; s < in.size(); ++s)
          for (std::size_t i = head * width; i < (head + 1) * width; ++i)
            out[t][i] += weights[s] / sum * value[s][i];
      }
    return out;
  }

  Rows layer(const std::string& name, const Rows& in) const {
    auto attended = dense(name + "attention.output.dense", attention(name + "attention.self.", in));
    for (std::size_t t = 0; t < in.size(); ++t) {
      for (std::size_t i = 0; i < in[t].size(); ++i) attended[t][i] += in[t][i];
      attended[t] = norm(name + "attention.output.LayerNorm", attended[t]);
    }
    auto wide = dense(name + "intermediate.dense", attended);
    for (auto& row : wide)
      for (auto& x : row) x *= 0.5 * (1 + std::erf(x / std::numbers::sqrt2));
    auto out = dense(name + "output.dense", wide);
    for (std::size_t t = 0; t < in.size(); ++t) {
      for (std::size_t i = 0; i < in[t].size(); ++i) out[t][i] += attended[t][i];
      out[t] = norm(name + "output.LayerNorm", out[t]);
    }
    return out;
  }

  const MadeModel& shape_;
  const ModelText& model_;
};

}  // namespace

std::vector<std::vector<double>> reference_states(const MadeModel& shape, const ModelText& model,
                                                  const std::vector<int>& ids) {
  return Reference(shape, model).states(ids);
}

}  // namespace assay::tests
