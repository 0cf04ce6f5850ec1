// SPDX-License-Identifier: Apache-2.0
// A first suite for a tool, and the conditions under which none is written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kTool =
    "#!/bin/sh\ncase $1 in *hidden*) echo ls -la;; *) echo tail -n 20 app.log;; esac\n";

class InitTest : public testing::Test {
 protected:
  InitTest() {
    program.file("tool.sh", kTool);
    program.bash("chmod +x tool.sh");
  }
  Ran init(const std::string& tool, const std::string& folder = "suite") {
    return program.run({"init", folder, "--tool", tool});
  }
  // The files in the test's folder other than the tool.
  std::string left() { return program.bash("find . -mindepth 1 ! -name tool.sh ! -name '.*' | sort").out; }
  nlohmann::json described(const std::string& file = "suite/tool.json") {
    return nlohmann::json::parse(program.read(file));
  }
  Program program;
};

TEST_F(InitTest, WritesASuiteRunsItAndSaysWhatToDoNext) {
  const auto ran = init("./tool.sh {prompt}");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out,
              StartsWith("wrote suite/cases.json\nwrote suite/tool.json\nwrote suite/CMakeLists.txt\n"));
  EXPECT_THAT(ran.out, HasSubstr("assay tool_sh: tool tool.sh, 2 cases\n  2 pass, 0 miss, 0 unmeasured\n"));
  EXPECT_THAT(
      ran.out,
      EndsWith("next: add your own cases to suite/cases.json, then: assay run --dataset "
               "suite/cases.json --tool suite/tool.json --suite tool_sh\n"
               "      see what a change to the tool did: assay compare latest~1 latest\n"
               "      one test per case, for ctest and editors: cmake -S suite -B suite/build && ctest "
               "--test-dir suite/build\n"));
  EXPECT_EQ(program.run({"lint", "suite/cases.json"}).out, "0 errors, 0 warnings in 1 dataset\n");
}

TEST_F(InitTest, WhatItSaysToDoNextWorks) {
  init("./tool.sh", "a suite");
  const auto again = program.run(
      {"run", "--dataset", "a suite/cases.json", "--tool", "a suite/tool.json", "--suite", "tool_sh"});
  EXPECT_EQ(again.status, 0) << again.err;
  const auto compared = program.run({"compare", "latest~1", "latest"});
  EXPECT_EQ(compared.status, 0) << compared.err;
}

TEST_F(InitTest, AMissOfTheFirstRunIsOne) {
  program.file("tool.sh", "#!/bin/sh\necho pwd\n");
  const auto ran = init("./tool.sh");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("0 pass, 2 miss, 0 unmeasured"), HasSubstr("next: add your own cases")));
}

TEST_F(InitTest, TheToolIsFoundFromTheSuitesFolder) {
  program.bash("mkdir -p elsewhere deep");
  init("sh tool.sh", "deep/suite");
  EXPECT_EQ(described("deep/suite/tool.json"),
            nlohmann::json({{"name", "tool.sh"}, {"argv", {"sh", "tool.sh", "{prompt}"}}, {"cwd", "../.."}}));
  init("./tool.sh {prompt}");
  EXPECT_EQ(described().at("argv").at(0), "../tool.sh");
  init("tool.sh", ".");
  EXPECT_EQ(described("tool.json").at("argv").at(0), "./tool.sh");
  for (const std::string folder : {"deep/suite", "suite", "."}) {
    const auto ran = program.bash("cd elsewhere && \"$assay\" run --dataset ../" + folder +
                                  "/cases.json --tool ../" + folder + "/tool.json");
    EXPECT_EQ(ran.status, 0) << folder << "\n" << ran.out << ran.err;
  }
}

TEST_F(InitTest, ALinkedToolIsCalledByItsOwnName) {
  program.bash("ln -s tool.sh linked");
  init("./linked");
  EXPECT_EQ(described().at("argv").at(0), "../linked");
}

