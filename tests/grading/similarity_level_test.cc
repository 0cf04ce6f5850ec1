// SPDX-License-Identifier: Apache-2.0
// The level `similarity`: what a cosine decides, and what it never does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "answers.h"
#include "assay/error.h"
#include "assay/grading.h"
#include "assay/internal/likeness.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// A model that knows a few texts by their angle, in degrees; all other texts are orthogonal to these and to
// each other, unless `others` is set.
class AngleModel final : public Embedder {
 public:
  std::map<std::string, double, std::less<>> angles{{"a", 0}, {"near", 20}, {"far", 60}, {"opposite", 180}};
  std::size_t asked = 0;
  double others = 0;  // the common component of the unknown texts
  bool is_broken = false;

  void load() override {
    if (is_broken)
      throw Error(
          Problem{.where = {.file = "model/config.json"}, .pointer = {}, .what = "is gone", .next = {}});
  }
  Embedding get_embedding(std::string_view text) override {
    load();
    std::vector<float> vector(64);
    if (const auto known = angles.find(text); known != angles.end()) {
      const double radians = known->second * M_PI / 180;
      vector[0] = static_cast<float>(std::cos(radians));
      vector[1] = static_cast<float>(std::sin(radians));
    } else {
      vector[2] = static_cast<float>(others);
      vector[3 + asked++ % 60] = 1;
    }
    return {.values = vector, .is_cut = text == "long"};
  }
  std::string name() const override { return "angles"; }
  Pooling pooling() override { return Pooling::mean; }
  std::string model_hash() override {
    load();
    return "0123456789abcdef";
  }
};

SimilarityProfile profile_of(std::optional<double> accept) {
  return {.model = "angles",
          .model_hash = "0123456789abcdef",
          .pooling = Pooling::mean,
          .accept = accept,
          .rule = "max-f1"};
}

class SimilarityLevel : public testing::Test {
 protected:
  AngleModel& use(std::optional<SimilarityProfile> profile) {
    auto model = std::make_unique<AngleModel>();
    auto& used = *model;
    backends_.likeness = std::make_shared<Likeness>(std::move(model), std::move(profile));
    return used;
  }

  Grade graded(std::string accepted, std::string generated, std::vector<Level> levels,
               Question question = Question::fulfils) {
    return grade(a_case("c", {std::move(accepted)}), answered(std::move(generated)), levels,
                 {.backends = backends_, .question = question});
  }
  Verdict verdict(const std::string& generated, Question question = Question::fulfils) {
    return graded("a", generated, {find_level("similarity")}, question).verdicts.back();
  }

  Backends backends_;
};

TEST_F(SimilarityLevel, MatchesAtOrAboveTheThreshold) {
  use(profile_of(0.9));
  const auto found = verdict("near");
  EXPECT_EQ(found.outcome, VerdictKind::match);
  EXPECT_EQ(found.score, 0.80);
  EXPECT_EQ(found.why, "cosine 0.9397 ≥ 0.9000 (calibrated)");
  const auto& evidence = std::get<Similarity>(found.evidence);
  EXPECT_EQ(evidence.model, "angles");
  EXPECT_NEAR(evidence.cosine, std::cos(20 * M_PI / 180), 1e-6);
  EXPECT_EQ(evidence.threshold, 0.9);
}

TEST_F(SimilarityLevel, NeverSaysThatAnAnswerIsWrong) {
  use(profile_of(0.9));
  for (const auto* text : {"far", "opposite"}) {
    EXPECT_EQ(verdict(text).outcome, VerdictKind::undecided);
    EXPECT_THAT(verdict(text).why, HasSubstr("< 0.9000"));
  }
  EXPECT_EQ(std::get<Similarity>(verdict("opposite").evidence).cosine, 0.0);
}

TEST_F(SimilarityLevel, GoesByEightyHundredthsWithoutAProfileAndSaysSo) {
  use(std::nullopt);
  EXPECT_THAT(verdict("near").why, AllOf(HasSubstr("≥ 0.8000"), HasSubstr("not calibrated")));
  EXPECT_THAT(backends_.likeness->description(),
              HasSubstr("a match from 0.80, which is not calibrated for this model"));
}

