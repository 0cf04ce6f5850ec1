// SPDX-License-Identifier: Apache-2.0
// tokens FOLDER < texts: reads one JSON string per line and prints its ids on one line. For
// tokenizer_oracle.py.
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "assay/internal/tokenizer.h"

int main(int argc, char** argv) try {
  if (argc != 2) return 2;
  const auto tokenizer = assay::read_tokenizer(argv[1]);
  for (std::string line; std::getline(std::cin, line);)
    std::cout
        << nlohmann::json(tokenizer->encode(nlohmann::json::parse(line).get<std::string>(), 512).ids).dump()
        << '\n';
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
