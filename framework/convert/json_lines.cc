// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "lines.h"
#include "sources.h"

namespace assay::convert {
namespace {

// A value over several lines begins with a line that is no value.
bool is_opening(std::string_view line) { return trimmed(line) == "{" || trimmed(line) == "["; }

}  // namespace

void each_json_line(const Text& text, const std::function<void(Node)>& take) {
  each_line(text.bytes, [&](std::string_view line, int number) {
    if (trimmed(line).empty()) return;
    JsonValue value;
    try {
      value = parse_json_line(line, {text.file, number});
    } catch (const Error& error) {
      Problem problem = error.problems().front();
      if (is_opening(line)) {
        problem.what = "a JSON value begins here and goes on in other lines";
        problem.next = std::string("write one object per line: jq -c ") +
                       (trimmed(line) == "[" ? "'.[]'" : ".") + " FILE > lines.jsonl";
      }
      throw Error(std::move(problem));
    }
    take(node_from(value));
  });
}

}  // namespace assay::convert
