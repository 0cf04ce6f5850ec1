// SPDX-License-Identifier: Apache-2.0
// Tests of promptfoo: a configuration or a list of tests in YAML or JSON, one object per line, or a table.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "node.h"
#include "promptfoo_case.h"
#include "promptfoo_prompt.h"
#include "promptfoo_provider.h"
#include "row.h"
#include "sources.h"
#include "yaml.h"

namespace assay::convert {
namespace {

class Configuration {
 public:
  Configuration(const Text& text, const Options& options, Draft& draft)
      : text_(text), options_(options), draft_(draft) {}

  void read(const Node& root) {
    refuse_results(root);
    if (root.is_map()) read_head(root);
    const Node* tests = root.is_list() ? &root : root.find("tests");
    if (!tests && !(root.is_map() && root.find("scenarios")))
      refuse(root.line, "there are no tests", "name the file that has `tests`, or a list of tests");
    if (tests && is_text(*tests))
      refuse(tests->line, fmt::format("its tests are in \"{}\"", one_line(tests->text)), "convert that file");
    if (tests) draft_.expect_tests_at(tests->line);
    if (tests && !tests->is_list())
      refuse(tests->line, fmt::format("tests is {}, not a list", kind_of(*tests)),
             "write the tests out as a list, or convert the file that they are in");
    std::vector<PromptfooTest> read;
    if (tests)
      for (const Node& each : tests->items) read.push_back(test_from(each));
    const bool is_asked = std::ranges::any_of(read, &std::string::empty, &PromptfooTest::obstacle);
    const PromptTemplate prompt = is_asked ? prompt_of(read) : PromptTemplate{};
    for (const PromptfooTest& each : read) take_test(each, prompt, draft_);
    if (root.is_map()) leave_out_scenarios(root);
    report_metrics();
  }

 private:
  [[noreturn]] void refuse(int line, std::string what, std::string next) const {
    throw Error(Problem{.where = {text_.file, line}, .what = std::move(what), .next = std::move(next)});
  }

  // Result files quote their tests and could be mistaken for test files.
  void refuse_results(const Node& root) const {
    const Node* first = root.items.empty() ? nullptr : &root.items.front();
    if (root.find("results") || (first && first->find("testIdx")))
      refuse(root.line, "holds results, not tests",
             "name the file of the tests; assay import --from promptfoo reads results");
  }

  void read_head(const Node& root) {
    if (const Node* prompts = root.find("prompts")) read_prompts(*prompts);
    for (const char* key : {"providers", "targets"})
      if (const Node* providers = root.find(key))
        if (std::string obstacle = obstacle_of_providers(*providers, draft_); !obstacle.empty())
          default_.obstacle = std::move(obstacle);
    for (const char* key : {"evaluateOptions", "commandLineOptions"})
      if (const Node* options = root.find(key); options && options->find("repeat"))
        drop(*options->find("repeat"), fmt::format("\"repeat\" of {}", key),
             "assay run --repeat asks as often");
    if (const Node* defaults = root.find("defaultTest")) {
      if (is_text(*defaults)) refuse(defaults->line, "defaultTest is in another file", "write it here");
      if (!defaults->is_map())
        refuse(defaults->line, fmt::format("defaultTest is {}, not an object", kind_of(*defaults)),
               "write what all tests have in common: vars, assert, options, threshold, metadata");
      default_ = test_from(*defaults);
    }
    remark_others(root);
  }

  void read_prompts(const Node& prompts) {
    if (prompts.is_scalar()) prompts_.push_back(prompt_from(prompts.text, prompts.line));
    for (const Node& each : prompts.items) {
      if (each.is_scalar()) {
        prompts_.push_back(prompt_from(each.text, each.line));
        continue;
      }
      const auto text = each.text_of("raw");
      prompts_.push_back(text ? prompt_from(*text, each.line)
                              : FoundPrompt{each.text_of("id").value_or(""), each.line, "holds no text"});
      if (const Node* config = each.find("config")) drop_surroundings(*config, "a prompt", draft_);
    }
    for (const auto& [file, label] : prompts.members)
      prompts_.push_back({file, label.line, "is in another file"});
  }

