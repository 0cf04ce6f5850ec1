// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/shard_aggregate.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <queue>
#include <string>
#include <vector>

#include "assay/internal/digest.h"
#include "database.h"
#include "run_row.h"

namespace assay {
namespace {

// The aggregate of one shard as a file: a line of JSON that describes the run, a line with the sums, lines
// with the answer times, and a last line with the checksum of all before it.

// A time in nanoseconds, and how many answers took that long.
struct CountedTime {
  std::int64_t time = 0;
  std::size_t count = 0;
};

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

constexpr const char* kFormat = "assay-aggregate";
constexpr int kVersion = 1;
constexpr std::size_t kTimesInLine = 8192;

Error aggregate_error(const std::filesystem::path& file, int line, std::string what) {
  return Error({file.string(), line}, std::move(what),
               "make it again from the shard's store: assay runs export RUN --aggregate");
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

// Consumes the aggregate's times.
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
        throw Error({file.string(), 1}, "is an aggregate of a version that this assay does not know",
                    "use the assay that wrote it, or a newer one");
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

// Whether the number of cases is what the shards asked so far were dealt. Dealt in turn, the first shards
// have one case more than the others; dealt back and forth, that may be the last ones.
bool has_all_that_was_dealt(const Shards& shards, std::size_t cases) {
  const std::size_t each = shards.cases / shards.count, over = shards.cases % shards.count;
  std::size_t in_turn = 0, reversed = 0;
  for (const std::size_t number : shards.asked) {
    in_turn += each + (number <= over);
    reversed += each + (number > shards.count - over);
  }
  return cases == in_turn || cases == reversed;
}

// Of a whole run, or of each of its shards here, all cases must have been asked.
void expect_whole(const RunInfo& info, std::size_t cases) {
  if (info.shards.count == 0 && cases < info.expected)
    throw Error({},
                "run " + info.run_id + " has results for " + std::to_string(cases) + " of its " +
                    std::to_string(info.expected) + " cases",
                "let it end first, or ask the rest: assay run … --resume " + info.run_id);
  if (info.shards.count == 0 || (!info.shards.asked.empty() && has_all_that_was_dealt(info.shards, cases)))
    return;
  throw Error({}, "run " + info.run_id + " has shards here that have not asked all of their cases",
              "let them end first: repeat the command line of each");
}

// Maps each shard to the file that holds it; 0 stands for a whole run.
class HeldShards {
 public:
  void take(const AggregateFile& file) {
    if (file.info().shards.count == 0) return take(0, file);
    for (const std::size_t number : file.info().shards.asked) take(number, file);
  }

 private:
  void take(std::size_t number, const AggregateFile& file) {
    const auto [held, is_new] = held_.emplace(number, file.path());
    if (is_new) return;
    const std::string what = number == 0 ? "the whole run" : "shard " + std::to_string(number);
    throw store_error(file.path(), "holds " + what + ", which " + held->second.string() + " holds too",
                      "name one aggregate of each shard");
  }
  std::map<std::size_t, std::filesystem::path> held_;
};

void expect_one_run(const AggregateFile& first, const AggregateFile& other) {
  const RunInfo &a = first.info(), &b = other.info();
  std::string what;
  if (a.run_id != b.run_id)
    what = "is of run " + b.run_id + ", and " + first.path().string() + " of run " + a.run_id;
  else if (const auto difference = difference_between(a, b); !difference.empty())
    what = first.path().string() + " is of run " + a.run_id + " with another " + difference;
  if (!what.empty()) throw store_error(other.path(), what, "name the aggregates of one run");
}

// The percentiles over the times of all files, by a k-way merge.
std::optional<Latency> latency_of(const std::vector<AggregateFile>& files) {
  std::size_t answers = 0;
  std::vector<AggregateFile::Times> times;
  for (const auto& file : files) {
    answers += file.answers();
    times.push_back(file.times());
  }
  if (answers == 0) return std::nullopt;
  using Head = std::pair<CountedTime, std::size_t>;  // the next time of a file
  const auto is_later = [](const Head& a, const Head& b) { return a.first.time > b.first.time; };
  std::priority_queue<Head, std::vector<Head>, decltype(is_later)> heads(is_later);
  for (std::size_t i = 0; i < times.size(); ++i)
    if (const auto* next = times[i].next()) heads.emplace(*next, i);
  std::array<std::int64_t, kLatencyShares.size()> found{};
  std::size_t passed = 0, share = 0;
  while (!heads.empty() && share < found.size()) {
    const auto [head, file] = heads.top();
    heads.pop();
    passed += head.count;
    while (share < found.size() && passed >= nearest_rank(kLatencyShares[share], answers))
      found[share++] = head.time;
    if (const auto* next = times[file].next()) heads.emplace(*next, file);
  }
  using std::chrono::nanoseconds;
  return Latency{answers, nanoseconds(found[0]), nanoseconds(found[1]), nanoseconds(found[2]),
                 nanoseconds(found[3])};
}

}  // namespace

void write_aggregate(const RunRows& rows, std::ostream& out) {
  RunAggregate aggregate(rows);
  expect_whole(rows.info, aggregate.cases());
  write_aggregate_file(out, rows.info, std::move(aggregate));
}

void write_aggregate(const Store& store, std::string_view run, std::ostream& out) {
  write_aggregate(store.rows(store.resolve(run, {}, Latest::any)), out);
}

MergedAggregates merge_aggregates(std::span<const std::filesystem::path> files) {
  std::vector<AggregateFile> open;
  HeldShards held;
  RunAggregate all;
  RunInfo info;
  for (const auto& path : files) {
    const AggregateFile& file = open.emplace_back(path);
    expect_one_run(open.front(), file);
    held.take(file);
    info = open.size() == 1 ? file.info() : joined(std::move(info), file.info());
    all.add(file.sums());
  }
  RunFigures figures = all.finish(info, latency_of(open));
  return {std::move(info), std::move(figures)};
}

}  // namespace assay
