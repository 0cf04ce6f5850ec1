// SPDX-License-Identifier: Apache-2.0
// Texts as vectors, and how alike two of them are: what a model of language thinks near each other.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

namespace http {
class Poster;
}

// Which vector stands for a text: that of its first token, the mean of all of them, or whichever a server
// takes.
enum class Pooling { cls, mean, server };
std::string_view to_string(Pooling pooling);
std::optional<Pooling> pooling_from(std::string_view text);

struct Embedding {
  std::vector<float> values;  // finite, and not all of them zero
  bool is_cut = false;        // the text is longer than the model reads: its end is not in the vector
  bool operator==(const Embedding&) const = default;
};

// A model. Nothing is read before it is needed. From several threads at once.
class Embedder {
 public:
  virtual ~Embedder() = default;

  // Reads the model where that was not done yet. Throws Error, the same one each time, where it is not to be
  // had; so do all functions below.
  virtual void load() = 0;
  // Any bytes, also none; ill-formed UTF-8 reads as U+FFFD.
  virtual Embedding get_embedding(std::string_view text) = 0;
  // Of each text, in their order.
  virtual std::vector<Embedding> get_embeddings(std::span<const std::string> texts);
  // How many texts are asked for at once; 1: one after the other.
  virtual std::size_t batch() const { return 1; }
  // The cosine of the two vectors, nothing below 0.
  double similarity(std::string_view a, std::string_view b);

  // For people: "all-MiniLM-L6-v2".
  virtual std::string name() const = 0;
  virtual Pooling pooling() = 0;
  // A digest of all that a vector depends on beside the text and the pooling. Vectors of two models that
  // differ in it must not be compared.
  virtual std::string model_hash() = 0;
};

// From -1 to 1. Throws Error where the vectors have different lengths, or one has no direction.
double cosine(std::span<const float> a, std::span<const float> b);

// Which instructions the native encoder uses.
enum class Simd { baseline, avx2, avx512 };
std::string_view to_string(Simd simd);
// What this processor has, the fastest last.
std::vector<Simd> available_simd();

struct NativeModel {
  // Holds config.json, model.safetensors and tokenizer.json (or vocab.json with merges.txt, or vocab.txt).
  std::filesystem::path directory;
  std::optional<Pooling> pooling = {};  // cls or mean; none: what 1_Pooling/config.json says, otherwise cls
  std::optional<Simd> simd = {};        // none: the fastest that this processor has
};

// A BERT (WordPiece) or RoBERTa (byte-level BPE) encoder, computed here in 32-bit floats. docs/similarity.md
// says which files and models it takes.
std::unique_ptr<Embedder> native_embedder(NativeModel model);

// A model on a server, asked as OpenAI's /embeddings is: Ollama, llama.cpp's server, vLLM, TEI, OpenAI.
struct EmbeddingService {
  std::string url;  // without the last part: http://localhost:11434/v1, https://api.openai.com/v1
  std::string model;
  // The environment variable that holds the server's key. Not set: none is sent.
  std::string key_variable = "ASSAY_EMBEDDER_KEY";
  std::chrono::milliseconds timeout = std::chrono::seconds(30);  // of one attempt
};
// Throws Error if something in it cannot be used.
void check(const EmbeddingService& service);

// Asked when it is loaded, for one vector: a server that does not give it then is not asked again, nor is one
// that was not reached three times in a row. What a server gives is taken where it is one vector of finite
// numbers, of always the same length, for each text. Throws Error as check() does.
std::unique_ptr<Embedder> http_embedder(EmbeddingService service);
// The same, with another transport for requests.
std::unique_ptr<Embedder> http_embedder(EmbeddingService service, std::unique_ptr<http::Poster> poster);

}  // namespace assay
