// SPDX-License-Identifier: Apache-2.0
// Texts as vectors, and the similarity of two texts according to a language model.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay {

namespace http {
class Poster;
}

// How a text's vector is derived: from its first token, as the mean over all tokens, or as a server chooses.
enum class Pooling { cls, mean, server };
std::string_view to_string(Pooling pooling);
std::optional<Pooling> pooling_from(std::string_view text);

struct Embedding {
  std::vector<float> values;  // finite, and not all of them zero
  bool is_cut = false;        // the text is longer than the model reads: the vector leaves out its end
  bool operator==(const Embedding&) const = default;
};

// A server that may well give vectors of other texts gives none of this one: it is too long for the model, or
// filtered.
class TextRefused : public Error {
 public:
  using Error::Error;
};

// A model. Nothing is read before it is needed. Thread-safe.
class Embedder {
 public:
  virtual ~Embedder() = default;

  // Reads the model if that has not been done yet. Throws Error, the same one each time, if the model is not
  // available; so do all functions below.
  virtual void load() = 0;
  // Accepts any bytes, also none; ill-formed UTF-8 is read as U+FFFD.
  virtual Embedding get_embedding(std::string_view text) = 0;
  // The embedding of each text, in the same order. Throws TextRefused if a server refuses one of them.
  virtual std::vector<Embedding> get_embeddings(std::span<const std::string> texts);
  // How many texts to request at once; 1: one after the other.
  virtual std::size_t batch() const { return 1; }
  // The cosine of the two vectors, clamped to at least 0.
  double similarity(std::string_view a, std::string_view b);

  // For display: "all-MiniLM-L6-v2".
  virtual std::string name() const = 0;
  virtual Pooling pooling() = 0;
  // A digest of everything that a vector depends on besides the text and the pooling. Vectors of models with
  // different digests must not be compared.
  virtual std::string model_hash() = 0;
};

// From -1 to 1. Throws Error if the vectors differ in length, or if one has no direction.
double cosine(std::span<const float> a, std::span<const float> b);

// The instruction set of the native encoder.
enum class Simd { baseline, avx2, avx512 };
std::string_view to_string(Simd simd);
// Supported by this processor, the fastest last.
std::vector<Simd> available_simd();

struct NativeModel {
  // Holds config.json, model.safetensors and tokenizer.json (or vocab.json with merges.txt, or vocab.txt).
  std::filesystem::path directory;
  std::optional<Pooling> pooling = {};  // cls or mean; none: from 1_Pooling/config.json, otherwise cls
  std::optional<Simd> simd = {};        // none: the fastest that this processor supports
};

// A BERT (WordPiece) or RoBERTa (byte-level BPE) encoder, computed in this process in 32-bit floats.
// docs/similarity.md lists the supported files and models.
std::unique_ptr<Embedder> native_embedder(NativeModel model);

// A model on a server with OpenAI's /embeddings API: Ollama, llama.cpp's server, vLLM, TEI, OpenAI.
struct EmbeddingService {
  std::string url;  // without /embeddings: http://localhost:11434/v1, https://api.openai.com/v1
  std::string model;
  // The environment variable that holds the server's key. If it is unset, no key is sent.
  std::string key_variable = "ASSAY_EMBEDDER_KEY";
  std::chrono::milliseconds timeout = std::chrono::seconds(30);  // for one attempt
};
// Throws Error if a member cannot be used.
void check(const EmbeddingService& service);

// Loading requests one vector. A server that fails this request, or is unreachable three times in a row, is
// not asked again. Replies are accepted if they have, for each text, one vector of finite numbers, always of
// the same length. Throws Error like check().
std::unique_ptr<Embedder> http_embedder(EmbeddingService service);
// Like the above, with another transport for requests.
std::unique_ptr<Embedder> http_embedder(EmbeddingService service, std::unique_ptr<http::Poster> poster);

}  // namespace assay
