// SPDX-License-Identifier: Apache-2.0
// replay FILE PROMPT: answers a prompt with the answer recorded for it in FILE. It stands in for a model that
// cannot be shipped, so that a suite can ask it like any other tool. The file is JSON Lines: {"prompt": "…",
// "answer": "…"}.
#include <exception>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

namespace {

enum ExitStatus { kAnswered = 0, kNoAnswer = 1, kUsage = 2 };

std::optional<std::string> recorded_answer(const std::string& path, const std::string& prompt) {
  std::ifstream lines(path);
  if (!lines) throw std::runtime_error("cannot read " + path);
  int number = 0;
  for (std::string line; std::getline(lines, line);) try {
      ++number;
      const auto record = nlohmann::json::parse(line);
      if (record.at("prompt") == prompt) return record.at("answer").get<std::string>();
    } catch (const nlohmann::json::exception& error) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": " + error.what());
    }
  return std::nullopt;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::cerr << "usage: replay FILE PROMPT\n";
    return kUsage;
  }
  if (const auto answer = recorded_answer(argv[1], argv[2])) {
    std::cout << *answer << '\n';
    return kAnswered;
  }
  std::cerr << "replay: " << argv[1] << " has no answer to this prompt\n";
  return kNoAnswer;
} catch (const std::exception& error) {
  std::cerr << "replay: " << error.what() << '\n';
  return kUsage;
}
