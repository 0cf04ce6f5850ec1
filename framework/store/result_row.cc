// SPDX-License-Identifier: Apache-2.0
#include "result_row.h"

#include "assay/internal/digest.h"
#include "row_checksum.h"

namespace assay {
namespace {

// Outputs up to this length stay in their row: a blob row costs a commit nearly as much as the row itself,
// and a digest is not much shorter. Most commands are this short.
constexpr std::size_t kInline = 256;

bool prints(const Answer& answer) { return !answer.stdout_bytes.empty() || !answer.stderr_bytes.empty(); }

bool keeps(KeptOutputs kept, Status status) {
  switch (kept) {
    case KeptOutputs::all:
      return true;
    case KeptOutputs::failures:
      return status != Status::pass;
    case KeptOutputs::none:
      break;
  }
  return false;
}

std::string_view kept_of(const std::string& bytes, const Result& result, KeptOutputs kept) {
  return keeps(kept, result.grade.status) ? std::string_view(bytes) : std::string_view();
}

void bind_output(Query& query, int inline_at, int digest_at, const Output& output) {
  if (output.bytes.empty()) {
    query.null(inline_at).null(digest_at);
  } else if (output.is_blob()) {
    query.null(inline_at).blob(digest_at, output.sha256);
  } else {
    query.blob(inline_at, output.bytes).null(digest_at);
  }
}

}  // namespace

Output::Output(std::string_view from) : bytes(from) {
  if (bytes.size() > kInline) sha256 = sha256_bytes(bytes);
}

ResultRow::ResultRow(const Result& result, KeptOutputs kept)
    : json_(to_json_line(result, Outputs::apart)),
      out_(kept_of(result.answer.stdout_bytes, result, kept)),
      err_(kept_of(result.answer.stderr_bytes, result, kept)),
      checksum_(row_checksum(json_, out_.bytes, err_.bytes)),
      is_lost_(result.outputs_forgotten || (!keeps(kept, result.grade.status) && prints(result.answer))) {}

void ResultRow::bind(Query& query, int first) const {
  query.text(first, json_);
  bind_output(query, first + 1, first + 3, out_);
  bind_output(query, first + 2, first + 4, err_);
  query.integer(first + 5, checksum_).integer(first + 6, is_lost_ ? 1 : 0);
}

std::pair<const Output*, const Output*> ResultRow::outputs() const {
  return out_.sha256 < err_.sha256 ? std::pair(&out_, &err_) : std::pair(&err_, &out_);
}

}  // namespace assay
