// SPDX-License-Identifier: Apache-2.0
// What the README shows is what happens.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "program.h"

namespace assay {
namespace {

using testing::HasSubstr;

class Readme : public testing::Test {
 protected:
  static std::string page() {
    std::ostringstream text;
    text << std::ifstream(ASSAY_SOURCE_DIR "/README.md").rdbuf();
    return text.str();
  }
  // The code block in this language that contains these words.
  static std::string block(const std::string& language, const std::string& words) {
    const std::string text = page(), fence = "```" + language + "\n";
    for (std::size_t at = 0; (at = text.find(fence, at)) != text.npos;) {
      at += fence.size();
      const auto found = text.substr(at, text.find("```", at) - at);
      if (found.find(words) != found.npos) return found;
    }
    return "";
  }
};

TEST_F(Readme, CommandsOfTheProgramWork) {
  const Program program;
  std::istringstream lines(block("sh", "assay run"));
  int commands = 0;
  for (std::string line; std::getline(lines, line); ++commands) {
    ASSERT_TRUE(line.rfind("assay ", 0) == 0) << line;
    const auto ran = program.bash("export ASSAY_STORE=$PWD/assay.db; cd " ASSAY_SOURCE_DIR " && \"$assay\"" +
                                  line.substr(5) + " >/dev/null");
    EXPECT_LT(ran.status, 2) << line << "\n" << ran.err;
  }
  EXPECT_GE(commands, 3);
}

TEST_F(Readme, ExplainSaysWhatIsShown) {
  const auto shown = block("console", "$ assay explain");
  std::string said;
  const Program program;
  std::istringstream lines(shown);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("$ assay ", 0) == 0) said += line + "\n" + program.bash("\"$assay\"" + line.substr(7)).out;
  EXPECT_EQ(said, shown);
}

TEST_F(Readme, FilesThatAreNamedAreThere) {
  const std::string text = page();
  for (std::size_t at = 0; (at = text.find("](", at)) != text.npos;) {
    at += 2;
    const auto target = text.substr(at, text.find_first_of("#)", at) - at);
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(ASSAY_SOURCE_DIR) / target)) << target;
  }
}

}  // namespace
}  // namespace assay
