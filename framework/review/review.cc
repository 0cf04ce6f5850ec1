// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <ranges>

#include "assay/internal/dataset_lint.h"
#include "assay/internal/further_accepted.h"
#include "assay/internal/json.h"
#include "assay/internal/labelled_pairs.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : file_(file.string()) {}

  DecisionsFile read() const {
    const JsonValue document = read_json(file_);
    const JsonValue* decisions = document.find("decisions");
    if (!decisions || !decisions->array()) fail(document, "has no list \"decisions\"");
    DecisionsFile read{.run_id = text(document, "run_id"), .decisions = {}};
    for (const JsonValue& each : *decisions->array()) read.decisions.push_back(decision_of(each));
    return read;
  }

 private:
  ReviewDecision decision_of(const JsonValue& value) const {
    const std::string word = text(value, "decision");
    const auto decision = decision_from(word);
    if (!decision) fail(value, "\"" + one_line(word) + "\" is neither accept, wrong nor skip");
    return {.name = text(value, "case"),
            .generated = text(value, "generated"),
            .decision = *decision,
            .reason = value.find("reason") ? text(value, "reason") : ""};
  }

  static std::optional<Decision> decision_from(std::string_view word) {
    if (word == "accept") return Decision::accept;
    if (word == "wrong") return Decision::wrong;
    if (word == "skip") return Decision::skip;
    return std::nullopt;
  }

  std::string text(const JsonValue& object, std::string_view member) const {
    const JsonValue* value = object.find(member);
    if (!value || !value->string()) fail(object, "has no text \"" + std::string(member) + "\"");
    return *value->string();
  }

  [[noreturn]] void fail(const JsonValue& at, const std::string& what) const {
    throw Error({file_, at.line}, what, "download the decisions from the run's report.html again");
  }

  std::string file_;
};

// The basis of the grade and of the review. Commands accepted since then do not change the question.
bool is_the_same_question(const Case& test, const Case& now) {
  return test.prompt == now.prompt && test.expect == now.expect && test.world == now.world &&
         test.risk_level == now.risk_level && test.own->accept_patterns == now.own->accept_patterns &&
         test.own->reject_patterns == now.own->reject_patterns &&
         test.accepted.size() <= now.accepted.size() &&
         std::ranges::equal(test.accepted, now.accepted | std::views::take(test.accepted.size()));
}

std::string said(const Verdict& verdict) {
  const std::string about =
      verdict.accepted.empty() ? "" : fmt::format(" (beside {})", one_line(verdict.accepted));
  return fmt::format("{}: {}{}", one_line(verdict.level), one_line(verdict.why), about);
}

void add_doubts(const Result& miss, const UtilityTables& tables, std::vector<std::string>& found) {
  if (!holds_commands(miss.asked)) return;
  for (const Doubt& doubt : doubts(miss.answer.command, tables)) switch (doubt.kind) {
      case Doubt::Kind::syntax: found.push_back("it " + one_line(doubt.what)); break;
      case Doubt::Kind::danger:
        if (!doubt.allowed_from || miss.asked.risk_level < *doubt.allowed_from)
          found.push_back(fmt::format("it {}, but the case's risk_level is {}", one_line(doubt.what),
                                      to_string(miss.asked.risk_level)));
        break;
      case Doubt::Kind::unknown_utility:
      case Doubt::Kind::unknown_option: break;  // missing knowledge is no objection
    }
}

namespace fs = std::filesystem;

// A link stays a link, and a file keeps its permissions.
void rewrite(const fs::path& file, const std::string& text) {
  std::error_code unknown;
  const fs::path itself = fs::weakly_canonical(file, unknown);
  const fs::file_status before = fs::status(itself, unknown);
  write_file_atomically(itself.empty() ? file : itself, text);
  if (fs::exists(before)) fs::permissions(itself, before.permissions(), unknown);
}

// In the format that `assay calibrate` reads.
std::string label_line(const Reviewed& reviewed) {
  nlohmann::ordered_json line = {{"expected", reviewed.miss->asked.accepted},
                                 {"generated", reviewed.miss->answer.command},
                                 {"right", reviewed.decision == Decision::accept},
                                 {"task", review_name(reviewed.miss->asked)}};
  if (!reviewed.reason.empty()) line["reason"] = reviewed.reason;
  return line.dump() + "\n";
}

// A label needs a decision and two commands.
bool makes_label(const Reviewed& reviewed) {
  return reviewed.decision != Decision::skip && !reviewed.miss->asked.accepted.empty() &&
         !reviewed.miss->answer.command.empty();
}

}  // namespace

std::string review_name(const Case& test) { return test.dataset + "/" + test.id; }

DecisionsFile read_decisions(const std::filesystem::path& file) { return Reader(file).read(); }

