// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/fragments.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <iterator>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>

#include "assay/internal/beside.h"
#include "assay/internal/json.h"
#include "run_files.h"

namespace assay {
namespace fs = std::filesystem;
using run_files::kShared;
namespace {

using Lines = std::span<const std::string_view>;

// A last line without a newline does not count.
std::vector<std::string_view> whole_lines(std::string_view bytes) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0, end; (end = bytes.find('\n', at)) != std::string_view::npos; at = end + 1)
    lines.push_back(bytes.substr(at, end - at));
  return lines;
}

Fragments parse(const fs::path& file, Lines lines, int first) {
  Fragments found;
  for (std::size_t i = 0; i < lines.size(); ++i) try {
      found.results.push_back(result_from_json(lines[i], {file.string(), first + static_cast<int>(i)}));
    } catch (const Error& problem) {
      found.problems.insert(found.problems.end(), problem.problems().begin(), problem.problems().end());
    }
  return found;
}

template <typename Each>
void move_behind(std::vector<Each>& all, std::vector<Each>&& more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Reading JSON is most of an aggregate's work, and no case runs at the same time.
Fragments parse_on_all_cores(const fs::path& file, Lines lines) {
  constexpr std::size_t kFewest = 200;  // lines that justify a thread
  const std::size_t parts =
      std::clamp<std::size_t>(lines.size() / kFewest, 1, std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::future<Fragments>> others;
  for (std::size_t part = 1; part < parts; ++part) {
    const std::size_t begin = lines.size() * part / parts, end = lines.size() * (part + 1) / parts;
    others.push_back(beside([&file, part_lines = lines.subspan(begin, end - begin), begin] {
      return parse(file, part_lines, static_cast<int>(begin) + 1);
    }));
  }
  Fragments found = parse(file, lines.first(lines.size() / parts), 1);
  for (auto& other : others) {
    Fragments more = other.get();
    move_behind(found.results, std::move(more.results));
    move_behind(found.problems, std::move(more.problems));
  }
  return found;
}

// The shared file is in order of time, independent of clocks.
void number_attempts(std::vector<Result>& results) {
  std::map<std::pair<std::string, std::string>, int> attempts;
  for (Result& each : results) each.attempt = ++attempts[{each.asked.dataset, each.asked.name}];
}

void read_rows(const fs::path& file, std::string_view bytes, Fragments& found) {
  Fragments rows = parse_on_all_cores(file, whole_lines(bytes));
  if (file.filename() == kShared) number_attempts(rows.results);
  move_behind(found.results, std::move(rows.results));
  move_behind(found.problems, std::move(rows.problems));
}

// Without this check, a file that lost rows would look like a run of fewer cases.
void check_written(const fs::path& folder, Fragments& found) {
  std::error_code error;
  const auto shared = folder / "fragments" / kShared;
  const auto size = fs::file_size(shared, error);
  if (const off_t left = error ? 0 : static_cast<off_t>(size); left < run_files::bytes_written(folder))
    found.problems.push_back(
        {.where = {shared.string(), 0},
         .what = fmt::format("was changed during the run: results of finished cases are lost "
                             "({} of {} bytes are left)",
                             left, run_files::bytes_written(folder)),
         .next = "keep the tool and other programs out of this folder, then run again"});
}

}  // namespace

Fragments read_fragments(const fs::path& folder) {
  Fragments found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder / "fragments", error)) {
    const auto extension = entry.path().extension();
    if (entry.path().filename().string().front() == '.' || (extension != ".json" && extension != ".jsonl"))
      continue;
    if (entry.symlink_status().type() != fs::file_type::regular) {
      found.problems.push_back(
          {{entry.path().string(), 0}, "", "not a plain file, so no result", "remove it"});
      continue;
    }
    std::string bytes;
    try {
      bytes = read_file(entry.path());
    } catch (const Error& problem) {
      found.problems.insert(found.problems.end(), problem.problems().begin(), problem.problems().end());
      continue;
    }
    read_rows(entry.path(), bytes, found);
  }
  check_written(folder, found);
  put_in_case_order(found.results);
  return found;
}

void put_in_case_order(std::vector<Result>& results) {
  // Results are large, so each is moved only once.
  std::vector<std::size_t> order(results.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    const Result &a = results[left], &b = results[right];
    return std::tie(a.asked.dataset, a.asked.where.line, a.asked.name, a.attempt, a.started_at) <
           std::tie(b.asked.dataset, b.asked.where.line, b.asked.name, b.attempt, b.started_at);
  });
  std::vector<Result> ordered;
  ordered.reserve(results.size());
  for (const std::size_t each : order) ordered.push_back(std::move(results[each]));
  results = std::move(ordered);
  const Result* before = nullptr;
  for (Result& each : results) {
    const bool again =
        before && before->asked.dataset == each.asked.dataset && before->asked.name == each.asked.name;
    each.attempt = again ? before->attempt + 1 : 1;
    before = &each;
  }
}

}  // namespace assay
