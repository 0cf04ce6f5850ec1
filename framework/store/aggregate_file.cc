// SPDX-License-Identifier: Apache-2.0
#include "aggregate_file.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>

#include "assay/internal/digest.h"
#include "fault.h"

namespace assay {
namespace {

constexpr const char* kFormat = "assay-aggregate";
constexpr int kVersion = 1;
constexpr std::size_t kTimesInLine = 8192;

Error aggregate_error(const std::filesystem::path& file, int line, std::string what) {
  return Error(Problem{.where = {file.string(), line},
                       .what = std::move(what),
                       .next = "make it again from the shard's store: assay runs export RUN --aggregate"});
}

// The times from `begin` on, each distinct one once with its count; advances `begin`.
std::string times_line(const std::vector<std::int64_t>& sorted, std::size_t& begin) {
  std::string times, counts;
  for (std::size_t distinct = 0; begin < sorted.size() && distinct < kTimesInLine; ++distinct) {
    const auto end = std::find_if(sorted.begin() + static_cast<std::ptrdiff_t>(begin), sorted.end(),
                                  [time = sorted[begin]](std::int64_t each) { return each != time; });
    const auto count = static_cast<std::size_t>(end - sorted.begin()) - begin;
    (times += times.empty() ? "" : ",") += std::to_string(sorted[begin]);
    (counts += counts.empty() ? "" : ",") += std::to_string(count);
    begin += count;
  }
  return "{\"times_ns\":[" + times + "],\"counts\":[" + counts + "]}";
}

class CheckedLines {
 public:
  explicit CheckedLines(std::ostream& out) : out_(out) {}
  void write(const std::string& line) {
    digest_.add(line);
    digest_.add("\n");
    out_ << line << '\n';
    ++lines_;
  }
  void end() { out_ << nlohmann::ordered_json{{"lines", lines_}, {"sha256", digest_.hex()}}.dump() << '\n'; }

 private:
  std::ostream& out_;
  Sha256 digest_;
  std::size_t lines_ = 0;
};

// REQUIRES: the line has been checked.
nlohmann::json parsed(const std::filesystem::path& file, int number, const std::string& line) try {
  return nlohmann::json::parse(line);
} catch (const nlohmann::json::exception&) {
  throw aggregate_error(file, number, "is not JSON");
}

bool is_end(const std::string& line) { return line.starts_with("{\"lines\":"); }

}  // namespace

void write_aggregate_file(std::ostream& out, const RunInfo& info, RunAggregate aggregate) {
  using Json = nlohmann::ordered_json;
  const auto times = aggregate.take_times();
  CheckedLines lines(out);
  const Json head = {{"format", kFormat},
                     {"version", kVersion},
                     {"run", Json::parse(to_json(info))},
                     {"cases", aggregate.cases()},
                     {"answers", times.size()}};
  lines.write(head.dump(-1, ' ', false, Json::error_handler_t::replace));
  lines.write(aggregate.to_json());
  for (std::size_t at = 0; at < times.size();) lines.write(times_line(times, at));
  lines.end();
}

AggregateFile::AggregateFile(const std::filesystem::path& file) : path_(file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw aggregate_error(file, 0, "cannot be read");
  Sha256 digest;
  int number = 0;
  for (std::string line; std::getline(in, line); ++number) {
    if (number == 0) {
      const auto head = nlohmann::json::parse(line, nullptr, false);
      if (!head.is_object() || head.value("format", "") != kFormat)
        throw aggregate_error(file, 1, "is not an aggregate of a shard");
      if (head.value("version", 0) != kVersion)
        throw Error(Problem{.where = {file.string(), 1},
                            .what = "is an aggregate of a version that this assay does not know",
                            .next = "use the assay that wrote it, or a newer one"});
      info_ = run_info_from_json(head.at("run").dump(), {file.string(), 1});
      answers_ = head.value("answers", std::size_t{0});
      sums_at_ = in.tellg();
    } else if (number == 1) {
      times_at_ = in.tellg();
    }
    if (number > 1 && is_end(line)) {
      const auto end = parsed(file, number + 1, line);
      if (end.value("sha256", "") != digest.hex())
        throw aggregate_error(file, 0, "was changed after it was written");
      return;
    }
    digest.add(line);
    digest.add("\n");
  }
  throw aggregate_error(file, number, "is cut short: its last line is missing");
}

RunAggregate AggregateFile::sums() const {
  std::ifstream in(path_, std::ios::binary);
  std::string line;
  if (!in.seekg(sums_at_) || !std::getline(in, line)) throw aggregate_error(path_, 2, "cannot be read");
  return RunAggregate::from_json(line, {path_.string(), 2});
}

bool AggregateFile::Times::read() {
  std::ifstream in(path_, std::ios::binary);
  std::string line;
  if (!in.seekg(at_) || !std::getline(in, line)) throw aggregate_error(path_, 0, "cannot be read");
  if (is_end(line)) return false;
  at_ = in.tellg();
  const auto json = parsed(path_, 0, line);
  const auto times = json.at("times_ns").get<std::vector<std::int64_t>>();
  const auto counts = json.at("counts").get<std::vector<std::size_t>>();
  read_.clear();
  for (std::size_t i = 0; i < std::min(times.size(), counts.size()); ++i)
    read_.push_back({times[i], counts[i]});
  next_ = 0;
  return !read_.empty();
}

const CountedTime* AggregateFile::Times::next() {
  if (next_ == read_.size() && !read()) return nullptr;
  return &read_[next_++];
}

}  // namespace assay
