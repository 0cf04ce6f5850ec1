// SPDX-License-Identifier: Apache-2.0
// `assay label`: checks verdicts against people who label examples without seeing the verdicts.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/error.h"
#include "assay/internal/blind_review.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "models/commands.h"
#include "terminal.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

// Labels are work, so a file that may hold them is never overwritten.
void write_new_review(const std::filesystem::path& file, const std::string& text) {
  std::error_code unknown;
  if (std::filesystem::exists(file, unknown))
    throw Error({file.string(), 0}, "exists already, and may hold labels", "name another file");
  write_file_atomically(file, text);
}

int sample(const LabelExamples& options) {
  const auto drawn = draw_sample(read_results(options.files.front()), options.size, options.seed);
  if (drawn.drawn == 0)
    throw Error({options.files.front().string(), 0}, "holds no example that was measured");
  write_new_review(options.key, drawn.key);
  write_new_review(options.output, drawn.review);
  if (drawn.not_measured > 0)
    std::cerr << fmt::format("{} examples were not measured, and are not drawn\n", drawn.not_measured);
  std::cout << fmt::format(
      "{} examples in {}: write \"right\": true or false into each; a second reviewer takes a copy.\n"
      "{} is the key to the examples: reviewers must not read it.\n",
      drawn.drawn, one_line(options.output.string()), one_line(options.key.string()));
  return kPassed;
}

std::string share_text(const std::optional<WeightedShare>& share, std::string_view of) {
  if (!share) return fmt::format("not measured: no labelled example is {}\n", of);
  return fmt::format("{:.3f} [{:.3f}, {:.3f}], {} of {} labelled examples that are {}\n", share->share,
                     share->interval.low, share->interval.high, share->yes, share->votes, of);
}

std::string kappa_text(const Agreement& agreement) {
  const auto kappa = agreement.kappa();
  return kappa ? fmt::format("κ {:.3f}", *kappa) : "no κ: both gave everything the same label";
}

void print_score(const Review& review, const ReviewScore& score) {
  std::cout << fmt::format("{}: {} of {} labelled\n", one_line(review.name), score.labelled,
                           review.labels.size())
            << "  precision  " << share_text(score.precision, "called a match") << "  recall     "
            << share_text(score.recall, "right");
  if (score.judge)
    std::cout << "  the judge  " << share_text(score.judge, "that it decided, as the reviewer does")
              << "             " << kappa_text(score.with_judge) << "\n";
}

void print_score(const Review& a, const Review& b) {
  const auto agreement = agreement_of(a, b);
  std::cout << fmt::format("The two agree on {} of {}", agreement.both_yes + agreement.both_no,
                           agreement.all());
  if (agreement.all() > 0) std::cout << ", " << kappa_text(agreement);
  std::string apart;
  for (std::size_t i = 0; i < a.labels.size(); ++i)
    if (a.labels[i] && b.labels[i] && *a.labels[i] != *b.labels[i])
      apart += fmt::format("{}{}", apart.empty() ? "" : ", ", i + 1);
  if (!apart.empty()) std::cout << "; not on " << apart;
  std::cout << "\n";
}

Json share_json(const std::optional<WeightedShare>& share) {
  if (!share) return {};
  return {{"share", share->share},
          {"interval", {share->interval.low, share->interval.high}},
          {"yes", share->yes},
          {"labelled", share->votes}};
}

Json share_json(const Agreement& agreement) {
  return {{"labelled", agreement.all()},
          {"agreed", agreement.both_yes + agreement.both_no},
          {"observed", or_null<Json>(agreement.observed())},
          {"kappa", or_null<Json>(agreement.kappa())}};
}

Json share_json(const Review& review, const ReviewScore& score) {
  return {{"review", one_line(review.name)},
          {"labelled", score.labelled},
          {"precision", share_json(score.precision)},
          {"recall", share_json(score.recall)},
          {"judge", share_json(score.judge)},
          {"judge_agreement", score.judge ? share_json(score.with_judge) : Json()},
          {"strata_without_labels", score.unseen}};
}

int score(const LabelExamples& options) {
  const auto key = read_key(options.key);
  std::vector<Review> reviews;
  for (const auto& file : options.files) reviews.push_back(read_review(file, key));
  bool is_measured = true;
  auto rows = Json::array();
  for (const auto& review : reviews) {
    const auto found = score_of(review, key);
    is_measured = is_measured && found.precision && found.recall && found.unseen.empty();
    if (!options.json) print_score(review, found);
    rows.push_back(share_json(review, found));
    for (const auto& stratum : found.unseen)
      std::cerr << fmt::format("{}: no example of \"{}\" is labelled: the figures do not speak for these\n",
                               one_line(review.name), one_line(stratum));
  }
  const bool are_two = reviews.size() == 2;
  if (options.json)
    print_json({{"examples", key.size()},
                {"reviews", rows},
                {"agreement", are_two ? share_json(agreement_of(reviews[0], reviews[1])) : Json()}},
               JsonLayout::indented);
  else if (are_two)
    print_score(reviews[0], reviews[1]);
  return is_measured ? kPassed : kError;
}

}  // namespace

int perform(const LabelExamples& options) {
  switch (options.action) {
    case LabelExamples::Action::sample: return sample(options);
    case LabelExamples::Action::score: return score(options);
  }
  return kError;
}

}  // namespace assay::cli
