// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace assay {
namespace fs = std::filesystem;
namespace {

std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

}  // namespace

Program::Program() {
  std::string name = (fs::temp_directory_path() / "assay_cli_XXXXXX").string();
  if (!::mkdtemp(name.data())) throw std::runtime_error("cannot make " + name);
  folder_ = name;
}

Program::~Program() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Program::file(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name) << text;
}

bool Program::has(const std::string& name) const { return fs::exists(folder_ / name); }

std::string Program::read(const std::string& name) const {
  std::ostringstream all;
  all << std::ifstream(folder_ / name).rdbuf();
  return all.str();
}

Ran Program::run(const std::vector<std::string>& arguments) const {
  std::string command = "\"$assay\"";
  for (const auto& argument : arguments) command += " " + quoted(argument);
  return bash(command);
}

Ran Program::bash(const std::string& line) const {
  const std::string set_up =
      "cd " + folder_.string() +
      " && unset ASSAY_STORE ASSAY_SHARD ASSAY_RUN_ID CI_NODE_INDEX "
      "CI_PIPELINE_ID CIRCLE_WORKFLOW_ID BUILDKITE_BUILD_ID BUILD_BUILDID GITHUB_RUN_ID SLURM_ARRAY_JOB_ID "
      "SLURM_ARRAY_TASK_ID && export assay='" ASSAY_PROGRAM "' && ";
  const int status =
      std::system((set_up + "bash -c " + quoted(line) + " > .out 2> .err < /dev/null").c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read(".out"), read(".err")};
}

std::vector<std::string> commands_of_the_program() {
  std::istringstream help(Program().run({"--help"}).out);
  std::vector<std::string> commands;
  std::string line;
  while (std::getline(help, line) && line != "Subcommands:") continue;
  while (std::getline(help, line) && !line.empty()) {
    std::istringstream words(line);
    words >> commands.emplace_back();
  }
  return commands;
}

void execute_sql(const std::filesystem::path& store, const std::string& sql) {
  sqlite3* database = nullptr;
  sqlite3_open(store.c_str(), &database);
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
}

}  // namespace assay
