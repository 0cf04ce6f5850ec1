// SPDX-License-Identifier: Apache-2.0
#include "json_rows.h"

#include "assay/internal/text.h"

namespace assay::cli {

void read_rows(const std::filesystem::path& file,
               const std::function<void(const JsonValue& row, const SourceLine& where)>& take) {
  read_lines(file, [&](const TextLine& line) {
    if (trimmed(line.text).empty()) return;
    const SourceLine where{file.string(), line.number};
    JsonValue row;
    try {
      row = parse_json(line.text, file.string());
    } catch (const Error& error) {
      auto problem = error.problems().front();
      problem.where = where;  // within the file, not this line
      throw Error(std::move(problem));
    }
    take(row, where);
  });
}

}  // namespace assay::cli