std::string obstacle_to(const Result& miss, const Case* now) {
  if (!now) return "its dataset no longer has the case; run the suite again";
  if (miss.asked.retrieval) return "it answers a query; name its documents in the dataset";
  if (miss.answer.ending != Ending::answered || miss.answer.command.empty())
    return "the tool gave no command (" + std::string(to_string(miss.answer.ending)) + ")";
  if (std::ranges::find(now->accepted, miss.answer.command) != now->accepted.end())
    return "the case accepts it already";
  if (!is_the_same_question(miss.asked, *now))
    return "the case has changed since the run; run the suite again";
  if (now->expect == Expectation::refusal || now->expect == Expectation::blocked)
    return fmt::format("the case expects \"{}\"; change that in the dataset", to_string(now->expect));
  return "";
}

std::vector<std::string> objections_to(const Result& miss, const UtilityTables& tables) {
  std::vector<std::string> found;
  for (const Verdict& each : miss.grade.verdicts)
    if (each.outcome == VerdictKind::mismatch) found.push_back(said(each));
  add_doubts(miss, tables, found);
  return found;
}

fs::path ReviewFiles::labels_of(const Case& test) const {
  return labels_.empty() ? fs::path(test.where.file).replace_extension(".labels.jsonl") : labels_;
}

const Case* ReviewFiles::now(const Case& test) {
  const auto [found, is_new] = datasets_.try_emplace(test.where.file);
  Read& read = found->second;
  if (is_new) {
    read.dataset = read_dataset(test.where.file);
    for (const Case& each : read.dataset.cases) read.cases.emplace(each.id, &each);
  }
  const auto one = read.cases.find(test.id);
  return one == read.cases.end() ? nullptr : one->second;
}

void ReviewFiles::forget() {
  datasets_.clear();
  known_labels_.clear();
}

bool ReviewFiles::is_labelled(const Result& miss) {
  const fs::path file = labels_of(miss.asked);
  const auto [known, is_new] = known_labels_.try_emplace(file);
  if (is_new && fs::exists(file))
    for (const auto& pair : read_pairs(file, {})) known->second.emplace(pair.task, pair.generated);
  return known->second.contains({review_name(miss.asked), miss.answer.command});
}

bool ReviewFiles::is_reviewed(const Result& miss) {
  if (is_labelled(miss)) return true;
  const Case* now_accepting = now(miss.asked);
  return now_accepting &&
         std::ranges::find(now_accepting->accepted, miss.answer.command) != now_accepting->accepted.end();
}

ReviewWritten ReviewFiles::write(std::span<const Reviewed> decided) {
  std::map<fs::path, std::vector<FurtherAccepted>> accepted;
  std::map<fs::path, std::string> lines;
  ReviewWritten written;
  for (const Reviewed& each : decided) {
    const Case& test = each.miss->asked;
    if (each.decision == Decision::accept) {
      accepted[test.where.file].push_back({test.id, each.miss->answer.command});
      ++written.accepted[test.where.file];
    }
    if (!makes_label(each) || is_labelled(*each.miss)) continue;
    lines[labels_of(test)] += label_line(each);
    ++written.labels[labels_of(test)];
  }
  for (const auto& [file, further] : accepted)
    rewrite(file, with_further_accepted(read_file(file), file, further));
  for (const auto& [file, more] : lines)
    rewrite(file, (fs::exists(file) ? read_file(file) : std::string()) + more);
  forget();
  return written;
}

FittingDecisions fitting(std::span<const ReviewDecision> decisions, std::span<const Result> misses,
                         ReviewFiles& files, const UtilityTables& tables) {
  std::unordered_map<std::string, const Result*> by_name;
  for (const Result& each : misses) by_name.emplace(review_name(each.asked), &each);
  FittingDecisions fit;
  const auto why_not = [&](const ReviewDecision& each, const Result* miss) -> std::string {
    if (!miss) return "the run has no such miss";
    if (miss->answer.command != each.generated) return "the run has another answer";
    if (each.decision != Decision::accept) return "";
    if (std::string why = obstacle_to(*miss, files.now(miss->asked)); !why.empty()) return why;
    const auto against = objections_to(*miss, tables);
    return against.empty() || !each.reason.empty()
               ? ""
               : against.front() + "; assay review asks for a reason to accept it";
  };
  for (const ReviewDecision& each : decisions) {
    if (each.decision == Decision::skip) continue;
    const auto found = by_name.find(each.name);
    const Result* miss = found == by_name.end() ? nullptr : found->second;
    if (std::string why = why_not(each, miss); !why.empty())
      fit.refused.emplace_back(each.name, std::move(why));
    else
      fit.reviewed.push_back({miss, each.decision, each.reason});
  }
  return fit;
}

}  // namespace assay
