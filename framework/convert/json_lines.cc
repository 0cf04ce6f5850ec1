// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "sources.h"

namespace assay::convert {

void each_json_line(const Text& text, const std::function<void(Node)>& take) {
  int number = 0;
  for (std::string_view rest = text.bytes; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    if (trimmed(line).empty()) continue;
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
  }
}

}  // namespace assay::convert
