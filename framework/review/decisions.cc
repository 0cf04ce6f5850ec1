// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "assay/internal/json.h"
#include "assay/internal/review.h"
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
    throw Error(Problem{.where = {file_, at.line},
                        .what = what,
                        .next = "download the decisions from the run's report.html again"});
  }

  std::string file_;
};

}  // namespace

std::string review_name(const Case& asked) { return asked.dataset + "/" + asked.id; }

DecisionsFile read_decisions(const std::filesystem::path& file) { return Reader(file).read(); }

}  // namespace assay
