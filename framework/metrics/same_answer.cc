// SPDX-License-Identifier: Apache-2.0
#include "same_answer.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace assay {
namespace {

// Levels whose verdict is what commands did in worlds, and those that are an opinion on a text.
constexpr std::array<std::string_view, 2> kWorlds = {"behavioural", "outcome"};
constexpr std::array<std::string_view, 2> kOpinions = {"judge", "similarity"};

template <std::size_t N>
bool is_by(const std::array<std::string_view, N>& levels, const Figures& figures) {
  return std::ranges::find(levels, figures.method) != levels.end();
}

// A miss by no level leaves open which one might have passed it.
bool only_worlds_spoke(const Figures& passed, const Figures& missed) {
  if (is_by(kOpinions, passed) || is_by(kOpinions, missed)) return false;
  return is_by(kWorlds, missed) || (is_by(kWorlds, passed) && missed.method == "none");
}

void add_to(std::string& list, const std::string& item) { list += (list.empty() ? "" : "; ") + item; }

}  // namespace

Circumstances::Circumstances(const RunInfo& a, const RunInfo& b) {
  const bool is_known = !a.userland.empty() && !b.userland.empty();
  for (const SubjectDifference& difference : differences(a, b)) {
    const bool is_of_machine =
        difference.part == SubjectPart::sandbox || (difference.part == SubjectPart::userland && is_known) ||
        (difference.part == SubjectPart::named_userland && !difference.a.empty() && !difference.b.empty());
    if (is_of_machine) add_to(machine_, difference_text(a, b, difference));
    const bool is_of_grader = difference.part == SubjectPart::tables ||
                              (difference.part == SubjectPart::level_version && a.levels == b.levels);
    if (is_of_grader) add_to(grader_, difference_text(a, b, difference));
  }
  if (a.assay_version != b.assay_version)
    add_to(grader_, "assay differs (" + a.assay_version + " -> " + b.assay_version + ")");
}

std::optional<Change> Circumstances::changed(const CaseFigures& a, const CaseFigures& b) const {
  if (a.has_passed() == b.has_passed()) return std::nullopt;
  const CaseFigures& passed = a.has_passed() ? a : b;
  const CaseFigures& missed = a.has_passed() ? b : a;
  if (!machine_.empty() && only_worlds_spoke(passed.last, missed.last)) return Change::machine;
  // A judge may say something else each time.
  if (!grader_.empty() && !is_by(kOpinions, passed.last) && !is_by(kOpinions, missed.last))
    return Change::grader;
  return std::nullopt;
}

std::string Circumstances::note(Change change) const {
  std::string text = "the same answer: " + differs(change);
  if (change == Change::machine && !grader_.empty()) text += ", and so does the grader: " + grader_;
  return text;
}

}  // namespace assay
