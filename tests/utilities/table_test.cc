// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "assay/internal/json.h"
#include "assay/internal/utilities.h"
#include "tool_process.h"

namespace assay {
namespace {

std::vector<std::filesystem::path> table_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(ASSAY_SOURCE_DIR "/framework/utilities/tables")) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

template <class Visit>
void visit_tables(const Utility& utility, const std::string& name, const Visit& visit) {
  visit(utility, name);
  for (const Utility& each : utility.subcommands) visit_tables(each, name + " " + each.name, visit);
}

template <class Visit>
void visit_all_tables(const Visit& visit) {
  const UtilityTables tables;
  for (const std::string& name : tables.names()) {
    if (const Utility* utility = tables.find(name); utility->name == name)
      visit_tables(*utility, name, visit);
  }
}

TEST(Tables, FollowTheSchema) {
  const JsonSchema schema(read_file(ASSAY_SOURCE_DIR "/datasets/schema/utility.schema.json"));
  for (const auto& file : table_files()) {
    for (const Problem& problem : schema.check(read_json(file), file.filename().string())) {
      ADD_FAILURE() << to_string(problem);
    }
  }
}

TEST(Tables, OfProgramsThatRunOthersAreReadForThatAlone) {
  const JsonSchema schema(read_file(ASSAY_SOURCE_DIR "/datasets/schema/utility.schema.json"));
  const JsonValue runners = read_json(ASSAY_SOURCE_DIR "/framework/utilities/runners.json");
  ASSERT_NE(runners.array(), nullptr);
  for (const JsonValue& table : *runners.array()) {
    for (const Problem& problem : schema.check(table, "runners.json")) ADD_FAILURE() << to_string(problem);
    ASSERT_NE(table.find("name"), nullptr);
  }
  const UtilityTables tables;
  EXPECT_EQ(tables.find("nsenter"), nullptr) << "nothing is known of its options";
  ASSERT_EQ(tables.readings("nsenter").size(), 1u);
  EXPECT_EQ(tables.readings("nsenter")[0]->inner.form, InnerForm::argv);
  EXPECT_TRUE(tables.find("screen")->options.empty());
  ASSERT_EQ(tables.readings("screen").size(), 3u);
  EXPECT_EQ(tables.readings("screen").back(), tables.find("screen"));
  ASSERT_EQ(tables.readings("podman").size(), 1u);
  const Utility* exec = tables.readings("podman")[0]->find_subcommand("exec");
  ASSERT_NE(exec, nullptr);
  EXPECT_EQ(exec->inner.place, InnerPlace::container);
  EXPECT_TRUE(tables.readings("nosuch").empty());
}

TEST(Tables, OfAUserAreTheOnlyOnesOfTheirProgram) {
  UtilityTables tables;
  tables.add(R"({"name": "screen", "options": [{"names": ["-q"]}]})", "screen.json");
  ASSERT_EQ(tables.readings("screen").size(), 1u);
  EXPECT_EQ(tables.readings("screen")[0], tables.find("screen"));
}

TEST(Tables, AreOneFileAUtility) {
  std::set<std::string> names;
  for (const auto& file : table_files()) {
    const JsonValue table = read_json(file);
    const std::string name = *table.find("name")->string();
    const std::string expected = name == "[" ? "bracket" : name;
    EXPECT_EQ(file.stem().string(), expected);
    names.insert(name);
    EXPECT_NE(find_utility(name), nullptr) << name;
  }
  EXPECT_GE(names.size(), 300u);
}

bool fits(const Option& option, const std::string& value) {
  if (option.kind == ValueKind::integer || option.kind == ValueKind::size) {
    return !value.empty() &&
           value.find_first_not_of("0123456789", value[0] == '-' ? 1 : 0) == std::string::npos;
  }
  if (option.kind != ValueKind::choice) return true;
  return std::ranges::any_of(option.choices, [&](const auto& each) { return each.front() == value; });
}

TEST(Tables, DefaultsAreOfTheRightKindAndCanonical) {
  visit_all_tables([](const Utility& utility, const std::string& name) {
    for (const Option& option : utility.options) {
      EXPECT_TRUE(!option.default_value || fits(option, *option.default_value))
          << name << " " << option.name();
      EXPECT_TRUE(!option.bare || fits(option, *option.bare)) << name << " " << option.name();
    }
  });
}

TEST(Tables, OptionsThatOverrideEachOtherHaveRepetitionsThatAllowIt) {
  visit_all_tables([](const Utility& utility, const std::string& name) {
    for (const Option& option : utility.options) {
      const bool grouped = std::ranges::any_of(option.groups, [&](std::uint8_t group) {
        return utility.groups[group].rule == GroupRule::last_wins;
      });
      EXPECT_TRUE(!grouped || option.repetition != Repetition::counts) << name << " " << option.name();
      if (option.repetition == Repetition::idempotent) {
        EXPECT_EQ(option.arity, Arity::none) << name << " " << option.name() << ": the values may differ";
      }
      if (option.repetition == Repetition::last_wins || option.repetition == Repetition::set) {
        EXPECT_NE(option.arity, Arity::none) << name << " " << option.name() << ": nothing to differ in";
      }
    }
  });
}

TEST(Tables, GroupsHaveMembersToKeepApart) {
  visit_all_tables([](const Utility& utility, const std::string& name) {
    for (std::size_t group = 0; group < utility.groups.size(); ++group) {
      const auto members = std::ranges::count_if(utility.options, [&](const Option& option) {
        return std::ranges::find(option.groups, group) != option.groups.end();
      });
      EXPECT_GE(members, 2) << name << ": group " << utility.groups[group].name;
    }
  });
}

TEST(Tables, EveryUtilityOfTheSameMeaningHasItsOptions) {
  const Utility* egrep = find_utility("egrep");
  ASSERT_NE(egrep, nullptr);
  EXPECT_EQ(egrep->same_as, (std::vector<std::string>{"grep", "-E"}));
  EXPECT_EQ(egrep->options.size(), find_utility("grep")->options.size());
  EXPECT_EQ(find_utility("sha256sum")->name, "md5sum");
}

struct Mistake {
  const char* table;
  const char* message;
};

TEST(Tables, MistakesAreNamedWithTheirLine) {
  const Mistake mistakes[] = {
      {R"({"package": "x"})", "x.json:1: error: member \"name\" is missing"},
      {"{\"name\": \"x\",\n\"oder\": 1}",
       "x.json:2: error: unknown member \"oder\" (at /oder)\n  next: did you mean \"order\"?"},
      {"{\"name\": \"x\", \"options\": [\n{\"names\": [\"-a\"], \"repetition\": \"twice\"}]}",
       "x.json:2: error: expected \"unknown\", \"exits\","},
      {"{\"name\": \"x\", \"options\": [\n{\"names\": [\"-a\"]},\n{\"names\": [\"-a\"]}]}",
       "error: two options are named \"-a\""},
      {"{\"name\": \"x\", \"options\": [\n{\"names\": [\"-a\"], \"groups\": [\"g\"]}]}",
       "x.json:2: error: there is no group \"g\""},
      {"{\"name\": \"x\", \"options\": [\n{\"names\": [\"-a\"], \"default\": \"1\"}]}",
       "x.json:2: error: a default needs an argument"},
      {"{\"name\": \"x\", \"options\": [{\"names\": [\"-a\"],\n\"stands_for\": [\"-b\"]}]}",
       "x.json:2: error: there is no option \"-b\""},
      {"{\"name\": \"x\",\n\"filter\": 1}", "x.json:2: error: "},
      {"{\"name\": \"x\",\n\"one_by_one\": {\"only\": [\"-b\"]}}",
       "x.json:2: error: there is no option \"-b\""},
      {"{\"name\": \"x\", \"equal_options\": [\n{\"options\": [\"-b\"]}]}",
       "x.json:2: error: there is no option \"-b\""},
      {"{\"name\": \"x\",\n\"builtin\": \"loud\"}", "x.json:2: error: "},
      {"{\"name\": \"x\", \"options\": [{\"names\": [\"-a\"], \"arity\": \"required\",\n\"says\": {\"v\": "
       "\"-b\"}}]}",
       "x.json:2: error: there is no option \"-b\""},
      {"{\"name\": \"x\",\n\"inner\": {\"form\": \"argv\", \"place\": \"moon\"}}", "x.json:2: error: "},
      {"{\"name\": \"x\",\n\"inner\": {\"form\": \"argv\", \"mark\": \"-I\"}}",
       "x.json:2: error: there is no option \"-I\""},
      {R"({"name": "x", "same_as": ["nosuch"]})", "x.json:1: error: there is no table \"nosuch\""}};
  for (const Mistake& mistake : mistakes) {
    try {
      UtilityTables().add(mistake.table, "x.json");
      ADD_FAILURE() << "accepted: " << mistake.table;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(mistake.message), std::string::npos) << error.what();
    }
  }
}

