// SPDX-License-Identifier: Apache-2.0
// The aggregate of one shard as a file: a line of JSON that describes the run, a line with the sums, lines
// with the answer times, and a last line with the checksum of all before it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "assay/internal/run_aggregate.h"

namespace assay {

// A time in nanoseconds, and how many answers took that long.
struct CountedTime {
  std::int64_t time = 0;
  std::size_t count = 0;
};

// Consumes the aggregate's times.
void write_aggregate_file(std::ostream& out, const RunInfo& info, RunAggregate aggregate);

class AggregateFile {
 public:
  // Reads and checks the whole file once. Throws Error if it is not an aggregate, or is from a newer assay,
  // cut short or changed.
  explicit AggregateFile(const std::filesystem::path& file);

  const std::filesystem::path& path() const { return path_; }
  const RunInfo& info() const { return info_; }
  std::size_t answers() const { return answers_; }  // those that were timed
  // Reads the sums again from the file.
  RunAggregate sums() const;

  // Iterates over the times in ascending order, reading some thousands at a time. The file is open only
  // during a read.
  class Times {
   public:
    // Null at the end. Valid until the next call.
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
