// SPDX-License-Identifier: Apache-2.0
// A tool's full output as files, for reports that show only a part of it.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay {

struct Attachment {
  std::filesystem::path file;
  std::string_view bytes;  // owned by the Result
};

// For a case that did not pass, the streams that are longer than reports show. The file name is derived from
// the case's and is always safe.
std::vector<Attachment> attachments_of(const Result& result, const std::filesystem::path& folder);

// Writes the attachments; creates the folder if there are any. Throws Error if one cannot be written.
void write_attachments(const Result& result, const std::filesystem::path& folder);

}  // namespace assay
