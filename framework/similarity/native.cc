// SPDX-License-Identifier: Apache-2.0
// The encoder computed in this process.
#include <exception>
#include <mutex>
#include <utility>

#include "assay/embedder.h"
#include "assay/error.h"
#include "assay/internal/tokenizer.h"
#include "model_files.h"
#include "token_states.h"

namespace assay {
namespace {

Encode encoder_for(Simd simd) {
  switch (simd) {
#ifdef __x86_64__
    case Simd::avx512:
      return avx512::encode;
    case Simd::avx2:
      return avx2::encode;
#else
    case Simd::avx512:
    case Simd::avx2:
#endif
    case Simd::baseline:
      return baseline::encode;
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
    throw Error(Problem{.where = {.file = model.directory.string()},
                        .pointer = {},
                        .what = "its tokenizer has the id " + std::to_string(tokenizer->largest_id()) +
                                ", but config.json's vocab_size is " + std::to_string(shape.vocabulary),
                        .next = "take all files from the same model"});
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

std::string_view to_string(Simd simd) {
  switch (simd) {
    case Simd::baseline:
      return "baseline";
    case Simd::avx2:
      return "avx2";
    case Simd::avx512:
      return "avx512";
  }
  return "?";
}

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

}  // namespace assay
