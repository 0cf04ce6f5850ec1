// SPDX-License-Identifier: Apache-2.0
#include "golden.h"

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "assay/internal/difference.h"
#include "assay/internal/json.h"

namespace assay {

testing::AssertionResult is_golden(const std::string& text, const std::string& name) {
  const std::filesystem::path file = std::filesystem::path(ASSAY_GOLDEN) / name;
  const char* accept = std::getenv("ASSAY_ACCEPT_GOLDEN");
  if (accept != nullptr && std::string_view(accept) == "1") {
    write_file_atomically(file, text);
    return testing::AssertionSuccess();
  }
  if (!std::filesystem::exists(file)) return testing::AssertionFailure() << file << " is missing";
  const std::string golden = read_file(file);
  if (golden == text) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "not as in " << file << ":\n"
                                     << unified_diff(golden, text)
                                     << "ASSAY_ACCEPT_GOLDEN=1 takes the new text as right";
}

}  // namespace assay
