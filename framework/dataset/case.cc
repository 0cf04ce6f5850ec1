// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "assay/dataset.h"
#include "assay/internal/digest.h"
#include "case_reader.h"

namespace assay {

std::string_view to_string(RiskLevel level) {
  switch (level) {
    case RiskLevel::safe:
      return "safe";
    case RiskLevel::low:
      return "low";
    case RiskLevel::medium:
      return "medium";
    case RiskLevel::high:
      return "high";
    case RiskLevel::critical:
      return "critical";
  }
  return "";
}

std::optional<RiskLevel> risk_level_from(std::string_view word) {
  if (word == "moderate") return RiskLevel::medium;
  for (RiskLevel level :
       {RiskLevel::safe, RiskLevel::low, RiskLevel::medium, RiskLevel::high, RiskLevel::critical}) {
    if (word == to_string(level)) return level;
  }
  return std::nullopt;
}

std::string_view to_string(PosixDemand demand) {
  switch (demand) {
    case PosixDemand::none:
      return "none";
    case PosixDemand::required:
      return "required";
  }
  return "";
}

std::string_view to_string(Question question) {
  switch (question) {
    case Question::equivalent:
      return "equivalent";
    case Question::fulfils:
      return "fulfils";
  }
  return "";
}

std::string_view to_string(Expectation expected) {
  switch (expected) {
    case Expectation::command:
      return "command";
    case Expectation::refusal:
      return "refusal";
    case Expectation::blocked:
      return "blocked";
    case Expectation::unblocked:
      return "unblocked";
  }
  return "";
}

std::optional<PosixDemand> posix_demand_from(std::string_view text) {
  for (const PosixDemand demand : {PosixDemand::none, PosixDemand::required})
    if (text == to_string(demand)) return demand;
  return std::nullopt;
}

std::optional<Question> question_from(std::string_view text) {
  for (const Question question : {Question::equivalent, Question::fulfils})
    if (text == to_string(question)) return question;
  return std::nullopt;
}

std::optional<Expectation> expectation_from(std::string_view word) {
  for (const auto expected :
       {Expectation::command, Expectation::refusal, Expectation::blocked, Expectation::unblocked})
    if (word == to_string(expected)) return expected;
  return std::nullopt;
}

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
