// SPDX-License-Identifier: Apache-2.0
#include "project.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace assay {
namespace fs = std::filesystem;

Project::Project() {
  std::string name = (fs::temp_directory_path() / "assay_project_XXXXXX").string();
  if (!::mkdtemp(name.data())) throw std::runtime_error("cannot make " + name);
  root_ = fs::canonical(name);
}

Project::~Project() {
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(root_, ignored))
    if (entry.is_directory() && !entry.is_symlink())
      fs::permissions(entry.path(), fs::perms::owner_all, fs::perm_options::add, ignored);
  fs::remove_all(root_, ignored);
}

fs::path Project::folder(const std::string& suite) const { return build() / "assay" / suite; }

void Project::file(const std::string& name, const std::string& text) {
  fs::create_directories((root_ / name).parent_path());
  std::ofstream(root_ / name, std::ios::binary) << text;
}

void Project::tool(const std::string& script) {
  file("tool.sh", "#!/bin/sh\n" + script + "\n");
  fs::permissions(root_ / "tool.sh", fs::perms::owner_all);
}

std::string dataset_json(const std::string& name, const std::vector<Asked>& cases) {
  nlohmann::ordered_json json = {{"name", name}, {"version", "1.0.0"}, {"description", "made for a test"}};
  json["test_cases"] = nlohmann::ordered_json::array();
  for (const auto& asked : cases) {
    nlohmann::ordered_json item = {{"id", asked.id},
                                   {"prompt", asked.prompt},
                                   {"expected_command", asked.expected},
                                   {"category", "listing"},
                                   {"risk_level", "safe"},
                                   {"posix_compliant", true},
                                   {"tags", nlohmann::ordered_json::array({"basic"})}};
    item.update(asked.more);
    json["test_cases"].push_back(item);
  }
  json["created_at"] = "2026-01-01T00:00:00Z";
  return json.dump(2) + "\n";
}

void Project::dataset(const std::string& name, const std::vector<Asked>& cases) {
  file(name, dataset_json(fs::path(name).stem().string(), cases));
}

int Project::line_of(const std::string& name, const std::string& text) const {
  std::ifstream in(root_ / name);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number)
    if (line.find(text) != std::string::npos) return number;
  return 0;
}

void Project::suite(const std::string& options) {
  cmake_lists("assay_add_suite(NAME demo DATASETS set.json TOOL ./tool.sh " + options + ")\n");
}

void Project::cmake_lists(const std::string& text) {
  file("CMakeLists.txt",
       "cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES NONE)\nfind_package(assay REQUIRED)\n"
       "enable_testing()\n" +
           text);
}

Ran Project::configure() const {
  return sh(std::string(ASSAY_CMAKE) + " -S . -B build -Dassay_DIR=" + ASSAY_PACKAGE_DIR);
}

Ran Project::ctest(const std::string& arguments) const {
  return sh(std::string(ASSAY_CTEST) + " --test-dir build " + arguments);
}

std::string Project::runner_command(const std::string& suite) const {
  return std::string(ASSAY_RUNNER) + " --assay_suite=" + (folder(suite) / "suite.json").string();
}

Ran Project::runner(const std::string& arguments, const std::string& suite) const {
  return sh(runner_command(suite) + " " + arguments);
}

Ran Project::sh(const std::string& command) const {
  // The ctest that runs this test must not influence the ctest under test: several tests rely on the order of
  // its tests, and on the suite's own store.
  const std::string whole =
      "unset ASSAY_STORE ASSAY_SHARD ASSAY_RUN_ID $(env | sed -n "
      "'s/^\\(\\(CTEST\\|GTEST\\)_[A-Z_]*\\)=.*/\\1/p'); cd '" +
      root_.string() + "' && { " + command + "\n} 2>&1 </dev/null";
  FILE* pipe = ::popen(whole.c_str(), "r");
  if (!pipe) throw std::runtime_error("popen");
  Ran ran;
  char buffer[65536];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) ran.output.append(buffer, n);
  const int status = ::pclose(pipe);
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ran;
}

std::string Project::read(const fs::path& path) const {
  std::ifstream in(path.is_absolute() ? path : root_ / path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

nlohmann::json Project::json(const fs::path& path) const { return nlohmann::json::parse(read(path)); }

std::map<std::string, nlohmann::json> Project::results(const fs::path& run) const {
  std::map<std::string, nlohmann::json> rows;
  std::istringstream lines(read(run / "results.jsonl"));
  for (std::string line; std::getline(lines, line);) {
    const auto row = nlohmann::json::parse(line);
    rows.emplace(row.at("name"), row);
  }
  return rows;
}

std::vector<std::string> Project::run_ids(const std::string& suite) const {
  std::vector<std::string> ids;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder(suite) / "runs", none))
    if (entry.is_directory() && !entry.is_symlink() && entry.path().filename().string().front() != '.')
      ids.push_back(entry.path().filename());
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace assay
