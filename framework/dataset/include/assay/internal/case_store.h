// SPDX-License-Identifier: Apache-2.0
// The cases of a long run, read one at a time when they are needed. They stay as they were when the datasets
// were read, even if the files change.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/file.h"

namespace assay {

// Memory holds 16 bytes per case; the text is in a Spool.
class CaseStore {
 public:
  // Called for each case as it is read, with its future index; the dataset's name is not known yet.
  using Look = std::function<void(std::size_t index, const Case&)>;

  // Reads and checks a dataset as read_dataset() does, and appends its cases; the returned
  // Dataset has none. Throws Error likewise, or if there is no room for the cases; then none is added.
  Dataset add(const std::filesystem::path& file, const Look& look = nullptr);

  bool empty() const { return places_.empty(); }
  std::size_t size() const { return places_.size(); }
  // Thread-safe while no case is added or removed. REQUIRES: index < size(). Throws Error if the case can no
  // longer be read.
  Case at(std::size_t index) const;
  std::vector<Case> all() const;

  // Keeps only these cases, in this order.
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
  class Appender;
  Case read(const Place& place, DatasetKind kind) const;  // leaves `dataset` and the file of `where` empty

  Spool spool_;
  std::vector<Place> places_;
  std::vector<Source> sources_;
};

}  // namespace assay
