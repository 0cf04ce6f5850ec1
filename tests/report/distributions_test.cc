// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "assay/internal/run_view.h"

namespace assay {
namespace {

TEST(LatencyLabel, HasTwoDigitsAndNoExponent) {
  const auto label = [](double decades) { return latency_label(static_cast<std::size_t>(decades * 8)); };
  EXPECT_EQ(label(0), "0.1 ms");
  EXPECT_EQ(label(2.125), "13 ms");
  EXPECT_EQ(label(3), "100 ms");
  EXPECT_EQ(label(3.125), "130 ms");
  EXPECT_EQ(label(3.875), "750 ms");
  EXPECT_EQ(label(4), "1 s");
  EXPECT_EQ(label(4.125), "1.3 s");
  EXPECT_EQ(label(6), "100 s");
}

}  // namespace
}  // namespace assay
