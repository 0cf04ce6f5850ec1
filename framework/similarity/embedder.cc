// SPDX-License-Identifier: Apache-2.0
#include "assay/embedder.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <mutex>
#include <utility>

#include "assay/internal/enum_words.h"
#include "assay/internal/tokenizer.h"
#include "model_files.h"

namespace assay {
namespace {

// `states` has one row of `hidden` numbers per token. REQUIRES: at least one row; pooling is cls or mean.
// Throws Error naming the model if the vector has no direction.
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
  throw Error({.file = model.string()},
              finite ? "the model gives a vector of zeros" : "the model gives a value that is not a number",
              "its weights are damaged: fetch them again");
}

// Throws Error if `pooling` is Pooling::server.
void expect_local(const std::optional<Pooling>& pooling, const std::filesystem::path& model) {
  if (pooling != Pooling::server) return;
  throw Error({.file = model.string()}, "a server does not pool vectors that are computed here",
              "name cls or mean");
}

// The name of the model in this folder.
std::string name_of_model(const std::filesystem::path& directory) {
  const auto folder = directory.lexically_normal();
  const auto named = folder.has_filename() ? folder : folder.parent_path();
  // Packages keep a model in a folder named "model".
  const auto package = named.parent_path().filename();
  return (named.filename() == "model" && !package.empty() ? package : named.filename()).string();
}

// The encoder computed in this process.

Encode encoder_for(Simd simd) {
  switch (simd) {
#ifdef __x86_64__
    case Simd::avx512: return avx512::encode;
    case Simd::avx2: return avx2::encode;
#else
    case Simd::avx512:
    case Simd::avx2:
#endif
    case Simd::baseline: return baseline::encode;
  }
  return baseline::encode;
}

// Everything that is read from a folder.
struct LoadedModel {
  explicit LoadedModel(const NativeModel& model)
      : shape(read_shape(model.directory)),
        pooling(model.pooling ? *model.pooling : read_pooling(model.directory)),
        tokenizer(read_tokenizer(model.directory)),
        weights(model.directory, shape),
        hash(hash_of_model(model.directory)) {
    if (tokenizer->largest_id() < shape.vocabulary) return;
    throw Error({.file = model.directory.string()},
                "its tokenizer has the id " + std::to_string(tokenizer->largest_id()) +
                    ", but config.json's vocab_size is " + std::to_string(shape.vocabulary),
                "take all files from the same model");
  }

  EncoderShape shape;
  Pooling pooling;
  std::unique_ptr<Tokenizer> tokenizer;
  ModelWeights weights;
  std::string hash;
};

class Native final : public Embedder {
 public:
  explicit Native(NativeModel model)
      : model_(std::move(model)), encode_(encoder_for(model_.simd.value_or(available_simd().back()))) {}

  void load() override { loaded(); }

  Embedding get_embedding(std::string_view text) override {
    const auto& model = loaded();
    const auto tokens = model.tokenizer->encode(text, model.shape.longest);
    const auto hidden = static_cast<std::size_t>(model.shape.hidden);
    std::vector<float> states(tokens.ids.size() * hidden);
    encode_(model.weights.weights(), tokens.ids.data(), static_cast<int>(tokens.ids.size()), states.data());
    return {.values = pooled(states, hidden, model.pooling, model_.directory), .is_cut = tokens.is_cut};
  }

  std::string name() const override { return name_of_model(model_.directory); }
  Pooling pooling() override { return loaded().pooling; }
  std::string model_hash() override { return loaded().hash; }

 private:
  const LoadedModel& loaded() {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
    if (!loaded_) {
      try {
        loaded_ = std::make_unique<LoadedModel>(model_);
      } catch (...) {
        failure_ = std::current_exception();
        throw;
      }
    }
    return *loaded_;
  }

  NativeModel model_;
  Encode encode_;
  std::mutex mutex_;
  std::unique_ptr<LoadedModel> loaded_;
  std::exception_ptr failure_;
};

}  // namespace

std::string_view to_string(Simd simd) { return word_of(simd); }

std::vector<Simd> available_simd() {
  std::vector<Simd> available{Simd::baseline};
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    available.push_back(Simd::avx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
      available.push_back(Simd::avx512);
  }
#endif
  return available;
}

std::unique_ptr<Embedder> native_embedder(NativeModel model) {
  expect_local(model.pooling, model.directory);
  return std::make_unique<Native>(std::move(model));
}

std::string_view to_string(Pooling pooling) { return word_of(pooling); }

std::optional<Pooling> pooling_from(std::string_view text) { return enumerator_of<Pooling>(text); }

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
    throw Error({},
                "a vector of " + std::to_string(a.size()) + " numbers was compared with one of " +
                    std::to_string(b.size()),
                "take both from the same model");
  double product = 0, a_square = 0, b_square = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    product += static_cast<double>(a[i]) * b[i];
    a_square += static_cast<double>(a[i]) * a[i];
    b_square += static_cast<double>(b[i]) * b[i];
  }
  const double cosine = product / (std::sqrt(a_square) * std::sqrt(b_square));
  if (!std::isfinite(cosine)) throw Error({}, "a vector has no direction");
  return std::clamp(cosine, -1.0, 1.0);
}

}  // namespace assay
