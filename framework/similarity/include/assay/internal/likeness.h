// SPDX-License-Identifier: Apache-2.0
// What the level `similarity` goes by: a model, the cosine from which two commands count as alike, and where
// that number comes from.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/embedder.h"

namespace assay {

// A threshold where nobody has looked at labelled pairs: that of the origin of this level.
inline constexpr double kUncalibratedThreshold = 0.80;

// What `assay calibrate` found for one model (docs/similarity.md has the file).
struct SimilarityProfile {
  std::string model;  // its name
  std::string model_hash;
  Pooling pooling = Pooling::cls;
  std::optional<double> accept;  // at or above: a match; none: no cosine keeps wrong answers out
  std::optional<double> reject;  // below: hardly ever right; none: not known
  std::string rule;              // by which `accept` was chosen: "precision>=0.95"
  struct Probe {
    std::string text;
    std::vector<float> vector;
    bool operator==(const Probe&) const = default;
  };
  std::vector<Probe> probes = {};  // by which a server whose model was changed is found out
  bool operator==(const SimilarityProfile&) const = default;
};
// Throws Error with the file and what is wrong with it.
SimilarityProfile parse_profile(std::string_view json, const std::string& file);
// Those that come with assay.
const std::vector<SimilarityProfile>& shipped_profiles();

// What a vector is of.
struct VectorKey {
  std::string model_hash;
  Pooling pooling = Pooling::cls;
  std::string text;
};

// Keeps vectors for later processes. From several threads at once. Throws nothing: what it cannot do is not
// done.
class VectorCache {
 public:
  virtual ~VectorCache() = default;
  virtual std::optional<Embedding> find(const VectorKey& key) = 0;
  virtual void keep(const VectorKey& key, const Embedding& embedding) = 0;
};

struct LikenessPlace {
  std::filesystem::path model;                   // its folder; empty: there is none
  std::optional<EmbeddingService> service = {};  // instead of a folder
  std::filesystem::path profile;                 // empty: the shipped one for that model, if there is one
  std::shared_ptr<VectorCache> vectors = {};     // null: none are kept

  bool names_model() const { return service || !model.empty(); }
};

// Loaded when it is first asked. From several threads at once.
class Likeness {
 public:
  // Throws Error for a service that cannot be used. REQUIRES: place.names_model().
  explicit Likeness(LikenessPlace place);
  // The same of a model that is there already; `profile` as it is.
  Likeness(std::unique_ptr<Embedder> model, std::optional<SimilarityProfile> profile);
  ~Likeness();

  // Throws Error where the model or the profile cannot be used, or the profile is another model's; so do all
  // functions below.
  void load();
  Embedder& model();
  const std::optional<SimilarityProfile>& profile();

  // None: the profile says that no cosine will do.
  std::optional<double> threshold();
  bool is_calibrated() { return profile().has_value(); }
  // Of an uncalibrated threshold, that unrelated commands reach it; else empty. For people.
  std::string reservation();

  struct Finding {
    double cosine = 0;    // from 0 to 1
    bool is_cut = false;  // one of the texts is longer than the model reads
  };
  Finding compare(std::string_view a, std::string_view b);
  // Has the vectors of these texts at hand, asked for many at once. Throws nothing: what is not to be had,
  // compare() says.
  void prepare(std::span<const std::string> texts);

  // One line with all that a verdict depends on: model, hash, pooling, threshold, whether that is calibrated.
  // Throws nothing: "unavailable: " and why.
  std::string described();
  // Names, sizes and times of the files in place of that.
  std::string sketch() const;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// Cosines of twenty commands that have nothing to do with each other, in ascending order.
std::vector<double> random_pair_floor(Embedder& model);

}  // namespace assay
