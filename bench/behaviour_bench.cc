// SPDX-License-Identifier: Apache-2.0
// Grading of answers that people judged: text levels, then both commands run in disposable worlds. Prints a
// table of verdicts by level for each labelled set, and every match that is labelled wrong.
//
//   behaviour_bench [feh|judged|near|recorded|equivalent] …   (all of them by default)
//
// `equivalent`: the level `behavioural` alone, on pairs known to be equivalent or different.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "assay/grading.h"
#include "assay/internal/behaviour.h"

namespace assay {
namespace {

using Json = nlohmann::json;
using Names = std::vector<const char*>;
namespace fs = std::filesystem;

const fs::path kData = ASSAY_SHARED_DATA;
const fs::path kDatasets = fs::path(ASSAY_SOURCE_DIR) / "datasets" / "correctness";

std::vector<Json> lines_of(const fs::path& file) {
  std::vector<Json> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

struct Row {
  Case asked;
  std::string answer;
  bool is_right = false;
  std::string why;  // the reason for the label
  Grade grade;
  double seconds = 0;  // taken by grading
};

// The pairs to leave out because their labels are plainly wrong. A line each: gold, tab, answer, tab, reason.
std::set<std::pair<std::string, std::string>> wrong_labels() {
  std::set<std::pair<std::string, std::string>> pairs;
  std::ifstream stream(fs::path(ASSAY_SOURCE_DIR) / "bench" / "wrong_labels.tsv");
  for (std::string line; std::getline(stream, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const auto first = line.find('\t');
    const auto second = line.find('\t', first + 1);
    pairs.emplace(line.substr(0, first), line.substr(first + 1, second - first - 1));
  }
  return pairs;
}

std::vector<Row> feh_rows() {
  std::vector<Row> rows;
  for (const Json& line : lines_of(kData / "feh_pairs.jsonl")) {
    if (!line.contains("fs")) continue;
    Row row;
    row.asked.id = fmt::format("{}", line["index"].get<int>());
    row.asked.prompt = line["task"];
    row.asked.accepted = {line["ground_truth"]};
    const fs::path world = kData / fmt::format("world_fs_{}.json", line["fs"].get<int>());
    row.asked.world = fs::exists(world)
                          ? world.string()
                          : (fs::path(ASSAY_SOURCE_DIR) / "bench" / "empty_world.json").string();
    row.answer = line["candidate"];
    row.is_right = line["equivalent"];
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Row> judged_rows() {
  const auto wrong = wrong_labels();
  std::vector<Row> rows;
  for (const Json& line : lines_of(kData / "judged_pairs.jsonl")) {
    Row row;
    row.asked.prompt = line["description"];
    row.asked.accepted = line["gold"].get<std::vector<std::string>>();
    row.answer = line["prediction"];
    row.is_right = line["correct_command"];
    const bool is_left_out = std::ranges::any_of(row.asked.accepted, [&](const std::string& gold) {
      return gold == row.answer || wrong.contains({gold, row.answer});
    });
    if (!is_left_out) rows.push_back(std::move(row));
  }
  return rows;
}

std::map<std::string, Case> bundled_cases() {
  std::map<std::string, Case> cases;
  for (const auto& file : fs::directory_iterator(kDatasets)) {
    if (file.path().extension() != ".json") continue;
    Dataset dataset = read_dataset(file.path());
    for (Case& each : dataset.cases) cases[dataset.name + "." + each.id] = std::move(each);
  }
  return cases;
}

std::vector<Row> answered_rows(const char* name) {
  const auto cases = bundled_cases();
  std::vector<Row> rows;
  for (const Json& line : lines_of(kData / name)) {
    const auto found = cases.find(line["dataset"].get<std::string>() + "." + line["id"].get<std::string>());
    if (found == cases.end()) continue;
    rows.push_back({.asked = found->second,
                    .answer = line["answer"],
                    .is_right = line["label"],
                    .why = line.value("why", "")});
  }
  return rows;
}

// Pairs known to be equivalent or known to differ.
std::vector<Row> confirmed_rows() {
  std::vector<Row> rows;
  for (const Json& line : lines_of(kData / "equiv_pairs_dev.jsonl")) {
    Row row;
    row.asked.id = line["id"];
    row.asked.accepted = {line["a"]};
    row.answer = line["b"];
    row.is_right = line["equivalent"];
    row.why = line["why"];
    rows.push_back(std::move(row));
  }
  return rows;
}

// Single edits, each known to change the command's behaviour.
std::vector<Row> mutated_rows() {
  std::vector<Row> rows;
  for (const Json& line :
       lines_of(fs::path(ASSAY_SOURCE_DIR) / "tests" / "worlds" / "data" / "mutations.jsonl")) {
    Row row;
    row.asked.id = line["id"];
    row.asked.accepted = {line["command"]};
    row.answer = line["mutant"];
    row.why = line["kind"];
    rows.push_back(std::move(row));
  }
  return rows;
}

void grade_all(std::vector<Row>& rows, Question question, const Names& names) {
  std::vector<Level> levels;
  for (const char* name : names) levels.push_back(find_level(name));
  const Backends backends{.lab = std::make_shared<behaviour::Lab>(behaviour::LabOptions{.shrink_tries = 0})};
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < rows.size(); i = next++) {
      Answer answer;
      answer.ending = Ending::answered;
      answer.command = rows[i].answer;
      Case asked = rows[i].asked;
      asked.own->question = question;
      const auto start = std::chrono::steady_clock::now();
      rows[i].grade = grade(asked, answer, levels, {.backends = backends});
      rows[i].seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < 2; ++i) threads.emplace_back(work);
}

// The method of a row that passed; otherwise how the levels left it undecided.
std::string kind_of_row(const Row& row) {
  if (row.grade.status == Status::pass) return row.grade.method;
  if (row.grade.verdicts.empty()) return "no verdict";
  bool differs = false, doubt = false, unavailable = false;
  for (const Verdict& verdict : row.grade.verdicts) {
    differs |= verdict.outcome == Outcome::mismatch;
    doubt |=
        verdict.outcome == Outcome::undecided && std::holds_alternative<Counterexample>(verdict.evidence);
    unavailable |= verdict.outcome == Outcome::unavailable || verdict.outcome == Outcome::error;
  }
  return differs       ? "~counterexample"
         : doubt       ? "~counterexample (doubt)"
         : unavailable ? "~unavailable"
                       : "~undecided";
}

void print_row(const Row& row) {
  std::cout << "  prompt  " << row.asked.prompt << "\n  got     " << row.answer << "\n  want    "
            << row.asked.accepted.front() << "\n  why     " << row.grade.why << "\n";
  if (!row.why.empty()) std::cout << "  label   " << row.why << "\n";
  for (const Verdict& verdict : row.grade.verdicts)
    if (verdict.level == "behavioural")
      std::cout << "  " << to_string(verdict.outcome) << "  " << verdict.why << "\n";
  std::cout << "\n";
}

// For closer inspection: appends a line of JSON for each row to the file named by ASSAY_BENCH_ROWS.
void write_rows(const std::string& title, const std::vector<Row>& rows) {
  const char* file = std::getenv("ASSAY_BENCH_ROWS");
  if (!file) return;
  std::ofstream out(file, std::ios::app);
  for (const Row& row : rows) {
    Json line{{"set", title},
              {"id", row.asked.id},
              {"prompt", row.asked.prompt},
              {"gold", row.asked.accepted},
              {"got", row.answer},
              {"right", row.is_right},
              {"kind", kind_of_row(row)},
              {"seconds", row.seconds}};
    for (const Verdict& verdict : row.grade.verdicts) {
      const auto* shown = std::get_if<Counterexample>(&verdict.evidence);
      line["said"].push_back({{"accepted", verdict.accepted},
                              {"level", verdict.level},
                              {"outcome", to_string(verdict.outcome)},
                              {"why", verdict.why},
                              {"world", shown ? shown->world : ""}});
    }
    out << line.dump(-1, ' ', false, Json::error_handler_t::replace) << "\n";
  }
}

std::vector<const Row*> slowest(const std::vector<Row>& rows, std::size_t most) {
  std::vector<const Row*> all;
  for (const Row& row : rows) all.push_back(&row);
  std::ranges::sort(all, std::greater{}, &Row::seconds);
  all.resize(std::min(all.size(), most));
  return all;
}

enum class Listing { false_matches, all_but_right };

void report(const std::string& title, const std::vector<Row>& rows, Listing listing, double seconds) {
  std::map<std::string, std::pair<int, int>> table;
  int right = 0, matched = 0, matched_right = 0;
  for (const Row& row : rows) {
    auto& cell = table[kind_of_row(row)];
    ++(row.is_right ? cell.first : cell.second);
    right += row.is_right;
    matched += row.grade.status == Status::pass;
    matched_right += row.grade.status == Status::pass && row.is_right;
  }
  std::cout << fmt::format("== {}: {} pairs, {:.0f} s\n{:28}{:>8}{:>8}\n", title, rows.size(), seconds, "",
                           "right", "wrong");
  for (const auto& [kind, counts] : table)
    std::cout << fmt::format("{:28}{:8}{:8}\n", kind.starts_with('~') ? kind.substr(1) : kind, counts.first,
                             counts.second);
  std::cout << fmt::format("precision {:.4f}, recall {:.4f}\n\n",
                           matched ? double(matched_right) / matched : 1.0,
                           right ? double(matched_right) / right : 1.0);
  write_rows(title, rows);
  for (const Row* slow : slowest(rows, 3))
    std::cout << fmt::format("{:.1f} s: {}\n", slow->seconds, slow->answer);
  std::cout << "\n";
  for (const Row& row : rows)
    if (row.grade.status == Status::pass && !row.is_right) std::cout << "FALSE MATCH\n", print_row(row);
  const bool lists_rest = listing == Listing::all_but_right || std::getenv("ASSAY_BENCH_ALL");
  for (const Row& row : rows) {
    if (!lists_rest || row.grade.status == Status::pass) continue;
    if (row.is_right)
      std::cout << "NOT FOUND: " << kind_of_row(row) << "\n", print_row(row);
    else if (listing == Listing::all_but_right && kind_of_row(row) == "~undecided")
      std::cout << "NOT REFUTED: " << row.asked.id << "\n", print_row(row);
  }
}

void measure(const std::string& title, std::vector<Row> rows, Question question, Listing listing,
             const Names& levels = {"exact", "whitespace", "canonical", "behavioural"}) {
  const auto start = std::chrono::steady_clock::now();
  grade_all(rows, question, levels);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  report(title + ", " + std::string(to_string(question)), rows, listing, took.count());
}

void measure(const std::string& name) {
  if (name == "feh") measure("feh_pairs", feh_rows(), Question::fulfils, Listing::false_matches);
  if (name == "judged") measure("judged_pairs", judged_rows(), Question::fulfils, Listing::false_matches);
  if (name == "near") {
    measure("near_misses", answered_rows("near_misses.jsonl"), Question::equivalent, Listing::all_but_right);
    measure("near_misses", answered_rows("near_misses.jsonl"), Question::fulfils, Listing::false_matches);
  }
  if (name == "equivalent") {
    measure("equiv_pairs_dev", confirmed_rows(), Question::equivalent, Listing::false_matches,
            {"behavioural"});
    measure("mutations", mutated_rows(), Question::equivalent, Listing::false_matches, {"behavioural"});
  }
  if (name == "recorded")
    for (const char* file : {"recorded_model_a.jsonl", "recorded_model_b.jsonl"})
      measure(file, answered_rows(file), Question::fulfils, Listing::all_but_right);
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  if (!std::filesystem::exists(assay::kData)) {
    std::cout << "behaviour_bench: no labelled data beside this checkout\n";
    return 0;
  }
  std::vector<std::string> names(argv + 1, argv + argc);
  if (names.empty()) names = {"feh", "judged", "near", "recorded", "equivalent"};
  for (const auto& name : names) assay::measure(name);
}
