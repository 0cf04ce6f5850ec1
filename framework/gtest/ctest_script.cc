#include "ctest_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "assay/summary.h"

namespace assay {
namespace {

using std::chrono::seconds;

// ctest's own limit comes after ours, so that ours ends the tool, reports and writes the fragment.
constexpr seconds kGrace{15};

// What CMake would split or join a list at, or a terminal obey.
bool splits_labels(char c) {
  return std::string_view(";[]\\").find(c) != std::string_view::npos ||
         std::iscntrl(static_cast<unsigned char>(c));
}

// ctest shows a test's own DEF_SOURCE_LINE from 3.30 on; earlier ones leave it out of their JSON. (Where no
// version is given, it does no harm.)
bool shows_definitions(std::string_view version) {
  int major = 0, minor = 0;
  const char* end = version.data() + version.size();
  const auto [dot, error] = std::from_chars(version.data(), end, major);
  if (error != std::errc() || dot == end) return true;
  std::from_chars(dot + 1, end, minor);
  return std::pair(major, minor) >= std::pair(3, 30);
}

// A script may have 10,000 cases: what is the same in several of them stands in variables. Each word that
// ctest reads stays in its memory, and it copies that memory's map for every test that it starts; and it
// takes longer for each property of a case the more tests it knows (it looks for the name among all).
class Script {
 public:
  Script(const Suite& suite, const std::filesystem::path& runner, std::chrono::milliseconds timeout,
         std::string_view ctest_version)
      : suite_(suite),
        timeout_(timeout),
        fixture_(cmake_quoted("assay." + suite.name)),
        definition_(shows_definitions(ctest_version) ? " DEF_SOURCE_LINE " : "") {
    text_ = fmt::format("set(assay_command {})\nset(assay_argument {})\n", cmake_quoted(runner.string()),
                        cmake_quoted("--assay_suite=" + suite.file.string()));
  }

  void add_cases(const Dataset& dataset) {
    constexpr std::size_t kCase = 256;  // about; growing would touch all of the text again and again
    text_.reserve(text_.size() + dataset.cases.size() * kCase);
    ((text_ += "set(assay_file ") += cmake_quoted(dataset.file.string())) += ")\n";
    for (const auto& asked : dataset.cases) {
      const auto limit = std::chrono::duration_cast<seconds>(asked.timeout.value_or(timeout_)) + kGrace;
      const std::string line = std::to_string(asked.where.line), name = full_name_of(asked);
      std::string properties = properties_of(labels(asked), limit);
      ((properties += " \"${assay_file};") += line) += ";add_test\"";
      if (!definition_.empty()) ((properties += definition_) += "\"${assay_file}:") += line + "\"";
      add(name, "--gtest_filter=" + name, properties);
    }
  }

  std::chrono::milliseconds longest(const Dataset& dataset) const {
    auto longest = timeout_;
    for (const auto& asked : dataset.cases) longest = std::max(longest, asked.timeout.value_or(timeout_));
    return longest;
  }

  void add_dataset(const Dataset& dataset) {
    add(dataset.name, "--gtest_filter=" + dataset.name + ".*",
        all_of(limit_of(dataset.cases.size(), longest(dataset))) + required() +
            at({dataset.file.string(), 1}));
  }

  void add_shard(unsigned shard, std::size_t cases, std::chrono::milliseconds longest) {
    add(fmt::format("shard_{}_of_{}", shard + 1, suite_.shards), "",
        all_of(limit_of(cases, longest)) + required() +
            fmt::format(" ENVIRONMENT \"GTEST_TOTAL_SHARDS={};GTEST_SHARD_INDEX={}\"", suite_.shards, shard));
  }

