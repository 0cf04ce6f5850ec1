// SPDX-License-Identifier: Apache-2.0
// The cost of storing runs, against the least that SQLite alone could do for the same purpose.
//
//   store_bench [RESULTS]        RESULTS: the size of the long runs (a million)
//   store_bench --aggregate|--compare STORE    times one store of two runs; run as a child of the above
//
// Ours and the floor take turns, so that other load on the machine affects both. Prints their medians and the
// median of the ratios of each turn.
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "assay/internal/store_metrics.h"
#include "turns.h"

namespace {

namespace fs = std::filesystem;
using bench::seconds_of;
using bench::Turns;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "store_bench_XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  fs::path file() { return path_ / (std::to_string(++files_) + ".db"); }

 private:
  fs::path path_;
  int files_ = 0;
};

// The floor: SQLite alone, with a store's settings and a table of rows with the key they need.
class Bare {
 public:
  explicit Bare(const fs::path& file) {
    sqlite3_open(file.c_str(), &database_);
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384;"
        "CREATE TABLE eval_query_results(run_id TEXT, query_id TEXT, result_json TEXT, PRIMARY KEY(run_id, "
        "query_id))");
    sqlite3_prepare_v2(database_, "INSERT INTO eval_query_results VALUES('1', ?, ?)", -1, &insert_, nullptr);
  }
  ~Bare() {
    sqlite3_finalize(insert_);
    sqlite3_close(database_);
  }
  void run(const char* sql) {
    if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) std::abort();
  }
  void insert(const std::string& id, const std::string& bytes) {
    sqlite3_bind_text(insert_, 1, id.data(), static_cast<int>(id.size()), SQLITE_STATIC);
    sqlite3_bind_text(insert_, 2, bytes.data(), static_cast<int>(bytes.size()), SQLITE_STATIC);
    if (sqlite3_step(insert_) != SQLITE_DONE) std::abort();
    sqlite3_reset(insert_);
  }

 private:
  sqlite3* database_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
};

assay::RunInfo info_of(const char* run_id, std::size_t results) {
  assay::RunInfo info;
  info.run_id = run_id;
  info.suite = "bench";
  info.tool = "tool";
  info.datasets = {{"set", "1", "abcd", "set.json", results}};
  info.levels = {"exact", "whitespace", "canonical"};
  info.started_at = std::string("2026-01-01T00:00:0") + run_id[0] + "Z";
  info.finished_at = info.started_at;
  info.expected = results;
  return info;
}

