// The script by which ctest learns of a suite's cases: text in, text out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "case_index.h"
#include "suite.h"

namespace assay {

// A double-quoted CMake argument: `text` whatever bytes it has.
std::string cmake_quoted(std::string_view text);

// add_test and set_tests_properties for every case, shard or dataset, for every dataset that could not be
// read, and for the aggregate. `runner` is the suite's binary, `timeout` that of a case that says nothing. A
// skip is an exit status of its own: nothing that a tool prints, wherever it finds to print it, can be taken
// for one. `ctest_version` is that of who reads it, "3.25.1"; empty: unknown.
std::string ctest_script(const Suite& suite, const std::filesystem::path& runner,
                         std::chrono::milliseconds timeout, const CaseIndex& index,
                         const std::vector<IndexedDataset>& datasets, std::string_view ctest_version);

}  // namespace assay
