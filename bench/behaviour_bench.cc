// SPDX-License-Identifier: Apache-2.0
// Grading of answers that people judged: text levels, then both commands run in disposable worlds. Prints a
// table of verdicts by level for each labelled set, and every match that is labelled wrong.
//
//   behaviour_bench [feh|judged|near|recorded|styles|equivalent|unsound] …   (all of them by default)
//
// `equivalent`: the level `behavioural` alone, on pairs known to be equivalent or different. `unsound`: pairs
// that differ, by all levels and by `behavioural` alone. ASSAY_BENCH_EVERY=n takes every n-th row of each
// set.
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
#include <string>
#include <thread>
#include <vector>

#include "assay/grading.h"
#include "assay/internal/behaviour.h"
#include "labelled_rows.h"

namespace assay {
namespace {

using Json = nlohmann::json;
using Names = std::vector<const char*>;

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
    differs |= verdict.outcome == VerdictKind::mismatch;
    doubt |=
        verdict.outcome == VerdictKind::undecided && std::holds_alternative<Counterexample>(verdict.evidence);
    unavailable |= verdict.outcome == VerdictKind::unavailable || verdict.outcome == VerdictKind::error;
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
  rows = sampled(std::move(rows));
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
  if (name == "styles")
    for (const Question question : {Question::equivalent, Question::fulfils})
      measure("styles", answered_rows("styles.jsonl", "right"), question, Listing::all_but_right);
  if (name == "unsound") {
    measure("unsound_pairs", unsound_rows(), Question::equivalent, Listing::false_matches);
    measure("unsound_pairs by worlds", unsound_rows(), Question::equivalent, Listing::false_matches,
            {"behavioural"});
  }
  if (name == "recorded")
    for (const char* file : {"recorded_model_a.jsonl", "recorded_model_b.jsonl"})
      measure(file, answered_rows(file), Question::fulfils, Listing::all_but_right);
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  if (!std::filesystem::exists(assay::labelled_data())) {
    std::cout << "behaviour_bench: no labelled data beside this checkout\n";
    return 0;
  }
  std::vector<std::string> names(argv + 1, argv + argc);
  if (names.empty()) names = {"feh", "judged", "near", "recorded", "styles", "equivalent", "unsound"};
  for (const auto& name : names) assay::measure(name);
}
