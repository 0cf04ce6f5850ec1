// SPDX-License-Identifier: Apache-2.0
// Formats figures for display: the only place where reports turn numbers into text, except for the
// coordinates of pictures and the numbers in JSON.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "assay/summary.h"

namespace assay {

inline constexpr std::string_view kNone = "–";  // for a missing figure

// "66.7 %".
std::string percent(const std::optional<double>& share);
// "+12.5": points, with sign.
std::string points(double share);
// "12.5 points": the size of a difference.
std::string size_in_points(double share);
// "34.9–90.1 %".
std::string percent_range(const std::optional<Interval>& interval);
// "0.6333", "+0.0500".
std::string decimals(const std::optional<double>& value);
std::string signed_decimals(double value);
// "0.6333 ± 0.1500".
std::string mean_text(const std::optional<Mean>& mean);
// "0.80": a case's score, a threshold.
std::string score_text(double score);
// "0.3" of 3 tenths: where a bin begins.
std::string tenths_text(std::size_t tenths);
// "12.3 ms".
std::string milliseconds(std::chrono::nanoseconds time);
// "1.3 ms", "240 ms", "3.2 s": two significant digits, without an exponent, below 1000 seconds.
std::string rough_time(double milliseconds);
// Seconds with six decimals: never with an exponent, which JUnit schemas reject.
std::string seconds(std::chrono::nanoseconds time);
// "1523", "0.0042": tokens or money, to a millionth.
std::string amount(double value);

}  // namespace assay
