// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/internal/further_accepted.h"
#include "assay/internal/json.h"
#include "assay/internal/labelled_pairs.h"
#include "assay/internal/review.h"

namespace assay {
namespace {
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

fs::path ReviewFiles::labels_of(const Case& asked) const {
  return labels_.empty() ? fs::path(asked.where.file).replace_extension(".labels.jsonl") : labels_;
}

const Case* ReviewFiles::now(const Case& asked) {
  const auto [found, is_new] = datasets_.try_emplace(asked.where.file);
  Read& read = found->second;
  if (is_new) {
    read.dataset = read_dataset(asked.where.file);
    for (const Case& each : read.dataset.cases) read.cases.emplace(each.id, &each);
  }
  const auto one = read.cases.find(asked.id);
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
    const Case& asked = each.miss->asked;
    if (each.decision == Decision::accept) {
      accepted[asked.where.file].push_back({asked.id, each.miss->answer.command});
      ++written.accepted[asked.where.file];
    }
    if (!makes_label(each) || is_labelled(*each.miss)) continue;
    lines[labels_of(asked)] += label_line(each);
    ++written.labels[labels_of(asked)];
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
