// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/first_suite.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <system_error>

#include "assay/internal/origin.h"
#include "assay/internal/suite.h"
#include "assay/internal/text.h"
#include "assay/tool.h"

namespace assay {
namespace {
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kDataset = "cases.json";
constexpr const char* kToolFile = "tool.json";

// Any tool that knows a shell can answer both; the first has an alternative, to show where one goes.
constexpr const char* kCases = R"({
  "name": "first",
  "version": "1.0.0",
  "description": "Two cases to begin with; docs/dataset-format.md of assay describes every member",
  "test_cases": [
    {
      "id": "list-hidden",
      "prompt": "list all files in the current folder, hidden ones too, with details",
      "expected_command": "ls -la",
      "alternatives": ["ls -lA"],
      "category": "listing",
      "risk_level": "safe",
      "posix_compliant": true,
      "tags": ["ls"]
    },
    {
      "id": "last-lines",
      "prompt": "show the last 20 lines of app.log",
      "expected_command": "tail -n 20 app.log",
      "category": "reading",
      "risk_level": "safe",
      "posix_compliant": true,
      "tags": ["tail"]
    }
  ]
}
)";

// {0}: project and suite; {1}: the tool's description.
constexpr const char* kProject = R"(cmake_minimum_required(VERSION 3.25)
project({0} LANGUAGES NONE)

# Where assay is installed elsewhere than in the system's folders: -DCMAKE_PREFIX_PATH=<its prefix>
find_package(assay REQUIRED)
include(CTest)

assay_add_suite(
  NAME {0}
  DATASETS cases.json
  TOOL_FILE {1})
)";

struct Described {
  std::string name;
  fs::path description;  // already exists; empty: `text` is to be written
  std::string text;
};

// A word without special meaning in CMake.
std::string cmake_word(const std::string& text) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) || c == '/' || c == '.' || c == '_' || c == '-';
  };
  return std::ranges::all_of(text, is_plain) ? text : "[==[" + text + "]==]";
}

// A name that assay_add_suite accepts.
std::string suite_name(const std::string& tool) {
  std::string name = tool;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name.empty() ? "tool" : name;
}

// Relative to the suite's folder; with a slash, so that it is not looked up in PATH.
std::string as_seen_from(const fs::path& folder, const fs::path& file) {
  const fs::path parent = fs::absolute(file).parent_path();  // a link keeps its own name
  return (fs::proximate(parent, fs::absolute(folder)) / file.filename()).string();
}

// The script passed to an interpreter, or any other file found only from the current folder; end if there is
// none.
auto first_file(const std::vector<std::string>& argv) {
  return std::find_if(argv.begin() + 1, argv.end(), [](const std::string& word) {
    std::error_code unknown;
    return fs::path(word).is_relative() && fs::is_regular_file(word, unknown);
  });
}

// A PATH set for a server or a script is the description's business.
void check_found(const std::string& argv0) {
  const fs::path file = program_file(argv0);
  std::error_code unknown;
  if (!fs::is_regular_file(file, unknown))
    throw Error(
        {argv0, 0},
        argv0.find('/') == argv0.npos ? "there is no such program in PATH" : "there is no such program",
        "install it, or name it by its path: --tool './my-tool {prompt}'");
  if (::access(file.c_str(), X_OK) != 0)
    throw Error({argv0, 0}, "may not be executed", "chmod +x " + file.string());
}

// Whether a server exists is found out when it is asked.
void check_there(const Program& program) {
  if (!program.chat) check_found(program.argv.front());
}

void check_answers_with_commands(const Tool& tool) {
  const auto* program = std::get_if<Program>(&tool.how);
  if (!program) throw Error({tool.name, 0}, "is a recording", "name the tool itself");
  if (std::holds_alternative<RetrievalPointers>(program->answer))
    throw Error({tool.name, 0}, "is a retrieval tool: the cases of a first suite ask for commands",
                "write golden queries for it: docs/dataset-format.md");
}

Described ready_description(const std::string& name, const Tool& tool) {
  check_answers_with_commands(tool);
  check_there(std::get<Program>(tool.how));
  return {.name = name, .text = Json{{"like", name}}.dump() + "\n"};
}

Described own_description(const fs::path& file) {
  const Tool tool = read_tool(file);
  check_answers_with_commands(tool);
  const Program& program = std::get<Program>(tool.how);
  const bool has_path =
      std::ranges::any_of(program.env, [](const auto& each) { return each.first == "PATH"; });
  if (!has_path) check_there(program);
  return {.name = tool.name, .description = file};
}

