// SPDX-License-Identifier: Apache-2.0
// What discovery knows of a suite's cases, so that a process that runs one case reads that case alone.
//
// A text file, docs/architecture.md shows one: a header line, one line of levels, one line a dataset, then
// one line a case. Ten thousand processes that each parse ten thousand cases would take minutes; looking for
// a line does not.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/evaluate.h"
#include "assay/internal/origin.h"
#include "assay/result.h"
#include "suite.h"

namespace assay {

struct IndexedFile {
  DatasetInfo info;
  FileStamp stamp;
};

struct CaseIndex {
  std::vector<IndexedFile> files;
  std::vector<Problem> problems;  // of datasets that could not be read: they are in no entry of `files`
  std::size_t cases = 0;
  DatasetKind kind = DatasetKind::commands;  // of all of them
  CaseLevels levels;                         // that their suite may not name
  // What a process prints that is to count as skipped: a word that nobody guesses, or a tool could print it.
  std::string skip_mark;
};

std::vector<DatasetInfo> infos_of(const CaseIndex& index);

void write_index(const std::filesystem::path& file, const CaseIndex& index,
                 const std::vector<IndexedDataset>& datasets);
// The header alone. Throws Error where the file is missing or of another version.
CaseIndex read_index(const std::filesystem::path& file);
struct IndexedCase {
  Case asked;
  CaseIndex index;
};
// The case of that full name, read from its span, with the header. None where the index does not know it, or
// where its dataset is not the one that was indexed: then the caller reads everything.
std::optional<IndexedCase> find_case(const std::filesystem::path& file, const std::string& name);

}  // namespace assay
