// SPDX-License-Identifier: Apache-2.0
#include "model_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, std::string what,
                       std::string next = "docs/similarity.md says which models are read") {
  throw Error({.file = file.string()}, std::move(what), std::move(next));
}

int count_of(const JsonValue& config, const char* key, int most, const fs::path& file) {
  const auto* value = config.find(key);
  const auto* number = value == nullptr ? nullptr : value->integer();
  if (number == nullptr || *number < 1 || *number > most)
    fail(file, fmt::format("{} must be a number from 1 to {}", key, most));
  return static_cast<int>(*number);
}

void expect(const JsonValue& config, const char* key, std::string_view wanted, const fs::path& file) {
  const auto found = config.text(key, wanted);
  if (found != wanted)
    fail(file, fmt::format("{} is '{}'; only '{}' is computed here", key, one_line(found), wanted));
}

float widened(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16, exponent = (half >> 10) & 0x1Fu,
                      fraction = half & 0x3FFu;
  if (exponent == 0) {
    const float small = static_cast<float>(fraction) * 0x1p-24f;
    return sign != 0 ? -small : small;
  }
  const std::uint32_t wide = exponent == 0x1F ? 0xFFu : exponent + 112;
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

std::vector<float> widened(const Tensor& tensor) {
  std::vector<float> numbers(tensor.bytes.size() / 2);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::uint16_t half = 0;
    std::memcpy(&half, tensor.bytes.data() + 2 * i, sizeof half);
    numbers[i] =
        tensor.type == "F16" ? widened(half) : std::bit_cast<float>(static_cast<std::uint32_t>(half) << 16);
  }
  return numbers;
}

fs::path weights_file(const fs::path& directory) {
  const auto file = directory / "model.safetensors";
  if (fs::exists(file)) return file;
  const auto onnx = directory.extension() == ".onnx" ? directory : directory / "model.onnx";
  if (fs::is_regular_file(onnx))
    fail(onnx, "is a model in ONNX format, which is no longer supported",
         "name a folder with model.safetensors (--model DIR; docs/similarity.md has the command that writes "
         "one), or a server that has the model (--embedder URL --embedder-model NAME)");
  if (fs::exists(directory / "pytorch_model.bin"))
    fail(directory / "pytorch_model.bin", "is a pickle of PyTorch, which could run anything when it is read",
         "convert it to model.safetensors; docs/similarity.md has the command");
  if (fs::exists(directory / "model.safetensors.index.json"))
    fail(directory / "model.safetensors.index.json", "names weights in several files; they must be in one");
  fail(directory, fs::is_directory(directory) ? "has no model.safetensors" : "is not a folder",
       "name the folder of a model: docs/similarity.md lists its files");
}

// The files that define how a text becomes tokens, and how many of them are read.
constexpr const char* kTextFiles[] = {"config.json",    "sentence_bert_config.json",
                                      "tokenizer.json", "tokenizer_config.json",
                                      "vocab.json",     "merges.txt",
                                      "vocab.txt"};

// Adds the name and content of a file, if it exists.
void add_file(Sha256& hash, const std::string& name, const fs::path& file) {
  if (!fs::exists(file)) return;
  hash.add(name);
  hash.add(sha256_file(file));
}

// A lower limit from the model's training.
std::size_t trained_length(const fs::path& directory, std::size_t longest) {
  const auto file = directory / "sentence_bert_config.json";
  if (!fs::exists(file)) return longest;
  const auto config = read_json(file);
  if (config.find("max_seq_length") == nullptr || config.find("max_seq_length")->is_null()) return longest;
  return std::min(longest, static_cast<std::size_t>(count_of(config, "max_seq_length", 1 << 20, file)));
}

// RoBERTa numbers positions after that of its padding.
int first_position_of(const JsonValue& config, int positions, const fs::path& file) {
  if (config.text("model_type") != "roberta") return 0;
  const auto* padding = config.find("pad_token_id");
  const int first = static_cast<int>(padding == nullptr ? 1 : padding->number(1)) + 1;
  if (first < 0 || first + 3 > positions)
    fail(file, fmt::format("pad_token_id leaves no position of {}", positions));
  return first;
}

std::size_t longest_of(const fs::path& directory, int positions) {
  const auto longest = trained_length(directory, static_cast<std::size_t>(positions));
  if (longest < 3) fail(directory / "config.json", "it reads less than one token");
  return longest;
}

}  // namespace

EncoderShape read_shape(const fs::path& directory) {
  weights_file(directory);  // checked first: the most common fault
  const auto file = directory / "config.json";
  const auto config = read_json(file);
  const auto type = config.text("model_type");
  if (type != "bert" && type != "roberta")
    fail(file,
         fmt::format("model_type is '{}'; only 'bert' and 'roberta' are computed here", one_line(type)));
  expect(config, "hidden_act", "gelu", file);
  expect(config, "position_embedding_type", "absolute", file);
  EncoderShape shape;
  shape.hidden = count_of(config, "hidden_size", 1 << 14, file);
  shape.heads = count_of(config, "num_attention_heads", 1 << 10, file);
  shape.layers = count_of(config, "num_hidden_layers", 1 << 10, file);
  shape.intermediate = count_of(config, "intermediate_size", 1 << 16, file);
  shape.vocabulary = count_of(config, "vocab_size", 1 << 24, file);
  shape.positions = count_of(config, "max_position_embeddings", 1 << 20, file);
  if (shape.hidden % shape.heads != 0)
    fail(file, fmt::format("hidden_size {} is not a multiple of {} heads", shape.hidden, shape.heads));
  const auto* epsilon = config.find("layer_norm_eps");
  shape.epsilon = static_cast<float>(epsilon == nullptr ? 1e-12 : epsilon->number(1e-12));
  shape.first_position = first_position_of(config, shape.positions, file);
  shape.longest = longest_of(directory, shape.positions - shape.first_position);
  return shape;
}

