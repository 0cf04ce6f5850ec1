// SPDX-License-Identifier: Apache-2.0
// Canonical forms by a subset of the rules, for examining the effect of their order.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assay {

// canonical_form() without the rules that have these ids.
std::string partial_form(std::string_view command, std::span<const std::string_view> left_out);

}  // namespace assay
