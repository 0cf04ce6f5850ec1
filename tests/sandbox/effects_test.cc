// SPDX-License-Identifier: Apache-2.0
// The effects of commands that the sandbox detects.
#include <sstream>

#include "sandbox_fixture.h"

namespace assay::sandbox {
namespace {

// In worlds that are overlays, and in copies: the effects must be the same unless a test says otherwise.
class EffectsTest : public SandboxTest, public testing::WithParamInterface<Tier> {
 protected:
  void SetUp() override {
    SandboxTest::SetUp();
    if (IsSkipped() || sandbox().tier() != Tier::overlay) return;
    worlds_ = std::make_unique<Sandbox>(SandboxOptions{.best = GetParam()});
    ASSERT_EQ(worlds_->tier(), GetParam());
  }
  SandboxResult run(const std::string& script, const World& world = {}, Limits limits = {}) {
    limits.timeout = std::chrono::seconds(20);
    return (worlds_ ? *worlds_ : sandbox()).run(world, shell_command(script), limits);
  }
  Cell open(const World& world) { return (worlds_ ? *worlds_ : sandbox()).open(world); }
  // One line per effect: + created, - deleted, ~ modified with the differences.
  std::string effects_of(const std::string& script, const World& world = small_world()) {
    const SandboxResult outcome = run(script, world);
    std::ostringstream text;
    for (const Effect& effect : outcome.effects) text << line_of(effect) << '\n';
    return text.str() + outcome.err + outcome.why;
  }
  static World small_world() {
    return {.entries = {{.path = "a.txt", .content = "aaa\n"},
                        {.path = "d/b.txt", .content = "bbb\n"},
                        {.path = "d/e/c.txt", .content = "ccc\n"},
                        {.path = "l", .type = NodeType::link, .content = "a.txt"}}};
  }

 private:
  std::unique_ptr<Sandbox> worlds_;

