// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/labels.h"

#include <gtest/gtest.h>

#include "results.h"

namespace assay {
namespace {

Result labelled(Status status, std::optional<bool> label) {
  Result result = a_result("c", status);
  result.answer.label = label;
  return result;
}

TEST(Labels, CountAnswersByWhatPeopleAndGradingSay) {
  const assay::Run run{
      {},
      {labelled(Status::pass, true), labelled(Status::pass, true), labelled(Status::pass, false),
       labelled(Status::miss, true), labelled(Status::miss, false), labelled(Status::unmeasured, true),
       labelled(Status::pass, std::nullopt)}};
  const auto labels = labels_of(run);
  ASSERT_TRUE(labels.has_value());
  EXPECT_DOUBLE_EQ(*labels->precision(), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(*labels->recall(), 2.0 / 3.0);
  EXPECT_EQ(describe(*labels), "against 5 labels: precision 0.6667 (2/3), recall 0.6667 (2/3)");
  EXPECT_EQ(to_json(*labels),
            R"({"right_passed":2,"right_missed":1,"wrong_passed":1,"wrong_missed":1,"unmeasured":1,)"
            R"("precision":0.6667,"recall":0.6667})");
}

TEST(Labels, WithoutADenominatorAreNull) {
  const auto labels = labels_of(assay::Run{{}, {labelled(Status::miss, false)}});
  EXPECT_EQ(labels->precision(), std::nullopt);
  EXPECT_EQ(labels->recall(), std::nullopt);
  EXPECT_EQ(describe(*labels), "against 1 label: precision undefined (0/0), recall undefined (0/0)");
}

TEST(Labels, AreNotThereWhereNobodySaidAnything) {
  EXPECT_EQ(labels_of(assay::Run{{}, {labelled(Status::pass, std::nullopt)}}).has_value(), false);
}

}  // namespace
}  // namespace assay
