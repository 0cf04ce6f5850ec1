// SPDX-License-Identifier: Apache-2.0
// A model that cannot be used is an error that names the file and the reason, never a vector.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>

#include "assay/embedder.h"
#include "assay/error.h"
#include "error_of.h"
#include "made_model.h"

namespace assay::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string failure_of(Embedder& embedder) {
  return error_of([&] { embedder.load(); });
}

std::string failure_of(const std::filesystem::path& folder) {
  return failure_of(*native_embedder({.directory = folder}));
}

std::string failure_after(const std::function<void(ModelText&)>& change) {
  const auto folder = fresh_folder();
  auto model = make_model({});
  change(model);
  model.write(folder);
  return failure_of(folder);
}

void replace(std::string& text, std::string_view what, std::string_view by) {
  const auto at = text.find(what);
  ASSERT_NE(at, text.npos) << what;
  text.replace(at, what.size(), by);
}

TEST(ModelFolder, Loads) {
  const auto folder = fresh_folder();
  make_model({}).write(folder);
  const auto embedder = native_embedder({.directory = folder});
  embedder->load();
  EXPECT_EQ(embedder->name(), folder.filename().string());
  EXPECT_EQ(embedder->pooling(), Pooling::cls);
  EXPECT_EQ(embedder->model_hash().size(), 64u);
}

TEST(ModelFolder, IsNotThere) {
  EXPECT_THAT(failure_of(fresh_folder() / "none"), AllOf(HasSubstr("none"), HasSubstr("is not a folder")));
  EXPECT_THAT(failure_of(fresh_folder()), HasSubstr("has no model.safetensors"));
}

TEST(ModelFolder, LacksAFile) {
  for (const auto* name : {"config.json", "vocab.txt"}) {
    const auto folder = fresh_folder();
    make_model({}).write(folder);
    std::filesystem::remove(folder / name);
    EXPECT_THAT(failure_of(folder), HasSubstr(name));
  }
}

TEST(ModelFolder, HoldsAPickleAlone) {
  const auto folder = fresh_folder();
  make_model({}).write(folder);
  std::filesystem::rename(folder / "model.safetensors", folder / "pytorch_model.bin");
  EXPECT_THAT(failure_of(folder), AllOf(HasSubstr("pickle"), HasSubstr("docs/similarity.md")));
}

TEST(ModelFolder, HoldsOnnxAlone) {
  const auto folder = fresh_folder();
  make_model({}).write(folder);
  std::ofstream(folder / "model.onnx") << "weights and operators";
  EXPECT_EQ(failure_of(folder), "no error") << "the safetensors beside it suffice";
  std::filesystem::remove(folder / "model.safetensors");
  for (const auto& model : {folder, folder / "model.onnx"})
    EXPECT_THAT(failure_of(model), AllOf(StartsWith((folder / "model.onnx").string()),
                                         HasSubstr("ONNX format, which is no longer"),
                                         HasSubstr("model.safetensors"), HasSubstr("--embedder URL")));
}

TEST(ModelFolder, HasWeightsThatAreCutOff) {
  const auto folder = fresh_folder();
  make_model({}).write(folder);
  const auto file = folder / "model.safetensors";
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  EXPECT_THAT(failure_of(folder), AllOf(HasSubstr("model.safetensors"), HasSubstr("cut off")));
}

TEST(ModelFolder, LacksATensor) {
  EXPECT_THAT(
      failure_after([](ModelText& model) { model.tensors.erase("encoder.layer.1.output.dense.bias"); }),
      HasSubstr("has no tensor 'encoder.layer.1.output.dense.bias'"));
}

TEST(ModelFolder, HasATensorOfAnotherShape) {
  EXPECT_THAT(failure_after([](ModelText& model) {
                model.tensors["encoder.layer.0.output.dense.weight"].shape = {64, 32};
              }),
              HasSubstr("is 64×32, but config.json asks for 32×64"));
}

TEST(ModelFolder, HasATensorOfAnotherType) {
  EXPECT_THAT(
      failure_after([](ModelText& model) { model.tensors["embeddings.LayerNorm.bias"].type = "I32"; }),
      HasSubstr("is of type I32, not F32, F16 or BF16"));
}

