// SPDX-License-Identifier: Apache-2.0
// The discovered cases of a suite, indexed so that a process that runs one case reads only that case.
//
// A text file; docs/architecture.md shows one: a header line, one line of levels, one line per dataset, then
// one line per case. Ten thousand processes that each parse ten thousand cases would take minutes; searching
// for a line does not.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/evaluate.h"
#include "assay/internal/digest.h"
#include "assay/result.h"
#include "suite.h"

namespace assay {

struct IndexedFile {
  DatasetInfo info;
  FileStamp stamp;
};

struct CaseIndex {
  std::vector<IndexedFile> files;
  std::vector<Problem> problems;  // of unreadable datasets, which have no entry in `files`
  std::size_t cases = 0;
  DatasetKind kind = DatasetKind::commands;  // of all cases
  CaseLevels levels;                         // levels that the cases name and the suite need not
  // A process prints it to be counted as skipped. Unguessable: otherwise a tool could print it.
  std::string skip_mark;
};

std::vector<DatasetInfo> infos_of(const CaseIndex& index);

void write_index(const std::filesystem::path& file, const CaseIndex& index,
                 const std::vector<IndexedDataset>& datasets);
// Reads only the header. Throws Error if the file is missing or of another version.
CaseIndex read_index(const std::filesystem::path& file);
struct IndexedCase {
  Case asked;
  CaseIndex index;
};
// The case of that full name, read from its span, with the header. None if the index does not have it, or if
// its dataset has changed since it was indexed: the caller then reads everything.
std::optional<IndexedCase> find_case(const std::filesystem::path& file, const std::string& name);

}  // namespace assay
