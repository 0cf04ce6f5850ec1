// The cookbook as a whole: each recipe answers its own phrases, and each command is one that a shell can
// read.
#include "cookbook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "answer.h"
#include "bundled.h"
#include "request.h"

namespace assay::howto {
namespace {

using testing::HasSubstr;

const Index& index() {
  static const Index shared(bundled_index());
  return shared;
}

const std::map<std::string, std::string>& named_samples() {
  static const std::map<std::string, std::string> samples = {{"file", "notes.txt"},
                                                             {"file1", "a.txt"},
                                                             {"file2", "b.txt"},
                                                             {"file3", "c.txt"},
                                                             {"dir1", "/srv/a"},
                                                             {"dir2", "/srv/b"},
                                                             {"source", "notes.txt"},
                                                             {"target", "/srv/out"},
                                                             {"pattern", "'error'"},
                                                             {"pattern1", "'foo'"},
                                                             {"pattern2", "'bar'"},
                                                             {"old", "'foo'"},
                                                             {"new", "'bar'"},
                                                             {"message", "'fix it'"},
                                                             {"number1", "3"},
                                                             {"number2", "8"},
                                                             {"line1", "3"},
                                                             {"line2", "8"},
                                                             {"column1", "2"},
                                                             {"column2", "4"},
                                                             {"depth", "2"},
                                                             {"user", "bob"},
                                                             {"group", "staff"},
                                                             {"process", "nginx"},
                                                             {"service", "nginx"},
                                                             {"package", "curl"},
                                                             {"branch", "feature_x"},
                                                             {"branch1", "topic_x"},
                                                             {"branch2", "topic_y"},
                                                             {"program", "gcc"},
                                                             {"exclude", "node_modules"},
                                                             {"variable", "EDITOR"},
                                                             {"interface", "eth0"},
                                                             {"port1", "8000"},
                                                             {"port2", "9000"},
                                                             {"delimiter2", "tab"}};
  return samples;
}

std::string sample_of_type(SlotType type) {
  switch (type) {
    case SlotType::File:
      return "out.txt";
    case SlotType::Files:
      return "*.bak";
    case SlotType::Dir:
      return "/srv/data";
    case SlotType::Path:
      return "/srv/notes.txt";
    case SlotType::Glob:
      return "*.log";
    case SlotType::Extension:
      return ".txt";
    case SlotType::Size:
    case SlotType::Bytes:
      return "10 MB";
    case SlotType::Days:
      return "7";
    case SlotType::Minutes:
      return "30";
    case SlotType::Seconds:
      return "5";
    case SlotType::Number:
      return "20";
    case SlotType::Ordinal:
      return "5";
    case SlotType::Port:
      return "8080";
    case SlotType::Mode:
      return "644";
    case SlotType::Text:
      return "'hello world'";
    case SlotType::Word:
      return "thing_1";
    case SlotType::Host:
      return "example.com";
    case SlotType::Url:
      return "https://example.com/a.tgz";
    case SlotType::Login:
      return "bob@example.com";
    case SlotType::RemotePath:
      return "bob@example.com:/srv/x";
    case SlotType::Delimiter:
      return "comma";
    case SlotType::Date:
      return "2024-01-31";
    case SlotType::Output:
      return "out.txt";
  }
  return {};
}

std::string sample(const Slot& slot) {
  if (!slot.endings.empty()) return (slot.name == "archive" ? "arch." : "notes.") + slot.endings.front();
  if (slot.type == SlotType::Dir && (slot.name == "source" || slot.name == "target"))
    return "/srv/" + slot.name;
  if (slot.type == SlotType::Extension) return slot.name == "new" ? ".md" : ".txt";
  const auto named = named_samples().find(slot.name);
  const bool by_name = named != named_samples().end() && (slot.type == implied_slot(slot.name).type ||
                                                          slot.name == "file" || slot.name == "pattern");
  return by_name ? named->second : sample_of_type(slot.type);
}

std::string request_of(const Recipe& recipe, const std::string& phrase) {
  std::string request;
  std::size_t at = 0;
  for (const auto& hole : placeholders(phrase)) {
    request += phrase.substr(at, hole.begin - at) + sample(*recipe.slot(hole.name));
    at = hole.end;
  }
  return request + phrase.substr(at);
}

TEST(Cookbook, HasRecipesForEveryCategory) {
  std::map<std::string, int> categories;
  for (const auto& recipe : index().recipes()) ++categories[recipe.category];
  for (const auto* category : {"files", "search", "text", "archives", "permissions", "disk", "network",
                               "processes", "users", "system", "git"}) {
    EXPECT_GE(categories[category], 10) << category;
  }
}

struct Asked {
  std::string recipe;
  std::string request;
  Answer answer;
};

// Every phrase of every recipe, asked with sample values.
const std::vector<Asked>& all_phrases_asked() {
  static const auto asked = [] {
    std::vector<Asked> all;
    for (const auto& recipe : index().recipes()) {
      for (const auto& phrase : recipe.phrases) {
        const auto request = request_of(recipe, phrase);
        all.push_back({recipe.id, request, answer(request, index())});
      }
    }
    return all;
  }();
  return asked;
}

TEST(Cookbook, EveryRecipeAnswersItsOwnPhrases) {
  for (const auto& [recipe, request, found] : all_phrases_asked()) {
    const auto* ranked = std::get_if<Ranked>(&found);
    EXPECT_NE(ranked, nullptr) << recipe << " refuses: " << request;
    if (ranked == nullptr) continue;
    EXPECT_EQ(ranked->recipe, recipe) << request << "\n  " << ranked->command.text;
  }
}

std::set<std::string> tokens(std::string_view text) {
  std::set<std::string> found;
  std::string token;
  for (const char c : std::string(text) + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      token += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!token.empty()) {
      found.insert(std::exchange(token, {}));
    }
  }
  return found;
}

// Shared tokens over all tokens (Jaccard).
double likeness(const std::set<std::string>& a, const std::set<std::string>& b) {
  const auto shared = std::ranges::count_if(a, [&](const std::string& token) { return b.contains(token); });
  return static_cast<double>(shared) /
         static_cast<double>(a.size() + b.size() - static_cast<std::size_t>(shared));
}

// The suite would measure nothing if the tool's author had copied its questions.
TEST(Cookbook, NoPhraseIsAPromptOfTheBundledDatasets) {
  EXPECT_EQ(likeness(tokens("Show the size of a.txt"), tokens("size of {a} txt, show the")), 1.0);
  std::vector<std::pair<std::string, std::set<std::string>>> prompts;
  for (const auto& file : std::filesystem::directory_iterator(ASSAY_SOURCE_DIR "/datasets/correctness")) {
    const auto dataset = nlohmann::json::parse(std::ifstream(file.path()));
    for (const auto& asked : dataset.at("test_cases"))
      prompts.emplace_back(asked.at("prompt"), tokens(asked.at("prompt").get<std::string>()));
  }
  ASSERT_GE(prompts.size(), 60U);
  for (const auto& recipe : index().recipes())
    for (const auto& phrase : recipe.phrases)
      for (const auto& [prompt, words] : prompts)
        EXPECT_LT(likeness(tokens(phrase), words), 0.8) << recipe.id << ": " << phrase << "\n  " << prompt;
}

// Whether bash parses the text; it runs nothing.
bool parses(const std::string& script) {
  const std::string path = testing::TempDir() + "howto_commands.sh";
  std::ofstream(path) << script;
  return std::system(("bash -n '" + path + "' 2>/dev/null").c_str()) == 0;
}

TEST(Cookbook, EveryCommandParses) {
  if (std::system("bash -c : 2>/dev/null") != 0) GTEST_SKIP() << "bash is not installed";
  std::string all;
  std::map<std::string, std::string> commands;
  for (const auto& [recipe, request, found] : all_phrases_asked()) {
    if (const auto* ranked = std::get_if<Ranked>(&found)) commands.emplace(ranked->command.text, recipe);
  }
  for (const auto& [command, id] : commands) all += command + "\n";
  ASSERT_FALSE(parses("echo 'open"));
  if (parses(all)) return;
  for (const auto& [command, id] : commands) EXPECT_TRUE(parses(command)) << id << ": " << command;
}

TEST(Cookbook, ARecipeSurvivesBeingWrittenDown) {
  for (const auto& recipe : index().recipes())
    EXPECT_EQ(dump_recipe(parse_recipe(dump_recipe(recipe))), dump_recipe(recipe));
}

TEST(CookbookFormat, OptionalPiecesFragmentsAndChoices) {
  const std::string cookbook = R"({
    "fragments": {"tests": ["?-name {glob}", {"-size +{size}": ["larger"], "-size {size}": []}]},
    "recipes": [{"id": "look", "category": "x", "phrases": ["look for {glob} under {dir}"], "command": ["find {dir}", "@tests"]}]})";
  const auto bytes = compile(cookbook, words_of(bundled_index()));
  const Index own{bytes};
  const auto ask = [&](std::string_view request) {
    const auto found = answer(request, own);
    return std::get_if<Ranked>(&found) != nullptr ? std::get<Ranked>(found).command.text : "refused";
  };
  EXPECT_EQ(ask("look for *.c under src/lib"), "find src/lib -name '*.c'");
  EXPECT_EQ(ask("look for *.c larger than 1 MB under src/lib"), "find src/lib -name '*.c' -size +1M");
  EXPECT_EQ(ask("look for *.c of 1 MB under src/lib"), "find src/lib -name '*.c' -size 1M");
  EXPECT_EQ(ask("bake a cake"), "refused");
}

