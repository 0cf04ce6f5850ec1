// SPDX-License-Identifier: Apache-2.0
// The cases of a run that is long: read one by one, when they are asked. As they were when the datasets were
// read, whatever becomes of the files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/spool.h"

namespace assay {

// 16 bytes a case are in memory; their text is in a Spool.
class CaseShelf {
 public:
  // Sees each case as it is read, before the dataset's name is known; by the index that it will have.
  using Look = std::function<void(std::size_t index, const Case&)>;

  // Reads and checks a dataset, as read_dataset() does, and takes its cases behind those that are there. What
  // is returned has none. Throws Error likewise, and where there is no room for them; then none is taken.
  Dataset add(const std::filesystem::path& file, const Look& look = nullptr);

  bool empty() const { return places_.empty(); }
  std::size_t size() const { return places_.size(); }
  // From any thread, while none is added or left out. REQUIRES: index < size(). Throws Error where it cannot
  // be read any more.
  Case at(std::size_t index) const;
  std::vector<Case> all() const;

  // These alone, in this order.
  void keep(std::span<const std::size_t> indices);
  void clear();

 private:
  struct Place {
    std::uint64_t offset = 0;  // in the spool
    std::uint32_t length = 0;
    int line = 0;
  };
  struct Source {
    std::uint64_t offset = 0;  // of its first case
    DatasetKind kind = DatasetKind::commands;
    std::string dataset;
    std::string file;
  };
  class Filler;
  Case read(const Place& place, DatasetKind kind) const;  // `dataset` and the file of `where` are empty

  Spool spool_;
  std::vector<Place> places_;
  std::vector<Source> sources_;
};

}  // namespace assay
