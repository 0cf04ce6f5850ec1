// SPDX-License-Identifier: Apache-2.0
// Canonical forms by some of the rules: for looking at what their order does.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assay {

// canonical_form() without these rules, which are named by their ids.
std::string partial_form(std::string_view command, std::span<const std::string_view> left_out);

}  // namespace assay