assay::Result result_of(std::size_t number, unsigned seed) {
  const unsigned drawn = static_cast<unsigned>(number * 2654435761u) ^ (seed * 40503u);
  const bool passed = drawn % 100 < 80 + seed;
  assay::Result result;
  char id[24];
  std::snprintf(id, sizeof id, "case_%08zu", number);
  result.asked = {.id = id, .name = id, .prompt = "list all files of folder " + std::to_string(number)};
  result.asked.dataset = "set";
  result.asked.accepted = {"find folder" + std::to_string(number) + " -type f"};
  result.asked.category = drawn % 3 == 0 ? "find" : "text";
  result.asked.tags = {"basic", drawn % 2 == 0 ? "files" : "pipes"};
  result.asked.where = {"set.json", static_cast<int>(number)};
  result.answer.ending = assay::Ending::answered;
  result.answer.command = "find folder" + std::to_string(number) + " -type f" + (passed ? "" : " -empty");
  result.answer.argv = {"tool", result.asked.prompt};
  result.answer.stdout_bytes = result.answer.command + "\n";
  result.answer.exit_code = 0;
  result.answer.latency = std::chrono::microseconds(1000 + drawn % 100'000);
  result.grade = {.status = passed ? assay::Status::pass : assay::Status::miss,
                  .score = passed ? (drawn % 7 == 0 ? 0.9 : 1.0) : 0.0,
                  .method = passed ? "exact" : "none",
                  .why = passed ? "same bytes" : "not proven the same"};
  result.grade.partial =
      passed ? assay::PartialCredit{1.0, 1.0, true} : assay::PartialCredit{0.5, 0.8, false};
  result.danger = assay::Danger{};  // as for any tool that is asked
  result.started_at = "2026-01-01T00:00:00.000Z";
  return result;
}

std::vector<assay::Result> results_from(std::size_t first, std::size_t count, unsigned seed = 1) {
  std::vector<assay::Result> results;
  for (std::size_t i = 0; i < count; ++i) results.push_back(result_of(first + i, seed));
  return results;
}

// Results, and the same bytes for the floor.
struct Material {
  std::vector<assay::Result> results;
  std::vector<std::string> bytes;

  explicit Material(std::size_t count) : results(results_from(0, count)) {
    for (const auto& result : results) bytes.push_back(to_json_line(result));
  }
  void insert(Bare& bare, std::size_t first, std::size_t count) const {
    for (std::size_t i = first; i < first + count; ++i) bare.insert(results[i].asked.id, bytes[i]);
  }
};

// Turns are short because other load on the machine changes from one tenth of a second to the next.
void measure_live(Folder& folder) {
  constexpr std::size_t kTurn = 100;
  const Material material(60 * kTurn);
  assay::Store store({.file = folder.file()});
  Bare bare(folder.file());
  store.add_run(info_of("1", material.results.size()));
  Turns turns;
  for (std::size_t at = 0; at < material.results.size(); at += kTurn) {
    const double ours = seconds_of([&] {
      for (std::size_t i = at; i < at + kTurn; ++i) store.add_result("1", material.results[i]);
    });
    turns.add(ours, seconds_of([&] { material.insert(bare, at, kTurn); }));
  }
  turns.show_rate("100 results, a commit each", 0.7);
}

double bare_bulk(Folder& folder, const Material& material) {
  Bare bare(folder.file());
  return seconds_of([&] {
    bare.run("BEGIN");
    material.insert(bare, 0, material.results.size());
    bare.run("COMMIT");
  });
}

void measure_bulk(Folder& folder) {
  const Material material(20'000);
  const auto info = info_of("1", material.results.size());
  const auto source = folder.file();
  assay::Store({.file = source}).add({info, material.results});
  Turns ingest;
  Turns merge;
  for (int turn = 0; turn < 15; ++turn) {
    assay::Store store({.file = folder.file()});
    store.add_run(info);
    ingest.add(seconds_of([&] { store.add_results("1", material.results); }), bare_bulk(folder, material));
    assay::Store target({.file = folder.file()});
    merge.add(seconds_of([&] { target.merge(source); }), bare_bulk(folder, material));
  }
  ingest.show_rate("20,000 results in one transaction", 0.35);
  merge.show_rate("merge of a store of 20,000", 0.35);
}

void fill(const fs::path& file, std::size_t results) {
  constexpr std::size_t kAtOnce = 20'000;
  assay::Store store({.file = file});
  for (unsigned run = 1; run <= 2; ++run) {
    const std::string id = std::to_string(run);
    store.add_run(info_of(id.c_str(), results));
    for (std::size_t at = 0; at < results; at += kAtOnce)
      store.add_results(id, results_from(at, std::min(kAtOnce, results - at), run));
  }
}

double seconds_of_select(const fs::path& file) {
  sqlite3* database = nullptr;
  sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
  const double seconds = seconds_of([&] {
    const char* sql = "SELECT count(*), avg(score), sum(pass) FROM eval_query_results WHERE run_id = '1'";
    if (sqlite3_exec(database, sql, nullptr, nullptr, nullptr) != SQLITE_OK) std::abort();
  });
  sqlite3_close(database);
  return seconds;
}

// Of this program since it was started: getrusage() would count the parent's memory at the fork.
double peak_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtod(line.c_str() + 6, nullptr) / 1024;
  return 0;
}

// In a separate process, so that the peak memory measured is that of this alone.
enum class Figure { aggregate, compare };
void measure_figures(Figure figure, const fs::path& file) {
  const auto turn = [&] {
    const assay::Store store({.file = file, .access = assay::StoreOptions::Access::read});
    if (figure == Figure::aggregate) return void(compute_aggregate(store, "1"));
    return void(compare_runs(store, "1", "2"));
  };
  seconds_of_select(file);
  Turns turns;
  for (int i = 0; i < 5; ++i) turns.add(seconds_of(turn), seconds_of_select(file));
  if (figure == Figure::aggregate)
    turns.show_times("aggregate / SELECT count, avg, sum", 6);
  else
    turns.show_times("compare of two such runs / the same SELECT", 12);
  const auto results = static_cast<double>(assay::Store({.file = file}).count_results("1"));
  std::printf("%-46s %9.1f MiB %20s   at most %.1f\n", "  its peak memory", peak_mib(), "",
              64 + 16.0 * results / (1 << 20));
}

void measure_in_child(const char* figure, const fs::path& file) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", "store_bench", figure, file.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) std::exit(2);
}

void run_quietly(const std::vector<std::string>& command) {
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> argv;
    for (const auto& word : command) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(126);
    execv(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) std::exit(2);
}

void measure_program(Folder& folder) {
  const auto file = folder.file();
  fill(file, 1000);
  Turns turns;
  const auto compare = [&] { run_quietly({ASSAY_PROGRAM, "compare", "1", "2", "--store", file.string()}); };
  const auto version = [] { run_quietly({ASSAY_PROGRAM, "--version"}); };
  compare();
  for (int i = 0; i < 25; ++i) turns.add(seconds_of(compare), seconds_of(version));
  turns.show_times("assay compare of 1,000 cases / --version", 20);
}

void measure_all(std::size_t results) {
  Folder folder;
  std::printf("%-46s %12s %12s %7s\n", "figure", "ours", "floor", "ratio");
  measure_live(folder);
  measure_bulk(folder);
  measure_program(folder);
  const auto file = folder.file();
  fill(file, results);
  std::printf("two runs of %zu results\n", results);
  measure_in_child("--aggregate", file);
  measure_in_child("--compare", file);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "--aggregate") == 0)
    measure_figures(Figure::aggregate, argv[2]);
  else if (argc == 3 && std::strcmp(argv[1], "--compare") == 0)
    measure_figures(Figure::compare, argv[2]);
  else
    measure_all(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000);
}
