// SPDX-License-Identifier: Apache-2.0
// A user's project in a temporary folder: a dataset, a tool, a call of assay_add_suite, and what ctest prints
// about it.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace assay {

struct Ran {
  int status = -1;     // exit status, or 128 + signal
  std::string output;  // stdout and stderr
};

// One case of a dataset; members the tests do not care about are filled in.
struct Asked {
  std::string id;
  std::string prompt;
  std::string expected;
  nlohmann::ordered_json more = nlohmann::ordered_json::object();  // further members
};

class Project {
 public:
  Project();
  ~Project();
  Project(const Project&) = delete;
  Project& operator=(const Project&) = delete;

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path build() const { return root_ / "build"; }
  std::filesystem::path folder(const std::string& suite = "demo") const;  // suite.json, runs/, …

  void file(const std::string& name, const std::string& text);
  // Writes tool.sh, the suite's default TOOL; `script` is POSIX sh, "$1" the prompt.
  void tool(const std::string& script);
  void dataset(const std::string& file, const std::vector<Asked>& cases);
  // The line of `text` in a file of the project, 1-based.
  int line_of(const std::string& file, const std::string& text) const;

  // Writes CMakeLists.txt with one suite `demo`: DATASETS set.json TOOL tool.sh, and `options`.
  void suite(const std::string& options = "");
  void cmake_lists(const std::string& text);
  Ran configure() const;

  Ran ctest(const std::string& arguments = "") const;
  Ran runner(const std::string& arguments = "", const std::string& suite = "demo") const;
  std::string runner_command(const std::string& suite = "demo") const;
  // Runs a shell command in the project's folder.
  Ran sh(const std::string& command) const;

  std::filesystem::path latest(const std::string& suite = "demo") const {
    return folder(suite) / "runs" / "latest";
  }
  std::string read(const std::filesystem::path& file) const;
  nlohmann::json json(const std::filesystem::path& file) const;
  // results.jsonl of a run's folder, by case name.
  std::map<std::string, nlohmann::json> results(const std::filesystem::path& run) const;
  std::vector<std::string> run_ids(const std::string& suite = "demo") const;

 private:
  std::filesystem::path root_;
};

// A dataset as JSON; further members of each case are filled in.
std::string dataset_json(const std::string& name, const std::vector<Asked>& cases);

}  // namespace assay
