// SPDX-License-Identifier: Apache-2.0
// The settings of a suite as its user gives them: as options of the program, or as members of suite.json,
// which assay_add_suite() writes. Both fill in SuiteSettings by one table, cmake/suite_settings.json, from
// which CMake writes suite_settings_table.h; suite_of() turns them into what runs.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/exec_level.h"
#include "assay/internal/json.h"
#include "assay/internal/suite.h"

namespace assay {

enum class SettingKind {
  text,
  url,
  word,      // one of SettingFacts::words
  names,     // a list
  programs,  // names, each with a program and its arguments
  place,     // a file or a folder
  file,
  places,
  share,    // 0 to 1
  amount,   // from 0
  seconds,  // likewise
  count,    // a whole number
  budget,   // an amount
};

// What the table says of a setting.
struct SettingFacts {
  std::string_view name;    // "min_score": the option --min-score, MIN_SCORE in CMake
  std::string_view member;  // of suite.json
  std::string_view in;      // " suite run ": who has it; suite: assay_add_suite(); the others are subcommands
  SettingKind kind = SettingKind::text;
  std::string_view value;         // what help calls its value; may be empty
  std::string_view words;         // "use,only,off"
  std::string_view needs;         // the name of another setting
  std::string_view excludes;      // names, separated by blanks
  std::string_view short_option;  // "-j"; may be empty
  std::string_view text;          // one sentence, for help and documents
  std::string_view must;          // "a number from 0 to 1": what a value must be, for messages; may be empty
  unsigned least = 0;             // of a number
  unsigned most = 0;              // 0: there is no bound

  constexpr bool is_in(std::string_view user) const {
    for (std::size_t at = in.find(user); at != in.npos; at = in.find(user, at + 1))
      if (in[at - 1] == ' ' && in[at + user.size()] == ' ') return true;
    return false;
  }
};

#include "assay/internal/suite_settings_table.h"

// The row of a setting; a name that the table lacks does not compile.
consteval const SettingFacts& setting(std::string_view name) {
  for (const SettingFacts& each : kSuiteSettings)
    if (each.name == name) return each;
  throw "the table has no such setting";
}

std::vector<std::string> setting_words(const SettingFacts& setting);

// Reads members of suite.json and remembers its place for messages. assay_add_suite() writes the file, so a
// fault means that it was edited or is of another version: the message says to configure again.
class SuiteMembers {
 public:
  SuiteMembers(const JsonValue& object, std::string file) : object_(object), file_(std::move(file)) {}

  // Each throws Error if the member is missing or of another kind.
  std::string text(std::string_view key) const;
  double number(std::string_view key) const;
  std::vector<std::string> texts(std::string_view key) const;
  std::vector<ExecLevel> programs(std::string_view key) const;

  // Null if it is missing.
  const JsonValue* find(std::string_view key) const;
  // Throws Error about the member, or about a value in it.
  [[noreturn]] void wrong(std::string_view key, std::string_view expected,
                          const JsonValue* at = nullptr) const;

  // Throws Error if there is a member that nothing has looked for.
  void expect_no_others() const;

 private:
  const JsonValue& object_;
  std::string file_;
  mutable std::set<std::string, std::less<>> sought_;
};

// The settings that are in the file; an empty text stands for one that is not. Throws Error if one is not
// what the table says.
SuiteSettings read_settings(const SuiteMembers& members);

// Parses what --exec-level takes, NAME=PROGRAM. Throws Error if there is no name, or no program with its
// arguments.
ExecLevel exec_level_from(const std::string& text);

// What runs. `store`: for vectors, replies of models and of the judge; empty: nowhere. Throws Error for a
// setting that cannot be used: an invalid server, a price that is none, a calibration without a model.
Suite suite_of(const SuiteSettings& settings, const std::filesystem::path& store);

// Its parts, for commands that run no suite.
EvaluationTerms terms_of(const SuiteSettings& settings);
LikenessPlace model_of(const SuiteSettings& settings);
Backends backends_of(const SuiteSettings& settings, const std::filesystem::path& store);

}  // namespace assay