template <typename Function>
std::string error_of(Function function) {
  try {
    function();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(CookbookFormat, ErrorsNameTheRecipe) {
  const auto parse = [](const std::string& recipe) {
    return error_of([&] { parse_cookbook(R"({"recipes": [)" + recipe + "]}"); });
  };
  EXPECT_THAT(parse(R"({"id": "a", "category": "x", "phrases": ["do {thing}"], "command": "x"})"),
              HasSubstr("recipe a: slot {thing}: declare its type"));
  EXPECT_THAT(parse(R"({"id": "a", "category": "x", "phrases": [], "command": "x"})"),
              HasSubstr("recipe a: has no phrases"));
  EXPECT_THAT(parse(R"({"id": "a", "category": "x", "phrases": ["p"], "command": ["@none"]})"),
              HasSubstr("recipe a"));
  EXPECT_THAT(parse(R"({"id": "a", "category": "x", "phrases": ["p"], "command": "x {file:perl}"})"),
              HasSubstr("no filter is called 'perl'"));
  EXPECT_THAT(error_of([] { parse_cookbook("{"); }), HasSubstr("cookbook:"));
  EXPECT_THAT(error_of([] { parse_cookbook(R"({"recipes": []})"); }), HasSubstr("no recipes"));
}

}  // namespace
}  // namespace assay::howto
