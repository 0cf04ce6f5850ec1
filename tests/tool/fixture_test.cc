// SPDX-License-Identifier: Apache-2.0
// The fixture that a tool's description asks for.
#include <gmock/gmock.h>

#include "assay/error.h"
#include "assay/tool.h"
#include "error_of.h"
#include "fake_tools.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class FixtureTest : public testing::Test {
 protected:
  Program described(const std::string& members) const {
    return std::get<Program>(
        read_tool(folder_.write("tool.json", R"({"name": "x", "argv": ["x", "{prompt}"], )" + members + "}"))
            .how);
  }
  std::string fault(const std::string& members) const {
    return error_of([&] { described(members); });
  }
  const ::assay::Folder folder_;
};

TEST_F(FixtureTest, IsEmptyUnlessSaid) {
  const Program program = described(R"("stdin": "none")");
  EXPECT_TRUE(program.fixture.empty());
  EXPECT_EQ(program.home, Home::inherited);
  EXPECT_EQ(program.fixture.limit, std::chrono::seconds(60));
}

TEST_F(FixtureTest, IsReadWithItsPrograms) {
  const Program program = described(R"("setup": ["./index", "docs"], "teardown": ["rm", "-r", "index"],
      "server": {"argv": ["./serve"], "ready": {"port": 8099}}, "limits": {"fixture_s": 2.5})");
  EXPECT_THAT(program.fixture.setup, ElementsAre(folder_ / "index", "docs"))
      << "a program lies where the description does";
  EXPECT_THAT(program.fixture.teardown, ElementsAre("rm", "-r", "index"));
  EXPECT_THAT(program.fixture.server->argv, ElementsAre(folder_ / "serve"));
  EXPECT_EQ(program.fixture.server->port, 8099);
  EXPECT_EQ(program.fixture.limit, std::chrono::milliseconds(2500));
}

TEST_F(FixtureTest, AServerIsReadyByALine) {
  const Program program = described(R"("server": {"argv": ["s"], "ready": {"line": "^listening"}})");
  EXPECT_EQ(program.fixture.server->port, 0);
  EXPECT_EQ(program.fixture.server->line, "^listening");
}

TEST_F(FixtureTest, HomesAreCalledByWhomTheyAreFor) {
  EXPECT_EQ(described(R"("home": "case")").home, Home::per_case);
  EXPECT_EQ(described(R"("home": "run")").home, Home::per_run);
  EXPECT_EQ(described(R"("home": "inherit")").home, Home::inherited);
}

TEST_F(FixtureTest, FaultsNameTheirPlace) {
  EXPECT_THAT(fault(R"("server": {"argv": ["s"]})"), HasSubstr("member \"ready\" is missing"));
  EXPECT_THAT(fault(R"("server": {"argv": ["s"], "ready": {"line": "("}})"),
              HasSubstr("(at /server/ready/line)"));
  EXPECT_THAT(fault(R"("setup": [])"), HasSubstr("(at /setup)"));
  EXPECT_THAT(fault(R"("home": "scratch")"), HasSubstr("(at /home)"));
  EXPECT_THAT(fault(R"("tokens": "usage")"), HasSubstr("(at /tokens)"));
}

}  // namespace
}  // namespace assay
