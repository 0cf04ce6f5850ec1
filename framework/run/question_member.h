// SPDX-License-Identifier: Apache-2.0
// Looks up the question of a run or a case by its name.
#pragma once

#include "assay/dataset.h"
#include "json_members.h"

namespace assay {

template <>
struct json_members::NamedBy<Question> {
  static std::optional<Question> from(std::string_view name) { return question_from(name); }
};

}  // namespace assay
