// SPDX-License-Identifier: Apache-2.0
// Tests of promptfoo: a configuration or a list of tests in YAML or JSON, one object per line, or a table.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "draft.h"
#include "lines.h"
#include "node.h"
#include "promptfoo_case.h"
#include "row.h"
#include "sources.h"

namespace assay::convert {
namespace {

// The prompts of a promptfoo configuration: texts, or something that stands for texts elsewhere.
struct FoundPrompt {
  std::string text;
  int line = 0;
  std::string obstacle = {};  // why it is not the text that the tool gets; empty: it is
};

// Whether promptfoo looks for a file of that name. Braces make it a pattern of names that no file has.
bool is_file(std::string_view text) {
  if (text.starts_with("file://") || text.starts_with("exec:")) return true;
  if (text.find('\n') != text.npos || text.find("{{") != text.npos) return false;
  static constexpr std::string_view kEndings[] = {".cjs", ".cts", ".js",  ".json", ".jsonl", ".mjs", ".mts",
                                                  ".py",  ".ts",  ".txt", ".yml",  ".yaml",  ".md",  ".j2"};
  // A function may be named behind the file: prompt.py:make.
  const std::string_view name = text.substr(0, text.rfind(':'));
  for (const std::string_view ending : kEndings)
    if (text.ends_with(ending) || name.ends_with(ending)) return true;
  const auto has_dot_before_end = [&](std::size_t letters) {
    return text.size() > letters && text[text.size() - letters - 1] == '.';
  };
  return has_dot_before_end(2) || has_dot_before_end(3) || text.find_first_of("*/\\") != text.npos;
}

// Whether the text is a list of messages, as chat models take it.
bool is_chat(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with("- role:")) return true;
  const bool is_json = text.starts_with('[') || (text.starts_with('{') && !text.starts_with("{{") &&
                                                 !text.starts_with("{%") && !text.starts_with("{#"));
  return is_json && text.find("\"role\"") != text.npos;
}

// Whether a line of the text separates several prompts.
bool is_split(std::string_view text) {
  bool has_separator = false;
  each_line(text,
            [&](std::string_view line, int) { has_separator = has_separator || trimmed(line) == "---"; });
  return has_separator;
}

FoundPrompt prompt_from(std::string_view text, int line) {
  FoundPrompt prompt{std::string(text), line};
  for (const char* server : {"portkey://", "langfuse://", "helicone://"})
    if (text.starts_with(server)) prompt.obstacle = "is on a server";
  if (prompt.obstacle.empty() && is_file(text)) prompt.obstacle = "is in another file";
  if (is_chat(text)) prompt.obstacle = "is a list of messages";
  if (is_split(text)) prompt.obstacle = "is several prompts, with --- between them";
  return prompt;
}

// What a promptfoo configuration does to prompts and outputs beside its tests.

// Reports the texts around every prompt in the `config` of a prompt or a provider.
void drop_surroundings(const Node& config, std::string_view whose, Draft& draft);

class Providers {
 public:
  explicit Providers(Draft& draft) : draft_(draft) {}

  std::string obstacle_of(const Node& providers) && {
    if (!providers.is_list()) read_provider_or_group(providers);
    for (const Node& each : providers.items) read_provider_or_group(each);
    return std::move(obstacle_);
  }

 private:
  // NAME, {id: NAME, config: …}, or {NAME: {config: …}}.
  void read_provider_or_group(const Node& node) {
    if (node.is_scalar()) return note_file(node.text, node.line);
    if (node.find("$ref")) obstacle_ = "a provider refers to a template ($ref)";
    if (const auto id = node.text_at("id")) note_file(*id, node.find("id")->line);
    if (node.find("id")) return read_provider(node);
    for (const auto& [id, provider] : node.members) {
      note_file(id, provider.line);
      read_provider(provider);
    }
  }

  void read_provider(const Node& provider) {
    if (const Node* transform = provider.find("transform"))
      obstacle_ = fmt::format("a provider transforms the output: transform in line {}", transform->line);
    if (const Node* config = provider.find("config")) drop_surroundings(*config, "a provider", draft_);
  }

  // A program in a file is a provider like any other; a configuration may do more than name one.
  void note_file(std::string_view id, int line) {
    const bool is_configuration =
        id.starts_with("file://") && (id.ends_with(".yaml") || id.ends_with(".yml") || id.ends_with(".json"));
    if (is_configuration)
      draft_.remark(Remark::Kind::note, line,
                    fmt::format("a provider is in \"{}\", which may hold a transform, a prefix or a suffix",
                                one_line(id)),
                    "if it does, write the provider out here");
  }

  Draft& draft_;
  std::string obstacle_;
};

// Which programs answered is left to the runs, but not what was done to prompts and answers: reports what a
// dataset has no place for. Why no test can be a case; empty: each can.
std::string obstacle_of_providers(const Node& providers, Draft& draft) {
  return Providers(draft).obstacle_of(providers);
}

void drop_surroundings(const Node& config, std::string_view whose, Draft& draft) {
  for (const char* key : {"prefix", "suffix"})
    if (const Node* text = config.find(key))
      draft.remark(Remark::Kind::dropped, text->key_line ? text->key_line : text->line,
                   fmt::format("\"{}\" in the config of {}", key, whose),
                   "if the tool needs it, write it into the prompts");
}

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
    const bool is_needed = std::ranges::any_of(read, &std::string::empty, &PromptfooTest::obstacle);
    const PromptTemplate prompt = is_needed ? prompt_of(read) : PromptTemplate{};
    for (const PromptfooTest& each : read) take_test(each, prompt, draft_);
    if (root.is_map()) leave_out_scenarios(root);
    report_metrics();
  }

 private:
  [[noreturn]] void refuse(int line, std::string what, std::string next) const {
    throw Error({text_.file, line}, std::move(what), std::move(next));
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
      const auto text = each.text_at("raw");
      prompts_.push_back(text ? prompt_from(*text, each.line)
                              : FoundPrompt{each.text_at("id").value_or(""), each.line, "holds no text"});
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
    constexpr std::string_view kKnown =
        "$schema description prompts providers targets tests scenarios defaultTest env evaluateOptions "
        "commandLineOptions sharing outputPath writeLatestResults";
    for (const auto& [key, value] : root.members)
      if (!value.is_nothing() && !is_among(key, kKnown)) drop(value, fmt::format("\"{}\"", one_line(key)));
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
      test.obstacle = node.is_nothing() && !node.text.empty() ? node.text
                      : is_text(node) ? fmt::format("its tests are in \"{}\"", one_line(node.text))
                                      : fmt::format("is {}, not a test", kind_of(node));
      return test;
    }
    const Node* is_alone = node.at("/options/disableDefaultAsserts");
    if (is_alone && is_alone->boolean() == true) test.assertions.clear();
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
      else if (is_among(key, "transform postprocess transformVars"))
        test.obstacle = fmt::format("its options transform the output: {}", key);
      else if (key == "disableVarExpansion")
        test.is_spread = value.boolean() == false;
      else if (key != "disableDefaultAsserts")
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
  if (text.file.ends_with(".jsonl")) return configuration.read(read_json_lines(text, draft.tell_of_row()));
  configuration.read(text.file.ends_with(".json") ? read_json_document(text, draft.tell_of_row())
                                                  : read_yaml(text.bytes, text.file));
}

}  // namespace assay::convert