TEST(ModelFolder, HasAConfigurationThatIsNotComputedHere) {
  const auto with = [](std::string_view what, std::string_view by) {
    return failure_after([&](ModelText& model) { replace(model.config, what, by); });
  };
  EXPECT_THAT(with("\"bert\"", "\"gpt2\""), HasSubstr("model_type is 'gpt2'"));
  EXPECT_THAT(with("\"gelu\"", "\"gelu_new\""), HasSubstr("hidden_act is 'gelu_new'"));
  EXPECT_THAT(with("\"hidden_size\":32", "\"hidden_size\":0"),
              HasSubstr("hidden_size must be a number from 1"));
  EXPECT_THAT(with("\"num_attention_heads\":4", "\"num_attention_heads\":5"),
              HasSubstr("not a multiple of 5"));
  EXPECT_THAT(with("\"num_hidden_layers\":2", "\"num_hidden_layers\":3"), HasSubstr("has no tensor"));
  EXPECT_THAT(with("{", "["), HasSubstr("config.json"));
}

TEST(ModelFolder, HasATokenizerOfAnotherModel) {
  EXPECT_THAT(failure_after([](ModelText& model) { model.tokenizer["vocab.txt"] += "one_more\n"; }),
              HasSubstr("take all files from the same model"));
  EXPECT_THAT(failure_after([](ModelText& model) { model.tokenizer["vocab.txt"] = "ls\n"; }),
              HasSubstr("[CLS]"));
}

TEST(ModelFolder, GivesNoNumber) {
  const auto folder = fresh_folder();
  auto model = make_model({});
  const float nan = NAN;
  std::memcpy(model.tensors["encoder.layer.1.output.LayerNorm.bias"].bytes.data(), &nan, sizeof nan);
  model.write(folder);
  const auto embedder = native_embedder({.directory = folder});
  EXPECT_THROW(embedder->get_embedding("ls"), Error);
}

TEST(ModelFolder, FailsTheSameWayEachTime) {
  const auto folder = fresh_folder();
  const auto embedder = native_embedder({.directory = folder});
  const auto first = failure_of(*embedder);
  make_model({}).write(folder);  // too late: a run must not change its mind
  EXPECT_EQ(failure_of(*embedder), first);
}

TEST(ModelFolder, SaysHowItsVectorsArePooled) {
  const auto folder = fresh_folder();
  make_model({}).write(folder);
  std::filesystem::create_directory(folder / "1_Pooling");
  std::ofstream(folder / "1_Pooling/config.json") << R"({"pooling_mode_mean_tokens": true})";
  EXPECT_EQ(native_embedder({.directory = folder})->pooling(), Pooling::mean);
  EXPECT_EQ((native_embedder({.directory = folder, .pooling = Pooling::cls})->pooling()), Pooling::cls);
  std::ofstream(folder / "1_Pooling/config.json") << R"({"pooling_mode_max_tokens": true})";
  EXPECT_THAT(failure_of(folder), HasSubstr("another pooling"));
}

TEST(ModelFolder, IsAnotherModelWhereAnyFileDiffers) {
  const auto hash_after = [](const std::function<void(ModelText&)>& change) {
    const auto folder = fresh_folder();
    auto model = make_model({});
    change(model);
    model.write(folder);
    return native_embedder({.directory = folder})->model_hash();
  };
  const auto original = hash_after([](ModelText&) {});
  EXPECT_EQ(hash_after([](ModelText&) {}), original);
  EXPECT_NE(hash_after([](ModelText& model) { model.tensors["embeddings.LayerNorm.bias"].bytes[0] ^= 1; }),
            original);
  EXPECT_NE(hash_after([](ModelText& model) { replace(model.tokenizer["vocab.txt"], "wc", "wd"); }),
            original);
  EXPECT_NE(hash_after([](ModelText& model) { replace(model.config, "1e-12", "1e-11"); }), original);
}

}  // namespace
}  // namespace assay::tests
