// SPDX-License-Identifier: Apache-2.0
// One result as text for every report: the lines under its headline, and its full output as files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay {

// The prompt and the answer to it, without what the headline says of a tool that did not answer. Each line is
// printable, without a newline; the difference keeps its prefixes '-' and '+' in the first column.
std::vector<std::string> details(const Result& result);

// "passes under gawk"; "fails under mawk: mawk 1.3.4 has no gensub"; printable.
std::string under_text(const UserlandGrade& grade);
std::string under_text(const std::vector<UserlandGrade>& grades);  // in one line

// Whether details() shows only the end of this output.
bool is_shown_in_part(std::string_view stream);

// "file:line", with the file relative to `root` if it is inside.
SourceLine relative(const SourceLine& where, const std::filesystem::path& root);

// A tool's full output as files, for reports that show only a part of it.
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
