#include "assay/internal/likeness.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostVectors = 100'000;  // that are held in memory

std::optional<SimilarityProfile> shipped_for(const std::string& hash, Pooling pooling) {
  for (const auto& profile : shipped_profiles())
    if (profile.model_hash == hash && profile.pooling == pooling) return profile;
  return std::nullopt;
}

std::string stamp_of(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  const auto time = fs::last_write_time(file, error);
  return error ? fmt::format("{} (missing)", file.string())
               : fmt::format("{} {} {}", file.string(), size, time.time_since_epoch().count());
}

}  // namespace

struct Likeness::Inner {
  LikenessPlace place;
  std::unique_ptr<Embedder> model;
  std::optional<SimilarityProfile> profile;
  std::once_flag floor_once;
  std::string reservation;

  std::mutex mutex;
  bool is_loaded = false;
  std::exception_ptr failure;
  std::map<std::string, Embedding, std::less<>> vectors;

  void read_profile() {
    if (place.model.empty()) return;  // a model that was handed in
    if (place.profile.empty()) {
      profile = shipped_for(model->model_hash(), model->pooling());
      return;
    }
    profile = parse_profile(read_file(place.profile), place.profile.string());
    if (profile->model_hash == model->model_hash() && profile->pooling == model->pooling()) return;
    throw Error(Problem{
        .where = {.file = place.profile.string()},
        .pointer = {},
        .what = fmt::format("is the profile of {} ({}, {}), not of {} ({}, {})", profile->model,
                            to_string(profile->pooling), profile->model_hash.substr(0, 12), model->name(),
                            to_string(model->pooling()), model->model_hash().substr(0, 12)),
        .next = "a threshold means nothing for another model: assay calibrate makes one for this"});
  }

  void load() {
    const std::lock_guard lock(mutex);
    if (failure) std::rethrow_exception(failure);
    if (is_loaded) return;
    try {
      model->load();
      read_profile();
      is_loaded = true;
    } catch (...) {
      failure = std::current_exception();
      throw;
    }
  }

  Embedding kept_or_computed(std::string_view text) {
    if (!place.vectors) return model->get_embedding(text);
    const VectorKey key{model->model_hash(), model->pooling(), std::string(text)};
    if (auto kept = place.vectors->find(key)) return *std::move(kept);
    auto computed = model->get_embedding(text);
    place.vectors->keep(key, computed);
    return computed;
  }

  Embedding vector(std::string_view text) {
    {
      const std::lock_guard lock(mutex);
      if (const auto known = vectors.find(text); known != vectors.end()) return known->second;
    }
    auto embedding = kept_or_computed(text);
    const std::lock_guard lock(mutex);
    if (vectors.size() < kMostVectors) vectors.emplace(std::string(text), embedding);
    return embedding;
  }
};

Likeness::Likeness(LikenessPlace place) : inner_(std::make_unique<Inner>()) {
  inner_->place = std::move(place);
  inner_->model = native_embedder({.directory = inner_->place.model});
}

Likeness::Likeness(std::unique_ptr<Embedder> model, std::optional<SimilarityProfile> profile)
    : inner_(std::make_unique<Inner>()) {
  inner_->model = std::move(model);
  inner_->profile = std::move(profile);
}

Likeness::~Likeness() = default;

void Likeness::load() { inner_->load(); }

Embedder& Likeness::model() {
  load();
  return *inner_->model;
}

const std::optional<SimilarityProfile>& Likeness::profile() {
  load();
  return inner_->profile;
}

std::optional<double> Likeness::threshold() {
  return profile() ? profile()->accept : std::optional(kUncalibratedThreshold);
}

std::string Likeness::reservation() {
  if (is_calibrated()) return {};
  std::call_once(inner_->floor_once, [this] {
    const auto floor = random_pair_floor(*inner_->model);
    const double low = floor[floor.size() / 20];
    if (low >= kUncalibratedThreshold)
      inner_->reservation = fmt::format("95 % of unrelated commands reach {:.4f}, so {:.2f} rejects nothing",
                                        low, kUncalibratedThreshold);
  });
  return inner_->reservation;
}

Likeness::Finding Likeness::compare(std::string_view a, std::string_view b) {
  load();
  const auto left = inner_->vector(a), right = inner_->vector(b);
  return {.cosine = std::max(0.0, cosine(left.values, right.values)), .is_cut = left.is_cut || right.is_cut};
}

std::string Likeness::described() try {
  auto& used = model();
  std::string text = fmt::format("{}, {}, {}", used.name(), to_string(used.pooling()), used.model_hash());
  if (!profile()) {
    text +=
        fmt::format("; a match from {:.2f}, which is not calibrated for this model", kUncalibratedThreshold);
    if (const auto doubt = reservation(); !doubt.empty()) text += ": " + doubt;
    return text;
  }
  if (!profile()->accept) return text + "; by its profile, no cosine is a match";
  return text + fmt::format("; a match from {:.6f} ({})", *profile()->accept, profile()->rule);
} catch (const Error& error) {
  return "unavailable: " + one_line(error.what());
}

std::string Likeness::sketch() const {
  const auto& place = inner_->place;
  if (place.model.empty()) return inner_->model->name();
  std::string text = place.profile.empty() ? "" : stamp_of(place.profile);
  for (const auto* name : {"config.json", "model.safetensors", "tokenizer.json", "vocab.json", "merges.txt",
                           "vocab.txt", "1_Pooling/config.json"})
    if (fs::exists(place.model / name)) text += (text.empty() ? "" : "; ") + stamp_of(place.model / name);
  return text.empty() ? place.model.string() : text;
}

}  // namespace assay
