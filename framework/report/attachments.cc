// SPDX-License-Identifier: Apache-2.0
#include "attachments.h"

#include "assay/internal/file.h"
#include "assay/internal/json.h"
#include "details.h"

namespace assay {

std::vector<Attachment> attachments_of(const Result& result, const std::filesystem::path& folder) {
  std::vector<Attachment> attachments;
  if (result.grade.status == Status::pass) return attachments;
  const auto add = [&](const char* stream, std::string_view bytes) {
    if (!is_shown_in_part(bytes)) return;
    const std::string name = test_name(result.asked.dataset) + "." + test_name(result.asked.name);
    attachments.push_back({folder / (name + "." + stream), bytes});
  };
  add("stdout", result.answer.stdout_bytes);
  add("stderr", result.answer.stderr_bytes);
  return attachments;
}

void write_attachments(const Result& result, const std::filesystem::path& folder) {
  for (const auto& [file, bytes] : attachments_of(result, folder)) {
    make_own_folder(folder);
    write_own_file(file, bytes);
  }
}

}  // namespace assay
