// SPDX-License-Identifier: Apache-2.0
// A threshold belongs to one model: its profile names that model, and no other may use it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "assay/error.h"
#include "assay/internal/likeness.h"
#include "error_of.h"
#include "made_model.h"

namespace assay::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string profile_text(const std::string& hash, const std::string& pooling = "cls",
                         const std::string& accept = "0.912345") {
  return R"({"model": "made", "model_hash": ")" + hash + R"(", "pooling": ")" + pooling +
         R"(", "rule": "precision>=0.95", "accept": )" + accept + R"(, "reject": null, "more": [1]})";
}

TEST(Profile, SaysModelAndThresholds) {
  const auto profile = parse_profile(profile_text("abc"), "p.json");
  EXPECT_EQ(profile, (SimilarityProfile{.model = "made",
                                        .model_hash = "abc",
                                        .pooling = Pooling::cls,
                                        .accept = 0.912345,
                                        .reject = std::nullopt,
                                        .rule = "precision>=0.95"}));
}

TEST(Profile, IsRefusedWhereItIsNone) {
  const auto failure = [](const std::string& text) {
    return error_of([&] { parse_profile(text, "p.json"); });
  };
  EXPECT_THAT(failure("{}"), AllOf(HasSubstr("p.json"), HasSubstr("model is missing")));
  EXPECT_THAT(failure(profile_text("abc", "max")), HasSubstr("pooling is neither"));
  EXPECT_THAT(failure(profile_text("abc", "cls", "1.5")), HasSubstr("accept is not a number from 0 to 1"));
  EXPECT_THAT(failure(profile_text("abc", "cls", "\"x\"")), HasSubstr("accept is not a number from 0 to 1"));
  EXPECT_NE(failure("["), "no error");
}

TEST(Profile, ServesItsOwnModelAlone) {
  const auto folder = fresh_folder();
  make_model({}).write(folder / "m");
  const auto hash = native_embedder({.directory = folder / "m"})->model_hash();
  const auto profile = folder / "p.json";
  std::ofstream(profile) << profile_text(hash);
  Likeness own({.model = folder / "m", .profile = profile});
  EXPECT_EQ(own.threshold(), 0.912345);
  EXPECT_THAT(own.description(),
              AllOf(HasSubstr(hash), HasSubstr("cls"), HasSubstr("from 0.912345 (precision>=0.95)")));

  std::ofstream(profile) << profile_text(hash, "mean");
  EXPECT_THAT(error_of([&] { Likeness({.model = folder / "m", .profile = profile}).load(); }),
              HasSubstr("is the profile of made (mean"));
  std::ofstream(profile) << profile_text("another");
  Likeness other({.model = folder / "m", .profile = profile});
  EXPECT_THAT(error_of([&] { other.load(); }), HasSubstr("a threshold means nothing for another model"));
  EXPECT_THAT(other.description(), testing::StartsWith("unavailable: "));
}

TEST(Profile, OfAModelThatNobodyCalibratedIsNone) {
  const auto folder = fresh_folder();
  make_model({}).write(folder);
  Likeness likeness({.model = folder});
  EXPECT_FALSE(likeness.is_calibrated());
  EXPECT_EQ(likeness.threshold(), 0.80);
  EXPECT_THAT(likeness.description(), HasSubstr("not calibrated"));
}

TEST(Likeness, IsSketchedByTheFilesOfTheModel) {
  const auto folder = fresh_folder();
  make_model({}).write(folder);
  const auto before = Likeness({.model = folder}).sketch();
  EXPECT_THAT(before, AllOf(HasSubstr("config.json"), HasSubstr("model.safetensors")));
  EXPECT_EQ(Likeness({.model = folder}).sketch(), before);
  std::ofstream(folder / "config.json", std::ios::app) << "\n";
  EXPECT_NE(Likeness({.model = folder}).sketch(), before);
}

class MapCache final : public VectorCache {
 public:
  std::optional<Embedding> find(const VectorKey& key) override {
    ++asked;
    const auto found = kept.find({key.model_hash, key.text});
    return found == kept.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(const VectorKey& key, const Embedding& embedding) override {
    kept[{key.model_hash, key.text}] = embedding;
  }
  std::map<std::pair<std::string, std::string>, Embedding> kept;
  int asked = 0;
};

TEST(Likeness, TakesVectorsThatAreKept) {
  const auto folder = fresh_folder();
  make_model({}).write(folder);
  const auto cache = std::make_shared<MapCache>();
  Likeness first({.model = folder, .vectors = cache});
  const double computed = first.compare("ls", "find").cosine;
  EXPECT_EQ(cache->kept.size(), 2u);
  EXPECT_EQ((Likeness({.model = folder, .vectors = cache}).compare("ls", "find").cosine), computed);
  for (auto& [key, embedding] : cache->kept) embedding.values = {1, 0};
  EXPECT_EQ((Likeness({.model = folder, .vectors = cache}).compare("ls", "find").cosine), 1.0);
  first.compare("ls", "find");
  EXPECT_EQ(cache->asked, 6);  // each Likeness asks once per text
}

// Random weights put all texts near each other, as most untrained models do.
TEST(RandomPairFloor, IsOfAllPairsInOrder) {
  const auto folder = fresh_folder();
  make_model({.family = MadeModel::Family::roberta}).write(folder);
  const auto model = native_embedder({.directory = folder});
  const auto floor = random_pair_floor(*model);
  EXPECT_EQ(floor.size(), 190u);
  EXPECT_TRUE(std::ranges::is_sorted(floor));
  EXPECT_GE(floor.front(), 0.0);
  EXPECT_LE(floor.back(), 1.0);
}

TEST(ShippedProfiles, AreOfDifferentModels) {
  ASSERT_FALSE(shipped_profiles().empty());
  for (const auto& profile : shipped_profiles()) {
    EXPECT_EQ(profile.model_hash.size(), 64u);
    EXPECT_EQ(std::ranges::count(shipped_profiles(), profile.model_hash, &SimilarityProfile::model_hash), 1);
  }
}

}  // namespace
}  // namespace assay::tests
