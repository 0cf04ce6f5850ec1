// SPDX-License-Identifier: Apache-2.0
// The embedder computed by ONNX Runtime.
#include "assay/onnx_embedder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <utility>

#include "assay/error.h"
#include "assay/internal/text.h"
#include "assay/internal/tokenizer.h"
#include "model_choice.h"
#include "model_files.h"
#include "onnx/desk.h"
#include "onnx_weights.h"
#include "token_states.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstText = "ls -la";

std::string listed(const std::vector<std::string>& names) {
  return one_line(fmt::format("'{}'", fmt::join(names, "', '")));
}

// A loaded model that has answered once.
class OnnxEncoder {
 public:
  explicit OnnxEncoder(const OnnxModel& model)
      : file_(model.file),
        folder_(text_folder_of(file_)),
        weights_(weight_files()),
        text_(read_text_shape(folder_)),
        pooling_(model.pooling ? *model.pooling : read_pooling(folder_)),
        tokenizer_(read_tokenizer(folder_)),
        desk_(model.runtime.empty() ? onnx::default_runtime() : model.runtime.string(), file_),
        output_(choose_output()) {
    if (tokenizer_->largest_id() >= text_.vocabulary)
      refuse(fmt::format("its tokenizer has the id {}, but config.json's vocab_size is {}",
                         tokenizer_->largest_id(), text_.vocabulary),
             "take all files from the same model");
    expect_inputs();
    hidden_ = encode(kFirstText).values.size();
    hash_ = hash();
  }

  Embedding encode(std::string_view text) {
    const auto tokens = tokenizer_->encode(text, text_.longest);
    onnx::Question question{.inputs = {}, .output = output_};
    for (const auto& name : desk_.description().inputs) {
      auto& input = question.inputs.emplace_back(onnx::Input{.name = name, .values = {}});
      if (name == "input_ids")
        input.values.assign(tokens.ids.begin(), tokens.ids.end());
      else
        input.values.assign(tokens.ids.size(), name == "attention_mask" ? 1 : 0);
    }
    const auto states = desk_.run(question);
    const auto count = static_cast<std::int64_t>(tokens.ids.size());
    const auto& shape = states.shape;
    if (shape.size() != 3 || shape[0] != 1 || shape[1] != count || shape[2] < 1 ||
        (hidden_ > 0 && static_cast<std::size_t>(shape[2]) != hidden_))
      refuse(fmt::format("its output '{}' is {} for {} tokens, not 1×{}×{}", one_line(output_),
                         fmt::join(shape, "×"), count, count,
                         hidden_ > 0 ? std::to_string(hidden_) : "the length of a vector"),
             "export the model so that it gives a vector a token (the task feature-extraction)");
    return {.values = pooled(states.values, static_cast<std::size_t>(shape[2]), pooling_, file_),
            .is_cut = tokens.is_cut};
  }

  Pooling pooling() const { return pooling_; }
  const std::string& hash_text() const { return hash_; }
  const std::string& version() const { return desk_.description().version; }

 private:
  [[noreturn]] void refuse(std::string what, std::string next) const {
    throw Error(Problem{
        .where = {.file = file_.string()}, .pointer = {}, .what = std::move(what), .next = std::move(next)});
  }

  // Checked before the library reads the file, whose message about a damaged file would not help.
  std::set<std::string> weight_files() const {
    if (!fs::exists(file_)) refuse("is not there", "name the folder of a model, or its ONNX file");
    const MappedFile mapped(file_);
    auto names = onnx_weight_files(mapped.bytes(), file_.string());
    for (const auto& name : names)
      if (!fs::exists(file_.parent_path() / name))
        refuse(fmt::format("its weights lie in '{}', which is missing", one_line(name)),
               "fetch that file too, into the same folder");
    return names;
  }

  void expect_inputs() const {
    const auto& inputs = desk_.description().inputs;
    const auto is_known = [](const std::string& name) {
      return name == "input_ids" || name == "attention_mask" || name == "token_type_ids";
    };
    if (std::ranges::count(inputs, "input_ids") != 1 || !std::ranges::all_of(inputs, is_known))
      refuse(fmt::format("its inputs are {}; only input_ids, attention_mask and token_type_ids are known",
                         listed(inputs)),
             "export the model so that it takes the numbers of tokens");
  }

  // The name used by transformers, that of sentence-transformers, or the only output.
  std::string choose_output() const {
    const auto& outputs = desk_.description().outputs;
    for (const auto* name : {"last_hidden_state", "token_embeddings"})
      if (std::ranges::count(outputs, name) == 1) return name;
    if (outputs.size() == 1) return outputs.front();
    refuse(fmt::format("its outputs are {}; none is last_hidden_state or token_embeddings", listed(outputs)),
           "export the model so that it gives a vector a token (the task feature-extraction)");
  }

  // Differs from the hash of the same weights computed natively: a threshold is calibrated for one of the
  // two.
  std::string hash() const {
    Sha256 hash;
    hash.add("ONNX");
    for (const auto* name : kTextFiles) add_file(hash, name, folder_ / name);
    add_file(hash, "model.onnx", file_);
    for (const auto& name : weights_) add_file(hash, name, file_.parent_path() / name);
    return hash.hex();
  }

  fs::path file_;
  fs::path folder_;
  std::set<std::string> weights_;
  TextShape text_;
  Pooling pooling_;
  std::unique_ptr<Tokenizer> tokenizer_;
  onnx::Desk desk_;
  std::string output_;
  std::size_t hidden_ = 0;  // 0 until the first vector
  std::string hash_;
};

class Onnx final : public Embedder {
 public:
  explicit Onnx(OnnxModel model) : model_(std::move(model)) {}

  void load() override { encoder(); }
  Embedding get_embedding(std::string_view text) override { return encoder().encode(text); }
  std::string name() const override {
    return fmt::format("{} (ONNX Runtime {})", name_of_model(text_folder_of(model_.file)),
                       one_line(encoder().version()));
  }
  Pooling pooling() override { return encoder().pooling(); }
  std::string model_hash() override { return encoder().hash_text(); }

 private:
  OnnxEncoder& encoder() const {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
    if (!encoder_) {
      try {
        encoder_ = std::make_unique<OnnxEncoder>(model_);
      } catch (...) {
        failure_ = std::current_exception();
        throw;
      }
    }
    return *encoder_;
  }

  OnnxModel model_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<OnnxEncoder> encoder_;
  mutable std::exception_ptr failure_;
};

}  // namespace

std::unique_ptr<Embedder> onnx_embedder(OnnxModel model) {
  expect_local(model.pooling, model.file);
  return std::make_unique<Onnx>(std::move(model));
}

}  // namespace assay
