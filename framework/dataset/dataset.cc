// Discovery must not cost much more than parsing, so a faultless dataset never meets the JSON values and the
// schema: the reader builds cases straight from the text and gives up at the first deviation. Only then is
// the text read again, by the code that can say everything that is wrong. Both must accept the same texts; a
// test and a fuzz target hold them to it.
#include "assay/dataset.h"

#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "checks.h"
#include "diagnosis.h"
#include "golden_reader.h"
#include "reader.h"

namespace assay {
namespace {

bool is_readable(std::string_view text) { return is_utf8(text) && text.find('\0') == std::string_view::npos; }

Error unexplained(const std::string& file) {
  return Error({.where = {file, 0},
                .pointer = "",
                .what = "is refused, but the schema finds no fault with it",
                .next = "report this together with the file"});
}

// A text of the other kind is told at its first member that this kind does not have.
std::optional<Draft> faultless(std::string_view text, const std::string& file) {
  if (!is_readable(text)) return std::nullopt;
  for (const auto read : {read_draft, read_golden_draft}) {
    Draft draft;
    if (read(text, file, draft) && check_draft(draft).empty()) return draft;
  }
  return std::nullopt;
}

}  // namespace

IndexedDataset parse_dataset(std::string_view text, const std::filesystem::path& file) {
  if (std::optional<Draft> draft = faultless(text, file.string())) {
    draft->indexed.dataset.file = file;
    draft->indexed.dataset.sha256 = sha256(text);
    return std::move(draft->indexed);
  }
  const std::string shown = one_line(file.string());
  std::vector<Problem> problems = diagnose(text, shown);
  if (problems.empty()) throw unexplained(shown);
  for (Problem& each : problems) {
    if (each.next.empty())
      each.next = "docs/dataset-format.md says what belongs there; mend it, then assay lint FILE";
  }
  throw Error(std::move(problems));
}

IndexedDataset read_indexed_dataset(const std::filesystem::path& file, const ReadOptions& options) {
  return parse_dataset(read_file(file, options.limit_bytes), file);
}

Dataset read_dataset(const std::filesystem::path& file, const ReadOptions& options) {
  return read_indexed_dataset(file, options).dataset;
}

Case parse_case(std::string_view bytes, const SourceLine& where) {
  Case one;
  one.where = where;
  const bool whole = bytes.starts_with('{') && bytes.ends_with('}') && is_readable(bytes);
  if (whole && read_case(bytes, one) && check_case(one, "").empty()) return one;
  one = {};
  one.where = where;
  if (whole && read_query(bytes, one) && check_query(one, "").empty()) return one;
  throw Error({.where = {one_line(where.file), where.line},
               .pointer = "",
               .what = "is no longer the case that was found here: the file has changed since",
               .next = "build again, so that the cases are found anew"});
}

}  // namespace assay