TEST(Tables, ABundleMustBeInTheGroupsOfItsParts) {
  EXPECT_THROW(UtilityTables().add(R"({"name": "x", "groups": {"g": "ordered"}, "options": [
    {"names": ["-a"], "groups": ["g"]}, {"names": ["-b"], "stands_for": ["-a"]}]})",
                                   "x.json"),
               Error);
}

TEST(Tables, AUsersFolderAddsAndReplaces) {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "ls.json") << R"({"name": "ls", "options": [{"names": ["-q", "--mine"]}]})";
  std::ofstream(folder.path() / "own.json") << R"({"name": "own", "other_names": ["owner"]})";
  UtilityTables tables;
  const Utility* before = tables.find("ls");
  tables.add_all({folder.path()});
  EXPECT_EQ(tables.find("ls")->options.size(), 1u);
  EXPECT_EQ(tables.find("owner")->name, "own");
  EXPECT_EQ(find_utility("own"), nullptr);
  EXPECT_GT(before->options.size(), 40u);
}

TEST(Tables, ATableMayLeanOnAnotherThatIsReadLater) {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "a.json") << R"({"name": "afrob", "same_as": ["frob", "-a"]})";
  std::ofstream(folder.path() / "z.json") << R"({"name": "frob", "options": [{"names": ["-a"]}]})";
  UtilityTables tables;
  tables.add_all({folder.path() / "a.json", folder.path() / "z.json"});
  EXPECT_EQ(tables.find("afrob")->same_as, (std::vector<std::string>{"frob", "-a"}));
}

