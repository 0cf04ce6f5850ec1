#include "claims.h"

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

std::string_view to_string(Question question) {
  switch (question) {
    case Question::equivalent:
      return "equivalent";
    case Question::fulfils:
      return "fulfils";
  }
  return "";
}

std::optional<Question> question_from(std::string_view text) {
  for (const Question question : {Question::equivalent, Question::fulfils})
    if (text == to_string(question)) return question;
  return std::nullopt;
}

}  // namespace assay
