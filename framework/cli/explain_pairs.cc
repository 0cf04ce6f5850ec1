#include "explain_pairs.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/error.h"
#include "command_line.h"
#include "explanation.h"

namespace assay::cli {
namespace {

struct Pair {
  std::string id, a, b;
};

Pair read_pair(const std::string& line, const SourceLine& where) try {
  const auto json = nlohmann::json::parse(line);
  const auto& id = json.at("id");
  return {id.is_string() ? id.get<std::string>() : id.dump(), json.at("a"), json.at("b")};
} catch (const nlohmann::json::exception& error) {
  throw Error(Problem{.where = where,
                      .what = std::string("not a pair: ") + error.what(),
                      .next = "write {\"id\": …, \"a\": \"command\", \"b\": \"command\"}"});
}

int explain_lines(std::istream& in, const std::string& name, const UtilityTables& tables) {
  int status = kHeld;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    try {
      const auto pair = read_pair(line, {name, number});
      std::cout << verdict_json(pair.id, compare(pair.a, pair.b, {.tables = &tables})) << '\n';
    } catch (const Error& error) {
      std::cerr << error.what() << "\n";
      status = kNotComparable;
    }
  }
  std::cout.flush();
  return std::cout ? status : kNotComparable;
}

}  // namespace

int explain_pairs(const std::filesystem::path& file, const UtilityTables& tables) {
  if (file == "-") return explain_lines(std::cin, "standard input", tables);
  std::ifstream in(file);
  if (!in)
    throw Error(Problem{.where = {file.string(), 0},
                        .what = std::string("cannot be read: ") + std::strerror(errno),
                        .next = "name a file of {\"id\", \"a\", \"b\"} lines"});
  return explain_lines(in, file.string(), tables);
}

}  // namespace assay::cli
