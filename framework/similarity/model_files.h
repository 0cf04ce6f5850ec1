// SPDX-License-Identifier: Apache-2.0
// A model's folder: its shape, its weights in place, and its hash.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "assay/embedder.h"
#include "assay/internal/digest.h"
#include "assay/internal/safetensors.h"
#include "encoder.h"

namespace assay {

// The content of config.json.
struct EncoderShape {
  int hidden = 0;
  int heads = 0;
  int layers = 0;
  int intermediate = 0;
  int vocabulary = 0;
  int positions = 0;       // rows of the position table
  int first_position = 0;  // the row of a text's first token
  float epsilon = 0;
  std::size_t longest = 0;  // tokens of a text, including the first and last one
};

// All throw Error naming the file and the fault.
EncoderShape read_shape(const std::filesystem::path& directory);
// The pooling in 1_Pooling/config.json, otherwise cls.
Pooling read_pooling(const std::filesystem::path& directory);
// A hash over all files that a vector depends on.
std::string hash_of_model(const std::filesystem::path& directory);
// The existing files that a vector may depend on. Never throws.
std::vector<std::filesystem::path> files_of_model(const std::filesystem::path& directory);

// The weights of model.safetensors, each checked against the shape. 16-bit weights are widened in memory.
class ModelWeights {
 public:
  ModelWeights(const std::filesystem::path& directory, const EncoderShape& shape);
  ModelWeights(const ModelWeights&) = delete;
  ModelWeights& operator=(const ModelWeights&) = delete;

  const EncoderWeights& weights() const { return weights_; }

 private:
  const Tensor& find(const std::string& name) const;
  const float* numbers(const std::string& name, std::vector<std::size_t> shape);
  Dense dense(const std::string& name, std::size_t outputs, std::size_t inputs);
  LayerNorm norm(const std::string& name, std::size_t length);
  EncoderLayer layer(const std::string& name, const EncoderShape& shape);

  std::string file_;
  MappedFile mapped_;
  Tensors tensors_;
  std::string prefix_;  // common to all names
  std::deque<std::vector<float>> widened_;
  std::vector<EncoderLayer> layers_;
  EncoderWeights weights_;
};

}  // namespace assay