TEST_F(InitTest, ADescriptionThatIsThereIsTaken) {
  program.file("mine.json", R"({"name": "mine", "argv": ["./tool.sh", "{prompt}"]})");
  const auto ran = init("mine.json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_FALSE(program.has("suite/tool.json"));
  EXPECT_THAT(program.read("suite/CMakeLists.txt"), HasSubstr("TOOL_FILE ../mine.json)"));
}

TEST_F(InitTest, AReadyDescriptionIsNamed) {
  program.bash("mkdir bin; ln -s ../tool.sh bin/caro");
  program.bash("PATH=$PWD/bin:$PATH \"$assay\" init suite --tool caro");
  EXPECT_EQ(described(), nlohmann::json({{"like", "caro"}}));
}

TEST_F(InitTest, JsonIsTheMetricsOfTheRun) {
  const auto ran = program.run({"init", "suite", "--tool", "./tool.sh", "--json"});
  EXPECT_EQ(nlohmann::json::parse(ran.out).at("present"), 2);
}

TEST_F(InitTest, NothingIsOverwritten) {
  program.bash("mkdir suite; echo mine > suite/cases.json; ln -s nowhere suite/CMakeLists.txt");
  const auto ran = init("./tool.sh");
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err,
            "suite/cases.json: error: exists already\n  next: move it away, or name another folder: assay "
            "init DIR --tool …\n"
            "suite/CMakeLists.txt: error: exists already\n  next: move it away, or name another folder: "
            "assay init DIR --tool …\n");
  EXPECT_EQ(program.read("suite/cases.json"), "mine\n");
  EXPECT_EQ(left(), "./suite\n./suite/CMakeLists.txt\n./suite/cases.json\n");
}

TEST_F(InitTest, AToolThatIsNoneLeavesNothing) {
  program.file("plain", "words");
  program.file("recorded.jsonl", "");
  const std::vector<std::pair<std::string, std::string>> tools = {
      {"", "is empty"},
      {"nonesuch", "nonesuch: error: there is no such program in PATH"},
      {"./nonesuch {prompt}", "./nonesuch: error: there is no such program\n"},
      {"./plain {prompt}", "./plain: error: may not be executed\n  next: chmod +x ./plain"},
      {"ls | head", "is more than a program and its arguments"},
      {"kebab", "kebab: error: is a retrieval tool"},
      {"recorded.jsonl", "recorded.jsonl"},
      {"./tool.sh \xff", "is not UTF-8"}};
  const auto before = left();
  for (const auto& [tool, complaint] : tools) {
    const auto ran = init(tool);
    EXPECT_GE(ran.status, 2) << tool;
    EXPECT_THAT(ran.err, AllOf(HasSubstr(complaint), HasSubstr("\n  next: "))) << tool;
    EXPECT_EQ(left(), before) << tool;
  }
  EXPECT_EQ(program.run({"init", "suite"}).status, 3) << "no tool at all";
}

TEST_F(InitTest, AFolderThatCannotBeWrittenLeavesNothing) {
  program.file("a_file", "");
  const auto below_a_file = init("./tool.sh", "a_file/suite");
  EXPECT_EQ(below_a_file.status, 2);
  EXPECT_THAT(below_a_file.err,
              AllOf(HasSubstr("a_file/suite: error: cannot be made: "), HasSubstr("\n  next: ")));
  EXPECT_EQ(left(), "./a_file\n");
}

TEST_F(InitTest, ADiskThatIsFullLeavesNothing) {
  const auto ran = program.bash(
      "(ulimit -f 0; exec \"$assay\" init suite --tool ./tool.sh) 2>&1 | cat; exit ${PIPESTATUS[0]}");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.out, HasSubstr("suite/cases.json: error: cannot be written: "));
  EXPECT_EQ(left(), "");
}

TEST_F(InitTest, AFolderWithoutTheRightIsNamed) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  program.bash("mkdir suite; chmod a-w suite");
  const auto ran = init("./tool.sh");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("suite/cases.json: error: cannot be written: Permission denied"));
  EXPECT_EQ(left(), "./suite\n");
}

}  // namespace
}  // namespace assay