  void drop(const Node& node, std::string what, std::string next = "") const {
    draft_.remark(Remark::Kind::dropped, node.key_line ? node.key_line : node.line, std::move(what),
                  std::move(next));
  }

  // Members that neither tests nor prompts depend on are how promptfoo runs and what it writes.
  void remark_others(const Node& root) {
    static constexpr std::string_view kKnown[] = {"$schema",
                                                  "description",
                                                  "prompts",
                                                  "providers",
                                                  "targets",
                                                  "tests",
                                                  "scenarios",
                                                  "defaultTest",
                                                  "env",
                                                  "evaluateOptions",
                                                  "commandLineOptions",
                                                  "sharing",
                                                  "outputPath",
                                                  "writeLatestResults"};
    for (const auto& [key, value] : root.members)
      if (!value.is_nothing() && std::ranges::find(kKnown, key) == std::end(kKnown))
        drop(value, fmt::format("\"{}\"", one_line(key)));
  }

  void leave_out_scenarios(const Node& root) {
    if (const Node* scenarios = root.find("scenarios"))
      for (const Node& each : scenarios->items)
        draft_.leave_out(each.line, "a scenario is not expanded", "write its tests out");
  }

  // The prompt for the tool: the one that the mapping names, or the only prompt, or the only variable.
  PromptTemplate prompt_of(const std::vector<PromptfooTest>& tests) const {
    const std::vector<std::string> names = variables_in(tests);
    for (const auto& pair : options_.mapping.pairs)
      if (pair.part == "prompt") {
        if (!names.empty() && std::ranges::find(names, pair.column) == names.end())
          refuse_column({text_.file, tests.front().line}, pair.column, names, "variable");
        return {.variable = pair.column};
      }
    if (prompts_.empty() && names.size() == 1) return {.variable = names.front()};
    const std::string next = how_to_name_the_request(names);
    if (prompts_.empty() && names.empty())
      refuse(1, "there is no prompt, and the tests have no variables",
             "write each request into a variable of its test, as in vars: {request: list files}");
    if (prompts_.empty()) refuse(1, "it is not clear which variable is the request", next);
    const FoundPrompt& first = prompts_.front();
    if (prompts_.size() > 1)
      refuse(first.line, fmt::format("there are {} prompts, and a case asks one", prompts_.size()),
             names.empty() ? "keep one of them: the tests have no variable that could be the request" : next);
    const bool is_too_much = first.obstacle.empty() && !variables_of(first.text);
    const std::string obstacle = is_too_much ? "does more than substitute variables" : first.obstacle;
    if (!obstacle.empty())
      refuse(first.line, fmt::format("the prompt \"{}\" {}", one_line(first.text), obstacle), next);
    return {.text = first.text};
  }

  static std::vector<std::string> variables_in(const std::vector<PromptfooTest>& tests) {
    std::set<std::string> names;
    for (const PromptfooTest& each : tests)
      for (const PromptfooVariable& variable : each.variables) names.insert(variable.name);
    return {names.begin(), names.end()};
  }

  PromptfooTest test_from(const Node& node) {
    PromptfooTest test = default_;
    test.line = node.line;
    if (!node.is_map()) {
      test.obstacle = is_text(node) ? fmt::format("its tests are in \"{}\"", one_line(node.text))
                                    : fmt::format("is {}, not a test", kind_of(node));
      return test;
    }
    for (const auto& [key, value] : node.members) take_member(key, value, test);
    return test;
  }

  void take_member(const std::string& key, const Node& value, PromptfooTest& test) {
    if (value.is_nothing()) return;
    if (key == "$ref" || value.find("$ref"))
      test.obstacle = "refers to a template ($ref)";
    else if (key == "description" && value.is_scalar())
      test.description = value.text;
    else if (key == "vars")
      take_variables(value, test);
    else if (key == "assert")
      take_assertions(value, test);
    else if (key == "threshold")
      take_threshold(value, test);
    else if (key == "metadata")
      take_metadata(value, test);
    else if (key == "options")
      take_options(value, test);
    else if (key == "assertScoringFunction")
      test.obstacle = "a custom function scores its assertions";
    else
      drop(value, fmt::format("\"{}\" of a test", one_line(key)));
  }