Pooling read_pooling(const fs::path& directory) {
  const auto file = directory / "1_Pooling" / "config.json";
  if (!fs::exists(file)) return Pooling::cls;
  const auto config = read_json(file);
  const auto says = [&config](const char* key) {
    const auto* value = config.find(key);
    return value != nullptr && value->boolean() != nullptr && *value->boolean();
  };
  const bool cls = says("pooling_mode_cls_token"), mean = says("pooling_mode_mean_tokens");
  if (cls == mean || says("pooling_mode_max_tokens") || says("pooling_mode_mean_sqrt_len_tokens"))
    fail(file, "asks for another pooling than the first token's or the mean",
         "say which one to use: cls or mean");
  return cls ? Pooling::cls : Pooling::mean;
}

std::string hash_of_model(const fs::path& directory) {
  Sha256 hash;
  for (const auto* name : kTextFiles) add_file(hash, name, directory / name);
  add_file(hash, "model.safetensors", directory / "model.safetensors");
  return hash.hex();
}

std::vector<fs::path> files_of_model(const fs::path& directory) {
  std::vector<fs::path> files;
  for (const auto* name : kTextFiles) files.push_back(directory / name);
  files.push_back(directory / "1_Pooling" / "config.json");
  files.push_back(directory / "model.safetensors");
  std::error_code error;
  std::erase_if(files, [&](const fs::path& file) { return !fs::exists(file, error); });
  return files;
}

ModelWeights::ModelWeights(const fs::path& directory, const EncoderShape& shape)
    : file_(weights_file(directory).string()),
      mapped_(file_),
      tensors_(parse_safetensors(mapped_.bytes(), file_)) {
  const std::string words = "embeddings.word_embeddings.weight";
  for (const auto* prefix : {"roberta.", "bert."})
    if (tensors_.contains(prefix + words)) prefix_ = prefix;
  const auto size = [](int count) { return static_cast<std::size_t>(count); };
  const auto hidden = size(shape.hidden);
  weights_.hidden = shape.hidden;
  weights_.heads = shape.heads;
  weights_.intermediate = shape.intermediate;
  weights_.epsilon = shape.epsilon;
  weights_.words = numbers(words, {size(shape.vocabulary), hidden});
  weights_.positions = numbers("embeddings.position_embeddings.weight", {size(shape.positions), hidden}) +
                       size(shape.first_position) * hidden;
  const auto types = find("embeddings.token_type_embeddings.weight").shape;
  if (types.empty() || types[0] == 0) fail(file_, "has no type of tokens");
  weights_.type = numbers("embeddings.token_type_embeddings.weight", {types[0], hidden});
  weights_.norm = norm("embeddings.LayerNorm", hidden);
  for (int i = 0; i < shape.layers; ++i) layers_.push_back(layer(fmt::format("encoder.layer.{}.", i), shape));
  weights_.layers = layers_.data();
  weights_.layer_count = shape.layers;
}

const Tensor& ModelWeights::find(const std::string& name) const {
  const auto found = tensors_.find(prefix_ + name);
  if (found == tensors_.end()) fail(file_, fmt::format("has no tensor '{}'", prefix_ + name));
  return found->second;
}

const float* ModelWeights::numbers(const std::string& name, std::vector<std::size_t> shape) {
  const auto& tensor = find(name);
  if (tensor.shape != shape)
    fail(file_, fmt::format("tensor '{}' is {}, but config.json asks for {}", name,
                            fmt::join(tensor.shape, "×"), fmt::join(shape, "×")));
  if (tensor.type == "F16" || tensor.type == "BF16") return widened_.emplace_back(widened(tensor)).data();
  if (tensor.type != "F32")
    fail(file_, fmt::format("tensor '{}' is of type {}, not F32, F16 or BF16", name, tensor.type));
  if (reinterpret_cast<std::uintptr_t>(tensor.bytes.data()) % alignof(float) == 0)
    return reinterpret_cast<const float*>(tensor.bytes.data());
  auto& copy = widened_.emplace_back(tensor.bytes.size() / sizeof(float));
  std::memcpy(copy.data(), tensor.bytes.data(), tensor.bytes.size());
  return copy.data();
}

Dense ModelWeights::dense(const std::string& name, std::size_t outputs, std::size_t inputs) {
  return {.weight = numbers(name + ".weight", {outputs, inputs}), .bias = numbers(name + ".bias", {outputs})};
}

LayerNorm ModelWeights::norm(const std::string& name, std::size_t length) {
  return {.weight = numbers(name + ".weight", {length}), .bias = numbers(name + ".bias", {length})};
}

EncoderLayer ModelWeights::layer(const std::string& name, const EncoderShape& shape) {
  const auto hidden = static_cast<std::size_t>(shape.hidden);
  const auto wide = static_cast<std::size_t>(shape.intermediate);
  return {.query = dense(name + "attention.self.query", hidden, hidden),
          .key = dense(name + "attention.self.key", hidden, hidden),
          .value = dense(name + "attention.self.value", hidden, hidden),
          .attention = dense(name + "attention.output.dense", hidden, hidden),
          .attention_norm = norm(name + "attention.output.LayerNorm", hidden),
          .intermediate = dense(name + "intermediate.dense", wide, hidden),
          .output = dense(name + "output.dense", hidden, wide),
          .output_norm = norm(name + "output.LayerNorm", hidden)};
}

}  // namespace assay