TEST_F(SimilarityLevel, MatchesNothingByAThresholdThatUnrelatedCommandsReach) {
  use(std::nullopt).others = 3;  // any two unknown texts: cosine 0.9
  const auto found = verdict("near");
  EXPECT_EQ(found.outcome, VerdictKind::undecided);
  EXPECT_THAT(found.why, HasSubstr("95 % of unrelated commands reach 0.9000, so 0.80 rejects nothing"));
  EXPECT_THAT(backends_.likeness->description(), HasSubstr("rejects nothing"));
}

TEST_F(SimilarityLevel, MatchesNothingWhereTheProfileKnowsNoThreshold) {
  use(profile_of(std::nullopt));
  const auto found = verdict("near");
  EXPECT_EQ(found.outcome, VerdictKind::undecided);
  EXPECT_THAT(found.why, HasSubstr("no cosine keeps wrong answers out"));
  EXPECT_NEAR(std::get<Similarity>(found.evidence).cosine, 0.9397, 1e-4);
}

TEST_F(SimilarityLevel, DoesNotTakeLikenessForEquivalence) {
  use(profile_of(0.9));
  const auto found = verdict("near", Question::equivalent);
  EXPECT_EQ(found.outcome, VerdictKind::undecided);
  EXPECT_THAT(found.why, HasSubstr("need not be equivalent"));
}

TEST_F(SimilarityLevel, DoesNotDecideByTheBeginningOfALongCommand) {
  use(profile_of(0.0));
  EXPECT_EQ(verdict("long").outcome, VerdictKind::undecided);
  EXPECT_THAT(verdict("long").why, HasSubstr("longer than the model reads"));
}

TEST_F(SimilarityLevel, IsUnavailableWithoutAModel) {
  const auto found = graded("a", "near", {find_level("similarity")});
  EXPECT_EQ(found.verdicts.back().outcome, VerdictKind::unavailable);
  EXPECT_EQ(found.status, Status::unmeasured);
}

TEST_F(SimilarityLevel, IsUnavailableWithTheReasonWhereTheModelDoesNotLoad) {
  use(profile_of(0.9)).is_broken = true;
  const auto found = graded("a", "near", {find_level("exact"), find_level("similarity")});
  EXPECT_EQ(found.status, Status::unmeasured);
  EXPECT_EQ(found.verdicts.back().outcome, VerdictKind::unavailable);
  EXPECT_EQ(found.verdicts.back().why, "model/config.json: is gone");
  EXPECT_THAT(backends_.likeness->description(), AllOf(StartsWith("unavailable: "), HasSubstr("is gone")));
}

TEST_F(SimilarityLevel, IsNotAskedOfWhatEvidenceDecided) {
  use(profile_of(0.0));
  const Level refutes{.name = "refutes", .grade = PairGrader([](const Pair&, const GradingContext&) {
                                           return Verdict{.outcome = VerdictKind::mismatch,
                                                          .why = "a world shows it"};
                                         })};
  const auto refuted = graded("a", "near", {refutes, find_level("similarity")});
  EXPECT_EQ(refuted.status, Status::miss);
  EXPECT_EQ(refuted.verdicts.size(), 1u);
  const auto proven = graded("a", "a", {find_level("exact"), find_level("similarity")});
  EXPECT_EQ(proven.method, "exact");
  EXPECT_EQ(proven.verdicts.size(), 1u);
}

TEST_F(SimilarityLevel, DecidesWhatEvidenceLeftUndecidedAndIsNamed) {
  use(profile_of(0.9));
  const auto found =
      graded("a", "near", {find_level("exact"), find_level("canonical"), find_level("similarity")});
  EXPECT_EQ(found.status, Status::pass);
  EXPECT_EQ(found.method, "similarity");
}

TEST_F(SimilarityLevel, DoesNotOutweighADoubt) {
  use(profile_of(0.0));
  const Level doubts{.name = "doubts", .grade = PairGrader([](const Pair&, const GradingContext&) {
                                         return Verdict{.why = "a made world shows it",
                                                        .evidence = Counterexample{.world = "made"}};
                                       })};
  EXPECT_EQ(graded("a", "near", {doubts, find_level("similarity")}).status, Status::miss);
}

TEST_F(SimilarityLevel, EncodesEachTextOnce) {
  auto& model = use(profile_of(0.9));
  for (int i = 0; i < 3; ++i) verdict("unknown");
  EXPECT_EQ(model.asked, 1u);
}

}  // namespace
}  // namespace assay
