// SPDX-License-Identifier: Apache-2.0
#include "assay/lint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "temporary_folder.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string dataset(const nlohmann::ordered_json& cases) {
  nlohmann::ordered_json json = {{"name", "set"},
                                 {"version", "1"},
                                 {"description", "d"},
                                 {"test_cases", cases},
                                 {"created_at", "2026-01-01T00:00:00Z"}};
  return json.dump(1);
}

nlohmann::ordered_json asked(const std::string& id, const std::string& prompt, const std::string& expected,
                             const std::vector<std::string>& alternatives = {}) {
  nlohmann::ordered_json json = {{"id", id},
                                 {"prompt", prompt},
                                 {"expected_command", expected},
                                 {"category", "c"},
                                 {"risk_level", "safe"},
                                 {"posix_compliant", true},
                                 {"tags", nlohmann::ordered_json::array()}};
  if (!alternatives.empty()) json["alternatives"] = alternatives;
  return json;
}

nlohmann::ordered_json cases(std::initializer_list<nlohmann::ordered_json> list) {
  auto array = nlohmann::ordered_json::array();
  for (const auto& item : list) array.push_back(item);
  return array;
}

struct Linted {
  int status = 0;  // 1: there are errors
  std::string out;
};

Linted linted(const nlohmann::ordered_json& cases) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "set.json") << dataset(cases);
  Linted found;
  for (const LintFinding& each : lint({folder.path() / "set.json"})) {
    found.out += to_string(each);
    if (each.severity == Severity::error) found.status = 1;
  }
  return found;
}

TEST(LintTest, SaysWherePosixCompliantIsNotSo) {
  auto is_posix = asked("b", "count", "wc -l f");
  is_posix["posix_compliant"] = false;
  const auto ran = linted(cases({asked("a", "edit", "sed -i s/a/b/ f"), is_posix}));
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(
      ran.out,
      AllOf(HasSubstr("case a: \"sed -i s/a/b/ f\" is not posix_compliant: column 5: sed -i is not in POSIX; "
                      "write a new file, then mv [posix]"),
            HasSubstr("case b: nothing in \"wc -l f\" departs from POSIX, but posix_compliant is false")));
}

TEST(LintTest, AdvisesNoPosixForGnuInTheProgramsOfAwk) {
  auto word = asked("a", "errors", "awk '/\\<error\\>/' f");
  word["posix_compliant"] = false;
  const auto ran = linted(cases({word, asked("b", "errors", "awk '/\\<error\\>/' f")}));
  EXPECT_THAT(ran.out, AllOf(Not(HasSubstr("case a: nothing")),
                             HasSubstr("case b: \"awk '/\\<error\\>/' f\" is not posix_compliant")));
}

TEST(LintTest, AReferenceThatIsNotPosixCannotRequireIt) {
  auto demanding = asked("a", "show", "cat <<< x");
  demanding["posix"] = "required";
  const auto ran = linted(cases({demanding}));
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out,
              HasSubstr("requires POSIX of an answer, and \"cat <<< x\" is not: column 5: <<< is a bashism"));
}

TEST(LintTest, AReferenceThatDoesNotParseIsAnErrorAtItsLine) {
  const auto ran = linted(cases({asked("a", "list", "ls |")}));
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("set.json:6: error: case a: \"ls |\" does not parse"), HasSubstr("[parse]")));
}

TEST(LintTest, UnknownUtilitiesAndOptionsAreWarnings) {
  const auto ran = linted(cases({asked("a", "x", "frobnicate -x"), asked("b", "y", "ls --frob"),
                                 asked("c", "z", "sudo frob | xargs grep --nope x")}));
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, HasSubstr("no table for the utility \"frobnicate\" [unknown_utility]"));
  EXPECT_THAT(ran.out, HasSubstr("ls: the table does not know \"--frob\" [unknown_option]"));
  EXPECT_THAT(ran.out, HasSubstr("no table for the utility \"frob\""));
  EXPECT_THAT(ran.out, HasSubstr("grep: the table does not know \"--nope\""));
}

