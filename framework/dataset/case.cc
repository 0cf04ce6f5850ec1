// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "assay/dataset.h"
#include "assay/internal/digest.h"
#include "assay/internal/enum_words.h"
#include "case_reader.h"

namespace assay {

std::string_view to_string(RiskLevel level) { return word_of(level); }

std::optional<RiskLevel> risk_level_from(std::string_view word) {
  return word == "moderate" ? RiskLevel::medium : enumerator_of<RiskLevel>(word);
}

std::string_view to_string(PosixDemand demand) { return word_of(demand); }

std::string_view to_string(Question question) { return word_of(question); }

std::string_view to_string(Expectation expected) { return word_of(expected); }

std::optional<PosixDemand> posix_demand_from(std::string_view text) {
  return enumerator_of<PosixDemand>(text);
}

std::optional<Question> question_from(std::string_view text) { return enumerator_of<Question>(text); }

std::optional<Expectation> expectation_from(std::string_view word) {
  return enumerator_of<Expectation>(word);
}

std::string test_name(std::string_view id) {
  constexpr std::size_t kLongest = 120;
  constexpr std::size_t kHashDigits = 16;
  const auto kept = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  std::string name(id);
  for (char& c : name)
    if (!kept(c)) c = '_';
  // GoogleTest would silently skip such a test.
  if (name.starts_with("DISABLED_")) name.insert(0, "id_");
  if (name.size() <= kLongest) return name;
  name.resize(kLongest - kHashDigits - 1);
  return name + '_' + sha256(id).substr(0, kHashDigits);
}

}  // namespace assay
