// SPDX-License-Identifier: Apache-2.0
// One run split over processes: two datasets, recorded answers, and what the tests ask the program about
// them.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "program.h"

namespace assay {

// Two datasets of six and four cases; some of the answers are wrong and one is missing.
class ShardTest : public testing::Test {
 protected:
  ShardTest() {
    dataset("one", 6);
    dataset("two", 4);
    std::string lines;
    for (int i = 0; i < 9; ++i)
      lines += nlohmann::ordered_json{{"id", "case-" + std::to_string(i)},
                                      {"answer", i % 3 == 2 ? "pwd" : command(i)}}
                   .dump() +
               "\n";
    program_.file("answers.jsonl", lines);
  }

  static std::string command(int number) { return "head -n " + std::to_string(number + 1) + " file"; }

  void dataset(const std::string& name, int count) {
    nlohmann::ordered_json cases = nlohmann::ordered_json::array();
    for (int i = 0; i < count; ++i, ++next_)
      cases.push_back({{"id", "case-" + std::to_string(next_)},
                       {"prompt", "the first lines, number " + std::to_string(next_)},
                       {"expected_command", command(next_)},
                       {"category", i % 2 == 0 ? "even" : "odd"},
                       {"risk_level", "safe"},
                       {"posix_compliant", true},
                       {"tags", nlohmann::ordered_json::array({name})}});
    program_.file(name + ".json", nlohmann::ordered_json{{"name", name},
                                                         {"version", "1"},
                                                         {"description", "d"},
                                                         {"test_cases", cases},
                                                         {"created_at", "2026-01-01T00:00:00Z"}}
                                      .dump(1));
  }

  Ran run(const std::vector<std::string>& further) const {
    std::vector<std::string> arguments = {"run",      "--dataset",  "one.json",
                                          "two.json", "--recorded", "answers.jsonl"};
    arguments.insert(arguments.end(), further.begin(), further.end());
    return program_.run(arguments);
  }
  Ran shard(int number, int count, const std::string& store) const {
    return run({"--run-id", "cut", "--shard", std::to_string(number) + "/" + std::to_string(count), "--store",
                store});
  }
  // Runs every shard, and returns their stores.
  std::vector<std::string> cut(int count) const {
    std::vector<std::string> stores;
    for (int number = 1; number <= count; ++number) {
      stores.push_back("cut-" + std::to_string(count) + "-" + std::to_string(number) + ".db");
      const Ran ran = shard(number, count, stores.back());
      const bool has_only_what_has_no_answer = count >= 10 && number == 10;
      EXPECT_EQ(ran.status, has_only_what_has_no_answer ? 2 : 0) << ran.out << ran.err;
    }
    return stores;
  }
  Ran merge(const std::vector<std::string>& stores, const std::string& into,
            const std::vector<std::string>& further = {}) const {
    std::vector<std::string> arguments = {"merge", "--store", into};
    arguments.insert(arguments.end(), further.begin(), further.end());
    arguments.insert(arguments.end(), stores.begin(), stores.end());
    return program_.run(arguments);
  }
  // A report of the only run in a store.
  std::string report(const std::string& store, const std::string& file) const {
    const Ran ran = program_.run({"report", "--store", store, "--output", store + ".d"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    return program_.read(store + ".d/" + file);
  }
  // All lines except those of members that hold times.
  static std::string without_times(const std::string& json_lines) {
    std::istringstream in(json_lines);
    std::string text;
    for (std::string line; std::getline(in, line);)
      if (line.find("\"started_at\"") == line.npos && line.find("\"finished_at\"") == line.npos)
        text += line + "\n";
    return text;
  }
  static std::string rows_without_times(const std::string& json_lines) {
    std::istringstream in(json_lines);
    std::string text;
    for (std::string line; std::getline(in, line);) {
      auto row = nlohmann::ordered_json::parse(line);
      row.erase("started_at");
      text += row.dump() + "\n";
    }
    return text;
  }

  Program program_;
  int next_ = 0;
};

}  // namespace assay
