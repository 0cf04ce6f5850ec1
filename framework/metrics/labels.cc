// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/labels.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "assay/internal/statistics.h"
#include "assay/internal/text.h"
#include "json_number.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

std::string ratio_text(const char* name, std::size_t part, std::size_t whole) {
  char text[96];
  if (whole == 0)
    std::snprintf(text, sizeof text, "%s undefined (0/0)", name);
  else
    std::snprintf(text, sizeof text, "%s %.4f (%zu/%zu)", name, rounded(*share(part, whole)), part, whole);
  return text;
}

void count_one_label(LabelAgreement& labels, bool is_right, Status status) {
  switch (status) {
    case Status::pass: ++(is_right ? labels.right_passed : labels.wrong_passed); return;
    case Status::miss: ++(is_right ? labels.right_missed : labels.wrong_missed); return;
    case Status::unmeasured: ++labels.unmeasured; return;
  }
}

}  // namespace

std::optional<double> LabelAgreement::precision() const {
  return share(right_passed, right_passed + wrong_passed);
}

std::optional<double> LabelAgreement::recall() const {
  return share(right_passed, right_passed + right_missed);
}

void count_label(std::optional<LabelAgreement>& labels, const Result& result) {
  if (!result.answer.label) return;
  if (!labels) labels.emplace();
  count_one_label(*labels, *result.answer.label, result.grade.status);
}

std::optional<LabelAgreement> labels_of(const Run& run) {
  std::optional<LabelAgreement> labels;
  for (const auto& result : run.results) count_label(labels, result);
  return labels;
}

std::string describe(const LabelAgreement& labels) {
  const std::size_t right = labels.right_passed + labels.right_missed;
  const std::size_t passed = labels.right_passed + labels.wrong_passed;
  const std::size_t all = right + labels.wrong_passed + labels.wrong_missed;
  return "against " + counted(all, "label") + ": " + ratio_text("precision", labels.right_passed, passed) +
         ", " + ratio_text("recall", labels.right_passed, right);
}

std::string to_json(const LabelAgreement& labels) {
  return Json{{"right_passed", labels.right_passed}, {"right_missed", labels.right_missed},
              {"wrong_passed", labels.wrong_passed}, {"wrong_missed", labels.wrong_missed},
              {"unmeasured", labels.unmeasured},     {"precision", number(labels.precision())},
              {"recall", number(labels.recall())}}
      .dump();
}

}  // namespace assay