Described command_description(const fs::path& folder, std::vector<std::string> argv) {
  check_found(argv.front());
  const auto has_prompt = [](const std::string& word) { return word.find("{prompt}") != word.npos; };
  if (std::ranges::none_of(argv, has_prompt)) argv.emplace_back("{prompt}");
  const auto script = first_file(argv);
  const bool has_script = script != argv.end();
  const std::string name = fs::path(has_script ? *script : argv.front()).filename().string();
  if (argv.front().find('/') != std::string::npos && fs::path(argv.front()).is_relative())
    argv.front() = as_seen_from(folder, argv.front());
  Json description = {{"name", name}, {"argv", argv}};
  if (has_script) description["cwd"] = fs::proximate(fs::current_path(), fs::absolute(folder)).string();
  return {.name = name, .text = description.dump(2) + "\n"};
}

Described described_tool(const fs::path& folder, const std::string& tool) {
  if (trimmed(tool).empty())
    throw Error({"--tool", 0}, "is empty", "name the tool: --tool './my-tool {prompt}'");
  if (!is_utf8(tool)) throw Error({tool, 0}, "is not UTF-8", "rename it: its description is JSON");
  std::error_code unknown;
  if (is_program(tool)) {
    const bool has_folder = fs::path(tool).has_parent_path();
    return command_description(folder, {has_folder ? tool : "./" + tool});
  }
  if (fs::is_regular_file(tool, unknown)) return own_description(tool);
  if (const auto ready = known_tool(tool)) return ready_description(tool, *ready);
  return command_description(folder, program_words(tool));
}

[[noreturn]] void refuse_file(const fs::path& file, const std::string& what) {
  throw Error({file.string(), 0}, what,
              "make the folder writable, or name another one: assay init DIR --tool …");
}

void check_free(const FirstSuite& suite) {
  std::vector<Problem> taken;
  for (const SuiteFile& file : suite.files) {
    const fs::path path = suite.folder / file.name;
    std::error_code unknown;
    if (fs::symlink_status(path, unknown).type() != fs::file_type::not_found)
      taken.push_back({.where = {path.string(), 0},
                       .what = "exists already",
                       .next = "move it away, or name another folder: assay init DIR --tool …"});
  }
  if (!taken.empty()) throw Error(std::move(taken));
}

// Never overwrites a file created in the meantime.
void write_new_file(const fs::path& file, const std::string& text) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen(file.c_str(), "wxe"), &std::fclose);
  if (!out) refuse_file(file, "cannot be written: " + std::generic_category().message(errno));
  const bool is_whole = std::fwrite(text.data(), 1, text.size(), out.get()) == text.size();
  if (std::fclose(out.release()) == 0 && is_whole) return;
  const std::string reason = std::generic_category().message(errno);
  std::error_code ignored;
  fs::remove(file, ignored);
  refuse_file(file, "cannot be written: " + reason);
}

}  // namespace

FirstSuite first_suite(const fs::path& folder, const std::string& tool) {
  const Described what = described_tool(folder, tool);
  FirstSuite suite{.folder = folder, .name = suite_name(what.name), .tool = what.description};
  suite.files.push_back({kDataset, kCases});
  if (what.description.empty()) {
    suite.tool = folder / kToolFile;
    suite.files.push_back({kToolFile, what.text});
  }
  const auto place = what.description.empty() ? kToolFile : as_seen_from(folder, what.description);
  suite.files.push_back({"CMakeLists.txt", fmt::format(kProject, suite.name, cmake_word(place))});
  return suite;
}

void write_suite(const FirstSuite& suite) {
  check_free(suite);
  std::error_code failed;
  const bool is_new = fs::create_directories(suite.folder, failed);
  if (failed) refuse_file(suite.folder, "cannot be made: " + failed.message());
  std::vector<fs::path> written;
  try {
    for (const SuiteFile& file : suite.files) {
      write_new_file(suite.folder / file.name, file.text);
      written.push_back(suite.folder / file.name);
    }
  } catch (const Error&) {
    std::error_code ignored;
    for (const fs::path& file : written) fs::remove(file, ignored);
    if (is_new) fs::remove(suite.folder, ignored);
    throw;
  }
}

}  // namespace assay
