// SPDX-License-Identifier: Apache-2.0
#include "discovery.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <iostream>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "assay/internal/file.h"
#include "assay/internal/fixture.h"
#include "assay/internal/http.h"
#include "assay/internal/json.h"
#include "assay/internal/plan.h"
#include "assay/internal/text.h"
#include "assay/internal/utilities.h"
#include "assay/summary.h"

namespace assay {
namespace {

using std::chrono::seconds;

// ctest's limit is longer than ours, so that ours ends the tool, reports and writes the fragment.
constexpr seconds kGrace{15};

// Characters at which CMake would split or join a list, or that control a terminal.
bool splits_labels(char c) {
  return std::string_view(";[]\\").find(c) != std::string_view::npos ||
         std::iscntrl(static_cast<unsigned char>(c));
}

// ctest prints labels verbatim, so they must not contain terminal control sequences.
std::string label_text(std::string label) {
  std::replace_if(label.begin(), label.end(), splits_labels, '_');
  label = one_line(label);
  std::replace_if(label.begin(), label.end(), splits_labels, '_');
  return label;
}

// ctest shows a test's DEF_SOURCE_LINE since 3.30; earlier versions leave it out of their JSON. It does no
// harm if the version is unknown.
bool shows_definitions(std::string_view version) {
  int major = 0, minor = 0;
  const char* end = version.data() + version.size();
  const auto [dot, error] = std::from_chars(version.data(), end, major);
  if (error != std::errc() || dot == end) return true;
  std::from_chars(dot + 1, end, minor);
  return std::pair(major, minor) >= std::pair(3, 30);
}

// Escapes for use within a double-quoted argument.
std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (;;) {
    const auto special =
        std::find_if(text.begin(), text.end(), [](char c) { return c == '"' || c == '\\' || c == '$'; });
    result.append(text.begin(), special);
    if (special == text.end()) return result;
    (result += '\\') += *special;
    text.remove_prefix(static_cast<std::size_t>(special - text.begin()) + 1);
  }
}

// A double-quoted CMake argument that yields `text`, whatever bytes it contains.
std::string cmake_quoted(std::string_view text) { return '"' + escaped(text) + '"'; }

// Case names, one per line.
constexpr std::string_view kCases = "set(assay_cases\n", kCaseIndent = "  ", kCasesEnd = ")\n";
constexpr std::string_view kAdd = "add_test(\"";

// Adds the cases of the lists before it: each case's name, kind (cases of one kind have the same properties),
// and line, for readers that show lines.
//
// ctest copies its memory map for every test that it starts, and setting a test's property takes longer the
// more tests there are (it searches all names). So, to allow 10,000 cases, each has only a few words.
constexpr std::string_view kAddCases =
    R"(foreach(assay_case assay_kind assay_line IN ZIP_LISTS assay_cases assay_kinds assay_lines)
  add_test("{suite}.${{assay_case}}" {command} "--assay_ctest=${{assay_case}}")
  set_tests_properties("{suite}.${{assay_case}}" ${{assay_kind_${{assay_kind}}}})
  if(assay_shows_lines)
    set_tests_properties("{suite}.${{assay_case}}" PROPERTIES{lines})
  endif()
endforeach()
)";

class Script {
 public:
  Script(const BuiltSuite& suite, const ScriptOptions& options, const std::string& skip_mark)
      : suite_(suite),
        skip_mark_(skip_mark),
        timeout_(options.timeout),
        tries_(options.tries),
        turn_(options.turn * suite.jobs),
        retry_(options.retry),
        fixture_(cmake_quoted("assay." + suite.name)),
        fixture_limit_(options.fixture),
        shows_definitions_(shows_definitions(options.ctest_version)),
        stamp_(options.stamp) {
    if (!stamp_.empty()) text_ += fmt::format("# {}\n", stamp_);
    text_ += fmt::format("set(assay_command {})\n", cmake_quoted(options.command.program.string()));
    if (options.command.argument.empty()) return;
    text_ += fmt::format("set(assay_argument {})\n", cmake_quoted(options.command.argument));
    command_ += " \"${assay_argument}\"";
  }

