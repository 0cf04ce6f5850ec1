// SPDX-License-Identifier: Apache-2.0
// Compares posix_facts() with dash and shellcheck: over a committed sample, and over every twentieth command
// of the corpus beside the project, if it is present.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

#include "../utilities/tool_process.h"
#include "assay/internal/posix.h"

namespace assay {
namespace {

constexpr std::size_t kStride = 20;
constexpr std::size_t kBatch = 50;  // scripts per run of shellcheck

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> commands() {
  auto all = lines_of(ASSAY_SOURCE_DIR "/tests/posix/commands.txt");
  const char* every = std::getenv("ASSAY_CORPUS_STRIDE");
  const std::size_t stride = every ? std::strtoul(every, nullptr, 10) : kStride;
  const auto corpus = lines_of(ASSAY_SHARED_DATA "/nl2bash_commands.txt");
  for (std::size_t i = 0; i < corpus.size(); i += std::max<std::size_t>(stride, 1)) all.push_back(corpus[i]);
  return all;
}

// The known disagreements: which program, and about what.
class Disagreements {
 public:
  Disagreements() {
    for (const std::string& line : lines_of(ASSAY_SOURCE_DIR "/tests/posix/disagreements.txt")) {
      const std::size_t first = line.find('\t');
      const std::size_t second = line.find('\t', first + 1);
      if (line.starts_with('#') || first == line.npos) continue;
      EXPECT_NE(second, line.npos) << "no reason: " << line;
      known_.insert({line.substr(0, first), line.substr(first + 1, second - first - 1)});
    }
  }
  bool has(const std::string& who, const std::string& what) const {
    return std::ranges::any_of(known_, [&](const auto& each) {
      return each.first == who && (who == "alone" ? what.starts_with(each.second) : what == each.second);
    });
  }

 private:
  std::set<std::pair<std::string, std::string>> known_;
};

const UtilityTables& shell_tables() {
  static const UtilityTables built_in;
  return built_in;
}

std::filesystem::path write_script(const ScratchFolder& folder, std::size_t number,
                                   const std::string& command) {
  const auto file = folder.path() / (std::to_string(number) + ".sh");
  std::ofstream(file) << command << "\n";
  return file.filename();
}

bool is_missing(const std::string& program) {
  const ScratchFolder folder;
  return !run_tool({"sh", "-c", "command -v " + program}, folder.path(), Streams::output_only)
              .text.starts_with('/');
}

#define SKIP_WITHOUT(program)                                                      \
  if (is_missing(program)) {                                                       \
    if (std::getenv("ASSAY_MUST_RUN") != nullptr) FAIL() << program " is missing"; \
    GTEST_SKIP() << program " is missing";                                         \
  }

TEST(OtherShells, DashRefusesNothingThatIsCalledCompliant) {
  SKIP_WITHOUT("dash");
  const Disagreements known;
  const ScratchFolder folder;
  const auto all = commands();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const PosixFacts facts = posix_facts(all[i], shell_tables());
    const bool is_syntax = std::ranges::any_of(
        facts.departures, [](const Departure& each) { return each.departs == Departs::syntax; });
    if (is_syntax || known.has("dash", all[i])) continue;
    const auto said =
        run_tool({"dash", "-n", write_script(folder, i, all[i])}, folder.path(), Streams::merged);
    EXPECT_EQ(said.status == 0, !facts.not_understood) << all[i] << "\n" << said.text;
  }
}

// The "In POSIX sh, …" codes for each command, by index.
std::map<std::size_t, std::set<std::string>> complaints_of_shellcheck(const std::vector<std::string>& all) {
  const ScratchFolder folder;
  std::map<std::size_t, std::set<std::string>> found;
  for (std::size_t begin = 0; begin < all.size(); begin += kBatch) {
    std::vector<std::string> argv = {"shellcheck", "-s", "sh", "-f", "gcc"};
    for (std::size_t i = begin; i < std::min(begin + kBatch, all.size()); ++i)
      argv.push_back(write_script(folder, i, all[i]));
    const auto said = run_tool(argv, folder.path(), Streams::output_only);
    EXPECT_NE(said.status, -1) << "shellcheck took too long";
    std::istringstream lines(said.text);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t code = line.rfind("[SC");
      if (code != line.npos) found[std::stoul(line)].insert(line.substr(code + 1, line.size() - code - 2));
    }
  }
  return found;
}

bool is_of_shell(const Departure& each) {
  return each.departs == Departs::syntax || each.departs == Departs::builtin;
}
// shellcheck does not read scripts that are arguments of sh -c.
bool is_quoted(const Departure& each, const std::string& command) {
  return command[each.span.begin] == '\'' || command[each.span.begin] == '"';
}

TEST(OtherShells, ShellcheckNamesTheSameBashisms) {
  SKIP_WITHOUT("shellcheck");
  const Disagreements known;
  const auto all = commands();
  const auto complaints = complaints_of_shellcheck(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const PosixFacts facts = posix_facts(all[i], shell_tables());
    if (facts.not_understood) continue;
    const auto codes = complaints.contains(i) ? complaints.at(i) : std::set<std::string>();
    const bool is_readable =
        std::ranges::none_of(codes, [](const std::string& code) { return code.starts_with("SC1"); });
    const bool is_named =
        std::ranges::any_of(codes, [](const std::string& code) { return code.starts_with("SC3"); });
    EXPECT_TRUE(!is_named || !facts.departures.empty() || known.has("shellcheck", all[i]))
        << all[i] << "\n"
        << testing::PrintToString(codes);
    if (is_named || !is_readable) continue;
    for (const Departure& each : facts.departures)
      EXPECT_TRUE(!is_of_shell(each) || is_quoted(each, all[i]) || known.has("alone", each.what))
          << all[i] << "\n"
          << each.what;
  }
}

}  // namespace
}  // namespace assay
