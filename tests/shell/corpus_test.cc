// SPDX-License-Identifier: Apache-2.0
// The corpus against bash (against shfmt: corpus_arguments_test.cc). Usually each oracle is asked about every
// n-th command; with ASSAY_FULL_CORPUS set, about all of them (bash -n starts once per command, which takes a
// while).
#include <gtest/gtest.h>

#include "assay/internal/shell.h"
#include "oracle.h"
#include "shape.h"

namespace assay::shell {
namespace {

// ---- print and parse ----

TEST(Corpus, PrintingIsAFixedPoint) {
  SKIP_WITHOUT_CORPUS();
  for (const std::string& command : corpus()) {
    const Parsed parsed = parse(command);
    if (!parsed) continue;
    const std::string text = print(parsed.tree);
    const Parsed again = parse(text);
    ASSERT_TRUE(again) << command << "\n" << text;
    ASSERT_EQ(shape(again.tree), shape(parsed.tree)) << command;
    ASSERT_TRUE(again.tree == parsed.tree) << command;
    ASSERT_EQ(print(again.tree), text) << command;
  }
}

// ---- bash -n ----

TEST(Corpus, AcceptsWhatBashAccepts) {
  SKIP_WITHOUT_CORPUS();
  if (!run("bash --version", "")) GTEST_SKIP() << "bash is not installed";
  std::size_t both = 0;
  std::size_t theirs = 0;
  for (std::size_t i = 0; i < corpus().size(); i += stride(53)) {
    const std::string& command = corpus()[i];
    const bool bash_accepts = run("bash -O extglob -n", command + "\n")->status == 0;
    const bool we_accept = static_cast<bool>(parse(command));
    EXPECT_TRUE(bash_accepts || !we_accept) << command;
    // bash -n does not check inside backquotes.
    EXPECT_TRUE(we_accept || !bash_accepts || mentions(command, "`")) << shape_of(command) << "\n" << command;
    both += bash_accepts && we_accept;
    theirs += bash_accepts;
  }
  EXPECT_GE(static_cast<double>(both), 0.999 * static_cast<double>(theirs));
  RecordProperty("accepted", std::to_string(both) + " of " + std::to_string(theirs));
}

// ---- declare -f: bash's own printer ----

// Defines a function of each command and has bash print it. Nothing is run: bash is restricted and has no
// PATH, and only commands that our parser accepted (so that no brace ends the function early) are passed to
// it.
std::vector<std::string> printed_by_bash(const std::vector<std::string>& commands) {
  std::string script = "PATH=/nonexistent\nshopt -s extglob\nset -r\n";
  for (const std::string& command : commands)
    script += "f() {\n" + command + "\n}\ndeclare -f f\nprintf '\\1'\n";
  const auto ran = run("bash", script);
  std::vector<std::string> out;
  std::string text = ran ? ran->output : "";
  for (std::size_t begin = 0, end; (end = text.find('\1', begin)) != std::string::npos; begin = end + 1) {
    out.push_back(text.substr(begin, end - begin));
  }
  return out;
}

const List* body_of(const Parsed& function) {
  const Command* command = only_command(function.tree);
  const auto* definition = command ? std::get_if<FunctionDefinition>(&command->node) : nullptr;
  const auto* group = definition ? std::get_if<Group>(&definition->body->node) : nullptr;
  return group ? &group->body : nullptr;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// bash prints the same in another spelling: $'a
// ' and $'\'' as bytes in other quotes, the word of [[ word ]] with its -n, and for ((a; b; c)) with these
// blanks.
std::string decoded(std::string shape) {
  replace_all(shape, "a'", "s'");
  replace_all(shape, "'e'''s'", "'");
  replace_all(shape, "[[ -n ", "[[ ");
  const std::size_t loop = shape.find("for((");
  if (loop == shape.npos) return shape;
  std::string rest = shape.substr(loop);
  replace_all(rest, "; ", ";");
  return shape.substr(0, loop) + rest;
}

void expect_same_as_bash(const std::vector<std::string>& commands,
                         const std::vector<std::string>& originals) {
  const std::vector<std::string> printed = printed_by_bash(commands);
  ASSERT_EQ(printed.size(), commands.size());
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (originals[i].find("|&") != std::string::npos) continue;  // bash prints it as 2>&1 |
    const Parsed function = parse(printed[i]);
    const List* body = body_of(function);
    ASSERT_TRUE(body) << originals[i] << "\n" << printed[i];
    EXPECT_EQ(decoded(shape(*body)), decoded(shape(parse(originals[i]).tree))) << originals[i];
  }
}

TEST(Corpus, TreesAreThoseThatBashPrints) {
  SKIP_WITHOUT_CORPUS();
  if (!run("bash --version", "")) GTEST_SKIP() << "bash is not installed";
  std::vector<std::string> commands;
  std::vector<std::string> canonical;
  for (std::size_t i = 0; i < corpus().size(); i += stride(4)) {
    const std::string& command = corpus()[i];
    const Parsed parsed = parse(command);
    if (!parsed || parsed.tree.items.empty() || mentions(command, "<<") || command.ends_with('\\')) continue;
    commands.push_back(command);
    canonical.push_back(print(parsed.tree));
  }
  expect_same_as_bash(commands, commands);
  expect_same_as_bash(canonical, commands);
}

}  // namespace
}  // namespace assay::shell