  void add_cases(const Dataset& dataset) {
    std::string names(kCases), kinds, lines;
    for (const auto& asked : dataset.cases) {
      const auto limit = std::chrono::duration_cast<seconds>(patience(asked)) * suite_.repeat + kGrace;
      ((names += kCaseIndent) += full_name_of(asked)) += '\n';
      (kinds += ' ') += std::to_string(kind_of(labels(asked), limit));
      (lines += ' ') += std::to_string(asked.where.line);
    }
    text_ += fmt::format("set(assay_file {})\n{}{}set(assay_kinds{})\nset(assay_lines{})\n",
                         cmake_quoted(dataset.file.string()), names, kCasesEnd, kinds, lines);
    text_ += fmt::format(kAddCases, fmt::arg("suite", suite_.name), fmt::arg("command", command_),
                         fmt::arg("lines", at_escaped("${assay_file}", "${assay_line}")));
  }

  std::chrono::milliseconds longest(const Dataset& dataset) const {
    auto longest = patience({});
    for (const auto& asked : dataset.cases) longest = std::max(longest, patience(asked));
    return longest;
  }

  void add_dataset(const Dataset& dataset) {
    add(dataset.name, "--assay_ctest=" + dataset.name + ".*",
        all_of(limit_of(dataset.cases.size(), longest(dataset))) + required() +
            at({dataset.file.string(), 1}));
  }

  void add_shard(unsigned shard, std::size_t cases, std::chrono::milliseconds longest) {
    add(fmt::format("shard_{}_of_{}", shard + 1, suite_.shards), "--assay_ctest",
        all_of(limit_of(cases, longest)) + required() +
            fmt::format(" ENVIRONMENT \"GTEST_TOTAL_SHARDS={};GTEST_SHARD_INDEX={}\"", suite_.shards, shard));
  }

