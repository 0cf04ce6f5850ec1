// SPDX-License-Identifier: Apache-2.0
// A JSON document as the parser consumes it: byte by byte out of blocks, with the current line and column,
// and with the faults that the parser would accept or word badly.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/blocks.h"
#include "assay/internal/json.h"

namespace assay {

class JsonSource {
 public:
  JsonSource(Blocks blocks, const JsonLimits& limits, int first_line)
      : blocks_(std::move(blocks)), limit_(limits.bytes), first_line_(first_line) {}
  JsonSource(const JsonSource&) = delete;
  JsonSource& operator=(const JsonSource&) = delete;

  // Fetches the next block once the current one has been read.
  bool at_end() { return position_ == end_ && !fetch(); }
  // REQUIRES: not at the end.
  const char& byte() const { return *position_; }
  void advance() { ++position_; }

  // The number of bytes read.
  std::size_t offset() const { return before_ + static_cast<std::size_t>(position_ - begin_); }
  // Of the last byte read; columns are 1-based.
  int line();
  std::size_t column() const;

  // Reads to the end. Returns the faults of the bytes themselves; if there are any, no other error is worth
  // reporting.
  std::vector<Problem> faults(const std::string& file);

 private:
  bool fetch();
  void leave_block();
  void check(std::string_view block);
  void report(std::string_view before, std::string what, std::string next);
  const char* last() const { return position_ > begin_ ? position_ - 1 : position_; }

  Blocks blocks_;
  std::size_t limit_;
  int first_line_;               // the number of the document's first line
  const char* begin_ = nullptr;  // of the block
  const char* end_ = nullptr;
  const char* position_ = nullptr;  // the next byte to read
  const char* counted_ = nullptr;   // newlines before this position are counted in line_
  int line_ = first_line_;
  std::size_t before_ = 0;      // bytes of the blocks before this one
  std::size_t line_begin_ = 0;  // the offset of the line in which the block begins
  bool ends_line_ = false;      // the previous block ended in a newline, not counted above yet

  bool is_blank_ = true;
  bool is_utf8_ = true;
  bool has_nul_ = false;
  bool is_too_large_ = false;
  std::vector<Problem> faults_;
};

}  // namespace assay
