// SPDX-License-Identifier: Apache-2.0
// `assay review`: records people's decisions about misses in the datasets.
#include <fmt/format.h>

#include <cstdlib>
#include <iostream>

#include "assay/internal/conclusion.h"
#include "assay/internal/console.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/suite.h"
#include "assay/internal/text.h"
#include "foreground.h"
#include "review_dialogue.h"
#include "store_commands.h"

namespace assay::cli {
namespace {

std::vector<Result> misses_of(const RunRows& rows) {
  std::vector<Result> misses;
  for (CaseRows cases(rows.open()); cases.next();)
    if (cases.last().grade.status == Status::miss) misses.push_back(cases.last());
  return misses;
}

void print_written(const ReviewWritten& written) {
  for (const auto& [file, count] : written.accepted)
    std::cout << one_line(file.string()) << ": accepts "
              << counted(count, "further answer", "further answers") << " (git diff shows them)\n";
  for (const auto& [file, count] : written.labels)
    std::cout << one_line(file.string()) << ": " << counted(count, "label", "labels") << " added\n";
}

class OngoingReview {
 public:
  explicit OngoingReview(const ReviewRun& asked) : files_(asked.labels) { tables_.add_all(asked.tables); }

  std::string obstacle(const Result& miss) { return obstacle_to(miss, files_.now(miss.asked)); }
  std::vector<std::string> objections(const Result& miss) { return objections_to(miss, tables_); }
  void write(std::span<const Reviewed> decided) { print_written(files_.write(decided)); }

  // Misses that an earlier review has handled are not shown again.
  void leave_decided_out(std::vector<Result>& misses) {
    const auto gone = std::erase_if(misses, [this](const Result& miss) { return files_.is_reviewed(miss); });
    if (gone > 0) std::cout << counted(gone, "miss was", "misses were") << " reviewed before\n";
  }

  int apply(std::span<const ReviewDecision> decisions, std::span<const Result> misses) {
    const auto [reviewed, refused] = fitting(decisions, misses, files_, tables_);
    for (const auto& [name, why] : refused)
      std::cerr << "refused: " << one_line(name) << ": " << one_line(why) << "\n";
    if (!reviewed.empty()) write(reviewed);
    std::cout << counted(reviewed.size(), "decision", "decisions") << " applied, " << refused.size()
              << " refused\n";
    return refused.empty() ? kPassed : kFailed;
  }

  void edit(const Case& asked) {
    const Case* now = files_.now(asked);
    std::vector<std::string> words = program_words(editor());
    words.push_back("+" + std::to_string(now ? now->where.line : 1));
    words.push_back(asked.where.file);
    if (run_in_foreground(words) == 127)
      std::cout << "  " << one_line(words.front()) << " cannot be started; EDITOR names another editor\n";
    files_.forget();
  }

 private:
  static std::string editor() {
    for (const char* name : {"VISUAL", "EDITOR"})
      if (const char* value = std::getenv(name); value && *value) return value;
    return "vi";
  }

  ReviewFiles files_;
  UtilityTables tables_;
};

int hold_dialogue(std::vector<Result> misses, OngoingReview& review) {
  review.leave_decided_out(misses);
  const ReviewHelp help{
      .obstacle = [&](const Result& miss) { return review.obstacle(miss); },
      .objections = [&](const Result& miss) { return review.objections(miss); },
      .edit = [&](const Case& asked) { review.edit(asked); },
      .write = [&](std::span<const Reviewed> decided) { review.write(decided); },
  };
  const std::size_t left = cli::review(misses, help, std::cin, std::cout, terminal_colour());
  if (misses.empty())
    std::cout << "nothing to review\n";
  else
    std::cout << counted(misses.size() - left, "miss", "misses") << " reviewed, " << left << " left\n";
  return kPassed;
}

}  // namespace

int perform(const ReviewRun& asked) {
  OngoingReview review(asked);
  if (asked.decisions.empty()) return hold_dialogue(misses_of(find_rows(asked.run, asked.place)), review);
  const DecisionsFile file = read_decisions(asked.decisions);
  const auto misses = misses_of(find_rows(asked.run == "latest" ? file.run_id : asked.run, asked.place));
  return review.apply(file.decisions, misses);
}

}  // namespace assay::cli
