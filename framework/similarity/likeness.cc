// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/likeness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

#include "assay/error.h"
#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "model_files.h"

namespace assay {

extern const std::string_view kProfile_all_minilm_l6_v2;

namespace {

const std::vector<std::string_view> kShippedProfiles{kProfile_all_minilm_l6_v2};

[[noreturn]] void fail_profile(const std::string& file, int line, std::string what) {
  throw Error({.file = file, .line = line}, "this is not a profile of a similarity model: " + std::move(what),
              "assay calibrate writes one");
}

std::string text_at(const JsonValue& profile, const char* key, const std::string& file) {
  const auto* value = profile.find(key);
  const auto* text = value == nullptr ? nullptr : value->string();
  if (text == nullptr || text->empty()) fail_profile(file, profile.line, std::string(key) + " is missing");
  return *text;
}

// Null, or a number from 0 to 1.
std::optional<double> threshold_at(const JsonValue& profile, const char* key, const std::string& file) {
  const auto* value = profile.find(key);
  if (value == nullptr) fail_profile(file, profile.line, std::string(key) + " is missing");
  if (value->is_null()) return std::nullopt;
  const double number = value->number(NAN);
  if (!(number >= 0 && number <= 1))
    fail_profile(file, value->line, std::string(key) + " is not a number from 0 to 1");
  return number;
}

// Older profiles may have none.
std::vector<SimilarityProfile::Probe> probes_at(const JsonValue& profile, const std::string& file) {
  std::vector<SimilarityProfile::Probe> probes;
  const auto* list = profile.find("probes");
  if (list == nullptr || list->array() == nullptr) return probes;
  for (const auto& each : *list->array()) {
    SimilarityProfile::Probe probe{.text = text_at(each, "text", file), .vector = {}};
    const auto* vector = each.find("vector");
    if (vector == nullptr || vector->array() == nullptr)
      fail_profile(file, each.line, "a probe has no vector");
    for (const auto& number : *vector->array()) probe.vector.push_back(static_cast<float>(number.number(0)));
    probes.push_back(std::move(probe));
  }
  return probes;
}

// How similar a model finds unrelated commands. Some models place all texts so close together that a
// threshold rejects nothing.

constexpr std::string_view kUnrelated[] = {"ls -la /var/log",
                                           "tar czf backup.tar.gz documents",
                                           "ping -c 4 192.168.1.1",
                                           "kill -9 4242",
                                           "grep -rn TODO src",
                                           "useradd -m alice",
                                           "date +%Y-%m-%d",
                                           "git commit -m 'fix build'",
                                           "df -h",
                                           "sed -i 's/foo/bar/g' config.ini",
                                           "openssl rand -hex 16",
                                           "find / -size +100M",
                                           "crontab -e",
                                           "sort -u names.txt",
                                           "mount /dev/sdb1 /mnt",
                                           "curl -O https://example.org/a.zip",
                                           "chmod 755 run.sh",
                                           "ps aux --sort=-%mem",
                                           "echo $((6 * 7))",
                                           "ffmpeg -i in.mp4 out.mp3"};

constexpr std::size_t kMostVectors = 100'000;  // held in memory
constexpr const char* kTrialText = "ls -l";    // no server has a reason to refuse it
constexpr double kSameModel = 0.999;           // the cosine of a rounded probe with the current vector

std::optional<SimilarityProfile> shipped_for(const std::string& hash, Pooling pooling) {
  for (const auto& profile : shipped_profiles())
    if (profile.model_hash == hash && profile.pooling == pooling) return profile;
  return std::nullopt;
}

}  // namespace

SimilarityProfile parse_profile(std::string_view json, const std::string& file) {
  const auto document = parse_json(json, file);
  SimilarityProfile profile{.model = text_at(document, "model", file),
                            .model_hash = text_at(document, "model_hash", file),
                            .accept = threshold_at(document, "accept", file),
                            .reject = threshold_at(document, "reject", file),
                            .rule = text_at(document, "rule", file),
                            .probes = probes_at(document, file)};
  const auto pooling = pooling_from(text_at(document, "pooling", file));
  if (!pooling) fail_profile(file, document.line, "pooling is neither cls, mean nor server");
  profile.pooling = *pooling;
  return profile;
}

const std::vector<SimilarityProfile>& shipped_profiles() {
  static const auto profiles = [] {
    std::vector<SimilarityProfile> read;
    for (const auto text : kShippedProfiles) read.push_back(parse_profile(text, "shipped profile"));
    return read;
  }();
  return profiles;
}

std::vector<double> random_pair_floor(Embedder& model) {
  const std::vector<std::string> commands(std::begin(kUnrelated), std::end(kUnrelated));
  const auto vectors = model.get_embeddings(commands);
  std::vector<double> cosines;
  for (std::size_t i = 0; i < vectors.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      cosines.push_back(std::max(0.0, cosine(vectors[i].values, vectors[j].values)));
  std::sort(cosines.begin(), cosines.end());
  return cosines;
}

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
    throw Error({.file = place.profile.string()},
                fmt::format("is the profile of {} ({}, {}), not of {} ({}, {})", profile->model,
                            to_string(profile->pooling), profile->model_hash.substr(0, 12), model->name(),
                            to_string(model->pooling()), model->model_hash().substr(0, 12)),
                "a threshold means nothing for another model: assay calibrate makes one for this");
  }

  // The files of a folder have a hash, but a server may change the model behind a name.
  void expect_probes() {
    if (!place.service) return;
    for (const auto& probe : profile->probes)
      if (const double found = cosine(probe.vector, model->get_embedding(probe.text).values);
          found < kSameModel)
        throw Error({.file = place.profile.string()},
                    fmt::format("{} is no longer the model that was calibrated: its vector of "
                                "\"{}\" has a cosine of {:.4f} with the one of then",
                                model->name(), probe.text, found),
                    "assay calibrate makes a profile for this one");
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
  std::vector<std::optional<Embedding>> request_embeddings(const std::vector<std::string>& texts) try {
    std::vector<std::optional<Embedding>> all;
    for (Embedding& each : model->get_embeddings(texts)) all.emplace_back(std::move(each));
    return all;
  } catch (const TextRefused&) {
    std::vector<std::optional<Embedding>> all;
    if (texts.size() > 1) {
      for (const std::string& each : texts) all.push_back(std::move(request_embeddings({each}).front()));
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
    auto computed = missing.empty() ? std::vector<std::optional<Embedding>>{} : request_embeddings(missing);
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

std::string Likeness::description() try {
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
