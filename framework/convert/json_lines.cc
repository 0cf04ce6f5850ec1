// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "lines.h"
#include "sources.h"

namespace assay::convert {

void each_json_line(const Text& text, const std::function<void(Node)>& take) {
  each_line(text.bytes, [&](std::string_view line, int number) {
    if (trimmed(line).empty()) return;
    JsonValue value;
    try {
      value = parse_json(line, text.file);
    } catch (const Error& error) {
      Problem problem = error.problems().front();
      problem.where.line = number;  // within the file, not this line
      throw Error(std::move(problem));
    }
    Node object = node_from(value);
    move_lines(object, number - 1);
    take(std::move(object));
  });
}

}  // namespace assay::convert
