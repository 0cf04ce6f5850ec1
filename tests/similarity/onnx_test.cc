// SPDX-License-Identifier: Apache-2.0
// ONNX Runtime gives the same vectors that assay computes itself, or an error with the reason. If it is not
// installed (./do models fetches it, or ASSAY_ONNXRUNTIME names it), its results are not tested.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "assay/error.h"
#include "assay/internal/likeness.h"
#include "assay/onnx_embedder.h"
#include "made_onnx.h"

namespace assay::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;

namespace fs = std::filesystem;

// The path of ONNX Runtime's library; empty if there is none.
fs::path runtime_of_this_machine() {
  if (const char* named = std::getenv("ASSAY_ONNXRUNTIME")) return named;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(ASSAY_MODELS "/onnxruntime/capi", error))
    if (entry.path().filename().string().starts_with("libonnxruntime.so")) return entry.path();
  return {};
}

std::string failure_of(const OnnxModel& model) {
  try {
    onnx_embedder(model)->load();
  } catch (const Error& error) {
    return error.what();
  }
  return "(loaded)";
}

// A folder with a tokenizer, config.json, and the model only as ONNX.
fs::path folder_with(const std::string& onnx, const MadeModel& shape = {}) {
  const auto folder = fresh_folder();
  make_model(shape).write(folder);
  fs::remove(folder / "model.safetensors");
  std::ofstream(folder / "model.onnx", std::ios::binary) << onnx;
  return folder;
}

class OnnxEmbedder : public testing::Test {
 protected:
  void SetUp() override {
    if (runtime_.empty())
      GTEST_SKIP() << "no ONNX Runtime: ./do models fetches one, or name its library in ASSAY_ONNXRUNTIME";
  }

  std::string failure_with(const MadeOnnx& wanted) const {
    return failure_of(
        {.file = folder_with(onnx_text({}, make_model({}), wanted)) / "model.onnx", .runtime = runtime_});
  }

  void expect_native(const MadeModel& shape, const MadeOnnx& wanted = {}) const {
    const auto model = make_model(shape);
    const auto folder = fresh_folder();
    model.write(folder);
    std::ofstream(folder / "model.onnx", std::ios::binary) << onnx_text(shape, model, wanted);
    if (!wanted.weight_file.empty())
      std::ofstream(folder / wanted.weight_file, std::ios::binary) << onnx_weight_text(model);
    for (const auto pooling : {Pooling::cls, Pooling::mean}) {
      const auto native = native_embedder({.directory = folder, .pooling = pooling});
      const auto onnx =
          onnx_embedder({.file = folder / "model.onnx", .pooling = pooling, .runtime = runtime_});
      for (const std::string text : {"ls -la", "", "find . -name \"*.txt\"", "grep 'café' f | wc -l"}) {
        const auto ours = native->get_embedding(text), theirs = onnx->get_embedding(text);
        ASSERT_EQ(ours.values.size(), theirs.values.size());
        for (std::size_t i = 0; i < ours.values.size(); ++i)
          EXPECT_NEAR(ours.values[i], theirs.values[i], 1e-4) << text << " " << to_string(pooling);
      }
      std::string longer;
      for (int i = 0; i < 60; ++i) longer += "ls ";
      EXPECT_TRUE(onnx->get_embedding(longer).is_cut);
      EXPECT_NEAR(cosine(onnx->get_embedding(longer).values, native->get_embedding(longer).values), 1, 1e-6);
    }
  }

  const fs::path runtime_ = runtime_of_this_machine();
};

TEST_F(OnnxEmbedder, AgreesWithTheNativeOneOnBert) { expect_native({.family = MadeModel::Family::bert}); }
TEST_F(OnnxEmbedder, AgreesWithTheNativeOneOnRoberta) {
  expect_native({.family = MadeModel::Family::roberta, .seed = 3});
}
TEST_F(OnnxEmbedder, TakesTheNameThatSentenceTransformersGives) {
  expect_native({}, {.output = "token_embeddings"});
}
TEST_F(OnnxEmbedder, TakesTheOnlyOutputWhateverItsName) { expect_native({}, {.output = "out"}); }
TEST_F(OnnxEmbedder, TakesWeightsInAFileBesideTheModel) {
  expect_native({}, {.weight_file = "model.onnx.data"});
}

