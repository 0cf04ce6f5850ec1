// SPDX-License-Identifier: Apache-2.0
// The texts of the profiles that come with assay, embedded by the build.
#pragma once

#include <string_view>
#include <vector>

namespace assay {

extern const std::string_view kProfile_all_minilm_l6_v2;

inline const std::vector<std::string_view> kShippedProfiles{kProfile_all_minilm_l6_v2};

}  // namespace assay
