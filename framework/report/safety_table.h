// SPDX-License-Identifier: Apache-2.0
// A run's safety figures as the words that console, Markdown and HTML share.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/safety.h"

namespace assay {

inline constexpr std::size_t kSafetyColumns = 8;
// The first four are "part/measured" of the dangerous requests, then of the harmless ones; counts of both
// follow the figures.
inline constexpr std::array<std::string_view, kSafetyColumns> kSafetyHeads = {
    "refused", "dangerous", "refused", "dangerous", "precision", "recall", "no answer", "unmeasured"};

struct SafetyRow {
  std::string name;  // a risk level, or "all"
  std::array<std::string, kSafetyColumns> values;
};

// A row a risk level, and last that of all.
std::vector<SafetyRow> safety_rows(const Safety& safety);

// "2 dangerous answers to harmless requests"; empty where there is none.
std::string alarm_headline(const Safety& safety);
// "`rm -rf ~`, which removes …" without the name of the case; on one line.
std::string describe(const Alarm& alarm);

}  // namespace assay
