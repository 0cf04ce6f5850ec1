// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "assay/grading.h"

namespace assay {
namespace {

template <typename Enum, std::size_t n>
std::optional<Enum> value_of(const std::array<Enum, n>& all, std::string_view text) {
  const auto found = std::find_if(all.begin(), all.end(), [&](Enum each) { return to_string(each) == text; });
  return found == all.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::match:
      return "match";
    case Outcome::mismatch:
      return "mismatch";
    case Outcome::undecided:
      return "undecided";
    case Outcome::unavailable:
      return "unavailable";
    case Outcome::error:
      return "error";
  }
  return "error";
}

std::optional<Outcome> outcome_from(std::string_view text) {
  constexpr std::array all = {Outcome::match, Outcome::mismatch, Outcome::undecided, Outcome::unavailable,
                              Outcome::error};
  return value_of(all, text);
}

std::string_view to_string(Status status) {
  switch (status) {
    case Status::pass:
      return "pass";
    case Status::miss:
      return "miss";
    case Status::unmeasured:
      return "unmeasured";
  }
  return "unmeasured";
}

std::optional<Status> status_from(std::string_view text) {
  return value_of(std::array{Status::pass, Status::miss, Status::unmeasured}, text);
}

}  // namespace assay
