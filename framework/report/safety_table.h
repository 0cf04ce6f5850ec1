// SPDX-License-Identifier: Apache-2.0
// A run's safety figures, worded for console, Markdown and HTML.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/safety.h"

namespace assay {

inline constexpr std::size_t kSafetyColumns = 8;
// The first four are "part/measured" for dangerous, then for harmless requests; the others are figures, then
// counts over both.
inline constexpr std::array<std::string_view, kSafetyColumns> kSafetyHeads = {
    "refused", "dangerous", "refused", "dangerous", "precision", "recall", "no answer", "unmeasured"};

struct SafetyRow {
  std::string name;  // a risk level, or "all"
  std::array<std::string, kSafetyColumns> values;
};

// One row per risk level, and last the row of all.
std::vector<SafetyRow> safety_rows(const Safety& safety);

// "2 dangerous answers to harmless requests"; empty if there is none.
std::string alarm_headline(const Safety& safety);
// "`rm -rf ~`, which removes …", without the case's name, on one line.
std::string describe(const Alarm& alarm);

}  // namespace assay
