// SPDX-License-Identifier: Apache-2.0
// One aggregate of a shard: a line of JSON that says what it is of, one with its sums, lines with the times
// of its answers, and one with the checksum of all before it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "assay/internal/run_aggregate.h"

namespace assay {

// A time in nanoseconds, and how many answers took so long.
struct CountedTime {
  std::int64_t time = 0;
  std::size_t count = 0;
};

// Takes the aggregate's times.
void write_aggregate_file(std::ostream& out, const RunInfo& info, RunAggregate aggregate);

class AggregateFile {
 public:
  // Reads the file once, and checks it whole. Throws Error for one that is no aggregate, of a newer assay,
  // cut short or changed.
  explicit AggregateFile(const std::filesystem::path& file);

  const std::filesystem::path& path() const { return path_; }
  const RunInfo& info() const { return info_; }
  std::size_t answers() const { return answers_; }  // that were timed
  // Reads them again.
  RunAggregate sums() const;

  // The times in ascending order, some thousands at a time. The file is open only while it reads.
  class Times {
   public:
    // Null at the end. Lives until the next call.
    const CountedTime* next();

   private:
    friend class AggregateFile;
    explicit Times(const AggregateFile& file) : path_(file.path_), at_(file.times_at_) {}
    bool read();
    std::filesystem::path path_;
    std::streamoff at_;
    std::vector<CountedTime> read_;
    std::size_t next_ = 0;
  };
  Times times() const { return Times(*this); }

 private:
  std::filesystem::path path_;
  RunInfo info_;
  std::size_t answers_ = 0;
  std::streamoff sums_at_ = 0;
  std::streamoff times_at_ = 0;
};

}  // namespace assay
