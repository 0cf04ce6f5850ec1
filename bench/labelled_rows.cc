// SPDX-License-Identifier: Apache-2.0
#include "labelled_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace assay {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

const fs::path kDatasets = fs::path(ASSAY_SOURCE_DIR) / "datasets" / "correctness";

std::vector<Json> lines_of(const fs::path& file) {
  std::vector<Json> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

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

std::map<std::string, Case> bundled_cases() {
  std::map<std::string, Case> cases;
  for (const auto& file : fs::directory_iterator(kDatasets)) {
    if (file.path().extension() != ".json") continue;
    Dataset dataset = read_dataset(file.path());
    for (Case& each : dataset.cases) cases[dataset.name + "." + each.id] = std::move(each);
  }
  return cases;
}

}  // namespace

fs::path labelled_data() { return ASSAY_SHARED_DATA; }

std::vector<Row> feh_rows() {
  std::vector<Row> rows;
  for (const Json& line : lines_of(labelled_data() / "feh_pairs.jsonl")) {
    if (!line.contains("fs")) continue;
    Row row;
    row.asked.id = fmt::format("{}", line["index"].get<int>());
    row.asked.prompt = line["task"];
    row.asked.accepted = {line["ground_truth"]};
    const fs::path world = labelled_data() / fmt::format("world_fs_{}.json", line["fs"].get<int>());
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
  for (const Json& line : lines_of(labelled_data() / "judged_pairs.jsonl")) {
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

std::vector<Row> answered_rows(const char* name, const char* label) {
  const auto cases = bundled_cases();
  std::vector<Row> rows;
  for (const Json& line : lines_of(labelled_data() / name)) {
    const auto found = cases.find(line["dataset"].get<std::string>() + "." + line["id"].get<std::string>());
    if (found == cases.end()) continue;
    rows.push_back({.asked = found->second,
                    .answer = line["answer"],
                    .is_right = line[label],
                    .why = line.value("why", "")});
  }
  return rows;
}

std::vector<Row> confirmed_rows() {
  std::vector<Row> rows;
  for (const Json& line : lines_of(labelled_data() / "equiv_pairs_dev.jsonl")) {
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

std::vector<Row> unsound_rows() {
  std::vector<Row> rows;
  for (const Json& line : lines_of(labelled_data() / "unsound_pairs.jsonl")) {
    Row row;
    row.asked.id = line["family"];
    row.asked.accepted = {line["a"]};
    row.answer = line["b"];
    row.why = line["family"];
    rows.push_back(std::move(row));
  }
  return rows;
}

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

std::vector<Row> sampled(std::vector<Row> rows) {
  const char* every = std::getenv("ASSAY_BENCH_EVERY");
  const std::size_t step = every ? std::max(std::atoi(every), 1) : 1;
  std::vector<Row> sample;
  for (std::size_t i = 0; i < rows.size(); i += step) sample.push_back(std::move(rows[i]));
  return sample;
}

}  // namespace assay
