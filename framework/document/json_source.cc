// SPDX-License-Identifier: Apache-2.0
#include "json_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assay/internal/text.h"
#include "unicode.h"

namespace assay {

int JsonSource::line() {
  line_ += static_cast<int>(std::count(counted_, std::max(counted_, last()), '\n'));
  counted_ = std::max(counted_, last());
  return line_;
}

std::size_t JsonSource::column() const {
  const std::string_view read(begin_, static_cast<std::size_t>(last() - begin_));
  const std::size_t newline = read.rfind('\n');
  return offset() - (newline == read.npos ? line_begin_ : before_ + newline + 1);
}

bool JsonSource::fetch() {
  leave_block();
  const std::string_view block = is_too_large_ ? "" : blocks_();
  if (block.empty()) return false;
  if (std::exchange(ends_line_, false)) {
    ++line_;
    line_begin_ = before_;
  }
  check(block);
  if (is_too_large_) return false;
  begin_ = position_ = counted_ = block.data();
  end_ = begin_ + block.size();
  return true;
}

// If no further block arrives, this block's last byte is still the last one read.
void JsonSource::leave_block() {
  if (begin_ == end_) return;
  position_ = end_;
  line();
  line_begin_ = offset() - column();
  ends_line_ = *last() == '\n';
  before_ = offset();
  begin_ = end_ = position_ = counted_ = nullptr;
}

void JsonSource::check(std::string_view block) {
  if (block.size() > limit_ - before_) {
    is_too_large_ = true;
    return;
  }
  is_blank_ = is_blank_ && trimmed(block).empty();
  if (before_ == 0 && block.starts_with("\xEF\xBB\xBF"))
    report("", "begins with a byte order mark", "save it as UTF-8 without one");
  const std::size_t valid = is_utf8_ ? well_formed_prefix(block) : block.size();
  if (valid < block.size()) {
    is_utf8_ = false;
    report(block.substr(0, valid),
           fmt::format("is not UTF-8: byte 0x{:02X}", static_cast<unsigned char>(block[valid])),
           "save it as UTF-8");
  }
  const std::size_t nul = has_nul_ ? block.npos : block.find('\0');
  if (nul != block.npos) {
    has_nul_ = true;
    report(block.substr(0, nul), "holds a NUL byte", "remove it");
  }
}

// `before`: the part of the block before the fault.
void JsonSource::report(std::string_view before, std::string what, std::string next) {
  const int line = line_ + static_cast<int>(std::ranges::count(before, '\n'));
  faults_.push_back({{"", line}, "", std::move(what), std::move(next)});
}

std::vector<Problem> JsonSource::faults(const std::string& file) {
  while (fetch()) {
  }
  if (is_too_large_)
    return {{{file, 0},
             "",
             fmt::format("is larger than the limit of {} bytes", limit_),
             "split the file into smaller ones"}};
  if (is_blank_) faults_.push_back({{"", first_line_}, "", "is empty", "write a JSON document into it"});
  std::ranges::stable_sort(faults_, {}, [](const Problem& each) { return each.where.line; });
  for (Problem& each : faults_) each.where.file = file;
  return std::move(faults_);
}

}  // namespace assay