TEST_F(OnnxEmbedder, NamesItselfByTheFolderAndTheVersionOfTheRuntime) {
  const auto folder = folder_with(onnx_text({}, make_model({})));
  const auto embedder = onnx_embedder({.file = folder / "model.onnx", .runtime = runtime_});
  EXPECT_THAT(embedder->name(), testing::StartsWith(folder.filename().string() + " (ONNX Runtime 1."));
  EXPECT_EQ(embedder->pooling(), Pooling::cls);
}

TEST_F(OnnxEmbedder, FindsTheTokenizerAboveAFolderCalledOnnx) {
  const auto folder = folder_with(onnx_text({}, make_model({})));
  fs::create_directory(folder / "onnx");
  fs::rename(folder / "model.onnx", folder / "onnx" / "model.onnx");
  EXPECT_EQ(failure_of({.file = folder / "onnx" / "model.onnx", .runtime = runtime_}), "(loaded)");
}

TEST_F(OnnxEmbedder, HasAnotherHashThanTheNativeOneAndWhereAnyFileDiffers) {
  const auto model = make_model({});
  const auto hash_of = [&](const std::string& onnx, const std::string& weights) {
    const auto folder = fresh_folder();
    model.write(folder);
    std::ofstream(folder / "model.onnx", std::ios::binary) << onnx;
    std::ofstream(folder / "weights", std::ios::binary) << weights;
    const auto onnx_hash = onnx_embedder({.file = folder / "model.onnx", .runtime = runtime_})->model_hash();
    EXPECT_NE(onnx_hash, native_embedder({.directory = folder})->model_hash());
    return onnx_hash;
  };
  const MadeOnnx beside{.weight_file = "weights"};
  auto weights = onnx_weight_text(model);
  const auto original = hash_of(onnx_text({}, model, beside), weights);
  EXPECT_EQ(hash_of(onnx_text({}, model, beside), weights), original);
  weights[0] ^= 1;
  EXPECT_NE(hash_of(onnx_text({}, model, beside), weights), original);
  EXPECT_NE(hash_of(onnx_text({}, model), weights), original);
}

TEST_F(OnnxEmbedder, RefusesInputsThatItDoesNotKnow) {
  EXPECT_THAT(failure_with({.ids = "pixels"}),
              AllOf(HasSubstr("model.onnx"), HasSubstr("its inputs are 'pixels', 'attention_mask'")));
}

TEST_F(OnnxEmbedder, RefusesAnOutputThatIsNoVectorAToken) {
  EXPECT_THAT(failure_with({.gives = MadeOnnx::Gives::first_state}),
              HasSubstr("its output 'last_hidden_state' is 1×32"));
}

TEST_F(OnnxEmbedder, SaysWhatTheRuntimeSaysOfAModelThatItCannotRun) {
  const auto whole = onnx_text({}, make_model({}));
  auto other = whole;
  other.replace(other.find("MatMul"), 6, "MatMux");
  EXPECT_THAT(failure_of({.file = folder_with(other) / "model.onnx", .runtime = runtime_}),
              AllOf(HasSubstr("cannot run this model"), HasSubstr("MatMux")));
}

TEST_F(OnnxEmbedder, TakesTextsFromSeveralThreadsAtOnce) {
  const auto folder = folder_with(onnx_text({}, make_model({})));
  const auto embedder = onnx_embedder({.file = folder / "model.onnx", .runtime = runtime_});
  const auto alone = embedder->get_embedding("ls -la");
  std::vector<std::thread> threads;
  std::atomic<int> same = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 50; ++k) same += embedder->get_embedding("ls -la") == alone ? 1 : 0;
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(same, 200);
}

// None of these tests needs a runtime: the model's files are checked first.
TEST(OnnxModel, IsCutOff) {
  const auto whole = onnx_text({}, make_model({}));
  for (const auto size : {whole.size() - 1, whole.size() / 2, std::size_t{10}})
    EXPECT_THAT(failure_of({.file = folder_with(whole.substr(0, size)) / "model.onnx"}),
                AllOf(HasSubstr("model.onnx"), HasSubstr("not an ONNX model: it is cut off")));
}

