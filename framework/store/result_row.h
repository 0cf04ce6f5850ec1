// SPDX-License-Identifier: Apache-2.0
// A result as a row of eval_rows, and what it printed as blobs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "assay/store.h"
#include "query.h"

namespace assay {

// Where one of a result's two outputs goes: into the row, among the blobs, or nowhere where there was none.
struct Output {
  std::string_view bytes;
  std::string sha256;  // 32 bytes, of a blob

  explicit Output(std::string_view from);
  bool is_blob() const { return !sha256.empty(); }
};

// The result must outlive this.
class ResultRow {
 public:
  // "result_json, stdout, …", as they are bound.
  static constexpr const char* kColumns =
      "result_json, stdout, stderr, stdout_sha256, stderr_sha256, checksum, outputs_forgotten";
  static constexpr int kColumnCount = 7;

  ResultRow(const Result& result, KeptOutputs kept);

  // From parameter `first` on; this must live until the query ran.
  void bind(Query& query, int first) const;
  // Both outputs, of which none need be a blob. In one order: two that add the same outputs crosswise at the
  // same time would wait for each other.
  std::pair<const Output*, const Output*> outputs() const;

 private:
  std::string json_;
  Output out_, err_;
  std::int64_t checksum_;
  bool is_lost_;  // something was printed that is not kept
};

}  // namespace assay