  static std::string line_of(const Effect& effect) {
    const std::string path = effect.path.starts_with("/home/user/") ? effect.path.substr(11) : effect.path;
    switch (effect.change) {
      case Change::created: return "+ " + path + describe(effect.after);
      case Change::deleted: return "- " + path;
      case Change::modified: return "~ " + path + difference(effect.before, effect.after);
    }
    return {};
  }
  static std::string describe(const Node& node) {
    if (node.type == NodeType::link) return " -> " + node.target;
    if (node.type == NodeType::folder) return "/";
    return node.type == NodeType::file ? " " + std::to_string(node.size) : " special";
  }
  static std::string difference(const Node& before, const Node& after) {
    std::string text;
    if (before.type != after.type) text += " type";
    if (before.mode != after.mode) text += " mode";
    if (before.digest != after.digest) text += " content";
    if (before.target != after.target) text += " target";
    if (before.links != after.links) text += " links";
    return text.empty() ? " time" : text;
  }
};

TEST_P(EffectsTest, ContentsAreHandedBackWhereTheyAreAskedFor) {
  const SandboxResult left =
      run("printf 'x\\0\\ny' > new; echo more >> a.txt; ln -s new l2; truncate -s 9M hole", small_world(),
          {.content_bytes = 1 << 20});
  ASSERT_EQ(left.effects.size(), 4u);
  EXPECT_EQ(left.effects[0].content, "aaa\nmore\n");
  EXPECT_EQ(left.effects[1].content, "");
  EXPECT_EQ(left.effects[1].after.size, 9u << 20);
  EXPECT_EQ(left.effects[2].content, std::nullopt);
  EXPECT_EQ(left.effects[3].content, std::string("x\0\ny", 4));
  EXPECT_EQ(run("echo > new").effects.front().content, std::nullopt);
}

TEST_P(EffectsTest, ContentsPastTheirLimitAreLeftOut) {
  const SandboxResult left = run("seq 1000 > a; echo 1 > b", {}, {.content_bytes = 100});
  EXPECT_EQ(left.effects.at(0).content, std::nullopt);
  EXPECT_EQ(left.effects.at(1).content, "1\n");
}

TEST_P(EffectsTest, AKeptWorldIsThatOfTheNextCommandAlone) {
  Cell cell = open(small_world());
  cell.run(shell_command("echo new > new; sleep 100 & disown"), {}, After::keep);
  const SandboxResult second = cell.run(shell_command("cat new; pgrep sleep; echo b > b"));
  EXPECT_EQ(second.out, "new\n");
  EXPECT_EQ(second.effects.size(), 2u);
  EXPECT_EQ(cell.run(shell_command("ls")).out, "a.txt\nd\nl\n");
}

TEST_P(EffectsTest, AFileInPlaceOfAnotherIsKnownInLayers) {
  const auto replaced = [&](const std::string& script) {
    std::string paths;
    for (const Effect& effect : run(script, small_world()).effects)
      if (effect.is_replaced) paths += effect.path + ' ';
    return paths;
  };
  const bool is_layered = GetParam() == Tier::overlay && sandbox().tier() == Tier::overlay;
  for (const char* script : {"rm a.txt; echo aaa > a.txt", "cp a.txt t; mv t a.txt", "sed -i s/a/b/ a.txt"})
    EXPECT_EQ(replaced(script), is_layered ? "/home/user/a.txt " : "") << script;
  for (const char* script : {": > a.txt", "echo >> a.txt", "chmod 600 a.txt", "touch a.txt", "rm a.txt",
                             "mv a.txt z", "ln a.txt h; echo >> h", "ln -sf d l"})
    EXPECT_EQ(replaced(script), "") << script;
}

INSTANTIATE_TEST_SUITE_P(, EffectsTest, testing::Values(Tier::overlay, Tier::copied),
                         [](const auto& info) { return info.param == Tier::overlay ? "Layered" : "Copied"; });

TEST_P(EffectsTest, ReadingHasNone) {
  EXPECT_EQ(effects_of("cat a.txt l d/b.txt; ls -laR / 2>/dev/null; grep -r aaa ~"), "");
}

TEST_P(EffectsTest, Files) {
  EXPECT_EQ(effects_of("echo new > n; mkdir m; ln -s d k; mkfifo p"), "+ k -> d\n+ m/\n+ n 4\n+ p special\n");
  EXPECT_EQ(effects_of("rm a.txt"), "- a.txt\n");
  EXPECT_EQ(effects_of("echo more >> a.txt"), "~ a.txt content\n");
  EXPECT_EQ(effects_of("chmod 700 a.txt d"), "~ a.txt mode\n~ d mode\n");
  EXPECT_EQ(effects_of("touch a.txt d/e"), "~ a.txt time\n~ d/e time\n");
  EXPECT_EQ(effects_of("ln -sf d/b.txt l"), "~ /home/user time\n~ l target\n");
  EXPECT_EQ(effects_of("mv a.txt z"), "- a.txt\n+ z 4\n");
  EXPECT_EQ(effects_of("ln a.txt h"), "~ a.txt links\n+ h 4\n");
  EXPECT_EQ(effects_of("cp -p a.txt c; echo x > /tmp/t"), "+ c 4\n+ /tmp/t 2\n");
}

TEST_P(EffectsTest, Trees) {
  EXPECT_EQ(effects_of("rm -r d"), "- d\n- d/b.txt\n- d/e\n- d/e/c.txt\n");
  EXPECT_EQ(effects_of("mv d f"),
            "- d\n- d/b.txt\n- d/e\n- d/e/c.txt\n+ f/\n+ f/b.txt 4\n+ f/e/\n+ f/e/c.txt 4\n");
  EXPECT_EQ(effects_of("rm -r d; mkdir d; echo b > d/b.txt"), "~ d/b.txt content\n- d/e\n- d/e/c.txt\n");
  EXPECT_EQ(effects_of("rm -r d; echo x > d"), "- d\n+ d 2\n- d/b.txt\n- d/e\n- d/e/c.txt\n");
  EXPECT_EQ(effects_of("rm a.txt; mkdir a.txt"), "- a.txt\n+ a.txt/\n");
}

TEST_P(EffectsTest, TheSameContentBackIsATimeOnly) {
  EXPECT_EQ(effects_of("cat a.txt > t; cat t > a.txt; rm t"), "~ /home/user time\n~ a.txt time\n");
  EXPECT_EQ(effects_of("chmod 600 a.txt; chmod 644 a.txt"), "");
}

TEST_P(EffectsTest, OddNamesAndClosedFolders) {
  EXPECT_EQ(effects_of("mkdir shut; echo x > shut/in; chmod 000 shut; : > $'\\xff\\n'"),
            "+ shut/\n+ shut/in 2\n+ \xff\n 0\n");
}

TEST_P(EffectsTest, MoreThanAreListedAreSaidToBe) {
  const SandboxResult outcome = run("for i in $(seq 5000); do : > $i; done");
  EXPECT_TRUE(outcome.effects_cut);
  EXPECT_GT(outcome.effects.size(), 4000u);
}

TEST_P(EffectsTest, ADeepTreeIsNoHarm) {
  const SandboxResult outcome = run("for i in $(seq 400); do mkdir dddddddd && cd dddddddd || break; done");
  EXPECT_TRUE(outcome.effects_cut);
}

}  // namespace
}  // namespace assay::sandbox