  void add_invalid(const Problem& problem) {
    std::string stem = std::filesystem::path(problem.where.file).stem().string();
    std::replace_if(
        stem.begin(), stem.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    if (!invalid_.insert(stem).second) return;
    add(stem + ".DATASET_INVALID", "--assay_check", all_of(kGrace * 4) + required() + at(problem.where));
  }

  void add_aggregate() {
    add("aggregate", "--assay_aggregate",
        all_of(seconds(600)) + " FIXTURES_CLEANUP " + fixture_ + skippable());
  }

  std::string text() && { return std::move(text_); }

 private:
  void add(const std::string& name, const std::string& argument, const std::string& properties) {
    const std::string test = cmake_quoted(suite_.name + "." + name);
    ((text_ += "add_test(") += test) += " \"${assay_command}\" \"${assay_argument}\" --assay_ctest";
    if (!argument.empty()) (text_ += ' ') += cmake_quoted(argument);
    (((text_ += ")\nset_tests_properties(") += test) += properties) += ")\n";
  }

  // All of a case's but for its line, which has to follow. The first case of its kind has them in words, the
  // second one makes a variable of them.
  std::string properties_of(const std::vector<std::string>& labels, seconds limit) {
    const auto rest = required() + skippable() + " _BACKTRACE_TRIPLES";
    auto in_words = with_labels(labels, ";", limit) + rest;
    const auto [kind, is_new] = kinds_.try_emplace(in_words, kinds_.size());
    if (is_new) return in_words;
    const auto name = fmt::format("assay_case_{}", kind->second);
    if (variables_.insert(kind->second).second)
      text_ += fmt::format("set({}{})\n", name, with_labels(labels, "\\;", limit) + rest);
    return " ${" + name + "}";
  }

  std::string all_of(seconds limit) const { return with_labels(suite_.labels, ";", limit); }

  // In a variable, a ';' within a value needs a backslash: what is in it is split where it is used.
  static std::string with_labels(const std::vector<std::string>& labels, std::string_view separator,
                                 seconds limit) {
    return fmt::format(" PROPERTIES LABELS {} TIMEOUT {}",
                       cmake_quoted(fmt::format("{}", fmt::join(labels, separator))), limit.count());
  }

  // A ';' would split the list, and a tag equal to a suite's own label would select by accident.
  std::vector<std::string> labels(const Case& asked) const {
    std::vector<std::string> all = suite_.labels;
    const auto add_label = [&](std::string label) {
      std::replace_if(label.begin(), label.end(), splits_labels, '_');
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

  // Of so many cases, none of which may take longer than `longest`.
  seconds limit_of(std::size_t cases, std::chrono::milliseconds longest) const {
    const auto rounds = static_cast<long>((cases + suite_.jobs - 1) / suite_.jobs);
    return std::chrono::duration_cast<seconds>(longest * std::max(1L, rounds)) + kGrace * 4;
  }

  std::string required() const { return " FIXTURES_REQUIRED " + fixture_; }
  static std::string skippable() { return fmt::format(" SKIP_RETURN_CODE {}", kSkipStatus); }
  std::string at(const SourceLine& where) const {
    std::string properties;
    if (!definition_.empty()) (properties += definition_) += cmake_quoted(to_string(where));
    (properties += " _BACKTRACE_TRIPLES ") +=
        cmake_quoted(fmt::format("{};{};add_test", where.file, where.line));
    return properties;
  }

  const Suite& suite_;
  std::chrono::milliseconds timeout_;
  std::string fixture_;
  std::string definition_;                    // the property's name; empty where ctest does not show it
  std::map<std::string, std::size_t> kinds_;  // properties that a case had: the kind's number
  std::set<std::size_t> variables_;           // kinds that have a variable
  std::set<std::string> invalid_;
  std::string text_;
};

}  // namespace

std::string cmake_quoted(std::string_view text) {
  std::string quoted = "\"";
  quoted.reserve(text.size() + 2);
  for (;;) {
    const auto special =
        std::find_if(text.begin(), text.end(), [](char c) { return c == '"' || c == '\\' || c == '$'; });
    quoted.append(text.begin(), special);
    if (special == text.end()) return quoted += '"';
    (quoted += '\\') += *special;
    text.remove_prefix(static_cast<std::size_t>(special - text.begin()) + 1);
  }
}

std::string ctest_script(const Suite& suite, const std::filesystem::path& runner,
                         std::chrono::milliseconds timeout, const CaseIndex& index,
                         const std::vector<IndexedDataset>& datasets, std::string_view ctest_version) {
  Script script(suite, runner, timeout, ctest_version);
  std::chrono::milliseconds longest{0};
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

}  // namespace assay
