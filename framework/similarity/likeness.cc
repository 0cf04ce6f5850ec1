// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/likeness.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "assay/error.h"
#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "model_files.h"

namespace assay {
namespace {

constexpr std::size_t kMostVectors = 100'000;  // held in memory
constexpr const char* kTrialText = "ls -l";    // no server has a reason to refuse it
constexpr double kSameModel = 0.999;           // the cosine of a rounded probe with the current vector

std::optional<SimilarityProfile> shipped_for(const std::string& hash, Pooling pooling) {
  for (const auto& profile : shipped_profiles())
    if (profile.model_hash == hash && profile.pooling == pooling) return profile;
  return std::nullopt;
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
    if (!place.names_model()) return;  // the model was passed in
    if (place.profile.empty()) {
      profile = shipped_for(model->model_hash(), model->pooling());
      return;
    }
    profile = parse_profile(read_file(place.profile), place.profile.string());
    if (profile->model_hash == model->model_hash() && profile->pooling == model->pooling())
      return expect_probes();
    throw Error(Problem{
        .where = {.file = place.profile.string()},
        .pointer = {},
        .what = fmt::format("is the profile of {} ({}, {}), not of {} ({}, {})", profile->model,
                            to_string(profile->pooling), profile->model_hash.substr(0, 12), model->name(),
                            to_string(model->pooling()), model->model_hash().substr(0, 12)),
        .next = "a threshold means nothing for another model: assay calibrate makes one for this"});
  }

  // The files of a folder have a hash, but a server may change the model behind a name.
  void expect_probes() {
    if (!place.service) return;
    for (const auto& probe : profile->probes)
      if (const double found = cosine(probe.vector, model->get_embedding(probe.text).values);
          found < kSameModel)
        throw Error(
            Problem{.where = {.file = place.profile.string()},
                    .pointer = {},
                    .what = fmt::format("{} is no longer the model that was calibrated: its vector of "
                                        "\"{}\" has a cosine of {:.4f} with the one of then",
                                        model->name(), probe.text, found),
                    .next = "assay calibrate makes a profile for this one"});
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

  // The vectors of these texts that memory or the cache has.
  std::vector<std::optional<Embedding>> known(std::span<const std::string> texts) {
    std::vector<std::optional<Embedding>> known(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      {
        const std::lock_guard lock(mutex);
        if (const auto found = vectors.find(texts[i]); found != vectors.end()) known[i] = found->second;
      }
      if (known[i] || !place.vectors) continue;
      known[i] = place.vectors->find({model->model_hash(), model->pooling(), texts[i]});
      if (known[i]) hold(texts[i], *known[i]);
    }
    return known;
  }

  void hold(const std::string& text, const Embedding& embedding) {
    const std::lock_guard lock(mutex);
    if (vectors.size() < kMostVectors) vectors.emplace(text, embedding);
  }

  // None where the model's server takes other texts, but not this one. Whether it takes others is asked anew:
  // a server that has begun to refuse everything is no fault of a text.
  std::vector<std::optional<Embedding>> asked(const std::vector<std::string>& texts) try {
    std::vector<std::optional<Embedding>> all;
    for (Embedding& each : model->get_embeddings(texts)) all.emplace_back(std::move(each));
    return all;
  } catch (const TextRefused&) {
    std::vector<std::optional<Embedding>> all;
    if (texts.size() > 1) {
      for (const std::string& each : texts) all.push_back(std::move(asked({each}).front()));
    } else {
      model->get_embedding(kTrialText);
      all.emplace_back();
    }
    return all;
  }

  // None: refused.
  std::vector<std::optional<Embedding>> embeddings(std::span<const std::string> texts) {
    auto found = known(texts);
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (!found[i]) missing.push_back(texts[i]);
    auto computed = missing.empty() ? std::vector<std::optional<Embedding>>{} : asked(missing);
    for (std::size_t i = 0; i < missing.size(); ++i) {
      if (!computed[i]) continue;
      if (place.vectors)
        place.vectors->keep({model->model_hash(), model->pooling(), missing[i]}, *computed[i]);
      hold(missing[i], *computed[i]);
    }
    std::vector<std::optional<Embedding>> all;
    auto next = computed.begin();
    for (auto& each : found) all.push_back(each ? std::move(each) : std::move(*next++));
    return all;
  }
};

Likeness::Likeness(LikenessPlace place) : inner_(std::make_unique<Inner>()) {
  inner_->place = std::move(place);
  const auto& used = inner_->place;
  inner_->model = used.service ? http_embedder(*used.service) : native_embedder({.directory = used.model});
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

std::string_view Likeness::Finding::flaw() const {
  if (is_refused) return "the model's server refuses the text of a command";
  return is_cut ? "a command is longer than the model reads" : "";
}

Likeness::Finding Likeness::compare(std::string_view a, std::string_view b) {
  load();
  const std::string texts[] = {std::string(a), std::string(b)};
  const auto found = inner_->embeddings(texts);
  if (!found[0] || !found[1]) return {.is_refused = true};
  return {.cosine = std::max(0.0, cosine(found[0]->values, found[1]->values)),
          .is_cut = found[0]->is_cut || found[1]->is_cut};
}

void Likeness::prepare(std::span<const std::string> texts) {
  const auto batch = inner_->model->batch();
  if (batch == 1) return;  // compare() may as well ask itself
  for (std::size_t at = 0; at < texts.size(); at += batch) {
    try {
      load();
      inner_->embeddings(texts.subspan(at, std::min(batch, texts.size() - at)));
    } catch (const Error&) {  // one text may spoil the whole batch
    }
  }
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
  if (place.model.empty() && !place.profile.empty())
    return inner_->model->name() + "; " + stamp_text(place.profile);
  if (place.model.empty()) return inner_->model->name();
  std::string text = place.profile.empty() ? "" : stamp_text(place.profile);
  for (const auto& file : files_of_model(place.model)) text += (text.empty() ? "" : "; ") + stamp_text(file);
  return text.empty() ? place.model.string() : text;
}

}  // namespace assay