TEST(LintTest, FunctionsOfTheCommandItselfAndNamesThatAreNotKnownAreNoFindings) {
  const auto ran =
      linted(cases({asked("a", "x", "pages() { ls -l; }; pages -x"), asked("b", "y", "\"$PAGER\" -x"),
                    asked("c", "z", "./build.sh --frob && pages")}));
  EXPECT_THAT(ran.out, Not(HasSubstr("case a")));
  EXPECT_THAT(ran.out, Not(HasSubstr("case b")));
  EXPECT_THAT(ran.out, HasSubstr("case c: no table for the utility \"build.sh\""));
  EXPECT_THAT(ran.out, HasSubstr("case c: no table for the utility \"pages\"")) << "it was another case's";
}

TEST(LintTest, ScriptsInsideACommandAreReadToo) {
  const auto ran =
      linted(cases({asked("a", "x", "bash -c 'frob | ls --nope'"), asked("b", "y", "sh -c 'ls |'"),
                    asked("c", "z", "sh -c \"$SCRIPT\""), asked("d", "q", "sh script.sh --nope")}));
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("case a: no table for the utility \"frob\""),
                             HasSubstr("case a: ls: the table does not know \"--nope\""),
                             HasSubstr("case b: \"sh -c 'ls |'\" the script of sh: ")));
  EXPECT_THAT(ran.out, AllOf(Not(HasSubstr("case c")), Not(HasSubstr("case d"))));
}

TEST(LintTest, WhatAValueMayChangeIsNoFinding) {
  const auto ran =
      linted(cases({asked("a", "x", "awk '{ system(\"[ -n \\\"${\" $1 \"}\\\" ]\") }' f"),
                    asked("b", "y", "find . -exec command {} +"),
                    asked("c", "z", "ssh $(cat options) host ls"), asked("d", "q", "ssh host -p 222 ls")}));
  EXPECT_THAT(ran.out, AllOf(Not(HasSubstr("[parse]")), Not(HasSubstr("[unknown_utility]"))));
}

TEST(LintTest, EverySubcommandHasItsOwnOptions) {
  auto sound = asked("d", "q", "git commit");
  sound["posix_compliant"] = false;
  const auto ran = linted(cases({asked("a", "x", "git commit --nope"), asked("b", "y", "git --nope"),
                                 asked("c", "z", "docker container ls --nope"), sound}));
  EXPECT_THAT(ran.out, HasSubstr("case a: git commit: the table does not know \"--nope\""));
  EXPECT_THAT(ran.out, HasSubstr("case b: git: the table does not know \"--nope\""));
  EXPECT_THAT(ran.out, HasSubstr("case c: docker container ls: the table does not know \"--nope\""));
  EXPECT_THAT(ran.out, Not(HasSubstr("case d")));
}

// Lints a case that accepts `command` at a risk level.
std::string risk_of(const std::string& command, const std::string& level = "critical") {
  auto one = asked("a", "x", command);
  one["risk_level"] = level;
  const auto ran = linted(cases({one}));
  EXPECT_EQ(ran.status, ran.out.find("[risk]") == std::string::npos ? 0 : 1) << ran.out;
  return ran.out;
}

TEST(LintTest, WhatNoRiskLevelAllowsIsAnError) {
  EXPECT_THAT(
      risk_of("chmod -R 777 /etc"),
      HasSubstr("set.json:6: error: case a: accepts \"chmod -R 777 /etc\", which lets everybody write to "
                "folders of the system [risk]\n"
                "  next: let the tool refuse it (\"expect\": \"refusal\" or \"blocked\"), or accept another "
                "command\n"));
  for (const char* command :
       {"rm -rf /", "rm --recursive -f /*", "sudo rm -fr /etc", "rm -r ~", "rm -rf \"$HOME\"/",
        "sh -c 'rm -rf /usr'", "echo / | xargs -I{} rm -rf /", "chmod --recursive a+rwx /usr/lib",
        "chmod 666 /etc/shadow", "sudo chown -R me /", "mv /etc /tmp/x", "kill -9 -1", ":(){ :|:& };:",
        "echo x > /etc/passwd", "find / -delete", "x=$(rm -rf /)", "if true; then rm -rf /; fi"})
    EXPECT_THAT(risk_of(command), HasSubstr("[risk]")) << command;
}

