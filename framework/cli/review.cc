// SPDX-License-Identifier: Apache-2.0
// `assay review`: records people's decisions about misses in the datasets.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <unordered_map>

#include "assay/internal/console.h"
#include "assay/internal/exit_status.h"
#include "assay/internal/suite.h"
#include "assay/internal/text.h"
#include "foreground.h"
#include "review_dialogue.h"
#include "review_objections.h"
#include "store_commands.h"
#include "stored_run.h"

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

  std::string obstacle(const Result& miss) { return cli::obstacle(miss, files_.now(miss.asked)); }
  std::vector<std::string> objections(const Result& miss) { return cli::objections(miss, tables_); }
  void write(std::span<const Reviewed> decided) { print_written(files_.write(decided)); }

  // Misses that an earlier review has handled are not shown again.
  void leave_decided_out(std::vector<Result>& misses) {
    const auto gone = std::erase_if(misses, [this](const Result& miss) {
      const Case* now = files_.now(miss.asked);
      const auto is_answer = [&](const std::string& each) { return each == miss.answer.command; };
      return files_.is_labelled(miss) || (now && std::ranges::any_of(now->accepted, is_answer));
    });
    if (gone > 0) std::cout << counted(gone, "miss was", "misses were") << " reviewed before\n";
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
  return kHeld;
}

class DecisionsApplied {
 public:
  DecisionsApplied(const std::vector<Result>& misses, OngoingReview& review) : review_(review) {
    for (const Result& each : misses) misses_.emplace(review_name(each.asked), &each);
  }

  void take(const ReviewDecision& decided) {
    const auto found = misses_.find(decided.name);
    if (decided.decision == Decision::skip) return;
    if (found == misses_.end()) return refuse(decided, "the run has no such miss");
    const Result& miss = *found->second;
    if (miss.answer.command != decided.generated) return refuse(decided, "the run has another answer");
    if (decided.decision == Decision::accept) {
      if (const std::string why = review_.obstacle(miss); !why.empty()) return refuse(decided, why);
      if (const auto against = review_.objections(miss); !against.empty() && decided.reason.empty())
        return refuse(decided, against.front() + "; assay review asks for a reason to accept it");
    }
    decided_.push_back({&miss, decided.decision, decided.reason});
  }

  // Writes the decisions that were not refused.
  int write() {
    if (!decided_.empty()) review_.write(decided_);
    std::cout << counted(decided_.size(), "decision", "decisions") << " applied, " << refused_
              << " refused\n";
    return refused_ == 0 ? kHeld : kNot;
  }

 private:
  void refuse(const ReviewDecision& decided, const std::string& why) {
    std::cerr << "refused: " << one_line(decided.name) << ": " << one_line(why) << "\n";
    ++refused_;
  }

  OngoingReview& review_;
  std::unordered_map<std::string, const Result*> misses_;
  std::vector<Reviewed> decided_;
  std::size_t refused_ = 0;
};

}  // namespace

int perform(const ReviewRun& asked) {
  OngoingReview review(asked);
  if (asked.decisions.empty()) return hold_dialogue(misses_of(find_rows(asked.run, asked.place)), review);
  const DecisionsFile file = read_decisions(asked.decisions);
  const auto misses = misses_of(find_rows(asked.run == "latest" ? file.run_id : asked.run, asked.place));
  DecisionsApplied applied(misses, review);
  for (const ReviewDecision& each : file.decisions) applied.take(each);
  return applied.write();
}

}  // namespace assay::cli
