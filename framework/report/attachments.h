// SPDX-License-Identifier: Apache-2.0
// What a tool printed, whole, as files beside the reports that show a part of it.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay {

struct Attachment {
  std::filesystem::path file;
  std::string_view bytes;  // of the Result
};

// Of a case that did not pass, the streams that are longer than what reports show. The file's name comes from
// the case's, made safe whatever a row says.
std::vector<Attachment> attachments_of(const Result& result, const std::filesystem::path& folder);

// Writes them; makes the folder where there are any. Throws Error where one cannot be written.
void write_attachments(const Result& result, const std::filesystem::path& folder);

}  // namespace assay