  void take_variables(const Node& node, PromptfooTest& test) const {
    if (!node.is_map()) test.obstacle = "its variables are in another file";
    for (const auto& [name, value] : node.members) take_variable(name, value, test);
  }

  void take_assertions(const Node& node, PromptfooTest& test) {
    if (!node.is_list()) test.obstacle = "its assertions are not a list";
    for (const Node& each : node.items) test.assertions.push_back(assertion_from(each));
    count_metrics(node);
  }

  // A metric adds to figures that promptfoo prints, and makes no test fail.
  void count_metrics(const Node& assertions) {
    for (const Node& each : assertions.items) {
      if (const Node* metric = each.find("metric"); metric && ++metrics_ == 1) metric_line_ = metric->line;
      if (const Node* parts = each.find("assert")) count_metrics(*parts);
    }
  }

  void report_metrics() const {
    if (metrics_ > 0)
      draft_.remark(Remark::Kind::dropped, metric_line_,
                    metrics_ == 1 ? "\"metric\" of an assertion"
                                  : fmt::format("\"metric\" of {} assertions", metrics_));
  }

  void take_threshold(const Node& node, PromptfooTest& test) const {
    test.threshold = node.number();
    if (!test.threshold) test.obstacle = "its threshold is not a number";
  }

  void take_metadata(const Node& node, PromptfooTest& test) const {
    if (!node.is_map())
      return drop(node, fmt::format("the metadata of a test, which is {}, not an object", kind_of(node)));
    for (const auto& [key, value] : node.members) {
      if (key == "id") expect_exact(value, "id", text_.file);
      std::erase_if(test.metadata, [&](const auto& known) { return known.first == key; });
      if (value.is_scalar()) test.metadata.emplace_back(key, value.text);
      for (const Node& each : value.items)
        if (each.is_scalar()) test.metadata.emplace_back(key, each.text);
      if (value.is_map()) drop(value, fmt::format("the metadata \"{}\", which is an object", one_line(key)));
    }
  }

  void take_options(const Node& node, PromptfooTest& test) const {
    if (!node.is_map()) test.obstacle = fmt::format("its options are {}, not an object", kind_of(node));
    for (const auto& [key, value] : node.members) {
      if (value.is_nothing()) continue;
      if ((key == "prefix" || key == "suffix") && !value.is_scalar())
        test.obstacle = fmt::format("its {} is {}, not text", key, kind_of(value));
      else if (key == "prefix" || key == "suffix")
        (key == "prefix" ? test.prefix : test.suffix) = value.text;
      else if (key == "transform" || key == "postprocess" || key == "transformVars")
        test.obstacle = fmt::format("its options transform the output: {}", key);
      else if (key == "disableVarExpansion")
        test.is_spread = value.boolean() == false;
      else
        drop(value, fmt::format("the option \"{}\" of a test", one_line(key)));
    }
  }

  const Text& text_;
  const Options& options_;
  Draft& draft_;
  std::vector<FoundPrompt> prompts_;
  PromptfooTest default_;
  std::size_t metrics_ = 0;
  int metric_line_ = 0;  // of the first one
};

}  // namespace

void read_promptfoo(const Text& text, const Options& options, Draft& draft) {
  expect_parts(options.mapping, "promptfoo", {"prompt"});
  if (text.file.ends_with(".csv")) return read_promptfoo_table(text, options, draft);
  Configuration configuration(text, options, draft);
  if (text.file.ends_with(".jsonl")) {
    Node list;
    list.kind = Node::Kind::list;
    list.line = 1;
    each_json_line(text, [&](Node object) { list.items.push_back(std::move(object)); });
    return configuration.read(list);
  }
  configuration.read(text.file.ends_with(".json") ? node_from(parse_json(text.bytes, text.file))
                                                  : read_yaml(text.bytes, text.file));
}

}  // namespace assay::convert
