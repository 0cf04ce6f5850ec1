// SPDX-License-Identifier: Apache-2.0
// The assay program, run with given arguments in its own temporary folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay {

struct Ran {
  int status = -1;
  std::string out;
  std::string err;
};

class Program {
 public:
  Program();
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  void file(const std::string& name, const std::string& text) const;
  bool has(const std::string& name) const;
  std::string read(const std::string& name) const;
  // Passes the arguments verbatim, without a shell.
  Ran run(const std::vector<std::string>& arguments) const;
  // Runs a line in bash, in which $assay is the program.
  Ran bash(const std::string& line) const;

 private:
  std::filesystem::path folder_;
};

// Those that `assay --help` lists.
std::vector<std::string> commands_of_the_program();

// Changes a store as only an accident would.
void execute_sql(const std::filesystem::path& store, const std::string& sql);

}  // namespace assay