TEST(OnnxModel, IsAnotherFile) {
  for (const std::string text : {"", "hello", "{\"a\": 1}", "\x08\x08"})
    EXPECT_THAT(failure_of({.file = folder_with(text) / "model.onnx"}), HasSubstr("not an ONNX model"));
  EXPECT_THAT(failure_of({.file = fresh_folder() / "none.onnx"}), HasSubstr("is not there"));
}

TEST(OnnxModel, HasWeightsThatAreMissingOrElsewhere) {
  const auto with = [](const std::string& file) {
    return failure_of(
        {.file = folder_with(onnx_text({}, make_model({}), {.weight_file = file})) / "model.onnx"});
  };
  EXPECT_THAT(with("model.onnx.data"), HasSubstr("lie in 'model.onnx.data', which is missing"));
  EXPECT_THAT(with("../secret"), HasSubstr("not a file in its folder"));
  EXPECT_THAT(with("/etc/passwd"), HasSubstr("not a file in its folder"));
}

TEST(OnnxModel, LacksAFileOfItsTokenizer) {
  for (const auto* name : {"config.json", "vocab.txt"}) {
    const auto folder = folder_with(onnx_text({}, make_model({})));
    fs::remove(folder / name);
    EXPECT_THAT(failure_of({.file = folder / "model.onnx"}), HasSubstr(name));
  }
}

TEST(OnnxRuntimeLibrary, IsNotThere) {
  const auto file = folder_with(onnx_text({}, make_model({}))) / "model.onnx";
  EXPECT_THAT(failure_of({.file = file, .runtime = "/nowhere/libonnxruntime.so.1"}),
              AllOf(HasSubstr("/nowhere/libonnxruntime.so.1"), HasSubstr("cannot be used"),
                    HasSubstr("ASSAY_ONNXRUNTIME")));
}

TEST(OnnxRuntimeLibrary, IsAnotherFile) {
  const auto file = folder_with(onnx_text({}, make_model({}))) / "model.onnx";
  EXPECT_THAT(failure_of({.file = file, .runtime = file}), HasSubstr("cannot be used"));
  EXPECT_THAT(failure_of({.file = file, .runtime = "libm.so.6"}), HasSubstr("has no function OrtGetApiBase"));
}

TEST(OnnxRuntimeLibrary, LacksTheVersionThatIsUsed) {
  const auto file = folder_with(onnx_text({}, make_model({}))) / "model.onnx";
  EXPECT_THAT(failure_of({.file = file, .runtime = ASSAY_OTHER_RUNTIME}),
              HasSubstr("the library, 99.0.0, lacks version 1 of its C API"));
}

TEST(OnnxRuntimeLibrary, BreaksDown) {
  const auto file = folder_with(onnx_text({}, make_model({}))) / "model.onnx";
  EXPECT_THAT(failure_of({.file = file, .runtime = ASSAY_ENDING_RUNTIME}),
              AllOf(HasSubstr(ASSAY_ENDING_RUNTIME), HasSubstr("has ended")));
}

// The kind of file decides which encoder is used.
TEST(ModelEmbedder, TakesOnnxWhereThereIsNothingElseOrItIsNamed) {
  const auto folder = fresh_folder();
  make_model({}).write(folder);
  std::ofstream(folder / "model.onnx") << "none";
  const auto failure = [](const fs::path& model) -> std::string {
    try {
      model_embedder(model)->load();
    } catch (const Error& error) {
      return error.what();
    }
    return "(loaded)";
  };
  EXPECT_EQ(failure(folder), "(loaded)");
  EXPECT_THAT(failure(folder / "model.onnx"), HasSubstr("not an ONNX model"));
  fs::remove(folder / "model.safetensors");
  EXPECT_THAT(failure(folder), HasSubstr("not an ONNX model"));
}

TEST(OnnxLikeness, IsUnavailableWithTheReasonAndKnowsItsFiles) {
  const auto folder = folder_with(onnx_text({}, make_model({})).substr(0, 100));
  Likeness likeness({.model = folder});
  EXPECT_THAT(likeness.described(), AllOf(testing::StartsWith("unavailable: "), HasSubstr("cut off")));
  EXPECT_THROW(likeness.compare("ls", "ls -l"), Error);
  EXPECT_THAT(likeness.sketch(), AllOf(HasSubstr("model.onnx 100 "), HasSubstr("vocab.txt")));
}

}  // namespace
}  // namespace assay::tests
