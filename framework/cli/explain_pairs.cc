// SPDX-License-Identifier: Apache-2.0
#include "explain_pairs.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "assay/error.h"
#include "assay/internal/command_grade.h"
#include "command_line.h"
#include "explanation.h"

namespace assay::cli {
namespace {

struct AskedPair {
  std::string id, a, b;
};

AskedPair read_pair(const std::string& line, const SourceLine& where) try {
  const auto json = nlohmann::json::parse(line);
  const auto& id = json.at("id");
  return {id.is_string() ? id.get<std::string>() : id.dump(), json.at("a"), json.at("b")};
} catch (const nlohmann::json::exception& error) {
  throw Error(Problem{.where = where,
                      .what = std::string("not a pair: ") + error.what(),
                      .next = "write {\"id\": …, \"a\": \"command\", \"b\": \"command\"}"});
}

constexpr const char* kNext = "name a file of {\"id\", \"a\", \"b\"} lines";

Error cannot_read(const std::string& name) {
  return Error(Problem{
      .where = {name, 0}, .what = std::string("cannot be read: ") + std::strerror(errno), .next = kNext});
}

// The lines of a file that may be an endless pipe.
class Lines {
 public:
  Lines(std::FILE* file, std::string name) : file_(file), name_(std::move(name)) {}

  // Throws Error if nothing can be read, and for a line without an end.
  bool next(std::string& line) {
    line.clear();
    ++number_;
    int c = 0;
    while ((c = ::getc_unlocked(file_)) != EOF && c != '\n') {
      if (line.size() == kLongest)
        throw Error(Problem{.where = where(), .what = "the line is longer than 16 MiB", .next = kNext});
      line += static_cast<char>(c);
    }
    if (std::ferror(file_) != 0) throw cannot_read(name_);
    return c == '\n' || !line.empty();
  }
  SourceLine where() const { return {name_, number_}; }
  SourceLine file() const { return {name_, 0}; }

 private:
  static constexpr std::size_t kLongest = std::size_t{16} << 20;
  std::FILE* file_;
  std::string name_;
  int number_ = 0;
};

int explain_lines(Lines lines, const Backends& backends) {
  int status = kPassed;
  bool is_empty = true;
  for (std::string line; std::cout && lines.next(line);) {
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    is_empty = false;
    try {
      const auto pair = read_pair(line, lines.where());
      std::cout << verdict_json(pair.id, explain_commands(pair.a, pair.b, backends)) << '\n';
    } catch (const Error& error) {
      std::cerr << error.what() << "\n";
      status = kError;
    }
  }
  if (is_empty) throw Error(Problem{.where = lines.file(), .what = "holds no pair", .next = kNext});
  return status;
}

}  // namespace

int explain_pairs(const std::filesystem::path& file, const Backends& backends) {
  if (file == "-") return explain_lines({stdin, "standard input"}, backends);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened(std::fopen(file.c_str(), "re"), &std::fclose);
  if (!opened) throw cannot_read(file.string());
  return explain_lines({opened.get(), file.string()}, backends);
}

}  // namespace assay::cli
