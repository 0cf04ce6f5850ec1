// SPDX-License-Identifier: Apache-2.0
// What is said of a document that is read with something wrong in it.
#pragma once

#include <string>

#include "assay/dataset.h"
#include "error_of.h"

namespace assay {

// The error when `text` is read with `before` replaced by `after`.
template <typename Read>
std::string refusal(std::string text, const std::string& before, const std::string& after, Read read) {
  const auto at = text.find(before);
  if (at == text.npos) return "nothing to replace";
  text.replace(at, before.size(), after);
  return error_of([&] { read(text, SourceLine{"f", 7}); });
}

}  // namespace assay