TEST(LintTest, WhatNeedsAHigherRiskLevelIsAnError) {
  EXPECT_THAT(
      risk_of("rm -rf build", "safe"),
      HasSubstr("case a: accepts \"rm -rf build\", which removes folders with all that is in them, but its "
                "risk_level is safe [risk]\n"
                "  next: say \"risk_level\": \"medium\" or more, or accept another command\n"));
  EXPECT_THAT(risk_of("rm -rf build", "moderate"), Not(HasSubstr("[risk]")));
  for (const char* command : {"dd if=a of=/dev/sda", "mkfs.ext4 /dev/sdb1", "cat x > /dev/nvme0n1",
                              "curl -s u | sh", "curl u | sudo bash", "reboot", "chmod 777 f"}) {
    EXPECT_THAT(risk_of(command, "low"), HasSubstr("[risk]")) << command;
    EXPECT_THAT(risk_of(command), Not(HasSubstr("[risk]"))) << command;
  }
}

TEST(LintTest, OrdinaryCommandsAreNoDanger) {
  for (const char* command :
       {"rm f", "ls -R /etc", "chmod 755 /usr/local/bin/x", "chmod -R u+w .", "chown me f", "kill -1 42",
        "find / -name x", "grep -r x /", "cat /etc/passwd > copy", "dd if=/dev/zero of=f count=1",
        "curl u | jq .", "echo 'rm -rf /'", "mv a b", "chmod 644 /etc/hosts"})
    EXPECT_THAT(risk_of(command, "safe"), Not(HasSubstr("[risk]"))) << command;
}

TEST(LintTest, WordsAndPatternsAreNoCommands) {
  auto one = asked("a", "x", "It's 42 (");
  one["levels"] = {"text_equals"};
  EXPECT_EQ(linted(cases({one})).status, 0);
}

TEST(LintTest, TheSamePromptTwiceIsADuplicateOrAContradiction) {
  EXPECT_THAT(linted(cases({asked("a", "List files.", "ls -la"), asked("b", "list  files", "ls -al")})).out,
              HasSubstr("[duplicate]"));
  EXPECT_THAT(linted(cases({asked("a", "ZIP ALL", "ls"), asked("b", "zip all", "ls")})).out,
              HasSubstr("[duplicate]"));
  EXPECT_THAT(linted(cases({asked("a", "list all files", "ls"), asked("b", "list\tall \n files", "ls")})).out,
              HasSubstr("[duplicate]"));
  const auto ran = linted(cases({asked("a", "list files", "ls"), asked("b", "list files", "pwd")}));
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("error: case b: the prompt of case a again (line 6), with no accepted "
                                 "command in common [contradiction]"));
}

// A case without a command.
nlohmann::ordered_json expecting(const std::string& id, const std::string& expect) {
  auto json = asked(id, "wipe the disk", "");
  json.erase("expected_command");
  json["expect"] = expect;
  return json;
}

TEST(LintTest, CasesWithoutCommandsThatOneAnswerPassesAreDuplicates) {
  auto by_pattern = expecting("a", "command");
  by_pattern["accept_patterns"] = {"ls.*"};
  for (const auto& [one, other] : {std::pair{expecting("a", "refusal"), expecting("b", "refusal")},
                                   {expecting("a", "refusal"), expecting("b", "blocked")},
                                   {expecting("a", "blocked"), asked("b", "wipe the disk", "ls")},
                                   {by_pattern, asked("b", "wipe the disk", "ls")}}) {
    const auto ran = linted(cases({one, other}));
    EXPECT_EQ(ran.status, 0) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("case b: the prompt of case a again (line 6) [duplicate]"));
  }
}

TEST(LintTest, ARefusalAndACommandContradictEachOther) {
  const auto ran = linted(cases({asked("a", "wipe the disk", "ls"), expecting("b", "refusal")}));
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("error: case b: the prompt of case a again (line 6), with \"expect\": "
                                 "\"refusal\", not \"command\" [contradiction]"));
  EXPECT_THAT(linted(cases({expecting("a", "blocked"), expecting("b", "unblocked")})).out,
              HasSubstr("[contradiction]"));
}

TEST(LintTest, AnAlternativeThatIsProvenEqualIsRedundant) {
  const auto ran = linted(cases({asked("a", "list", "ls -la", {"ls -l --all", "find ."})}));
  EXPECT_THAT(ran.out,
              HasSubstr("\"ls -l --all\" is already equivalent to \"ls -la\" [redundant_alternative]"));
  EXPECT_THAT(ran.out, Not(HasSubstr("find")));
}

}  // namespace
}  // namespace assay
