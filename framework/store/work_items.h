// SPDX-License-Identifier: Apache-2.0
// The items of a queue, and the check that they are the expected ones.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "assay/internal/work_queue.h"
#include "database.h"

namespace assay {

// Indices of the items, sorted by dataset, id and attempt.
std::vector<std::size_t> sorted_by_name(std::span<const WorkItem> items);

// See WorkQueue's constructor. Throws Error if the queue has other items, or postgres::Failure.
void join_work(Database& database, const std::filesystem::path& url, const std::string& run_id,
               std::span<const WorkItem> items, std::span<const std::size_t> by_name);

}  // namespace assay