TEST(Tables, TwoTablesForOneNameAreAFaultThatNamesBoth) {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "a.json") << R"({"name": "frob"})";
  std::ofstream(folder.path() / "b.json") << R"({"name": "other", "other_names": ["frob"]})";
  UtilityTables tables;
  try {
    tables.add_all({folder.path()});
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    ASSERT_EQ(error.problems().size(), 1u);
    EXPECT_EQ(error.problems()[0].where.file, folder.path() / "b.json");
    EXPECT_EQ(error.problems()[0].what,
              "a second table for frob: " + (folder.path() / "a.json").string() + " is one");
  }
  EXPECT_EQ(tables.find("frob"), nullptr);
}

TEST(Tables, TheHashIsOfWhatTheTablesSay) {
  const ScratchFolder folder;
  const std::string frob = R"({"name": "frob"})", quux = R"({"name": "quux"})";
  UtilityTables one, two, changed;
  EXPECT_EQ(one.sha256(), "");
  one.add(frob, "a"), one.add(quux, "b");
  two.add(quux, "c"), two.add(frob, "d");
  changed.add(quux, "c"), changed.add(R"({"name": "frob", "posix": true})", "d");
  EXPECT_EQ(one.sha256(), two.sha256());
  EXPECT_NE(one.sha256(), changed.sha256());
  EXPECT_EQ(one.sha256().size(), 64u);
}

TEST(Tables, DeferredTablesAreReadWhenTheyAreAskedFor) {
  const ScratchFolder folder;
  const DeferredTables tables({folder.path() / "frob.json"});
  EXPECT_THROW(tables.get(), Error);
  std::ofstream(folder.path() / "frob.json") << R"({"name": "frob"})";
  EXPECT_NE(tables.get().find("frob"), nullptr);
  std::ofstream(folder.path() / "frob.json") << "{";
  EXPECT_NE(tables.get().find("frob"), nullptr) << "read once";
}

TEST(Tables, AFolderWithMistakesChangesNothing) {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "a.json") << R"({"name": "own"})";
  std::ofstream(folder.path() / "b.json") << "{";
  std::ofstream(folder.path() / "c.json") << R"({"nam": "own"})";
  UtilityTables tables;
  try {
    tables.add_all({folder.path()});
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_GE(error.problems().size(), 2u);
  }
  EXPECT_EQ(tables.find("own"), nullptr);
  EXPECT_THROW(tables.add_all({folder.path() / "nosuch"}), Error);
}

}  // namespace
}  // namespace assay