  void add_invalid(const Problem& problem) {
    std::string stem = std::filesystem::path(problem.where.file).stem().string();
    std::replace_if(
        stem.begin(), stem.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    if (!invalid_.insert(stem).second) return;
    add(stem + ".DATASET_INVALID", "--assay_ctest --assay_check",
        all_of(kGrace * 4) + required() + at(problem.where));
  }

  // Comes before all others if the tool has a fixture.
  void add_setup() {
    if (!fixture_limit_) return;
    const auto limit = 2 * std::chrono::duration_cast<seconds>(*fixture_limit_) + kGrace;
    add("setup", "--assay_ctest --assay_setup", all_of(limit) + " FIXTURES_SETUP " + fixture_);
  }

  void add_aggregate() {
    const auto teardown = 3 * std::chrono::duration_cast<seconds>(fixture_limit_.value_or(seconds(0)));
    add("aggregate", "--assay_ctest --assay_aggregate",
        all_of(seconds(600) + teardown) + " FIXTURES_CLEANUP " + fixture_ + skippable());
  }

  std::string text() && {
    if (!stamp_.empty()) text_ += fmt::format("# end {}\n", stamp_);
    return std::move(text_);
  }

 private:
  void add(const std::string& name, const std::string& arguments, const std::string& properties) {
    const std::string test = cmake_quoted(suite_.name + "." + name);
    text_ += fmt::format("add_test({} {} {})\nset_tests_properties({} PROPERTIES{})\n", test, command_,
                         arguments, test, properties);
  }

  // The number of the variable that holds these properties.
  std::size_t kind_of(const std::vector<std::string>& labels, seconds limit) {
    // Within a variable, a ';' in a value needs a backslash, because the variable is split where it is used.
    auto properties = with_labels(labels, "\\;", limit) + required() + skippable();
    const auto [kind, is_new] = kinds_.try_emplace(std::move(properties), kinds_.size());
    if (is_new) text_ += fmt::format("set(assay_kind_{} PROPERTIES{})\n", kind->second, kind->first);
    return kind->second;
  }

  std::string all_of(seconds limit) const { return with_labels(suite_.labels, ";", limit); }

  static std::string with_labels(const std::vector<std::string>& labels, std::string_view separator,
                                 seconds limit) {
    return fmt::format(" LABELS {} TIMEOUT {}", cmake_quoted(fmt::format("{}", fmt::join(labels, separator))),
                       limit.count());
  }

  // A ';' would split the list, and a tag equal to one of the suite's labels would select by accident.
  std::vector<std::string> labels(const Case& asked) const {
    std::vector<std::string> all = suite_.labels;
    const auto add_label = [&](std::string label) {
      label = label_text(std::move(label));
      if (!label.empty() && std::find(all.begin(), all.end(), label) == all.end())
        all.push_back(std::move(label));
    };
    if (!asked.category.empty()) add_label("category:" + asked.category);
    if (asked.retrieval) {
      if (!asked.retrieval->difficulty.empty()) add_label("difficulty:" + asked.retrieval->difficulty);
      if (!asked.retrieval->group.empty()) add_label("group:" + asked.retrieval->group);
    } else {
      add_label(fmt::format("risk:{}", to_string(asked.risk_level)));
    }
    for (const auto& tag : asked.tags) add_label(tag);
    return all;
  }

  // Includes all retries of an unavailable tool.
  std::chrono::milliseconds patience(const Case& asked) const {
    const auto once = asked.own->timeout.value_or(timeout_) * tries_ + turn_;
    return once * (retry_.times + 1) + retry_.wait * retry_.times;
  }

  // For that many cases, none of which may take longer than `longest`.
  seconds limit_of(std::size_t cases, std::chrono::milliseconds longest) const {
    const auto attempts = cases * static_cast<std::size_t>(suite_.repeat);
    const auto rounds = static_cast<long>((attempts + suite_.jobs - 1) / suite_.jobs);
    return std::chrono::duration_cast<seconds>(longest * std::max(1L, rounds)) + kGrace * 4;
  }

  std::string required() const { return " FIXTURES_REQUIRED " + fixture_; }
  // Not SKIP_RETURN_CODE: editors show that as an error.
  std::string skippable() const { return fmt::format(" SKIP_REGULAR_EXPRESSION {}", skip_mark_); }
  std::string at(const SourceLine& where) const {
    return at_escaped(escaped(where.file), std::to_string(where.line));
  }
  // Both arguments are already escaped for double quotes.
  std::string at_escaped(const std::string& file, const std::string& line) const {
    const auto trace = fmt::format(" _BACKTRACE_TRIPLES \"{};{};add_test\"", file, line);
    return shows_definitions_ ? fmt::format("{} DEF_SOURCE_LINE \"{}:{}\"", trace, file, line) : trace;
  }

  const BuiltSuite& suite_;
  std::string skip_mark_;
  std::chrono::milliseconds timeout_;
  int tries_;
  std::chrono::milliseconds turn_;
  Retry retry_;
  std::string fixture_;
  std::optional<std::chrono::milliseconds> fixture_limit_;
  bool shows_definitions_;
  std::string stamp_;
  std::string command_ = "\"${assay_command}\"";
  std::map<std::string, std::size_t> kinds_;  // number by properties
  std::set<std::string> invalid_;
  std::string text_;
};

void check_name(const BuiltSuite& suite, const Dataset& dataset) {
  if (suite.granularity != Granularity::dataset) return;
  if (dataset.name == "aggregate" || dataset.name == "setup")
    throw Error(Problem{
        .where = {dataset.file.string(), 1},
        .pointer = "/name",
        .what = "dataset name \"" + dataset.name + "\" is already the name of another test of the suite",
        .next = "give the dataset another name, or the suite another GRANULARITY"});
}

void add(const BuiltSuite& suite, Discovered& found, const std::filesystem::path& file) try {
  const auto stamp = stamp_of(file);
  auto read = read_indexed_dataset(file);
  check_name(suite, read.dataset);
  check_joins(read.dataset, infos_of(found.index), found.index.kind);
  const auto& set = read.dataset;
  found.index.files.push_back({info_of(set), stamp.value_or(FileStamp{})});
  found.index.cases += set.cases.size();
  found.index.kind = kind_of(set.cases.front());
  for (const auto& asked : set.cases) found.index.levels.add(asked);
  found.datasets.push_back(std::move(read));
} catch (const Error& error) {
  for (auto problem : error.problems()) {
    problem.what = one_line(problem.what);
    problem.next = one_line(problem.next);
    if (!std::filesystem::exists(file))
      problem.next =
          "fix DATASETS of assay_add_suite: a relative path starts at the folder of its CMakeLists.txt";
    if (problem.where.file.empty()) problem.where.file = file.string();
    found.index.problems.push_back(std::move(problem));
  }
}

// Uses a link in the suite's folder, which needs no --assay_suite: ctest keeps every test's command line in
// memory, it is shorter to type, and editors that look for programs named *test* find it. Falls back to the
// runner if the file system does not support links.
RunnerCommand command_of(const BuiltSuite& suite, const std::filesystem::path& runner) {
  const auto file = std::filesystem::absolute(suite.file), link = file.parent_path() / "test_runner";
  try {
    set_link(link, runner);
    return {.program = link};
  } catch (const Error&) {
    return {.program = runner, .argument = "--assay_suite=" + file.string()};
  }
}

// ctest --rerun-failed goes by number, so it is wrong as soon as a remaining test gets another number.
bool renumbers(const std::filesystem::path& script, const std::string& text) {
  if (!std::filesystem::exists(script)) return false;
  const std::string old = read_file(script);
  if (old == text) return false;
  const auto before = test_names(old), after = test_names(text);
  if (before == after) return false;
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < before.size(); ++i) places.emplace(before[i], i);
  for (std::size_t i = 0; i < after.size(); ++i)
    if (const auto known = places.find(after[i]); known != places.end() && known->second != i) return true;
  return false;
}

