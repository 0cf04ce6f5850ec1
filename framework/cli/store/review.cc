// SPDX-License-Identifier: Apache-2.0
// `assay review`: records people's decisions about misses in the datasets.
#include "assay/internal/review.h"

#include <fmt/format.h>

#include <cstdlib>
#include <iostream>

#include "assay/internal/conclusion.h"
#include "assay/internal/console.h"
#include "assay/internal/difference.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/suite.h"
#include "assay/internal/text.h"
#include "store/commands.h"
#include "terminal.h"

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
  explicit OngoingReview(const ReviewRun& options) : files_(options.labels) {
    tables_.add_all(options.tables);
  }

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

  void edit(const Case& test) {
    const Case* now = files_.now(test);
    std::vector<std::string> words = program_words(editor());
    words.push_back("+" + std::to_string(now ? now->where.line : 1));
    words.push_back(test.where.file);
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

constexpr std::string_view kKeys = "a accept, w wrong, s skip, u undo, e editor, q quit > ";

// Goes through misses one by one on the terminal, or on streams in place of one. Each key is followed by a
// newline. Decisions are written at the end (end of input included) and before an editor opens the files;
// until then they can be undone.
class Dialogue {
 public:
  Dialogue(std::span<const Result> misses, OngoingReview& review) : misses_(misses), review_(review) {}

  // Returns the number of misses that were not reviewed.
  std::size_t hold() {
    while (at_ < misses_.size() && !is_over_) {
      show(misses_[at_]);
      while (!answer()) std::cout << "  One of these keys, and Enter.\n";
    }
    write();
    return misses_.size() - at_;
  }

 private:
  const Result& miss() const { return misses_[at_]; }

  void show(const Result& miss) {
    std::cout << fmt::format("\n[{} of {}] {}  {}\n  {}: {}\n", at_ + 1, misses_.size(),
                             one_line(review_name(miss.asked)), one_line(to_string(miss.asked.where)),
                             one_line(miss.grade.method), one_line(miss.grade.why))
              << describe(miss, terminal_colour());
    if (miss.asked.accepted.size() > 1)
      for (const std::string& each : miss.asked.accepted)
        std::cout << "    | accepts: " << one_line(each) << "\n";
  }

  // Whether the key was valid.
  bool answer() {
    std::cout << kKeys << std::flush;
    std::string line;
    if (!std::getline(std::cin, line)) {
      std::cout << "\n";
      return is_over_ = true;
    }
    const std::string_view key = trimmed(line);
    if (key == "a") return accept();
    if (key == "w") return decide(Decision::wrong);
    if (key == "s") return decide(Decision::skip);
    if (key == "u") return undo();
    if (key == "e") return edit();
    return key == "q" && (is_over_ = true);
  }

  bool decide(Decision decision, std::string reason = "") {
    decided_.push_back({&miss(), decision, std::move(reason)});
    ++at_;
    return true;
  }

  bool accept() {
    if (const std::string why = review_.obstacle(miss()); !why.empty()) {
      std::cout << "  not possible: " << one_line(why) << "\n";
      return true;
    }
    const auto against = review_.objections(miss());
    if (against.empty()) return decide(Decision::accept);
    std::cout << "  refused:\n";
    for (const std::string& each : against) std::cout << "    " << one_line(each) << "\n";
    std::cout << "  to accept it anyway, say why; otherwise leave this empty > " << std::flush;
    std::string reason;
    std::getline(std::cin, reason);
    reason = trimmed(reason);
    return reason.empty() || decide(Decision::accept, to_utf8(reason));
  }

  bool undo() {
    if (decided_.empty()) {
      std::cout << "  There is nothing to undo" << (at_ > 0 ? ": earlier decisions are written.\n" : ".\n");
      return true;
    }
    decided_.pop_back();
    --at_;
    return true;
  }

  bool edit() {
    write();
    review_.edit(miss().asked);
    return true;
  }

  void write() {
    if (!decided_.empty()) review_.write(decided_);
    decided_.clear();
  }

  std::span<const Result> misses_;
  OngoingReview& review_;
  std::vector<Reviewed> decided_;  // not written yet
  std::size_t at_ = 0;
  bool is_over_ = false;
};

int hold_dialogue(std::vector<Result> misses, OngoingReview& review) {
  review.leave_decided_out(misses);
  const std::size_t left = Dialogue(misses, review).hold();
  if (misses.empty())
    std::cout << "nothing to review\n";
  else
    std::cout << counted(misses.size() - left, "miss", "misses") << " reviewed, " << left << " left\n";
  return kPassed;
}

}  // namespace

int perform(const ReviewRun& options) {
  OngoingReview review(options);
  if (options.decisions.empty())
    return hold_dialogue(misses_of(find_rows(options.run, options.place)), review);
  const DecisionsFile file = read_decisions(options.decisions);
  const auto misses =
      misses_of(find_rows(options.run == "latest" ? file.run_id : options.run, options.place));
  return review.apply(file.decisions, misses);
}

}  // namespace assay::cli
