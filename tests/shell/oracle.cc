// SPDX-License-Identifier: Apache-2.0
#include "oracle.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace assay::shell {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

std::optional<Ran> run(const std::string& program, std::string_view input) {
  const std::string name = program.substr(0, program.find(' '));
  if (std::system(("command -v " + name + " >/dev/null").c_str()) != 0) return std::nullopt;
  std::string pattern = std::filesystem::temp_directory_path() / "assay-shell-test-XXXXXX";
  if (!mkdtemp(pattern.data())) return std::nullopt;
  const std::filesystem::path folder = pattern;
  std::ofstream(folder / "in", std::ios::binary) << input;
  const std::string line = "cd " + folder.string() + " && " + program + " <in >out 2>err";
  Ran ran;
  const int status = std::system(line.c_str());
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  ran.output = read_file(folder / "out");
  ran.errors = read_file(folder / "err");
  std::filesystem::remove_all(folder);
  return ran;
}

std::optional<std::vector<std::string>> run_lines(const std::string& program, std::string_view input) {
  const auto ran = run(program, input);
  if (!ran) return std::nullopt;
  std::vector<std::string> lines;
  std::istringstream text(ran->output);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

const std::vector<std::string>& corpus() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> lines;
    std::ifstream file(ASSAY_SHARED_DATA "/nl2bash_commands.txt");
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }();
  return all;
}

std::size_t stride(std::size_t usual) { return std::getenv("ASSAY_FULL_CORPUS") ? 1 : usual; }

}  // namespace assay::shell
