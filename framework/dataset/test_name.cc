// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "assay/dataset.h"
#include "assay/internal/digest.h"

namespace assay {

std::string test_name(std::string_view id) {
  constexpr std::size_t kLongest = 120;
  constexpr std::size_t kHashDigits = 16;
  const auto kept = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  std::string name(id);
  for (char& c : name) {
    if (!kept(c)) c = '_';
  }
  // GoogleTest would silently skip such a test.
  if (name.starts_with("DISABLED_")) name.insert(0, "id_");
  if (name.size() <= kLongest) return name;
  name.resize(kLongest - kHashDigits - 1);
  return name + '_' + sha256(id).substr(0, kHashDigits);
}

}  // namespace assay
