// SPDX-License-Identifier: Apache-2.0
// The basis of the level `similarity`: a model, the cosine from which two commands count as similar, and the
// origin of that threshold.
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

// The threshold for a model without calibration on labelled pairs: that of the origin of this level.
inline constexpr double kUncalibratedThreshold = 0.80;

// The findings of `assay calibrate` for one model (docs/similarity.md describes the file).
struct SimilarityProfile {
  std::string model;  // its name
  std::string model_hash;
  Pooling pooling = Pooling::cls;
  std::optional<double> accept;  // at or above: a match; none: no cosine excludes wrong answers
  std::optional<double> reject;  // below: hardly ever right; none: unknown
  std::string rule;              // how `accept` was chosen: "precision>=0.95"
  struct Probe {
    std::string text;
    std::vector<float> vector;
    bool operator==(const Probe&) const = default;
  };
  std::vector<Probe> probes = {};  // detect a server whose model was changed
  bool operator==(const SimilarityProfile&) const = default;
};
// Throws Error with the file and the fault.
SimilarityProfile parse_profile(std::string_view json, const std::string& file);
// The profiles that come with assay.
const std::vector<SimilarityProfile>& shipped_profiles();

// Identifies a vector.
struct VectorKey {
  std::string model_hash;
  Pooling pooling = Pooling::cls;
  std::string text;
};

// Stores vectors for later processes. Thread-safe. Never throws: failures are ignored.
class VectorCache {
 public:
  virtual ~VectorCache() = default;
  virtual std::optional<Embedding> find(const VectorKey& key) = 0;
  virtual void keep(const VectorKey& key, const Embedding& embedding) = 0;
};

struct LikenessPlace {
  std::filesystem::path model;                   // its folder; empty: none
  std::optional<EmbeddingService> service = {};  // instead of a folder
  std::filesystem::path profile;                 // empty: the shipped profile of that model, if there is one
  std::shared_ptr<VectorCache> vectors = {};     // null: vectors are not stored

  bool names_model() const { return service || !model.empty(); }
};

// Loaded on first use. Thread-safe.
class Likeness {
 public:
  // Throws Error for a service that cannot be used. REQUIRES: place.names_model().
  explicit Likeness(LikenessPlace place);
  // Takes an existing model; `profile` is used unchecked.
  Likeness(std::unique_ptr<Embedder> model, std::optional<SimilarityProfile> profile);
  ~Likeness();

  // Throws Error if the model or the profile cannot be used, or if the profile belongs to another model; so
  // do all functions below.
  void load();
  Embedder& model();
  const std::optional<SimilarityProfile>& profile();

  // Empty if the profile says that no cosine is sufficient.
  std::optional<double> threshold();
  bool is_calibrated() { return profile().has_value(); }
  // For display: a warning if even unrelated commands reach the uncalibrated threshold; otherwise empty.
  std::string reservation();

  struct Finding {
    double cosine = 0;    // from 0 to 1
    bool is_cut = false;  // one of the texts is longer than the model reads
    // The model's server takes other texts, but not one of these; the cosine is 0.
    bool is_refused = false;
    // Why the cosine says nothing of the two texts; empty: it does.
    std::string_view flaw() const;
  };
  Finding compare(std::string_view a, std::string_view b);
  // Obtains the vectors of these texts in batches. Never throws: compare() reports failures.
  void prepare(std::span<const std::string> texts);

  // One line with everything that a verdict depends on: model, hash, pooling, threshold, and whether it is
  // calibrated. Never throws: returns "unavailable: " and the reason instead.
  std::string description();
  // A cheaper substitute for description(): names, sizes and times of the files.
  std::string sketch() const;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// Cosines of all pairs of twenty unrelated commands, in ascending order.
std::vector<double> random_pair_floor(Embedder& model);

}  // namespace assay
