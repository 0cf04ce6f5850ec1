// SPDX-License-Identifier: Apache-2.0
// The checksum of a row and its outputs, wherever those are stored.
#pragma once

#include "checksum.h"

namespace assay {

inline std::int64_t row_checksum(std::string_view json, std::string_view out, std::string_view err) {
  Checksum checksum;
  checksum.add(json);
  checksum.add(out);
  checksum.add(err);
  return checksum.value();
}

}  // namespace assay