// Constant for the lifetime of the build folder: cases may be listed again while a ctest runs that knows the
// earlier mark.
std::string skip_mark_of(const BuiltSuite& suite) try {
  return read_index(suite.index()).skip_mark;
} catch (const Error&) {
  constexpr std::size_t kClock = 18;  // characters of an id that tell the time; random ones follow
  return "skipped-" + new_run_id() + new_run_id().substr(kClock);
}

// A busy server is asked again, and a rate limit delays all requests.
void take_patience(ScriptOptions& options, const Program& program) {
  options.retry = program.retry;
  if (!program.chat) return;
  options.tries = http::kAttemptsWorth;
  const double rate = program.chat->requests_per_minute;
  if (rate > 0) options.turn = std::chrono::milliseconds(std::llround(60'000 / rate));
}

}  // namespace

std::string ctest_script(const BuiltSuite& suite, const ScriptOptions& options, const CaseIndex& index,
                         const std::vector<IndexedDataset>& datasets) {
  Script script(suite, options, index.skip_mark);
  std::chrono::milliseconds longest{0};
  script.add_setup();
  for (const auto& [dataset, spans] : datasets) {
    longest = std::max(longest, script.longest(dataset));
    if (suite.granularity == Granularity::dataset) script.add_dataset(dataset);
    if (suite.granularity == Granularity::each_case) script.add_cases(dataset);
  }
  if (suite.granularity == Granularity::shards && index.cases > 0)
    for (unsigned shard = 0; shard < suite.shards; ++shard)
      script.add_shard(shard, (index.cases + suite.shards - 1) / suite.shards, longest);
  for (const auto& problem : index.problems) script.add_invalid(problem);
  script.add_aggregate();
  return std::move(script).text();
}

std::vector<std::string_view> test_names(std::string_view script) {
  std::vector<std::string_view> names;
  bool in_cases = false;
  while (!script.empty()) {
    const auto line = script.substr(0, std::min(script.find('\n'), script.size() - 1) + 1);
    script.remove_prefix(line.size());
    in_cases = line == kCases || (in_cases && line != kCasesEnd);
    if (in_cases && line.starts_with(kCaseIndent)) {
      names.push_back(line.substr(kCaseIndent.size(), line.size() - kCaseIndent.size() - 1));
    } else if (line.starts_with(kAdd)) {
      const auto name = line.substr(kAdd.size(), line.find('"', kAdd.size()) - kAdd.size());
      names.push_back(name.substr(name.find('.') + 1));
    }
  }
  return names;
}

Discovered discover(const BuiltSuite& suite) {
  Discovered found;
  for (const auto& file : suite.datasets) add(suite, found, file);
  return found;
}

void emit_ctest(const BuiltSuite& suite, const std::filesystem::path& runner,
                const std::filesystem::path& script, ScriptOptions options) {
  auto found = discover(suite);
  found.index.skip_mark = skip_mark_of(suite);
  const Tool tool = read_suite_tool(suite);
  if (suite.backends.tables) suite.backends.tables->get();
  write_index(suite.index(), found.index, found.datasets);
  options.command = command_of(suite, runner);
  options.timeout = timeout_of(suite, tool);
  if (const auto* program = std::get_if<Program>(&tool.how)) take_patience(options, *program);
  if (has_fixture(tool)) options.fixture = std::get<Program>(tool.how).fixture.limit;
  const auto text = ctest_script(suite, options, found.index, found.datasets);
  const bool renumbered = renumbers(script, text);
  write_own_file(script, text);
  if (renumbered) std::cout << "renumbered\n";
}

}  // namespace assay
